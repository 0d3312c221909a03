import type { DuckDBConnection } from '@duckdb/node-api';
import { boundsOf } from '../domain/period.ts';
import { receivedAs } from '../warehouse/derive.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';
import { madeWith } from '../warehouse/warehouse-version.ts';
import type { ReconcileRun } from './reconcile-run.ts';

/**
 * Whether the warehouse and mart have the results of a run: the same days, receipts, configuration and rules. False for a run that was
 * killed before it filled mart, and for a run before a refused file was loaded, for example after that file was restored.
 */
export async function isJudged(connection: DuckDBConnection, run: ReconcileRun): Promise<boolean> {
  if ((await madeWith(connection))?.get('mart') !== (await receivedAs(connection))) return false;
  const rows = await readRows(
    connection,
    `select 1 from recon.run
     where run_id = $run_id and period_start = $from::date and period_end = $to::date
       and known_through = $known_through and configuration_sha256 is not distinct from $configuration and rules_sha256 = $rules
       and is_in_mart`,
    {
      run_id: run.runId,
      ...boundsOf(run.period),
      known_through: run.knownThrough,
      configuration: run.configuration ?? null,
      rules: await rulesFingerprint(),
    },
  );
  return rows.length > 0;
}
