import { expect, test } from 'vitest';
import { standingDecisions } from '../../src/close/month-facts.ts';
import { type GivenFile, givenBankLines, givenStatement } from '../given/facts.ts';
import { givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules({}, async ({ connection }) => {
  const file: GivenFile = { covers: ['2026-10-01', '2026-11-01'], received: '2026-11-02T00:00:00Z' };
  const payment = { amount: '10.00', fee: '0.50', reference: 'INV-1' };
  await givenStatement(connection, file, [
    { ...payment, key: 'P-1', paid: '2026-10-01 09:00' },
    { ...payment, key: 'P-2', paid: '2026-10-31 09:00' },
    { ...payment, key: 'P-3', paid: '2026-11-01 09:00' },
  ]);
  await givenBankLines(connection, file, [{ day: '2026-10-05', amount: '9.50' }]);
});

async function content(): Promise<Record<string, unknown>> {
  const rows =
    await acme.rows(`select record, record_count::integer as record_count, sha256 from core.month_content(date '2026-10-01', date '2026-11-01')
     order by record`);
  return Object.fromEntries(rows.map(({ record, record_count: count, sha256 }) => [String(record), [count, sha256]]));
}

test('Only records of the days of the month count', async () => {
  expect(await content()).toEqual({
    bank_line: [1, expect.stringMatching(/^[0-9a-f]{64}$/)],
    statement_line: [2, expect.stringMatching(/^[0-9a-f]{64}$/)],
  });
});

test.each([
  [
    'settled',
    `update core.payment set status = 'SETTLED', settled_at = timestamptz '2026-11-03 00:00:00Z', settlement_date = '2026-11-03'`,
  ],
  ['received again', 'update core.payment set receipt_id = 7, line_no = 9'],
  [
    'a version that ended',
    `insert into core.payment by name select * replace (5.00 as amount, now() as known_to) from core.payment where payment_key = 'P-1'`,
  ],
  ['a later day', `delete from core.payment where payment_key = 'P-3'`],
  ['the balance beside a bank line', 'update core.bank_line set balance = 100.00'],
])('A record that is %s has the same content', async (_what, change) => {
  const before = await content();
  await acme.execute(change);
  expect(await content()).toEqual(before);
});

test.each([
  ['amount', `update core.payment set amount = 10.01 where payment_key = 'P-1'`, 'statement_line'],
  ['fee', `update core.payment set fee = 0.51 where payment_key = 'P-2'`, 'statement_line'],
  [
    'day within the month',
    `update core.payment set business_date = '2026-10-02' where payment_key = 'P-1'`,
    'statement_line',
  ],
  ['currency', `update core.payment set currency = 'SGD' where payment_key = 'P-1'`, 'statement_line'],
  [
    'money that did not move',
    `update core.payment set is_money_moved = false where payment_key = 'P-1'`,
    'statement_line',
  ],
  [
    'doubled record',
    `insert into core.payment by name select * replace (2 as occurrence) from core.payment where payment_key = 'P-1'`,
    'statement_line',
  ],
  ['ended record', 'update core.bank_line set known_to = now()', 'bank_line'],
  ['amount at the bank', 'update core.bank_line set amount = -9.50', 'bank_line'],
])('Another %s is other content', async (_what, change, record) => {
  const before = await content();
  await acme.execute(change);
  const now = await content();
  expect(now[record]).not.toEqual(before[record]);
  const others = (of: typeof now) => Object.fromEntries(Object.entries(of).filter(([name]) => name !== record));
  expect(others(now)).toEqual(others(before));
});

test('A decision stands until it is taken back, even if it has expired', async () => {
  for (const [id, decision, undone] of [
    ['D-1', 'explain', false],
    ['D-2', 'accept', true],
    ['D-3', 'undo', false],
  ])
    await acme.execute(`insert into recon.decision_state by name select '${id}' as decision_id, '${decision}' as decision,
      ${undone} as is_undone, date '2026-11-02' as expires_on`);
  expect(await standingDecisions(acme.connection)).toEqual([{ decision_id: 'D-1' }]);
});
