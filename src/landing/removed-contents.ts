import { z } from 'zod';
import { readObject } from '../disk/object.ts';
import { type Receipt, receiptName, removedContentSchema } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** The kind of the records of refused files whose content is no longer kept. */
export const removalKind = 'removal';

const recordSchema = z.strictObject({
  /** The limit of the total size of refused files, in bytes. */
  limit_bytes: z.number().int().positive(),
  removed: z.array(removedContentSchema.extend({ receipt_id: z.number().int().positive() })).min(1),
});

/** The refused files that were removed, with the reason for which each was refused. */
export type Removal = z.infer<typeof recordSchema>;

export const removalText = (removal: Removal): string => `${JSON.stringify(recordSchema.parse(removal))}\n`;

/** Whether a record may refer to a receipt: an earlier receipt of the same company that is not a record of the program. */
const isRemovable = (receipt: Receipt | undefined, record: Receipt) =>
  receipt !== undefined &&
  receipt.company === record.company &&
  receipt.receipt_id < record.receipt_id &&
  !['run', 'decision'].includes(receipt.source);

/**
 * The receipts, with `removed` for those whose content was removed. A record that cannot be read, or that refers to other receipts,
 * removes nothing; its files are then reported as missing.
 */
export async function withRemoved(
  receipts: readonly Receipt[],
  pathOf: (receipt: Receipt) => string,
): Promise<Receipt[]> {
  const removed = new Map<number, Receipt['removed']>();
  const byId = new Map(receipts.map((receipt) => [receipt.receipt_id, receipt]));
  for (const receipt of receipts.filter(({ kind }) => kind === removalKind)) {
    try {
      const bytes = await readObject({
        path: pathOf(receipt),
        sha256: receipt.sha256,
        file_name: receiptName(receipt),
      });
      const { data } = recordSchema.safeParse(JSON.parse(bytes.toString('utf8')));
      for (const { receipt_id, ...reason } of data?.removed ?? [])
        if (isRemovable(byId.get(receipt_id), receipt)) removed.set(receipt_id, reason);
    } catch (error) {
      if (!(error instanceof TieoutError || error instanceof SyntaxError)) throw error;
    }
  }
  return removed.size === 0
    ? [...receipts]
    : receipts.map((receipt) => {
        const reason = removed.get(receipt.receipt_id);
        return reason === undefined ? receipt : { ...receipt, removed: reason };
      });
}
