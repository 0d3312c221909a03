import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { timestamp } from '../../domain/clock.ts';
import { dayStart } from '../../domain/period.ts';
import type { Progress } from '../../domain/progress.ts';
import { newReceiptFacts, type Receipt, type ReceiptFacts } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { Landing } from '../../landing/landing.ts';
import { collectFailures, type Failures, keepFailure } from '../failures.ts';
import { recordOf } from '../http/answer.ts';
import { type AskedAgain, type ReadScope, receiptsOf } from '../windows.ts';
import { type PayoutAccess, readPayout } from './client.ts';
import { listPath, type PayoutList, pageQuery, readList } from './lists.ts';

/** The context for reading the payout service. */
type PayoutExtract = {
  access: PayoutAccess;
  landing: Landing;
  scope: ReadScope;
  askedAgain: AskedAgain;
  progress: Progress;
};

/** The facts of a receipt that has just arrived from the payout service. */
function payoutFacts(
  company: string,
  kind: string,
  request: ReceiptFacts['request'],
  page: Partial<ReceiptFacts> = {},
): ReceiptFacts {
  return newReceiptFacts({
    source: 'payout',
    kind,
    company,
    request,
    ext: 'json',
    content_type: 'application/json',
    ...page,
  });
}

const identified = z.looseObject({ id: z.int() });

const recipientPath = (id: number) => `/send/bank_accounts/${id}`;

/**
 * The current record of one recipient (payout-service.md › Bank account). A deleted recipient may be missing from the list
 * and still be readable, with `deleted_at` set. RECIPIENT_UNKNOWN when the service does not know the id.
 */
export async function readRecipient(access: PayoutAccess, id: number): Promise<Buffer> {
  try {
    const answer = await readPayout(access, recipientPath(id), new URLSearchParams());
    recordOf(identified, answer.json, 'bank account', answer);
    return answer.body;
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'PAYOUT_NOT_FOUND') throw error;
    throw new TieoutError({
      code: 'RECIPIENT_UNKNOWN',
      message: `The payout service does not know recipient ${id}.`,
      remedy: 'Ask the payout service which bank account was paid.',
      place: error.place,
      exitStatus: 4,
      cause: error,
    });
  }
}

/** The most recipients outside the list that one run looks up. */
const mostUnlisted = 100;
const paid = z.looseObject({ bank_account_id: z.int() });
const listed = z.looseObject({ id: z.int() });
const page = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);

/** The records of the last received list, whichever run read it; undefined where it was never read to its end. */
async function newestList({ landing }: PayoutExtract, receipts: readonly Receipt[], list: PayoutList) {
  const answers = receipts.filter(({ failure }) => failure === undefined);
  const last = answers.findLast(({ kind, is_last_page }) => kind === list && is_last_page === true);
  if (last === undefined) return undefined;
  const pages = answers.filter(({ kind, batch_id }) => kind === list && batch_id === last.batch_id);
  const records: unknown[] = [];
  for (const receipt of pages) {
    const parsed = page.parse(JSON.parse((await landing.read(receipt)).toString('utf8')));
    records.push(...(Array.isArray(parsed) ? parsed : parsed.results));
  }
  return records;
}

/**
 * Looks up one recipient. The answer that the service does not know the recipient is kept once, and the request is repeated in later
 * runs.
 */
async function lookUp({ access, landing, scope }: PayoutExtract, id: number, facts: () => ReceiptFacts): Promise<void> {
  try {
    await landing.put(facts(), { bytes: await readRecipient(access, id) });
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'RECIPIENT_UNKNOWN') throw error;
    const last = landing
      .receipts()
      .findLast(({ company, request }) => company === scope.company && request?.path === recipientPath(id));
    if (last?.failure?.code !== error.code) await keepFailure(landing, facts(), error);
  }
}

/**
 * Looks up each recipient that was paid or verified and is not in the list, because it may have been deleted before or after the payout.
 * Recipients without a request so far come first, those with the latest payouts before the others. A recipient with an answer is not
 * looked up again; after a failed answer, each run repeats the request.
 */
