import { expect, it } from 'vitest';
import { type MerchantScenarioOptions, merchantFiles, merchantScenario } from '../../src/scenario.ts';

const OPTIONS: MerchantScenarioOptions = {
  seed: 12,
  days: 30,
  until: '2026-11-01',
  zone: 'Asia/Kuala_Lumpur',
  ordersPerDay: 30,
  breaks: 'standard',
  currencies: ['MYR', 'SGD'],
};
type Truth = ReturnType<typeof merchantScenario>['truth'];
const kindsOf = (truth: Truth, reconciliation: string) =>
  new Set(truth.filter((one) => one.reconciliation === reconciliation).map((one) => one.reason_code));

it('plants every kind that orders, bank, price list, recipients and approvals show, for any seed', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { truth } = merchantScenario({ ...OPTIONS, seed });
    expect(kindsOf(truth, 'orders_to_statement')).toEqual(
      new Set([
        ...[
          'payment_without_order',
          'order_without_payment',
          'amount_differs',
          'payment_for_unpaid_order',
          'paid_twice',
          'several_fit',
        ],
      ]),
    );
    expect(kindsOf(truth, 'bank_to_settlement')).toEqual(
      new Set(['deposit_missing', 'amount_differs', 'deposit_twice', 'deposit_not_sent']),
    );
    expect(kindsOf(truth, 'refunds_to_purchases')).toContain('currency_differs');
    expect(kindsOf(truth, 'statement_to_turnover')).toContain('line_without_turnover');
    // the scenario ends on a Sunday: no transfer went out on that day, and no settlement was due
    expect(kindsOf(truth, 'payments_to_settlement')).toEqual(new Set(['not_settled']));
    expect(kindsOf(truth, 'fees_to_schedule')).toEqual(new Set(['fee_too_high', 'fee_too_low']));
    expect(kindsOf(truth, 'settlement_to_allocation')).toEqual(new Set(['balance_not_explained']));
    expect(kindsOf(truth, 'beneficiaries').size).toBe(7);
    expect(kindsOf(truth, 'allocation_lifecycle').size).toBe(3);
  }
});

it('plants them in the files: the bank file shows the ground truth of the bank', () => {
  const { bank, truth, book } = merchantScenario(OPTIONS);
  const planted = truth.filter((one) => one.reconciliation === 'bank_to_settlement');
  const referenceOf = (key: string) =>
    book.payments.find(({ id }) => key === `disbursement:${id}`)?.reference ?? key.split(' ')[1];
  const linesOf = (key: string) => bank.filter((line) => line.reference === referenceOf(key)).length;
  for (const { reason_code, key } of planted)
    expect([reason_code, linesOf(key)]).toEqual([
      reason_code,
      { deposit_missing: 0, amount_differs: 1, deposit_twice: 2, deposit_not_sent: 1 }[reason_code],
    ]);
  // sent in two, deposited in one: of these nothing is to be reported
  const halves = book.payments.filter(({ reference }) => /^SETTLE-.*-[12]$/.test(reference));
  expect(halves.length).toBeGreaterThan(1);
  for (const { reference } of halves) expect(bank.some((line) => line.reference === reference.slice(0, -2))).toBe(true);
});

it('generates the same files and ground truth for the same seed, and plants only what is requested', () => {
  const scenario = merchantScenario(OPTIONS);
  const again = merchantScenario(OPTIONS);
  expect(merchantFiles(again)).toEqual(merchantFiles(scenario));
  expect(again.truth).toEqual(scenario.truth);
  const { truth } = merchantScenario({ ...OPTIONS, breaks: 'services' });
  for (const name of ['orders_to_statement', 'bank_to_settlement', 'fees_to_schedule', 'beneficiaries'])
    expect(kindsOf(truth, name)).toEqual(new Set());
  expect(merchantScenario({ ...OPTIONS, breaks: 'none' }).truth).toEqual([]);
});
