import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Landing } from '../../landing/landing.ts';
import type { PayoutAccess } from '../payout/client.ts';
import { type PayoutList, readList } from '../payout/lists.ts';
import { bankAccount, payoutAccount, sendInstruction, sendLimit } from '../payout/schemas.ts';
import { noteUnexpected, type UnexpectedCount } from '../record-schema.ts';
import { collectFailures } from './errors.ts';
import { isListReceived, receiptsOf, type Wanted } from './plan.ts';
import type { Progress } from './progress.ts';

export type PayoutExtract = {
  access: PayoutAccess;
  landing: Landing;
  wanted: Wanted;
  after: number;
  progress: Progress;
  unexpected: UnexpectedCount;
};

/** In this order: what moves after the balance was read is newer than it, and told apart by its time. */
const lists: readonly { list: PayoutList; record: z.ZodType; name: string }[] = [
  { list: 'accounts', record: payoutAccount, name: 'payout account' },
  { list: 'send_limits', record: sendLimit, name: 'send limit' },
  { list: 'send_instructions', record: sendInstruction, name: 'send instruction' },
  { list: 'bank_accounts', record: bankAccount, name: 'bank account' },
];

async function extractList(extract: PayoutExtract, { list, record, name }: (typeof lists)[number]): Promise<void> {
  const { access, landing, wanted, progress, unexpected } = extract;
  const step = progress.step(`Payout service: ${list.replaceAll('_', ' ')}`);
  // of the whole list, when its reading began: what came later may be missing from it
  const receivedAt = Temporal.Now.instant().round('millisecond').toString();
  const pages = await readList(access, list, () => step.advance());
  const batch = randomUUID();
  for (const { page, isLast, body, path, query, records } of pages) {
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
    for (const one of records) noteUnexpected(record, one, name, unexpected);
  }
  step.done(`${new Set(pages.flatMap(({ ids }) => ids)).size} records`);
}

/**
 * Brings to landing the whole lists of the payout service, unless they were received since the period ended. Gives what
 * kept a list from coming; throws what keeps all of them.
 */
export async function extractPayout(extract: PayoutExtract): Promise<unknown[]> {
  const { landing, wanted, after } = extract;
  const failures = collectFailures();
  for (const one of lists) {
    if (isListReceived(receiptsOf(landing.receipts(), wanted.company, after), one.list, wanted)) continue;
    await failures.isolate(one.list.replaceAll('_', ' '), () => extractList(extract, one));
  }
  return failures.list();
}
