import { z } from 'zod';
import { type Book, isMoved, majorText, type Payment, uuidsFrom } from '../gateway/book.ts';
import { bookEntry } from '../gateway/saved-entry.ts';
import type { LocalTime } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';
import { type OrderErrors, orderNumberOf } from './orders.ts';
import { plantedTruth } from './planted-truth.ts';

/** What a restatement did: the lines as they stand after it, and how it must be found. */
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
  /** Records that something was planted on. */
  isTouched: (key: string) => boolean;
  /** How often the past was told otherwise before. */
  count: number;
};

/**
 * The gateway tells its past otherwise from now on, in statement, turnover and balance alike: one line's fee is a sen
 * higher, one line is gone, one is there that was not. Lines that are not settled yet, so that no settlement changes with
 * them. The truth entries are of restatements on `toldOn`, the last day of the statement that will tell it, and of what else
 * can be seen then.
 */
export function restate({ book, orders, time, seed, isTouched, count }: Restated, toldOn: string): Restatement {
  const purpose = `restate ${toldOn}${count === 0 ? '' : ` ${count}`}`;
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
      time.day(payment.paidAt) <= toldOn,
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
    truth.push(entry(payment, ['restatements', 'restated', reason], [toldOn, payment.id, amount, note]));

  const changed = take();
  if (changed !== undefined) {
    changed.fee += 1n;
    const note = `the fee of ${changed.reference} is another than it was`;
    restated(changed, 'line_changed', -1n, note);
    const what = ['fees_to_schedule', 'fee_differs', 'fee_too_high'] as const;
    truth.push(entry(changed, what, [time.day(changed.paidAt), changed.id, 1n, note]));
  }
  const vanished = take();
  if (vanished !== undefined) {
    const { id, reference, amount, fee, createdAt } = vanished;
    const note = `the payment of ${reference} is taken back, and the shop still has its order as paid`;
    restated(vanished, 'line_vanished', fee - amount, note);
    const what = ['orders_to_statement', 'missing_right', 'order_without_payment'] as const;
    truth.push(entry(vanished, what, [time.day(createdAt), orderNumberOf(vanished), -amount, note]));
    orders.byPurchase.set(id, { status: 'paid' });
    Object.assign(vanished, { paidAt: null, status: 'error' } satisfies Partial<Payment>);
  }
  const like = take();
  let appeared: Payment | undefined;
  if (like !== undefined) {
    appeared = { ...like, id: uuid(), reference: `INV-R${toldOn.replaceAll('-', '')}` };
    book.payments.push(appeared);
    const note = `${appeared.reference} was paid on ${time.day(like.paidAt)}, and told only now`;
    restated(appeared, 'line_appeared', appeared.amount - appeared.fee, note);
  }
  book.rewrites = (book.rewrites ?? 0) + 1;
  const lines = [changed, vanished, appeared].filter((payment) => payment !== undefined);
  return { lines: lines.map((line) => ({ ...line })), vanished: vanished?.id ?? null, truth };
}

/** Tells the past again as it was told before the sandbox was started anew. */
export function restateAgain(
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
