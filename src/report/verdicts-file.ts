import { writeFile } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { readWritten, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { ReportDefinition } from './definition.ts';
import { defaultReport } from './load-definition.ts';
import { type Position, positionSchema } from './position.ts';
import type { ReportScope } from './table.ts';

/** The verdicts of a report that the index page reads. */
export const verdictsFileSchema = z.object({
  company: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  report: z.string().default(defaultReport),
  title: z.string().default(''),
  is_test: z.boolean().default(false),
  /** The digest of the report's content (`readContents`), by which a later run detects a change. */
  content: z.string().optional(),
  /** When the report was superseded, and the address of its replacement. */
  superseded: z.object({ at: z.string(), current: z.string() }).optional(),
  /** The position of each currency at the end of the last day; empty in a report of an earlier version. */
  positions: z.array(positionSchema).default([]),
  verdicts: z.array(
    z.object({ currency: z.string(), verdict: z.string(), break_count: z.number(), rejected_count: z.number() }),
  ),
});

/** Facts about the report that are already known: its digest, its positions, and the inputs of its days. */
type VerdictsData = {
  isTest: boolean;
  content: string | undefined;
  positions: readonly Position[];
  inputs: readonly WarehouseRow[];
};

/** The inputs by day, without what only the page needs of them. */
function byDay(inputs: readonly WarehouseRow[]): WarehouseRow[] {
  const orderOf = ({ business_date, currency, input }: WarehouseRow) => `${business_date}\0${currency}\0${input}`;
  const shown = inputs.map(({ is_in_scope: _, ...input }) => input);
  return shown.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Writes the verdicts of the period for programs, whatever sections the report has. */
export async function writeVerdicts(
  connection: DuckDBConnection,
  scope: ReportScope,
  { name, title, isTest, content, positions, inputs }: ReportDefinition & VerdictsData,
  path: string,
): Promise<void> {
  const { company, from, to } = scope;
  const bound = { company, from, to };
  const days = 'company = $company and business_date >= $from::date and business_date < $to::date';
  const verdicts = await readWritten(
    connection,
    `select company, business_date, currency, verdict, reason, matched_count, break_count, timing_count, suggested_count,
       rejected_count, cause_count, cause_item_count, unexplained_debit, unexplained_credit, unexplained_net, control_count, made_count, awaited_count, waived_count, awaited, not_set_up
     from mart.verdict where ${days} order by business_date, currency`,
    bound,
  );
  const controls = await readWritten(
    connection,
    `select business_date, currency, control, subject, title, state, is_decided, difference, reason, what_to_do, input, due_on
     from mart.control where ${days} order by business_date, currency, list_order, control, subject`,
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
      ...{ ...scope, is_test: isTest, report: name, title, content },
      ...{ positions, verdicts, controls, inputs: byDay(inputs), waivers },
    },
    (_key, value) => (typeof value === 'bigint' ? Number(value) : value),
    2,
  );
  await writeFile(path, `${json}\n`, { mode: 0o600 });
}
