import type { ServerTime } from '../server-time.ts';
import type { DeadlineReading } from './calendar.ts';

/**
 * Where the specification is silent, or can be read in two ways, the service does what stands here. Each choice can be
 * switched when a sandbox is started; docs/sandbox.md lists them.
 */
export type PayoutChoices = {
  /** Staging converts a fixed amount and completes instructions at once; production follows the upcoming settlement. */
  mode: 'staging' | 'production';
  /** When a pending send limit request expires. The specification's reading by default. */
  deadline: DeadlineReading;
  /** A newer increase request expires the older ones that are still pending. Seen once in recorded answers. */
  newerRequestExpiresOlder: boolean;
  /** Posting an account number and bank code that are known answers the record there is. Seen once. */
  knownAccountReturnsExisting: boolean;
  /** Recipient names come back in upper case. */
  upperCaseNames: boolean;
  /** Is the amount of a rejected instruction given back to the limit, or does its ledger row go on counting? */
  rejectedInstruction: 'released' | 'kept_debited';
  /** `data` in the answer to a resend: the specification's object, or the array seen live. */
  resendData: 'object' | 'array';
  /** How recipients are listed: in the envelope that every list response has, or as the bare list that their table names. */
  bankAccountList: 'envelope' | 'array';
  /** From pending to verified or rejected. */
  verificationSeconds: number;
  /** Between two states of an instruction in production mode; staging completes at once. */
  instructionStepSeconds: number;
  /** How long the lists of instructions and of webhooks stay as they were read. */
  listCacheSeconds: number;
  /** Records on a page when no `limit` is asked for. */
  defaultPageSize: number;
  /** The most that a `limit` gives. */
  largestPageSize: number;
  /** Limits per API key in five minutes. */
  rateLimits: boolean;
  /** Length of the RSA keys that sign webhook deliveries. Short ones are made fast, and are for tests. */
  signingKeyBits: number;
  /** The time of `Date` headers and of the window for signatures: the sandbox's clock, which can be moved, or the machine's. */
  serverTime: ServerTime;
};

export const DEFAULT_CHOICES: PayoutChoices = {
  mode: 'production',
  deadline: 'noon_on_the_day_after',
  newerRequestExpiresOlder: true,
  knownAccountReturnsExisting: true,
  upperCaseNames: true,
  rejectedInstruction: 'released',
  resendData: 'object',
  bankAccountList: 'envelope',
  verificationSeconds: 10,
  instructionStepSeconds: 20,
  listCacheSeconds: 3600,
  defaultPageSize: 25,
  largestPageSize: 100,
  rateLimits: false,
  signingKeyBits: 2048,
  serverTime: 'sandbox_clock',
};

/** In staging: what can be converted, and what can be allocated in a day; MYR 1,000.00 each. */
export const STAGING_CONVERTIBLE = 100_000n;
export const STAGING_DAILY_LIMIT = 100_000n;

/** A request is fresh while its epoch is this close to the server's clock, either way. */
export const EPOCH_TOLERANCE_SECONDS = 30;

/**
 * What decides a recipient's or an instruction's fate, so that every state can be had by a request alone: the beginning
 * of the account number, or a word in the instruction's description.
 */
export const TEST_VALUES = {
  rejectedAccountPrefix: '999',
  neverVerifiedAccountPrefix: '998',
  rejectedWord: 'reject',
  stuckWord: 'stuck',
  reviewedWord: 'review',
} as const;
