import { z } from 'zod';
import { readObject } from '../disk/object.ts';
import { type Receipt, receiptName, type UnreadReason, unreadReasonSchema } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** The kind of the records of refused files whose content is no longer kept. */
export const removalKind = 'removal';

/** The kind of the records of accepted files that a person withdrew. Their content is kept. */
export const withdrawalKind = 'withdrawal';

const removalSchema = z.strictObject({
  /** The limit of the total size of refused files, in bytes. */
  limit_bytes: z.number().int().positive(),
  removed: z.array(unreadReasonSchema.extend({ receipt_id: z.number().int().positive() })).min(1),
});

/** The refused files that were removed, with the reason for which each was refused. */
export type Removal = z.infer<typeof removalSchema>;

export const removalText = (removal: Removal): string => `${JSON.stringify(removalSchema.parse(removal))}\n`;

const withdrawalSchema = z.object({
  author: z.string(),
  reason: z.string(),
  /** The day of the withdrawal in the zone of the company, ISO 8601. */
  day: z.string(),
  system_user: z.string(),
  host: z.string(),
});

/** Who withdrew a file, when and why. The entry of the index names its receipts, so that they stay withdrawn if this record is damaged. */
export type Withdrawal = z.infer<typeof withdrawalSchema>;

/** Why a withdrawn file is not read. */
function withdrawnBecause(content: unknown): UnreadReason {
  const { data } = withdrawalSchema.safeParse(content);
  const message =
    data === undefined ? 'The file was withdrawn.' : `${data.author} withdrew the file on ${data.day}: ${data.reason}`;
  return { code: 'FILE_WITHDRAWN', message, remedy: 'Import the right file: it may have the same name.', line: null };
}

/** Whether a record may refer to a receipt: an earlier receipt of the same company that is not a record of the program. */
const mayRefer = (record: Receipt, receipt: Receipt) =>
  receipt.company === record.company &&
  receipt.receipt_id < record.receipt_id &&
  (!['run', 'decision'].includes(receipt.source) || receipt.kind === 'declared_span');

/** The content of a record; undefined where it cannot be read. */
async function contentOf(record: Receipt, path: string): Promise<unknown> {
  try {
    const bytes = await readObject({ path, sha256: record.sha256, file_name: receiptName(record) });
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof TieoutError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The receipts, with `removed` for those whose content was removed, and `withdrawn` for those that a person withdrew. A record of removals
 * that cannot be read, or that refers to other receipts, removes nothing; its files are then reported as missing.
 */
export async function withUnread(
  receipts: readonly Receipt[],
  pathOf: (receipt: Receipt) => string,
): Promise<Receipt[]> {
  const byId = new Map(receipts.map((receipt) => [receipt.receipt_id, receipt]));
  const apply = (record: Receipt, id: number, facts: Pick<Receipt, 'removed' | 'withdrawn'>) => {
    const receipt = byId.get(id);
    if (receipt !== undefined && mayRefer(record, receipt)) byId.set(id, { ...receipt, ...facts });
  };
  for (const record of receipts.filter(({ kind }) => kind === removalKind || kind === withdrawalKind)) {
    const content = await contentOf(record, pathOf(record));
    const withdrawn = withdrawnBecause(content);
    for (const id of record.withdraws ?? []) apply(record, id, { withdrawn });
    if (record.kind === withdrawalKind) continue;
    for (const { receipt_id, ...removed } of removalSchema.safeParse(content).data?.removed ?? [])
      apply(record, receipt_id, { removed });
  }
  return [...byId.values()];
}
