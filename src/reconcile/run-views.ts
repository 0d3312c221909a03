import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, executeWritten } from '../warehouse/duckdb-values.ts';

/** Each table with what fills it, in the order in which one builds on another. */
const runViews = {
  run_coverage: 'core.coverage',
  run_covered_span: `core.covered_span_of('core.run_coverage')`,
  run_gateway_deposit: 'core.gateway_deposit',
  run_bank_reversal: 'core.bank_reversal',
  run_bank_deposit: 'core.bank_deposit',
};

/**
 * Computes the views that many statements of a run read, once for all of them (sql/schema/4_run_views.sql). Call it after
 * the last change of what a company received or configures, and before its reconciliations.
 */
export async function computeRunViews(connection: DuckDBConnection, company: string): Promise<void> {
  for (const [table, view] of Object.entries(runViews)) {
    await execute(connection, `delete from core.${table} where company = $company`, { company });
    await executeWritten(
      connection,
      `insert into core.${table} by name select * from ${view} where company = $company`,
      { company },
    );
  }
}
