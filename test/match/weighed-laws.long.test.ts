import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchRecords } from '../../src/reconcile/matching/match-records.ts';
import { readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { checksAndWires } from '../accuracy/ledgers/checks-and-wires.mjs';
import { shopsAndCouriers } from '../accuracy/ledgers/shops-and-couriers.mjs';
import { asText, keysOf, shuffled, sure } from '../given/matches.ts';
import { type GivenRecord, given, passes, putRecords } from '../given/matching.ts';
import { givenWarehouse } from '../given/warehouse.ts';

// Invariants of the passes that weigh evidence, on generated books, each a company of its own. Whether their matches are right is
// another question: test/accuracy.

const all = passes('weighed_evidence(exact := true)', 'sum_by_name', 'weighed_evidence', 'sum_by_name(by_day := true)');
const seeds = [11, 12, 13];
const generators = [checksAndWires, shopsAndCouriers];

const ledgerOf = (generator: (typeof generators)[number], seed: number, records = 200, company?: string) =>
  generator({ seed, records, days: 60, ...(company === undefined ? {} : { company }) }).records as GivenRecord[];

const ledgers = generators.flatMap((generator) => seeds.map((seed) => ledgerOf(generator, seed)));
const records = ledgers.flat();

let warehouse: Warehouse;
let first: WarehouseRow[];
beforeAll(async () => {
  warehouse = await givenWarehouse();
  first = await matchesOf(records);
});
afterAll(() => warehouse.close());

/** Every match of these records, in a fixed order. */
async function matchesOf(put: readonly GivenRecord[], declared = all): Promise<WarehouseRow[]> {
  await putRecords(warehouse, put);
  await matchRecords(warehouse.connection, { reconciliation: given, passes: declared });
  return readRows(warehouse.connection, 'from recon.match order by company, match_id');
}

test('The ledgers give both passes sure matches, and suggestions', () => {
  expect(new Set(sure(first).map(({ pass }) => pass))).toEqual(new Set(['weighed_evidence', 'sum_by_name']));
  expect(new Set(sure(first).map(({ company }) => company)).size).toBe(ledgers.length);
  expect(first.length - sure(first).length).toBeGreaterThan(10);
});

test('Each record is in at most one match', () => {
  const members = first.flatMap(({ company, left_keys, right_keys }) => [
    ...keysOf(left_keys).map((key) => `${company} left ${key}`),
    ...keysOf(right_keys).map((key) => `${company} right ${key}`),
  ]);
  expect(new Set(members).size).toBe(members.length);
  const known = new Set(records.map(({ company, side, key }) => `${company} ${side} ${key}`));
  expect(members.filter((member) => !known.has(member))).toEqual([]);
});

test('The same records again give the same matches', async () => {
  expect(await matchesOf(records)).toEqual(first);
});

test('The order of the records does not matter', async () => {
  expect(await matchesOf(shuffled(records))).toEqual(first);
});

test('Other keys in the same order do not change sure matches', async () => {
  const name = (key: string) => `~${key}~`;
  const renamed = await matchesOf(records.map((record) => ({ ...record, key: name(record.key) })));
  expect(asText(sure(renamed), (key) => key.slice(1, -1))).toEqual(asText(sure(first)));
  expect(renamed.length).toBe(first.length);
});

test('The records of other companies do not change the matches of a company', async () => {
  for (const [at, ledger] of ledgers.entries()) {
    if (at % seeds.length !== 0) continue;
    const company = String(ledger[0]?.company);
    expect(await matchesOf(ledger)).toEqual(first.filter((match) => match.company === company));
  }
});

test('A company with the same records and keys has the same matches', async () => {
  const ledger = ledgers[0] ?? [];
  const company = String(ledger[0]?.company);
  const both = await matchesOf([...ledger, ...ledger.map((record) => ({ ...record, company: 'other' }))]);
  const of = (name: string) =>
    asText(both.filter((match) => match.company === name)).map((text) => text.replace(name, ''));
  expect(of('other')).toEqual(of(company));
  expect(of(company)).toHaveLength(first.filter((match) => match.company === company).length);
});

test('Another currency does not change the matches of a currency', async () => {
  const ledger = ledgers[0] ?? [];
  const company = String(ledger[0]?.company);
  const other = (ledgers[1] ?? []).map((record) => ({ ...record, company, key: `~${record.key}`, currency: 'SGD' }));
  const isOther = ({ left_keys, right_keys }: WarehouseRow) =>
    [...keysOf(left_keys), ...keysOf(right_keys)].every((key) => key.startsWith('~'));
  const both = await matchesOf([...ledger, ...other]);
  expect(both.filter((match) => !isOther(match))).toEqual(first.filter((match) => match.company === company));
});

test.each([
  ['checks and wires', checksAndWires],
  ['shops and couriers', shopsAndCouriers],
])('The books of one company and the bank account of another have at most one sure pair: %s', async (_, generator) => {
  const startOf = (ledger: readonly GivenRecord[]) =>
    Math.min(...ledger.filter(({ side }) => side === 'right').map(({ at }) => Date.parse(String(at))));
  const books = ledgerOf(generator, 21, 2000, 'unrelated');
  const bank = ledgerOf(generator, 22, 2000, 'unrelated');
  // the same period
  const later = startOf(books) - startOf(bank);
  const moved = (at: string | undefined) => new Date(Date.parse(String(at)) + later).toISOString().slice(0, 10);
  const put = [
    ...books.filter(({ side }) => side === 'left'),
    ...bank.filter(({ side }) => side === 'right').map((record) => ({ ...record, at: moved(record.at) })),
  ];
  expect(put.length).toBeGreaterThan(1600);
  // what one side cancels itself is no pair
  const found = sure(await matchesOf(put)).filter(
    ({ left_keys, right_keys }) => keysOf(left_keys).length > 0 && keysOf(right_keys).length > 0,
  );
  expect(found.length, asText(found).join('\n')).toBeLessThanOrEqual(1);
});
