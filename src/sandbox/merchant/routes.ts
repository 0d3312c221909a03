import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { csvStream } from '../gateway/statement-file.ts';
import type { MerchantLife } from '../life.ts';

const days = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

/** The merchant's own files: `GET /merchant/orders.csv?from=&to=` and `bank.csv`, days from `from` to before `to`. */
export function merchantRoutes(app: FastifyInstance, life: Pick<MerchantLife, 'orderRows' | 'bankRows'>): void {
  for (const [path, rows] of [
    ['/merchant/orders.csv', life.orderRows],
    ['/merchant/bank.csv', life.bankRows],
  ] as const) {
    app.get(path, (request, reply) => {
      const { from, to } = days.parse(request.query);
      return reply.type('text/csv; charset=utf-8').send(csvStream(rows(from, to)));
    });
  }
}
