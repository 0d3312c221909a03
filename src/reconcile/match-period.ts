import type { DuckDBConnection } from '@duckdb/node-api';
import { boundsOf, type Period } from '../domain/period.ts';
import { execute, executeWritten } from '../warehouse/duckdb-values.ts';
import { recordColumns } from './contract.ts';
import { matchRecords } from './matching/match-records.ts';
import { readOwnPasses } from './matching/own-pass.ts';
import type { Reconciliation } from './reconciliations.ts';

/** Runs the matching engine on the records of both sides; the reconciliation then reads the matches. */
export async function matchPeriod(
  connection: DuckDBConnection,
  { name, passes }: Reconciliation,
  period: Period,
): Promise<void> {
  await execute(connection, 'delete from recon.match_record where reconciliation = $name', { name });
  const columns = Object.keys(recordColumns).join(', ');
  await executeWritten(
    connection,
    `insert into recon.match_record (reconciliation, ${columns})
     select $name, ${columns} from recon.${name}_record($from::date, $to::date)`,
    { name, ...boundsOf(period) },
  );
  const own = await readOwnPasses(connection, name);
  await matchRecords(connection, { reconciliation: name, passes: [...passes, ...own] });
}
