import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Receipt, type ReceiptFacts, receiptSchema } from '../domain/receipt.ts';
import { openIndex } from './index-file.ts';

export type Landing = {
  /** Every receipt so far, in the order of arrival. */
  receipts(): readonly Receipt[];
  /**
   * Keeps bytes as they came and writes their receipt; both are on disk when it returns. A file at a temporaryPath is
   * taken over, any other is copied. Several at once are put one after the other.
   */
  put(facts: ReceiptFacts, content: { bytes: Uint8Array | string } | { file: string }): Promise<Receipt>;
  /** Where the bytes of a receipt are. */
  objectPath(receipt: Pick<Receipt, 'sha256' | 'ext'>): string;
  /** A name in the landing zone for a download that is under way; what a kill left there is swept by the next writer. */
  temporaryPath(): string;
};

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Makes sure that a file, or the names in a folder, outlive a power cut. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Opens (and where needed makes) the landing zone: content-addressed objects and their append-only index. Opening only
 * reads, so that it never disturbs a run that is writing; one writer at a time is the caller's to see to.
 */
export async function openLanding(directory: string): Promise<Landing> {
  const incoming = join(directory, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const index = await openIndex(join(directory, 'index.jsonl'));

  const own = new Set<string>();
  const objectPath: Landing['objectPath'] = ({ sha256, ext }) =>
    join(directory, 'objects', sha256.slice(0, 2), `${sha256}.${ext}`);
  const temporaryPath = () => {
    const path = join(incoming, randomBytes(8).toString('hex'));
    own.add(path);
    return path;
  };

  async function written(content: { bytes: Uint8Array | string } | { file: string }): Promise<string> {
    if ('file' in content && own.has(content.file)) return content.file;
    const path = temporaryPath();
    if ('file' in content) await copyFile(content.file, path);
    else {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(content.bytes);
      } finally {
        await file.close();
      }
    }
    return path;
  }

  async function keepObject(from: string, to: string): Promise<void> {
    const folder = dirname(to);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(from, 0o600);
    await sync(from);
    await rename(from, to);
    await sync(folder);
    if (made !== undefined) await sync(dirname(folder));
  }

  async function putOne(facts: ReceiptFacts, content: Parameters<Landing['put']>[1]): Promise<Receipt> {
    const temporary = await written(content);
    try {
      const sha256 = await sha256OfFile(temporary);
      const { size } = await stat(temporary);
      const receipt = receiptSchema.parse({ ...facts, receipt_id: index.receipts.length + 1, bytes: size, sha256 });
      await keepObject(temporary, objectPath(receipt));
      await index.append(receipt);
      return receipt;
    } finally {
      await rm(temporary, { force: true });
      own.delete(temporary);
    }
  }

  /** Takes away what a killed writer left half-written. */
  async function sweep(): Promise<void> {
    const left = (await readdir(incoming)).map((name) => join(incoming, name)).filter((path) => !own.has(path));
    await Promise.all(left.map((path) => rm(path, { recursive: true, force: true })));
  }

  let last: Promise<unknown> | undefined;
  const put: Landing['put'] = (facts, content) => {
    const next = (last ?? sweep()).then(() => putOne(facts, content));
    last = next.catch(() => undefined);
    return next;
  };

  return { receipts: () => index.receipts, put, objectPath, temporaryPath };
}
