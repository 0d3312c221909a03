import { type Book, isMoved, majorText, type Payment } from '../gateway/book.ts';
import { daysAfter, type LocalTime } from '../local-time.ts';
import type { OrderAndPurchase } from './orders.ts';

/** The refunds in the statement, by the id of the purchase. */
function statedRefunds(book: Book): Map<string, (Payment & { paidAt: number })[]> {
  const refunds = new Map<string, (Payment & { paidAt: number })[]>();
  for (const payment of book.payments) {
    const { kind, relatedTo, id } = payment;
    if (kind !== 'refund' || relatedTo === null || !isMoved(payment)) continue;
    const error = book.statementErrors.get(id);
    if (error?.isLeftOut) continue;
    refunds.set(relatedTo, [
      ...(refunds.get(relatedTo) ?? []),
      { ...payment, amount: error?.amount ?? payment.amount },
    ]);
  }
  return refunds;
}

/**
 * Ground truth of order_refunds: the refunded amount of an order in the shop against the refunds of its purchase in the
 * statement. A refund without a line has the date of its order, and is expected on the next day.
 */
export function* refundTruth(book: Book, pairs: Iterable<OrderAndPurchase>, until: string, time: LocalTime) {
  const stated = statedRefunds(book);
  for (const { order, purchase } of pairs) {
    if (order === undefined || purchase === undefined) continue;
    const { number, currency, refunded: claimed } = order;
    const refunds = (stated.get(purchase.id) ?? []).filter((refund) => refund.currency === currency);
    const total = refunds.reduce((sum, { amount }) => sum + amount, 0n);
    if (total === claimed) continue;
    const placedOn = time.day(order.placedAt);
    const [outcome, reason_code] =
      claimed === 0n
        ? ['missing_left', 'refund_not_in_orders']
        : total >= claimed
          ? ['amount_differs', 'refund_differs']
          : until < daysAfter(placedOn, 1)
            ? ['timing', 'refund_may_follow']
            : until < daysAfter(placedOn, 3)
              ? ['overdue', 'refund_late']
              : total > 0n
                ? ['amount_differs', 'refund_differs']
                : ['missing_right', 'refund_not_in_statement'];
    const last = Math.max(...refunds.map(({ paidAt }) => paidAt));
    yield {
      reconciliation: 'order_refunds',
      outcome,
      reason_code,
      currency,
      business_date: refunds.length === 0 ? placedOn : time.day(last),
      key: number,
      amount: majorText(total - claimed, currency),
      note: `order ${number} is reported with a refund of ${majorText(claimed, currency)}; the statement has ${majorText(total, currency)}`,
    };
  }
}
