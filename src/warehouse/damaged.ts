import { TieoutError } from '../domain/tieout-error.ts';

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
