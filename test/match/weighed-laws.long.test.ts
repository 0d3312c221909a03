import { expect, test } from 'vitest';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { checksAndWires } from '../accuracy/ledgers/checks-and-wires.mjs';
import { shopsAndCouriers } from '../accuracy/ledgers/shops-and-couriers.mjs';
import { asText, keysOf, sure } from '../given/matches.ts';
import { bookOf, type GivenRecord } from '../given/matching.ts';
import { givenLaws, isOther } from './laws.ts';

// Invariants of the passes that weigh evidence, on generated books. Whether their matches are right is
// another question: test/accuracy.

const passes = ['weighed_evidence(exact := true)', 'sum_by_name', 'weighed_evidence', 'sum_by_name(by_day := true)'];
const seeds = [11, 12, 13];
const ledgers = [checksAndWires, shopsAndCouriers].flatMap((generate) =>
  seeds.map((seed) => generate({ seed, records: 200, days: 60 }).records),
);
// keys in the same order
const law = givenLaws(passes, ledgers.flat(), [(key) => `~${key}~`, (key) => key.slice(1, -1)]);
const ledger = ledgers[0] ?? [];
const book = String(ledger[0]?.book);
const bookOfMatch = ({ left_keys, right_keys }: WarehouseRow) =>
  bookOf(keysOf(left_keys)[0] ?? keysOf(right_keys)[0] ?? '');

test('The ledgers give both passes sure matches, and suggestions', () => {
  expect(new Set(sure(law.first).map(({ pass }) => pass))).toEqual(new Set(['weighed_evidence', 'sum_by_name']));
  expect(new Set(sure(law.first).map(bookOfMatch)).size).toBe(ledgers.length);
  expect(law.first.length - sure(law.first).length).toBeGreaterThan(10);
});

test('The records of other books do not change the matches of a book', async () => {
  for (const own of [ledger, ledgers[seeds.length] ?? []]) {
    const alone = law.first.filter((match) => bookOfMatch(match) === own[0]?.book);
    expect(await law.matchesOf(own)).toEqual(alone);
  }
});

test('A book with the same records and keys has the same matches', async () => {
  const both = await law.matchesOf([...ledger, ...ledger.map((record) => ({ ...record, book: 'other' }))]);
  const of = (name: string) =>
    asText(both.filter((match) => bookOfMatch(match) === name)).map((text) => text.replace(name, ''));
  expect(of('other')).toEqual(of(book));
  expect(of(book)).toHaveLength(law.first.filter((match) => bookOfMatch(match) === book).length);
});

test('Another currency does not change the matches of a currency', async () => {
  const other = (ledgers[1] ?? []).map((record) => ({ ...record, book, key: `~${record.key}`, currency: 'SGD' }));
  const both = await law.matchesOf([...ledger, ...other]);
  expect(both.filter((match) => !isOther(match))).toEqual(law.first.filter((match) => bookOfMatch(match) === book));
});

test.each([
  ['checks and wires', checksAndWires],
  ['shops and couriers', shopsAndCouriers],
])('The books of one company and the bank account of another have at most one sure pair: %s', async (_, generate) => {
  const startOf = (ledger: readonly GivenRecord[]) =>
    Math.min(...ledger.filter(({ side }) => side === 'right').map(({ at }) => Date.parse(String(at))));
  const [books = [], bank = []] = [21, 22].map(
    (seed) => generate({ seed, records: 2000, days: 60, company: 'unrelated' }).records,
  );
  // the same period
  const later = startOf(books) - startOf(bank);
  const moved = (at: string | undefined) => new Date(Date.parse(String(at)) + later).toISOString().slice(0, 10);
  const put = [
    ...books.filter(({ side }) => side === 'left'),
    ...bank.filter(({ side }) => side === 'right').map((record) => ({ ...record, at: moved(record.at) })),
  ];
  expect(put.length).toBeGreaterThan(1600);
  // what one side cancels itself is no pair
  const found = sure(await law.matchesOf(put)).filter(
    ({ left_keys, right_keys }) => keysOf(left_keys).length > 0 && keysOf(right_keys).length > 0,
  );
  expect(found.length, asText(found).join('\n')).toBeLessThanOrEqual(1);
});
