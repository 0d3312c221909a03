import { Temporal } from 'temporal-polyfill';
import { closeBlockers, writeManifest } from '../close/close-month.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { reportCompany } from '../run/report.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { rowLayout, rowsTable } from './row-text.ts';
import { requirePublished } from './sql.ts';

function monthPeriod(text: string): Period {
  try {
    if (!/^\d{4}-\d{2}$/.test(text)) throw new RangeError(text);
    const from = Temporal.PlainYearMonth.from(text, { overflow: 'reject' }).toPlainDate({ day: 1 });
    return { from, to: from.add({ months: 1 }) };
  } catch (cause) {
    throw new TieoutError({
      code: 'MONTH_WRONG',
      message: `"${text}" is not a month.`,
      remedy: 'Write it as year-month, for example 2026-10.',
      exitStatus: 2,
      cause,
    });
  }
}

type CloseResult =
  | { company: string; closed: false; blockers: WarehouseRow[] }
  | { company: string; closed: true; folder: string; workbook: string; manifest: string };

/** `tieout close MONTH`: refuses unless every day is reconciled; otherwise writes the month's reports and their manifest. */
export async function runCloseCommand(
  month: string,
  options: { company?: string },
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const period = monthPeriod(month);
  const paths = dataPaths(config.data_dir);
  requirePublished(paths.published);
  const layout = rowLayout(config, context);
  const companies: CloseResult[] = [];
  for (const company of chosenCompanies(config, options.company)) {
    const blockers = await closeBlockers(paths.published, company.name, period);
    if (blockers.length > 0) {
      companies.push({ company: company.name, closed: false, blockers });
      continue;
    }
    const report = await reportCompany(config, company, period, paths.closed);
    const manifest = await writeManifest(paths.published, company.name, month, period, report);
    companies.push({ company: company.name, closed: true, folder: report.folder, workbook: report.workbook, manifest });
  }
  context.out.answer({ month, companies }, () =>
    companies
      .map((result) =>
        result.closed
          ? `${result.company}: ${month} is closed; every day is reconciled.\n  workbook  ${result.workbook}\n  manifest  ${result.manifest}\n`
          : `${result.company}: ${month} is not closed. These days are not reconciled:\n\n${rowsTable(result.blockers, layout, { titles: { business_date: 'day' } })}\n\nRun the missing days, decide the breaks that the reports name, and close again.\n`,
      )
      .join('\n'),
  );
  return companies.every(({ closed }) => closed) ? 0 : 4;
}
