import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf } from '../../src/gateway/balance.ts';
import type { Payment } from '../../src/gateway/book.ts';
import { type MerchantScenarioOptions, merchantScenario } from '../../src/scenario.ts';
import { linesOf, sum, ZONE as zone } from '../books.ts';

const currencies = ['MYR', 'SGD', 'JPY'];
const UNTIL = '2026-10-31';
const END = Date.parse('2026-11-01T00:00:00+08:00');
const scenarios = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  days: fc.integer({ min: 6, max: 16 }),
  ordersPerDay: fc.integer({ min: 3, max: 25 }),
  breaks: fc.constantFrom<MerchantScenarioOptions['breaks']>('none', 'services', 'standard'),
  reserve: fc.constantFrom({ basisPoints: 0, days: 1 }, { basisPoints: 1_000, days: 3 }, { basisPoints: 333, days: 9 }),
  conversion: fc.constantFrom(undefined, { to: 'MYR', rates: { USD: '4.2137', KWD: '13.7', JPY: '0.02814' } }),
  settlement: fc.record({ lagDays: fc.integer({ min: 1, max: 4 }), isSettledAtWeekends: fc.boolean() }),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;
const scenarioOf = ({ conversion, ...scenario }: Scenario) =>
  merchantScenario({
    ...scenario,
    until: UNTIL,
    zone,
    currencies,
    ...(conversion === undefined ? {} : { conversion }),
  });
const everyScenario = (law: (scenario: ReturnType<typeof scenarioOf>, options: Scenario) => void, numRuns = 15) =>
  fc.assert(
    fc.property(scenarios, (options) => law(scenarioOf(options), options)),
    { numRuns },
  );

describe('the books balance for any seed and any terms', () => {
  it('gross = net + fee + reserve, for each payment', () => {
    everyScenario(({ book }) => {
      const byId = new Map(book.payments.map((payment) => [payment.id, payment]));
      for (const { id, amount, fee, net } of linesOf(book, ({ paidAt }) => paidAt < END)) {
        const reserve = byId.get(id)?.reserve ?? 0n;
        expect(net + fee + reserve).toBe(amount);
        expect(fee >= 0n && reserve >= 0n && net <= amount).toBe(true);
      }
    });
  });

  it('the balance is the sum of its movements at any instant, and the available balance is less by the reserve', () => {
    const instants = fc.array(fc.integer({ min: END - 16 * 86_400_000, max: END }), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(scenarios, instants, (options, ats) => {
        const { book } = scenarioOf(options);
        for (const at of [...ats, END]) {
          const balances = balanceOf(book, at);
          for (const currency of currencies) {
            // but for the line that is planted to be in the statement alone
            const moved = book.payments.filter(
              (payment) =>
                payment.currency === currency &&
                payment.paidAt !== null &&
                payment.paidAt < at &&
                book.statementErrors.get(payment.id)?.isUncounted === undefined,
            );
            const one = balances[currency];
            if (moved.length === 0) expect(one).toBeUndefined();
            else {
              const movements = moved.map(({ isOutgoing, amount, fee }) => (isOutgoing ? -amount - fee : amount - fee));
              expect(BigInt(one?.balance ?? 0)).toBe(sum(movements));
              const held = moved.filter(({ reservedUntil }) => reservedUntil !== null && reservedUntil >= at);
              expect(BigInt(one?.available_balance ?? 0)).toBe(
                sum(movements) - sum(held.map(({ reserve }) => reserve)),
              );
            }
          }
        }
      }),
      { numRuns: 10 },
    );
  });

  it('settlements are allocated or deposited in full, at the bank and at the payout account', () => {
    everyScenario((scenario, { breaks }) => {
      const { batches, book, bank, payout } = scenario;
      for (const { net, released, allocated, deposited } of batches) {
        if (net >= allocated) expect(allocated + deposited).toBe(net + released);
        // more than was settled is allocated only where that is planted
        else expect(breaks).toBe('standard');
      }
      const transfers = book.payments.filter(({ kind }) => kind === 'custom').map(({ amount }) => amount);
      expect(sum(transfers)).toBe(sum(batches.map(({ allocated, deposited }) => allocated + deposited)));
      const approved = payout.sendLimits.filter(
        (row) => row.transactionType === 'in' && row.status === 'approved' && row.fromSettlement <= UNTIL,
      );
      expect(sum(approved.map(({ amount }) => amount))).toBe(sum(batches.map(({ allocated }) => allocated)));
      if (breaks === 'standard') return;
      const deposits = bank.filter(({ amount }) => amount > 0n).map(({ amount }) => amount);
      expect(sum(deposits)).toBe(sum(batches.map(({ deposited }) => deposited)));
    });
  });

  it('receipts are settled, outstanding or withheld', () => {
    everyScenario(({ book, batches }) => {
      for (const currency of currencies) {
        const purchases = book.payments.filter(
          (payment) => payment.kind === 'purchase' && payment.currency === currency && payment.paidAt !== null,
        );
        const net = (payments: readonly Payment[]) =>
          sum(payments.map(({ amount, fee, reserve }) => amount - fee - reserve));
        const settled = purchases.filter(({ settledAt }) => settledAt !== null);
        const own = batches.filter((batch) => batch.currency === currency);
        expect(net(settled)).toBe(sum(own.map((batch) => batch.net)));
        const held = sum(purchases.map(({ reserve }) => reserve)) - sum(own.map(({ released }) => released));
        const open = net(purchases.filter(({ settledAt }) => settledAt === null));
        const gross = sum(purchases.map(({ amount, fee }) => amount - fee));
        expect(sum(own.map((batch) => batch.net + batch.released)) + open + held).toBe(gross);
        expect(held >= 0n && open >= 0n).toBe(true);
      }
    });
  });

  it('chargeback reversals follow chargebacks and do not exceed them', () => {
    everyScenario(({ book }) => {
      const taken = new Map(
        book.payments.filter(({ kind }) => kind === 'chargeback').map((payment) => [payment.relatedTo, payment]),
      );
      for (const payment of book.payments.filter(({ kind }) => kind === 'chargeback_reversal')) {
        const chargeback = taken.get(payment.relatedTo);
        expect([payment.amount, payment.isOutgoing]).toEqual([chargeback?.amount, false]);
        expect(payment.createdAt).toBeGreaterThan(chargeback?.createdAt ?? Infinity);
      }
    });
  });
});

it('chargebacks and reversals occur', () => {
  const { book } = merchantScenario({
    seed: 3,
    days: 40,
    until: UNTIL,
    zone,
    currencies,
    ordersPerDay: 100,
    breaks: 'none',
  });
  const count = (kind: Payment['kind']) => book.payments.filter((payment) => payment.kind === kind).length;
  expect(count('chargeback')).toBeGreaterThan(8);
  expect(count('chargeback_reversal')).toBeGreaterThan(2);
  expect(count('chargeback_reversal')).toBeLessThan(count('chargeback'));
});
