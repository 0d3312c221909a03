const letters = /\p{L}{2,}/gu;
const digits = /\d{3,}/g;
const codes = /[A-Z0-9]{6,}/g;
const marks = /(?<![\p{L}\d]|\d[/.,:-])\d{1,2}(?![\p{L}\d]|[/.,:-]\d)/gu;
/** A year is no reference. */
const year = /^(?:199|20\d)\d$/;

/** Most texts are plain, and are read several times as fast. */
const plainText = /^[\0-\x7f]*$/;
const plainLetters = /[A-Z]{2,}/g;

/** Days as eight or six digits, in either order, of the years 2000 to 2049, with or without the first zero. */
const day =
  /^(?:20[0-4]\d(?:0\d|1[0-2])(?:[0-2]\d|3[01])|(?:[0-2]?\d|3[01])(?:0\d|1[0-2])20[0-4]\d|[0-4]?\d(?:0\d|1[0-2])(?:[0-2]\d|3[01])|(?:[0-2]?\d|3[01])(?:0\d|1[0-2])[0-4]\d)$/;

/** Whether a number may be a day, such as 20261127 or 271126. */
export const isDay = (number: string): boolean => day.test(number);

/** The words of letters of some texts, in capitals and without accents, each once. */
export function wordsOf(...texts: readonly (string | null)[]): string[] {
  const text = texts.filter((each) => each !== null).join(' ');
  if (plainText.test(text)) return [...new Set(text.toUpperCase().match(plainLetters) ?? [])];
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  return [...new Set(plain.match(letters) ?? [])];
}

/** Numbers of three digits or more except years, without leading zeros, and codes of letters and digits, each once. */
export function numbersOf(...texts: readonly (string | null)[]): string[] {
  const numbers = texts.flatMap((text) => text?.match(digits) ?? []).map((number) => number.replace(/^0+/, ''));
  const coded = texts
    .flatMap((text) => text?.toUpperCase().match(codes) ?? [])
    .filter((code) => /\d/.test(code) && /[A-Z]/.test(code));
  return [...new Set([...numbers.filter((number) => number.length >= 3 && !year.test(number)), ...coded])];
}

/** Numbers of one or two digits that stand alone, such as that of a shop, each once. */
export const marksOf = (text: string | null): string[] => [...new Set(text?.match(marks) ?? [])];

/** Whether two texts differ by one letter that is wrong, missing, added or exchanged with its neighbour. */
function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let front = 0;
  while (front < short.length && short[front] === long[front]) front += 1;
  let back = 0;
  while (back < short.length - front && short.at(-1 - back) === long.at(-1 - back)) back += 1;
  const between = short.length - front - back;
  if (short.length !== long.length) return between === 0;
  if (between <= 1) return true;
  return between === 2 && short[front] === long[front + 1] && short[front + 1] === long[front];
}

/** Whether a word is another one without some of its letters, as in KWLSKI or MFG: the first letter stays. */
function isShortened(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.length < 3 || (short.length < 4 && /[AEIOU]/.test(short))) return false;
  let found = 0;
  for (const letter of long) if (letter === short[found]) found += 1;
  return found === short.length;
}

/** Whether two words may be the same name: cut short, abbreviated, or with one letter wrong, missing, added or exchanged. */
export function isSimilarWord(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return true;
  return isShortened(short, long) || (short.length >= 4 && isOneSlip(short, long));
}

/** The letters and digits of a text as bits. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** Whether two texts may be similar by their letters: the shorter has at most one that the longer has not, and that is a slip. */
export function mayBeSimilar(a: string, lettersOfA: number, b: string, lettersOfB: number): boolean {
  const missing = a.length <= b.length ? lettersOfA & ~lettersOfB : lettersOfB & ~lettersOfA;
  return missing === 0 || ((missing & (missing - 1)) === 0 && Math.abs(a.length - b.length) <= 1);
}

/** Whether two different numbers of four digits or more differ by one digit. */
export const isSimilarNumber = (a: string, b: string): boolean =>
  a !== b && a.length >= 4 && b.length >= 4 && isOneSlip(a, b);
