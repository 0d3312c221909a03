import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { redactSecrets } from '../config/secret.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { describeError, TieoutError } from '../domain/tieout-error.ts';
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
import { noteFailure, tellAfterRun } from './run-notice.ts';

export type RunOptions = DayOptions & { company?: string; refresh?: boolean };

export type RunWork = {
  companies: CompanyConfig[];
  periodOf: (company: CompanyConfig) => Period;
  refresh: boolean;
  progress: Progress;
};

/** Fetch, load, reconcile, report; every day of it is written down, so that the schedule knows it as done. */
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
  const { result, reports } = await runAndReport(config, work).catch(async (error: unknown) => {
    await noteFailure(config, days, error);
    await tellAfterRun(config, context);
    throw error;
  });
  await tellAfterRun(config, context);
  return tellResult(result, reports, context);
}

/** Says what came out, as a table or as JSON, and gives the exit status. A service not reached is told with its remedy. */
export function tellResult(result: RunResult, reports: WrittenReport[], context: CommandContext): ExitStatus {
  const known = result.errors.map(({ error }) => error).filter((error) => error instanceof TieoutError);
  const unknown = result.errors.find(({ error }) => !(error instanceof TieoutError));
  if (unknown !== undefined) throw unknown.error;
  for (const error of known) process.stderr.write(redactSecrets(`${describeError(error)}\n`));
  if (context.isJson) {
    const errors = known.map(({ code, message, remedy, place }) => ({ code, message, remedy, place }));
    context.out.write(
      `${JSON.stringify({ verdicts: result.verdicts, reports, errors, unexpected: result.unexpected }, null, 2)}\n`,
    );
  } else if (result.verdicts.length > 0) {
    context.out.write(`\n${verdictTable(result.verdicts)}\n\n`);
    for (const { folder, workbook, page } of reports) {
      context.out.write(`Reports are in ${folder}\n  workbook  ${workbook}\n  page      ${page}\n`);
    }
  }
  if (result.verdicts.length === 0) return known[0]?.exitStatus ?? 4;
  return known.length > 0 ? 4 : exitStatusOf(result.verdicts);
}

export function verdictTable(verdicts: readonly Verdict[]): string {
  return textTable(
    ['company', 'day', 'currency', 'verdict', 'matched', 'breaks', 'timing', 'unexplained', 'why'],
    verdicts.map((row) => [
      row.company,
      row.business_date,
      row.currency,
      row.verdict.replaceAll('_', ' '),
      String(row.matched_count),
      String(row.break_count),
      String(row.timing_count),
      row.residual.replace(/\.?0+$/, '') || '0',
      row.reason,
    ]),
    ['matched', 'breaks', 'timing', 'unexplained'],
  );
}
