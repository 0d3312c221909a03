import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRightKey, requireBearer } from './authentication.ts';
import { balanceRoute } from './balance.ts';
import { answerProblems } from './problem.ts';
import { publicKeyRoute } from './public-key.ts';
import { purchaseService } from './purchase/service.ts';
import type { PurchaseWorld } from './purchase/world.ts';
import { statementRoutes } from './statements.ts';
import { turnoverRoute } from './turnover.ts';
import type { GatewayWorld } from './world.ts';

/**
 * payment-gateway.md › Authentication, rule 1: test and live keys are issued separately and act on their own objects
 * only. Each mode is therefore a separate gateway with its own book, on one port.
 */
export type Mode = { world: GatewayWorld; purchases: PurchaseWorld };

/** The path prefix of live mode's pages and files, which are requested without a key. */
export const LIVE_PREFIX = '/live';

/** The routes of one mode. */
export function serveMode(app: FastifyInstance, { world, purchases }: Mode): void {
  if (purchases.choices.problemShape === 'array') app.addHook('preSerialization', listProblems);
  requireBearer(app, world.secretKey);
  answerProblems(app);
  statementRoutes(app, world, purchases.state.statements);
  turnoverRoute(app, world);
  balanceRoute(app, world);
  publicKeyRoute(app, purchases.companyKeys);
  purchaseService(app, purchases);
}

/** Wraps each problem of an error response in a list. */
async function listProblems(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode < 400 || typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([field, found]) => [field, [found]]));
}

/** Whether a request belongs to live mode, by its key or by the prefix of its path. The prefix is then removed. */
export function isLive(request: IncomingMessage, liveKey: string): boolean {
  if (request.url?.startsWith(`${LIVE_PREFIX}/`)) {
    request.url = request.url.slice(LIVE_PREFIX.length);
    return true;
  }
  return isRightKey(request.headers.authorization, liveKey);
}
