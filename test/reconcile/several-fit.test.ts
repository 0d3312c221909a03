import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { readMart } from '../given/mart.ts';
import { givenWarehouse } from '../given/warehouse.ts';

// two orders have the reference and the amount of the one payment p1
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On
p0,purchase,INV-0,MYR,10.00,0.10,fpx,paid,2026-10-20 09:00:00
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00
`;
const orders = `Order,Reference,Placed On,Currency,Amount,Status,Refunded,Customer,Customer Email,Purchase ID
O-0,INV-0,2026-10-20T08:59:00+08:00,MYR,10.00,paid,,,,p0
O-1,INV-1,2026-11-02T08:50:00+08:00,MYR,100.00,paid,,A,,
O-2,INV-1,2026-11-02T08:55:00+08:00,MYR,100.00,paid,,B,,
O-3,INV-3,2026-11-04T08:55:00+08:00,MYR,5.00,paid,,B,,
`;
let warehouse: Warehouse;
afterAll(() => warehouse.close());

beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection, ['MYR'], false, { orders: {} });
  const window = { window_from: '2026-10-19T16:00:00Z', window_to: '2026-11-02T16:00:00Z', currency: 'MYR' };
  let knownThrough = 0;
  for (const [kind, content, facts] of [
    ['statement', statement, window],
    ['orders', orders, { source: 'files' }],
  ] as const) {
    const file = landed(content, { kind, ext: 'csv', received_at: '2026-11-12T00:10:00.000Z', ...facts });
    knownThrough = file.receipt_id;
    expect(await loadLanded(warehouse.connection, file)).toMatchObject({ rejected: 0 });
  }
  await reconcile(warehouse.connection, {
    runId: 950,
    company: 'acme',
    periodStart: '2026-11-02',
    periodEnd: '2026-11-03',
    knownThrough,
  });
});

test('Two orders that fit one payment are neither matched nor reported as unpaid', async () => {
  expect(
    await readMart(
      warehouse.connection,
      `select item_key, outcome, reason_code, right_minus_left, reason, runners_up from mart.item
       where reconciliation = 'orders_to_statement' order by item_key`,
    ),
  ).toEqual([
    {
      item_key: 'order:O-2',
      outcome: 'suggested',
      reason_code: 'several_fit',
      right_minus_left: '-100.0000',
      reason: 'Order O-2 of MYR 100.00 may be the one paid; another order has the same reference.',
      runners_up: '["right:p1"]',
    },
    {
      item_key: 'payment:p1',
      outcome: 'suggested',
      reason_code: 'several_fit',
      right_minus_left: '0.0000',
      reason: 'MYR 100.00 with reference INV-1 may belong to more than one order.',
      runners_up: '["left:O-2"]',
    },
  ]);
});
