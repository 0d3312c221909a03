import { expect, test } from 'vitest';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

test('The query of a reconciliation gives the record of a side, or its columns', async () => {
  expect(
    await acme.lines(`
      with given as (
        select 'order' as left_key, 'A-1' as left_reference, timestamptz '2026-11-03 12:00:00Z' as left_at, 7 as left_receipt_id,
          3 as left_line_no, recon.record_of('payment', 'B-2', timestamptz '2026-11-04 12:00:00Z', 8, 4) as right_record
      )
      select left_key, left_reference, left_at, left_receipt_id, left_line_no,
        right_key, right_reference, right_at, right_receipt_id, right_line_no
      from recon.item_of('orders_to_statement', given)`),
  ).toEqual(['order A-1 2026-11-03T12:00:00.000Z 7 3 payment B-2 2026-11-04T12:00:00.000Z 8 4']);
});
