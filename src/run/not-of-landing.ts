import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** The error of a database that was built from receipts which landing does not have; `what` is its name in a sentence. */
export function notOfLanding(what: string, path: string, problem: string): TieoutError {
  return new TieoutError({
    code: 'SNAPSHOT_NOT_OF_LANDING',
    message: `${what} was not built from what the landing zone has: ${problem}.`,
    remedy:
      'If the landing folder was restored from a backup, restore the newest one; then run `tieout rebuild`, and the days since that backup again.',
    place: { file: path },
    exitStatus: 4,
  });
}

/**
 * Refuses to write to a warehouse with receipts that come after the last one of landing: an index that was lost, or restored from
 * an older backup, would give their numbers to others. Throws SNAPSHOT_NOT_OF_LANDING.
 */
export async function refuseLaterReceipts(
  { connection, path }: Warehouse,
  landing: Landing,
  company: string,
): Promise<void> {
  const [row = {}] = await readRows(
    connection,
    'select coalesce(max(file_id), 0)::integer as last from raw.receipt where company = $company',
    { company },
  );
  const last = numberOf(row, 'last');
  if (last > landing.lastReceiptId()) throw notOfLanding('The warehouse', path, `receipt ${last} is not in the index`);
}
