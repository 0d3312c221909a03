import { Temporal } from 'temporal-polyfill';
import { closeBlockers, writeManifest } from '../close/close-month.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { reportCompany } from '../run/report.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { requirePublished, rowsTable, toJson } from './sql.ts';

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

/** `tieout close MONTH`: refuses unless every day is there and proven; else writes the month's reports and their manifest. */
export async function runCloseCommand(
  month: string,
  options: { company?: string },
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const period = monthPeriod(month);
  const paths = dataPaths(config.data_dir);
  requirePublished(paths.published);
  let isRefused = false;
  for (const company of chosenCompanies(config, options.company)) {
    const blockers = await closeBlockers(paths.published, company.name, period);
    if (blockers.length > 0) {
      isRefused = true;
      if (context.isJson) context.out.write(`${toJson({ company: company.name, month, closed: false, blockers })}\n`);
      else {
        context.out.write(
          `${company.name}: ${month} is not closed. These days are not proven:\n\n${rowsTable(blockers)}\n\n`,
        );
        context.out.write('Run the days that are missing, settle the breaks that the reports name, and close again.\n');
      }
      continue;
    }
    const report = await reportCompany(config, company, period, paths.closed);
    const manifest = await writeManifest(paths.published, company.name, month, period, report);
    if (context.isJson)
      context.out.write(`${toJson({ company: company.name, month, closed: true, folder: report.folder, manifest })}\n`);
    else
      context.out.write(
        `${company.name}: ${month} is closed. Every day is proven.\n  workbook  ${report.workbook}\n  manifest  ${manifest}\n`,
      );
  }
  return isRefused ? 4 : 0;
}
