import { TieoutError } from '../domain/tieout-error.ts';

const textOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** Whether a database could not be opened because another process has locked it. */
export const isLocked = (cause: unknown): boolean => /Conflicting lock|Could not set lock/.test(textOf(cause));

/** What to tell of a database that cannot be opened; an error that says so already is returned as it is. */
export function openError(path: string, cause: unknown): TieoutError {
  if (cause instanceof TieoutError) return cause;
  const locked = isLocked(cause);
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
