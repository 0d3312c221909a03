import { expect, test } from 'vitest';
import { isRemark } from '../../src/warehouse/load/raw-rows.ts';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

async function rejectedOf(below: string) {
  const lines = `Date,Description,Reference,Amount\n2026-11-13,PAYOUT,P-1,+300.00\n${below}\n`;
  const facts = { kind: 'bank_statement', currency: 'MYR', received_at: '2026-11-20T00:10:00.000Z' };
  const file = landed(lines, facts);
  await acme.load(file);
  const id = { id: file.receipt_id };
  const rows = 'select reason_code, reason, raw_text from staging.rejected_row where receipt_id = $id';
  const days =
    'select row_count::integer as rows, rejected_count::integer as counted from core.rejected_day where receipt_id = $id';
  return {
    rows: await acme.rows(rows, id),
    days: await acme.derived(days, id),
  };
}

test('A remark below the lines is reported and makes no day incomplete', async () => {
  expect(await rejectedOf('This statement needs no signature')).toEqual({
    rows: [
      {
        reason_code: 'text_row',
        reason: 'Text below the lines: "This statement needs no signature".',
        raw_text: 'This statement needs no signature',
      },
    ],
    days: [{ rows: 1, counted: 0 }],
  });
});

test('A line that was cut makes its days incomplete', async () => {
  expect(await rejectedOf('2026-11-14')).toMatchObject({
    rows: [{ reason_code: 'too_few_cells' }],
    days: [{ rows: 1, counted: 1 }],
  });
});

test.each([
  ['This statement is computer generated and needs no signature', true],
  ['*** End of statement ***', true],
  ['Penyata ini dijana oleh komputer', true],
  ['これは 明細書 です', true],
  ['refund', false],
  ['-----------', false],
  ['Printed on 3 November', false],
  ['Page ٣ of many', false],
  ['<html><body>Please wait</body></html>', false],
  ['{"message": "Please wait"}', false],
  ['Your session has expired', false],
  ['Fatal error in export', false],
  ['Please sign in', false],
])('%s: %s', (text, expected) => {
  expect(isRemark(text)).toBe(expected);
});
