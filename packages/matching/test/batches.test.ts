import { describe, expect, test } from 'vitest';
import { grossSchedule, scheduleByWord, schedulesOf, statedByWord } from '../src/batch-fees.ts';
import { Habits, nettedBy, setsOf } from '../src/batch-sets.ts';
import { timelineOf } from '../src/batch-windows.ts';
import type { WeighedRecord } from '../src/record.ts';
import { exactPairs, sums } from './given/matching.ts';
import { dayOf, decimal } from './given/ordinary-pairs.ts';
import { amongOrdinary } from './given/weighed-pairs.ts';
import { weighedRecord } from './given/weighed-record.ts';
import type { WrittenRecord } from './given/written-record.ts';

const record = (given: Partial<WeighedRecord>): WeighedRecord => ({ ...weighedRecord('left'), ...given });

/** A left record of some cents. */
const sale = (key: string, day: number, cents: number, given: Partial<WeighedRecord> = {}): WeighedRecord =>
  record({ key, day, amount: cents * 100, ...given });
const line = (day: number, cents: number): WeighedRecord =>
  record({ key: `line ${day}`, side: 'right', day, amount: cents * 100 });
const byDay = (items: readonly WeighedRecord[]) => timelineOf(items, ({ day }) => day);

const fee = (basisPoints: number, flat: number) => ({ basisPoints, flat, ofBatch: 0, agreeing: 0, rivals: 1 });
const placesOf = () => ['before', 'weekday'] as const;

describe('What arrives of an item', () => {
  const [kept, returned] = schedulesOf(fee(290, 30));

  test('is its amount less a percentage that is rounded, and a flat part', () => {
    // 2.9 % of 100.01 are 2.90029, and 0.30
    expect(kept?.netOf(sale('A', 1, 10_001))).toBe(9681);
    // 2.9 % of 5.00 are 0.145, and half a cent counts as one
    expect(kept?.netOf(sale('A', 1, 500))).toBe(455);
  });

  test('is a refund without its fee, or with the percentage', () => {
    expect(kept?.netOf(sale('A', 1, -10_000))).toBe(-10_000);
    expect(returned?.netOf(sale('A', 1, -10_000))).toBe(-9710);
  });

  test('is the amount less a stated fee', () => {
    expect(kept?.netOf(sale('A', 1, 10_001, { fee: 12_300 }))).toBe(9878);
    expect(grossSchedule.netOf(sale('A', 1, 10_001))).toBe(10_001);
  });

  test('may be less two percentages, each of them rounded', () => {
    // 6.5 % and 1 % of 10.70 are 0.6955 and 0.107, together 7.5 % are 0.8025
    const nets = schedulesOf(fee(750, 0)).map(({ netOf }) => netOf(sale('A', 1, 1070)));
    expect(nets).toContain(989);
    expect(nets).toContain(990);
  });

  test('follows the fees that other records of its words state', () => {
    const stated = (word: string, basisPoints: number, flat: number) =>
      Array.from({ length: 8 }, (_, at) => {
        const cents = 5000 + at * 1000;
        const less = (cents * basisPoints) / 10_000 + flat;
        return record({ side: 'right', amount: (cents - less) * 100, fee: less * 100, words: ['CARD', word] });
      });
    const schedule = scheduleByWord(statedByWord([...stated('VISA', 200, 50), ...stated('WALLET', 250, 20)]));
    expect(schedule.netOf(sale('A', 1, 10_000, { words: ['VISA'] }))).toBe(9750);
    expect(schedule.netOf(sale('B', 1, 10_000, { words: ['WALLET'] }))).toBe(9730);
    expect(schedule.netOf(sale('C', 1, 10_000, { words: ['AMEX'] }))).toBeNaN();
  });
});

describe('The sets of a line', () => {
  const items = [
    sale('late', 1, 4444),
    sale('A', 5, 12_345),
    sale('B', 5, 6789),
    sale('C', 6, 3211),
    sale('next', 7, 2999),
  ];
  const setsFor = (cents: number, depth: 0 | 1 | 2) =>
    setsOf(
      line(8, cents),
      nettedBy(byDay(items), grossSchedule, () => false),
      placesOf,
      new Habits(),
      depth,
    );
  const keysOf = (sets: ReturnType<typeof setsFor>) => sets.map((set) => set.items.map(({ key }) => key).join());

  test('are the items of successive days with its total', () => {
    expect(keysOf(setsFor(22_345, 0))).toEqual(['A,B,C']);
    expect(keysOf(setsFor(22_346, 0))).toEqual([]);
  });

  test('may lack an item, or have an earlier one, which is less likely', () => {
    expect(keysOf(setsFor(15_556, 0))).toEqual([]);
    expect(keysOf(setsFor(15_556, 1))).toEqual(['A,C']);
    // A, B and C with the late one
    expect(keysOf(setsFor(26_789, 1))).toEqual(['late,A,B,C']);
    const [plain, other] = [setsFor(22_345, 0)[0]?.prior ?? 0, setsFor(15_556, 1)[0]?.prior ?? 1];
    expect(other).toBeLessThan(plain / 10);
  });
});

