const shortest = 4;
const fewestDigits = 6;

const digitsOf = (value: string) => value.replaceAll(/\D/g, '').length;

/** Why a value is too short to be found for certain in any file: a shorter one is in files for other reasons too. */
export const findableRule = `an e-mail address, a name of ${shortest} characters or more, or a number of ${fewestDigits} digits or more`;

/** Whether a value that a person gives is replaced wherever it is found. */
export function isFindable(value: string): boolean {
  const isShortNumber = /^[\d\s.,+-]*$/.test(value) && digitsOf(value) < fewestDigits;
  return [...value.trim()].length >= shortest && !isShortNumber;
}

/**
 * Whether a value that nobody gave is replaced wherever it is found: an e-mail address, a name of several words or a long number.
 * A customer called "Cash" is also a word of the files.
 */
export function isDistinct(value: string): boolean {
  return isFindable(value) && (value.includes('@') || /\S\s+\S/.test(value.trim()) || digitsOf(value) >= fewestDigits);
}
