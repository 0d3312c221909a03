import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { startAdmin } from './admin/admin.ts';
import { customerRoutes } from './admin/customer-routes.ts';
import { createClock, type SandboxClock } from './clock.ts';
import { createFaults, type FaultOrder, type Faults } from './faults/fault.ts';
import { installFaults } from './faults/install.ts';
import { uuidsFrom } from './gateway/book.ts';
import type { PurchaseChoices } from './gateway/purchase/choices.ts';
import { settlementTimes } from './gateway/settlement.ts';
import { startGateway } from './gateway/start.ts';
import type { GatewayChoices } from './gateway/world.ts';
import { requireCurrencies } from './iso-codes.ts';
import { type MerchantLifeOptions, merchantFiles, merchantLife } from './life.ts';
import { localTime } from './local-time.ts';
import { callbackTruth, noCallbackErrors, plantCallbackErrors } from './merchant/callback-breaks.ts';
import { callbackLines } from './merchant/callbacks.ts';
import type { PlantedTruth } from './merchant/planted-truth.ts';
import { merchantRoutes } from './merchant/routes.ts';
import { writeMerchantFiles } from './merchant/write-files.ts';
import { changeRecipient } from './payout/change-recipient.ts';
import type { PayoutChoices } from './payout/choices.ts';
import { startPayoutService } from './payout/start.ts';
import { createRequestLog, logRequests } from './request-log.ts';
import { seededKeyPair } from './seeded-key.ts';
import { readState, writeState } from './state-file.ts';
import { createStateKeeper, keepBeforeAnswering } from './state-keeper.ts';

type LifeWishes = Pick<MerchantLifeOptions, 'seed' | 'days' | 'until'> & Partial<MerchantLifeOptions>;

export type SandboxOptions = LifeWishes & {
  host?: string;
  gatewayPort?: number;
  payoutPort?: number;
  adminPort?: number;
  gateway?: Partial<GatewayChoices>;
  purchases?: Partial<PurchaseChoices>;
  payout?: Partial<PayoutChoices>;
  /** `smtp://…`: approval e-mails are sent for real, besides being kept in the outbox. */
  smtpUrl?: string;
  /** Gets a line for each request that is refused, with the reason. */
  log?: (line: string) => void;
  /** Faults from the start. */
  faults?: readonly FaultOrder[];
  clock?: SandboxClock;
  /**
   * Keeps what happens at both services, the keys and the clock in a file, for the next start with the same options.
   * Links in e-mails go on working where the ports are the same.
   */
  stateFile?: string;
};

export type RunningSandbox = {
  /** Ends in /api/v1. */
  gatewayUrl: string;
  /** Ends in /api. */
  payoutUrl: string;
  gatewaySecretKey: string;
  /** Of live mode, which has no past. */
  gatewayLiveSecretKey: string;
  /** What a purchase is created for. */
  brandId: string;
  payoutApiKey: string;
  payoutApiSecret: string;
  adminUrl: string;
  adminToken: string;
  clock: SandboxClock;
  faults: Faults;
  truth: PlantedTruth[];
  paymentCount: number;
  /**
   * The merchant's own order and bank files, CSV, of the days from `from` to before `to` (ISO dates of the company's
   * zone); of the whole life without them.
   */
  files(from?: string, to?: string): { orders: string; bank: string };
  /**
   * The messages about money that the merchant received, a JSON object a line, of the whole life, and what in them does not
   * agree with the statement. Signing each takes its time, so none is made before it is asked for.
   */
  callbacks(): { lines: Iterable<string>; truth: PlantedTruth[] };
  /** The files and callbacks.jsonl, written to a folder with `truth.json`: the same options give the same bytes. */
  writeFiles(folder: string): Promise<void>;
  close(): Promise<void>;
};

export const SANDBOX_ZONE = 'Asia/Kuala_Lumpur';
const namedTruth = (breaks: readonly PlantedTruth[]) => ({ company: 'acme', breaks });
const KEEP_STATE_EVERY_MS = 5_000;

