import { Temporal } from 'temporal-polyfill';
import { dayStart, daysOf } from '../../domain/period.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { type ReadScope, receiptFor, receiptsFor, type Window, windowOf, windowOfDays } from '../windows.ts';

export type StatementFormat = 'csv' | 'xlsx';

/** The kinds of receipts of statements: the statement of record, and a statement in another format that is compared with it. */
type StatementKind = 'statement' | 'statement_comparison';

/** A statement that a period needs and that has not been received. */
export type StatementNeed = { kind: StatementKind; format: StatementFormat; currency: string; window: Window };

/** The kinds of receipts of a statement: the intent of the request, the request, and the file. */
export const receiptKindsOf = (kind: StatementKind) => ({
  intent: `${kind}_intent`,
  request: `${kind}_request`,
  file: kind,
});

const compare = Temporal.Instant.compare;

/** When a received statement was requested; it contains no later payments. */
function askedAt(receipts: readonly Receipt[], statement: Receipt, kind: StatementKind, window: Window) {
  const request = receiptsFor(receipts, receiptKindsOf(kind).request, statement.currency, window).findLast(
    ({ receipt_id }) => receipt_id < statement.receipt_id,
  );
  return Temporal.Instant.from((request ?? statement).received_at);
}

/**
 * A received statement: the window of its request, the time of the request, the span that it covers, which ends with the window or at that
 * time, and whether its content is usable.
 */
type Received = { window: Window; asked: Temporal.Instant; covered: Window; ext: string; isUsable: boolean };

type IsUsable = (receipt: Receipt) => boolean;

function received(receipts: readonly Receipt[], kind: StatementKind, currency: string, isUsable: IsUsable): Received[] {
  return receipts.flatMap((receipt) => {
    const window = receipt.kind === kind && receipt.currency === currency ? windowOf(receipt) : undefined;
    if (window === undefined) return [];
    const asked = askedAt(receipts, receipt, kind, window);
    const to = compare(asked, window.to) < 0 ? asked : window.to;
    return [{ window, asked, covered: { from: window.from, to }, ext: receipt.ext, isUsable: isUsable(receipt) }];
  });
}

const contains = (outer: Window, inner: Window) =>
  compare(outer.from, inner.from) <= 0 && compare(outer.to, inner.to) >= 0;
const isSame = (one: Window, other: Window) => contains(one, other) && contains(other, one);

/**
 * The window of the single statement that a period needs in a currency: from the first to the last day that no statement covers, with
 * the look-back days before it, whose records may have changed. A look-back day needs no statement where one that was requested after the
 * window has it: it shows every change up to then. The newest statement of a day counts: where it is unusable, an earlier one does not
 * cover the day, because its records are replaced. Undefined when every day is covered.
 */
export function missingStatement(
  receipts: readonly Receipt[],
  scope: ReadScope,
  currency: string,
  isUsable: IsUsable,
): Window | undefined {
  const { zone, period, lookbackDays } = scope;
  const statements = received(receipts, 'statement', currency, isUsable);
  const isCovered = (day: Temporal.PlainDate, by: readonly Received[]) => {
    const one = windowOfDays({ from: day, to: day.add({ days: 1 }) }, zone);
    return by.findLast(({ covered }) => contains(covered, one))?.isUsable === true;
  };
  const missing = daysOf(period).filter((day) => !isCovered(day, statements));
  const [first, last] = [missing[0], missing.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const to = last.add({ days: 1 });
  const since = statements.filter(({ asked }) => compare(asked, dayStart(to, zone)) >= 0);
  const lookback = daysOf({ from: first.subtract({ days: lookbackDays }), to: first });
  return windowOfDays({ from: lookback.find((day) => !isCovered(day, since)) ?? first, to }, zone);
}

/**
 * The statements that a period needs in a currency. With a second format, the statement of record of each day (the newest that covers
 * it) needs a statement in the other format for the same window.
 */
export function neededStatements(
  receipts: readonly Receipt[],
  scope: ReadScope,
  currency: string,
  formats: readonly StatementFormat[],
  isUsable: IsUsable,
): StatementNeed[] {
  const [first, second] = formats;
  const missing = missingStatement(receipts, scope, currency, isUsable);
  const ofRecord: StatementNeed[] =
    missing === undefined || first === undefined
      ? []
      : [{ kind: 'statement', format: first, currency, window: missing }];
  if (second === undefined) return ofRecord;
  const records = [
    ...received(receipts, 'statement', currency, isUsable),
    ...ofRecord.map(({ window, format }) => ({ window, covered: window, ext: format })),
  ];
  const comparisons = received(receipts.filter(isUsable), 'statement_comparison', currency, isUsable);
  const needs = [...ofRecord];
  for (const day of daysOf(scope.period)) {
    const one = windowOfDays({ from: day, to: day.add({ days: 1 }) }, scope.zone);
    const record = records.findLast(({ covered }) => contains(covered, one));
    if (record === undefined) continue;
    const { window } = record;
    const isThere =
      comparisons.some((other) => isSame(other.window, window) && contains(other.covered, one)) ||
      needs.some((need) => need.kind === 'statement_comparison' && isSame(need.window, window));
    const format = formats.find((other) => other !== record.ext);
    if (!isThere && format !== undefined) needs.push({ kind: 'statement_comparison', format, currency, window });
  }
  return needs;
}

/** A statement whose request was sent or prepared, and that has not been received. */
export function begunStatement(
  receipts: readonly Receipt[],
  { kind, currency, window }: Pick<StatementNeed, 'kind' | 'currency' | 'window'>,
): { request: Receipt } | { intent: Receipt } | undefined {
  const kinds = receiptKindsOf(kind);
  const last = Object.values(kinds)
    .flatMap((each) => receiptsFor(receipts, each, currency, window))
    .sort((a, b) => a.receipt_id - b.receipt_id)
    .at(-1);
  if (last?.kind === kinds.request) return { request: last };
  return last?.kind === kinds.intent ? { intent: last } : undefined;
}

/** The days and currencies whose turnover has not been received since the day ended. */
export function missingTurnover(
  receipts: readonly Receipt[],
  scope: ReadScope,
): { currency: string; window: Window }[] {
  return daysOf(scope.period).flatMap((day) => {
    const window = windowOfDays({ from: day, to: day.add({ days: 1 }) }, scope.zone);
    return scope.currencies
      .filter((currency) => receiptFor(receipts, 'turnover', currency, window) === undefined)
      .map((currency) => ({ currency, window }));
  });
}

/** The instants (windows of length zero) whose balance has not been received: the start of every day, and the end of the period. */
export function missingBalances(receipts: readonly Receipt[], { period, zone }: ReadScope): Window[] {
  return [...daysOf(period), period.to]
    .map((day) => windowOfDays({ from: day, to: day }, zone))
    .filter((window) => receiptFor(receipts, 'balance', null, window) === undefined);
}
