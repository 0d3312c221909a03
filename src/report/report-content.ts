import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows, textOf, written } from '../warehouse/duckdb-values.ts';

/** The days of a report, half-open, ISO 8601. */
export type ReportDays = { from: string; to: string };

/** The key of the days of a report. */
export const daysKey = ({ from, to }: ReportDays): string => `${from} ${to}`;

/*
 * The content of a report that a later run or decision can change: verdicts with their reasons, items brought forward, balances, and the items
 * that the statements consist of. The items of a statement are added up by the days from and to which they count before they are
 * compared with the reports, because there are many of them.
 */
const contents = `
  with report as (
    select unnest(from_json($reports, '[{"first_day":"DATE","day_after":"DATE"}]'), recursive := true)
  ),
  composed as (
    select statement, currency, part, kind, since_on, ended_on, sum(amount) as amount, count(*) as item_count
    from mart.composition
    where company = $company
    group by all
  ),
  at_end as (
    select first_day, day_after, statement, currency, part, kind, sum(amount) as amount, sum(item_count) as item_count
    from report
    inner join composed on composed.since_on < day_after and (composed.ended_on is null or composed.ended_on >= day_after)
    group by all
  ),
  line as (
    select first_day, day_after,
      concat_ws(' ', 'verdict', verdict.business_date, verdict.currency, verdict.verdict, verdict.reason) as content
    from report
    inner join mart.verdict as verdict on verdict.company = $company
      and verdict.business_date >= first_day and verdict.business_date < day_after
    union all
    select first_day, day_after, concat_ws(' ', 'brought forward', carried.break_id, carried.status)
    from report
    inner join mart.break as carried on carried.company = $company and carried.business_date < first_day
      and carried.status in ('open', 'awaiting_approval')
    union all
    select first_day, day_after, concat_ws(' ', 'balance', flow.currency, flow.step, flow.amount)
    from report
    inner join mart.money_flow as flow on flow.company = $company and flow.is_balance and flow.business_date = day_after - 1
    union all
    select first_day, day_after, concat_ws(' ', 'statement', statement, currency, part, kind, amount, item_count)
    from at_end
  )
  select first_day::text as first_day, day_after::text as day_after, md5(string_agg(content, chr(10) order by content)) as digest
  from line
  group by all`;

/**
 * A digest of the content of a company's reports in a snapshot, by the key of their days (`daysKey`). Two equal digests mean that a
 * report of these days is current. Days without a run have none.
 */
export async function readContents(
  connection: DuckDBConnection,
  company: string,
  reports: readonly ReportDays[],
): Promise<ReadonlyMap<string, string>> {
  const days = [...new Map(reports.map((report) => [daysKey(report), report])).values()];
  // the days of earlier reports come from files
  const rows = await readRows(connection, written(contents, { company }), {
    reports: JSON.stringify(days.map(({ from, to }) => ({ first_day: from, day_after: to }))),
  });
  return new Map(
    rows.map((row) => [
      daysKey({ from: textOf(row, 'first_day'), to: textOf(row, 'day_after') }),
      textOf(row, 'digest'),
    ]),
  );
}
