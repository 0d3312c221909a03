import { createHash } from 'node:crypto';
import { newReceiptFacts } from '../../domain/receipt.ts';
import { requireRsaKey } from '../../domain/ssh-signature.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { Landing } from '../../landing/landing.ts';
import type { SigningKey } from '../connector.ts';
import { recordOf } from '../http/answer.ts';
import { callGateway, type GatewayAccess } from './client.ts';
import { publicKey, webhookList } from './schemas.ts';

/** The errors of a gateway that does not offer its webhooks, or not to this key. */
const notOffered = new Set(['GATEWAY_NOT_FOUND', 'GATEWAY_KEY_REFUSED']);

const plainPem = (pem: string) => pem.replaceAll('\\n', '\n');

/** The company-wide public key as PEM, with which success callbacks are verified; line breaks may be written as \\n. */
export async function fetchPublicKey(access: GatewayAccess): Promise<string> {
  const answer = await callGateway(access, 'GET', '/public_key/');
  return plainPem(recordOf(publicKey, answer.json, 'public key', answer));
}

/**
 * The keys with which the gateway signs now: the company's for success callbacks, and that of each webhook (payment-gateway.md ›
 * Authentication). A gateway that does not offer its webhooks names the company's key alone.
 */
export async function signingKeys(access: GatewayAccess): Promise<SigningKey[]> {
  const keys = [{ origin: 'company key', pem: await fetchPublicKey(access) }];
  try {
    const answer = await callGateway(access, 'GET', '/webhooks/');
    const { results } = recordOf(webhookList, answer.json, 'list of webhooks', answer);
    keys.push(...results.map(({ id, public_key }) => ({ origin: `webhook ${id}`, pem: plainPem(public_key) })));
  } catch (error) {
    if (!(error instanceof TieoutError) || !notOffered.has(error.code)) throw error;
  }
  return keys;
}

/**
 * Keeps the company's public key, with which success callbacks are verified (payment-gateway.md › Authentication), unless
 * landing has it. Throws CALLBACK_KEY_WRONG.
 */
export async function keepPublicKey(access: GatewayAccess, landing: Landing, company: string): Promise<void> {
  const pem = await fetchPublicKey(access);
  requireRsaKey(pem, 'public-key.pem');
  const sha256 = createHash('sha256').update(pem).digest('hex');
  const isKept = landing
    .receipts()
    .some((receipt) => receipt.company === company && receipt.kind === 'public_key' && receipt.sha256 === sha256);
  if (isKept) return;
  await landing.put(
    newReceiptFacts({ source: 'gateway', kind: 'public_key', company, ext: 'pem', original_name: 'public-key.pem' }),
    {
      bytes: pem,
    },
  );
}
