import { contiguous, type JudgedDay } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { type Bound, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { daysOfDecisions } from './days-to-judge.ts';
import { judgeDays } from './judge-days.ts';

/**
 * Judges the days of decided items again, which a query gives as business_date, together with the days of items that are matched with
 * them by hand. Returns the days as contiguous periods.
 */
export async function judgeDecided(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  { sql, bound }: { sql: string; bound: Bound },
): Promise<Period[]> {
  const rows = await readRows(
    warehouse.connection,
    `select distinct business_date::text as day from (${sql}) order by day`,
    bound,
  );
  const decided: JudgedDay[] = rows.map((row) => ({ day: textOf(row, 'day'), because: 'decided' }));
  if (decided.length === 0) return [];
  const days = await daysOfDecisions(warehouse, landing, company, decided);
  return contiguous([...days, ...(await judgeDays({ warehouse, landing, company }, days))]);
}
