import type { KeyLike } from 'node:crypto';
import { type Book, isMoved, jsonNumber, type Payment } from '../gateway/book.ts';
import { signatureOf } from '../gateway/webhook/deliveries.ts';
import type { LocalTime } from '../local-time.ts';

const SECONDS_UNDER_WAY = 5;

const events: Partial<Record<Payment['kind'], string>> = {
  purchase: 'purchase.paid',
  refund: 'payment.refunded',
  chargeback: 'payment.charged_back',
  chargeback_reversal: 'payment.chargeback_reversed',
};

/** payment-gateway.md › Success callbacks, Payment: as much of a message's body as tells what moved. */
function bodyOf(payment: Payment & { paidAt: number }, event: string): string {
  const { kind, id, reference, currency, amount, fee, isOutgoing, paidAt, relatedTo } = payment;
  const seconds = Math.floor(paidAt / 1000);
  return JSON.stringify({
    type: kind === 'purchase' ? 'purchase' : 'payment',
    id,
    reference,
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
    event_type: event,
  });
}

/** What the merchant kept of the signed messages about all that moved: a JSON object a line, the body as it was signed. */
export function* callbackLines(book: Book, time: LocalTime, privateKey: KeyLike): Generator<string> {
  for (const payment of book.payments) {
    const event = events[payment.kind];
    if (event === undefined || !isMoved(payment)) continue;
    const body = bodyOf(payment, event);
    const received_at = time.withOffset(payment.paidAt + SECONDS_UNDER_WAY * 1000);
    yield `${JSON.stringify({ received_at, signature: signatureOf(body, privateKey), body })}\n`;
  }
}
