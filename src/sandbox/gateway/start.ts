import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Book } from './book.ts';
import { problem } from './problem.ts';
import { statementFilter, statementRoutes } from './statements.ts';
import { balanceOf, turnoverOf } from './totals.ts';
import { DEFAULT_GATEWAY_CHOICES, type GatewayChoices, type GatewayWorld } from './world.ts';

export type GatewayOptions = {
  book: Book;
  secretKey: string;
  now: () => number;
  host?: string;
  port?: number;
  choices?: Partial<GatewayChoices>;
  /** Called before the routes are there: what bends the answers (faults). */
  prepare?: (app: FastifyInstance) => void;
};

export type RunningGateway = { url: string; world: GatewayWorld; close(): Promise<void> };

function isRightKey(header: string | undefined, secretKey: string): boolean {
  const given = Buffer.from(header ?? '');
  const right = Buffer.from(`Bearer ${secretKey}`);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Starts the payment gateway on a port of its own; every path but the downloads needs the bearer header. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { fastify } = await import('fastify');
  const app = fastify({ forceCloseConnections: true });
  let origin = '';
  const world: GatewayWorld = {
    book: options.book,
    choices: { ...DEFAULT_GATEWAY_CHOICES, ...options.choices },
    secretKey: options.secretKey,
    companyId: randomUUID(),
    now: options.now,
    uuid: randomUUID,
    origin: () => origin,
  };
  options.prepare?.(app);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/v1/') || isRightKey(request.headers.authorization, world.secretKey)) return;
    await reply
      .code(401)
      .send(problem('__all__', 'Authentication credentials were not accepted.', 'authentication_failed'));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(problem('__all__', 'Not found.', 'not_found')));
  statementRoutes(app, world);
  totalRoutes(app, world);
  origin = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return { url: `${origin}/api/v1`, world, close: () => app.close() };
}

function totalRoutes(app: FastifyInstance, world: GatewayWorld): void {
  app.get('/api/v1/account/json/turnover/', async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    if (query.getAll('currency').length !== 1) {
      return reply.code(400).send(problem('currency', 'Exactly one currency is required.', 'invalid'));
    }
    // by the time of payment: the two bounds are those of paid_from and paid_to of a statement
    const filters = new URLSearchParams(query);
    for (const [name, paid] of [
      ['from', 'paid_from'],
      ['to', 'paid_to'],
    ] as const) {
      const value = query.get(name);
      filters.delete(name);
      if (value !== null) filters.set(paid, value);
    }
    return turnoverOf(world.book, statementFilter(filters));
  });
  app.get('/api/v1/account/json/balance/', async (request) => {
    const from = new URLSearchParams(request.url.split('?')[1] ?? '').get('from');
    return balanceOf(world.book, from === null ? world.now() : Number(from) * 1000);
  });
}
