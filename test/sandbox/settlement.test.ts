import { describe, expect, it } from 'vitest';
import type { Payment } from '../../src/sandbox/gateway/book.ts';
import { settlementsOf } from '../../src/sandbox/gateway/settlement.ts';

const payment = (changes: Partial<Payment>): Payment => ({
  id: 'p',
  kind: 'purchase',
  isOutgoing: false,
  currency: 'MYR',
  amount: 10_000n,
  fee: 150n,
  reserve: 0n,
  reservedUntil: null,
  status: 'paid',
  method: 'fpx',
  reference: 'INV-1',
  description: '',
  relatedTo: null,
  createdAt: 0,
  paidAt: Date.parse('2026-10-29T10:00:00+08:00'),
  settledAt: null,
  updatedAt: 0,
  clientName: '',
  clientEmail: '',
  product: 'purchase',
  flow: 'api',
  country: 'MY',
  ...changes,
});

describe('settlementsOf', () => {
  it('adds up paid purchases less their fees, by currency, on the second business day after', () => {
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

  it('settles a reserve like a payment of the moment when it becomes free', () => {
    // paid on Thursday 29 October, free on Sunday 1 November: settled on Tuesday
    const reservedUntil = Date.parse('2026-11-01T10:00:00+08:00');
    const payments = [payment({ reserve: 1_000n, reservedUntil })];
    const settlementOn = settlementsOf({ payments }, 'Asia/Kuala_Lumpur');
    expect(settlementOn('2026-11-02', 'MYR')).toBe(8_850n); // 100.00 - 1.50 - 10.00
    expect(settlementOn('2026-11-03', 'MYR')).toBe(1_000n);
  });
});
