import { randomBytes } from 'node:crypto';
import { plantGatewayBreaks } from './gateway/breaks.ts';
import { gatewayLife } from './gateway/life.ts';
import { startGateway } from './gateway/start.ts';
import type { GatewayChoices } from './gateway/world.ts';
import { payoutLife } from './payout/life.ts';
import { startPayoutService } from './payout/start.ts';

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
  host?: string;
  gatewayPort?: number;
  payoutPort?: number;
  gateway?: Partial<GatewayChoices>;
  now?: () => number;
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
  truth: PlantedTruth[];
  paymentCount: number;
  close(): Promise<void>;
};

export const SANDBOX_ZONE = 'Asia/Kuala_Lumpur';

/** Both services on loopback, with a merchant's life of so many days by seed: one world, the same seed the same life. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const zone = options.zone ?? SANDBOX_ZONE;
  const breaks = options.breaks ?? 'standard';
  const now = options.now ?? Date.now;
  const { seed, days, until, host = '127.0.0.1' } = options;
  const book = gatewayLife({
    seed,
    days,
    until,
    zone,
    ordersPerDay: options.ordersPerDay ?? 60,
    currencies: options.currencies ?? ['MYR', 'SGD'],
  });
  const gatewayTruth = breaks === 'standard' ? plantGatewayBreaks(book, seed, zone) : [];
  const life = payoutLife({ seed, days, until, zone, breaks });
  const gatewaySecretKey = `sk_test_${randomBytes(24).toString('hex')}`;
  const credentials = {
    apiKey: `pk_test_${randomBytes(16).toString('hex')}`,
    apiSecret: randomBytes(32).toString('hex'),
  };
  const gateway = await startGateway({
    book,
    secretKey: gatewaySecretKey,
    now,
    host,
    ...(options.gatewayPort === undefined ? {} : { port: options.gatewayPort }),
    ...(options.gateway === undefined ? {} : { choices: options.gateway }),
  });
  const payout = await startPayoutService({
    credentials,
    now,
    host,
    life,
    ...(options.payoutPort === undefined ? {} : { port: options.payoutPort }),
  });
  return {
    gatewayUrl: gateway.url,
    payoutUrl: payout.url,
    gatewaySecretKey,
    payoutApiKey: credentials.apiKey,
    payoutApiSecret: credentials.apiSecret,
    truth: [...gatewayTruth, ...life.truth],
    paymentCount: book.payments.length,
    close: async () => {
      await Promise.all([gateway.close(), payout.close()]);
    },
  };
}
