import { z } from 'zod';
import type { Identity } from '../pinned-identity.ts';
import type { PayoutAccess } from './client.ts';
import { fetchAccounts } from './lists.ts';

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
  const records = (await fetchAccounts(access)).flatMap((one) => one.records);
  return records.length === 0 ? undefined : identityOf(records);
}
