import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatOf, readHead } from 'tieout-files';
import { timestamp } from '../../domain/clock.ts';
import { landingExtensions } from '../../domain/landing-extensions.ts';
import { newReceiptFacts } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { ExtractContext } from '../connector.ts';
import { type Book, type BookFile, booksOf, type FoundFiles, findBookFiles, listText } from './book-files.ts';
import { keepCallbackKeys } from './callback-keys.ts';
import type { FilesSection } from './configuration.ts';

/*
 *
 * A file that another program is writing has only some of its lines, and nothing in it shows that more will follow. So a file is read
 * only when it has not changed for a second, and its content counts only when its size and time of change are the same afterwards. It is
 * read through one handle: where a writer replaces it meanwhile, the old version is read to its end.
 */

/** The state of a file when it was examined. */
type Look = { size: bigint; changedAt: bigint; inode: bigint };

type SettledFile = BookFile & { look: Look };

const quietMs = 1000;
const mostRounds = 3;

const isSame = (a: Look, b: Look) => a.size === b.size && a.changedAt === b.changedAt;

async function lookAt(target: string | FileHandle): Promise<Look | undefined> {
  const options = { bigint: true } as const;
  try {
    const { size, mtimeNs, ino } = await (typeof target === 'string' ? stat(target, options) : target.stat(options));
    return { size, changedAt: mtimeNs, inode: ino };
  } catch {
    return undefined;
  }
}

/** The time until a file is examined again, in milliseconds. A time of change in the future comes from the clock of another machine. */
function pauseFor({ changedAt }: Look): number {
  const age = Date.now() - Number(changedAt / 1_000_000n);
  return Math.min(Math.max(quietMs - age, 0), quietMs);
}

/** Divides files into those that are unchanged and those that are being written, after a pause for files that have just changed. */
async function whatIsSettled(files: readonly BookFile[]): Promise<{ settled: SettledFile[]; moving: BookFile[] }> {
  const looks = new Map<BookFile, Look | undefined>();
  for (const file of files) looks.set(file, await lookAt(file.path));
  const moving = new Set(files.filter((file) => looks.get(file) === undefined));
  let recent = files.filter((file) => {
    const look = looks.get(file);
    return look !== undefined && pauseFor(look) > 0;
  });
  for (let round = 1; recent.length > 0; round += 1) {
    const pauses = recent.map((file) => pauseFor(looks.get(file) ?? { size: 0n, changedAt: 0n, inode: 0n }));
    await sleep(Math.max(...pauses) + 20);
    const replaced: BookFile[] = [];
    for (const file of recent) {
      const before = looks.get(file);
      const now = await lookAt(file.path);
      looks.set(file, now);
      if (before === undefined || now === undefined) moving.add(file);
      else if (before.inode !== now.inode && round < mostRounds) replaced.push(file);
      else if (!isSame(before, now)) moving.add(file);
    }
    recent = replaced;
  }
  const settled = files.flatMap((file) => {
    const look = looks.get(file);
    return look === undefined || moving.has(file) ? [] : [{ ...file, look }];
  });
  return { settled, moving: [...moving] };
}

