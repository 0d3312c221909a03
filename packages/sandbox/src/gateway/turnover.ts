import type { FastifyInstance } from 'fastify';
import { type Book, isMoved, jsonNumber, type Payment } from './book.ts';
import { isBetween, queryOf, readTurnoverFilters, totalTest } from './filters.ts';
import { sendProblem } from './problem.ts';
import type { GatewayWorld } from './world.ts';

type Side = { turnover: number; fee_sell: number; count: { all: number } };
export type Turnover = { incoming: Side; outgoing: Side };

/** payment-gateway.md › Turnover record: incoming and outgoing movements, in minor units. */
export function turnoverOf(book: Book, isWanted: (payment: Payment & { paidAt: number }) => boolean): Turnover {
  const side = (isOutgoing: boolean): Side => {
    let turnover = 0n;
    let fee = 0n;
    let count = 0;
    for (const payment of book.payments) {
      if (!isMoved(payment) || payment.isOutgoing !== isOutgoing || !isWanted(payment)) continue;
      if (book.statementErrors.get(payment.id)?.isUncounted) continue;
      turnover += payment.amount;
      fee += payment.fee;
      count += 1;
    }
    return { turnover: jsonNumber(turnover), fee_sell: jsonNumber(fee), count: { all: count } };
  };
  return { incoming: side(false), outgoing: side(true) };
}

/** GET /account/json/turnover/: the turnover of one currency, by the time of payment. timeBounds decides which bound is inclusive. */
export function turnoverRoute(app: FastifyInstance, world: GatewayWorld): void {
  app.get('/api/v1/account/json/turnover/', async (request, reply) => {
    const filters = readTurnoverFilters(queryOf(request.url));
    if (!filters.success) return sendProblem(reply, filters.error);
    const isIn = isBetween(filters.data.from, filters.data.to, world.choices.timeBounds);
    const isCounted = totalTest(filters.data, world.brandId);
    return turnoverOf(world.book, (payment) => isIn(payment.paidAt) && isCounted(payment));
  });
}
