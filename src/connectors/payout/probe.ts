import { z } from 'zod';
import { checked, clockFinding, probed } from '../check.ts';
import type { Finding } from '../connector.ts';
import { recordOf } from '../http/answer.ts';
import type { Identity } from '../pinned-identity.ts';
import { epochToleranceSeconds, type PayoutAccess } from './client.ts';
import { readList } from './lists.ts';
import { payoutAccount } from './schemas.ts';

const account = z.looseObject({ id: z.int() });
const page = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);

function identityOf(records: readonly unknown[]): Identity {
  const ids = records.flatMap((record) => account.safeParse(record).data?.id ?? []);
  return ids.length === 0 ? {} : { accounts: ids.map(String) };
}

/** The accounts of a page of the list as it was received. */
export function receivedAccounts(body: unknown): Identity {
  const { data } = page.safeParse(body);
  if (data === undefined) return {};
  return identityOf(Array.isArray(data) ? data : data.results);
}

/** The accounts that the key can read (payout-service.md › Account). */
export async function observeAccounts(access: PayoutAccess): Promise<Identity | undefined> {
  const records = (await readList(access, 'accounts')).flatMap((one) => one.records);
  return records.length === 0 ? undefined : identityOf(records);
}

/** Checks whether the payout service can be reached and accepts key and secret, its accounts, and the difference between the clocks. */
export async function probePayout(open: () => PayoutAccess): Promise<Finding[]> {
  const check = 'payout service';
  return probed(check, open, async (access) => {
    const reached = await checked(check, async () => {
      const records = (await readList(access, 'accounts')).flatMap((page) => page.records);
      const accounts = records.map((record) => recordOf(payoutAccount, record, 'payout account'));
      const shown = accounts.map(({ id, currency, status }) => `${id} in ${currency} (${status})`).join(', ');
      return `reached, key and secret are accepted; accounts: ${shown || 'none yet'}`;
    });
    const why = `at a difference of ${epochToleranceSeconds} s or more the payout service rejects every request.`;
    return [reached, ...(await clockFinding('clock, by the payout service', access, epochToleranceSeconds / 2, why))];
  });
}
