import { z } from 'zod';
import type { Receipt, ReceiptFacts } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { keepFailure } from '../failed-answer.ts';
import type { Failures } from '../failures.ts';
import { receiptsOf } from '../windows.ts';
import { type PayoutExtract, payoutFacts } from './extract-context.ts';
import type { PayoutList } from './lists.ts';
import { readRecipient, recipientPath } from './recipient.ts';

/** The most recipients outside the list that one run looks up. */
const mostUnlisted = 100;
const paid = z.looseObject({ bank_account_id: z.int() });
const listed = z.looseObject({ id: z.int() });
const page = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);

/** The records of the list that was received last, whichever run read it; undefined where it was never read to its end. */
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

/** Looks up one recipient. That the service does not know it is an answer too: it is kept once, and asked again. */
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
 * Looks up each recipient that was paid or verified and is not in the list, those that were never asked for first, the last paid before
 * others: it may have been deleted, before or after the payout. A recipient that was answered once is not looked up again; one whose answer failed is, by each run.
 */
export async function extractUnlisted(extract: PayoutExtract, failures: Failures): Promise<void> {
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
  // those that the service did not know come last, so that however many they are, each recipient has its turn
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
