import { expect, test } from 'vitest';
import { readPageData } from '../../src/report/page/page-data.ts';
import { fillMart } from '../../src/warehouse/fill-mart.ts';
import { givenBankLines, givenOrders, givenPayoutReadings, givenStatement } from '../given/facts.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules(
  {
    books: { orders: {}, bank: { deposits_are: 'settlements' } },
    changes: { starts_on: '2026-10-01', fees: [{ method: 'fpx', flat: '1', percent: '0', minimum: '0' }] },
  },
  async ({ connection }) => {
    const file = { covers: ['2026-11-01', '2026-11-05'] as [string, string], received: '2026-11-06T00:10:00Z' };
    const paid = { amount: '100', paid: '2026-11-02 09:00', fee: '1.50', reference: 'A' };
    await givenStatement(connection, file, [{ key: 'p1', ...paid }]);
    await givenOrders(connection, file, [
      { id: 'A', amount: '100', day: '2026-11-02', reference: 'A' },
      { id: 'B', amount: '60', day: '2026-11-02' },
    ]);
    await givenBankLines(connection, file, [{ day: '2026-11-03', amount: '50', text: 'CASH' }]);
    await givenPayoutReadings(connection, [{ day: '2026-11-04', ledger: '400', difference: '30' }]);
  },
);

test('What is open is listed by the statement in which its items stand, a difference in a balance in that of the balance', async () => {
  const judged = ['orders_to_statement', 'bank_to_settlement', 'fees_to_schedule', 'payout_roll_forward'];
  await acme.judge(judged, '2026-11-01', '2026-11-05');
  await fillMart(acme.connection);
  const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from: '2026-11-04', to: '2026-11-05' };
  const { open } = await readPageData(acme.connection, scope, { currency: undefined, rates: {} });
  expect(open.map((row) => [row.statement, row.debit, row.credit, row.cause_count])).toEqual([
    // of all, then the order without a payment, the deposit, the balance and the fee
    [null, '90.5000', '50.0000', 4n],
    ['gateway', '60.0000', '0.0000', 1n],
    ['deposits', '0.0000', '50.0000', 1n],
    ['payout', '30.0000', '0.0000', 1n],
    ['other', '0.5000', '0.0000', 1n],
  ]);
});
