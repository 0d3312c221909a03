import { markRun } from '../company/run-mark.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { contiguous, type JudgedDay, runsOf } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { isJudged } from '../reconcile/is-judged.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { type Bound, numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { daysChangedByJudging, daysTogether } from './days-to-judge.ts';

/** A company with the zone of its days. */
type JudgedCompany = Pick<CompanyConfig, 'name' | 'zone'>;

/**
 * Judges the days of decided items again, together with the days of items matched with them by hand. The query returns the days as
 * business_date. Returns the days as contiguous periods.
 */
export async function judgeDecided(
  warehouse: Warehouse,
  landing: Landing,
  company: JudgedCompany,
  { sql, bound }: { sql: string; bound: Bound },
): Promise<Period[]> {
  const rows = await readRows(
    warehouse.connection,
    `select distinct business_date::text as day from (${sql}) order by day`,
    bound,
  );
  const decided: JudgedDay[] = rows.map((row) => ({ day: textOf(row, 'day'), because: 'decided' }));
  if (decided.length === 0) return [];
  const days = await daysTogether(warehouse, landing, decided);
  return contiguous([...days, ...(await judgeDays({ warehouse, landing, company }, days))]);
}

/** Groups the days that a query returns (as business_date) into contiguous periods, in order. */
export async function contiguousPeriods(
  warehouse: Pick<Warehouse, 'connection'>,
  days: string,
  bound: Bound,
): Promise<Period[]> {
  const rows = await readRows(warehouse.connection, `select distinct business_date::text as day from (${days})`, bound);
  return contiguous(rows.map((row) => ({ day: textOf(row, 'day') })));
}

type Judging = {
  warehouse: Warehouse;
  landing: Landing;
  company: JudgedCompany;
  /** Called with the title of each reconciliation. */
  note?: ((title: string) => void) | undefined;
};

/** The runs of a company in a warehouse, in order, and the newest that could not be repeated when it was built. */
async function runsIn({ warehouse }: Judging): Promise<number[]> {
  const sql = `select run_id from recon.run
     union select made_with::integer from main.made_with where part = 'repeated_through' order by run_id`;
  const rows = await readRows(warehouse.connection, sql);
  return rows.map((row) => numberOf(row, 'run_id'));
}

/**
 * Judges days in runs (`runsOf`), and then, in a further run, the days whose results these runs have changed. `period` is given where
 * facts may have changed: the results of controls are compared with the previous ones for its days and the 92 days before. Returns the
 * judged days. A run whose results are already in the warehouse is not repeated, and its days are not returned.
 */
export async function judgeDays(judging: Judging, days: readonly JudgedDay[], period?: Period): Promise<JudgedDay[]> {
  const { warehouse, landing, company, note } = judging;
  const judged: JudgedDay[] = [];
  for (const together of runsOf(days)) {
    const mark = await markRun(landing, company, together, await runsIn(judging));
    if (await isJudged(warehouse.connection, mark)) continue;
    await reconcile(warehouse.connection, mark, note);
    judged.push(...mark.days);
  }
  for (const together of runsOf(await daysChangedByJudging(warehouse, landing, period))) {
    // the mark of an earlier run would be repeated before the runs above in a rebuild
    const mark = await markRun(landing, company, together, await runsIn(judging), []);
    await reconcile(warehouse.connection, mark, note);
    judged.push(...mark.days);
  }
  return judged;
}
