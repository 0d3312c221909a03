import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { requireBearer } from './authentication.ts';
import { balanceRoute } from './balance.ts';
import type { Book } from './book.ts';
import { answerProblems } from './problem.ts';
import { companyKeyPair, publicKeyRoute } from './public-key.ts';
import { statementRoutes } from './statements.ts';
import { turnoverRoute } from './turnover.ts';
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
    brandId: randomUUID(),
    now: options.now,
    uuid: randomUUID,
    origin: () => origin,
  };
  options.prepare?.(app);
  requireBearer(app, world.secretKey);
  answerProblems(app);
  statementRoutes(app, world);
  turnoverRoute(app, world);
  balanceRoute(app, world);
  publicKeyRoute(app, companyKeyPair());
  origin = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return { url: `${origin}/api/v1`, world, close: () => app.close() };
}
