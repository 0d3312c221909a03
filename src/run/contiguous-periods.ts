import { Temporal } from 'temporal-polyfill';
import type { Period } from '../domain/period.ts';
import { type Bound, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** Groups the days that a query returns (as business_date) into contiguous periods, in order. */
export async function contiguousPeriods(
  warehouse: Pick<Warehouse, 'connection'>,
  days: string,
  bound: Bound,
): Promise<Period[]> {
  const rows = await readRows(
    warehouse.connection,
    `select min(business_date)::text as first_day, max(business_date)::text as last_day
     from (
       select business_date, business_date - row_number() over (order by business_date)::integer as period_no
       from (select distinct business_date from (${days}))
     )
     group by period_no order by first_day`,
    bound,
  );
  return rows.map((row) => ({
    from: Temporal.PlainDate.from(textOf(row, 'first_day')),
    to: Temporal.PlainDate.from(textOf(row, 'last_day')).add({ days: 1 }),
  }));
}
