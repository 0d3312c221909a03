import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RequestLog } from '../request-log.ts';

const query = z.object({
  service: z.enum(['gateway', 'payout']).optional(),
  status: z.coerce.number().int().optional(),
});

/** GET /requests, filtered by `service` and `status`: the latest requests, newest first, each with the reason of a refusal. */
export function requestRoutes(app: FastifyInstance, log: RequestLog): void {
  app.get('/requests', (request) => {
    const { service, status } = query.parse(request.query);
    return log
      .list()
      .filter((entry) => service === undefined || entry.service === service)
      .filter((entry) => status === undefined || entry.status === status);
  });
}
