import type { ServerTime } from '../server-time.ts';
import type { Book } from './book.ts';
import type { StatementLayout } from './statement-file.ts';

/** What the specification leaves open, each choice in this one place. */
export type GatewayChoices = {
  /** From being asked for to success; half of it pending, half processing. */
  statementReadyMs: number;
  /** How long a download link works. */
  downloadLifeMs: number;
  /** Which columns a statement has. */
  statementLayout: StatementLayout;
  /** Summary rows above the header. */
  hasPreamble: boolean;
  /**
   * Which of two time bounds takes the instant itself in. The specification names no bound by name: the lower one by the
   * operator's reference, the upper one by the words older and younger.
   */
  timeBounds: 'lower_in' | 'upper_in';
  /** The time of `Date` headers: the sandbox's clock, which can be moved, or the machine's. */
  serverTime: ServerTime;
};

export const DEFAULT_GATEWAY_CHOICES: GatewayChoices = {
  statementReadyMs: 300,
  downloadLifeMs: 15 * 60_000,
  statementLayout: 'standard',
  hasPreamble: true,
  timeBounds: 'lower_in',
  serverTime: 'sandbox_clock',
};

/** The gateway and what surrounds it. */
export type GatewayWorld = {
  book: Book;
  choices: GatewayChoices;
  secretKey: string;
  /** Test mode moves no real money; live mode pretends to. */
  isTest: boolean;
  companyId: string;
  /** The one brand that all payments are of. */
  brandId: string;
  now: () => number;
  uuid: () => string;
  origin: () => string;
};
