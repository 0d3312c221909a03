import type { WeighedRecord } from './record.ts';
import { isDay, isSimilarNumber, isSimilarWord, lettersOf, mayBeSimilar } from './text.ts';

/** A text that records may have in common: `letters` are its letters as bits (lettersOf), `bit` is one of 32 bits. */
type Compared = { text: string; letters: number; bit: number };

/** A word of names with what its counts say, settled once and not for each pair. */
export type Word = Compared & {
  /** The right records that have it. */
  times: number;
  isRareLeft: boolean;
  isRareRight: boolean;
  shareLeft: number;
  shareRight: number;
  /** Whether a left record has it among its names. */
  isKnown: boolean;
  /** Whether neither names nor descriptions of the left side have it, and few right records do. */
  isStrange: boolean;
};

/** A number with what its counts say. */
export type Numbered = Compared & {
  /** The greater share of both sides that has it. */
  share: number;
  /** The probability that a number of its length is this one. */
  perTry: number;
  /** The left records whose own reference has it. */
  owners: number;
  mayRefer: boolean;
  isOfKnownForm: boolean;
};

/** Texts of a record with the bits of all of them: most records have nothing in common, and their bits show it. */
type Several<T> = { all: readonly T[]; bits: number };

/** The texts of a record as they are compared with those of others. */
export type ComparedTexts = {
  record: WeighedRecord;
  /** Its names without stop words. */
  names: Several<Word>;
  /** The names that may identify somebody: those of the books, if it has any, since a bank adds its own. */
  identifying: readonly Word[];
  numbers: Several<Numbered>;
  own: readonly Numbered[];
  /** Of a right record: the names that no left record has, and the number of rare names that a left record has, and that are strange. */
  unknown: readonly Word[];
  rareKnown: number;
  rareStrange: number;
  /** Of a right record: the numbers that may be references. */
  references: readonly Numbered[];
  /** Whether such a number that is not of its side's own numbering is the reference of a left record, or has their form. */
  hasReference: boolean;
  hasForm: boolean;
  /** Of these numbers, the references of a single left record, without numbers that may be a date or a lot. */
  ofOneRecord: readonly Numbered[];
  /** The days of a week on which records of its method are booked, if that is known. */
  booked: Weekdays | undefined;
};

/** The days of a week on which records are booked, in all and before each weekday. */
export type Weekdays = { inWeek: number; before: readonly number[] };

const severalOf = <T extends Compared>(all: readonly T[]): Several<T> => ({
  all,
  bits: all.reduce((bits, each) => bits | each.bit, 0),
});

export function hasText<T extends Compared>({ all, bits }: Several<T>, text: T): boolean {
  if ((bits & text.bit) === 0) return false;
  for (const each of all) if (each === text) return true;
  return false;
}

export const isSimilar = (a: Word, b: Word): boolean =>
  mayBeSimilar(a.text, a.letters, b.text, b.letters) && isSimilarWord(a.text, b.text);

export const isSimilarTo = (a: Numbered, b: Numbered): boolean =>
  mayBeSimilar(a.text, a.letters, b.text, b.letters) && isSimilarNumber(a.text, b.text);

/** What the counts of both sides say about words, numbers and records. */
export type TextCounts = {
  wordOf: (text: string) => Omit<Word, keyof Compared>;
  numberOf: (text: string) => Omit<Numbered, keyof Compared>;
  isStopWord: (text: string) => boolean;
  /** Whether a number of a right record is of the form in which its side numbers such records. */
  isOwnNumber: (right: WeighedRecord, number: string) => boolean;
  bookedOf: (right: WeighedRecord) => Weekdays | undefined;
};

/** A number of fewer digits may be that of a lot or a house as well. */
const leastOfOne = 4;

/** Reads the texts of records as they are compared, each record, word and number once. */
export function comparedTexts(counts: TextCounts): (record: WeighedRecord) => ComparedTexts {
  const words = new Map<string, Word>();
  const numbers = new Map<string, Numbered>();
  const texts = new Map<WeighedRecord, ComparedTexts>();
  const wordOf = (text: string): Word => {
    const known = words.get(text);
    if (known !== undefined) return known;
    const word = { text, letters: lettersOf(text), bit: 1 << (words.size & 31), ...counts.wordOf(text) };
    words.set(text, word);
    return word;
  };
  const numberOf = (text: string): Numbered => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const number = { text, letters: lettersOf(text), bit: 1 << (numbers.size & 31), ...counts.numberOf(text) };
    numbers.set(text, number);
    return number;
  };
  const read = (record: WeighedRecord): ComparedTexts => {
    const { side } = record;
    const names = record.names.filter((text) => !counts.isStopWord(text)).map(wordOf);
    const rare = names.filter(({ isRareLeft, isRareRight }) => (side === 'left' ? isRareLeft : isRareRight));
    const known = rare.filter(({ isKnown }) => isKnown);
    const all = record.numbers.map(numberOf);
    const isRight = side === 'right';
    const references = isRight ? all.filter(({ mayRefer }) => mayRefer) : [];
    const theirs = references.filter(({ text }) => !counts.isOwnNumber(record, text));
    return {
      record,
      names: severalOf(names),
      identifying: known.length > 0 ? known : rare,
      numbers: severalOf(all),
      own: record.own.map(numberOf),
      unknown: isRight ? names.filter(({ isKnown }) => !isKnown) : [],
      rareKnown: known.length,
      rareStrange: rare.filter(({ isStrange }) => isStrange).length,
      references,
      hasReference: theirs.some(({ owners }) => owners > 0),
      hasForm: theirs.some(({ isOfKnownForm }) => isOfKnownForm),
      ofOneRecord: theirs.filter(({ text, owners }) => owners === 1 && text.length >= leastOfOne && !isDay(text)),
      booked: counts.bookedOf(record),
    };
  };
  return (record) => {
    let found = texts.get(record);
    if (found === undefined) {
      found = read(record);
      texts.set(record, found);
    }
    return found;
  };
}
