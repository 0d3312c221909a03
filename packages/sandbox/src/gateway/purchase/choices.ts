import type { Conversion } from '../conversion.ts';

/**
 * Choices where the specification says nothing about purchases and their effects. Each can be set when a sandbox is
 * started; docs/sandbox.md lists them.
 */
export type PurchaseChoices = {
  /** Whether a field's error is an object, as specified, or an array of objects, as observed live. */
  problemShape: 'object' | 'array';
  /** How long a payment, capture, release, charge or refund stays pending when the acquirer is slow. */
  slowAcquirerSeconds: number;
  /** Whether a card payment changes to cleared after a day and to settled with its settlement. Otherwise it stays paid. */
  cardsClear: boolean;
  /** Whether a client's details require an e-mail address. */
  clientEmailRequired: boolean;
  /** Whether a purchase that was marked as paid counts in statement, turnover and balance, without a fee, or in none of them. */
  markedAsPaid: 'in_the_book' | 'outside';
  /** The fee of a refund in minor units, taken from the balance. */
  refundFee: number;
  /** The fee of a chargeback in minor units. */
  chargebackFee: number;
  /** The default currency of a purchase. */
  defaultCurrency: string;
  /** Currencies that are converted when a purchase is created, each amount by the rate. None by default. */
  currencyConversion: Conversion | null;
  /** The default time zone of a purchase. */
  defaultTimezone: string;
  /** The unit of the retry schedule: attempt n of a delivery is due 3^(n-1) - 1 units after its trigger: 0, 2, 8, 26, 80 … minutes. */
  deliveryUnitSeconds: number;
  /** Whether a delivery that was given up blocks the later events of its object for ever. */
  givenUpDeliveryBlocks: boolean;
  /** The origin that receives all deliveries, such as http://127.0.0.1:3000, whatever host the URL names: callback URLs cannot have a port. */
  deliverTo: string | null;
  /** Length of the RSA keys that sign callbacks and webhooks. Short keys are generated faster, for tests. */
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

/** Words in a purchase's notes that control the acquirer, so that every state can be reached by requests alone. */
export const TEST_WORDS = {
  /** Payment, capture, release, charge and refund are pending first, then succeed. */
  slow: 'slow',
  /** Capture, release, charge and refund fail. */
  refuse: 'refuse',
  /** They are pending first, then fail. */
  slowRefuse: 'slow refuse',
} as const;

/** The acquirer's behaviour. */
export type Acquirer = 'prompt' | 'slow' | 'refuses' | 'slow_then_refuses';

export function acquirerFor(notes: string, ordered: Acquirer): Acquirer {
  const words = notes.toLowerCase();
  if (words.includes(TEST_WORDS.slowRefuse)) return 'slow_then_refuses';
  if (words.includes(TEST_WORDS.slow)) return 'slow';
  if (words.includes(TEST_WORDS.refuse)) return 'refuses';
  return ordered;
}
