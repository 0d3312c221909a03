import { describe, expect, it } from 'vitest';
import type { Payment } from '../src/gateway/book.ts';
import { releasesOf, settlementsOf, settlementTimes } from '../src/gateway/settlement.ts';
import { smallPast } from './gateway-harness.ts';

const [generated] = smallPast().payments;
if (generated === undefined) throw new Error('the scenario is too short');

/** A purchase of 100.00 in ringgit, paid on Thursday 29 October 2026, 10:00 in Malaysia; it costs 1.50. */
const payment = (changes: Partial<Payment>): Payment => ({
  ...generated,
  kind: 'purchase',
  isOutgoing: false,
  ...{ currency: 'MYR', amount: 10_000n, fee: 150n, reserve: 0n, reservedUntil: null },
  ...{ paidAt: Date.parse('2026-10-29T10:00:00+08:00'), settledAt: null },
  ...changes,
});

describe('settlementsOf', () => {
  it('totals paid purchases less fees, by currency, on the second business day after', () => {
    const payments = [
      payment({}), // Thursday: settled on Monday
      payment({ amount: 5_000n, fee: 75n, paidAt: Date.parse('2026-10-29T23:59:59+08:00') }),
      payment({ amount: 700n, fee: 0n, paidAt: Date.parse('2026-10-30T00:00:00+08:00') }), // Friday: on Tuesday
      payment({ currency: 'SGD', amount: 900n, fee: 9n }),
      payment({ paidAt: null }),
      payment({ kind: 'refund', isOutgoing: true }),
      payment({ kind: 'custom', isOutgoing: true }),
    ];
    const settlementOn = settlementsOf({ payments }, 'Asia/Kuala_Lumpur');
    expect(settlementOn('2026-11-02', 'MYR')).toBe(14_775n); // 100.00 - 1.50 + 50.00 - 0.75
    expect(settlementOn('2026-11-03', 'MYR')).toBe(700n);
    expect(settlementOn('2026-11-02', 'SGD')).toBe(891n);
    expect(settlementOn('2026-10-31', 'MYR')).toBe(0n);
  });

  it('settles a released reserve like a payment of that instant, separately', () => {
    // paid on Thursday 29 October, free on Sunday 1 November: settled on Tuesday
    const reservedUntil = Date.parse('2026-11-01T10:00:00+08:00');
    const payments = [payment({ reserve: 1_000n, reservedUntil })];
    expect(settlementsOf({ payments }, 'Asia/Kuala_Lumpur')('2026-11-02', 'MYR')).toBe(8_850n); // 100.00 - 1.50 - 10.00
    expect(settlementsOf({ payments }, 'Asia/Kuala_Lumpur')('2026-11-03', 'MYR')).toBe(0n);
    expect(releasesOf({ payments }, 'Asia/Kuala_Lumpur')('2026-11-03', 'MYR')).toBe(1_000n);
  });

  it('includes payments since the last call', () => {
    const book = { payments: [payment({})] };
    const settlementOn = settlementsOf(book, 'Asia/Kuala_Lumpur');
    expect(settlementOn('2026-11-02', 'MYR')).toBe(9_850n);
    book.payments.push(payment({ id: 'q', amount: 300n, fee: 100n }));
    expect(settlementOn('2026-11-02', 'MYR')).toBe(10_050n);
  });
});

describe('settlementTimes', () => {
  const zone = 'Asia/Kuala_Lumpur';
  const dayOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16);
  const friday = Date.parse('2026-10-30T12:00:00+08:00');
  it.each([
    [{ lagDays: 2, isSettledAtWeekends: false }, '2026-11-03T00:09'],
    [{ lagDays: 2, isSettledAtWeekends: true }, '2026-11-01T00:09'],
    [{ lagDays: 1, isSettledAtWeekends: false }, '2026-11-02T00:09'],
    [{ lagDays: 0, isSettledAtWeekends: true }, '2026-10-31T00:09'],
    [{ lagDays: 7, isSettledAtWeekends: false }, '2026-11-10T00:09'],
  ])('%o: paid on a Friday, settled at %s', (terms, expected) => {
    expect(dayOf(settlementTimes(zone, terms)(friday))).toBe(expected);
  });
});
