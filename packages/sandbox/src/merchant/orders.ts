import { type Book, majorText, type Payment } from '../gateway/book.ts';
import type { LocalTime } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';
import { periodRow } from './period-row.ts';

/** An order in the merchant's own shop. Amounts in minor units. */
export type Order = {
  number: string;
  reference: string;
  placedAt: number;
  currency: string;
  amount: bigint;
  status: 'paid' | 'cancelled' | 'open' | 'refunded' | 'partly_refunded';
  refunded: bigint;
  customer: string;
  email: string;
  /** Empty if the shop did not keep the id. */
  purchaseId: string;
};

/** An order with the purchase that pays it; either can be missing. */
export type OrderAndPurchase = { order: Order | undefined; purchase: Payment | undefined };

/** Planted errors of the shop, by purchase id, and planted orders without a purchase. */
export type OrderErrors = {
  byPurchase: Map<string, Partial<Order> | 'left_out'>;
  extra: Order[];
  /** Ids of purchases that pay a reference a second time. */
  again: Set<string>;
  /** References that two orders share; only one order was paid. */
  shared: Set<string>;
  /** By the ids of the purchases that pay an order together, what the last of them lacks (negative); the others lack nothing. */
  parts: Map<string, bigint>;
};

export const noOrderErrors = (): OrderErrors => ({
  byPurchase: new Map(),
  extra: [],
  again: new Set(),
  shared: new Set(),
  parts: new Map(),
});

const header = [
  ...['Order', 'Reference', 'Placed On', 'Currency', 'Amount', 'Status', 'Refunded'],
  ...['Customer', 'Customer Email', 'Purchase ID'],
];

/** The share of orders with the purchase's id. */
const ID_KEPT_CHANCE = 0.8;

/** Refunds by purchase, computed before breaks are planted in the gateway's book. */
export function refundsByPurchase(book: Book): Map<string, bigint> {
  const refunds = new Map<string, bigint>();
  for (const { kind, relatedTo, amount } of book.payments) {
    if (kind === 'refund' && relatedTo !== null) refunds.set(relatedTo, (refunds.get(relatedTo) ?? 0n) + amount);
  }
  return refunds;
}

/** The shop's orders with their purchases, oldest purchase first. They are generated one at a time, because there can be a million. */
export function* ordersOf(
  book: Book,
  refunds: ReadonlyMap<string, bigint>,
  seed: number,
  errors: OrderErrors,
): Generator<OrderAndPurchase> {
  const draw = drawFrom(seed, 'merchant orders');
  const extra = [...errors.extra].sort((a, b) => a.placedAt - b.placedAt);
  for (const purchase of book.payments) {
    if (purchase.kind !== 'purchase') continue;
    const placedAt = purchase.createdAt - draw.int(5, 90) * 1_000;
    const isIdKept = draw.chance(ID_KEPT_CHANCE);
    while (extra[0] !== undefined && extra[0].placedAt <= placedAt) yield { order: extra.shift(), purchase: undefined };
    const error = errors.byPurchase.get(purchase.id);
    if (error === 'left_out') yield { order: undefined, purchase };
    else {
      const order = orderOf(purchase, refunds.get(purchase.id) ?? 0n, placedAt, isIdKept);
      yield { order: { ...order, ...error }, purchase };
    }
  }
  for (const order of extra) yield { order, purchase: undefined };
}

function orderOf(purchase: Payment, refunded: bigint, placedAt: number, isIdKept: boolean): Order {
  const { reference, currency, amount, clientName, clientEmail, id } = purchase;
  return {
    number: orderNumberOf(purchase),
    reference,
    placedAt,
    currency,
    amount,
    refunded,
    status: statusOf(purchase, refunded),
    customer: clientName,
    email: clientEmail,
    purchaseId: isIdKept ? id : '',
  };
}

/** The shop's own number of the order that a purchase pays. */
export function orderNumberOf(purchase: Payment): string {
  return purchase.reference.replace('INV-', 'SO-');
}

function statusOf({ paidAt, status, amount }: Payment, refunded: bigint): Order['status'] {
  if (paidAt === null) return status === 'error' ? 'cancelled' : 'open';
  if (refunded === 0n) return 'paid';
  return refunded < amount ? 'partly_refunded' : 'refunded';
}

/** The rows of the order file: the period, the header, then the orders placed from `from` until the day before `to`. */
export function* orderRows(
  orders: Iterable<OrderAndPurchase>,
  time: LocalTime,
  from: string,
  to: string,
): Generator<string[]> {
  yield periodRow(from, to);
  yield header;
  const [start, end] = [time.startOf(from), time.startOf(to)];
  for (const { order } of orders) {
    if (order === undefined || order.placedAt < start || order.placedAt >= end) continue;
    yield [
      order.number,
      order.reference,
      time.withOffset(order.placedAt),
      order.currency,
      majorText(order.amount, order.currency),
      order.status,
      majorText(order.refunded, order.currency),
      order.customer,
      order.email,
      order.purchaseId,
    ];
  }
}
