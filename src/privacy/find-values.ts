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

/** A value and its replacement. */
type Replacement = { value: string; by: string };

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A pattern for a letter in each case and each notation of files: plain, in JSON, in XML, in an address. */
function characterPattern(character: string, encoding: BufferEncoding): string {
  if (/\s/.test(character)) return String.raw`(?:\s|\+|%20|&#32;)+`;
  const spellings = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const plain: string[] = [];
  const written: string[] = [];
  for (const each of spellings) {
    const bytes = Buffer.from(each, encoding).toString('latin1');
    plain.push(escaped(bytes));
    const units = [...each].flatMap((one) => one.split('').map((unit) => unit.charCodeAt(0)));
    written.push(units.map((unit) => String.raw`\\{1,8}u(?:${hex(unit, 4)}|${hex(unit, 4).toUpperCase()})`).join(''));
    const code = each.codePointAt(0) ?? 0;
    written.push(`&#0*${code};`, `&#[xX]0*(?:${hex(code, 1)}|${hex(code, 1).toUpperCase()});`);
    if (!/[A-Za-z0-9]/.test(each))
      written.push(
        [...bytes]
          .map((byte) => `%(?:${hex(byte.charCodeAt(0), 2)}|${hex(byte.charCodeAt(0), 2).toUpperCase()})`)
          .join(''),
      );
  }
  const named: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': String.raw`\\{1,8}"|&quot;`,
    "'": '&apos;',
  };
  return `(?:${[...plain, named[character], ...written].filter((each) => each !== undefined).join('|')})`;
}

/** File extensions, which may follow an e-mail address in a file name and are not part of its domain. */
const fileEndings = 'csv|tsv|txt|xlsx|xlsm|xls|jsonl|json|ndjson|xml|ofx|qfx|sta|mt940|940|zip|pdf|eml|png|jpe?g';

/** Characters that must not be beside a value, because it would be another value. */
function borders(value: string): [before: string, after: string] {
  if (/^[\d\s+-]+$/.test(value)) return [String.raw`(?<!\d)`, String.raw`(?!\d)`];
  if (value.includes('@'))
    return ['(?<![A-Za-z0-9._%+-])', String.raw`(?![A-Za-z0-9-]|\.(?!(?:${fileEndings})(?![A-Za-z0-9]))[A-Za-z0-9])`];
  // a name within the e-mail address of another person is not a name
  return [
    String.raw`(?<![A-Za-z0-9\x80-\xff])(?<!@[\w.-]{0,80})`,
    String.raw`(?![A-Za-z0-9\x80-\xff])(?![\w.+-]{0,64}@)`,
  ];
}

function patternOf(value: string, encoding: BufferEncoding): RegExp {
  const isNumber = /^\+?\d[\d\s-]*\d$/.test(value);
  const characters = isNumber ? [...value.replaceAll(/[\s+-]/g, '')] : [...value.trim().replaceAll(/\s+/g, ' ')];
  const [before, after] = borders(value);
  const body = characters.map((each) => characterPattern(each, encoding)).join(isNumber ? '[ -]?' : '');
  return new RegExp(before + body + after, 'g');
}

type Finder = { pattern: RegExp; by: string; isNumber: boolean; firstWord: string | undefined };

/** With more finders than this, a text is searched once for the first word of each value. */
const fewFinders = 20;

/** Recognises a text in which letters may be written as codes. */
const hasCodes = /\\u[0-9a-fA-F]{4}|&#|%[0-9a-fA-F]{2}/;

/** The finders whose first word is in a text. A number may be written with separators. */
function candidates(finders: readonly Finder[], text: string): readonly Finder[] {
  if (finders.length <= fewFinders || hasCodes.test(text)) return finders;
  const words = new Set(text.toLowerCase().match(/[a-z0-9]+/g));
  return finders.filter(({ firstWord, isNumber }) => isNumber || firstWord === undefined || words.has(firstWord));
}

const firstWordOf = (value: string) => /[a-z0-9]+/.exec(value.toLowerCase())?.[0];

/** Replaces digits in their positions, so that separators are kept. */
function inPlace(found: string, by: string): string {
  let at = 0;
  return found.replaceAll(/\d/g, () => by[at++] ?? '0');
}

/** Finds values in the bytes of files, in any encoding and notation, and replaces them. */
export type ValueFinder = {
  isIn(bytes: Buffer): boolean;
  /** The bytes with each value replaced; the same buffer where there is no value. */
  redacted(bytes: Buffer): Buffer;
  redactedText(text: string): string;
};

const wideEncodings: readonly (readonly [mark: string, name: string])[] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

function wideEncodingOf(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 2).toString('hex');
  return wideEncodings.find(([own]) => own === mark)?.[1];
}

function encodedWide(text: string, encoding: string): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** A finder for some values. Where one value contains another, the longer one is replaced first. */
export function valueFinder(replacements: readonly Replacement[]): ValueFinder {
  const ordered = replacements.toSorted((a, b) => b.value.length - a.value.length);
  const finders = ordered.flatMap(({ value, by }): Finder[] => {
    const isNumber = /^\d+$/.test(by.replaceAll(/[\s+-]/g, ''));
    const encodings: BufferEncoding[] = /^[\x20-\x7e]*$/.test(value) ? ['utf8'] : ['utf8', 'latin1'];
    const digits = by.replaceAll(/\D/g, '');
    return encodings.map((encoding) => ({
      pattern: patternOf(value, encoding),
      by: isNumber ? digits : by,
      isNumber,
      firstWord: firstWordOf(value),
    }));
  });
  const replaced = (text: string) =>
    candidates(finders, text).reduce(
      (before, { pattern, by, isNumber }) =>
        before.replaceAll(pattern, (found) => (isNumber ? inPlace(found, by) : by)),
      text,
    );
  const redacted = (bytes: Buffer): Buffer => {
    const wide = wideEncodingOf(bytes);
    if (wide !== undefined) {
      const text = new TextDecoder(wide).decode(bytes);
      const next = redactedText(text);
      return next === text ? bytes : encodedWide(next, wide);
    }
    const text = bytes.toString('latin1');
    const next = replaced(text);
    return next === text ? bytes : Buffer.from(next, 'latin1');
  };
  const redactedText = (text: string) => {
    const bytes = Buffer.from(text);
    const next = replaced(bytes.toString('latin1'));
    return Buffer.from(next, 'latin1').toString();
  };
  return { isIn: (bytes) => redacted(bytes) !== bytes, redacted, redactedText };
}
