import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendDateHeader, serverTime } from '../server-time.ts';
import { doWhatIsDue } from './agenda.ts';
import type { Credentials } from './authentication.ts';
import { DEFAULT_CHOICES, type PayoutChoices } from './choices.ts';
import { deliverDue } from './deliveries.ts';
import { DEFAULT_APPROVERS, type PayoutLife } from './life.ts';
import { smtpMailer } from './outbox.ts';
import { payoutService } from './service.ts';
import { emptyState, newAccount, type PayoutState, stateFromLife } from './state.ts';
import type { PayoutWorld } from './world.ts';

export type PayoutServiceOptions = {
  credentials: Credentials;
  /** The sandbox's clock, milliseconds since the epoch. */
  now: () => number;
  host?: string;
  /** 0 takes a free one. */
  port?: number;
  choices?: Partial<PayoutChoices>;
  approvers?: readonly string[];
  /** The merchant's past; without one the account was just opened. */
  life?: PayoutLife;
  /** What an earlier run kept; it stands in the place of a life. */
  state?: PayoutState;
  /** Net settlement of the gateway's book by settlement day and currency, minor units; none by default. */
  settlementOn?: (day: string, currency: string) => bigint;
  /** `smtp://…`: approval e-mails are sent for real as well. */
  smtpUrl?: string;
  /** Called when something changed outside of a request. */
  changed?: () => void;
  /** Called before the routes are there (faults); gives back how wrong the clock is for a request. */
  prepare?: (app: FastifyInstance, time: () => number) => (request: FastifyRequest) => number;
};

export type RunningPayoutService = {
  /** Ends in `/api`. */
  url: string;
  world: PayoutWorld;
  /** Does what is due and attempts what is to be delivered; call it after the clock was moved. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

const SENDER = 'payouts@sandbox.example';
const CATCH_UP_EVERY_MS = 250;

function initialState({ life, now }: PayoutServiceOptions): PayoutState {
  return life === undefined ? emptyState(newAccount(now())) : stateFromLife(life);
}

/** Starts the payout service on a port of its own. */
export async function startPayoutService(options: PayoutServiceOptions): Promise<RunningPayoutService> {
  const { fastify } = await import('fastify');
  const host = options.host ?? '127.0.0.1';
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  let origin = '';
  const world: PayoutWorld = {
    state: options.state ?? initialState(options),
    choices: { ...DEFAULT_CHOICES, ...options.choices },
    credentials: options.credentials,
    approvers: options.approvers ?? DEFAULT_APPROVERS,
    now: options.now,
    settlementOn: options.settlementOn ?? (() => 0n),
    origin: () => origin,
    changed: options.changed ?? (() => {}),
    sendMail: options.smtpUrl === undefined ? undefined : await smtpMailer(options.smtpUrl, SENDER),
  };
  const time = serverTime(world.choices.serverTime, world.now);
  sendDateHeader(app, time);
  const skew = options.prepare?.(app, time);
  await payoutService(app, world, skew);
  origin = await app.listen({ host, port: options.port ?? 0 });

  // One delivery at a time; who asks while one runs waits for it, and then has what fell due since delivered too.
  let lastDelivery = Promise.resolve();
  const catchUp = (): Promise<void> => {
    doWhatIsDue(world, world.now());
    lastDelivery = lastDelivery.then(() => deliverDue(world, world.now()));
    return lastDelivery;
  };
  const timer = setInterval(() => void catchUp(), CATCH_UP_EVERY_MS);
  timer.unref();
  return {
    url: `${origin}/api`,
    world,
    catchUp,
    close: async () => {
      clearInterval(timer);
      await app.close();
    },
  };
}
