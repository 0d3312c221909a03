import { Temporal } from 'temporal-polyfill';
import { exponentOf } from '../iso-codes.ts';
import { localTime } from '../local-time.ts';
import { type Draw, drawFrom } from '../payout/draw.ts';
import { type Book, byTime, type Payment, uuidsFrom } from './book.ts';
import { type Conversion, drawOriginal } from './conversion.ts';
import { feeFor, paymentMethods } from './fees.ts';
import { type SettlementTerms, settlementTimes } from './settlement.ts';

export type GatewayScenarioOptions = {
  seed: number;
  days: number;
  /** ISO date of the last full business day. */
  until: string;
  zone: string;
  ordersPerDay: number;
  currencies: readonly string[];
  /** Rolling reserve: the withheld share of each purchase, and the number of days. By default nothing is withheld. */
  reserve?: { basisPoints: number; days: number };
  settlement?: SettlementTerms;
  /** Converts purchases of customers in other currencies. By default nothing is converted. */
  conversion?: Conversion;
};

const firstNames = ['Aisyah', 'Wei Ling', 'Kumar', 'Siti', 'Daniel', 'Mei', 'Farid', 'Priya', 'Hafiz', 'Grace'];
const lastNames = ['binti Ahmad', 'Tan', 'Raj', 'Lim', 'Abdullah', 'Wong', 'Nair', 'Chong', 'Ismail', 'Lee'];
const goods = [
  'Office chair',
  'Coffee beans 1kg',
  'Yearly plan',
  'Phone case',
  'Desk lamp',
  'Batik scarf',
  'Notebook set',
];
const flows = ['payform', 'api', 'woocommerce', 'shopify', 'link'];

/** Generates the gateway's book: payments, refunds, chargebacks and their settlement, oldest first. */
export function gatewayScenario(options: GatewayScenarioOptions): Book {
  const draw = drawFrom(options.seed, 'gateway life');
  const uuid = uuidsFrom(options.seed, 'payment');
  const abroad = drawFrom(options.seed, 'conversion');
  const last = Temporal.PlainDate.from(options.until);
  const time = localTime(options.zone);
  const end = time.startOf(last.add({ days: 1 }).toString());
  const settlementTime = settlementTimes(options.zone, options.settlement);
  const payments: Payment[] = [];
  let order = 0;
  for (let back = options.days - 1; back >= 0; back -= 1) {
    const day = last.subtract({ days: back });
    const share = day.dayOfWeek >= 6 ? 0.7 : 1.1;
    const midnight = time.startOf(day.toString());
    const orders = Math.round(options.ordersPerDay * share * (0.85 + draw.fraction() * 0.3));
    for (let n = 0; n < orders; n += 1) {
      order += 1;
      const purchase = draftPurchase(draw, abroad, uuid(), midnight, order, options);
      payments.push(purchase, ...aftermath(draw, uuid, purchase, end, settlementTime));
    }
  }
  payments.sort(byTime);
  return { payments, statementErrors: new Map() };
}

/** Name and e-mail of each customer. Payments share these texts to save memory, because there may be a million payments. */
const customers = new Map<string, { name: string; email: string }>();
function customerOf(first: string, last: string): { name: string; email: string } {
  const name = `${first} ${last}`;
  const known = customers.get(name);
  if (known !== undefined) return known;
  const email = `${first}.${last}@customer.example`.toLowerCase().replaceAll(' ', '.');
  customers.set(name, { name, email });
  return { name, email };
}

function amountOf(draw: Draw, currency: string): bigint {
  const hundredths = BigInt(draw.chance(0.1) ? draw.int(50_000, 480_000) : draw.int(500, 38_000));
  return exponentOf(currency) === 3 ? hundredths * 10n + BigInt(draw.int(0, 9)) : hundredths;
}