/** Reads an unchanged file; undefined when it changed before or while it was read. */
async function whileQuiet<T>(
  { path, look }: SettledFile,
  read: (handle: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  const handle = await open(path, 'r');
  try {
    const before = await lookAt(handle);
    if (before === undefined || !isSame(before, look)) return undefined;
    const result = await read(handle);
    const after = await lookAt(handle);
    return after !== undefined && isSame(after, look) ? result : undefined;
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of a file; undefined when it is being written. */
function sha256Of(file: SettledFile): Promise<string | undefined> {
  return whileQuiet(file, async (handle) => {
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) hash.update(chunk);
    return hash.digest('hex');
  });
}

/** Copies a file. False when it is being written, because the copy may be incomplete. */
async function copySettled(file: SettledFile, to: string): Promise<boolean> {
  const isCopied = await whileQuiet(file, async (handle) => {
    await pipeline(handle.createReadStream({ autoClose: false, start: 0 }), createWriteStream(to, { mode: 0o600 }));
    return true;
  });
  return isCopied === true;
}

type Context = ExtractContext<FilesSection>;

/** A file whose content has not been received yet, and its copy in landing. */
type NewFile = { name: string; copy: string; ext: string };

/**
 * Whether a file may still be missing: of a weekly or monthly book, for which the register shows whether a day already needs it, or of the
 * ledger, which no day needs.
 */
function isAwaited({ isRequired, cadence }: Book, { cause }: Unreadable): boolean {
  const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
  return isAbsent && (!isRequired || cadence !== 'daily');
}

function cannotBeRead({ company }: Context, { section }: Book, files: readonly Unreadable[]): TieoutError[] {
  return files.map(
    ({ path, cause }) =>
      new TieoutError({
        code: 'BOOK_FILE_MISSING',
        message: `The ${section} file of ${company.name} cannot be read.`,
        remedy: `Put the file there, or remove books.${section}.file from the configuration.`,
        place: { file: path },
        exitStatus: 4,
        cause,
      }),
  );
}

function beingWritten({ section }: Book, { path }: BookFile): TieoutError {
  return new TieoutError({
    code: 'BOOK_FILE_BEING_WRITTEN',
    message: `${basename(path)} changed while it was read: another program is still writing it.`,
    remedy: `Run again when it is complete. Until then no file of books.${section} is imported, so that no day is reconciled with a part of them.`,
    place: { file: path },
    exitStatus: 4,
  });
}

type HashedFile = SettledFile & { sha256: string };
type Unreadable = { path: string; cause: unknown };

async function hashFiles(files: readonly SettledFile[]) {
  const hashed: HashedFile[] = [];
  const moving: BookFile[] = [];
  const unreadable: Unreadable[] = [];
  for (const file of files) {
    try {
      const sha256 = await sha256Of(file);
      if (sha256 === undefined) moving.push(file);
      else hashed.push({ ...file, sha256 });
    } catch (cause) {
      unreadable.push({ path: file.path, cause });
    }
  }
  return { hashed, moving, unreadable };
}

/**
 * The files whose content differs from the last receipt under their name. A file with a new name is left out when its content was
 * received before, or is in another file of this run. Exports that are declared complete all count: an export that was written again
 * with the same content, or under another name, proves that nothing was added. Content that a person withdrew is not taken again.
 */
function changedFiles(
  { company, landing }: Context,
  { kind, covers }: Book,
  files: readonly HashedFile[],
): HashedFile[] {
  const isWhole = covers !== undefined;
  const receipts = landing.receipts().filter((receipt) => receipt.company === company.name);
  const last = new Map(receipts.filter((one) => one.kind === kind).map((one) => [one.original_name, one]));
  const contents = new Set([...last.values()].map(({ sha256 }) => sha256));
  const withdrawn = new Set(receipts.filter((one) => one.withdrawn !== undefined).map(({ sha256 }) => sha256));
  const newestKey = receipts.findLast((receipt) => receipt.kind === 'public_key')?.receipt_id ?? 0;
  return files.filter(({ name: fileName, sha256: written, look }) => {
    const sha256 = landing.currentHash(written);
    const before = last.get(fileName);
    // a key that arrived after the callbacks may verify callbacks that no earlier key verified
    const isKeyNewer = kind === 'callbacks' && before !== undefined && newestKey > before.receipt_id;
    const isWrittenAgain =
      isWhole && before !== undefined && look.changedAt / 1_000_000n > BigInt(Date.parse(before.received_at));
    const isChanged =
      before === undefined
        ? isWhole || !contents.has(sha256)
        : before.sha256 !== sha256 || isKeyNewer || isWrittenAgain;
    contents.add(sha256);
    return isChanged && !withdrawn.has(sha256);
  });
}

/** Copies files to landing; a file is received only when all are copied. */
async function copyToLanding({ landing }: Context, { kind }: Book, files: readonly SettledFile[]) {
  const copies: NewFile[] = [];
  const moving: BookFile[] = [];
  for (const file of files) {
    const copy = landing.temporaryPath();
    if (!(await copySettled(file, copy))) {
      moving.push(file);
      await rm(copy, { force: true });
      continue;
    }
    const format = kind === 'callbacks' ? 'jsonl' : formatOf(await readHead(copy));
    copies.push({ name: file.name, copy, ext: landingExtensions[format] });
  }
  if (moving.length > 0) await Promise.all(copies.map(({ copy }) => rm(copy, { force: true })));
  return { copies, moving };
}

function countText(found: FoundFiles, importedCount: number): string {
  const parts = [
    `${importedCount} of ${found.files.length} imported`,
    ...found.empty.map((entry) => `no file in ${entry}`),
    ...(found.ignored.length === 0 ? [] : [`ignored: ${listText(found.ignored)}`]),
  ];
  return parts.join('; ');
}

/**
 * Imports the files of a book that have changed since they were received, all or none: with only some of them, a day would be reconciled
 * as if the others did not exist.
 */
async function importBook(context: Context, book: Book): Promise<unknown[]> {
  const { company, landing, progress } = context;
  const { kind, section, entries } = book;
  if (entries.length === 0) return [];
  const step = progress.step(`Files of ${section}`);
  const left = (errors: unknown[]) => {
    step.done('left for the next run');
    return errors;
  };
  const found = await findBookFiles(entries, context.resolvePath, book.formats);
  const { settled, moving } = await whatIsSettled(found.files);
  const { hashed, moving: movingNow, unreadable } = await hashFiles(settled);
  const held = [
    ...cannotBeRead(
      context,
      book,
      [...found.unreadable, ...unreadable].filter((file) => !isAwaited(book, file)),
    ),
    ...[...moving, ...movingNow].map((file) => beingWritten(book, file)),
  ];
  if (held.length > 0) return left(held);
  if (kind === 'callbacks' && hashed.length > 0)
    await keepCallbackKeys(context, changedFiles(context, book, hashed).length > 0);
  const { copies, moving: movingLast } = await copyToLanding(context, book, changedFiles(context, book, hashed));
  if (movingLast.length > 0) return left(movingLast.map((file) => beingWritten(book, file)));
  const currency = book.currency ?? (company.currencies.length === 1 ? (company.currencies[0] ?? null) : null);
  const received = { received_at: timestamp(landing.clock) };
  const facts = newReceiptFacts({ source: 'files', kind, company: company.name, ext: 'csv', currency, ...received });
  // files that were received together share a number
  const batch = `${kind}-${landing.lastReceiptId() + 1}`;
  for (const { name, copy, ext } of copies)
    await landing.put({ ...facts, ext, batch_id: batch, original_name: name }, { file: copy });
  step.done(countText(found, copies.length));
  return [];
}

/** Imports the files of the configuration that have changed since their last import; the failure of one book does not stop the others. */
export async function extractFiles(context: Context): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const book of booksOf(context.section)) {
    try {
      errors.push(...(await importBook(context, book)));
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}
