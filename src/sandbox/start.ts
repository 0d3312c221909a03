import { randomBytes } from 'node:crypto';
import { startAdmin } from './admin/admin.ts';
import { createClock, type SandboxClock } from './clock.ts';
import { createFaults, type FaultOrder, type Faults } from './faults/fault.ts';
import { installFaults } from './faults/install.ts';
import { plantGatewayBreaks } from './gateway/breaks.ts';
import { gatewayLife } from './gateway/life.ts';
import { startGateway } from './gateway/start.ts';
import type { GatewayChoices } from './gateway/world.ts';
import type { PayoutChoices } from './payout/choices.ts';
import { payoutLife } from './payout/life.ts';
import { startPayoutService } from './payout/start.ts';
import { settlementsOf } from './settlement-days.ts';
import { readState, writeState } from './state-file.ts';

export type SandboxOptions = {
  seed: number;
  days: number;
  /** ISO date of the last full business day of the merchant's life. */
  until: string;
  zone?: string;
  ordersPerDay?: number;
  /** The first is the merchant's own. */
  currencies?: readonly string[];
  breaks?: 'none' | 'standard';
  /** Rolling reserve of the gateway; none by default. */
  reserve?: { basisPoints: number; days: number };
  host?: string;
  gatewayPort?: number;
  payoutPort?: number;
  adminPort?: number;
  gateway?: Partial<GatewayChoices>;
  payout?: Partial<PayoutChoices>;
  /** The e-mail addresses whose approvals a send limit needs. */
  approvers?: readonly string[];
  /** `smtp://…`: approval e-mails are sent for real, besides being kept in the outbox. */
  smtpUrl?: string;
  /** Faults from the start. */
  faults?: readonly FaultOrder[];
  clock?: SandboxClock;
  /**
   * Keeps what happens at the payout service, the keys and the clock in a file, for the next start with the same options.
   * Links in e-mails go on working where the ports are the same.
   */
  stateFile?: string;
};

/** What was planted and must be found, and nothing else: `key` is the item's key, or that of one of its two records. */
export type PlantedTruth = {
  reconciliation: string;
  outcome: string;
  reason_code: string;
  currency: string;
  business_date: string;
  key: string;
  amount: string;
  note: string;
};

export type RunningSandbox = {
  /** Ends in /api/v1. */
  gatewayUrl: string;
  /** Ends in /api. */
  payoutUrl: string;
  gatewaySecretKey: string;
  payoutApiKey: string;
  payoutApiSecret: string;
  adminUrl: string;
  adminToken: string;
  clock: SandboxClock;
  faults: Faults;
  truth: PlantedTruth[];
  paymentCount: number;
  close(): Promise<void>;
};

export const SANDBOX_ZONE = 'Asia/Kuala_Lumpur';
const SANDBOX_COMPANY = 'acme';
const KEEP_STATE_EVERY_MS = 5_000;

/** Both services and their admin API on loopback, with a merchant's life of so many days by seed: one world, the same seed the same life. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const zone = options.zone ?? SANDBOX_ZONE;
  const breaks = options.breaks ?? 'standard';
  const faults = createFaults(options.faults);
  const { seed, days, until, host = '127.0.0.1', stateFile, reserve } = options;
  const ordersPerDay = options.ordersPerDay ?? 100;
  const currencies = options.currencies ?? ['MYR', 'SGD'];
  const lifeName = JSON.stringify({ seed, days, until, zone, ordersPerDay, currencies, breaks, reserve });
  const saved = stateFile === undefined ? undefined : readState(stateFile, lifeName);
  const keys = saved ?? newKeys();
  const clock = options.clock ?? createClock({ startAt: Date.now() + (saved?.clockAhead ?? 0) });
  const book = gatewayLife({
    ...{ seed, days, until, zone, ordersPerDay, currencies },
    ...(reserve === undefined ? {} : { reserve }),
  });
  const gatewayTruth = breaks === 'standard' ? plantGatewayBreaks(book, seed, zone) : [];
  const settlementOn = settlementsOf(book, zone);
  const approvers = options.approvers === undefined ? {} : { approvers: options.approvers };
  const life = payoutLife({
    ...{ seed, days, until, zone, breaks, ...approvers },
    settlementOn: (day) => settlementOn(day, 'MYR'),
  });
  const gateway = await startGateway({
    book,
    secretKey: keys.gatewaySecretKey,
    now: clock.now,
    host,
    prepare: (app) => installFaults(app, 'gateway', faults, clock.now),
    ...(options.gatewayPort === undefined ? {} : { port: options.gatewayPort }),
    ...(options.gateway === undefined ? {} : { choices: options.gateway }),
  });
  const payout = await startPayoutService({
    ...approvers,
    credentials: { apiKey: keys.payoutApiKey, apiSecret: keys.payoutApiSecret },
    now: clock.now,
    host,
    life,
    ...(saved === undefined ? {} : { state: saved.payout }),
    settlementOn,
    prepare: (app) => installFaults(app, 'payout', faults, clock.now),
    ...(options.payout === undefined ? {} : { choices: options.payout }),
    ...(options.smtpUrl === undefined ? {} : { smtpUrl: options.smtpUrl }),
    ...(options.payoutPort === undefined ? {} : { port: options.payoutPort }),
  });
  const truth = [...gatewayTruth, ...life.truth];
  const admin = await startAdmin({
    token: keys.adminToken,
    truth: () => ({ company: SANDBOX_COMPANY, breaks: truth }),
    clock,
    faults,
    payout,
    catchUp: payout.catchUp,
    host,
    ...(options.adminPort === undefined ? {} : { port: options.adminPort }),
  });
  const { gatewaySecretKey, payoutApiKey, payoutApiSecret, adminToken } = keys;
  const shownKeys = { gatewaySecretKey, payoutApiKey, payoutApiSecret, adminToken };
  const keepState = () => {
    if (stateFile === undefined) return;
    const clockAhead = clock.now() - Date.now();
    writeState(stateFile, { version: 1, life: lifeName, ...shownKeys, clockAhead, payout: payout.world.state });
  };
  keepState();
  const keeping = setInterval(keepState, KEEP_STATE_EVERY_MS);
  keeping.unref();
  return {
    ...shownKeys,
    gatewayUrl: gateway.url,
    payoutUrl: payout.url,
    adminUrl: admin.url,
    clock,
    faults,
    truth,
    paymentCount: book.payments.length,
    close: async () => {
      clearInterval(keeping);
      await Promise.all([gateway.close(), payout.close(), admin.close()]);
      keepState();
    },
  };
}

function newKeys() {
  const random = (bytes: number) => randomBytes(bytes).toString('hex');
  return {
    gatewaySecretKey: `sk_test_${random(24)}`,
    payoutApiKey: `pk_test_${random(16)}`,
    payoutApiSecret: random(32),
    adminToken: random(24),
  };
}