async function extractUnlisted(extract: PayoutExtract, failures: Failures): Promise<void> {
  const { landing, scope, askedAgain } = extract;
  const receipts = receiptsOf(landing.receipts(), scope.company, { ...askedAgain, later: new Set() });
  const instructions = await newestList(extract, receipts, 'send_instructions');
  const accounts = await newestList(extract, receipts, 'bank_accounts');
  if (instructions === undefined || accounts === undefined) return;
  const known = new Set(accounts.flatMap((one) => listed.safeParse(one).data?.id ?? []));
  const answered = new Set(
    receiptsOf(landing.receipts(), scope.company, askedAgain).map(({ request }) => request?.path),
  );
  const movements = (await newestList(extract, receipts, 'send_limits')) ?? [];
  const ids = new Set(
    [...instructions, ...movements].flatMap((one) => paid.safeParse(one).data?.bank_account_id ?? []),
  );
  const unlisted = [...ids].filter((id) => id > 0 && !known.has(id) && !answered.has(recipientPath(id)));
  // recipients that the service did not know come last, so that every other recipient is looked up first, however many these are
  const unknown = new Set(
    landing.receipts().flatMap(({ company, request, failure }) => {
      return company === scope.company && failure?.code === 'RECIPIENT_UNKNOWN' ? [request?.path] : [];
    }),
  );
  const isUnknown = (id: number) => Number(unknown.has(recipientPath(id)));
  unlisted.sort((a, b) => isUnknown(a) - isUnknown(b));
  for (const id of unlisted.slice(0, mostUnlisted)) {
    const request = { method: 'GET', path: recipientPath(id), query: '' };
    const facts = () => payoutFacts(scope.company, 'bank_accounts', request);
    await failures.isolate(`recipient ${id}`, () => lookUp(extract, id, facts), { landing, facts });
  }
}

const compare = Temporal.Instant.compare;
/** The list of payout instructions is refreshed once an hour (payout-service.md › Limits), so more recent ones may be missing. */
const staleFor: Record<string, { hours: number }> = { send_instructions: { hours: 1 } };

/**
 * Whether a list was received completely after the end of the period, so that nothing of the period can be missing from it. A receipt in
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

/**
 * The lists in the order of reading: a movement after the reading of the balance is newer than the balance, and is recognised by its
 * time.
 */
const lists: readonly PayoutList[] = ['accounts', 'send_limits', 'send_instructions', 'bank_accounts'];

async function extractList(extract: PayoutExtract, list: PayoutList): Promise<void> {
  const { access, landing, scope, progress } = extract;
  const step = progress.step(`Payout service: ${list.replaceAll('_', ' ')}`);
  // the time at which reading began, because records created later may be missing from the list
  const receivedAt = timestamp(landing.clock);
  const pages = await readList(access, list, () => step.advance());
  const batch = randomUUID();
  for (const { page, isLast, body, path, query } of pages) {
    const facts = payoutFacts(
      scope.company,
      list,
      { method: 'GET', path, query },
      { batch_id: batch, page, is_last_page: isLast, received_at: receivedAt },
    );
    await landing.put(facts, { bytes: body });
  }
  step.done(`${new Set(pages.flatMap(({ ids }) => ids)).size} records`);
}

/**
 * Reads the whole lists of the payout service, unless they were received after the period ended, and the recipients that
 * were paid and have left their list. Returns the failures that stopped one list; throws a failure that stops all of them.
 */
export async function extractPayout(extract: PayoutExtract): Promise<unknown[]> {
  const { landing, scope, askedAgain } = extract;
  const failures = collectFailures();
  for (const list of lists) {
    if (isListReceived(receiptsOf(landing.receipts(), scope.company, askedAgain), list, scope, askedAgain.later))
      continue;
    // a page of a list that was not read to its end
    const request = { method: 'GET', path: listPath(list), query: pageQuery(1).toString() };
    const facts = () =>
      payoutFacts(scope.company, list, request, { batch_id: randomUUID(), page: 1, is_last_page: false });
    await failures.isolate(list.replaceAll('_', ' '), () => extractList(extract, list), { landing, facts });
  }
  await extractUnlisted(extract, failures);
  return failures.list();
}
