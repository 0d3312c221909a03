import { beforeEach, expect, test } from 'vitest';
import { given, left, matchesBy, right } from '../given/matching.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();
beforeEach(() => acme.execute('delete from recon.item'));

const records = [
  left('L1', '100', { reference: 'INV-1', identifier: 'a' }),
  right('R1', '100', { reference: 'INV-1', at: '2026-10-02' }),
  right('R2', '100', { reference: 'INV-1', at: '2026-10-04' }),
  right('R3', '98.50', { reference: 'inv 1' }),
  left('L2', '100', { reference: 'X-9', at: '2026-10-09' }),
  right('R4', '100', { reference: 'X-9', at: '2026-10-09' }),
  left('L3', '-100', { reference: 'INV-1', at: '2026-10-05' }),
  right('R5', '7', { reference: 'other' }),
];

async function considered(key: string): Promise<string[]> {
  const rows = await acme.rows('from recon.match_considered([$key])', { key });
  return rows.map(
    ({ other_key, same, right_minus_left, days_later, result }) =>
      `${other_key}: ${same}; ${right_minus_left}; ${days_later}; ${result}`,
  );
}

const explained = (key: string) =>
  acme.rows('select pass_no, pass, result, why from recon.match_explained([$key]) order by pass_no', { key });

test('Candidates are listed with their differences and their result', async () => {
  await matchesBy(acme.warehouse, records, 'same_identifier', 'same_reference_and_amount');
  expect(await considered('L1')).toEqual([
    'R1: reference, amount; 0.0000; 1; suggested with it',
    'R2: reference, amount; 0.0000; 3; runner-up',
    'R3: similar reference, day; -1.5000; 0; unmatched',
    'L3: reference, opposite amount; null; 4; unmatched',
    'R4: amount; 0.0000; 8; matched with another (same_reference_and_amount)',
  ]);
  expect(await considered('L2')).toContain('R4: reference, amount, day; 0.0000; 0; matched with it');
  expect(await considered('R5')).toEqual([]);
});

test('Each pass explains its result: the match with its evidence and alternatives, or the reason for none', async () => {
  await matchesBy(acme.warehouse, records, 'same_identifier', 'same_reference_and_amount', 'in_time_order');
  expect(await explained('L1')).toEqual([
    {
      pass_no: 1,
      pass: 'same_identifier',
      result: 'not matched',
      why: '0 record(s) of the other side have identifier a; exactly one is required.',
    },
    {
      pass_no: 2,
      pass: 'same_reference_and_amount',
      result: 'suggested',
      why: 'left L1 + right R1; equal: amount, reference; days later: 1; runners-up: right:R2',
    },
    { pass_no: 3, pass: 'in_time_order', result: 'already matched', why: 'An earlier pass matched it.' },
  ]);
});

test('Without a match by amount, the records with the amount near the day are counted', async () => {
  const near = [
    left('L', '100', { at: '2026-10-01' }),
    right('near', '100', { at: '2026-11-01' }),
    right('another amount', '99', { at: '2026-10-01' }),
    right('far', '100', { at: '2026-11-02' }),
  ];
  await matchesBy(acme.warehouse, near, 'amount_in_window(days_after := 3)');
  expect(await explained('L')).toMatchObject([
    { why: '1 record(s) of the other side have this amount within 31 days.' },
  ]);
});

test('Alternative items of a sum are listed with their difference', async () => {
  const items = [left('a', '120.35'), left('b', '77.10'), left('c', '77.10', { at: '2026-10-02' })];
  await matchesBy(
    acme.warehouse,
    [...items, right('D', '197.45', { at: '2026-10-03' })],
    'sum_in_window(days_after := 3)',
  );
  expect(await considered('D')).toEqual([
    'a: ; 77.1000; 2; suggested with it',
    'b: ; 120.3500; 2; suggested with it',
    'c: ; 120.3500; 1; runner-up',
  ]);
});

test('A manual match is listed after the passes that did not match', async () => {
  await matchesBy(acme.warehouse, records, 'same_identifier');
  await acme.execute(
    `insert into recon.item by name
     select 1 as run_id, $given as reconciliation, 'MYR' as currency, date '2026-10-01' as business_date,
       'one' as item_key, 'abcdef' as break_id, 'matched' as outcome, 'by_hand' as match_pass,
       'Matched by hand with 123 by Aisyah.' as reason, 'L1' as left_key`,
    { given },
  );
  expect(await explained('L1')).toMatchObject([
    { pass_no: 1, pass: 'same_identifier', result: 'not matched' },
    { pass_no: 2, pass: 'by_hand', result: 'matched', why: 'Matched by hand with 123 by Aisyah.' },
  ]);
});
