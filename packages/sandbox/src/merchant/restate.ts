import { z } from 'zod';
import { type Book, isMoved, majorText, type Payment, uuidsFrom } from '../gateway/book.ts';
import { bookEntry } from '../gateway/saved-entry.ts';
import type { LocalTime } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';
import { type OrderErrors, orderNumberOf } from './orders.ts';
import { plantedTruth } from './planted-truth.ts';

/** A restatement: the lines that it changed, removed or added, and the ground truth. */
export const restatement = z.strictObject({
  lines: z.array(bookEntry),
  vanished: z.string().nullable(),
  truth: z.array(plantedTruth),
});
export type Restatement = z.infer<typeof restatement>;

type Restated = {
  book: Book;
  orders: OrderErrors;
  time: LocalTime;
  seed: number;
  /** Whether a record already has a planted break. */
  isTouched: (key: string) => boolean;
  /** The number of earlier restatements. */
  count: number;
};

/**
 * Restates the gateway's past in statement, turnover and balance alike: one fee is a sen higher, one line is gone, one
 * line is new. Only unsettled lines are used, so that no settlement changes. The ground truth dates the restatements
 * on `reportedOn`, the last day of the statement that will show them, and their other effects on the day of the purchase or payment.
 */
export function restate({ book, orders, time, seed, isTouched, count }: Restated, reportedOn: string): Restatement {
  const purpose = `restate ${reportedOn}${count === 0 ? '' : ` ${count}`}`;
  const [draw, uuid] = [drawFrom(seed, purpose), uuidsFrom(seed, purpose)];
  const fit = book.payments.filter(
    (payment): payment is Payment & { paidAt: number } =>
      isMoved(payment) &&
      payment.kind === 'purchase' &&
      payment.status === 'paid' &&
      payment.settledAt === null &&
      payment.isHeld !== true &&
      !book.statementErrors.has(payment.id) &&
      !isTouched(payment.id) &&
      time.day(payment.paidAt) <= reportedOn,
  );
  const take = () => fit.splice(draw.int(0, Math.max(0, fit.length - 1)), 1)[0];
  const entry = (
    { currency }: Payment,
    [reconciliation, outcome, reason_code]: readonly [string, string, string],
    [business_date, key, amount, note]: readonly [string, string, bigint, string],
  ) => ({
    reconciliation,
    outcome,
    reason_code,
    currency,
    business_date,
    key,
    amount: majorText(amount, currency),
    note,
  });
  const truth: ReturnType<typeof entry>[] = [];
  const restated = (payment: Payment, reason: string, amount: bigint, note: string) =>
    truth.push(entry(payment, ['restatements', 'restated', reason], [reportedOn, payment.id, amount, note]));

  const changed = take();
  if (changed !== undefined) {
    changed.fee += 1n;
    const note = `the fee of ${changed.reference} changed`;
    restated(changed, 'line_changed', -1n, note);
    const what = ['fees_to_schedule', 'fee_differs', 'fee_too_high'] as const;
    truth.push(entry(changed, what, [time.day(changed.paidAt), changed.id, 1n, note]));
  }
  const vanished = take();
  if (vanished !== undefined) {
    const { id, reference, amount, fee, createdAt } = vanished;
    const note = `the payment of ${reference} disappeared; the shop still has the status paid`;
    restated(vanished, 'line_vanished', fee - amount, note);
    const what = ['orders_to_statement', 'missing_right', 'order_without_payment'] as const;
    truth.push(entry(vanished, what, [time.day(createdAt), orderNumberOf(vanished), -amount, note]));
    orders.byPurchase.set(id, { status: 'paid' });
    Object.assign(vanished, { paidAt: null, status: 'error' } satisfies Partial<Payment>);
  }
  const like = take();
  let appeared: Payment | undefined;
  if (like !== undefined) {
    appeared = { ...like, id: uuid(), reference: `INV-R${reportedOn.replaceAll('-', '')}` };
    book.payments.push(appeared);
    const note = `${appeared.reference} was paid on ${time.day(like.paidAt)}, and first reported now`;
    restated(appeared, 'line_appeared', appeared.amount - appeared.fee, note);
  }
  book.rewrites = (book.rewrites ?? 0) + 1;
  const lines = [changed, vanished, appeared].filter((payment) => payment !== undefined);
  return { lines: lines.map((line) => ({ ...line })), vanished: vanished?.id ?? null, truth };
}

/** Applies a restatement of an earlier run. */
export function reapplyRestatement(
  { book, orders }: Pick<Restated, 'book' | 'orders'>,
  { lines, vanished }: Restatement,
): void {
  const wanted = new Set(lines.map(({ id }) => id));
  const known = new Map(book.payments.filter(({ id }) => wanted.has(id)).map((payment) => [payment.id, payment]));
  for (const line of lines) {
    const before = known.get(line.id);
    if (before === undefined) book.payments.push({ ...line });
    else Object.assign(before, line);
  }
  if (vanished !== null) orders.byPurchase.set(vanished, { status: 'paid' });
  book.rewrites = (book.rewrites ?? 0) + 1;
}
