import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sweepHead } from '../disk/chain.ts';
import { sha256OfFile, sync } from '../disk/files.ts';
import { readObject } from '../disk/object.ts';
import { type Clock, systemClock, timestamp } from '../domain/clock.ts';
import { newReceiptFacts, type Receipt, type ReceiptFacts, receiptName, receiptSchema } from '../domain/receipt.ts';
import type { SecretOf } from '../domain/secrets.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import { openIndex } from './index-file.ts';
import { openReadings, type Readings } from './readings.ts';
import { type ReadReplacements, readReplacedObjects } from './replaced-objects.ts';
import { type ObjectReplacement, type Renamed, signingKeyPath } from './tombstone.ts';
import { type Removal, removalKind, removalText, type Withdrawal, withdrawalKind, withUnread } from './unread-files.ts';

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
  const receipts = await withUnread(index.receipts.map(tombstones.replaced.applied), objectPath);
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

export type Landing = {
  /** The clock for the time of receipt. */
  clock: Clock;
  /** How the password of an encrypted file is read when it is needed. */
  secretOf: SecretOf | undefined;
  readings: Readings;
  /**
   * Every receipt so far, in the order of arrival. The receipt of a file that was redacted for a forgotten person has the hash and the
   * size of the redacted copy.
   */
  receipts(): readonly Receipt[];
  /** The number of the newest receipt; 0 without receipts. */
  lastReceiptId(): number;
  /**
   * Keeps bytes as received and writes their receipt; both are on disk when it returns. A file at a temporaryPath is moved, any other
   * file is copied. Concurrent calls are queued.
   */
  put(facts: ReceiptFacts, content: { bytes: Uint8Array | string } | { file: string }): Promise<Receipt>;
  /** The path of a receipt's bytes; readers prove the bytes first (proveObject). */
  objectPath(receipt: Pick<Receipt, 'sha256' | 'ext'>): string;
  /** The bytes of a receipt as they were received. Throws LANDING_OBJECT_MISSING or LANDING_OBJECT_DAMAGED. */
  read(receipt: Receipt): Promise<Buffer>;
  /**
   * Places redacted copies (files at a temporaryPath) beside the files that they replace, and reads them from now on. They are not in
   * the index before their tombstone is: `put` the tombstone next, then call `removeReplaced`.
   */
  stage(copies: readonly (ObjectReplacement & { file: string })[], renamed?: readonly Renamed[]): Promise<void>;
  /** The hash with which a file of this content is received: that of the redacted copy, where there is one. */
  currentHash(sha256: string): string;
  /** Whether the content with this hash is a redacted copy. */
  isCopy(sha256: string): boolean;
  /** The keyed hashes of the values that were already forgotten when the landing zone was opened. */
  forgotten(): ReadonlySet<string>;
  /** The keyed hashes of the replacements of forgotten values. */
  replacements(): ReadonlySet<string>;
  /** Removes staged copies that no tombstone links. */
  unstage(): Promise<void>;
  /** Removes the files that redacted copies replace, and files whose removal is recorded. */
  removeReplaced(): Promise<void>;
  /** Records that the content of refused files is no longer kept, and then removes it. Their receipts are kept. */
  remove(company: string, removal: Removal): Promise<void>;
  /** Records that a person withdrew an accepted file, so that it is not read any more. Its content is kept. */
  withdraw(company: string, receipts: number[], withdrawal: Withdrawal): Promise<void>;
  /** Removes the incomplete files of a killed writer; `put` does so first. The caller is the only writer. */
  sweep(): Promise<void>;
  /** A name in the landing zone for a download in progress; the next writer removes what a killed process left there. */
  temporaryPath(): string;
};

/** The path of a landing zone's index. */
export const indexPath = (directory: string) => join(directory, 'index.jsonl');

/** The path of a receipt's bytes in a landing zone. */
export const objectPathIn = (directory: string, { sha256, ext }: Pick<Receipt, 'sha256' | 'ext'>) =>
  join(directory, 'objects', sha256.slice(0, 2), `${sha256}.${ext}`);

const placed = /^([0-9a-f]{64})\.([a-z0-9]{1,8})\.placing$/;

/**
 * Opens a company's landing zone, creating it where needed: content-addressed objects and their append-only index. Opening only reads,
 * so it never disturbs a run that is writing; the caller ensures that there is only one writer at a time.
 */
