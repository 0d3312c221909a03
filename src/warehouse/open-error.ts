import { diskError } from '../disk/disk-error.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { rebuildPending } from './warehouse-version.ts';

const textOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

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
    message: locked
      ? 'Another process has the warehouse open for writing.'
      : `The warehouse cannot be opened: ${textOf(cause).split('\n')[0]}`,
    remedy: locked
      ? 'Wait for the other run to end, or read the published copy beside it (published.duckdb).'
      : 'Run `tieout rebuild`: it rebuilds the warehouse from the landing zone, and nothing is lost.',
    place: { file: path },
    cause,
  });
}
