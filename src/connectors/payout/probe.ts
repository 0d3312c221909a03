import { checked, clockFinding, probed } from '../check.ts';
import type { Finding } from '../connector.ts';
import { recordOf } from '../http/answer.ts';
import { epochToleranceSeconds, type PayoutAccess } from './client.ts';
import { fetchAccounts } from './lists.ts';
import { payoutAccount } from './schemas.ts';

/** Checks whether the payout service can be reached and accepts key and secret, its accounts, and the difference between the clocks. */
export async function probePayout(open: () => PayoutAccess): Promise<Finding[]> {
  const check = 'payout service';
  return probed(check, open, async (access) => {
    const reached = await checked(check, async () => {
      const records = (await fetchAccounts(access)).flatMap((page) => page.records);
      const accounts = records.map((record) => recordOf(payoutAccount, record, 'payout account'));
      const shown = accounts.map(({ id, currency, status }) => `${id} in ${currency} (${status})`).join(', ');
      return `reached, key and secret are accepted; accounts: ${shown || 'none yet'}`;
    });
    const why = `at a difference of ${epochToleranceSeconds} s or more the payout service rejects every request.`;
    return [reached, ...(await clockFinding('clock, by the payout service', access, epochToleranceSeconds / 2, why))];
  });
}
