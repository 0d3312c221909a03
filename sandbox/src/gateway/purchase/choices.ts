import type { Conversion } from '../conversion.ts';

/**
 * Where the specification is silent about purchases and what follows from them, the gateway does what stands here. Each
 * choice can be switched when a sandbox is started; docs/sandbox.md lists them.
 */
export type PurchaseChoices = {
  /** A problem under its field as the specification shows it, or as the array of problems that was seen live. */
  problemShape: 'object' | 'array';
  /** How long a payment, capture, release, charge or refund stays pending while the acquirer is slow. */
  slowAcquirerSeconds: number;
  /** Whether a payment by card goes on to cleared after a day, and to settled with its settlement. It stays paid otherwise. */
  cardsClear: boolean;
  /** Whether the details of a client need an e-mail address. */
  clientEmailRequired: boolean;
  /** Whether what was marked as paid counts in statement, turnover and balance, without a fee; outside it is in none. */
  markedAsPaid: 'in_the_book' | 'outside';
  /** What a refund costs, in minor units; a fee of the refund, taken from the balance. */
  refundFee: number;
  /** What a chargeback costs, in minor units. */
  chargebackFee: number;
  /** Currency of a purchase that names none. */
  defaultCurrency: string;
  /** Currencies that are charged in another, converted when a purchase is created: each amount of it by the rate. None by default. */
  currencyConversion: Conversion | null;
  /** Time zone of a purchase that names none. */
  defaultTimezone: string;
  /** Attempt n of a delivery falls 3^(n-1) - 1 of these after its trigger: 0, 2, 8, 26, 80 … minutes. */
  deliveryUnitSeconds: number;
  /** Whether a delivery that was given up holds back the later events of its object for ever: it never succeeded. */
  givenUpDeliveryBlocks: boolean;
  /** An origin like http://127.0.0.1:3000 to which all deliveries go, whatever host their URL names; a URL with a port is refused. */
  deliverTo: string | null;
  /** Length of the RSA keys that sign callbacks and webhooks. Short ones are made fast, and are for tests. */
  signingKeyBits: number;
};

export const DEFAULT_PURCHASE_CHOICES: PurchaseChoices = {
  problemShape: 'object',
  slowAcquirerSeconds: 600,
  cardsClear: false,
  clientEmailRequired: true,
  markedAsPaid: 'in_the_book',
  refundFee: 0,
  chargebackFee: 0,
  defaultCurrency: 'MYR',
  currencyConversion: null,
  defaultTimezone: 'Asia/Kuala_Lumpur',
  deliveryUnitSeconds: 60,
  givenUpDeliveryBlocks: true,
  deliverTo: null,
  signingKeyBits: 2048,
};

/** A word in a purchase's notes decides what the acquirer does, so that every state can be had by a request alone. */
export const TEST_WORDS = {
  /** Payment, capture, release, charge and refund are pending for a while, and then done. */
  slow: 'slow',
  /** Capture, release, charge and refund fail. */
  refuse: 'refuse',
  /** They are pending for a while, and then fail. */
  slowRefuse: 'slow refuse',
} as const;

/** What the acquirer does with what it is asked for. */
export type Acquirer = 'prompt' | 'slow' | 'refuses' | 'slow_then_refuses';

export function acquirerFor(notes: string, ordered: Acquirer): Acquirer {
  const words = notes.toLowerCase();
  if (words.includes(TEST_WORDS.slowRefuse)) return 'slow_then_refuses';
  if (words.includes(TEST_WORDS.slow)) return 'slow';
  if (words.includes(TEST_WORDS.refuse)) return 'refuses';
  return ordered;
}
