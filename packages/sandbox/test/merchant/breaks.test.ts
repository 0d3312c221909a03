import { expect, it } from 'vitest';
import { type MerchantScenarioOptions, merchantScenario } from '../../src/scenario.ts';

const OPTIONS: MerchantScenarioOptions = {
  seed: 12,
  days: 30,
  until: '2026-11-01',
  zone: 'Asia/Kuala_Lumpur',
  ordersPerDay: 30,
  breaks: 'standard',
  currencies: ['MYR', 'SGD'],
};

it.each([1, 2, 3, 4, 5])('every kind that the files of the merchant show is planted, for any seed: %i', (seed) => {
  const { truth } = merchantScenario({ ...OPTIONS, seed });
  const kindsOf = (reconciliation: string) =>
    [...new Set(truth.filter((one) => one.reconciliation === reconciliation).map((one) => one.reason_code))].sort();
  expect(kindsOf('orders_to_statement')).toEqual([
    'amount_differs',
    'currency_differs',
    'order_without_payment',
    'paid_twice',
    'payment_for_unpaid_order',
    'payment_without_order',
    'several_fit',
  ]);
  expect(kindsOf('bank_to_settlement')).toEqual([
    'amount_differs',
    'deposit_missing',
    'deposit_not_sent',
    'deposit_twice',
  ]);
  expect(kindsOf('refunds_to_purchases')).toContain('currency_differs');
  expect(kindsOf('refunds_to_purchases')).toContain('refunded_and_charged_back');
  expect(kindsOf('statement_to_turnover')).toContain('line_without_turnover');
  // the scenario ends on a Sunday: no transfer went out on that day, and no settlement was due
  expect(kindsOf('payments_to_settlement')).toEqual(['not_settled']);
  expect(kindsOf('fees_to_schedule')).toEqual(['fee_too_high', 'fee_too_low']);
  expect(kindsOf('settlement_to_allocation')).toEqual(['balance_not_explained']);
  expect(kindsOf('beneficiaries')).toHaveLength(7);
  expect(kindsOf('allocation_lifecycle')).toHaveLength(3);
});

it('a transfer that was sent in two arrives as one deposit, of which nothing is to be reported', () => {
  const { bank, book } = merchantScenario(OPTIONS);
  const halves = book.payments.filter(({ reference }) => /^SETTLE-.*-[12]$/.test(reference));
  expect(halves.length).toBeGreaterThan(1);
  const received = new Set(bank.map(({ reference }) => reference));
  expect(halves.filter(({ reference }) => !received.has(reference.slice(0, -2)))).toEqual([]);
});

it('without breaks, the ground truth is empty', () => {
  expect(merchantScenario({ ...OPTIONS, breaks: 'none' }).truth).toEqual([]);
});
