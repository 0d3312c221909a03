import { createHash } from 'node:crypto';
import { requireRsaKey } from '../../domain/public-key.ts';
import { newReceiptFacts } from '../../domain/receipt.ts';
import type { Landing } from '../../landing/landing.ts';
import type { GatewayAccess } from './client.ts';
import { fetchPublicKey } from './records.ts';

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
    { bytes: pem },
  );
}
