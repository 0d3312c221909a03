import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from '../warehouse/duckdb-values.ts';
import { onceForDefinitions } from '../warehouse/prepare-warehouse.ts';
import { checkContract } from './contract.ts';
import { allReconciliations, type Reconciliation } from './reconciliations.ts';

/** Returns every reconciliation, checked and written to the warehouse where a definition has changed since the last run. */
export async function registerReconciliations(connection: DuckDBConnection): Promise<Reconciliation[]> {
  const all = await allReconciliations(connection);
  await onceForDefinitions(connection, 'reconciliations', () => writeReconciliations(connection, all));
  return all;
}

/** Checks the columns of each reconciliation, and writes its head and reasons. */
async function writeReconciliations(connection: DuckDBConnection, all: readonly Reconciliation[]): Promise<void> {
  for (const reconciliation of all) await checkContract(connection, reconciliation);
  // items in mart contain titles, including items of days that are not judged again
  await execute(connection, 'update recon.run set is_in_mart = false');
  await execute(connection, 'delete from recon.reconciliation');
  await execute(connection, 'delete from recon.reason');
  for (const one of all) {
    const { name, title, kind, left, right, grain, meaning, action, order, former, origin } = one;
    await execute(
      connection,
      `insert into recon.reconciliation
       values ($name, $title, $kind, $left, $right, $grain, $meaning, $action, $order, $former, $origin,
         list_filter(string_split($needs, ','), lambda input: input <> ''), $is_optional, $has_subjects, $is_spanning, $no_figures)`,
      {
        name,
        title,
        kind,
        left,
        right,
        grain,
        meaning,
        action,
        order,
        former: former ?? null,
        origin,
        needs: one.needs.join(','),
        is_optional: one.optional === 'yes',
        has_subjects: one.hasSubjects,
        is_spanning: one.spans === 'yes',
        no_figures: one.absent ?? null,
      },
    );
  }
  const reasons = all.flatMap(({ name, reasons: own }) => own.map((reason) => ({ name, ...reason })));
  await execute(
    connection,
    `insert into recon.reason (reconciliation, reason_code, outcome, meaning, what_to_do)
     select name, code, outcome, meaning, action from (select unnest(json_transform($reasons,
       '[{"name": "text", "code": "text", "outcome": "text", "meaning": "text", "action": "text"}]'), recursive := true))`,
    { reasons: JSON.stringify(reasons) },
  );
}
