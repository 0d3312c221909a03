import { type FileHandle, open, readFile } from 'node:fs/promises';
import { type Receipt, receiptSchema } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';

export type LandingIndex = {
  /** In the order of arrival; grows as lines are appended. */
  receipts: readonly Receipt[];
  /** Writes one line; it is on disk when this returns. */
  append(receipt: Receipt): Promise<void>;
};

function readReceipt(line: string, lineNo: number, path: string): Receipt {
  try {
    const receipt = receiptSchema.parse(JSON.parse(line));
    if (receipt.receipt_id !== lineNo) throw new Error(`receipt ${receipt.receipt_id} stands on line ${lineNo}`);
    return receipt;
  } catch (cause) {
    throw new TieoutError({
      code: 'LANDING_INDEX_DAMAGED',
      message: `The landing index cannot be read: ${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)}.`,
      remedy: 'Restore index.jsonl from a backup: it is append-only, and nothing but tieout should write to it.',
      place: { file: path, line: lineNo },
      cause,
    });
  }
}

function changedByAnother(path: string): TieoutError {
  return new TieoutError({
    code: 'LANDING_INDEX_CHANGED',
    message: 'Another process has written to the landing index since it was read.',
    remedy: 'Let one run at a time write to a data directory, then run again: nothing of the other is lost.',
    place: { file: path },
  });
}

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/**
 * Reads an index of one JSON object a line. A last line without an end was cut off by a kill: it never was. It is left
 * alone here, since another process may be writing it this moment, and cut off by whoever appends next. Throws
 * LANDING_INDEX_DAMAGED.
 */
export async function openIndex(path: string): Promise<LandingIndex> {
  const bytes = await readIfThere(path);
  let length = bytes.lastIndexOf('\n') + 1;
  const receipts = bytes
    .subarray(0, length)
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line, index) => readReceipt(line, index + 1, path));

  /** What stands behind the last line is one that was not finished: torn by a kill, or there was no room for it. */
  async function cutUnfinished(file: FileHandle): Promise<void> {
    const { size } = await file.stat();
    if (size === length) return;
    const tail = Buffer.alloc(Math.max(0, size - length));
    await file.read(tail, 0, tail.length, length);
    if (size < length || tail.includes('\n')) throw changedByAnother(path);
    await file.truncate(length);
  }

  async function append(receipt: Receipt): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(receipt)}\n`);
    const file = await open(path, 'a+', 0o600);
    try {
      await cutUnfinished(file);
      await file.appendFile(line);
      await file.sync();
    } finally {
      await file.close();
    }
    length += line.length;
    receipts.push(receipt);
  }

  return { receipts, append };
}
