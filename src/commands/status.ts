import { dataPaths } from '../config/data-paths.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { requirePublished, rowsTable, toJson } from './sql.ts';

const questions = {
  'Last runs': `select company, period_start as from_day, (period_end - interval 1 day)::date as to_day, known_at
    from recon.run order by run_id desc limit 10`,
  'Newest verdicts': `select company, business_date, currency, verdict, reason
    from mart.verdict order by business_date desc, company, currency limit 14`,
  'Open items': `select company, currency, count(*) as open_items, min(business_date) as oldest_day
    from recon.break_life where closed_on is null group by company, currency order by company, currency`,
  'Days without a run': `with bounds as (
      select company, min(business_date) as first_day, max(business_date) as last_day from mart.verdict group by company
    ),
    day as (
      select company, unnest(generate_series(first_day, last_day, interval 1 day))::date as business_date from bounds
    )
    select company, business_date from day anti join mart.verdict using (company, business_date) order by company, business_date`,
  'Files refused': `select company, file_name, load_code, load_message from raw.receipt
    where load_status = 'refused' order by file_id desc limit 10`,
};

/** `tieout status`: the last runs, the newest verdicts, what is open, and what is missing. */
export async function runStatusCommand(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const { published } = dataPaths(config.data_dir);
  requirePublished(published);
  const snapshot = await openSnapshot(published);
  try {
    const answers: Record<string, unknown> = {};
    for (const [title, sql] of Object.entries(questions)) {
      const rows = await readRows(snapshot.connection, sql);
      answers[title] = rows;
      if (!context.isJson) context.out.write(`${title}\n${rowsTable(rows)}\n\n`);
    }
    if (context.isJson) context.out.write(`${toJson(answers)}\n`);
    return 0;
  } finally {
    snapshot.close();
  }
}
