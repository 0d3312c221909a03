import { type FileHandle, open, readFile } from 'node:fs/promises';
import { type Receipt, receiptSchema } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type NumberRange, numberOfLine } from './numbering.ts';

export type LandingIndex = {
  /** In the order of arrival; grows as lines are appended. */
  receipts: readonly Receipt[];
  /** The number of the receipt that is appended next. */
  nextId(): number;
  /** Writes one line; it is on disk when this returns. */
  append(receipt: Receipt): Promise<void>;
};

function readReceipt(line: string, lineNo: number, expectedId: number, path: string): Receipt {
  try {
    const receipt = receiptSchema.parse(JSON.parse(line));
    if (receipt.receipt_id !== expectedId)
      throw new Error(`receipt ${receipt.receipt_id} is where receipt ${expectedId} is expected`);
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
    remedy: 'Make sure that one process at a time writes to a company, then run again: what the other wrote is kept.',
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
 * Reads an index of one JSON object a line; `ranges` are the numbers that its first receipts have (see numbering.ts). An
 * unterminated last line (torn write) is ignored. It is not removed here, because another process may be writing it at
 * this moment; the next append removes it. Throws LANDING_INDEX_DAMAGED.
 */
export async function openIndex(path: string, ranges: readonly NumberRange[] = []): Promise<LandingIndex> {
  const bytes = await readIfThere(path);
  let length = bytes.lastIndexOf('\n') + 1;
  const receipts = bytes
    .subarray(0, length)
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line, index) => readReceipt(line, index + 1, numberOfLine(ranges, index + 1), path));

  /** Removes what follows the last whole line: a torn write, or one for which there was no space. */
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

  return { receipts, nextId: () => numberOfLine(ranges, receipts.length + 1), append };
}
