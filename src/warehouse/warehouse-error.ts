import { diskError } from '../disk/disk-error.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { rebuildPending } from './warehouse-version.ts';

const textOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** The first line of an error's message, without a full stop: DuckDB writes the statement below it. */
export const firstLine = (error: unknown): string => (textOf(error).split('\n')[0] ?? '').replace(/\.$/, '');

/** Whether a database could not be opened because another process has locked it. */
export const isLocked = (cause: unknown): boolean => /Conflicting lock|Could not set lock/.test(textOf(cause));

/** DuckDB's message where the format of a file is newer than it can read. */
const isNewer = (cause: unknown): boolean =>
  /database file with version number|newer version of DuckDB/i.test(textOf(cause));

/** The error of a database that cannot be opened. A TieoutError is returned unchanged. */
export function openError(path: string, cause: unknown): TieoutError {
  if (cause instanceof TieoutError) return cause;
  const locked = isLocked(cause);
  const ofDisk = locked ? undefined : diskError(cause, path);
  if (ofDisk !== undefined) return ofDisk;
  if (isNewer(cause)) return rebuildPending(path, 'A newer version of DuckDB', cause);
  return new TieoutError({
    code: locked ? 'WAREHOUSE_IN_USE' : 'WAREHOUSE_UNREADABLE',
    scope: 'company',
    message: locked
      ? 'Another process has the warehouse open for writing.'
      : `The warehouse cannot be opened: ${firstLine(cause)}`,
    remedy: locked
      ? 'Wait for the other run to end, or read the published copy beside it (published.duckdb).'
      : 'Run `tieout rebuild`: it rebuilds the warehouse from the landing zone, and nothing is lost.',
    place: { file: path },
    cause,
  });
}

/**
 * The prefixes that DuckDB writes before the text of the first error: its kind, and the operation. Only these are accepted, because an
 * error may quote a value.
 */
const before = [
  '[A-Za-z]+(?: [A-Za-z]+)* Error: ',
  'Failed to create checkpoint because of error: ',
  'Failed to commit: ',
  'Checkpoint failed for database "[^"]*"\\. The database has been invalidated\\. Original error: ',
  'Original error: "',
];

/** DuckDB's message where a block of a database does not have the checksum with which it was written. */
const damage = new RegExp(`^(?:${before.join('|')})*Corrupt database file: computed checksum \\d+`);

/** The line of an error, or of one of its causes, that reports the damage. */
function damageIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // the program's own message may quote the answer of a service
  if (error instanceof TieoutError) return damageIn(error.cause);
  return error.message.split('\n').find((line) => damage.test(line)) ?? damageIn(error.cause);
}

/** Whether DuckDB reports, in any error, that a database was altered on disk; any query can be the first to read the block. */
export const isDamaged = (error: unknown): boolean => damageIn(error) !== undefined;

/** The errors that already report the damage. */
const naming = new Set(['WAREHOUSE_UNREADABLE', 'SNAPSHOT_DAMAGED']);

/**
 * The error of a database that was altered on disk (WAREHOUSE_UNREADABLE), even where the error blames the query that read the block,
 * such as an own reconciliation; undefined for any other error. DuckDB does not name the file: `path` is the database that was open.
 */
export function damagedError(error: unknown, path?: string): TieoutError | undefined {
  const found = damageIn(error);
  if (found === undefined || (error instanceof TieoutError && naming.has(error.code))) return undefined;
  return new TieoutError({
    code: 'WAREHOUSE_UNREADABLE',
    scope: 'company',
    message: `The warehouse was altered on disk: ${found.replace(/^.*?(?=Corrupt database file)/, '')}`,
    remedy: 'Run `tieout rebuild`: it rebuilds the warehouse from the landing zone, and nothing is lost.',
    ...(path === undefined ? {} : { place: { file: path } }),
    cause: error,
  });
}

/** Does work with an open database, and reports damage to it as WAREHOUSE_UNREADABLE. */
export async function namingDamage<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw damagedError(error, path) ?? error;
  }
}
