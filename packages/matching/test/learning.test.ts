import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lessFee } from '../src/amounts.ts';
import { evidenceOf, likeliestEvidence } from '../src/evidence.ts';
import { statedFees, unlearned } from '../src/learned.ts';
import { isSurePair, learnScale, matchPairs } from '../src/match-pairs.ts';
import { isOwnNumber, lagOf, rarityOf } from '../src/rarity.ts';
import type { WeighedRecord } from '../src/record.ts';
import { weightOf } from '../src/weight.ts';
import { amountAlone, weighedRecord as record } from './given/weighed-record.ts';

const many = (count: number, make: (at: number) => WeighedRecord): WeighedRecord[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('Stated fees', () => {
  const paid = (text: string, basisPoints: number, flat: number) => (at: number) => {
    const gross = 500_000 + at * 73_700;
    const net = lessFee(gross, { basisPoints, flat });
    return record('right', { amount: net, fee: gross - net, text });
  };

  test('show the fee of each kind', () => {
    const records = [...many(30, paid('VISA payment', 200, 5000)), ...many(10, paid('WALLET payment', 250, 2000))];
    expect(statedFees(records)).toEqual([
      { basisPoints: 200, flat: 5000 },
      { basisPoints: 250, flat: 2000 },
    ]);
  });

  test('of fewer than eight records show nothing', () => {
    expect(statedFees(many(7, paid('VISA payment', 200, 5000)))).toEqual([]);
  });

  test('of a share that is different each time show nothing', () => {
    const records = many(30, (at) =>
      record('right', { amount: 900_000, fee: 9_700 + at * 1_300, text: 'VISA payment' }),
    );
    expect(statedFees(records)).toEqual([]);
  });
});

describe('The lag of a pair', () => {
  // 2000-01-01, day 0, is a Saturday: weekdays 2 to 6 are Monday to Friday
  const weekday = (at: number) => 2 + Math.floor(at / 5) * 7 + (at % 5);
  const rights = many(40, (at) => record('right', { day: weekday(at), text: 'GIRO' }));
  const rarity = rarityOf([...rights, record('left')], new Set());
  const lag = (from: number, to: WeighedRecord) => lagOf(record('left', { day: from }), to, rarity);

  test('is counted in days on which its method is booked', () => {
    // from Friday to Monday, and from Sunday to Monday
    const monday = rights[5] as WeighedRecord;
    expect(monday.day).toBe(9);
    expect([lag(6, monday), lag(8, monday), lag(9, monday), lag(10, monday)]).toEqual([1, 0, 0, -1]);
  });

  test('is counted in all days where a method is booked on all days', () => {
    const daily = many(40, (at) => record('right', { day: at, text: 'INSTANT' }));
    const all = rarityOf([...daily, record('left')], new Set());
    expect(lagOf(record('left', { day: 6 }), daily[9] as WeighedRecord, all)).toBe(3);
  });
});

describe("A number of the other side's own form", () => {
  const lefts = many(60, (at) => record('left', { reference: String(4000 + at) }));
  const checks = many(60, (at) => record('right', { text: `CHECK ${4000 + at}` }));
  const transfers = many(60, (at) => record('right', { text: `TRANSFER ${7000 + at * 3}` }));
  const rarity = rarityOf([...lefts, ...checks, ...transfers], new Set());

  test('is one of a method whose numbers are hardly ever references', () => {
    expect(isOwnNumber(rarity, transfers[0] as WeighedRecord, '7000')).toBe(true);
  });

  test('is none of a method whose numbers are references', () => {
    expect(isOwnNumber(rarity, checks[0] as WeighedRecord, '4000')).toBe(false);
  });

  test('is none of a length that few of its records have', () => {
    expect(isOwnNumber(rarity, transfers[0] as WeighedRecord, '70001')).toBe(false);
  });
});

describe('A candidate', () => {
  // few digits, so that numbers are shared, similar, of another record, of a known form, and none of these
  const number = fc.string({ unit: fc.constantFrom('4', '5'), minLength: 4, maxLength: 5 });
  const numbers = fc.array(fc.option(number, { nil: '' }), { minLength: 3, maxLength: 8 });

  test('weighs before its numbers are compared at least what it weighs with them', () => {
    fc.assert(
      fc.property(numbers, numbers, (references, texts) => {
        const lefts = references.map((reference) => record('left', { reference, text: 'SUNRISE' }));
        const rights = texts.map((text) => record('right', { text: `CHECK ${text}` }));
        const rarity = rarityOf([...lefts, ...rights], new Set());
        for (const left of lefts)
          for (const right of rights) {
            const texts = [rarity.textsOf(left), rarity.textsOf(right)] as const;
            const weighed = [likeliestEvidence, evidenceOf].map((compare) =>
              weightOf({ left, right, evidence: compare(...texts, 'equal', 0, rarity) }, unlearned, rarity),
            );
            expect(weighed[0]).toBeGreaterThanOrEqual(weighed[1] ?? Number.NaN);
          }
      }),
    );
  });
});

describe('A suggestion', () => {
  const exhausted = (rights: number): boolean[] => {
    const records = [
      record('left', { amount: 4_247_300, day: 10, text: 'Sunrise' }),
      ...many(rights, (at) => record('right', { amount: 4_247_300, day: 10 + at, text: 'DEPOSIT' })),
      ...many(60, (at) => record('right', { amount: 9_000_100 + at * 53_700, day: at, text: 'DEPOSIT' })),
      ...many(60, (at) => record('left', { amount: 9_000_100 + at * 53_700, day: at, text: 'Sale' })),
    ];
    const scale = learnScale(records, new Set());
    return matchPairs(new Set(records), scale)
      .filter(({ left }) => left.amount === 4_247_300)
      .map(({ isExhausted }) => isExhausted);
  };

  test('is exhaustive where every record of the amount was compared', () => {
    expect(exhausted(12)).toEqual([true]);
  });

  test('is not where only the nearest twelve were', () => {
    expect(exhausted(13)).toEqual([false]);
  });
});

describe('A sure pair', () => {
  const pair = (relation: 'equal' | 'near', margin: number) => ({
    left: record('left'),
    right: record('right'),
    evidence: { ...amountAlone, relation, name: 8 },
    margin,
    rivals: [],
    isContradicted: false,
    isExhausted: true,
  });

  test('of a near amount needs a margin of 0.2 % whatever is asked', () => {
    // a margin of 5 leaves 0.67 %, and one of 7 leaves 0.09 %
    expect(isSurePair(pair('equal', 5), 0.01)).toBe(true);
    expect(isSurePair(pair('near', 5), 0.01)).toBe(false);
    expect(isSurePair(pair('near', 7), 0.01)).toBe(true);
    expect(isSurePair(pair('near', 7), 0.0005)).toBe(false);
  });
});
