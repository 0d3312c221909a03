import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { withProven } from './published-warehouse.ts';

/** The error of a database that was built from receipts which landing does not have; `what` names the database in a sentence. */
export function notOfLanding(what: string, path: string, problem: string): TieoutError {
  return new TieoutError({
    code: 'SNAPSHOT_NOT_OF_LANDING',
    message: `${what} was built from other files than the landing zone has: ${problem}.`,
    remedy:
      'If the landing folder was restored from a backup, restore the newest backup. Then run `tieout rebuild`, and rerun the days since that backup.',
    place: { file: path },
    exitStatus: 4,
  });
}

/** The number of the last receipt in a database; 0 without receipts. */
async function lastBuiltFrom(connection: DuckDBConnection): Promise<number> {
  const [row = {}] = await readRows(
    connection,
    'select coalesce(max(receipt_id), 0)::integer as last from raw.receipt',
  );
  return numberOf(row, 'last');
}

/**
 * Refuses to write to a warehouse that has receipts after the last receipt of landing. The index was lost, or restored from an older
 * backup, and new receipts would get the numbers of others. Throws SNAPSHOT_NOT_OF_LANDING.
 */
export async function refuseLaterReceipts({ connection, path }: Warehouse, landing: Landing): Promise<void> {
  const last = await lastBuiltFrom(connection);
  if (last > landing.lastReceiptId()) throw notOfLanding('The warehouse', path, `receipt ${last} is not in the index`);
}

/**
 * Makes the same check against the published snapshot, where the warehouse is missing. A missing or damaged snapshot is not checked; the
 * run publishes another one. Throws SNAPSHOT_NOT_OF_LANDING.
 */
export async function refuseLaterPublished(published: string, landing: Landing): Promise<void> {
  const last = await withProven(published, ({ connection }) => lastBuiltFrom(connection));
  if (last !== undefined && last > landing.lastReceiptId())
    throw notOfLanding('The published snapshot', published, `receipt ${last} is not in the index`);
}
