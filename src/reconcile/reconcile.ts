import type { DuckDBConnection } from '@duckdb/node-api';
import { executeWritten, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { fillMartWithin } from '../warehouse/fill-mart.ts';
import { inTransaction } from '../warehouse/in-transaction.ts';
import { useZone } from '../warehouse/open.ts';
import { type Said, say } from '../warehouse/say.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import { clearSlice, insertRun, type ReconcileRun } from './reconcile-run.ts';
import { allReconciliations, isOwn, type Reconciliation } from './reconciliations.ts';
import { registerReconciliations } from './register-reconciliations.ts';
import { runReconciliation } from './run-reconciliation.ts';

/**
 * The reconciliations that may find a record of the company. The user's own reconciliations are always run, because they may read
 * anything.
 */
async function withRecords(
  connection: DuckDBConnection,
  all: readonly Reconciliation[],
): Promise<readonly Reconciliation[]> {
  const rows = await readRows(connection, await sqlStatement('verdict', 'reconciliation_without_records'));
  const without = new Set(rows.map(({ reconciliation }) => reconciliation));
  return all.filter((one) => isOwn(one) || !without.has(one.name));
}

/** The columns with messages about causes and in the verdicts of the company's days. */
export const ofCauses: readonly Said[] = [
  { table: 'recon.cause_item', column: 'reason' },
  { table: 'recon.cause_item', column: 'reason_with_sum' },
  { table: 'recon.cause', column: 'reason' },
  { table: 'recon.verdict', column: 'reason' },
  { table: 'recon.verdict', column: 'awaited' },
];

const ofRun = 'said.run_id = $run_id';

/** The columns with messages about the items, controls and inputs of a run. */
const ofResults: readonly Said[] = [
  { table: 'recon.item', column: 'reason', rows: ofRun },
  { table: 'recon.break_change', column: 'reason', rows: ofRun },
  { table: 'recon.break_life', column: 'reason' },
  { table: 'recon.break_life', column: 'closed_because' },
  { table: 'recon.input_state', column: 'reason', rows: ofRun },
  { table: 'recon.input_state', column: 'refusal', rows: ofRun },
  { table: 'recon.control', column: 'reason', rows: ofRun },
  { table: 'recon.control', column: 'what_to_do', rows: ofRun },
];

/** Groups the open items of the run's company into causes, and adds the causes' figures to its days. */
export async function writeCauses(connection: DuckDBConnection, runId: number): Promise<void> {
  for (const step of [
    'cause_item_clear',
    'cause_item_open',
    'open_sum',
    'cause_before_clear',
    'cause_before_note',
    'cause_member_clear',
    'cause_member',
    'cause_clear',
    'cause',
    'verdict_cause',
  ]) {
    await executeWritten(connection, await sqlStatement('verdict', step), { run_id: runId });
  }
}

/** Fills mart if a custom reconciliation may read it, so that it finds the current receipts and the results of earlier runs. */
async function fillForOwn(connection: DuckDBConnection): Promise<void> {
  const [own] = await readRows(
    connection,
    `select bool_or(kind in ('reconciliation', 'pass')) and bool_or(contains(content, 'mart.')) as reads_mart from recon.own_file`,
  );
  if (own?.reads_mart === true) await fillMartWithin(connection);
}

/** Runs the user's own SQL in the zone of the company, then returns to UTC. A failed transaction must end before the zone can be set. */
async function inCompanyZone(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  const [row] = await readRows(connection, 'select zone from core.company');
  if (row !== undefined) await useZone(connection, textOf(row, 'zone'));
  await work().then(() => useZone(connection, 'UTC'));
}

/**
 * Runs these reconciliations like `reconcile`, whether or not they may find a record, within a transaction of the caller. The derived
 * tables must be up to date.
 */
export async function reconcileWithin(
  connection: DuckDBConnection,
  run: ReconcileRun,
  all: readonly Reconciliation[],
  progress: (title: string) => void = () => {},
): Promise<void> {
  const step = async (name: string) =>
    executeWritten(connection, await sqlStatement('verdict', name), { run_id: run.runId });
  await fillForOwn(connection);
  await insertRun(connection, run);
  for (const name of ['open_before_clear', 'open_before_note']) await step(name);
  await clearSlice(connection, run);
  const runEach = async (some: readonly Reconciliation[]) => {
    for (const reconciliation of some) {
      progress(reconciliation.title);
      await runReconciliation(connection, run, reconciliation);
    }
  };
  await runEach(all.filter((one) => !isOwn(one)));
  const own = all.filter(isOwn);
  if (own.length > 0) await inCompanyZone(connection, () => runEach(own));
  for (const name of [
    'match_by_hand',
    'break_change',
    'break_seen',
    'break_open',
    'break_close',
    'input_state',
    'control',
    'lost_open_items',
    'whole_statement_day',
    'doubted_day',
    'doubted_retry',
    'control_retry',
    'verdict',
  ])
    await step(name);
  await writeCauses(connection, run.runId);
  await say(connection, [...ofResults, ...ofCauses], { run_id: run.runId });
}

/** Judges days in a transaction of the caller that is rolled back. The reconciliations must be registered and the derived tables up to date. */
export async function reconcileOnTrial(connection: DuckDBConnection, run: ReconcileRun): Promise<void> {
  const all = await allReconciliations(connection);
  await reconcileWithin(connection, run, await withRecords(connection, all));
}

/**
 * Runs every reconciliation that may find a record of the company in the period, updates its open items and gives each day its verdict,
 * in one transaction: a killed run leaves the results of the previous run.
 */
export async function reconcile(
  connection: DuckDBConnection,
  run: ReconcileRun,
  progress: (title: string) => void = () => {},
): Promise<void> {
  const all = await registerReconciliations(connection);
  await inTransaction(connection, async () =>
    reconcileWithin(connection, run, await withRecords(connection, all), progress),
  ).catch((error: unknown) => useZone(connection, 'UTC').then(() => Promise.reject(error)));
}
