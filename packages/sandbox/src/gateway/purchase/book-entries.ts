import type { Book, Payment } from '../book.ts';
import { descriptionOf, referenceOf } from './answers.ts';
import type { Purchase, RelatedPayment } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** Indexes of the book by id and by related payment. While the book only grows, just the new entries are indexed. */
type Index = { read: number; reorders: number; byId: Map<string, Payment>; related: Map<string, Payment[]> };
const indexes = new WeakMap<Book, Index>();

function indexOf(book: Book): Index {
  const { reorders = 0 } = book;
  const known = indexes.get(book);
  const index = known?.reorders === reorders ? known : { read: 0, reorders, byId: new Map(), related: new Map() };
  indexes.set(book, index);
  for (; index.read < book.payments.length; index.read += 1) {
    const payment = book.payments[index.read];
    if (payment === undefined) continue;
    index.byId.set(payment.id, payment);
    if (payment.relatedTo === null) continue;
    index.related.set(payment.relatedTo, [...(index.related.get(payment.relatedTo) ?? []), payment]);
  }
  return index;
}

export const entryOf = (book: Book, id: string) => indexOf(book).byId.get(id);
export const entriesRelatedTo = (book: Book, id: string) => indexOf(book).related.get(id) ?? [];

function clientName({ client }: Purchase): string {
  return client.full_name || client.legal_name;
}

/** The settlement of a purchase that was marked as paid follows from the later of two times: marking and stated payment. */
function settlesLate(
  { settlesAt }: PurchaseWorld,
  { isMarkedAsPaid, received, history }: Purchase,
): number | undefined {
  if (!isMarkedAsPaid || received === null) return undefined;
  const markedAt = history.find(({ status }) => status === 'paid')?.at ?? received.paidAt;
  return settlesAt(Math.max(markedAt, received.paidAt));
}

/** Writes the current state of a purchase to the book, because statement, turnover and balance are read from the book. */
export function enterPurchase(world: PurchaseWorld, purchase: Purchase): void {
  if (purchase.isMarkedAsPaid && world.choices.markedAsPaid === 'outside') {
    strike(world.book, purchase.id);
    return;
  }
  const { received } = purchase;
  const now = {
    amount: received?.amount ?? purchase.total,
    fee: received?.fee ?? 0n,
    reserve: received?.reserve ?? 0n,
    reservedUntil: received?.reservedUntil ?? null,
    status: purchase.status,
    method: purchase.method,
    paidAt: received?.paidAt ?? null,
    settledAt: purchase.settledAt,
    settlesAt: settlesLate(world, purchase),
    updatedAt: purchase.updatedAt,
    flow: purchase.flow,
    isTokenized: purchase.paidWithToken !== null,
  };
  const known = entryOf(world.book, purchase.id);
  if (known !== undefined) {
    // a generated payment may already be settled in the book
    Object.assign(known, now, { settledAt: now.settledAt ?? known.settledAt });
    world.book.rewrites = (world.book.rewrites ?? 0) + 1;
    return;
  }
  world.book.payments.push({
    ...now,
    id: purchase.id,
    kind: 'purchase',
    isOutgoing: false,
    currency: purchase.currency,
    ...(purchase.original === null ? {} : { original: purchase.original }),
    reference: referenceOf(purchase),
    description: descriptionOf(purchase),
    relatedTo: null,
    createdAt: purchase.createdAt,
    clientName: clientName(purchase),
    clientEmail: purchase.client.email,
    product: 'purchase',
    country: purchase.client.country,
  });
}

function strike(book: Book, id: string): void {
  const at = book.payments.findIndex((payment) => payment.id === id);
  if (at < 0) return;
  book.payments.splice(at, 1);
  indexes.delete(book);
}

/** Refunds, chargebacks and reversals refer to their purchase. A second payment is a separate entry with the same reference. */
export function enterRelated(world: PurchaseWorld, purchase: Purchase, payment: RelatedPayment): void {
  const isSecond = payment.kind === 'second_payment';
  world.book.payments.push({
    id: payment.id,
    kind: payment.kind === 'second_payment' ? 'purchase' : payment.kind,
    isOutgoing: payment.isOutgoing,
    currency: purchase.currency,
    amount: payment.amount,
    fee: payment.fee,
    reserve: 0n,
    reservedUntil: null,
    status: isSecond ? 'paid' : 'success',
    method: purchase.method,
    reference: referenceOf(purchase),
    description: isSecond ? descriptionOf(purchase) : payment.kind === 'refund' ? 'Refund' : 'Chargeback',
    relatedTo: isSecond ? null : purchase.id,
    createdAt: payment.at,
    paidAt: payment.at,
    settledAt: payment.settledAt,
    updatedAt: payment.at,
    clientName: clientName(purchase),
    clientEmail: purchase.client.email,
    product: isSecond ? 'purchase' : 'refund',
    flow: purchase.flow,
    country: purchase.client.country,
  });
}
