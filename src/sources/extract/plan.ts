import { Temporal } from 'temporal-polyfill';
import type { Landing } from '../../landing/landing.ts';
import type { Receipt } from '../../landing/receipt.ts';
import { dayStart, daysOf, type Period } from '../period.ts';

export type Window = { from: Temporal.Instant; to: Temporal.Instant };

export type Wanted = {
  company: string;
  zone: string;
  currencies: readonly string[];
  period: Period;
  lookbackDays: number;
};

function sameInstant(text: string | null, instant: Temporal.Instant): boolean {
  return text !== null && Temporal.Instant.compare(Temporal.Instant.from(text), instant) === 0;
}

function isOfWindow(receipt: Receipt, window: Window): boolean {
  return sameInstant(receipt.window_from, window.from) && sameInstant(receipt.window_to, window.to);
}

/** The receipts of one company that came after a point of the index: what a refresh counts as had. */
export function receiptsOf(landing: Landing, company: string, after: number): Receipt[] {
  return landing.receipts().filter((receipt) => receipt.company === company && receipt.receipt_id > after);
}

/** The window of the one statement that a period needs: the days before it are asked again, for what changed since. */
export function statementWindow({ zone, period, lookbackDays }: Wanted): Window {
  return {
    from: dayStart(period.from.subtract({ days: lookbackDays }), zone),
    to: dayStart(period.to, zone),
  };
}

/** The newest receipt of a kind for exactly this window and currency. */
export function receiptFor(
  receipts: readonly Receipt[],
  kind: string,
  currency: string | null,
  window: Window,
): Receipt | undefined {
  return receipts.findLast(
    (receipt) => receipt.kind === kind && receipt.currency === currency && isOfWindow(receipt, window),
  );
}

/** The days and currencies whose turnover has not been received since the day ended. */
export function missingTurnover(receipts: readonly Receipt[], wanted: Wanted): { currency: string; window: Window }[] {
  return daysOf(wanted.period).flatMap((day) => {
    const window = { from: dayStart(day, wanted.zone), to: dayStart(day.add({ days: 1 }), wanted.zone) };
    return wanted.currencies
      .filter((currency) => receiptFor(receipts, 'turnover', currency, window) === undefined)
      .map((currency) => ({ currency, window }));
  });
}

/** Whether a whole list was received after the period ended, so that nothing of the period can be missing from it. */
export function isListReceived(receipts: readonly Receipt[], kind: string, wanted: Wanted): boolean {
  const end = dayStart(wanted.period.to, wanted.zone);
  const batches = new Map<string, { isWhole: boolean; firstAt: Temporal.Instant }>();
  for (const receipt of receipts) {
    if (receipt.kind !== kind || receipt.batch_id === null) continue;
    const at = Temporal.Instant.from(receipt.received_at);
    const batch = batches.get(receipt.batch_id) ?? { isWhole: false, firstAt: at };
    batches.set(receipt.batch_id, { isWhole: batch.isWhole || receipt.is_last_page === true, firstAt: batch.firstAt });
  }
  return [...batches.values()].some(({ isWhole, firstAt }) => isWhole && Temporal.Instant.compare(firstAt, end) >= 0);
}
