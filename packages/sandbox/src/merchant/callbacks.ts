import type { KeyLike } from 'node:crypto';
import { type Book, isMoved, jsonNumber, type Payment } from '../gateway/book.ts';
import { signatureOf } from '../gateway/webhook/deliveries.ts';
import type { LocalTime } from '../local-time.ts';
import type { CallbackErrors, Paid } from './callback-breaks.ts';
import { periodLine } from './period-row.ts';

const SECONDS_UNDER_WAY = 5;

const events: Partial<Record<Payment['kind'], string>> = {
  purchase: 'purchase.paid',
  refund: 'payment.refunded',
  chargeback: 'payment.charged_back',
  chargeback_reversal: 'payment.chargeback_reversed',
};

/** payment-gateway.md › Success callbacks, Payment: the fields of a body that describe the movement. */
function bodyOf(payment: Paid, event: string, isTest: boolean): string {
  const { kind, id, reference, currency, amount, fee, method, isOutgoing, paidAt, relatedTo } = payment;
  const seconds = Math.floor(paidAt / 1000);
  return JSON.stringify({
    type: kind === 'purchase' ? 'purchase' : 'payment',
    id,
    reference,
    is_test: isTest,
    ...(kind === 'purchase' ? { status: 'paid' } : { related_to: { type: 'purchase', id: relatedTo } }),
    updated_on: seconds,
    ...(kind === 'purchase' ? { purchase: { currency, total: jsonNumber(amount) } } : {}),
    payment: {
      is_outgoing: isOutgoing,
      payment_type: kind,
      amount: jsonNumber(amount),
      currency,
      net_amount: jsonNumber(amount - fee),
      fee_amount: jsonNumber(fee),
      paid_on: seconds,
    },
    transaction_data: { payment_method: method },
    event_type: event,
  });
}

/**
 * The callbacks that the merchant kept, including planted breaks: one JSON object a line, with the body as signed. The first
 * line has the days that the file covers. The generated data is in test mode, so a live callback is a planted break. A
 * forged callback has an invalid signature.
 */
export function* callbackLines(
  book: Book,
  errors: CallbackErrors,
  time: LocalTime,
  privateKey: KeyLike,
  days: { first: string; last: string },
): Generator<string> {
  yield periodLine(days.first, days.last);
  const line = (payment: Paid, event: string, isForged: boolean, isTest = true) => {
    const body = bodyOf(payment, event, isTest);
    const received_at = time.withOffset(payment.paidAt + SECONDS_UNDER_WAY * 1000);
    const signature = isForged ? Buffer.from(`forged ${payment.id}`).toString('base64') : signatureOf(body, privateKey);
    return `${JSON.stringify({ received_at, signature, body })}\n`;
  };
  for (const payment of book.payments) {
    const event = events[payment.kind];
    if (event === undefined || !isMoved(payment) || errors.lost.has(payment.id)) continue;
    yield line({ ...payment, amount: errors.amounts.get(payment.id) ?? payment.amount }, event, false);
  }
  for (const { payment, isForged, isOtherMode } of errors.claimed)
    yield line(payment, 'purchase.paid', isForged, isOtherMode !== true);
}
