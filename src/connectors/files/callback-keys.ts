import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { newReceiptFacts } from '../../domain/receipt.ts';
import { requireRsaKey } from '../../domain/ssh-signature.ts';
import type { ConnectorContext, ExtractContext, SigningKey } from '../connector.ts';
import type { FilesSection } from './configuration.ts';

/** The public keys that the configuration names; their origin is the name of the file. Throws CALLBACK_KEY_WRONG. */
export async function configuredKeys({
  resolvePath,
  section,
}: Pick<ConnectorContext<FilesSection>, 'resolvePath' | 'section'>): Promise<SigningKey[]> {
  const keys: SigningKey[] = [];
  for (const named of section.books.callbacks?.public_keys ?? []) {
    const file = resolvePath(named);
    const pem = await readFile(file, 'utf8').catch(() => '');
    requireRsaKey(pem, file);
    keys.push({ origin: basename(file), pem });
  }
  return keys;
}

/** Keeps the public keys that the configuration names, or requests the gateway's own. Throws CALLBACK_KEY_WRONG. */
export async function keepCallbackKeys(context: ExtractContext<FilesSection>, isRequesting: boolean): Promise<void> {
  const { company, landing, request } = context;
  const kept = landing
    .receipts()
    .filter((receipt) => receipt.company === company.name && receipt.kind === 'public_key');
  const keys = await configuredKeys(context);
  for (const { origin, pem } of keys) {
    const sha256 = createHash('sha256').update(pem).digest('hex');
    if (kept.some((receipt) => receipt.sha256 === sha256)) continue;
    await landing.put(
      newReceiptFacts({
        source: 'files',
        kind: 'public_key',
        company: company.name,
        ext: 'pem',
        original_name: origin,
      }),
      { bytes: pem },
    );
  }
  // a key can be replaced, so the gateway is asked again whenever new callbacks arrive
  if (keys.length === 0 && (kept.length === 0 || isRequesting)) await request('public_key');
}
