import type { ServerTime } from '../server-time.ts';
import type { DeadlineReading } from './calendar.ts';

/**
 * Choices where the specification is silent or ambiguous. Each can be set when a sandbox is started; docs/sandbox.md lists
 * them.
 */
export type PayoutChoices = {
  /** Staging converts a fixed amount and completes instructions at once; production follows the upcoming settlement. */
  mode: 'staging' | 'production';
  /** When a pending send limit request expires; as specified by default. */
  deadline: DeadlineReading;
  /** Whether a new request expires older pending ones. Observed once in recorded responses. */
  newerRequestExpiresOlder: boolean;
  /** Whether posting a known account number and bank code returns the existing record. Observed once. */
  knownAccountReturnsExisting: boolean;
  /** Whether recipient names are returned in upper case. */
  upperCaseNames: boolean;
  /** Whether a rejected instruction's amount is released to the limit, or its ledger row still counts. */
  rejectedInstruction: 'released' | 'kept_debited';
  /** `data` in the response to a resend: the specified object, or the array observed live. */
  resendData: 'object' | 'array';
  /** The list of recipients: in the envelope of every list response, or as the plain array that the endpoint table names. */
  bankAccountList: 'envelope' | 'array';
  /** Time from pending to verified or rejected. */
  verificationSeconds: number;
  /** Time between two states of an instruction in production mode; staging completes at once. */
  instructionStepSeconds: number;
  /** How long the lists of instructions and of webhooks are cached. */
  listCacheSeconds: number;
  /** Records on a page without `limit`. */
  defaultPageSize: number;
  /** The largest accepted `limit`. */
  largestPageSize: number;
  /** Whether requests per API key in five minutes are limited. */
  rateLimits: boolean;
  /** Length of the RSA keys that sign webhook deliveries. Short keys are generated faster, for tests. */
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

/** Staging: the convertible balance and the daily limit of allocations; MYR 1,000.00 each. */
export const STAGING_CONVERTIBLE = 100_000n;
export const STAGING_DAILY_LIMIT = 100_000n;

/** The largest accepted distance between a request's epoch and the server's time. */
export const EPOCH_TOLERANCE_SECONDS = 30;

/**
 * Test values that control a recipient or an instruction, so that every state can be reached by requests alone: prefixes
 * of the account number, and words in the instruction's description.
 */
export const TEST_VALUES = {
  rejectedAccountPrefix: '999',
  neverVerifiedAccountPrefix: '998',
  rejectedWord: 'reject',
  stuckWord: 'stuck',
  reviewedWord: 'review',
} as const;
