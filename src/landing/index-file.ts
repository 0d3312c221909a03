import { appendEntry, ChainBroken, type ChainEntry, ChainFileChanged, readChainFile, writeEnd } from '../disk/chain.ts';
import { type Receipt, receiptSchema } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';

type LandingIndex = {
  /** The receipts in the order of arrival; the list grows as lines are appended. */
  receipts: readonly Receipt[];
  /** The number of receipts at the beginning that were written before entries were chained. */
  unchained: number;
  /** The hash of the last entry. */
  head(): string;
  /** The number of the receipt that is appended next. */
  nextId(): number;
  /** Writes one line; it is on disk when this returns. */
  append(receipt: Receipt): Promise<void>;
};

function damaged(path: string, line: number, problem: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'LANDING_INDEX_DAMAGED',
    message: `The landing index is damaged: ${problem}.`,
    remedy:
      'Restore the landing folder from a backup: the index is append-only, and nothing but tieout may write to it. Until then nothing is run: no figure could be trusted.',
    place: { file: path, line },
    exitStatus: 4,
    cause,
  });
}

function readReceipt({ content, lineNo }: ChainEntry, expectedId: number, path: string): Receipt {
  const { success, data: receipt, error } = receiptSchema.safeParse(content);
  if (!success) throw damaged(path, lineNo, 'the line is not an entry of the index', error);
  if (receipt.receipt_id !== expectedId)
    throw damaged(path, lineNo, `receipt ${receipt.receipt_id} is where receipt ${expectedId} is expected`);
  return receipt;
}

function changedByAnother(path: string): TieoutError {
  return new TieoutError({
    code: 'LANDING_INDEX_CHANGED',
    scope: 'company',
    message: 'Another process has written to the landing index since it was read.',
    remedy:
      'Make sure that only one process at a time writes to a company, then run again. The entries of the other process are kept.',
    place: { file: path },
  });
}

async function readProven(path: string) {
  try {
    return await readChainFile(path);
  } catch (error) {
    if (error instanceof ChainBroken) throw damaged(path, error.lineNo, error.message, error);
    throw error;
  }
}

/**
 * Reads an index of one JSON object a line, which is a chain (see chain.ts). A receipt has the number of its line, so that a missing
 * line is noticed. Throws LANDING_INDEX_DAMAGED.
 */
export async function openIndex(path: string): Promise<LandingIndex> {
  const { chain, end: found } = await readProven(path);
  let end = found;
  const receipts = chain.entries.map((entry) => readReceipt(entry, entry.lineNo, path));
  return {
    receipts,
    unchained: chain.entries.filter(({ hash }) => hash === undefined).length,
    head: () => end.hash,
    nextId: () => receipts.length + 1,
    append: async (receipt) => {
      try {
        end = await appendEntry(path, end, receipt);
      } catch (error) {
        if (error instanceof ChainFileChanged) throw changedByAnother(path);
        throw error;
      }
      // the line is on disk even where the end of the chain cannot be written
      receipts.push(receipt);
      await writeEnd(path, end);
    },
  };
}
