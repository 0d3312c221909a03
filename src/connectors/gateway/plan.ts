import { Temporal } from 'temporal-polyfill';
import { daysOf } from '../../domain/period.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { type ReadScope, receiptFor, receiptsFor, type Window, windowOf, windowOfDays } from '../windows.ts';

const compare = Temporal.Instant.compare;

/** When a received statement was requested: it holds nothing that was paid later. */
function askedAt(receipts: readonly Receipt[], statement: Receipt, window: Window): Temporal.Instant {
  const request = receiptsFor(receipts, 'statement_request', statement.currency, window).findLast(
    ({ receipt_id }) => receipt_id < statement.receipt_id,
  );
  return Temporal.Instant.from((request ?? statement).received_at);
}

/** The spans that received statements cover: from the start of the window to its end, or to the time of the request. */
function covered(receipts: readonly Receipt[], currency: string): Window[] {
  return receipts.flatMap((receipt) => {
    const window = receipt.kind === 'statement' && receipt.currency === currency ? windowOf(receipt) : undefined;
    if (window === undefined) return [];
    const asked = askedAt(receipts, receipt, window);
    return [{ from: window.from, to: compare(asked, window.to) < 0 ? asked : window.to }];
  });
}

/**
 * The window of the one statement that a period needs in a currency: from the first day that no statement covers to the
 * last one, with the look-back days before it, whose records may have changed. Undefined when every day is covered.
 */
export function missingStatement(receipts: readonly Receipt[], scope: ReadScope, currency: string): Window | undefined {
  const { zone, period, lookbackDays } = scope;
  const windows = covered(receipts, currency);
  const missing = daysOf(period).filter((day) => {
    const one = windowOfDays({ from: day, to: day.add({ days: 1 }) }, zone);
    return !windows.some(({ from, to }) => compare(from, one.from) <= 0 && compare(to, one.to) >= 0);
  });
  const [first, last] = [missing[0], missing.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return windowOfDays({ from: first.subtract({ days: lookbackDays }), to: last.add({ days: 1 }) }, zone);
}

/** A statement that was requested, or was about to be, and has not been received. */
export function begunStatement(
  receipts: readonly Receipt[],
  currency: string,
  window: Window,
): { request: Receipt } | { intent: Receipt } | undefined {
  const last = ['statement', 'statement_request', 'statement_intent']
    .flatMap((kind) => receiptsFor(receipts, kind, currency, window))
    .sort((a, b) => a.receipt_id - b.receipt_id)
    .at(-1);
  if (last?.kind === 'statement_request') return { request: last };
  return last?.kind === 'statement_intent' ? { intent: last } : undefined;
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

/** The instants (windows of no length) whose balance has not been received: the start of every day, and the end of the period. */
export function missingBalances(receipts: readonly Receipt[], { period, zone }: ReadScope): Window[] {
  return [...daysOf(period), period.to]
    .map((day) => windowOfDays({ from: day, to: day }, zone))
    .filter((window) => receiptFor(receipts, 'balance', null, window) === undefined);
}
