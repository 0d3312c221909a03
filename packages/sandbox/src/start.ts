import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { startAdmin } from './admin/admin.ts';
import { customerRoutes } from './admin/customer-routes.ts';
import { createClock, type SandboxClock } from './clock.ts';
import { createFaults, type FaultRule, type Faults } from './faults/fault.ts';
import { installFaults } from './faults/install.ts';
import { uuidsFrom } from './gateway/book.ts';
import type { PurchaseChoices } from './gateway/purchase/choices.ts';
import { settlementTimes } from './gateway/settlement.ts';
import { startGateway } from './gateway/start.ts';
import type { WriteWorkbook } from './gateway/statement-file.ts';
import type { GatewayChoices } from './gateway/world.ts';
import { requireCurrencies } from './iso-codes.ts';
import { daysAfter, localTime } from './local-time.ts';
import { callbackTruth, noCallbackErrors, plantCallbackErrors } from './merchant/callback-breaks.ts';
import { callbackLines } from './merchant/callbacks.ts';
import type { PlantedTruth } from './merchant/planted-truth.ts';
import { merchantRoutes } from './merchant/routes.ts';
import { writeMerchantFiles } from './merchant/write-files.ts';
import { changeRecipient } from './payout/change-recipient.ts';
import type { PayoutChoices } from './payout/choices.ts';
import { startPayoutService } from './payout/start.ts';
import { createRequestLog, logRequests } from './request-log.ts';
import { type MerchantScenarioOptions, merchantFiles, merchantScenario } from './scenario.ts';
import { seededKeyPair } from './seeded-key.ts';
import { readState, writeState } from './state-file.ts';
import { createStateKeeper, keepBeforeAnswering } from './state-keeper.ts';

type RequiredScenarioOptions = Pick<MerchantScenarioOptions, 'seed' | 'days' | 'until'> &
  Partial<MerchantScenarioOptions>;

export type SandboxOptions = RequiredScenarioOptions & {
  host?: string;
  gatewayPort?: number;
  payoutPort?: number;
  adminPort?: number;
  gateway?: Partial<GatewayChoices>;
  purchases?: Partial<PurchaseChoices>;
  payout?: Partial<PayoutChoices>;
  /** Writes XLSX statements; by default exceljs, where it is installed. */
  writeWorkbook?: WriteWorkbook;
  /** `smtp://…`: approval e-mails are also sent through this server. The outbox always keeps a copy. */
  smtpUrl?: string;
  /** Receives one line for each refused request, with the reason. */
  log?: (line: string) => void;
  /** Faults to inject from the start. */
  faults?: readonly FaultRule[];
  clock?: SandboxClock;
  /**
   * A file that keeps the state of both services, the keys and the clock for the next start with the same options.
   * Links in e-mails keep working if the ports are the same.
   */
  stateFile?: string;
};

export type RunningSandbox = {
  /** The base URL, which ends in /api/v1. */
  gatewayUrl: string;
  /** The base URL, which ends in /api. */
  payoutUrl: string;
  gatewaySecretKey: string;
  /** The key of live mode, which has no generated data. */
  gatewayLiveSecretKey: string;
  /** The brand for which purchases are created. */
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
   * The merchant's own order and bank files as CSV. By default they have all days, otherwise the days from `from` to before
   * `to`, which are ISO dates in the company's zone.
   */
  files(from?: string, to?: string): { orders: string; bank: string };
  /**
   * The callbacks that the merchant received, as one JSON object per line, and the breaks planted in them. They are
   * generated on demand, because signing every callback takes time.
   */
  callbacks(): { lines: Iterable<string>; truth: PlantedTruth[] };
  /** Writes the files, callbacks.jsonl and truth.json to a folder. The same options give the same bytes. */
  writeFiles(folder: string): Promise<void>;
  close(): Promise<void>;
};

export const SANDBOX_ZONE = 'Asia/Kuala_Lumpur';
const namedTruth = (breaks: readonly PlantedTruth[]) => ({ company: 'acme', breaks });
const KEEP_STATE_EVERY_MS = 5_000;

