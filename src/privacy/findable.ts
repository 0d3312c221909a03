const shortest = 4;
const fewestDigits = 6;

const digitsOf = (value: string) => value.replaceAll(/\D/g, '').length;

/** The minimum length of a value that is replaced wherever it is found; a shorter one occurs in files for other reasons too. */
export const findableRule = `an e-mail address, a name of ${shortest} characters or more, or a number of ${fewestDigits} digits or more`;

/** Whether a given value is long enough to be replaced wherever it is found. */
export function isFindable(value: string): boolean {
  const isShortNumber = /^[\d\s.,+-]*$/.test(value) && digitsOf(value) < fewestDigits;
  return [...value.trim()].length >= shortest && !isShortNumber;
}

/**
 * Whether a value that was not given is replaced wherever it is found: an e-mail address, a name of several words or a long number. A
 * customer name such as "Cash" is also an ordinary word in the files.
 */
export function isDistinct(value: string): boolean {
  return isFindable(value) && (value.includes('@') || /\S\s+\S/.test(value.trim()) || digitsOf(value) >= fewestDigits);
}
