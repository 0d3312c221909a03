import { z } from 'zod';
import { type Book, isMoved, majorText, type Payment, type StatementError } from '../gateway/book.ts';
import type { LocalTime } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';
import { type PlantedTruth, plantedTruth } from './planted-truth.ts';

const formats = z.enum(['csv', 'xlsx']);

/** How statements in one format differ from statements in the other format, with the ground truth. */
export const formatAlteration = z.strictObject({
  format: formats,
  leftOut: z.array(z.string()),
  twice: z.array(z.string()),
  amounts: z.array(z.tuple([z.string(), z.bigint()])),
  truth: z.array(plantedTruth),
});
export type FormatAlteration = z.infer<typeof formatAlteration>;

export const alterFormatRequest = z.object({ format: formats.default('xlsx') }).prefault({});

type World = { book: Book; time: LocalTime; seed: number; count: number };

/**
 * Makes the statements of one format differ from the other: one line is left out, one line is there twice, one amount
 * differs. Turnover, balance and the other format stay the same. The ground truth takes the altered format as the second of
 * the two formats.
 */
export function alterFormat({ book, time, seed, count }: World, format: 'csv' | 'xlsx'): FormatAlteration {
  const draw = drawFrom(seed, `alter ${format} ${count}`);
  const fit = book.payments.filter(
    (payment): payment is Payment & { paidAt: number } =>
      isMoved(payment) &&
      payment.kind === 'purchase' &&
      !book.statementErrors.has(payment.id) &&
      !book.formatErrors?.[format]?.has(payment.id),
  );
  const take = () => fit.splice(draw.int(0, Math.max(0, fit.length - 1)), 1)[0];
  const truth: PlantedTruth[] = [];
  const note = (
    { id, currency, paidAt }: Payment & { paidAt: number },
    [outcome, reason_code, amount, text]: readonly [string, string, bigint, string],
  ) =>
    truth.push({
      reconciliation: 'statement_formats',
      outcome,
      reason_code,
      currency,
      business_date: time.day(paidAt),
      key: id,
      amount: majorText(amount, currency),
      note: text,
    });

  const leftOut = take();
  if (leftOut !== undefined) {
    const text = `${leftOut.reference} is left out of statements in ${format}`;
    note(leftOut, ['missing_right', 'missing_in_second', leftOut.fee - leftOut.amount, text]);
  }
  const twice = take();
  if (twice !== undefined) {
    const text = `${twice.reference} is in statements in ${format} twice`;
    note(twice, ['missing_left', 'missing_in_first', twice.amount - twice.fee, text]);
  }
  const changed = take();
  if (changed !== undefined) {
    const text = `the amount of ${changed.reference} is higher in statements in ${format}`;
    note(changed, ['amount_differs', 'amount_differs', 700n, text]);
  }
  const ids = (payment: Payment | undefined) => (payment === undefined ? [] : [payment.id]);
  const amounts: [string, bigint][] = changed === undefined ? [] : [[changed.id, changed.amount + 700n]];
  return { format, leftOut: ids(leftOut), twice: ids(twice), amounts, truth };
}

/** Applies an alteration, of this run or an earlier one. */
export function applyAlteration(book: Book, { format, leftOut, twice, amounts }: FormatAlteration): void {
  const errors = new Map<string, StatementError>(book.formatErrors?.[format]);
  for (const id of leftOut) errors.set(id, { isLeftOut: true });
  for (const id of twice) errors.set(id, { isTwice: true });
  for (const [id, amount] of amounts) errors.set(id, { amount });
  book.formatErrors = { ...book.formatErrors, [format]: errors };
}
