import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Landing } from '../../landing/landing.ts';
import type { PayoutAccess } from '../payout/client.ts';
import { type PayoutList, readList } from '../payout/lists.ts';
import { isListReceived, receiptsOf, type Wanted } from './plan.ts';
import type { Progress } from './progress.ts';

export type PayoutExtract = {
  access: PayoutAccess;
  landing: Landing;
  wanted: Wanted;
  after: number;
  progress: Progress;
};

/** In this order: what moves after the balance was read is newer than it, and told apart by its time. */
const lists: readonly PayoutList[] = ['accounts', 'send_limits', 'send_instructions', 'bank_accounts'];

/** Brings to landing the whole lists of the payout service, unless they were received since the period ended. */
export async function extractPayout({ access, landing, wanted, after, progress }: PayoutExtract): Promise<void> {
  for (const list of lists) {
    if (isListReceived(receiptsOf(landing, wanted.company, after), list, wanted)) continue;
    const step = progress.step(`Payout service: ${list.replaceAll('_', ' ')}`);
    const receivedAt = Temporal.Now.instant().round('millisecond').toString();
    const pages = await readList(access, list);
    const batch = randomUUID();
    for (const { page, isLast, body, path, query } of pages) {
      await landing.put(
        {
          source: 'payout',
          kind: list,
          company: wanted.company,
          batch_id: batch,
          page,
          is_last_page: isLast,
          request: { method: 'GET', path, query },
          currency: null,
          window_from: null,
          window_to: null,
          received_at: receivedAt,
          ext: 'json',
          content_type: 'application/json',
          original_name: null,
        },
        { bytes: body },
      );
      step.advance();
    }
    step.done(`${pages.reduce((sum, { ids }) => sum + ids.length, 0)} records`);
  }
}
