import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { requireRsaKey } from '../../domain/public-key.ts';
import { newReceiptFacts } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { ExtractContext } from '../connector.ts';
import type { FilesSection } from './configuration.ts';

/** The files of the configuration, with the kind of receipt that each becomes. */
const kinds = [
  { section: 'orders', kind: 'orders', ext: 'csv' },
  { section: 'bank', kind: 'bank_statement', ext: 'csv' },
  { section: 'callbacks', kind: 'callbacks', ext: 'jsonl' },
] as const;

type Kind = (typeof kinds)[number];
type Context = ExtractContext<FilesSection>;

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Keeps the public keys that the configuration names, or requests the gateway's own. Throws CALLBACK_KEY_WRONG. */
export async function keepCallbackKeys(context: Context, isRequesting: boolean): Promise<void> {
  const { company, landing, resolvePath, section, request } = context;
  const kept = landing
    .receipts()
    .filter((receipt) => receipt.company === company.name && receipt.kind === 'public_key');
  const files = section.books.callbacks?.public_keys ?? [];
  for (const named of files) {
    const file = resolvePath(named);
    const pem = await readFile(file, 'utf8').catch(() => '');
    requireRsaKey(pem, file);
    const sha256 = createHash('sha256').update(pem).digest('hex');
    if (kept.some((receipt) => receipt.sha256 === sha256)) continue;
    await landing.put(
      newReceiptFacts({
        ...{ source: 'files', kind: 'public_key', company: company.name, ext: 'pem', original_name: basename(file) },
      }),
      { bytes: pem },
    );
  }
  // a key can be replaced: the gateway is asked again whenever new callbacks arrive
  if (files.length === 0 && (kept.length === 0 || isRequesting)) await request('public_key');
}

/** Whether a file differs from the one received last, or can be verified with a key that arrived after it. */
async function importWhenChanged(context: Context, { section, kind, ext }: Kind): Promise<void> {
  const { company, landing, resolvePath } = context;
  const named = context.section.books[section]?.file;
  if (named === undefined) return;
  const file = resolvePath(named);
  const sha256 = await sha256Of(file).catch((cause: unknown) => {
    throw new TieoutError({
      code: 'BOOK_FILE_MISSING',
      message: `The ${section} file of ${company.name} cannot be read.`,
      remedy: `Put the file there, or remove books.${section}.file from the configuration.`,
      place: { file },
      exitStatus: 4,
      cause,
    });
  });
  const newest = (receiptKind: string) =>
    landing.receipts().findLast((receipt) => receipt.company === company.name && receipt.kind === receiptKind);
  const last = newest(kind);
  const isChanged = last?.sha256 !== sha256;
  if (kind === 'callbacks') await keepCallbackKeys(context, isChanged);
  const isKeyNewer = kind === 'callbacks' && (newest('public_key')?.receipt_id ?? 0) > (last?.receipt_id ?? 0);
  if (!isChanged && !isKeyNewer) return;
  await landing.put(
    newReceiptFacts({
      ...{ source: 'files', kind, company: company.name, ext, original_name: basename(file) },
      currency: company.currencies.length === 1 ? (company.currencies[0] ?? null) : null,
    }),
    { file },
  );
}

/** Imports the files of the configuration that changed since they were last imported; one that fails stops no other. */
export async function extractFiles(context: Context): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const kind of kinds) {
    try {
      await importWhenChanged(context, kind);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}
