import { type JudgedDay, runsOf } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { isJudged } from '../reconcile/is-judged.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { daysChangedByJudging } from './days-to-judge.ts';
import { markRun } from './run-mark.ts';

export type Judging = {
  warehouse: Warehouse;
  landing: Landing;
  company: string;
  /** Called with the title of each reconciliation. */
  note?: ((title: string) => void) | undefined;
};

/** The newest run that a warehouse has of a company; 0 when there is none. */
async function newestRun({ warehouse, company }: Judging): Promise<number> {
  const [row = {}] = await readRows(
    warehouse.connection,
    'select coalesce(max(run_id), 0)::integer as run_id from recon.run where company = $company',
    { company },
  );
  return numberOf(row, 'run_id');
}

/**
 * Judges days in runs (`runsOf`), and then, in a further run, the days whose results these runs have changed. `period` is given where
 * facts may have changed: for its days and the 92 days before, what controls prove is compared with what they proved. Returns the
 * judged days. A run whose results the warehouse has already is not repeated, and its days are not returned.
 */
export async function judgeDays(judging: Judging, days: readonly JudgedDay[], period?: Period): Promise<JudgedDay[]> {
  const { warehouse, landing, company, note } = judging;
  const judged: JudgedDay[] = [];
  for (const together of runsOf(days)) {
    const mark = await markRun(landing, company, together);
    if (await isJudged(warehouse.connection, mark)) continue;
    await reconcile(warehouse.connection, mark, note);
    judged.push(...mark.days);
  }
  for (const together of runsOf(await daysChangedByJudging(warehouse, landing, company, period))) {
    // a mark before the newest run would be repeated before it
    const mark = await markRun(landing, company, together, await newestRun(judging));
    await reconcile(warehouse.connection, mark, note);
    judged.push(...mark.days);
  }
  return judged;
}
