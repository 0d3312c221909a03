import { stat } from 'node:fs/promises';
import { sha256OfFile } from '../../disk/file.ts';
import { proveObject } from '../../disk/object.ts';
import { type Receipt, receiptName } from '../../domain/receipt.ts';
import type { Landing } from '../../landing/landing.ts';
import type { ObjectReplacement } from '../../landing/tombstone.ts';
import { type ValueFinder, valueFinder } from '../../privacy/find-values.ts';
import { redactFile } from './redact-file.ts';

/** A redacted copy that is written and not in place. */
export type Copy = ObjectReplacement & { file: string };

/** What is proven by its own content: a run's period, a sealed pack, what was forgotten before. */
const unchanged: ReadonlySet<string> = new Set(['run', 'close', 'tombstone', 'configuration']);

/** Records of ours that name a received file by its hash. */
const namesFiles: ReadonlySet<string> = new Set(['declared_span', 'decision']);

async function copyOf(landing: Landing, receipt: Receipt, finder: ValueFinder): Promise<Copy | undefined> {
  const path = landing.objectPath(receipt);
  await proveObject({ path, sha256: receipt.sha256, file_name: receiptName(receipt) });
  const file = landing.temporaryPath();
  if (!(await redactFile(path, file, finder))) return undefined;
  const [new_sha256, { size }] = [await sha256OfFile(file), await stat(file)];
  return { sha256: receipt.sha256, ext: receipt.ext, new_sha256, new_bytes: size, file };
}

/**
 * The redacted copies of every received file that has one of the values, and of the records of ours that name such a file by its
 * hash. Throws LANDING_OBJECT_DAMAGED or LANDING_OBJECT_MISSING.
 */
export async function planCopies(landing: Landing, finder: ValueFinder): Promise<Copy[]> {
  const receipts = [...new Map(landing.receipts().map((each) => [`${each.sha256}.${each.ext}`, each])).values()].filter(
    ({ kind }) => !unchanged.has(kind),
  );
  const copies: Copy[] = [];
  for (const receipt of receipts.filter(({ kind }) => !namesFiles.has(kind))) {
    const copy = await copyOf(landing, receipt, finder);
    if (copy !== undefined) copies.push(copy);
  }
  const hashes = valueFinder(copies.map(({ sha256, new_sha256 }) => ({ value: sha256, by: new_sha256 })));
  const both: ValueFinder = {
    isIn: (bytes) => finder.isIn(bytes) || hashes.isIn(bytes),
    redacted: (bytes) => hashes.redacted(finder.redacted(bytes)),
    redactedText: (text) => hashes.redactedText(finder.redactedText(text)),
  };
  for (const receipt of receipts.filter(({ kind }) => namesFiles.has(kind))) {
    const copy = await copyOf(landing, receipt, both);
    if (copy !== undefined) copies.push(copy);
  }
  return copies;
}
