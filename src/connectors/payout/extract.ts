import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Progress } from '../../domain/progress.ts';
import type { Landing } from '../../landing/landing.ts';
import { collectFailures } from '../failures.ts';
import { noteUnexpected, type UnexpectedCount } from '../record-schema.ts';
import { type ReadScope, receiptsOf } from '../windows.ts';
import type { PayoutAccess } from './client.ts';
import { type PayoutList, readList } from './lists.ts';
import { isListReceived } from './plan.ts';
import { readRecipient } from './recipient.ts';
import { bankAccount, payoutAccount, sendInstruction, sendLimit } from './schemas.ts';

export type PayoutExtract = {
  access: PayoutAccess;
  landing: Landing;
  scope: ReadScope;
  after: number;
  progress: Progress;
  unexpected: UnexpectedCount;
};

/** In this order: a movement after the balance was read is newer than the balance, and recognised by its time. */
const lists: readonly { list: PayoutList; record: z.ZodType; name: string }[] = [
  { list: 'accounts', record: payoutAccount, name: 'payout account' },
  { list: 'send_limits', record: sendLimit, name: 'send limit' },
  { list: 'send_instructions', record: sendInstruction, name: 'send instruction' },
  { list: 'bank_accounts', record: bankAccount, name: 'bank account' },
];

async function extractList(extract: PayoutExtract, { list, record, name }: (typeof lists)[number]): Promise<unknown[]> {
  const { access, landing, scope, progress, unexpected } = extract;
  const step = progress.step(`Payout service: ${list.replaceAll('_', ' ')}`);
  // the time at which reading began: what was created later may be missing from the list
  const receivedAt = Temporal.Now.instant().round('millisecond').toString();
  const pages = await readList(access, list, () => step.advance());
  const batch = randomUUID();
  for (const { page, isLast, body, path, query, records } of pages) {
    await landing.put(
      {
        source: 'payout',
        kind: list,
        company: scope.company,
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
  return pages.flatMap(({ records }) => records);
}

/** The most recipients outside the list that one run looks up. */
const mostUnlisted = 100;
const paid = z.looseObject({ bank_account_id: z.int() });
const listed = z.looseObject({ id: z.int() });

/**
 * Looks up each recipient that was paid and is not in the list, the last paid first: it may have been deleted, before or
 * after the payout. A recipient that was answered once is not looked up again.
 */
async function extractUnlisted(extract: PayoutExtract, instructions: unknown[], accounts: unknown[]): Promise<void> {
  const { access, landing, scope, after, unexpected } = extract;
  const known = new Set(accounts.flatMap((one) => listed.safeParse(one).data?.id ?? []));
  const answered = new Set(receiptsOf(landing.receipts(), scope.company, after).map(({ request }) => request?.path));
  const ids = new Set(instructions.flatMap((one) => paid.safeParse(one).data?.bank_account_id ?? []));
  const unlisted = [...ids].filter((id) => !known.has(id) && !answered.has(`/send/bank_accounts/${id}`));
  for (const id of unlisted.slice(0, mostUnlisted)) {
    const receivedAt = Temporal.Now.instant().round('millisecond').toString();
    const recipient = await readRecipient(access, id);
    if (recipient === undefined) continue;
    const { path, query, body, record } = recipient;
    await landing.put(
      {
        ...{ source: 'payout', kind: 'bank_accounts', company: scope.company },
        ...{ batch_id: null, page: null, is_last_page: null, request: { method: 'GET', path, query } },
        ...{ currency: null, window_from: null, window_to: null, received_at: receivedAt },
        ...{ ext: 'json', content_type: 'application/json', original_name: null },
      },
      { bytes: body },
    );
    noteUnexpected(bankAccount, record, 'bank account', unexpected);
  }
}

/** Failures after which no other list can be read either. */
const stopping = ['PAYOUT_KEY_REFUSED', 'PAYOUT_NOT_ALLOWED', 'PAYOUT_BUSY'];

/**
 * Reads the whole lists of the payout service, unless they were received after the period ended, and the recipients that
 * were paid and have left their list. Returns the failures that stopped one list; throws a failure that stops all of them.
 */
export async function extractPayout(extract: PayoutExtract): Promise<unknown[]> {
  const { landing, scope, after } = extract;
  const failures = collectFailures(stopping);
  const read = new Map<PayoutList, unknown[]>();
  for (const one of lists) {
    if (isListReceived(receiptsOf(landing.receipts(), scope.company, after), one.list, scope)) continue;
    await failures.isolate(one.list.replaceAll('_', ' '), async () => {
      read.set(one.list, await extractList(extract, one));
    });
  }
  const [instructions, accounts] = [read.get('send_instructions'), read.get('bank_accounts')];
  if (instructions !== undefined && accounts !== undefined)
    await failures.isolate('deleted bank accounts', () => extractUnlisted(extract, instructions, accounts));
  return failures.list();
}
