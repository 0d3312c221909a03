import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSimilarNumber, isSimilarWord, lettersOf, marksOf, mayBeSimilar, numbersOf, wordsOf } from '../src/text.ts';

const from = (letters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });
const word = (minLength: number, maxLength = 10) => from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', minLength, maxLength);
const digitText = (minLength: number, maxLength = 9) => from('0123456789', minLength, maxLength);

/** A word, a place in it and another letter: what a single mistake is made of. */
const wordAndPlace = word(5).chain((text) =>
  fc.tuple(fc.constant(text), fc.nat({ max: text.length - 1 }), fc.constantFrom(...'AEIKMNRSTZ')),
);

describe('wordsOf', () => {
  test.each([
    ['Kedai Runcit Maju', ['KEDAI', 'RUNCIT', 'MAJU']],
    ['José Núñez', ['JOSE', 'NUNEZ']],
    // the same letters, composed and decomposed
    ['Zoe\u0308', ['ZOE']],
    ['Zo\u00eb', ['ZOE']],
    ['J Smith & Co', ['SMITH', 'CO']],
    ["O'Brien", ['BRIEN']],
    ['Shop24Seven 0071', ['SHOP', 'SEVEN']],
    ['sunrise SUNRISE Sunrise', ['SUNRISE']],
    ['Яндекс', ['ЯНДЕКС']],
    ['12 345', []],
    ['', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('reads several texts, each word once, ignores missing ones, and joins no end with the start of the next', () => {
    expect(wordsOf('Sunrise Trading', null, 'trading house')).toEqual(['SUNRISE', 'TRADING', 'HOUSE']);
    expect([wordsOf(null), wordsOf('Sun', 'rise')]).toEqual([[], ['SUN', 'RISE']]);
  });
});

describe('numbersOf', () => {
  test.each([
    ['INV-1234', ['1234']],
    ['00012', []],
    ['12 99', []],
    ['000', []],
    // a year is no reference
    ['2026-10-05', []],
    ['INV/2024/3011', ['3011']],
    ['PAYOUT POMM2AE7U4', ['POMM2AE7U4']],
    ['payout pomm2ae7u4', ['POMM2AE7U4']],
    // five characters are no code
    ['A1B2C', []],
    // letters alone are a word
    ['PAYOUT', []],
    ['1234 / 01234', ['1234']],
    ['', []],
  ])('%s', (text, numbers) => {
    expect(numbersOf(text)).toEqual(numbers);
  });

  test('finds a number with and without the letters that are written to it', () => {
    expect([...numbersOf('INV00123')].sort()).toEqual(['123', 'INV00123']);
  });

  test('reads several texts, each number once, ignores missing ones, and joins no end with the start of the next', () => {
    expect(numbersOf('INV-1234', null, 'Invoice 1234, order 777')).toEqual(['1234', '777']);
    expect([numbersOf(null, null), numbersOf('12', '34')]).toEqual([[], []]);
  });

  test('ignores leading zeros of any number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 99_999_999 }), fc.nat({ max: 5 }), (number, zeros) => {
        expect(numbersOf(`No. ${'0'.repeat(zeros)}${number}`)).toEqual([String(number)]);
      }),
    );
  });
});

