import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Created On
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00,2026-11-04 00:09:00,
p2,purchase,INV-2,MYR,50.00,1.00,fpx,paid,2026-11-02 10:00:00,2026-11-04 00:09:00,
p3,purchase,INV-3,MYR,30.00,1.00,fpx,paid,2026-11-02 11:00:00,2026-11-04 00:09:00,
`;
// O-2 has the reference of p2 and names p1; O-3 names a number that the gateway does not have
const orders = `Order,Reference,Placed On,Currency,Amount,Status,Purchase ID
O-1,INV-1,2026-11-02T08:59:00+08:00,MYR,100.00,paid,p1
O-2,INV-2,2026-11-02T09:59:00+08:00,MYR,50.00,paid,p1
O-3,INV-3,2026-11-02T10:59:00+08:00,MYR,30.00,paid,checkout-3
`;

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection, ['MYR'], false, {
    // a payment lacks its order only on a day for which all orders are known
    orders: { file: 'orders.csv', statuses: {}, covers: 'through_previous_day' },
  });
  const window = { window_from: '2026-11-01T16:00:00Z', window_to: '2026-11-02T16:00:00Z', currency: 'MYR' };
  const received_at = '2026-11-05T00:10:00.000Z';
  const first = landed(statement, { kind: 'statement', ext: 'csv', ...window, received_at });
  const second = landed(orders, { kind: 'orders', ext: 'csv', source: 'files', received_at });
  for (const file of [first, second]) await loadLanded(warehouse.connection, file);
  await reconcile(warehouse.connection, {
    ...{ runId: 1, company: 'acme', periodStart: '2026-11-02', periodEnd: '2026-11-03' },
    knownThrough: second.receipt_id,
  });
});
afterAll(() => warehouse.close());

test('An order that names the payment of another order is not matched by its reference', async () => {
  const items = await readRows(
    warehouse.connection,
    `select left_key, right_key, coalesce(reason_code, match_pass) as reason from recon.item
     where reconciliation = 'orders_to_statement' order by left_key nulls last, right_key`,
  );
  expect(items.map((row) => [row.left_key, row.right_key, row.reason])).toEqual([
    ['O-1', 'p1', 'same_reference_and_amount'],
    ['O-2', null, 'order_without_payment'],
    ['O-3', 'p3', 'same_reference_and_amount'],
    [null, 'p2', 'payment_without_order'],
  ]);
});
