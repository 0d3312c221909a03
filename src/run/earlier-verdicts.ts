import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { csvLine } from '../report/csv.ts';
import { execute, readRows, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { openUnpublished, type Warehouse } from '../warehouse/open.ts';
import { contiguousPeriods } from './contiguous-periods.ts';
import { markRun } from './run-mark.ts';

/** The file that lists, for a company, what an earlier version called reconciled and is not proven. */
export const noLongerReconciled = 'no-longer-reconciled.csv';

/** Written by an earlier version: a verdict that rests on no control register. */
const withoutRegister = 'select business_date from recon.verdict where company = $company and control_count is null';

/**
 * Judges the days again that an earlier version judged without a control register, once, and lists those that it called
 * reconciled and that are not. Does nothing to a company whose days all have one.
 */
export async function judgeEarlierVerdicts(
  { connection }: Warehouse,
  landing: Landing,
  company: string,
  { folder, progress }: { folder: string; progress: Progress },
): Promise<void> {
  const periods = await contiguousPeriods({ connection }, withoutRegister, { company });
  if (periods.length === 0) return;
  const step = progress.step('Judging earlier days by the controls that were made');
  await execute(
    connection,
    `create or replace temp table former_verdict as
     select company, currency, business_date, verdict from recon.verdict where control_count is null`,
  );
  for (const period of periods) await reconcile(connection, await markRun(landing, company, period));
  step.done();
  await listNoLongerReconciled(connection, { company, folder, progress, former: 'former_verdict' });
  await execute(connection, 'drop table former_verdict');
}

/**
 * Lists what the warehouse of 0.1.0, which an upgrade moved aside, called reconciled and the one of this connection does not.
 * Does nothing where there is none. One that cannot be read is said, and keeps nobody from upgrading.
 */
export async function compareWithFormer(
  connection: DuckDBConnection,
  { aside, ...list }: { aside: string; company: string; folder: string; progress: Progress },
): Promise<void> {
  const path = join(aside, 'warehouse', 'tieout.duckdb');
  if (!existsSync(path)) return;
  let verdicts: WarehouseRow[];
  try {
    verdicts = await formerVerdicts(path, list.company);
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('\n')[0] : String(error);
    list.progress
      .step('Days that 0.1.0 called reconciled')
      .done(`cannot be listed: ${path} cannot be read (${problem})`);
    return;
  }
  if (verdicts.length === 0) return;
  await execute(
    connection,
    `create or replace temp table former_verdict as
     select company, currency, business_date::date as business_date, verdict from (select unnest(json_transform($verdicts,
       '[{"company": "text", "currency": "text", "business_date": "text", "verdict": "text"}]'), recursive := true))`,
    { verdicts: JSON.stringify(verdicts) },
  );
  await listNoLongerReconciled(connection, { ...list, former: 'former_verdict' });
}

async function formerVerdicts(path: string, company: string): Promise<WarehouseRow[]> {
  const { connection, close } = await openUnpublished(path);
  try {
    return await readRows(
      connection,
      'select company, currency, business_date::text as business_date, verdict from recon.verdict where company = $company',
      { company },
    );
  } finally {
    close();
  }
}

/**
 * Writes the list of the days that an earlier version called reconciled and that are not, beside the company's warehouse, and
 * says how many they are. `former` is the table with the earlier verdicts.
 */
async function listNoLongerReconciled(
  connection: DuckDBConnection,
  { company, folder, progress, former }: { company: string; folder: string; progress: Progress; former: string },
): Promise<void> {
  const rows = await readRows(
    connection,
    `select verdict.business_date::text as business_date, verdict.currency, former.verdict as former_verdict, verdict.verdict,
       verdict.reason
     from ${former} as former
     inner join mart.verdict as verdict using (company, currency, business_date)
     where company = $company and former.verdict in ('reconciled', 'reconciled_with_timing')
       and verdict.verdict not in ('reconciled', 'reconciled_with_timing')
     order by verdict.business_date, verdict.currency`,
    { company },
  );
  if (rows.length === 0) return;
  const columns = ['business_date', 'currency', 'former_verdict', 'verdict', 'reason'];
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row, column)))];
  const path = join(folder, noLongerReconciled);
  await writeFile(path, lines.map((cells) => csvLine(cells, ',')).join(''), { mode: 0o600 });
  await chmod(path, 0o600);
  const count = `${rows.length} ${rows.length === 1 ? 'day' : 'days'}`;
  progress.step('Called reconciled by an earlier version, and not proven').done(`${count}, listed in ${path}`);
}
