import { type Book, majorText } from '../gateway/book.ts';
import type { LocalTime } from '../local-time.ts';
import { daysAfter } from '../local-time.ts';
import type { SendLimit } from '../payout/records.ts';

/** On the first settlement days the statement does not have all payments of the settlement. */
const FIRST_DAYS = 7;

/**
 * Ground truth of settlement_to_allocation. If a settlement is allocated in full, an error planted in the statement also
 * shows as an allocation above the settlement.
 */
export function allocatedAboveStatement(
  book: Book,
  sendLimits: readonly SendLimit[],
  time: LocalTime,
  firstDay: string,
) {
  const settled = new Map<string, bigint>();
  for (const payment of book.payments) {
    const error = book.statementErrors.get(payment.id);
    if (payment.kind !== 'purchase' || payment.settledAt === null || error?.isLeftOut) continue;
    const key = `${time.day(payment.settledAt)} ${payment.currency}`;
    const net = (error?.amount ?? payment.amount) - (error?.fee ?? payment.fee) - payment.reserve;
    settled.set(key, (settled.get(key) ?? 0n) + net);
  }
  const allocated = new Map<string, { day: string; currency: string; amount: bigint }>();
  for (const { transactionType, status, fromSettlement: day, currency, amount } of sendLimits) {
    if (transactionType !== 'in' || status !== 'approved' || day < daysAfter(firstDay, FIRST_DAYS)) continue;
    const key = `${day} ${currency}`;
    allocated.set(key, { day, currency, amount: (allocated.get(key)?.amount ?? 0n) + amount });
  }
  return [...allocated].flatMap(([key, { day, currency, amount }]) => {
    const above = amount - (settled.get(key) ?? 0n);
    if (above <= 0n || !settled.has(key)) return [];
    return [
      {
        reconciliation: 'settlement_to_allocation',
        outcome: 'control_breach',
        reason_code: 'balance_not_explained',
        currency,
        business_date: day,
        key: `settlement ${currency}:${day}`,
        amount: majorText(above, currency),
        note: 'the statement shows a smaller settlement than the allocation',
      },
    ];
  });
}
