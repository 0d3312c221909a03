import { randomUUID } from 'node:crypto';
import { timestamp } from '../../domain/clock.ts';
import { collectFailures } from '../failures.ts';
import { receiptsOf } from '../windows.ts';
import { type PayoutExtract, payoutFacts } from './extract-context.ts';
import { listPath, type PayoutList, pageQuery, readList } from './lists.ts';
import { isListReceived } from './plan.ts';
import { extractUnlisted } from './unlisted.ts';

/** In this order: a movement after the balance was read is newer than the balance, and recognised by its time. */
const lists: readonly PayoutList[] = ['accounts', 'send_limits', 'send_instructions', 'bank_accounts'];

async function extractList(extract: PayoutExtract, list: PayoutList): Promise<void> {
  const { access, landing, scope, progress } = extract;
  const step = progress.step(`Payout service: ${list.replaceAll('_', ' ')}`);
  // the time at which reading began: what was created later may be missing from the list
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

/** Failures after which no other list can be read either. */
const stopping = ['PAYOUT_KEY_REFUSED', 'PAYOUT_NOT_ALLOWED', 'PAYOUT_BUSY', 'IDENTITY_CHANGED', 'IDENTITY_SHARED'];

/**
 * Reads the whole lists of the payout service, unless they were received after the period ended, and the recipients that
 * were paid and have left their list. Returns the failures that stopped one list; throws a failure that stops all of them.
 */
export async function extractPayout(extract: PayoutExtract): Promise<unknown[]> {
  const { landing, scope, askedAgain } = extract;
  const failures = collectFailures(stopping);
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
