import { Temporal } from 'temporal-polyfill';
import { closeBlockers, writeManifest } from '../close/close-month.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { publishedOf } from '../run/published.ts';
import { reportCompany } from '../run/report.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { rowLayout, rowsTable } from './row-text.ts';

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

/** Closes one company's month, or returns the days that keep it open. */
async function closeMonth(
  config: LoadedConfig,
  company: CompanyConfig,
  month: string,
  period: Period,
): Promise<CloseResult> {
  const published = publishedOf(config, company);
  const blockers = await closeBlockers(published, company.name, period);
  if (blockers.length > 0) return { company: company.name, closed: false, blockers };
  const report = await reportCompany(config, company, period, { base: dataPaths(config.data_dir).closed });
  const manifest = await writeManifest(published, company.name, month, period, report);
  return { company: company.name, closed: true, folder: report.folder, workbook: report.workbook, manifest };
}

/** `tieout close MONTH`: refuses unless every day is reconciled; otherwise writes the month's reports and their manifest. */
export async function runCloseCommand(
  month: string,
  options: { company?: string },
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const period = monthPeriod(month);
  const layout = rowLayout(config, context);
  const companies: CloseResult[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    companies.push(await closeMonth(config, company, month, period));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ month, companies, errors }, () =>
    companies
      .map((result) =>
        result.closed
          ? `${result.company}: ${month} is closed; every day is reconciled.\n  workbook  ${result.workbook}\n  manifest  ${result.manifest}\n`
          : `${result.company}: ${month} is not closed. These days are not reconciled:\n\n${rowsTable(result.blockers, layout, { titles: { business_date: 'day' } })}\n\nRun the missing days, decide the breaks that the reports name, and close again.\n`,
      )
      .join('\n'),
  );
  const isClosed = companies.every(({ closed }) => closed);
  return worstStatus([isClosed ? 0 : 4, ...failures.map(({ error }) => error.exitStatus)]);
}