function draftPurchase(
  draw: Draw,
  abroad: Draw,
  id: string,
  midnight: number,
  order: number,
  options: GatewayScenarioOptions,
): Payment {
  const { reserve, conversion } = options;
  const currency = draw.chance(0.65) ? (options.currencies[0] ?? 'MYR') : draw.pick(options.currencies);
  const asked = amountOf(draw, currency);
  const converted =
    conversion === undefined ? undefined : drawOriginal(abroad, currency, conversion, (from) => amountOf(abroad, from));
  const amount = converted?.amount ?? asked;
  const method = draw.pick(paymentMethods);
  const createdAt = midnight + draw.int(7 * 3600, 23 * 3600 + 3300) * 1000;
  const outcome = draw.fraction();
  const paidAt = outcome < 0.9 ? createdAt + draw.int(20, 280) * 1000 : null;
  const customer = customerOf(draw.pick(firstNames), draw.pick(lastNames));
  return {
    id,
    kind: 'purchase',
    isOutgoing: false,
    currency,
    amount,
    fee: paidAt === null ? 0n : feeFor(method, amount, currency),
    reserve: paidAt === null || reserve === undefined ? 0n : (amount * BigInt(reserve.basisPoints)) / 10_000n,
    reservedUntil: paidAt === null || reserve === undefined ? null : paidAt + reserve.days * 24 * 3600_000,
    status: paidAt !== null ? 'paid' : outcome < 0.94 ? 'overdue' : outcome < 0.97 ? 'created' : 'error',
    method,
    reference: `INV-${String(order).padStart(6, '0')}`,
    description: draw.pick(goods),
    relatedTo: null,
    createdAt,
    paidAt,
    settledAt: null,
    updatedAt: paidAt ?? createdAt,
    clientName: customer.name,
    clientEmail: customer.email,
    product: draw.chance(0.9) ? 'purchase' : 'invoice',
    flow: draw.pick(flows),
    country: currency === 'SGD' ? 'SG' : 'MY',
    ...(converted === undefined ? {} : { original: converted.original }),
  };
}

function aftermath(
  draw: Draw,
  uuid: () => string,
  purchase: Payment,
  end: number,
  settlementTime: (paidAt: number) => number,
): Payment[] {
  if (purchase.paidAt === null) return [];
  // null if the settlement is after the generated days
  const settledAt = settlementTime(purchase.paidAt);
  purchase.settledAt = settledAt < end ? settledAt : null;
  const outcome = draw.fraction();
  if (outcome < 0.04) return refunds(draw, uuid, purchase, end);
  return outcome < 0.046 ? chargeback(draw, uuid, purchase, end) : [];
}

/** A chargeback two to six days after the payment. The merchant wins two of five, and the chargeback is reversed. */
function chargeback(draw: Draw, uuid: () => string, purchase: Payment, end: number): Payment[] {
  const at = (purchase.paidAt ?? purchase.createdAt) + draw.int(2 * 24 * 3600, 6 * 24 * 3600) * 1000;
  const reversedAt = at + draw.int(3 * 24 * 3600, 9 * 24 * 3600) * 1000;
  const isWon = draw.chance(0.4);
  if (at >= end) return [];
  purchase.status = 'chargeback';
  purchase.updatedAt = at;
  const taken = against(purchase, uuid(), 'chargeback', purchase.amount, at);
  if (!isWon || reversedAt >= end) return [taken];
  purchase.status = 'paid';
  purchase.updatedAt = reversedAt;
  const given = against(purchase, uuid(), 'chargeback_reversal', purchase.amount, reversedAt);
  return [taken, { ...given, isOutgoing: false, product: purchase.product }];
}

function refunds(draw: Draw, uuid: () => string, purchase: Payment, end: number): Payment[] {
  const paidAt = purchase.paidAt ?? purchase.createdAt;
  const isPartial = draw.chance(0.35);
  const first = isPartial ? (purchase.amount * BigInt(draw.int(20, 45))) / 100n : purchase.amount;
  const firstAt = paidAt + draw.int(600, 4 * 24 * 3600) * 1000;
  // the second part is on a later day, so that two refunds of a purchase do not look like a duplicate
  const secondAt = firstAt + draw.int(24 * 3600, 48 * 3600) * 1000;
  const isTwoParts = isPartial && draw.chance(0.3);
  const made: Payment[] = [];
  if (first > 0n && firstAt < end) made.push(against(purchase, uuid(), 'refund', first, firstAt));
  if (made.length > 0 && isTwoParts && secondAt < end) {
    made.push(
      against(purchase, uuid(), 'refund', first + 1n <= purchase.amount - first ? first + 1n : first, secondAt),
    );
  }
  if (made.length > 0) {
    purchase.status = 'refunded';
    purchase.updatedAt = made.at(-1)?.createdAt ?? purchase.updatedAt;
  }
  return made;
}

/** A later movement of a purchase: a refund, a chargeback or a chargeback reversal. */
export function against(
  purchase: Payment,
  id: string,
  kind: 'refund' | 'chargeback' | 'chargeback_reversal',
  amount: bigint,
  at: number,
): Payment {
  return {
    ...purchase,
    id,
    kind,
    isOutgoing: true,
    amount,
    fee: 0n,
    reserve: 0n,
    reservedUntil: null,
    status: 'success',
    description: { refund: 'Refund', chargeback: 'Chargeback', chargeback_reversal: 'Chargeback reversed' }[kind],
    relatedTo: purchase.id,
    createdAt: at,
    paidAt: at,
    settledAt: null,
    updatedAt: at,
    product: 'refund',
    original: undefined,
  };
}
