import type { DuckDBConnection } from '@duckdb/node-api';
import { reconcileWithin } from '../../src/reconcile/reconcile.ts';
import type { ReconcileRun } from '../../src/reconcile/reconcile-run.ts';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { deriveWithin } from '../../src/warehouse/derive.ts';

let lastRun = 900;

/**
 * Judges the days of the company acme by these reconciliations alone, a fraction of the work of a run: for tests of their items. The
 * days are half-open.
 */
export async function judgeOnly(
  connection: DuckDBConnection,
  names: readonly string[],
  days: Pick<ReconcileRun, 'periodStart' | 'periodEnd'>,
): Promise<void> {
  lastRun += 1;
  await deriveWithin(connection);
  const all = await registerReconciliations(connection);
  const chosen = all.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error(`there is no reconciliation of the name ${names.join(' or ')}`);
  const run = { runId: 1_000_000 + lastRun, company: 'acme', ...days, knownThrough: 1_000_000 };
  await reconcileWithin(connection, run, chosen);
}