const { sureOf } = amongOrdinary(exactPairs, sums());
/** Sales of a day, odd and each once. */
const centsOfDay = (day: number): number[] =>
  Array.from({ length: 3 + (day % 3) }, (_, at) => 2311 + ((day * 7919 + at * 10_007) % 48_611));
const netOf = (cents: number): number => cents - Math.round(cents * 0.025) - 20;
const total = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0);
const batchDays = Array.from({ length: 12 }, (_, at) => 3 + at * 4);

const salesOf = (day: number): WrittenRecord[] =>
  centsOfDay(day).map((cents, at) => ({
    side: 'left',
    key: `S${day}.${at}`,
    amount: decimal(cents),
    at: dayOf(day),
    counterparty: 'Counter',
    description: at % 2 === 0 ? 'Visa takings' : 'Master takings',
  }));
const depositOf = (day: number, cents: number, lag = 1, text = ''): WrittenRecord => ({
  side: 'right',
  key: `D${day}`,
  amount: decimal(cents),
  at: dayOf(day + lag),
  description: `ACQUIRER SETTLEMENT${text}`,
});

const matchOf = (day: number): string =>
  `${salesOf(day)
    .map(({ key }) => key)
    .join('+')} = D${day}`;

/** The sure matches. */
const result = (records: readonly WrittenRecord[]) => sureOf(records).sort();

describe('Batches less a fee that nobody states', () => {
  const sales = batchDays.flatMap(salesOf);
  const netOfDay = (day: number) => total(centsOfDay(day).map(netOf));
  const deposits = batchDays.map((day) => depositOf(day, netOfDay(day)));

  test('are sure where the lines have one fee in common', () => {
    expect(result([...sales, ...deposits])).toEqual(batchDays.map(matchOf).sort());
  });

  test('are not sure where a line is less by another fee', () => {
    const [wrong = 0, ...others] = batchDays;
    const lines = [depositOf(wrong, netOfDay(wrong) - 37), ...others.map((day) => depositOf(day, netOfDay(day)))];
    expect(result([...sales, ...lines])).toEqual(others.map(matchOf).sort());
  });

  test('are not sure where the line names somebody else', () => {
    const [other = 0, ...days] = batchDays;
    // the name of an ordinary pair
    const lines = [
      depositOf(other, netOfDay(other), 1, ' CORETTI'),
      ...days.map((day) => depositOf(day, netOfDay(day))),
    ];
    const found = result([...sales, ...lines]);
    expect(found).toEqual(days.map(matchOf).sort());
  });

  test('are not sure where only two lines have a fee in common', () => {
    const lines = batchDays.slice(0, 2).map((day) => depositOf(day, netOfDay(day)));
    expect(result([...sales, ...lines])).toEqual([]);
  });

  test('arrive gross as well', () => {
    const gross = batchDays.map((day) => depositOf(day, total(centsOfDay(day))));
    expect(result([...sales, ...gross])).toEqual(batchDays.map(matchOf).sort());
  });

  test('are told apart by the shop that both texts name', () => {
    // the first two sales of a day are of shop 1, the others of shop 2
    const shopOf = (at: number) => (at < 2 ? 1 : 2);
    const named = batchDays.flatMap((day) =>
      salesOf(day).map((given, at) => ({ ...given, description: `${given.description} shop ${shopOf(at)}` })),
    );
    const ofShop = (day: number, shop: number) => centsOfDay(day).filter((_, at) => shopOf(at) === shop);
    const lines = batchDays.flatMap((day) =>
      [1, 2].map((shop) => ({
        ...depositOf(day, total(ofShop(day, shop).map(netOf)), 1, ` SHOP ${shop}`),
        key: `D${day}.${shop}`,
      })),
    );
    const found = result([...named, ...lines]);
    expect(found).toContain('S3.0+S3.1 = D3.1');
    // two or three sales of one shop and day, and nothing else
    expect(found.length).toBeGreaterThan(batchDays.length);
    for (const match of found) {
      const [items = '', deposit = ''] = match.split(' = ');
      const [day, shop] = deposit.slice(1).split('.').map(Number);
      const keys = salesOf(day ?? 0).map(({ key }) => key);
      expect(items.split('+')).toEqual(keys.filter((_, at) => shopOf(at) === shop));
    }
  });

  test('are not sure among deposits whose days or amounts are exchanged', () => {
    // each deposit comes on the day of another one, weeks away
    const half = batchDays.length / 2;
    const moved = batchDays.map((day, at) => {
      const other = batchDays[(at + half) % batchDays.length] ?? 0;
      return { ...depositOf(day, netOfDay(other)), key: `D${other}` };
    });
    expect(result([...sales, ...moved])).toEqual([]);
  });
});
