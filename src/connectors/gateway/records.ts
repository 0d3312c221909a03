import type { z } from 'zod';
import { recordOf } from '../http/answer.ts';
import { callGateway, type GatewayAccess } from './client.ts';
import { purchaseRecord } from './purchase-schemas.ts';
import { publicKey } from './schemas.ts';

export type Purchase = z.infer<typeof purchaseRecord>;

/** The current record of a purchase; GATEWAY_NOT_FOUND when there is none. */
export async function fetchPurchase(access: GatewayAccess, id: string): Promise<Purchase> {
  const answer = await callGateway(access, 'GET', `/purchases/${encodeURIComponent(id)}/`);
  return recordOf(purchaseRecord, answer.json, 'purchase', answer);
}

/** The company-wide public key as PEM, with which success callbacks are verified; line breaks may be written as \\n. */
export async function fetchPublicKey(access: GatewayAccess): Promise<string> {
  const answer = await callGateway(access, 'GET', '/public_key/');
  return recordOf(publicKey, answer.json, 'public key', answer).replaceAll('\\n', '\n');
}
