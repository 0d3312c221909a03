import { Temporal } from 'temporal-polyfill';
import { dayStart, type Period } from '../domain/period.ts';
import type { Receipt } from '../domain/receipt.ts';

/** Half-open: `from` is included, `to` is not. */
export type Window = { from: Temporal.Instant; to: Temporal.Instant };

/** The scope in which a connector reads for a company. */
export type ReadScope = {
  company: string;
  zone: string;
  currencies: readonly string[];
  period: Period;
  lookbackDays: number;
};

const compare = Temporal.Instant.compare;

/** The receipts that do not count as received, so that their requests are repeated. */
export type AskedAgain = {
  /** Receipts up to this number: 0, or the end of the index when everything is fetched again. */
  after: number;
  /** Receipts that do not satisfy their need: refused, with a rejected record, incomplete, or used by a control that is out of balance. */
  unusable: ReadonlySet<number>;
  /** Receipts that count as received nevertheless, because their request was repeated often enough, or not long enough ago. */
  later: ReadonlySet<number>;
};

/** The receipts of a company that count as received: those without a failed answer whose request is not repeated now. */
export function receiptsOf(
  receipts: readonly Receipt[],
  company: string,
  { after, unusable, later }: AskedAgain,
): Receipt[] {
  return receipts.filter(
    (receipt) =>
      receipt.company === company &&
      receipt.receipt_id > after &&
      (later.has(receipt.receipt_id) || (receipt.failure === undefined && !unusable.has(receipt.receipt_id))),
  );
}

/** The window of a receipt, where it has one. */
export function windowOf({ window_from, window_to }: Receipt): Window | undefined {
  if (window_from === null || window_to === null) return undefined;
  return { from: Temporal.Instant.from(window_from), to: Temporal.Instant.from(window_to) };
}

function isSameWindow(receipt: Receipt, window: Window): boolean {
  const own = windowOf(receipt);
  return own !== undefined && compare(own.from, window.from) === 0 && compare(own.to, window.to) === 0;
}

/** From the start of one business day to the start of another, in the company's zone. */
export function windowOfDays({ from, to }: Period, zone: string): Window {
  return { from: dayStart(from, zone), to: dayStart(to, zone) };
}

/** The receipts of a kind for exactly this window and currency, in the order of arrival. */
export function receiptsFor(
  receipts: readonly Receipt[],
  kind: string,
  currency: string | null,
  window: Window,
): Receipt[] {
  return receipts.filter(
    (receipt) => receipt.kind === kind && receipt.currency === currency && isSameWindow(receipt, window),
  );
}

/** The newest receipt of a kind for this window and currency that arrived after the window was over. */
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
