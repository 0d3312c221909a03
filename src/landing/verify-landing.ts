import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isNotThere, sha256OfFile } from '../disk/file.ts';
import { filesBelow } from '../disk/folder.ts';
import { objectDamaged, objectMissing } from '../disk/object.ts';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openIndex } from './index-file.ts';
import { indexPath, numberingPath, objectPathIn } from './landing.ts';
import { readNumbering } from './numbering.ts';
import { withRemoved } from './removed-contents.ts';
import { readReplacedObjects, type Signers } from './replaced-objects.ts';
import { signingKeyPath } from './tombstone.ts';

/** What a verification found: what it proved, what it could not prove, and what is not as it was written. */
export type Verification = { proven: string[]; notProven: string[]; doubts: TieoutError[] };

/** Each object once, with a receipt that names it. */
function objectsOf(receipts: readonly Receipt[]): Receipt[] {
  return [...new Map(receipts.map((receipt) => [`${receipt.sha256}.${receipt.ext}`, receipt])).values()];
}

async function doubtOf(directory: string, receipt: Receipt, isQuick: boolean): Promise<TieoutError | undefined> {
  const object = {
    path: objectPathIn(directory, receipt),
    sha256: receipt.sha256,
    file_name: receiptName(receipt),
  };
  try {
    const { size } = await stat(object.path);
    if (size !== receipt.bytes) return objectDamaged(object, `${size} bytes instead of ${receipt.bytes}`);
    if (isQuick) return undefined;
    const found = await sha256OfFile(object.path);
    return found === receipt.sha256 ? undefined : objectDamaged(object, `sha256 ${found} instead of ${receipt.sha256}`);
  } catch (error) {
    if (isNotThere(error)) return objectMissing(object, error);
    throw error;
  }
}

/** Objects that no entry of the index names: what a killed run left, until the next one removes it. */
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

const counted = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;

function noteTombstones({ proven, notProven }: Verification, copies: number, { own, first }: Signers): void {
  if (first === undefined) return;
  const whose = own === undefined ? 'one key' : "the company's key";
  if (copies > 0)
    proven.push(
      `${counted(copies, 'redacted copy', 'redacted copies')} linked to what they replace by tombstones that ${whose} signed`,
    );
  if (own === undefined)
    notProven.push(
      'that the company signed its tombstones: signing.key is lost, and the first of them names its own key',
    );
  else if (own !== first)
    notProven.push('that the company signed all tombstones: the first of them names another key than signing.key');
  notProven.push(
    'that nobody else made a tombstone: signing.key is in the folder that it protects, so whoever can write there can sign',
  );
}

/**
 * Proves a company's landing zone: the chain of its index, and each object that it names by its sha256, or with `isQuick` by its
 * size. Changes nothing.
 */
export async function verifyLanding(directory: string, { isQuick }: { isQuick: boolean }): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  let receipts: readonly Receipt[];
  try {
    const index = await openIndex(indexPath(directory), await readNumbering(numberingPath(directory)));
    const { replaced, signers, errors } = await readReplacedObjects(
      index.receipts,
      (receipt) => objectPathIn(directory, receipt),
      signingKeyPath(directory),
    );
    receipts = await withRemoved(index.receipts.map(replaced.applied), (receipt) => objectPathIn(directory, receipt));
    found.doubts.push(...errors);
    noteTombstones(found, replaced.list().length, signers);
    found.proven.push(
      `${counted(receipts.length - index.unchained, 'entry', 'entries')} of the landing index follow each other as they were written; the last one has the hash ${index.head()}`,
    );
    if (index.unchained > 0)
      found.notProven.push(
        `${counted(index.unchained, 'entry', 'entries')} of the landing index ${index.unchained === 1 ? 'was' : 'were'} written by a version that did not chain them: they are as they were when the next entry was written`,
      );
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    found.doubts.push(error);
    return found;
  }
  const kept = receipts.filter(({ removed }) => removed === undefined);
  const objects = objectsOf(kept);
  const before = found.doubts.length;
  for (const receipt of objects) {
    const doubt = await doubtOf(directory, receipt, isQuick);
    if (doubt !== undefined) found.doubts.push(doubt);
  }
  const good = objects.length - (found.doubts.length - before);
  found.proven.push(
    `${counted(good, 'received file')} ${good === 1 ? 'has' : 'have'} the ${isQuick ? 'size' : 'sha256'} with which ${good === 1 ? 'it' : 'they'} arrived`,
  );
  if (isQuick) found.notProven.push('the content of received files (without --quick it is)');
  const removed = receipts.length - kept.length;
  if (removed > 0)
    found.notProven.push(
      `the content of ${counted(removed, 'refused file')}: retention.quarantine_mib no longer keeps ${removed === 1 ? 'it' : 'them'}. The reasons are kept`,
    );
  const left = await unindexed(directory, kept);
  if (left > 0)
    found.notProven.push(
      `${counted(left, 'file')} without an entry, of a killed run or another program: nothing reads ${left === 1 ? 'it' : 'them'}`,
    );
  return found;
}
