import { beforeAll, expect, test } from 'vitest';
import { matchRecords } from '../../src/reconcile/matching/match-records.ts';
import { readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { asText, keysOf, shuffled, sure } from '../given/matches.ts';
import { type GivenRecord, given, keyInBook, keyOf, passes, putRecords } from '../given/matching.ts';
import { givenRules } from '../given/rules.ts';

/**
 * Declares the laws that hold for any records and passes: the ledgers are matched once, and again after a change that must not matter.
 * `newKey` gives each record another key, `oldKey` its own again.
 */
export function givenLaws(
  declared: readonly string[],
  records: readonly GivenRecord[],
  [newKey, oldKey]: readonly [newKey: (key: string) => string, oldKey: (key: string) => string],
) {
  const acme = givenRules();
  const all = passes(...declared);
  const law = { acme, all, first: [] as WarehouseRow[], matchesOf };
  beforeAll(async () => {
    law.first = await matchesOf(records);
  });

  /** Every match of these records with its evidence, in a fixed order. */
  async function matchesOf(put: readonly GivenRecord[]): Promise<WarehouseRow[]> {
    await putRecords(acme.warehouse, put);
    await matchRecords(acme.connection, { reconciliation: given, passes: all });
    return readRows(acme.connection, 'from recon.match order by match_id');
  }

  test('A record is in at most one match, and every matched record exists', () => {
    const members = law.first.flatMap(({ left_keys, right_keys }) => [
      ...keysOf(left_keys).map((key) => `left ${key}`),
      ...keysOf(right_keys).map((key) => `right ${key}`),
    ]);
    expect(new Set(members).size).toBe(members.length);
    const known = new Set(records.map((record) => `${record.side} ${keyOf(record)}`));
    expect(members.filter((member) => !known.has(member))).toEqual([]);
  });

  test('A rerun gives identical matches', async () => {
    expect(await matchesOf(records)).toEqual(law.first);
  });

  test('The order of the records does not matter', async () => {
    expect(await matchesOf(shuffled(records))).toEqual(law.first);
  });

  test('Other record keys do not change sure matches', async () => {
    const renamed = await matchesOf(records.map((record) => ({ ...record, key: newKey(record.key) })));
    expect(asText(sure(renamed), oldKey)).toEqual(asText(sure(law.first)));
    expect(renamed.length).toBe(law.first.length);
  });

  return law;
}

/** Whether all records of a match have keys that begin with a tilde. */
export const isOther = ({ left_keys, right_keys }: WarehouseRow) =>
  [...keysOf(left_keys), ...keysOf(right_keys)].every((key) => keyInBook(key).startsWith('~'));
