import type { SigningKey } from '../connector.ts';
import { recordOf } from '../http/answer.ts';
import { type PayoutAccess, readPayout } from './client.ts';
import { webhookList } from './schemas.ts';

/** More webhooks than a company has. */
const most = '100';

/** The key of each webhook, with which the payout service signs its deliveries. The service's list of them may be an hour old. */
export async function webhookKeys(access: PayoutAccess): Promise<SigningKey[]> {
  const answer = await readPayout(access, '/webhooks', new URLSearchParams({ page: '1', limit: most }));
  const { results } = recordOf(webhookList, answer.json, 'list of webhooks', answer);
  return results.map(({ id, public_key }) => ({ origin: `webhook ${id}`, pem: public_key }));
}
