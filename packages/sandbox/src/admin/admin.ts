import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults/fault.ts';
import { mailAnswer } from '../payout/answers.ts';
import { isSame } from '../payout/authentication.ts';
import type { RunningPayoutService } from '../payout/start.ts';
import type { RequestLog } from '../request-log.ts';
import { clockRoutes, type MovableClock } from './clock-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { payoutRoutes } from './payout-routes.ts';
import { requestRoutes } from './request-routes.ts';

export type AdminOptions = {
  /** The bearer token of every admin request. */
  token: string;
  /** The ground truth: every planted break. */
  truth: () => unknown;
  clock: MovableClock;
  faults: Faults;
  requests: RequestLog;
  payout: Pick<RunningPayoutService, 'world' | 'catchUp'>;
  /** Runs the due tasks of both services. Called after the clock was moved. */
  catchUp: () => Promise<void>;
  /** Adds routes that need the same token. */
  extend?: (app: FastifyInstance) => void | Promise<void>;
  host?: string;
  /** With 0, the system chooses a free port. */
  port?: number;
};

/** Starts the admin API on its own port: ground truth, outbox, clock, fault injection, and actions of the services' staff. */
export async function startAdmin(options: AdminOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { fastify } = await import('fastify');
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  app.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined && isSame(token, options.token)) return;
    return reply.code(401).send({ message: 'The admin token is missing or wrong' });
  });
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
    return reply.code(error.statusCode ?? 500).send({ message: error.message });
  });
  app.get('/truth', () => options.truth());
  app.get('/outbox', (request) => {
    const { to } = z.object({ to: z.string().optional() }).parse(request.query);
    return options.payout.world.state.outbox.filter((mail) => to === undefined || mail.to === to).map(mailAnswer);
  });
  clockRoutes(app, options);
  faultRoutes(app, options.faults);
  requestRoutes(app, options.requests);
  payoutRoutes(app, options.payout);
  await options.extend?.(app);
  const url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return { url, close: () => app.close() };
}
