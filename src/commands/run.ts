import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { HttpOptions } from '../connectors/http/dispatchers.ts';
import { timestamp } from '../domain/clock.ts';
import type { Period } from '../domain/period.ts';
import { type Progress, withNamedSteps } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { exitStatusOf, type Verdict } from '../domain/verdict.ts';
import { type DroppedFile, emptyDropFolder, type KindOfFile } from '../pipeline/drop-folder.ts';
import { importableKinds } from '../pipeline/import-file.ts';
import { reportChanges } from '../pipeline/report-company.ts';
import { type RunResult, runCompany } from '../pipeline/run-company.ts';
import { byClosedMonth, type LateChange, lateChangesText } from '../report/late-changes.ts';
import { unexplainedText } from '../report/states.ts';
import type { WrittenReport } from '../report/write-reports.ts';
import { daysOf } from '../schedule/current-days.ts';
import type { DayRun } from '../schedule/due.ts';
import { textTable } from '../terminal/text-table.ts';
import { namingDamage } from '../warehouse/warehouse-error.ts';
import { noteLateChanges } from './closed-index.ts';
import {
  type CompanyFailure,
  chosenCompanies,
  errorFields,
  forEachCompany,
  inOrder,
  sideBySide,
  worstStatus,
} from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { type DayOptions, periodFor, periodText } from './days.ts';
import { judgedAgainText } from './judged-text.ts';
import { checkReports, reportText, withDaily } from './report.ts';
import { notifyAfterRun, recordFailure, recordRuns } from './run-notice.ts';

export type RunOptions = DayOptions & { company?: string; refresh?: boolean; report?: string[] };

export type RunWork = {
  company: CompanyConfig;
  period: Period;
  refresh: boolean;
  progress: Progress;
  /** Reports to write in addition to the daily one, by name. */
  furtherReports?: readonly string[];
  /** Limits and pauses of requests, where they are not the usual ones. */
  http?: HttpOptions;
  isBackfill?: boolean;
};

export type CompanyRun = { result: RunResult; reports: WrittenReport[]; days: DayRun[]; files: DroppedFile[] };

/** Fetches, loads, reconciles and reports for one company; each day is recorded, so that the schedule does not run it again. */
export function runAndReport(config: LoadedConfig, work: RunWork): Promise<CompanyRun> {
  const { published } = companyPaths(config.data_dir, work.company.name);
  return namingDamage(published, () => runAndWrite(config, work));
}

/** The kind of a file in a drop folder. The reader of files is loaded only where there is one. */
const kindOfDropped =
  (company: CompanyConfig): KindOfFile =>
  async ({ path }) => {
    const { kindOfFile } = await import('../inspect/file-kind.ts');
    const names = importableKinds(company).map((kind) => kind.import.name);
    const remedy = `Move it into the subfolder of the drop folder that is named after its kind: ${names.join(', ')}.`;
    return kindOfFile(path, company, remedy);
  };

/** The days of a period that are before those of a run; none if all of them are later. */
function daysBefore({ from, to }: Period, run: Period): Period[] {
  const end = Temporal.PlainDate.compare(to, run.from) < 0 ? to : run.from;
  return Temporal.PlainDate.compare(from, end) < 0 ? [{ from, to: end }] : [];
}

async function runAndWrite(config: LoadedConfig, work: RunWork): Promise<CompanyRun> {
  const { furtherReports, isBackfill, ...request } = work;
  const { company, period, progress } = request;
  const began_at = timestamp(config.clock);
  const dropped = await emptyDropFolder({ config, company, progress, kindOf: kindOfDropped(company) });
  const earlier = dropped.periods.flatMap((days) => daysBefore(days, period));
  const ran = await runCompany({ config, isFetching: true, ...request, earlier });
  const result = { ...ran, errors: [...dropped.errors, ...ran.errors] };
  const reports: WrittenReport[] = [];
  if (result.verdicts.length > 0) {
    const step = progress.step('Reports');
    const names = withDaily(furtherReports);
    reports.push(...(await reportChanges(config, { company, periods: [...earlier, period], names })));
    step.done();
  }
  const days = daysOf(result, { began_at, ended_at: timestamp(config.clock) }).map((day) =>
    isBackfill ? { ...day, is_backfill: true as const } : day,
  );
  const notWritten = await noteLateChanges(config, [result]);
  const errors = [...result.errors, ...notWritten, ...(await recordRuns(config, days))];
  return { result: { ...result, errors }, reports, days, files: dropped.files };
}

