import { type Book, isMoved, type Payment } from './book.ts';

type Side = { turnover: number; fee_sell: number; count: { all: number } };

/** A JSON integer of minor units; beyond what JSON numbers hold exactly there is no answer. */
function exact(minor: bigint): number {
  const number = Number(minor);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${minor} has no exact JSON number`);
  return number;
}

/** payment-gateway.md › Turnover record: incoming and outgoing by the time of payment, lower bound in, upper bound out. */
export function turnoverOf(
  book: Book,
  isWanted: (payment: Payment & { paidAt: number }) => boolean,
): { incoming: Side; outgoing: Side } {
  const side = (isOutgoing: boolean): Side => {
    let turnover = 0n;
    let fee = 0n;
    let count = 0;
    for (const payment of book.payments) {
      if (!isMoved(payment) || payment.isOutgoing !== isOutgoing || !isWanted(payment)) continue;
      turnover += payment.amount;
      fee += payment.fee;
      count += 1;
    }
    return { turnover: exact(turnover), fee_sell: exact(fee), count: { all: count } };
  };
  return { incoming: side(false), outgoing: side(true) };
}

/** The balance of each currency just before an instant: what came in less what went out, less fees. */
export function balanceOf(book: Book, at: number): Record<string, Record<string, number>> {
  const totals = new Map<string, { gross: bigint; fee: bigint }>();
  for (const payment of book.payments) {
    if (!isMoved(payment) || payment.paidAt >= at) continue;
    const total = totals.get(payment.currency) ?? { gross: 0n, fee: 0n };
    total.gross += payment.isOutgoing ? -payment.amount : payment.amount;
    total.fee += payment.fee;
    totals.set(payment.currency, total);
  }
  return Object.fromEntries(
    [...totals].map(([currency, { gross, fee }]) => [
      currency,
      {
        balance: exact(gross - fee),
        fee_sell: exact(fee),
        reserved: 0,
        gross_balance: exact(gross),
        pending_outgoing: 0,
        available_balance: exact(gross - fee),
      },
    ]),
  );
}
