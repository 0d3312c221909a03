import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { requireBearer } from './authentication.ts';
import { balanceRoute } from './balance.ts';
import type { Book } from './book.ts';
import { answerProblems } from './problem.ts';
import { companyKeyPair, publicKeyRoute } from './public-key.ts';
import { DEFAULT_PURCHASE_CHOICES, type PurchaseChoices } from './purchase/choices.ts';
import { catchUpOf, purchaseService } from './purchase/service.ts';
import { emptyPurchaseState } from './purchase/state.ts';
import type { PurchaseWorld } from './purchase/world.ts';
import { settlementTimes } from './settlement.ts';
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
  purchases?: Partial<PurchaseChoices>;
  /** When what is paid at an instant is settled; on the second business day in Malaysia by default. */
  settlesAt?: (paidAt: number) => number;
  /** Which part of each payment is held back, and for how many days; nothing by default. */
  reserve?: { basisPoints: number; days: number } | undefined;
  /** Called before the routes are there: what bends the answers (faults). */
  prepare?: (app: FastifyInstance) => void;
};

export type RunningGateway = {
  url: string;
  world: GatewayWorld;
  purchases: PurchaseWorld;
  /** Does what is due and attempts what is to be delivered; call it after the clock was moved. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

const CATCH_UP_EVERY_MS = 250;

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
  const companyKeys = companyKeyPair();
  options.prepare?.(app);
  requireBearer(app, world.secretKey);
  answerProblems(app);
  statementRoutes(app, world);
  turnoverRoute(app, world);
  balanceRoute(app, world);
  publicKeyRoute(app, companyKeys);
  const purchases: PurchaseWorld = {
    ...world,
    state: emptyPurchaseState(),
    choices: { ...DEFAULT_PURCHASE_CHOICES, ...options.purchases },
    isTest: true,
    settlesAt: options.settlesAt ?? settlementTimes('Asia/Kuala_Lumpur'),
    reserve: options.reserve,
    companyKeys,
  };
  purchaseService(app, purchases);
  origin = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  const catchUp = catchUpOf(purchases);
  const timer = setInterval(() => void catchUp(), CATCH_UP_EVERY_MS);
  timer.unref();
  return {
    url: `${origin}/api/v1`,
    world,
    purchases,
    catchUp,
    close: async () => {
      clearInterval(timer);
      await app.close();
    },
  };
}
