import { writeFile } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { readWritten } from '../warehouse/duckdb-values.ts';
import type { ReportDefinition } from './definition.ts';
import { defaultReport } from './load-definition.ts';
import type { ReportScope } from './table.ts';

/** The verdicts of a report that the index page reads. */
export const verdictsFileSchema = z.object({
  company: z.string(),
  from: z.string(),
  to: z.string(),
  report: z.string().default(defaultReport),
  title: z.string().default(''),
  is_test: z.boolean().default(false),
  verdicts: z.array(
    z.object({ currency: z.string(), verdict: z.string(), break_count: z.number(), rejected_count: z.number() }),
  ),
});

/** Writes the verdicts of the period for programs, whatever sections the report has. */
export async function writeVerdicts(
  connection: DuckDBConnection,
  scope: ReportScope,
  { name, title, isTest }: ReportDefinition & { isTest: boolean },
  path: string,
): Promise<void> {
  const { company, from, to } = scope;
  const verdicts = await readWritten(
    connection,
    `select company, business_date, currency, verdict, reason, matched_count, break_count, timing_count, suggested_count,
       rejected_count, cause_count, cause_item_count, unexplained_debit, unexplained_credit, unexplained_net, control_count, made_count, awaited_count, waived_count, awaited, not_set_up
     from mart.verdict
     where company = $company and business_date >= $from::date and business_date < $to::date
     order by business_date, currency`,
    { company, from, to },
  );
  const days = 'company = $company and business_date >= $from::date and business_date < $to::date';
  const bound = { company, from, to };
  const controls = await readWritten(
    connection,
    `select business_date, currency, control, subject, title, state, is_decided, difference, reason, what_to_do, input, due_on
     from mart.control where ${days} order by business_date, currency, list_order, control, subject`,
    bound,
  );
  const inputs = await readWritten(
    connection,
    `select business_date, currency, input, state, basis, covered_from, covered_to, is_declared, declared_by, due_on, reason,
       rejected_count
     from mart.input_day where ${days} order by business_date, currency, input`,
    bound,
  );
  const waivers = await readWritten(
    connection,
    `select distinct control, subject, currency, reason as why, waived_by as author, first_day as from_day,
       last_day as until_day
     from mart.waived where ${days}
     order by control, subject, currency, from_day`,
    bound,
  );
  const json = JSON.stringify(
    {
      ...scope,
      is_test: isTest,
      report: name,
      title,
      verdicts,
      controls,
      inputs,
      waivers,
    },
    (_key, value) => (typeof value === 'bigint' ? Number(value) : value),
    2,
  );
  await writeFile(path, `${json}\n`, { mode: 0o600 });
}