/** Both services and their admin API on loopback, with a merchant's life of so many days by seed: one world, the same seed the same life. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const lifeOptions = {
    seed: options.seed,
    days: options.days,
    until: options.until,
    zone: options.zone ?? SANDBOX_ZONE,
    ordersPerDay: options.ordersPerDay ?? 100,
    currencies: options.currencies ?? ['MYR', 'SGD'],
    breaks: options.breaks ?? 'services',
    ...(options.reserve === undefined ? {} : { reserve: options.reserve }),
    ...(options.settlement === undefined ? {} : { settlement: options.settlement }),
    ...(options.conversion === undefined ? {} : { conversion: options.conversion }),
  };
  const approvers = options.approvers === undefined ? {} : { approvers: options.approvers };
  const { host = '127.0.0.1', stateFile, conversion } = options;
  const converted = conversion === undefined ? [] : [conversion.to, ...Object.keys(conversion.rates)];
  const { defaultCurrency = lifeOptions.currencies[0] ?? 'MYR' } = options.purchases ?? {};
  requireCurrencies([...lifeOptions.currencies, ...converted, defaultCurrency]);
  const lifeName = JSON.stringify(lifeOptions);
  const saved = stateFile === undefined ? undefined : readState(stateFile, lifeName);
  const keys = saved ?? newKeys();
  const faults = createFaults(options.faults, saved?.faults);
  const clock = options.clock ?? createClock({ startAt: Date.now() + (saved?.clockAhead ?? 0) });
  const life = merchantLife({ ...lifeOptions, ...approvers });
  const { book, settlementOn, truth } = life;
  const requests = createRequestLog(options.log);
  // what is written is known when both services run
  let write = () => {};
  const keeper = createStateKeeper(() => write());
  const prepare = (app: FastifyInstance, service: 'gateway' | 'payout', time: () => number) => {
    logRequests(app, service, requests, clock.now);
    keepBeforeAnswering(app, keeper, (path) => path.startsWith('/api/'));
    return installFaults(app, service, faults, time);
  };
  const gateway = await startGateway({
    book,
    secretKey: keys.gatewaySecretKey,
    liveSecretKey: keys.gatewayLiveSecretKey,
    companyId: uuidsFrom(options.seed, 'company')(),
    brandId: uuidsFrom(options.seed, 'brand')(),
    companyKeys: (bits) => seededKeyPair(`company ${options.seed}`, bits),
    ...(saved === undefined ? {} : { saved: saved.gateway }),
    now: clock.now,
    host,
    prepare: (app, time) => prepare(app, 'gateway', time),
    changed: keeper.changed,
    settlesAt: settlementTimes(lifeOptions.zone, options.settlement),
    reserve: options.reserve,
    purchases: { currencyConversion: options.conversion ?? null, ...options.purchases },
    ...(options.gatewayPort === undefined ? {} : { port: options.gatewayPort }),
    ...(options.gateway === undefined ? {} : { choices: options.gateway }),
  });
  const payout = await startPayoutService({
    ...approvers,
    credentials: { apiKey: keys.payoutApiKey, apiSecret: keys.payoutApiSecret },
    now: clock.now,
    host,
    life: life.payout,
    ...(saved === undefined ? {} : { state: saved.payout }),
    settlementOn,
    prepare: (app, time) => prepare(app, 'payout', time),
    changed: keeper.changed,
    ...(options.payout === undefined ? {} : { choices: options.payout }),
    ...(options.smtpUrl === undefined ? {} : { smtpUrl: options.smtpUrl }),
    ...(options.payoutPort === undefined ? {} : { port: options.payoutPort }),
  });
  // When somebody moves the clock, not by itself: a run of a day that just ended is not to see settlements come in.
  const settle = () => life.settleUntil(clock.now(), payout.world.state.sendLimits.values());
  if (saved !== undefined) {
    for (const told of saved.restated) life.restateAgain(told);
    settle();
  }
  const admin = await startAdmin({
    token: keys.adminToken,
    truth: () => namedTruth(truth),
    extend: (app) => {
      keepBeforeAnswering(app, keeper, () => true);
      merchantRoutes(app, life, () => {
        const added = changeRecipient(payout.world.state, localTime(lifeOptions.zone));
        truth.push(...added);
        return added;
      });
      for (const { purchases } of [gateway, gateway.live]) customerRoutes(app, purchases, gateway.catchUp);
    },
    clock,
    faults,
    requests,
    payout,
    catchUp: async () => {
      await Promise.all([gateway.catchUp(), payout.catchUp()]);
      settle();
    },
    host,
    ...(options.adminPort === undefined ? {} : { port: options.adminPort }),
  });
  const { gatewaySecretKey, gatewayLiveSecretKey, payoutApiKey, payoutApiSecret, adminToken } = keys;
  const shownKeys = { gatewaySecretKey, gatewayLiveSecretKey, payoutApiKey, payoutApiSecret, adminToken };
  write = () => {
    if (stateFile === undefined) return;
    const clockAhead = clock.now() - Date.now();
    writeState(stateFile, {
      version: 3,
      life: lifeName,
      ...shownKeys,
      clockAhead,
      restated: [...life.restated],
      faults: faults.list(),
      gateway: gateway.kept(),
      payout: payout.world.state,
    });
  };
  keeper.changed();
  keeper.keep();
  const keeping = setInterval(keeper.keep, KEEP_STATE_EVERY_MS);
  keeping.unref();
  const callbacks = () => {
    const time = localTime(lifeOptions.zone);
    const errors = lifeOptions.breaks === 'standard' ? plantCallbackErrors(book, lifeOptions.seed) : noCallbackErrors();
    const { privateKey } = gateway.purchases.companyKeys();
    return { lines: callbackLines(book, errors, time, privateKey), truth: [...callbackTruth(book, errors, time)] };
  };
  return {
    ...shownKeys,
    gatewayUrl: gateway.url,
    brandId: gateway.world.brandId,
    payoutUrl: payout.url,
    adminUrl: admin.url,
    clock,
    faults,
    truth,
    paymentCount: book.payments.length,
    files: (from, to) => merchantFiles(life, from, to),
    callbacks,
    writeFiles: async (folder) => {
      const told = callbacks();
      // what is not planted for the merchant's own files is no part of the truth
      const all = lifeOptions.breaks === 'standard' ? [...truth, ...told.truth] : truth;
      await writeMerchantFiles(folder, { ...life, callbackLines: told.lines }, namedTruth(all));
    },
    close: async () => {
      clearInterval(keeping);
      await Promise.all([gateway.close(), payout.close(), admin.close()]);
      keeper.changed();
      keeper.keep();
    },
  };
}

function newKeys() {
  const random = (bytes: number) => randomBytes(bytes).toString('hex');
  return {
    gatewaySecretKey: `sk_test_${random(24)}`,
    gatewayLiveSecretKey: `sk_live_${random(24)}`,
    payoutApiKey: `pk_test_${random(16)}`,
    payoutApiSecret: random(32),
    adminToken: random(24),
  };
}
