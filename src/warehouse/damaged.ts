import { TieoutError } from '../domain/tieout-error.ts';

/** What DuckDB writes before the text of the first error: its kind, and what it was doing. No other text, for an error may quote a value. */
const before = [
  '[A-Za-z]+(?: [A-Za-z]+)* Error: ',
  'Failed to create checkpoint because of error: ',
  'Failed to commit: ',
  'Checkpoint failed for database "[^"]*"\\. The database has been invalidated\\. Original error: ',
  'Original error: "',
];

/** The text of DuckDB where a block of a database does not have the checksum with which it was written. */
const damage = new RegExp(`^(?:${before.join('|')})*Corrupt database file: computed checksum \\d+`);

/** The line of an error, or of one of its causes, that says so. */
function damageIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // a text of ours may quote what a service answered
  if (error instanceof TieoutError) return damageIn(error.cause);
  return error.message.split('\n').find((line) => damage.test(line)) ?? damageIn(error.cause);
}

/** Whether a database was altered on disk, by whatever error DuckDB says so: any query can meet the block first. */
export const isDamaged = (error: unknown): boolean => damageIn(error) !== undefined;

/** What names the damage already. */
const naming = new Set(['WAREHOUSE_UNREADABLE', 'SNAPSHOT_DAMAGED']);

/**
 * The error of a database that was altered on disk (WAREHOUSE_UNREADABLE), also where another error blames what met the block, such as
 * an own reconciliation; undefined for any other error. DuckDB does not name the file: `path` is the database that was open.
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

/** Does work with an open database, and names its damage. */
export async function namingDamage<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw damagedError(error, path) ?? error;
  }
}
