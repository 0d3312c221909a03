import { readObject } from '../disk/object.ts';
import { receiptName } from '../domain/receipt.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import { openIndex } from './index-file.ts';
import { indexPath, type Landing, objectPathIn } from './landing.ts';
import { withRemoved } from './removed-contents.ts';
import { type ReadReplacements, readReplacedObjects } from './replaced-objects.ts';
import { signingKeyPath } from './tombstone.ts';

/** What a verification needs of a landing zone. */
export type KeptLanding = Pick<Landing, 'receipts' | 'objectPath' | 'read'> & {
  /** How many of the first entries were written before entries were chained. */
  unchained: number;
  /** The hash of the last entry. */
  head: string;
  tombstones: ReadReplacements;
  /** Tombstones and a signing key that are not as they were written. */
  errors: readonly TieoutError[];
};

/**
 * Reads a landing zone to verify it: creates nothing, and goes on without a signing key that cannot be read. Throws
 * LANDING_INDEX_DAMAGED or EVIDENCE_UNREADABLE.
 */
export async function readKeptLanding(directory: string): Promise<KeptLanding> {
  const index = await openIndex(indexPath(directory));
  const objectPath: Landing['objectPath'] = (receipt) => objectPathIn(directory, receipt);
  const tombstones = await readReplacedObjects(index.receipts, objectPath, signingKeyPath(directory));
  const receipts = await withRemoved(index.receipts.map(tombstones.replaced.applied), objectPath);
  const { keyError } = tombstones;
  return {
    receipts: () => receipts,
    objectPath,
    read: (receipt) =>
      readObject({ path: objectPath(receipt), sha256: receipt.sha256, file_name: receiptName(receipt) }),
    unchained: index.unchained,
    head: index.head(),
    tombstones,
    errors: [...(keyError === undefined ? [] : [keyError]), ...tombstones.errors],
  };
}
