import { z } from 'zod';
import { readObject } from '../disk/object.ts';
import { type Receipt, receiptName, unreadReasonSchema } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** The kind of the records of refused files whose content is no longer kept. */
export const removalKind = 'removal';

/** The kind of the records of accepted files that a person withdrew. Their content is kept. */
export const withdrawalKind = 'withdrawal';

const files = z.array(unreadReasonSchema.extend({ receipt_id: z.number().int().positive() })).min(1);

const removalSchema = z.strictObject({
  /** The limit of the total size of refused files, in bytes. */
  limit_bytes: z.number().int().positive(),
  removed: files,
});

/** The refused files that were removed, with the reason for which each was refused. */
export type Removal = z.infer<typeof removalSchema>;

export const removalText = (removal: Removal): string => `${JSON.stringify(removalSchema.parse(removal))}\n`;

const withdrawalSchema = z.strictObject({
  author: z.string(),
  reason: z.string(),
  system_user: z.string(),
  host: z.string(),
  withdrawn: files,
});

/** The receipts of a file that a person withdrew, the declarations about its days among them. */
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const withdrawalText = (withdrawal: Withdrawal): string =>
  `${JSON.stringify(withdrawalSchema.parse(withdrawal))}\n`;

/** Whether a record may refer to a receipt: an earlier receipt of the same company that is not a record of the program. */
const mayRefer = (record: Receipt, receipt: Receipt) =>
  receipt.company === record.company &&
  receipt.receipt_id < record.receipt_id &&
  (!['run', 'decision'].includes(receipt.source) ||
    (record.kind === withdrawalKind && receipt.kind === 'declared_span'));

/** The files of a record, and how their receipts name the reason. */
function filesOf({ kind }: Receipt, content: unknown) {
  return kind === removalKind
    ? { fact: 'removed', files: removalSchema.safeParse(content).data?.removed ?? [] }
    : { fact: 'withdrawn', files: withdrawalSchema.safeParse(content).data?.withdrawn ?? [] };
}

/**
 * The receipts, with `removed` for those whose content was removed, and `withdrawn` for those that a person withdrew. A record that cannot
 * be read, or that refers to other receipts, changes nothing; removed files are then reported as missing.
 */
export async function withUnread(
  receipts: readonly Receipt[],
  pathOf: (receipt: Receipt) => string,
): Promise<Receipt[]> {
  const byId = new Map(receipts.map((receipt) => [receipt.receipt_id, receipt]));
  for (const record of receipts.filter(({ kind }) => kind === removalKind || kind === withdrawalKind)) {
    try {
      const path = pathOf(record);
      const bytes = await readObject({ path, sha256: record.sha256, file_name: receiptName(record) });
      const { fact, files } = filesOf(record, JSON.parse(bytes.toString('utf8')));
      for (const { receipt_id, ...reason } of files) {
        const receipt = byId.get(receipt_id);
        if (receipt !== undefined && mayRefer(record, receipt)) byId.set(receipt_id, { ...receipt, [fact]: reason });
      }
    } catch (error) {
      if (!(error instanceof TieoutError || error instanceof SyntaxError)) throw error;
    }
  }
  return [...byId.values()];
}