/** `tieout run`: fetch, load, reconcile, report, several companies at once. The exit status is that of the worst company. */
export async function run(context: CommandContext, options: RunOptions): Promise<ExitStatus> {
  const loaded = await context.loadConfig();
  const now = context.clock();
  const companies = chosenCompanies(loaded, options.company);
  const { config, atOnce } = sideBySide(loaded, companies);
  const { report: furtherReports = [] } = options;
  await checkReports(config, furtherReports);
  const refresh = options.refresh === true;
  // a wrong period is refused before anything is run
  const periods = new Map(companies.map((company) => [company.name, periodFor(options, company, now)]));
  const ended = new Map<CompanyConfig, CompanyRun>();
  const runOne = async (company: CompanyConfig) => {
    const period = periods.get(company.name) ?? periodFor(options, company, now);
    const whose = companies.length === 1 ? '' : ` of ${company.name}`;
    const work = (progress: Progress) => runAndReport(config, { company, period, refresh, progress, furtherReports });
    try {
      const run = await context.stage(`Fetching and reconciling ${periodText(period)}${whose}`, () =>
        companies.length === 1 ? work(context.progress) : withNamedSteps(context.progress, company.name, work),
      );
      throwUnexpected(run.result);
      ended.set(company, run);
    } catch (error) {
      const date = period.to.subtract({ days: 1 }).toString();
      await recordFailure(config, { company: company.name, date }, error);
      throw error;
    }
  };
  let failures: CompanyFailure[];
  try {
    failures = await forEachCompany(config, companies, context, runOne, atOnce);
  } finally {
    await notifyAfterRun(config, context);
  }
  const runs = inOrder(companies, ended);
  const results = runs.map(({ result }) => result);
  const reports = runs.flatMap(({ reports: written }) => written);
  const files = runs.flatMap(({ result: { company }, files: own }) => own.map((one) => ({ company, ...one })));
  const text = () =>
    files.map(({ company, file, status }) => `Drop folder of ${company}: ${file} ${status}\n`).join('');
  return reportResults(results, reports, context, failures, { fields: { files }, text });
}

/** An input that could not be collected makes its days incomplete; an error of the program itself fails the run. */
export function throwUnexpected({ errors }: RunResult): void {
  const unexpected = errors.find((error) => !(error instanceof TieoutError));
  if (unexpected !== undefined) throw unexpected;
}

/** A closed month with changes needs action by a person, as a break does. */
export function statusOf({ verdicts, errors, unusableDecisions, lateChanges }: RunResult): ExitStatus {
  const [first] = [...errors.filter((error) => error instanceof TieoutError), ...unusableDecisions];
  if (verdicts.length === 0) return first?.exitStatus ?? 4;
  return first === undefined ? worstStatus([exitStatusOf(verdicts), lateChanges.length === 0 ? 0 : 3]) : 4;
}

/**
 * Reports the verdicts of each company, and each input that could not be collected with its remedy; returns the exit status. `before` is
 * further output of a command, ahead of the verdicts.
 */
export function reportResults(
  results: readonly RunResult[],
  reports: readonly WrittenReport[],
  context: CommandContext,
  failures: readonly CompanyFailure[] = [],
  before: { fields: object; text: () => string } = { fields: {}, text: () => '' },
): ExitStatus {
  for (const result of results) throwUnexpected(result);
  const missed = results.flatMap(({ company, errors, unusableDecisions }) =>
    [...errors.filter((error) => error instanceof TieoutError), ...unusableDecisions].map((error) => ({
      company,
      error,
    })),
  );
  const isOnly = results.length + failures.length === 1;
  for (const { company, error } of missed) context.reportError(error, isOnly ? undefined : company);
  const verdicts = results.flatMap((result) => result.verdicts);
  const errors = [...missed, ...failures].map(({ company, error }) => errorFields(company, error));
  const unexpected = results.flatMap(({ company, unexpected: own }) => own.map((one) => ({ company, ...one })));
  const judged = results.flatMap(({ company, judged: own }) => own.map((one) => ({ company, ...one })));
  const late = results.flatMap(({ lateChanges }) => lateChanges);
  const answer = { ...before.fields, verdicts, judged, reports, errors, unexpected, late_changes: late };
  context.out.answer(answer, () => {
    if (verdicts.length === 0) return before.text();
    const [table, again] = [verdictTable(verdicts, context.out.columns), judgedAgainText(results)];
    const notes = [again, lateText(late)].filter((text) => text !== '').map((text) => `${text}\n`);
    return `${before.text()}\n${table}\n\n${notes.join('')}${reports.map(reportText).join('')}`;
  });
  return worstStatus([...results.map(statusOf), ...failures.map(({ error }) => error.exitStatus)]);
}

/** The closed months with changes after the close, and what to do; empty if there are none. */
function lateText(changes: readonly LateChange[]): string {
  return byClosedMonth(changes)
    .flatMap((own) => {
      const [{ company, month, version } = { company: '', month: '', version: 0 }] = own;
      return `${company}: ${month} is closed (v${version}), and has ${lateChangesText(own)}. The changes are in the sheet "Changes of closed months". To restate the month: tieout reopen ${month}.\n`;
    })
    .join('');
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
      { title: 'outstanding', isRight: true, minor: 1 },
      { title: 'unexplained', isRight: true },
      { title: 'reason' },
    ],
    verdicts.map((row) => [
      row.company,
      row.business_date,
      row.currency,
      row.verdict.replaceAll('_', ' '),
      String(row.matched_count),
      String(row.break_count),
      String(row.timing_count),
      unexplainedText(row, row.currency),
      row.reason,
    ]),
    width,
  );
}