/** Starts both services and the admin API on loopback, with the synthetic data of one merchant generated from the seed. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const scenarioOptions = {
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
  const { defaultCurrency = scenarioOptions.currencies[0] ?? 'MYR' } = options.purchases ?? {};
  requireCurrencies([...scenarioOptions.currencies, ...converted, defaultCurrency]);
  const scenarioName = JSON.stringify(scenarioOptions);
  const saved = stateFile === undefined ? undefined : readState(stateFile, scenarioName);
  const keys = saved ?? newKeys();
  const faults = createFaults(options.faults, saved?.faults);
  const clock = options.clock ?? createClock({ startAt: Date.now() + (saved?.clockAhead ?? 0) });
  const scenario = merchantScenario({ ...scenarioOptions, ...approvers });
  const { book, settlementOn, truth } = scenario;
  const requests = createRequestLog(options.log);
  // set below, after both services have started
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
    settlesAt: settlementTimes(scenarioOptions.zone, options.settlement),
    reserve: options.reserve,
    writeWorkbook: options.writeWorkbook,
    purchases: { currencyConversion: options.conversion ?? null, ...options.purchases },
    ...(options.gatewayPort === undefined ? {} : { port: options.gatewayPort }),
    ...(options.gateway === undefined ? {} : { choices: options.gateway }),
  });
  const payout = await startPayoutService({
    ...approvers,
    credentials: { apiKey: keys.payoutApiKey, apiSecret: keys.payoutApiSecret },
    now: clock.now,
    host,
    scenario: scenario.payout,
    ...(saved === undefined ? {} : { state: saved.payout }),
    settlementOn,
    prepare: (app, time) => prepare(app, 'payout', time),
    changed: keeper.changed,
    ...(options.payout === undefined ? {} : { choices: options.payout }),
    ...(options.smtpUrl === undefined ? {} : { smtpUrl: options.smtpUrl }),
    ...(options.payoutPort === undefined ? {} : { port: options.payoutPort }),
  });
  // runs only when the clock is moved, because a run of the day that just ended must not see new settlements
  const settle = () => scenario.settleUntil(clock.now(), payout.world.state.sendLimits.values());
  if (saved !== undefined) {
    for (const restatement of saved.restated) scenario.reapplyRestatement(restatement);
    for (const alteration of saved.altered) scenario.reapplyAlteration(alteration);
    settle();
  }
  const admin = await startAdmin({
    token: keys.adminToken,
    truth: () => namedTruth(truth),
    extend: (app) => {
      keepBeforeAnswering(app, keeper, () => true);
      merchantRoutes(app, scenario, () => {
        const added = changeRecipient(payout.world.state, localTime(scenarioOptions.zone));
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
      version: 4,
      scenario: scenarioName,
      ...shownKeys,
      clockAhead,
      restated: [...scenario.restated],
      altered: [...scenario.altered],
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
    const time = localTime(scenarioOptions.zone);
    const errors =
      scenarioOptions.breaks === 'standard' ? plantCallbackErrors(book, scenarioOptions.seed) : noCallbackErrors();
    const { privateKey } = gateway.purchases.companyKeys();
    const { until, days } = scenarioOptions;
    const covered = { first: daysAfter(until, 1 - days), last: until };
    return {
      lines: callbackLines(book, errors, time, privateKey, covered),
      truth: [...callbackTruth(book, errors, time)],
    };
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
    files: (from, to) => merchantFiles(scenario, from, to),
    callbacks,
    writeFiles: async (folder) => {
      const received = callbacks();
      // the breaks of the callbacks belong to the ground truth only if breaks are planted in the merchant's files
      const all = scenarioOptions.breaks === 'standard' ? [...truth, ...received.truth] : truth;
      await writeMerchantFiles(folder, { ...scenario, callbackLines: received.lines }, namedTruth(all));
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
