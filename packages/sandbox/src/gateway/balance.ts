import type { FastifyInstance } from 'fastify';
import { type Book, isMoved, jsonNumber, type Payment } from './book.ts';
import { queryOf, readBalanceFilters, totalTest } from './filters.ts';
import { sendProblem } from './problem.ts';
import type { GatewayWorld } from './world.ts';

export type Balance = {
  balance: number;
  fee_sell: number;
  reserved: number;
  gross_balance: number;
  pending_outgoing: number;
  available_balance: number;
};

/**
 * The balance of each currency just before an instant, in minor units: incoming less outgoing less fees. The reserve
 * at that instant is part of the balance, but not available.
 */
export function balanceOf(
  book: Book,
  at: number,
  isWanted: (payment: Payment) => boolean = () => true,
): Record<string, Balance> {
  const totals = new Map<string, { gross: bigint; fee: bigint; reserved: bigint }>();
  for (const payment of book.payments) {
    if (!isMoved(payment) || payment.paidAt >= at || !isWanted(payment)) continue;
    if (book.statementErrors.get(payment.id)?.isUncounted) continue;
    const total = totals.get(payment.currency) ?? { gross: 0n, fee: 0n, reserved: 0n };
    total.gross += payment.isOutgoing ? -payment.amount : payment.amount;
    total.fee += payment.fee;
    if (payment.reservedUntil !== null && payment.reservedUntil >= at) total.reserved += payment.reserve;
    totals.set(payment.currency, total);
  }
  return Object.fromEntries(
    [...totals].map(([currency, { gross, fee, reserved }]) => [
      currency,
      {
        balance: jsonNumber(gross - fee),
        fee_sell: jsonNumber(fee),
        reserved: jsonNumber(reserved),
        gross_balance: jsonNumber(gross),
        pending_outgoing: 0,
        available_balance: jsonNumber(gross - fee - reserved),
      },
    ]),
  );
}

/** GET /account/json/balance/: the balance now, or at the instant in `from`. The specification does not have this route. */
export function balanceRoute(app: FastifyInstance, world: GatewayWorld): void {
  app.get('/api/v1/account/json/balance/', async (request, reply) => {
    const filters = readBalanceFilters(queryOf(request.url));
    if (!filters.success) return sendProblem(reply, filters.error);
    return balanceOf(world.book, filters.data.from ?? world.now(), totalTest(filters.data, world.brandId));
  });
}
