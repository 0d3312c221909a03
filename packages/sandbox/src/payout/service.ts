import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteReason } from '../request-log.ts';
import { serverTime } from '../server-time.ts';
import { approvalPages } from './approval-page.ts';
import { refusalOf } from './authentication.ts';
import { runDueTasks } from './due-tasks.ts';
import { badRequest, forbidden, notFound, type Problem, problemBody } from './problem.ts';
import { createRateLimits } from './rate-limits.ts';
import { sendRoutes } from './routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import type { PayoutWorld } from './world.ts';

/** Both base paths; they have the same operations. */
export const BASE_PATHS = ['/api', '/api/v1'] as const;

/** The clock error of a request, set by a fault; milliseconds. */
export type ClockSkew = (request: FastifyRequest) => number;

/**
 * Registers the payout service on a fastify server: the API under both base paths, and the pages that e-mails link to.
 * Register fault injection before this.
 */
export async function payoutService(
  app: FastifyInstance,
  world: PayoutWorld,
  skew: ClockSkew = () => 0,
): Promise<void> {
  approvalPages(app, world);
  const countRequest = createRateLimits();
  const time = serverTime(world.choices.serverTime, world.now);
  for (const prefix of BASE_PATHS) {
    await app.register(
      async (api) => {
        readBodies(api);
        api.addHook('onRequest', async (request) => {
          const refusal = refusalOf(request.headers, world.credentials, time() + skew(request));
          if (refusal !== undefined) throw refusal;
          const path = request.url.split('?', 1)[0] ?? '';
          if (world.choices.rateLimits) countRequest(world.credentials.apiKey, path, world.now());
          if (world.state.permission === 'read_only' && request.method !== 'GET') throw forbidden();
          runDueTasks(world, world.now());
        });
        answerProblems(api);
        sendRoutes(api, world);
        webhookRoutes(api, world);
      },
      { prefix },
    );
  }
}

/** Parses JSON bodies. An empty body is allowed, for operations that need no body. */
function readBodies(api: FastifyInstance): void {
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(badRequest('the body is not JSON'), undefined);
    }
  });
}

function answerProblems(api: FastifyInstance): void {
  api.setNotFoundHandler(() => {
    throw notFound();
  });
  api.setErrorHandler(async (error: Error & Partial<Problem>, request, reply) => {
    noteReason(request, error instanceof z.ZodError ? issuesText(error) : (error.reason ?? error.message));
    if (error instanceof z.ZodError) return reply.code(400).send(problemBody(400, 'Bad request'));
    // fastify's own errors (an unknown content type, a body that is too large) count as malformed requests
    const isOwn = error.statusCode !== undefined && !('code' in error);
    const status = isOwn ? (error.statusCode ?? 500) : (error.statusCode ?? 500) < 500 ? 400 : 500;
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', String(error.retryAfterSeconds));
    const message = isOwn ? error.message : status === 400 ? 'Bad request' : 'Internal server error';
    return reply.code(status).send(problemBody(status, message));
  });
}

/** The problems of all fields on one line. */
const issuesText = (error: z.ZodError) =>
  error.issues
    .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '))
    .join('; ');
