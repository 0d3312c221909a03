import { createHash } from 'node:crypto';
import { newReceiptFacts } from '../../domain/receipt.ts';
import { requireRsaKey } from '../../domain/ssh-signature.ts';
import type { Landing } from '../../landing/landing.ts';
import { recordOf } from '../http/answer.ts';
import { callGateway, type GatewayAccess } from './client.ts';
import { publicKey } from './schemas.ts';

/** The company-wide public key as PEM, with which success callbacks are verified; line breaks may be written as \\n. */
export async function fetchPublicKey(access: GatewayAccess): Promise<string> {
  const answer = await callGateway(access, 'GET', '/public_key/');
  return recordOf(publicKey, answer.json, 'public key', answer).replaceAll('\\n', '\n');
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
