import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { noteReason } from '../request-log.ts';
import { problem } from './problem.ts';

/** Whether a header has the right key, compared in constant time. */
export function isRightKey(header: string | undefined, secretKey: string): boolean {
  const given = Buffer.from(header ?? '');
  const right = Buffer.from(`Bearer ${secretKey}`);
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * payment-gateway.md › Authentication: every request to the API needs the bearer header, also for an unknown path.
 * Downloads are outside of the API and need only their link.
 */
export function requireBearer(app: FastifyInstance, secretKey: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/v1/') || isRightKey(request.headers.authorization, secretKey)) return;
    noteReason(request, 'the Authorization header is not Bearer and the key of this mode');
    await reply
      .code(401)
      .send(problem('__all__', 'Authentication credentials were not accepted.', 'authentication_failed'));
  });
}
