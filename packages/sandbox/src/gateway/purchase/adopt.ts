import { jsonNumber, type Payment } from '../book.ts';
import { createBody } from './body.ts';
import { entriesRelatedTo, entryOf } from './book-entries.ts';
import { clientByEmail, dayIn } from './create.ts';
import { DECLINED } from './pay.ts';
import type { Purchase, PurchaseStatus, RelatedPayment, StatusEntry } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** The statuses of purchases in the generated data. */
const statuses = new Map<string, PurchaseStatus>(
  (['created', 'overdue', 'error', 'paid', 'refunded', 'chargeback'] as const).map((status) => [status, status]),
);
const related = new Set<Payment['kind']>(['refund', 'chargeback', 'chargeback_reversal']);

/** Finds a purchase by its id. A purchase of the generated data gets its full record when it is first requested. */
export function findPurchase(world: PurchaseWorld, id: string): Purchase | undefined {
  const known = world.state.purchases.get(id);
  const line = entryOf(world.book, id);
  if (known !== undefined) {
    known.settledAt ??= line?.settledAt ?? null;
    return known;
  }
  return line?.kind === 'purchase' && !world.state.related.has(id) ? adopt(world, line) : undefined;
}

/** The ids of all purchases, newest first. */
export function purchaseIds(world: PurchaseWorld): string[] {
  const inBook = world.book.payments.filter(({ kind, id }) => kind === 'purchase' && !world.state.related.has(id));
  const ids = new Set(inBook.map(({ id }) => id));
  const outside = [...world.state.purchases.keys()].filter((id) => !ids.has(id));
  return [...ids, ...outside].reverse();
}

function movementsOf(world: PurchaseWorld, id: string): RelatedPayment[] {
  return entriesRelatedTo(world.book, id).flatMap(({ kind, isOutgoing, amount, fee, paidAt, id: own }) => {
    if (!related.has(kind) || paidAt === null || kind === 'purchase' || kind === 'custom') return [];
    return [{ id: own, kind, purchaseId: id, isOutgoing, amount, fee, at: paidAt, settledAt: null }];
  });
}

function historyOf(line: Payment, status: PurchaseStatus, movements: readonly RelatedPayment[]): StatusEntry[] {
  const history: StatusEntry[] = [{ status: 'created', at: line.createdAt, paymentId: null }];
  if (line.paidAt === null) {
    if (status !== 'created') history.push({ status, at: line.updatedAt, paymentId: null });
    return history;
  }
  history.push({ status: 'paid', at: line.paidAt, paymentId: null });
  for (const { kind, at, id } of movements) {
    const after = kind === 'refund' ? 'refunded' : kind === 'chargeback' ? 'chargeback' : 'paid';
    history.push({ status: after, at, paymentId: id });
  }
  return history;
}

function adopt(world: PurchaseWorld, line: Payment): Purchase {
  const {
    client,
    client_id: _id,
    ...asked
  } = createBody.parse({
    brand_id: world.brandId,
    client: { email: line.clientEmail, full_name: line.clientName, country: line.country },
    reference: line.reference,
    purchase: { currency: line.currency, products: [{ name: line.description, price: jsonNumber(line.amount) }] },
  });
  const status = statuses.get(line.status) ?? (line.paidAt === null ? 'created' : 'paid');
  const movements = movementsOf(world, line.id);
  for (const movement of movements) world.state.related.set(movement.id, movement);
  const { id: clientId, fields } = clientByEmail(world, client, line.createdAt);
  const { method, flow } = line;
  const failed = status === 'error' ? DECLINED : null;
  const purchase: Purchase = {
    id: line.id,
    asked,
    currency: line.currency,
    timezone: world.choices.defaultTimezone,
    issued: dayIn(world.choices.defaultTimezone, line.createdAt),
    total: line.amount,
    original: line.original ?? null,
    clientId,
    client: fields,
    referenceGenerated: line.id.slice(0, 8).toUpperCase(),
    status,
    history: historyOf(line, status, movements),
    createdAt: line.createdAt,
    updatedAt: line.updatedAt,
    viewedAt: null,
    dueAt: status === 'overdue' ? line.updatedAt : null,
    isMarkedAsPaid: false,
    isToken: false,
    paidWithToken: null,
    method,
    flow,
    attempts:
      line.paidAt === null && failed === null
        ? []
        : [{ operation: 'execute', at: line.paidAt ?? line.updatedAt, method, flow, fee: line.fee, error: failed }],
    held: 0n,
    received:
      line.paidAt === null
        ? null
        : {
            amount: line.amount,
            fee: line.fee,
            reserve: line.reserve,
            reservedUntil: line.reservedUntil,
            paidAt: line.paidAt,
          },
    refunded: movements.reduce((sum, { kind, amount }) => (kind === 'refund' ? sum + amount : sum), 0n),
    pending: null,
    beforeDispute: status === 'chargeback' ? 'paid' : null,
    settledAt: line.settledAt,
  };
  world.state.purchases.set(purchase.id, purchase);
  return purchase;
}
