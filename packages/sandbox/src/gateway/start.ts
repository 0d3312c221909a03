import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendDateHeader, serverTime } from '../server-time.ts';
import type { Book } from './book.ts';
import { isLive, LIVE_PREFIX, type Mode, serveMode } from './mode.ts';
import { companyKeyPair, type KeyPair, newCompanyKeys } from './public-key.ts';
import { DEFAULT_PURCHASE_CHOICES, type PurchaseChoices } from './purchase/choices.ts';
import { reenterBookEntries, type SavedGateway } from './purchase/saved-state.ts';
import { catchUpOf } from './purchase/service.ts';
import { emptyPurchaseState } from './purchase/state.ts';
import type { PurchaseWorld } from './purchase/world.ts';
import { settlementTimes } from './settlement.ts';
import type { WriteWorkbook } from './statement-file.ts';
import { DEFAULT_GATEWAY_CHOICES, type GatewayChoices, type GatewayWorld } from './world.ts';

export type GatewayOptions = {
  /** The generated data of test mode. Live mode starts empty. */
  book: Book;
  /** The key of test mode. */
  secretKey: string;
  /** The key of live mode. Without this key, only test mode answers. */
  liveSecretKey?: string;
  now: () => number;
  host?: string;
  port?: number;
  choices?: Partial<GatewayChoices>;
  purchases?: Partial<PurchaseChoices>;
  /** Writes XLSX statements; exceljs by default. */
  writeWorkbook?: WriteWorkbook | undefined;
  /** The ids of the merchant and its brand; random by default. */
  companyId?: string;
  brandId?: string;
  /** Makes the key pair that signs success callbacks, with this number of bits; random by default. */
  companyKeys?: (bits: number) => KeyPair;
  /** The state of an earlier run. */
  saved?: SavedGateway;
  /** The settlement time of a payment; by default on the second business day in Malaysia. */
  settlesAt?: (paidAt: number) => number;
  /** Rolling reserve: the withheld share of each payment, and the number of days. By default nothing is withheld. */
  reserve?: { basisPoints: number; days: number } | undefined;
  /** Called before the routes are registered, to install the injected faults. */
  prepare?: (app: FastifyInstance, time: () => number) => void;
  /** Called when the state changed outside of a request. */
  changed?: () => void;
};

export type RunningGateway = {
  url: string;
  world: GatewayWorld;
  purchases: PurchaseWorld;
  /** `world` and `purchases` of live mode. */
  live: Mode;
  /** The state to save, so that a later run can continue. */
  kept(): SavedGateway;
  /** Runs due tasks and attempts due deliveries; call it after the clock was moved. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

const CATCH_UP_EVERY_MS = 250;

/** Both modes of one merchant. They share company, brand, company key, choices and clock; records and keys are separate. */
function modesOf(options: GatewayOptions, origin: () => string): { test: Mode; live: Mode } {
  const { saved, companyKeys: makeKeys = newCompanyKeys } = options;
  const purchaseChoices = { ...DEFAULT_PURCHASE_CHOICES, ...options.purchases };
  const companyKeys = companyKeyPair(() => makeKeys(purchaseChoices.signingKeyBits), saved?.companyKey);
  const shared = {
    choices: { ...DEFAULT_GATEWAY_CHOICES, ...options.choices },
    writeWorkbook: options.writeWorkbook,
    companyId: options.companyId ?? randomUUID(),
    brandId: options.brandId ?? randomUUID(),
    now: options.now,
    uuid: randomUUID,
  };
  const modeOf = (own: Pick<GatewayWorld, 'book' | 'secretKey' | 'isTest' | 'origin'>): Mode => {
    const state = saved?.[own.isTest ? 'test' : 'live'];
    const world: GatewayWorld = { ...shared, ...own };
    const purchases: PurchaseWorld = {
      ...world,
      state: state ?? emptyPurchaseState(),
      choices: purchaseChoices,
      settlesAt: options.settlesAt ?? settlementTimes('Asia/Kuala_Lumpur'),
      reserve: options.reserve,
      companyKeys,
      changed: options.changed ?? (() => {}),
    };
    if (state !== undefined) reenterBookEntries(purchases);
    return { world, purchases };
  };
  const empty: Book = { payments: [], statementErrors: new Map() };
  return {
    test: modeOf({ book: options.book, secretKey: options.secretKey, isTest: true, origin }),
    live: modeOf({
      book: empty,
      secretKey: options.liveSecretKey ?? '',
      isTest: false,
      origin: () => `${origin()}${LIVE_PREFIX}`,
    }),
  };
}

/** Starts the payment gateway on its own port. Only downloads and pages work without the bearer header. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { fastify } = await import('fastify');
  let origin = '';
  const { test, live } = modesOf(options, () => origin);
  const liveApp = fastify();
  const { liveSecretKey } = options;
  const app = fastify({
    forceCloseConnections: true,
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (liveSecretKey !== undefined && isLive(request, liveSecretKey)) liveApp.routing(request, response);
        else handler(request, response);
      }),
  });
  for (const [served, mode] of [[app, test] as const, [liveApp, live] as const]) {
    const time = serverTime(mode.world.choices.serverTime, options.now);
    sendDateHeader(served, time);
    options.prepare?.(served, time);
    serveMode(served, mode);
  }
  await liveApp.ready();
  origin = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  const [catchUpTest, catchUpLive] = [catchUpOf(test.purchases), catchUpOf(live.purchases)];
  const catchUp = async () => {
    await Promise.all([catchUpTest(), catchUpLive()]);
  };
  const timer = setInterval(() => void catchUp(), CATCH_UP_EVERY_MS);
  timer.unref();
  return {
    url: `${origin}/api/v1`,
    ...test,
    live,
    kept: () => ({ test: test.purchases.state, live: live.purchases.state, companyKey: privateKeyOf(test.purchases) }),
    catchUp,
    close: async () => {
      clearInterval(timer);
      await Promise.all([app.close(), liveApp.close()]);
    },
  };
}

/** PEM of the key that signs callbacks. */
function privateKeyOf({ companyKeys }: PurchaseWorld): string {
  return companyKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
