import { readObject } from '../disk/object.ts';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type ObjectReplacement, ownPublicKey, type Renamed, readTombstone } from './tombstone.ts';

/** The received files that are read as redacted copies, and the changes of their receipts. */
type ReplacedObjects = {
  /** The replacements, in the order in which they were recorded. */
  list(): readonly ObjectReplacement[];
  /** The receipt with the hash and the size of the copy that is read in place of its file. */
  applied(receipt: Receipt): Receipt;
  /** The hash of the copy that is read in place of content with this hash. */
  currentHash(sha256: string): string;
  add(replacements: readonly ObjectReplacement[], renamed?: readonly Renamed[]): void;
};

const keyOf = (sha256: string, ext: string) => `${sha256}.${ext}`;

function replacedObjects(): ReplacedObjects {
  const bySource = new Map<string, ObjectReplacement>();
  const all: ObjectReplacement[] = [];
  const names = new Map<number, string>();
  const add = (replacements: readonly ObjectReplacement[], renamed: readonly Renamed[] = []) => {
    for (const { receipt_id, original_name } of renamed) names.set(receipt_id, original_name);
    for (const each of replacements) {
      bySource.set(keyOf(each.sha256, each.ext), each);
      all.push(each);
    }
  };
  return {
    list: () => all,
    add,
    currentHash: (sha256) => {
      let current = sha256;
      for (const each of all) if (each.sha256 === current) current = each.new_sha256;
      return current;
    },
    applied: (receipt) => {
      let [sha256, bytes] = [receipt.sha256, receipt.bytes];
      // a copy may have been replaced again; a value is never replaced by itself, so this ends
      for (let count = 0; count <= all.length; count += 1) {
        const next = bySource.get(keyOf(sha256, receipt.ext));
        if (next === undefined) break;
        [sha256, bytes] = [next.new_sha256, next.new_bytes];
      }
      const name = names.get(receipt.receipt_id);
      if (sha256 === receipt.sha256 && name === undefined) return receipt;
      return { ...receipt, sha256, bytes, original_name: name ?? receipt.original_name };
    },
  };
}

export const tombstoneKind = 'tombstone';

/** The error of a tombstone that is invalid or was not signed with the company's key. */
function tombstoneWrong({ receipt_id }: Receipt, path: string): TieoutError {
  return new TieoutError({
    code: 'TOMBSTONE_DAMAGED',
    message: `Entry ${receipt_id} of the landing index, which links received files to their redacted copies, is not signed by the company's key.`,
    remedy:
      'Restore the landing folder and signing.key from a backup. Until then this entry replaces nothing, and the files that it names are read as they were received, or are missing.',
    place: { file: path },
    exitStatus: 4,
  });
}

/** The keys whose tombstones are read: the company's key, or that of the first tombstone, where the key file was lost since. */
export type Signers = { own: string | undefined; first: string | undefined };

/** The content of the tombstones of a landing zone. */
export type ReadReplacements = {
  replaced: ReplacedObjects;
  signers: Signers;
  /** The keyed hashes of the forgotten values and of their replacements. */
  forgotten: Set<string>;
  replacements: Set<string>;
  errors: TieoutError[];
  /** Why the company's key cannot be read, where it exists; only a verification continues without it. */
  keyError: TieoutError | undefined;
};

/**
 * Reads the tombstones of a landing zone. A tombstone that cannot be read, or that was not signed with the company's key (at `keyPath`),
 * replaces nothing. Its files are then reported as missing, and `tieout verify` reports the tombstone. Without the company's key, that
 * of the first tombstone is used.
 */
export async function readReplacedObjects(
  receipts: readonly Receipt[],
  pathOf: (receipt: Receipt) => string,
  keyPath: string,
): Promise<ReadReplacements> {
  const found: ReadReplacements = {
    replaced: replacedObjects(),
    signers: { own: undefined, first: undefined },
    forgotten: new Set(),
    replacements: new Set(),
    errors: [],
    keyError: undefined,
  };
  const tombstones = receipts.filter(({ kind }) => kind === tombstoneKind);
  if (tombstones.length === 0) return found;
  try {
    found.signers.own = await ownPublicKey(keyPath);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    found.keyError = error;
  }
  for (const receipt of tombstones) {
    const path = pathOf(receipt);
    try {
      const bytes = await readObject({ path, sha256: receipt.sha256, file_name: receiptName(receipt) });
      const tombstone = readTombstone(bytes.toString('utf8'));
      const { own, first = tombstone?.public_key } = found.signers;
      if (tombstone === undefined || ![own, first].includes(tombstone.public_key)) throw tombstoneWrong(receipt, path);
      found.signers.first = first;
      found.replaced.add(tombstone.replaced, tombstone.renamed);
      for (const value of tombstone.values) found.forgotten.add(value);
      for (const value of tombstone.replacements ?? []) found.replacements.add(value);
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      found.errors.push(error);
    }
  }
  return found;
}
