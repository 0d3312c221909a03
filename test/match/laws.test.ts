import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchRecords } from '../../src/reconcile/matching/match-records.ts';
import { readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { asText, keysOf, shuffled, sure } from '../given/matches.ts';
import { type GivenRecord, given, passes, putRecords } from '../given/matching.ts';
import { givenWarehouse } from '../given/warehouse.ts';
import { ledgers } from './random-ledger.ts';

// Invariants of any ledger, whatever its passes find. The ledgers come from one seed, and each is a separate company, so
// that one run of the passes is one run over all of them.

const all = passes(
  'same_identifier',
  'same_reference_and_amount',
  'same_reference(absolute := 0.05, percent := 1, fee_explains := true)',
  "normalised_reference(prefixes := ['INV-'], absolute := 0.05)",
  'shared_key(absolute := 0.05)',
  'offsetting(days := 3)',
  'similar_description(days_before := 1, days_after := 2, absolute := 0.05)',
  'amount_in_window(days_before := 1, days_after := 2)',
  'sum_in_window(days_after := 3, most_chance := 1)',
  'in_time_order(days_before := 1, days_after := 3, order_kept := true)',
);

const records = ledgers(160, 14, 7_072_028);
const companies = [...new Set(records.map(({ company }) => company))];

let warehouse: Warehouse;
let first: WarehouseRow[];
beforeAll(async () => {
  warehouse = await givenWarehouse();
  first = await matchesOf(records);
});
afterAll(() => warehouse.close());

/** Every match of these records with its evidence, in a fixed order. */
async function matchesOf(put: readonly GivenRecord[]): Promise<WarehouseRow[]> {
  await putRecords(warehouse, put);
  await matchRecords(warehouse.connection, { reconciliation: given, passes: all });
  return readRows(warehouse.connection, 'from recon.match order by company, match_id');
}

test('The ledgers give every pass sure matches and suggestions', () => {
  expect(companies.length).toBe(160);
  expect([...new Set(sure(first).map(({ pass }) => pass))].sort()).toEqual(all.map(({ pass }) => pass).sort());
  expect(first.length - sure(first).length).toBeGreaterThan(30);
});

test('A record is in at most one match, and every matched record exists', async () => {
  const wrong = await readRows(
    warehouse.connection,
    `select member.company, member.side, member.record_key, count(*) as times
     from recon.match_member as member
     left join recon.match_record as record
       on record.company = member.company and record.side = member.side and record.record_key = member.record_key
     group by all having count(*) <> 1 or count(record.record_key) <> 1`,
  );
  expect(wrong).toEqual([]);
});

test('Totals and counts are conserved: matched and unmatched records are the input', async () => {
  const both = `
    select company, side, currency, count(*) as records, sum(amount) as amount, sum(coalesce(fee, 0)) as fee from`;
  const differing = await readRows(
    warehouse.connection,
    `with
     put as (${both} recon.match_record group by all),
     accounted as (
       ${both} (
         from recon.match_left_over
         union all
         select record.* from recon.match_member as member
         inner join recon.match_record as record using (reconciliation, company, side, record_key)
       ) group by all
     )
     (from put except all from accounted) union all (from accounted except all from put)`,
  );
  expect(differing).toEqual([]);
  const [evidence] = await readRows(
    warehouse.connection,
    `select count(*) filter (right_minus_left <> right_amount - left_amount) as wrong,
       (sum(left_amount) - (select sum(amount) from recon.match_record semi join recon.match_member using (company, side, record_key)
         where side = 'left'))::text as left_off
     from recon.match_evidence`,
  );
  expect(evidence).toEqual({ wrong: 0n, left_off: '0.0000' });
});

test('A rerun gives identical matches', async () => {
  expect(await matchesOf(records)).toEqual(first);
});

test('The order of the records does not matter', async () => {
  expect(await matchesOf(shuffled(records))).toEqual(first);
});

test('Other record keys do not change sure matches', async () => {
  const name = (key: string) => `${key[0]}${String(99 - Number(key.slice(1)))}`;
  const renamed = await matchesOf(records.map((record) => ({ ...record, key: name(record.key) })));
  expect(asText(sure(renamed), name)).toEqual(asText(sure(first)));
  expect(renamed.length).toBe(first.length);
});

test('An unrelated record does not change the other matches', async () => {
  const unknown = (company: string | undefined, side: 'left' | 'right', amount: string): GivenRecord => ({
    side,
    key: 'unknown',
    amount,
    at: '2026-10-02',
    ...(company === undefined ? {} : { company }),
    identifier: `unknown ${side}`,
    reference: `unknown ${side}`,
    group: `unknown ${side}`,
    counterparty: `Zulu ${side}`,
  });
  const strangers = companies.flatMap((company) => [
    unknown(company, 'left', '7777.77'),
    unknown(company, 'right', '-8888.88'),
    { ...unknown(company, 'left', '9999.99'), key: 'one', identifier: 'pair' },
    { ...unknown(company, 'right', '9999.99'), key: 'other', identifier: 'pair' },
  ]);
  const among = await matchesOf([...strangers, ...records]);
  expect(among.filter(({ left_keys }) => !keysOf(left_keys).includes('one'))).toEqual(first);
  expect(among.length).toBe(first.length + companies.length);
});

test('A copy of the ledger in another currency is matched the same way and independently', async () => {
  const name = (key: string) => key.replace('~', '');
  const other = records.map((record) => ({ ...record, key: `~${record.key}`, currency: `~${record.currency}` }));
  const both = await matchesOf([...other, ...records]);
  const isOther = ({ left_keys, right_keys }: WarehouseRow) =>
    [...keysOf(left_keys), ...keysOf(right_keys)].every((key) => key.startsWith('~'));
  expect(both.filter((match) => !isOther(match))).toEqual(first);
  expect(asText(both.filter(isOther), name)).toEqual(asText(first));
});