export async function openLanding(
  directory: string,
  clock: Clock = systemClock,
  secretOf?: SecretOf,
): Promise<Landing> {
  const incoming = join(directory, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const index = await openIndex(indexPath(directory));

  const readTombstones = async () => {
    const found = await readReplacedObjects(
      index.receipts,
      (receipt) => objectPathIn(directory, receipt),
      signingKeyPath(directory),
    );
    if (found.keyError !== undefined) throw found.keyError;
    return found;
  };
  const { forgotten, replacements, replaced: replacedAtFirst } = await readTombstones();
  let replaced = replacedAtFirst;
  const effective = () =>
    withUnread(index.receipts.map(replaced.applied), (receipt) => objectPathIn(directory, receipt));
  const receipts = await effective();

  const own = new Set<string>();
  const objectPath: Landing['objectPath'] = (receipt) => objectPathIn(directory, receipt);
  const temporaryPath = () => {
    const path = join(incoming, randomBytes(8).toString('hex'));
    own.add(path);
    return path;
  };

  /** Names an object from before it is placed until its receipt is in the index. */
  const placingPath = ({ sha256, ext }: Receipt) => join(incoming, `${sha256}.${ext}.placing`);

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

  /** The facts with the time of receipt. */
  const dated = (facts: ReceiptFacts) => ({ received_at: timestamp(clock), ...facts });

  async function putOne(facts: ReturnType<typeof dated>, content: Parameters<Landing['put']>[1]): Promise<Receipt> {
    const temporary = await written(content);
    try {
      const sha256 = await sha256OfFile(temporary);
      const { size } = await stat(temporary);
      const receipt = receiptSchema.parse({ ...facts, receipt_id: index.nextId(), bytes: size, sha256 });
      const placing = placingPath(receipt);
      const applied = replaced.applied(receipt);
      if (applied.sha256 === sha256) {
        await writeFile(placing, '', { mode: 0o600 });
        await keepObject(temporary, objectPath(receipt));
      }
      // otherwise this file was redacted for a forgotten person: the redacted copy is read, and these bytes are not kept
      await index.append(receipt);
      receipts.push(applied);
      await rm(placing, { force: true });
      return applied;
    } finally {
      await rm(temporary, { force: true });
      own.delete(temporary);
    }
  }

  /** Removes the incomplete files of a killed writer: downloads, and objects that were placed but not entered in the index. */
  async function sweep(): Promise<void> {
    const left = (await readdir(incoming)).filter((name) => !own.has(join(incoming, name)));
    const indexed = new Set(receipts.map(objectPath));
    for (const name of left) {
      const [, sha256, ext] = placed.exec(name) ?? [];
      const object = sha256 === undefined || ext === undefined ? undefined : objectPath({ sha256, ext });
      if (object !== undefined && !indexed.has(object)) await rm(object, { force: true });
      await rm(join(incoming, name), { recursive: true, force: true });
    }
    await removeReplaced();
    await sweepHead(indexPath(directory));
  }

  let last: Promise<unknown> | undefined;
  const swept = () => {
    last ??= sweep();
    return last;
  };
  const put: Landing['put'] = (facts, content) => {
    const received = dated(facts);
    const next = swept().then(() => putOne(received, content));
    last = next.catch(() => undefined);
    return next;
  };

  async function stage(
    copies: readonly (ObjectReplacement & { file: string })[],
    renamed: readonly Renamed[] = [],
  ): Promise<void> {
    await (last ?? sweep());
    last ??= Promise.resolve();
    for (const { file, new_sha256: sha256, ext } of copies) {
      await writeFile(join(incoming, `${sha256}.${ext}.placing`), '', { mode: 0o600 });
      await keepObject(file, objectPath({ sha256, ext }));
      own.delete(file);
    }
    replaced.add(copies, renamed);
    receipts.splice(0, receipts.length, ...(await effective()));
  }

  async function unstage(): Promise<void> {
    const staged = receipts.map(objectPath);
    ({ replaced } = await readTombstones());
    receipts.splice(0, receipts.length, ...(await effective()));
    const read = objectsRead();
    for (const path of staged) if (!read.has(path)) await rm(path, { force: true });
  }

  /** The objects of receipts that are read; the object of a removed file only where another receipt has the same content. */
  const objectsRead = () => new Set(receipts.filter(({ removed }) => removed === undefined).map(objectPath));

  /** Keeps a record of files that are no longer read, and then applies it. */
  const recordUnread = (facts: Pick<ReceiptFacts, 'kind' | 'company' | 'withdraws'>, text: string) => {
    const received = dated(newReceiptFacts({ source: 'run', ext: 'json', ...facts }));
    const next = swept().then(async () => {
      await putOne(received, { bytes: text });
      receipts.splice(0, receipts.length, ...(await effective()));
      await removeReplaced();
    });
    last = next.catch(() => undefined);
    return next;
  };

  async function removeReplaced(): Promise<void> {
    const read = objectsRead();
    for (const receipt of receipts)
      if (receipt.removed !== undefined && !read.has(objectPath(receipt)))
        await rm(objectPath(receipt), { force: true });
    for (const each of replaced.list()) {
      const former = objectPath(each);
      if (!read.has(former)) await rm(former, { force: true });
      await rm(join(incoming, `${each.new_sha256}.${each.ext}.placing`), { force: true });
    }
  }

  return {
    clock,
    readings: openReadings(directory),
    receipts: () => receipts,
    stage,
    forgotten: () => forgotten,
    replacements: () => replacements,
    currentHash: (sha256) => replaced.currentHash(sha256),
    isCopy: (sha256) => replaced.list().some(({ new_sha256 }) => new_sha256 === sha256),
    unstage,
    removeReplaced,
    remove: (company, removal) => recordUnread({ kind: removalKind, company }, removalText(removal)),
    withdraw: (company, withdraws, withdrawal) =>
      recordUnread({ kind: withdrawalKind, company, withdraws }, `${JSON.stringify(withdrawal)}\n`),
    lastReceiptId: () => index.receipts.at(-1)?.receipt_id ?? 0,
    put,
    sweep: async () => void (await swept()),
    objectPath,
    read: (receipt) =>
      readObject({ path: objectPath(receipt), sha256: receipt.sha256, file_name: receiptName(receipt) }),
    temporaryPath,
    secretOf,
  };
}
