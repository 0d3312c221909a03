import { readObject } from '../disk/object.ts';
import { receiptName } from '../domain/receipt.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import { openIndex } from './index-file.ts';
import { indexPath, type Landing, objectPathIn } from './landing.ts';
import { withRemoved } from './removed-contents.ts';
import { type ReadReplacements, readReplacedObjects } from './replaced-objects.ts';
import { signingKeyPath } from './tombstone.ts';

/** The parts of a landing zone that a verification needs. */
export type KeptLanding = Pick<Landing, 'receipts' | 'objectPath' | 'read'> & {
  /** The number of entries at the beginning that were written before entries were chained. */
  unchained: number;
  /** The hash of the last entry. */
  head: string;
  tombstones: ReadReplacements;
  /** The errors of tombstones and of a signing key that were changed after they were written. */
  errors: readonly TieoutError[];
};

/**
 * Reads a landing zone for verification. It creates nothing, and continues without a signing key that cannot be read. Throws
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
