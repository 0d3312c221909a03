import { expect, test } from 'vitest';
import { causesOf } from '../../src/report/page/causes.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';

const finding = (reconciliation: string, amount: string, order: number, changes: WarehouseRow = {}): WarehouseRow => ({
  currency: 'MYR',
  reconciliation,
  amount,
  list_order: order,
  item_count: 1,
  outcome: 'missing_left',
  ...changes,
});
const balance = finding('gateway_balance', '35.1900', 20, { outcome: 'control_breach' });
const turnover = finding('statement_to_turnover', '36.4900', 10);
const orders = finding('orders_to_statement', '36.4900', 30);
const feeRemainder = (residual: string): WarehouseRow => ({
  reconciliation: 'statement_to_turnover',
  currency: 'MYR',
  measure: 'fee',
  residual,
});
const said = (findings: WarehouseRow[], controls: WarehouseRow[], isOneDay = true) =>
  causesOf(findings, controls, isOneDay).map(({ rows, lessFees, fees }) =>
    [...rows.map((row) => row.reconciliation), ...lessFees.map((row) => `${row.reconciliation} less ${fees}`)].join(
      ', ',
    ),
  );

test('The same amount, and the amount less its fees in a balance, are one point, where the gravest of them stood', () => {
  const other = finding('refunds_to_purchases', '900.0000', 40);
  expect(said([balance, other, orders, turnover], [feeRemainder('1.3000')])).toEqual([
    'statement_to_turnover, orders_to_statement, gateway_balance less 1.3000',
    'refunds_to_purchases',
  ]);
});

test('The sign of the fees does not matter, their size and their currency do', () => {
  const together = 'statement_to_turnover, gateway_balance less -1.3000';
  expect(said([turnover, balance], [feeRemainder('-1.3000')])).toEqual([together]);
  const apart = ['statement_to_turnover', 'gateway_balance'];
  expect(said([turnover, balance], [feeRemainder('1.2900')])).toEqual(apart);
  expect(said([turnover, { ...balance, currency: 'SGD' }], [feeRemainder('1.3000')])).toEqual(apart);
  expect(said([turnover, balance], [])).toEqual(apart);
});

test('Several items in one finding, no amount, and more days than one say too little to put findings together', () => {
  expect(said([turnover, { ...orders, item_count: 2 }], [])).toHaveLength(2);
  expect(said([finding('a', '0.0000', 1), finding('b', '0.0000', 2)], [])).toHaveLength(2);
  expect(said([turnover, orders, balance], [feeRemainder('1.3000')], false)).toHaveLength(3);
});