describe('isSimilarWord', () => {
  test.each([
    ['SUNRISE', 'SUNRISE'],
    // abbreviated: some letters left out
    ['KWLSKI', 'KOWALSKI'],
    ['MFG', 'MANUFACTURING'],
    ['TRDG', 'TRADING'],
  ])('%s may be %s', (a, b) => {
    expect(isSimilarWord(a, b)).toBe(true);
  });

  test.each([
    ['SUNRISE', 'HARVEST'],
    ['SUNRISE', 'MOONRISE'],
    // too short to be a beginning
    ['SU', 'SUNRISE'],
    // three letters with a vowel are a word of their own
    ['SUE', 'SUNRISE'],
    ['RISE', 'SUNRISE'],
    // one wrong letter in a word of three is another word
    ['TAN', 'TAM'],
    ['LEE', 'LEA'],
    // two letters wrong
    ['SUMRIZE', 'SUNRISE'],
    // two pairs exchanged
    ['USNIRSE', 'SUNRISE'],
    // letters that are exchanged over a distance
    ['SINRUSE', 'SUNRISE'],
    ['', 'SUNRISE'],
  ])('%s is not %s', (a, b) => {
    expect(isSimilarWord(a, b)).toBe(false);
  });

  test('is symmetric', () => {
    // few letters, so that many words are similar
    const short = from('ABC', 0, 6);
    fc.assert(
      fc.property(short, short, (a, b) => {
        expect(isSimilarWord(a, b)).toBe(isSimilarWord(b, a));
      }),
      { numRuns: 1000 },
    );
  });

  test('finds a word of five letters or more with one letter wrong, missing, added or exchanged', () => {
    fc.assert(
      fc.property(wordAndPlace, ([text, at, letter]) => {
        const [front, here, rest] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)];
        const slips = [front + letter + rest, front + rest, front + letter + here + rest];
        if (rest !== '') slips.push(`${front}${rest[0]}${here}${rest.slice(1)}`);
        for (const slip of slips) expect(isSimilarWord(text, slip), slip).toBe(true);
      }),
    );
  });

  test('finds every beginning of three letters or more', () => {
    fc.assert(
      fc.property(word(3), word(0), (start, rest) => {
        expect(isSimilarWord(start, start + rest)).toBe(true);
      }),
    );
  });

  test('takes no word for the short form of one with another first letter', () => {
    // a difference of two letters, so that it is no single slip
    const pairs = fc.tuple(word(3, 6), word(8, 12)).filter(([short, long]) => short[0] !== long[0]);
    fc.assert(
      fc.property(pairs, ([short, long]) => {
        expect(isSimilarWord(short, long)).toBe(false);
      }),
    );
  });

  test('takes no word for one that lacks two of its letters', () => {
    fc.assert(
      fc.property(word(3, 8), word(3, 6), (text, rest) => {
        // digits are in no word
        expect(isSimilarWord(`${text}12`, text + rest)).toBe(false);
      }),
    );
  });
});

describe('isSimilarNumber', () => {
  test.each([
    ['12345', '12354'],
    ['12345', '1234'],
    ['12345', '123345'],
    ['POMM2AE7U4', 'POMM2AE7V4'],
  ])('%s may be %s', (a, b) => {
    expect(isSimilarNumber(a, b)).toBe(true);
  });

  test.each([
    // of three digits too many differ by one
    ['123', '124'],
    ['1234', '123'],
    ['12345', '1234567'],
    // unlike words, a number is not cut short
    ['1234', '123456'],
  ])('%s is not %s', (a, b) => {
    expect(isSimilarNumber(a, b)).toBe(false);
  });

  test('is symmetric and never finds a number itself', () => {
    const short = from('012', 3, 6);
    fc.assert(
      fc.property(short, short, (a, b) => {
        expect(isSimilarNumber(a, b)).toBe(isSimilarNumber(b, a));
        expect(isSimilarNumber(a, a)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('finds each number of four digits or more with one other digit', () => {
    fc.assert(
      fc.property(digitText(4), fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, more) => {
        const at = place % number.length;
        const digit = (Number(number[at]) + more) % 10;
        expect(isSimilarNumber(number, `${number.slice(0, at)}${digit}${number.slice(at + 1)}`)).toBe(true);
      }),
    );
  });

  test('does not find a number with two digits wrong that are no exchange', () => {
    fc.assert(
      fc.property(digitText(4, 8), (number) => {
        // each digit one higher: the first and the last are wrong
        const higher = (digit: string | undefined) => String((Number(digit) + 1) % 10);
        const wrong = `${higher(number[0])}${number.slice(1, -1)}${higher(number.at(-1))}`;
        expect(isSimilarNumber(number, wrong)).toBe(false);
      }),
    );
  });
});

describe('The letters of two texts', () => {
  const mayBe = (a: string, b: string) => mayBeSimilar(a, lettersOf(a), b, lettersOf(b));

  test('never exclude similar words', () => {
    // of few letters, many words are similar
    const few = from('ABC', 3, 6);
    fc.assert(
      fc.property(few, few, (a, b) => {
        expect(mayBe(a, b) || !isSimilarWord(a, b)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['SMITH', 'JONES'],
    ['2001', '4589'],
    // one letter that the longer lacks is a slip only where the lengths are near
    ['SMITH', 'SMIDSON'],
  ])('exclude %s and %s', (a, b) => {
    expect(mayBe(a, b)).toBe(false);
  });
});

describe('marksOf', () => {
  test.each([
    ['SETTLEMENT LOC 2 BATCH 4711', ['2']],
    ['Visa takings shop 12, till 3', ['12', '3']],
    ['POS 05/04 at 10:30, 1.50 T3', []],
    [null, []],
  ])('of %j are %j', (text, marks) => {
    expect(marksOf(text)).toEqual(marks);
  });
});
