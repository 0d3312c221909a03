import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows } from '../../src/warehouse/duckdb-values.ts';

/** Items whose reason and outcome are not declared in a head of sql/reconcile, and unmatched items without a reason. */
export async function unexplainedReasons(connection: DuckDBConnection): Promise<string[]> {
  const rows = await readRows(
    connection,
    `select distinct concat_ws(' ', item.reconciliation, item.reason_code, item.outcome) as found
     from recon.item as item
     left join recon.reason as reason
       on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code and reason.outcome = item.outcome
     where reason.reason_code is null and item.outcome not in ('matched', 'matched_with_tolerance', 'suggested')
     order by found`,
  );
  return rows.map(({ found }) => String(found));
}
