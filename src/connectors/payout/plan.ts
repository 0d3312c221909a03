import { Temporal } from 'temporal-polyfill';
import { dayStart } from '../../domain/period.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { AskedAgain, ReadScope } from '../windows.ts';

const compare = Temporal.Instant.compare;
/** The list of payout instructions is refreshed once an hour (payout-service.md › Limits): younger ones may be missing. */
const staleFor: Record<string, { hours: number }> = { send_instructions: { hours: 1 } };

/**
 * Whether a list was received to its end after the period was over: then nothing of the period can be missing from it. One of
 * `later` counts as received although it was refused.
 */
export function isListReceived(
  receipts: readonly Receipt[],
  kind: string,
  { period, zone }: ReadScope,
  later: AskedAgain['later'] = new Set(),
): boolean {
  const since = dayStart(period.to, zone).add(staleFor[kind] ?? { hours: 0 });
  const pages = receipts.filter((receipt) => receipt.kind === kind && receipt.batch_id !== null);
  return pages.some(
    ({ batch_id, is_last_page, receipt_id }) =>
      (is_last_page === true || later.has(receipt_id)) &&
      pages.every((page) => page.batch_id !== batch_id || compare(Temporal.Instant.from(page.received_at), since) >= 0),
  );
}
