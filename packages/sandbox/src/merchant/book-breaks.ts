import { type Book, byTime, isMoved, type Payment, uuidsFrom } from '../gateway/book.ts';
import { feeFor, paymentMethods } from '../gateway/fees.ts';
import type { LocalTime } from '../local-time.ts';
import { type Draw, drawFrom } from '../payout/draw.ts';
import { noOrderErrors, type Order, type OrderErrors, orderNumberOf } from './orders.ts';

type Paid = Payment & { paidAt: number };

/** The share of paid purchases that each kind of break uses; at least two purchases are used. */
const PLANTED_SHARE = 0.001;

/**
 * Plants breaks that only the shop's orders and the price list show. Breaks in the gateway's book (wrong fees, duplicate
 * payments) leave statement, turnover and balance in agreement; breaks in the shop are missing, wrong or unpaid orders and
 * wrong states. An order that is paid in parts and an order of zero are no breaks. Each uses separate purchases without other breaks.
 */
export function plantBookBreaks(
  book: Book,
  refunds: ReadonlyMap<string, bigint>,
  seed: number,
  time: LocalTime,
): OrderErrors {
  const draw = drawFrom(seed, 'book breaks');
  const uuid = uuidsFrom(seed, 'book break');
  const errors = noOrderErrors();
  const taken = new Set<string>();
  const isFree = (payment: Payment): payment is Paid =>
    isMoved(payment) &&
    payment.kind === 'purchase' &&
    payment.status === 'paid' &&
    !refunds.has(payment.id) &&
    !book.statementErrors.has(payment.id) &&
    !taken.has(payment.id);
  const paidCount = book.payments.filter((payment) => payment.kind === 'purchase' && isMoved(payment)).length;
  const take = (isFit: (purchase: Paid) => boolean = () => true): Paid | undefined => {
    const start = draw.int(0, book.payments.length - 1);
    for (let step = 0; step < book.payments.length; step += 1) {
      const payment = book.payments[(start + step) % book.payments.length];
      if (payment === undefined || !isFree(payment) || !isFit(payment)) continue;
      taken.add(payment.id);
      return payment;
    }
    return undefined;
  };
  const again: Payment[] = [];
  for (let n = 0; n < Math.max(2, Math.round(paidCount * PLANTED_SHARE)); n += 1) {
    chargeOtherwise(draw, take);
    const first = take(({ paidAt }) => time.day(paidAt) === time.day(paidAt + 1_800_000));
    if (first !== undefined) {
      const second = paidAgain(first, uuid(), draw.int(2, 25) * 60_000);
      again.push(second);
      taken.add(second.id);
      errors.byPurchase.set(second.id, 'left_out');
      errors.again.add(second.id);
    }
    const lost = take();
    if (lost !== undefined) errors.byPurchase.set(lost.id, 'left_out');
    const wrong = take();
    if (wrong !== undefined) {
      const error = BigInt(draw.int(1, 400)) * (draw.chance(0.5) && wrong.amount > 400n ? -1n : 1n);
      errors.byPurchase.set(wrong.id, { amount: wrong.amount + error });
    }
    const unpaid = take();
    if (unpaid !== undefined) errors.byPurchase.set(unpaid.id, { status: n % 2 === 0 ? 'open' : 'cancelled' });
    const like = take();
    if (like !== undefined) errors.extra.push(neverPaid(like, n + 1));
  }
  const twin = take();
  if (twin !== undefined) {
    errors.byPurchase.set(twin.id, { purchaseId: '' });
    errors.extra.push(sameReference(twin));
    errors.shared.add(twin.reference);
  }
  for (const lacking of [0n, -500n]) {
    const first = take(
      ({ amount, paidAt, reserve, original }) =>
        amount > 2_000n &&
        reserve === 0n &&
        original === undefined &&
        time.day(paidAt) === time.day(paidAt + 1_800_000),
    );
    if (first === undefined) continue;
    const second = paidInParts(first, uuid(), draw.int(2, 25) * 60_000);
    again.push(second);
    taken.add(second.id);
    errors.byPurchase.set(first.id, { amount: first.amount + second.amount - lacking });
    errors.byPurchase.set(second.id, 'left_out');
    errors.parts.set(first.id, 0n).set(second.id, lacking);
  }
  const abroad = take();
  const other = book.payments.find(({ currency }) => currency !== abroad?.currency)?.currency;
  if (abroad !== undefined && other !== undefined)
    errors.byPurchase.set(abroad.id, { currency: other, amount: abroad.amount / 4n });
  const free = take();
  if (free !== undefined)
    errors.extra.push({ ...neverPaid(free, 0), number: 'SO-Z0001', reference: 'INV-Z0001', amount: 0n });
  book.payments.push(...again);
  book.payments.sort(byTime);
  return errors;
}

/** Makes one fee a sen too high and one fee a sen too low, and charges a third purchase the price of another method. */
function chargeOtherwise(draw: Draw, take: (isFit?: (purchase: Paid) => boolean) => Paid | undefined): void {
  const high = take();
  if (high !== undefined) high.fee += 1n;
  const low = take(({ fee }) => fee > 1n);
  if (low !== undefined) low.fee -= 1n;
  const other = draw.pick(paymentMethods);
  const isDearer = (purchase: Paid) => feeFor(other, purchase.amount, purchase.currency) !== purchase.fee;
  const wrongRate = take(isDearer);
  if (wrongRate !== undefined) wrongRate.fee = feeFor(other, wrongRate.amount, wrongRate.currency);
}

/** A duplicate payment: a second purchase with the same reference, settled with the first. */
function paidAgain(first: Paid, id: string, later: number): Payment {
  const { createdAt, paidAt } = first;
  return { ...first, id, createdAt: createdAt + later, paidAt: paidAt + later, updatedAt: paidAt + later };
}

/** Divides a purchase into two that pay its reference together, and returns the second. */
function paidInParts(first: Paid, id: string, later: number): Payment {
  const second = paidAgain(first, id, later);
  second.amount = first.amount / 3n;
  first.amount -= second.amount;
  for (const part of [first, second]) part.fee = feeFor(part.method, part.amount, part.currency);
  return second;
}

/** A second order with the reference of the purchase, 4 to 89 seconds after the first order. Both orders lack the purchase's id. */
function sameReference(purchase: Paid): Order {
  const { reference, currency, amount, clientName, clientEmail, createdAt } = purchase;
  return {
    number: `${orderNumberOf(purchase)}-B`,
    reference,
    placedAt: createdAt - 1_000,
    currency,
    amount,
    status: 'paid',
    refunded: 0n,
    customer: clientName,
    email: clientEmail,
    purchaseId: '',
  };
}

/** A paid order without a purchase. */
function neverPaid(like: Paid, position: number): Order {
  const number = String(position).padStart(4, '0');
  return {
    number: `SO-X${number}`,
    reference: `INV-X${number}`,
    placedAt: like.createdAt - 120_000,
    currency: like.currency,
    amount: like.amount + 37n,
    status: 'paid',
    refunded: 0n,
    customer: like.clientName,
    email: like.clientEmail,
    purchaseId: '',
  };
}
