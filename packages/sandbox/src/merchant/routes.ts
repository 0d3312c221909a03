import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { csvStream } from '../gateway/statement-file.ts';
import type { MerchantScenario } from '../scenario.ts';
import { alterFormatRequest } from './format-breaks.ts';
import type { PlantedTruth } from './planted-truth.ts';

const days = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

const restatement = z.object({ told_on: z.iso.date().optional() }).prefault({});

/**
 * The merchant's own files: `GET /merchant/orders.csv?from=&to=` and `bank.csv`, from `from` until the day before `to`.
 * `POST /merchant/restate` restates records at the gateway; `POST /merchant/change_recipient` changes the account number of
 * a recipient that was paid before; `POST /merchant/alter_format` makes the statements of one format differ.
 */
export function merchantRoutes(
  app: FastifyInstance,
  scenario: Pick<MerchantScenario, 'orderRows' | 'bankRows' | 'restate' | 'alterFormat'>,
  changeRecipient: () => PlantedTruth[],
): void {
  app.post('/merchant/restate', (request) => scenario.restate(restatement.parse(request.body ?? {}).told_on));
  app.post('/merchant/alter_format', (request) =>
    scenario.alterFormat(alterFormatRequest.parse(request.body ?? {}).format),
  );
  app.post('/merchant/change_recipient', () => changeRecipient());
  for (const [path, rows] of [
    ['/merchant/orders.csv', scenario.orderRows],
    ['/merchant/bank.csv', scenario.bankRows],
  ] as const) {
    app.get(path, (request, reply) => {
      const { from, to } = days.parse(request.query);
      return reply.type('text/csv; charset=utf-8').send(csvStream(rows(from, to)));
    });
  }
}
