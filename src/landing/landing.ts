import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { TieoutError } from '../errors/tieout-error.ts';
import { type Receipt, type ReceiptFacts, receiptSchema } from './receipt.ts';

export type Landing = {
  /** Every receipt so far, in the order of arrival. */
  receipts(): readonly Receipt[];
  /** Keeps bytes as they came and writes their receipt; both are on disk when it returns. */
  put(facts: ReceiptFacts, content: { bytes: Uint8Array | string } | { file: string }): Promise<Receipt>;
  /** Where the bytes of a receipt are. */
  objectPath(receipt: Pick<Receipt, 'sha256' | 'ext'>): string;
  /** A name in the landing zone for a download that is under way; what is left there by a kill is swept on open. */
  temporaryPath(): string;
};

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads the index; a last line that a kill cut off in the middle never was, and is cut off for good. */
async function readIndex(path: string): Promise<Receipt[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) await truncate(path, Buffer.byteLength(text.slice(0, whole)));
  return text
    .slice(0, whole)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => readReceipt(line, index + 1, path));
}

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

/** Opens (and where needed makes) the landing zone: content-addressed objects and their append-only index. */
export async function openLanding(directory: string): Promise<Landing> {
  const incoming = join(directory, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const indexPath = join(directory, 'index.jsonl');
  const receipts = await readIndex(indexPath);

  const objectPath: Landing['objectPath'] = ({ sha256, ext }) =>
    join(directory, 'objects', sha256.slice(0, 2), `${sha256}.${ext}`);
  const temporaryPath = () => join(incoming, randomBytes(8).toString('hex'));

  async function keepObject(from: string, to: string): Promise<void> {
    await mkdir(join(to, '..'), { recursive: true, mode: 0o700 });
    await chmod(from, 0o600);
    await syncFile(from);
    await rename(from, to);
  }

  async function append(receipt: Receipt): Promise<void> {
    const index = await open(indexPath, 'a', 0o600);
    try {
      await index.appendFile(`${JSON.stringify(receipt)}\n`);
      await index.sync();
    } finally {
      await index.close();
    }
    receipts.push(receipt);
  }

  const put: Landing['put'] = async (facts, content) => {
    const temporary = temporaryPath();
    if ('file' in content) await copyFile(content.file, temporary);
    else {
      const file = await open(temporary, 'wx', 0o600);
      await file.writeFile(content.bytes);
      await file.close();
    }
    const sha256 = await sha256OfFile(temporary);
    const { size } = await stat(temporary);
    await keepObject(temporary, objectPath({ sha256, ext: facts.ext }));
    const receipt = receiptSchema.parse({ ...facts, receipt_id: receipts.length + 1, bytes: size, sha256 });
    await append(receipt);
    return receipt;
  };

  return { receipts: () => receipts, put, objectPath, temporaryPath };
}
