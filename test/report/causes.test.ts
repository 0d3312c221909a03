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
const feeDifference = (residual: string): WarehouseRow => ({
  reconciliation: 'statement_to_turnover',
  currency: 'MYR',
  measure: 'fee',
  residual,
});
const groups = (findings: WarehouseRow[], controls: WarehouseRow[], isOneDay = true) =>
  causesOf(findings, controls, isOneDay).map(({ rows, lessFees, fees }) =>
    [...rows.map((row) => row.reconciliation), ...lessFees.map((row) => `${row.reconciliation} less ${fees}`)].join(
      ', ',
    ),
  );

test('Items of the same amount, or less its fees in a roll-forward, are one finding at the position of the first', () => {
  const other = finding('refunds_to_purchases', '900.0000', 40);
  expect(groups([balance, other, orders, turnover], [feeDifference('1.3000')])).toEqual([
    'statement_to_turnover, orders_to_statement, gateway_balance less 1.3000',
    'refunds_to_purchases',
  ]);
});

test('Fees are compared by size and currency, not by sign', () => {
  const together = 'statement_to_turnover, gateway_balance less -1.3000';
  expect(groups([turnover, balance], [feeDifference('-1.3000')])).toEqual([together]);
  const apart = ['statement_to_turnover', 'gateway_balance'];
  expect(groups([turnover, balance], [feeDifference('1.2900')])).toEqual(apart);
  expect(groups([turnover, { ...balance, currency: 'SGD' }], [feeDifference('1.3000')])).toEqual(apart);
  expect(groups([turnover, balance], [])).toEqual(apart);
});

test('Findings with several items, without an amount or over several days are not grouped', () => {
  expect(groups([turnover, { ...orders, item_count: 2 }], [])).toHaveLength(2);
  expect(groups([finding('a', '0.0000', 1), finding('b', '0.0000', 2)], [])).toHaveLength(2);
  expect(groups([turnover, orders, balance], [feeDifference('1.3000')], false)).toHaveLength(3);
});
