import type { DuckDBConnection } from '@duckdb/node-api';
import { reconcile, reconcileWithin } from '../../src/reconcile/reconcile.ts';
import { clearSlice, insertRun, type ReconcileRun } from '../../src/reconcile/reconcile-run.ts';
import type { Reconciliation } from '../../src/reconcile/reconciliations.ts';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { runReconciliation } from '../../src/reconcile/run-reconciliation.ts';
import { derive } from '../../src/warehouse/derive.ts';
import { inTransaction } from '../../src/warehouse/in-transaction.ts';
import { say } from '../../src/warehouse/say.ts';

let lastRun = 900;

/** The days, half-open, and the number of the run where it matters. */
type Days = Pick<ReconcileRun, 'period'> & { runId?: number };
type Work = (run: ReconcileRun, chosen: readonly Reconciliation[]) => Promise<void>;

async function judge(connection: DuckDBConnection, names: readonly string[], days: Days, work: Work): Promise<void> {
  lastRun += 1;
  const all = await registerReconciliations(connection);
  const chosen = all.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error(`there is no reconciliation of the name ${names.join(' or ')}`);
  const { runId = 1_000_000 + lastRun } = days;
  const run = { ...days, runId, knownThrough: days.runId === undefined ? 1_000_000 : runId - 1 };
  await derive(connection);
  await inTransaction(connection, () => work(run, chosen));
}

/** Judges days by all reconciliations, as a run does after its receipts were loaded. */
export async function judgeAll(
  connection: DuckDBConnection,
  run: ReconcileRun,
  progress?: (title: string) => void,
): Promise<void> {
  await derive(connection);
  await reconcile(connection, run, progress);
}

/**
 * Judges the days of the company acme by these reconciliations alone, with their controls, verdicts and open items: about a third of
 * the work of a run. The days are half-open.
 */
export const judgeOnly = (connection: DuckDBConnection, names: readonly string[], days: Days): Promise<void> =>
  judge(connection, names, days, (run, chosen) => reconcileWithin(connection, run, chosen));

/** Writes the items and bridges of these reconciliations, and nothing that a run concludes from them: about a tenth of its work. */
export const writeItems = (connection: DuckDBConnection, names: readonly string[], days: Days): Promise<void> =>
  judge(connection, names, days, async (run, chosen) => {
    await insertRun(connection, run);
    await clearSlice(connection, run);
    for (const reconciliation of chosen) await runReconciliation(connection, run, reconciliation);
    const ofRun = { table: 'recon.item', column: 'reason', rows: 'said.run_id = $run_id' };
    await say(connection, [ofRun], { run_id: run.runId });
  });
