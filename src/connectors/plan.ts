import { Temporal } from 'temporal-polyfill';
import { dayStart, daysOf, type Period } from '../domain/period.ts';
import type { Receipt } from '../domain/receipt.ts';

/** Half-open: from is in it, to is not. */
export type Window = { from: Temporal.Instant; to: Temporal.Instant };

export type Wanted = {
  company: string;
  zone: string;
  currencies: readonly string[];
  period: Period;
  lookbackDays: number;
};

const compare = Temporal.Instant.compare;
/** The list of send instructions is refreshed once an hour (payout-service.md › Limits): what is younger may be missing. */
const staleFor: Record<string, { hours: number }> = { send_instructions: { hours: 1 } };

/** The receipts of one company that came after a point of the index: what a refresh counts as had. */
export function receiptsOf(receipts: readonly Receipt[], company: string, after: number): Receipt[] {
  return receipts.filter((receipt) => receipt.company === company && receipt.receipt_id > after);
}

function windowOf({ window_from, window_to }: Receipt): Window | undefined {
  if (window_from === null || window_to === null) return undefined;
  return { from: Temporal.Instant.from(window_from), to: Temporal.Instant.from(window_to) };
}

function isSameWindow(receipt: Receipt, window: Window): boolean {
  const own = windowOf(receipt);
  return own !== undefined && compare(own.from, window.from) === 0 && compare(own.to, window.to) === 0;
}

/** From the beginning of one business day to that of another, in the company's zone. */
export function windowOfDays({ from, to }: Period, zone: string): Window {
  return { from: dayStart(from, zone), to: dayStart(to, zone) };
}

/** The receipts of a kind for exactly this window and currency, in the order of arrival. */
function receiptsFor(receipts: readonly Receipt[], kind: string, currency: string | null, window: Window): Receipt[] {
  return receipts.filter(
    (receipt) => receipt.kind === kind && receipt.currency === currency && isSameWindow(receipt, window),
  );
}

/** The newest receipt of a kind for this window and currency that came when the window was over. */
export function receiptFor(
  receipts: readonly Receipt[],
  kind: string,
  currency: string | null,
  window: Window,
): Receipt | undefined {
  return receiptsFor(receipts, kind, currency, window).findLast(
    ({ received_at }) => compare(Temporal.Instant.from(received_at), window.to) >= 0,
  );
}

/** When a statement that is there was asked for: it tells nothing of what was paid later. */
function askedAt(receipts: readonly Receipt[], statement: Receipt, window: Window): Temporal.Instant {
  const request = receiptsFor(receipts, 'statement_request', statement.currency, window).findLast(
    ({ receipt_id }) => receipt_id < statement.receipt_id,
  );
  return Temporal.Instant.from((request ?? statement).received_at);
}

/** What a statement that is there tells all of: from its window's start to its end, or to when it was asked for. */
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
 * last one, with the days before it, which are asked again for what changed since. Undefined when every day is covered.
 */
export function missingStatement(receipts: readonly Receipt[], wanted: Wanted, currency: string): Window | undefined {
  const { zone, period, lookbackDays } = wanted;
  const windows = covered(receipts, currency);
  const missing = daysOf(period).filter((day) => {
    const one = windowOfDays({ from: day, to: day.add({ days: 1 }) }, zone);
    return !windows.some(({ from, to }) => compare(from, one.from) <= 0 && compare(to, one.to) >= 0);
  });
  const [first, last] = [missing[0], missing.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return windowOfDays({ from: first.subtract({ days: lookbackDays }), to: last.add({ days: 1 }) }, zone);
}

/** What was begun for a statement and not brought to its end: it was asked for, or about to be. */
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
export function missingTurnover(receipts: readonly Receipt[], wanted: Wanted): { currency: string; window: Window }[] {
  return daysOf(wanted.period).flatMap((day) => {
    const window = windowOfDays({ from: day, to: day.add({ days: 1 }) }, wanted.zone);
    return wanted.currencies
      .filter((currency) => receiptFor(receipts, 'turnover', currency, window) === undefined)
      .map((currency) => ({ currency, window }));
  });
}

/** The instants, each a window of no length, whose balance has not been received: every day's start, and the period's end. */
export function missingBalances(receipts: readonly Receipt[], { period, zone }: Wanted): Window[] {
  return [...daysOf(period), period.to]
    .map((day) => windowOfDays({ from: day, to: day }, zone))
    .filter((window) => receiptFor(receipts, 'balance', null, window) === undefined);
}

/** Whether a whole list was received after the period ended, so that nothing of the period can be missing from it. */
export function isListReceived(receipts: readonly Receipt[], kind: string, { period, zone }: Wanted): boolean {
  const since = dayStart(period.to, zone).add(staleFor[kind] ?? { hours: 0 });
  const pages = receipts.filter((receipt) => receipt.kind === kind && receipt.batch_id !== null);
  return pages.some(
    ({ batch_id, is_last_page }) =>
      is_last_page === true &&
      pages.every((page) => page.batch_id !== batch_id || compare(Temporal.Instant.from(page.received_at), since) >= 0),
  );
}
