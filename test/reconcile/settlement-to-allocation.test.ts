import { expect, test } from 'vitest';
import { deriveWithin } from '../../src/warehouse/derive.ts';
import { allocation, page } from '../given/payout-records.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On
p0,purchase,INV-0,MYR,5.00,0,fpx,paid,2026-10-20 09:00:00,2026-10-22 00:09:00
p1,purchase,INV-1,MYR,300.00,0,fpx,paid,2026-11-02 09:00:00,2026-11-04 00:09:00
p2,purchase,INV-2,MYR,60.00,0,fpx,paid,2026-11-03 09:00:00,2026-11-05 00:09:00
p3,purchase,INV-3,SGD,900.00,0,fpx,paid,2026-11-03 09:00:00,2026-11-05 00:09:00
`;
const acme = givenRules({ currencies: ['MYR', 'SGD'] });

test('An allocation is compared with the settlement of its own day and currency', async () => {
  const allocations = page([
    allocation(1, { amount: 290, net_amount: 290 }),
    allocation(2, { amount: 70, net_amount: 70, from_settlement: '2026-11-05' }),
  ]);
  const received_at = '2026-11-06T00:10:00Z';
  await acme.receive(statement, {
    kind: 'statement',
    received_at,
    ...days('2026-10-20', '2026-11-05'),
    currency: null,
  });
  await acme.receive(allocations, { kind: 'send_limits', received_at });
  await deriveWithin(acme.connection);
  expect(
    await acme.lines(
      `select currency, strftime(business_date, '%d'), line_code, amount::decimal(18, 2)
       from recon.settlement_to_allocation(date '2026-11-04', date '2026-11-06')
       where line_code in ('gross', 'kept', 'residual') order by business_date, line_no`,
    ),
    // 300 − 290 stay at the gateway; 70 − 60 were never settled in ringgit
  ).toEqual([
    ...['MYR 04 gross 300.00', 'MYR 04 kept -10.00', 'MYR 04 residual 0.00'],
    ...['MYR 05 gross 60.00', 'MYR 05 kept 0.00', 'MYR 05 residual 10.00'],
  ]);
});

test('Between approval and settlement an allocation is in both balances, and a statement says so', async () => {
  const settled = (id: number, amount: number, from_settlement: string, updated_at: string) =>
    allocation(id, { amount, net_amount: amount, from_settlement, updated_at });
  const allocations = page([
    settled(1, 11, '2026-11-04', '2026-11-03T03:00:00Z'),
    settled(2, 12, '2026-11-04', '2026-11-04T03:00:00Z'),
    settled(3, 13, '2026-11-04', '2026-11-06T03:00:00Z'),
  ]);
  await acme.receive(allocations, { kind: 'send_limits', received_at: '2026-11-07T00:10:00Z' });
  await deriveWithin(acme.connection);
  expect(
    await acme.lines(
      `select kind, since_on, ended_on, ended_by, amount::integer from mart.composition
       where item_key like 'allocation:%' order by amount`,
    ),
  ).toEqual(['allocated 2026-11-03 2026-11-04 settled 11']);
});
