import { type Book, isMoved, majorText, type Payment } from '../gateway/book.ts';
import { feeFor } from '../gateway/fees.ts';
import type { LocalTime } from '../local-time.ts';
import type { OrderAndPurchase, OrderErrors } from './orders.ts';

/** A purchase as the statement shows it; undefined if it is not in the statement or was never paid. */
function asStated(book: Book, purchase: Payment | undefined) {
  if (purchase === undefined || !isMoved(purchase)) return undefined;
  const error = book.statementErrors.get(purchase.id);
  if (error?.isLeftOut) return undefined;
  const { id, paidAt, currency, method, reference } = purchase;
  const [amount, fee] = [error?.amount ?? purchase.amount, error?.fee ?? purchase.fee];
  return { id, paidAt, currency, method, reference, amount, fee };
}

/**
 * Ground truth of orders_to_statement: the differences between the shop's orders and the payments in a statement, planted
 * in the shop, in the gateway's book or in the statement.
 */
export function* orderTruth(
  book: Book,
  pairs: Iterable<OrderAndPurchase>,
  { again, shared, parts }: Pick<OrderErrors, 'again' | 'shared' | 'parts'>,
  time: LocalTime,
) {
  for (const { order, purchase } of pairs) {
    const stated = asStated(book, purchase);
    const isPaid = order !== undefined && order.status !== 'open' && order.status !== 'cancelled';
    const entry = (outcome: string, reason_code: string, at: number, key: string, amount: bigint, note: string) => ({
      reconciliation: 'orders_to_statement',
      outcome,
      reason_code,
      currency: stated?.currency ?? order?.currency ?? '',
      business_date: time.day(at),
      key,
      note,
      amount: majorText(amount, stated?.currency ?? order?.currency ?? ''),
    });
    if (stated !== undefined) {
      const { id, paidAt, reference, amount } = stated;
      if (shared.has(reference)) {
        yield entry('suggested', 'several_fit', paidAt, id, 0n, `two orders have the reference ${reference}`);
      } else if (again.has(id)) {
        yield entry('duplicate', 'paid_twice', paidAt, id, amount, `${reference} was paid twice`);
      } else if (parts.has(id)) {
        const lacking = parts.get(id) ?? 0n;
        const note = `${reference} was paid in parts`;
        if (lacking !== 0n) yield entry('amount_differs', 'amount_differs', paidAt, id, lacking, note);
      } else if (order === undefined) {
        yield entry(
          'missing_left',
          'payment_without_order',
          paidAt,
          id,
          amount,
          `the shop lost the order of ${reference}`,
        );
      } else if (!isPaid) {
        const note = `${reference} is paid; the shop has the status ${order.status}`;
        yield entry('status_differs', 'payment_for_unpaid_order', paidAt, id, amount, note);
      } else if (order.currency !== stated.currency) {
        const note = `${reference}: the shop has the order in ${order.currency}`;
        yield entry('amount_differs', 'currency_differs', paidAt, id, 0n, note);
      } else if (order.amount !== amount) {
        const note = `${reference}: the shop and the statement show different amounts`;
        yield entry('amount_differs', 'amount_differs', paidAt, id, amount - order.amount, note);
      }
    } else if (isPaid && order.amount !== 0n) {
      const { number, placedAt, amount } = order;
      if (shared.has(order.reference)) {
        const note = `order ${number} has the reference of another order; one of the two was paid`;
        yield entry('suggested', 'several_fit', placedAt, number, -amount, note);
      } else {
        const note = `order ${number} has the status paid and no payment in the statement`;
        yield entry('missing_right', 'order_without_payment', placedAt, number, -amount, note);
      }
    }
  }
}

/** Ground truth of fees_to_schedule: fees that differ from the price list, as the statement shows them. */
export function* feeTruth(book: Book, time: LocalTime) {
  for (const payment of book.payments) {
    if (payment.kind !== 'purchase') continue;
    const stated = asStated(book, payment);
    if (stated === undefined) continue;
    const agreed = feeFor(stated.method, stated.amount, stated.currency);
    if (stated.fee === agreed) continue;
    yield {
      reconciliation: 'fees_to_schedule',
      outcome: 'fee_differs',
      reason_code: stated.fee > agreed ? 'fee_too_high' : 'fee_too_low',
      currency: stated.currency,
      business_date: time.day(stated.paidAt),
      key: stated.id,
      amount: majorText(stated.fee - agreed, stated.currency),
      note: `${stated.reference} by ${stated.method} costs ${majorText(agreed, stated.currency)} by the price list`,
    };
  }
}
