import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { doubtOf, evidenceUnreadable } from '../disk/disk-error.ts';
import { filesBelow, isNotThere, sha256OfFile } from '../disk/files.ts';
import { objectDamaged, objectMissing } from '../disk/object.ts';
import { counted } from '../domain/counted.ts';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import { indexPath, type KeptLanding, objectPathIn, readKeptLanding } from './landing.ts';
import type { Signers } from './replaced-objects.ts';

/** The result of a verification: what it proved, what it could not prove, and the doubts about data that was changed. */
export type Verification = { proven: string[]; notProven: string[]; doubts: TieoutError[] };

/** The receipts whose content is kept. */
const keptOf = (receipts: readonly Receipt[]) => receipts.filter(({ removed }) => removed === undefined);

/** Each object once, with a receipt that names it. */
function objectsOf(receipts: readonly Receipt[]): Receipt[] {
  return [...new Map(receipts.map((receipt) => [`${receipt.sha256}.${receipt.ext}`, receipt])).values()];
}

async function objectDoubt(directory: string, receipt: Receipt, isQuick: boolean): Promise<TieoutError | undefined> {
  const object = {
    path: objectPathIn(directory, receipt),
    sha256: receipt.sha256,
    file_name: receiptName(receipt),
  };
  try {
    const look = await stat(object.path);
    if (look.isDirectory()) return evidenceUnreadable(object.path, 'there is a folder in its place');
    const { size } = look;
    if (size !== receipt.bytes) return objectDamaged(object, `${size} bytes instead of ${receipt.bytes}`);
    if (isQuick) return undefined;
    const found = await sha256OfFile(object.path);
    return found === receipt.sha256 ? undefined : objectDamaged(object, `sha256 ${found} instead of ${receipt.sha256}`);
  } catch (error) {
    return isNotThere(error) ? objectMissing(object, error) : doubtOf(error, object.path);
  }
}

/** The doubts about objects. An object that a run at the same time has removed or replaced, according to the index, is not in doubt. */
async function objectDoubts(directory: string, objects: readonly Receipt[], isQuick: boolean): Promise<TieoutError[]> {
  const doubts: { path: string; doubt: TieoutError }[] = [];
  for (const receipt of objects) {
    const doubt = await objectDoubt(directory, receipt, isQuick);
    if (doubt !== undefined) doubts.push({ path: objectPathIn(directory, receipt), doubt });
  }
  if (doubts.length === 0) return [];
  const now = objectsOf(keptOf((await readKeptLanding(directory)).receipts()));
  const read = new Set(now.map((receipt) => objectPathIn(directory, receipt)));
  return doubts.flatMap(({ path, doubt }) => (read.has(path) ? [doubt] : []));
}

/** The number of objects without an entry in the index, which a killed run left and the next run removes. */
async function unindexed(directory: string, receipts: readonly Receipt[]): Promise<number> {
  const named = new Set(receipts.map(({ sha256, ext }) => `${sha256}.${ext}`));
  const root = join(directory, 'objects');
  return (await filesBelow(root)).filter((path) => !named.has(basename(path))).length;
}

/** The findings of several verifications as one. */
export function joined(verifications: readonly Verification[]): Verification {
  return {
    proven: verifications.flatMap(({ proven }) => proven),
    notProven: verifications.flatMap(({ notProven }) => notProven),
    doubts: verifications.flatMap(({ doubts }) => doubts),
  };
}

function noteTombstones({ proven, notProven }: Verification, copies: number, { own, first }: Signers): void {
  if (first === undefined) return;
  const whose = own === undefined ? 'one key' : "the company's key";
  if (copies > 0)
    proven.push(
      `${counted(copies, 'redacted copy', 'redacted copies')} linked to the files they replace by tombstones that ${whose} signed`,
    );
  if (own === undefined)
    notProven.push(
      'that the company signed its tombstones: signing.key is lost or cannot be read, and the first tombstone names its own key',
    );
  else if (own !== first)
    notProven.push('that the company signed all tombstones: the first tombstone names another key than signing.key');
  notProven.push(
    'that nobody else made a tombstone: signing.key is in the folder that it protects, so whoever can write there can sign',
  );
}

/**
 * Proves a company's landing zone: the chain of its index, and each of its objects by its sha256, or by its size with `isQuick`. Changes
 * nothing.
 */
export async function verifyLanding(directory: string, { isQuick }: { isQuick: boolean }): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  let landing: KeptLanding;
  try {
    landing = await readKeptLanding(directory);
  } catch (error) {
    found.doubts.push(doubtOf(error, indexPath(directory)));
    return found;
  }
  const { tombstones, unchained } = landing;
  const receipts = landing.receipts();
  found.doubts.push(...landing.errors);
  noteTombstones(found, tombstones.replaced.list().length, tombstones.signers);
  found.proven.push(
    `${counted(receipts.length - unchained, 'entry', 'entries')} of the landing index follow each other as they were written; the last one has the hash ${landing.head}`,
  );
  if (unchained > 0)
    found.notProven.push(
      `${counted(unchained, 'entry', 'entries')} of the landing index ${unchained === 1 ? 'was' : 'were'} written by a version that did not chain them: they are as they were when the next entry was written`,
    );
  const kept = keptOf(receipts);
  const objects = objectsOf(kept);
  const doubts = await objectDoubts(directory, objects, isQuick);
  found.doubts.push(...doubts);
  const good = objects.length - doubts.length;
  found.proven.push(
    `${counted(good, 'received file')} ${good === 1 ? 'has' : 'have'} the ${isQuick ? 'size' : 'sha256'} recorded on receipt`,
  );
  if (isQuick) found.notProven.push('the content of received files (checked without --quick)');
  const removed = receipts.length - kept.length;
  if (removed > 0)
    found.notProven.push(
      `the content of ${counted(removed, 'refused file')}: a record says that retention.quarantine_mib no longer keeps ${removed === 1 ? 'it' : 'them'}`,
    );
  try {
    const left = await unindexed(directory, kept);
    if (left > 0)
      found.notProven.push(
        `${counted(left, 'file')} without an entry, of a killed run or another program: nothing reads ${left === 1 ? 'it' : 'them'}`,
      );
  } catch (error) {
    found.doubts.push(doubtOf(error, join(directory, 'objects')));
  }
  return found;
}
