import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendDateHeader, serverTime } from '../server-time.ts';
import type { Credentials } from './authentication.ts';
import { DEFAULT_CHOICES, type PayoutChoices } from './choices.ts';
import { deliverDue } from './deliveries.ts';
import { runDueTasks } from './due-tasks.ts';
import { smtpMailer } from './outbox.ts';
import { DEFAULT_APPROVERS, type PayoutScenario } from './scenario.ts';
import { payoutService } from './service.ts';
import { emptyState, newAccount, type PayoutState, stateFromScenario } from './state.ts';
import type { PayoutWorld } from './world.ts';

export type PayoutServiceOptions = {
  credentials: Credentials;
  /** The sandbox's clock, milliseconds since the epoch. */
  now: () => number;
  host?: string;
  /** 0 takes a free port. */
  port?: number;
  choices?: Partial<PayoutChoices>;
  approvers?: readonly string[];
  /** The generated data; without it the account is new. */
  scenario?: PayoutScenario;
  /** The state of an earlier run, instead of a scenario. */
  state?: PayoutState;
  /** Net settlement of the gateway's book by settlement day and currency, minor units; zero by default. */
  settlementOn?: (day: string, currency: string) => bigint;
  /** `smtp://…`: also sends approval e-mails through this server. */
  smtpUrl?: string;
  /** Called when the state changed outside of a request. */
  changed?: () => void;
  /** Called before the routes are registered (fault injection); returns the clock error of a request. */
  prepare?: (app: FastifyInstance, time: () => number) => (request: FastifyRequest) => number;
};

export type RunningPayoutService = {
  /** Ends in `/api`. */
  url: string;
  world: PayoutWorld;
  /** Runs due tasks and attempts due deliveries; call it after the clock was moved. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

const SENDER = 'payouts@sandbox.example';
const CATCH_UP_EVERY_MS = 250;

function initialState({ scenario, now }: PayoutServiceOptions): PayoutState {
  return scenario === undefined ? emptyState(newAccount(now())) : stateFromScenario(scenario);
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

  // one run at a time: a second call first waits, then delivers everything due by then
  let lastDelivery = Promise.resolve();
  const catchUp = (): Promise<void> => {
    runDueTasks(world, world.now());
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
