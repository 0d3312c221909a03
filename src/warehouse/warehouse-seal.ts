import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNotThere, isThere, sha256OfFile } from '../disk/file.ts';
import { readingEvidence } from '../disk/unreadable.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { hasLog, logPath } from './open-copy.ts';
import { isAsSealed, type Look, lookOf, readSeal, type Sealed, writeSeal } from './seal-file.ts';
import { isOfUnsealedVersion } from './unsealed.ts';

/**
 * What is known of a warehouse: it is as the last command left it; a command has it open, or was killed with it; an earlier version
 * wrote it, which did not seal it; it is not there, and is built from landing.
 */
export type WarehouseProof = 'proven' | 'open' | 'unsealed' | 'missing';

function altered(path: string, problem: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'WAREHOUSE_DAMAGED',
    message: `The warehouse is not as the last command left it: ${problem}.`,
    remedy:
      'Run `tieout rebuild`: it rebuilds the warehouse from the landing zone, and nothing is lost. Whoever analyses the figures opens published.duckdb, read-only.',
    place: { file: path },
    exitStatus: 4,
    cause,
  });
}

/** Contents that this process has read or written, with what the file system said of them then. */
const noted = new Map<string, Sealed>();

/** Notes which content a warehouse has, so that it is not read for its hash again while it stays as it is. */
export function noteContent(path: string, content: Sealed): void {
  noted.set(path, content);
}

/** What the file system says of a warehouse; undefined where it is not there. */
async function lookIfThere(path: string): Promise<Look | undefined> {
  try {
    return await lookOf(path);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** One look at a warehouse and the contents of its seal: what is known of it, or what is wrong with it. */
async function proof(
  path: string,
  contents: readonly Sealed[] | undefined,
  { isWhole, lastRun }: { isWhole: boolean; lastRun: number },
): Promise<{ known: WarehouseProof } | { problem: string }> {
  const now = await lookIfThere(path);
  if (now === undefined) return { known: 'missing' };
  if (contents === undefined)
    return (await isOfUnsealedVersion(path)) ? { known: 'unsealed' } : { problem: 'its seal is missing' };
  const [content] = contents;
  if (content === undefined) return { known: 'open' };
  if (await hasLog(path)) return { problem: `beside it is a log that no command left, ${logPath(path)}` };
  const { last_receipt: last } = content;
  if (last !== undefined && last < lastRun)
    return {
      problem: `it is an older one: it was sealed after entry ${last} of the landing index, and run ${lastRun} came later`,
    };
  if (!isWhole && isAsSealed(content, now)) {
    noteContent(path, content);
    return { known: 'proven' };
  }
  const sha256 = await readingEvidence(path, () => sha256OfFile(path));
  if (sha256 !== content.sha256) return { problem: `its sha256 is ${sha256}, and ${content.sha256} was left` };
  noteContent(path, { ...content, ...now });
  return { known: 'proven' };
}

/**
 * Proves that a warehouse, which this process does not have open, has the bytes that the last command left. A file of which the file
 * system says what it said then is believed, unless `isWhole`; any other one is read. `lastRun` is the number of the newest run of
 * the landing index, which was read before: one that was sealed before that run was restored, and lacks it. Throws
 * WAREHOUSE_DAMAGED (exit status 4), or why it cannot be read.
 */
export async function proveWarehouse(path: string, { isWhole = false, lastRun = 0 } = {}): Promise<WarehouseProof> {
  let contents = await readSeal(path, altered);
  for (let look = 0; look < 10; look += 1) {
    const found = await proof(path, contents, { isWhole, lastRun });
    if ('known' in found) return found.known;
    const before = contents;
    contents = await readSeal(path, altered);
    // a command writes the seal before and after it writes to the file: under the same seal, none did
    if (JSON.stringify(contents) === JSON.stringify(before)) throw altered(path, found.problem);
  }
  return 'open';
}

/** Says in the seal that a command writes to the warehouse: nothing is known of its bytes then. The caller holds the company's lock. */
export async function unsealWarehouse(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeSeal(path, []);
}

/**
 * Seals a warehouse that a command has closed. One with a log was not closed in order, and stays as one that is open: the next
 * command continues from the log. `lastReceipt` is the number of the newest entry of the landing index. The caller holds the
 * company's lock, and does not have the file open.
 */
export async function sealWarehouse(path: string, lastReceipt: number): Promise<void> {
  if (!(await isThere(path)) || (await hasLog(path))) return;
  const now = await lookOf(path);
  const before = noted.get(path);
  const isKnown = before !== undefined && isAsSealed(before, now);
  const { sha256 } = isKnown ? before : { sha256: await sha256OfFile(path) };
  const content = { sha256, ...now, last_receipt: lastReceipt };
  noteContent(path, content);
  await writeSeal(path, [content]);
}

/** Seals a warehouse that is closed under the path to which it is renamed next. */
export async function sealForPath(path: string, next: string, lastReceipt: number): Promise<void> {
  await writeSeal(next, [{ sha256: await sha256OfFile(path), ...(await lookOf(path)), last_receipt: lastReceipt }]);
}

/**
 * Seals a warehouse that was proven and could not be opened, as it was. One that was changed meanwhile stays as one that is open:
 * another program has it.
 */
export async function resealWarehouse(path: string): Promise<void> {
  const before = noted.get(path);
  if (before === undefined || (await hasLog(path)) || !isAsSealed(before, await lookOf(path))) return;
  await writeSeal(path, [before]);
}
