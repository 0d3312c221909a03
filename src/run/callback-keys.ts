import { createHash, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { fetchPublicKey } from '../connectors/gateway/records.ts';
import { openHttpClient } from '../connectors/http/client.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { gatewayAccess } from './access.ts';

function isRsaKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function keyWrong(where: string): TieoutError {
  return new TieoutError({
    code: 'CALLBACK_KEY_WRONG',
    message: 'This is no public key by which callbacks could be checked.',
    remedy: "Save the webhook's public_key there as the gateway shows it, from BEGIN PUBLIC KEY to END PUBLIC KEY.",
    place: { file: where },
    exitStatus: 4,
  });
}

async function readKey(config: LoadedConfig, named: string): Promise<{ pem: string; file: string }> {
  const file = isAbsolute(named) ? named : resolve(dirname(config.path), named);
  const pem = await readFile(file, 'utf8').catch(() => '');
  if (isRsaKey(pem)) return { pem, file };
  throw keyWrong(file);
}

async function askKey(config: LoadedConfig, company: CompanyConfig): Promise<string | undefined> {
  const http = openHttpClient();
  try {
    const access = gatewayAccess(config, company, http);
    return access === undefined ? undefined : await fetchPublicKey(access);
  } finally {
    await http.close();
  }
}

/**
 * Keeps the public keys by which callbacks are checked, those that landing does not have yet: the configured files', or
 * the company's own of the gateway, which is asked where none is known or `isAsking` says so (a key can be changed).
 */
export async function bringCallbackKeys(
  landing: Landing,
  config: LoadedConfig,
  company: CompanyConfig,
  isAsking: boolean,
): Promise<void> {
  const kept = landing
    .receipts()
    .filter((receipt) => receipt.company === company.name && receipt.kind === 'public_key');
  const put = async (pem: string, name: string) => {
    const sha256 = createHash('sha256').update(pem).digest('hex');
    if (kept.some((receipt) => receipt.sha256 === sha256)) return;
    await landing.put(
      {
        source: 'books',
        kind: 'public_key',
        company: company.name,
        batch_id: null,
        page: null,
        is_last_page: null,
        request: null,
        currency: null,
        window_from: null,
        window_to: null,
        received_at: Temporal.Now.instant().round('millisecond').toString(),
        ext: 'pem',
        content_type: null,
        original_name: name,
      },
      { bytes: pem },
    );
  };
  const files = company.books.callbacks?.public_keys ?? [];
  for (const named of files) {
    const { pem, file } = await readKey(config, named);
    await put(pem, basename(file));
  }
  if (files.length > 0 || (kept.length > 0 && !isAsking)) return;
  const pem = await askKey(config, company);
  if (pem === undefined) return;
  if (!isRsaKey(pem)) throw keyWrong('public-key.pem');
  await put(pem, 'public-key.pem');
}
