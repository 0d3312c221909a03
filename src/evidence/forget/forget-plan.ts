import { stat } from 'node:fs/promises';
import { sha256OfFile } from '../../disk/file.ts';
import { proveObject } from '../../disk/object.ts';
import { type Receipt, receiptName } from '../../domain/receipt.ts';
import type { Landing } from '../../landing/landing.ts';
import type { ObjectReplacement } from '../../landing/tombstone.ts';
import { type ValueFinder, valueFinder } from '../../privacy/find-values.ts';
import { type Decision, decisionSchema } from '../../reconcile/decision/decision.ts';
import { NotLookedInto, redactFile } from './redact-file.ts';

function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A redacted copy that is written but not in place yet. */
type Copy = ObjectReplacement & { file: string };

/** Records whose content is itself evidence, and which are never redacted: runs, sealed packs, tombstones and configurations. */
const unchanged: ReadonlySet<string> = new Set(['run', 'close', 'tombstone', 'configuration']);

/** The program's own records that refer to a received file by its hash. */
const namesFiles: ReadonlySet<string> = new Set(['declared_span', 'decision']);

/**
 * The redacted copy of a file; undefined where it has none of the values. A file that cannot be searched is kept, and listed with the
 * places.
 */
async function copyOf(landing: Landing, receipt: Receipt, finder: ValueFinder): Promise<Copy | undefined> {
  const path = landing.objectPath(receipt);
  await proveObject({ path, sha256: receipt.sha256, file_name: receiptName(receipt) });
  const file = landing.temporaryPath();
  const isFound = await redactFile(path, file, finder).catch((error: unknown) => {
    if (error instanceof NotLookedInto) return false;
    throw error;
  });
  if (!isFound) return undefined;
  const [new_sha256, { size }] = [await sha256OfFile(file), await stat(file)];
  return { sha256: receipt.sha256, ext: receipt.ext, new_sha256, new_bytes: size, file };
}

/** Signed decisions, and decisions to which a signed record refers by hash: redacting them would invalidate the signature. */
async function signedDecisions(landing: Landing, receipts: readonly Receipt[]): Promise<Map<Receipt, string>> {
  const read: { receipt: Receipt; decision: Decision }[] = [];
  for (const receipt of receipts.filter(({ kind }) => kind === 'decision')) {
    const { success, data: decision } = decisionSchema.safeParse(parsedJson(await landing.read(receipt)));
    if (success) read.push({ receipt, decision });
  }
  const signed = read.filter(({ decision: { signature } }) => (signature ?? null) !== null);
  const ids = new Set(
    signed.flatMap(({ decision: { decision_id, approves, undoes } }) => [decision_id, approves, undoes]),
  );
  return new Map(
    read.flatMap(({ receipt, decision: { decision_id: id } }) => (ids.has(id) ? [[receipt, id] as const] : [])),
  );
}

/** The copies to put in place, and the ids of signed decisions that contain a value and are left unchanged. */
export type Copies = { copies: Copy[]; signed: string[] };

/**
 * The redacted copies of every received file that contains one of the values, and of the program's own records that refer to such a file
 * by its hash. A signed decision is left unchanged, and its id returned. Throws LANDING_OBJECT_DAMAGED or LANDING_OBJECT_MISSING.
 */
export async function planCopies(landing: Landing, finder: ValueFinder): Promise<Copies> {
  const kept = landing.receipts().filter(({ removed }) => removed === undefined);
  const receipts = [...new Map(kept.map((each) => [`${each.sha256}.${each.ext}`, each])).values()].filter(
    ({ kind }) => !unchanged.has(kind),
  );
  const signedRecords = await signedDecisions(landing, receipts);
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
  const signed: string[] = [];
  for (const receipt of receipts.filter(({ kind }) => namesFiles.has(kind))) {
    const id = signedRecords.get(receipt);
    if (id !== undefined) {
      if (finder.isIn(await landing.read(receipt))) signed.push(id);
      continue;
    }
    const copy = await copyOf(landing, receipt, both);
    if (copy !== undefined) copies.push(copy);
  }
  return { copies, signed };
}
