import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { exitStatusOf, type Verdict } from '../domain/verdict.ts';
import type { WrittenReport } from '../report/write-reports.ts';
import { reportCompany } from '../run/report.ts';
import { type RunResult, run } from '../run/run.ts';
import { daysOf } from '../schedule/days-of.ts';
import type { DayRun } from '../schedule/due.ts';
import { openRecords } from '../schedule/records.ts';
import { textTable } from '../terminal/table.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { type DayOptions, periodFor } from './days.ts';
import { moneyText } from './row-text.ts';
import { notifyAfterRun, recordFailure } from './run-notice.ts';

export type RunOptions = DayOptions & { company?: string; refresh?: boolean };

export type RunWork = {
  companies: CompanyConfig[];
  periodOf: (company: CompanyConfig) => Period;
  refresh: boolean;
  progress: Progress;
};

/** Fetches, loads, reconciles and reports; each day is recorded, so that the schedule does not run it again. */
export async function runAndReport(
  config: LoadedConfig,
  work: RunWork,
): Promise<{ result: RunResult; reports: WrittenReport[]; days: DayRun[] }> {
  const began = Temporal.Now.instant();
  const result = await run({ config, isFetching: true, ...work });
  const reports: WrittenReport[] = [];
  for (const company of work.companies) {
    if (!result.verdicts.some((verdict) => verdict.company === company.name)) continue;
    const step = work.progress.step(`Reports for ${company.name}`);
    reports.push(await reportCompany(config, company, work.periodOf(company)));
    step.done();
  }
  const days = daysOf(result, began, Temporal.Now.instant());
  const records = openRecords(dataPaths(config.data_dir).runs);
  for (const day of days) await records.addRun(day);
  return { result, reports, days };
}

/** `tieout run`: fetch, load, reconcile, report. The exit status is that of the worst verdict. */
export async function runRunCommand(options: RunOptions, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const now = Temporal.Now.instant();
  const companies = chosenCompanies(config, options.company);
  const periodOf = (company: CompanyConfig) => periodFor(options, company, now);
  const days = companies.map((company) => ({
    company: company.name,
    date: periodOf(company).to.subtract({ days: 1 }).toString(),
  }));
  const work = { companies, periodOf, refresh: options.refresh === true, progress: context.progress };
  const title = `Fetching and reconciling ${periodText(companies.map(periodOf))}`;
  const { result, reports } = await context
    .stage(title, () => runAndReport(config, work))
    .catch(async (error: unknown) => {
      await recordFailure(config, days, error);
      await notifyAfterRun(config, context);
      throw error;
    });
  await notifyAfterRun(config, context);
  return reportResult(result, reports, context);
}

/** The days of a run: of the first company, where each has its own. */
export function periodText([period]: readonly Period[]): string {
  if (period === undefined) return '';
  const last = period.to.subtract({ days: 1 }).toString();
  return period.from.toString() === last ? last : `${period.from.toString()} to ${last}`;
}

/** Reports the verdicts, and each service that could not be read with its remedy; gives the exit status. */
export function reportResult(result: RunResult, reports: WrittenReport[], context: CommandContext): ExitStatus {
  const known = result.errors.map(({ error }) => error).filter((error) => error instanceof TieoutError);
  const unknown = result.errors.find(({ error }) => !(error instanceof TieoutError));
  if (unknown !== undefined) throw unknown.error;
  for (const error of known) context.reportError(error);
  const errors = known.map(({ code, message, remedy, place }) => ({ code, message, remedy, place }));
  context.out.answer({ verdicts: result.verdicts, reports, errors, unexpected: result.unexpected }, () =>
    result.verdicts.length === 0
      ? ''
      : `\n${verdictTable(result.verdicts, context.out.columns)}\n\n${reports.map(reportText).join('')}`,
  );
  if (result.verdicts.length === 0) return known[0]?.exitStatus ?? 4;
  return known.length > 0 ? 4 : exitStatusOf(result.verdicts);
}

function reportText({ folder, workbook, page }: WrittenReport): string {
  return `Reports are in ${folder}\n  workbook  ${workbook}\n  page      ${page}\n`;
}

export function verdictTable(verdicts: readonly Verdict[], width: number): string {
  return textTable(
    [
      { title: 'company', minor: 3 },
      { title: 'day' },
      { title: 'currency' },
      { title: 'verdict' },
      { title: 'matched', isRight: true, minor: 2 },
      { title: 'breaks', isRight: true },
      { title: 'timing', isRight: true, minor: 1 },
      { title: 'unexplained', isRight: true },
      { title: 'why' },
    ],
    verdicts.map((row) => [
      row.company,
      row.business_date,
      row.currency,
      row.verdict.replaceAll('_', ' '),
      String(row.matched_count),
      String(row.break_count),
      String(row.timing_count),
      moneyText(row.residual, row.currency),
      row.reason,
    ]),
    width,
  );
}
