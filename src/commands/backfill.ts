import { setTimeout as sleep } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../config/company-schema.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { defaultHttpOptions } from '../connectors/http/dispatchers.ts';
import { counted } from '../domain/counted.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { periodOfDays } from '../pipeline/run-company.ts';
import { dueDays, latestDay } from '../schedule/due.ts';
import type { DayOutcome } from '../schedule/outcomes.ts';
import { openRecords } from '../schedule/records.ts';
import { textTable } from '../terminal/text-table.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { periodFor, periodText } from './days.ts';
import { optionWrong } from './option-value.ts';
import { type CompanyRun, runAndReport, statusOf, throwUnexpected } from './run.ts';

export type BackfillOptions = { from: string; to?: string; company?: string; perMinute?: string };

/** The months of a period, the first and the last perhaps in part, oldest first. */
export function monthsOf({ from, to }: Period): Period[] {
  const months: Period[] = [];
  for (let first = from; Temporal.PlainDate.compare(first, to) < 0; ) {
    const next = first.with({ day: 1 }).add({ months: 1 });
    const end = Temporal.PlainDate.compare(next, to) < 0 ? next : to;
    months.push({ from: first, to: end });
    first = end;
  }
  return months;
}

/** What was found of the days of a month, and the errors of its inputs. */
type Filled = { company: string; from: string; to: string; days: Record<string, number>; errors: TieoutError[] };

function filledOf(
  { name }: CompanyConfig,
  { from, to }: Period,
  { days, errors }: Pick<CompanyRun, 'days'> & { errors: TieoutError[] },
): Filled {
  const counts: Partial<Record<DayOutcome, number>> = {};
  for (const { outcome } of days) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { company: name, from: from.toString(), to: to.subtract({ days: 1 }).toString(), days: counts, errors };
}

/** Another process works on the company, for as long as a day or a month takes. */
const [waitMs, mostWaits] = [5000, 360];

/** Waits for another process to end its work on the company. */
async function whenFree<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof TieoutError && error.code === 'RUN_IN_PROGRESS';
      if (!isBusy || waits === mostWaits) throw error;
      if (waits === 0) context.log.info(`Waiting: ${error.message}`);
      await sleep(waitMs);
    }
  }
}

/** The most requests a minute; the limits of the services are not known, apart from 60 a minute for the payout service. */
const usualPerMinute = 60;

function spacingOf({ perMinute = String(usualPerMinute) }: BackfillOptions): number {
  if (/^[1-9]\d{0,3}$/.test(perMinute)) return 60_000 / Number(perMinute);
  throw optionWrong('--per-minute', perMinute, 'a number of requests, such as 60');
}

/** The months that were filled, how many are left, and the statuses of all runs. */
type Backfill = { filled: Filled[]; left: number; statuses: ExitStatus[] };

/** Yesterday of a company, where it is due. */
async function yesterdayDue(config: LoadedConfig, company: CompanyConfig): Promise<Period | undefined> {
  const history = await openRecords(dataPaths(config.data_dir).runs).history();
  const newest = latestDay(company.schedule.at, company.zone, config.clock()).toString();
  const isDue = dueDays([company], history, config.clock()).some(({ date }) => date === newest);
  return isDue ? periodOfDays(newest, newest) : undefined;
}

/**
 * Fills the months of a company, oldest first, and adds to `backfill`. Before each month it runs yesterday where that is due, because
 * people wait for it. Ends early where a service cannot be read at all.
 */
async function fillCompany(
  config: LoadedConfig,
  company: CompanyConfig,
  { period, spacingMs }: { period: Period; spacingMs: number },
  backfill: Backfill,
  context: CommandContext,
): Promise<void> {
  const http = { ...defaultHttpOptions, spacingMs };
  const run = async (days: Period, title: string, isBackfill: boolean) => {
    const work = { company, period: days, refresh: false, progress: context.progress, http, isBackfill };
    const ran = await context.stage(title, () => whenFree(context, () => runAndReport(config, work)));
    throwUnexpected(ran.result);
    backfill.statuses.push(statusOf(ran.result));
    const errors = ran.result.errors.filter((error) => error instanceof TieoutError);
    for (const error of errors) context.reportError(error, company.name);
    return { ...ran, errors };
  };
  const months = monthsOf(period);
  backfill.left += months.length;
  for (const [index, month] of months.entries()) {
    const due = await yesterdayDue(config, company);
    if (due !== undefined) await run(due, `${company.name}: ${periodText(due)}, which is due`, false);
    const ran = await run(month, `${company.name}: ${periodText(month)} (${index + 1} of ${months.length})`, true);
    backfill.filled.push(filledOf(company, month, ran));
    if (ran.errors.some(({ scope }) => scope !== 'input')) return;
    backfill.left -= 1;
  }
}

function filledTable(filled: readonly Filled[], width: number): string {
  const outcomes = ['reconciled', 'reconciled_with_timing', 'breaks', 'incomplete'];
  return textTable(
    [
      ...[{ title: 'company', minor: 1 }, { title: 'from' }, { title: 'to' }],
      ...['reconciled', 'outstanding', 'breaks', 'incomplete'].map((title) => ({ title, isRight: true })),
    ],
    filled.map(({ company, from, to, days }) => [
      ...[company, from, to],
      ...outcomes.map((outcome) => String(days[outcome] ?? 0)),
    ]),
    width,
  );
}

/**
 * `tieout backfill --from DAY`: fetches and reconciles earlier days, month by month, without asking a service for more than so many
 * requests a minute. What was received is not requested again, so a command that was interrupted is continued by calling it again. No
 * notice is sent of these days. The exit status is that of the worst month.
 */
export async function run(context: CommandContext, options: BackfillOptions): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const spacingMs = spacingOf(options);
  const companies = chosenCompanies(config, options.company);
  const days = { from: options.from, to: options.to ?? 'yesterday' };
  const periods = new Map(companies.map((company) => [company, periodFor(days, company, context.clock())]));
  const backfill: Backfill = { filled: [], left: 0, statuses: [] };
  const failures = await forEachCompany(config, companies, context, (company) => {
    const period = periods.get(company) ?? periodFor(days, company, context.clock());
    return fillCompany(config, company, { period, spacingMs }, backfill, context);
  }).finally(() => {
    if (backfill.left > 0)
      context.log.error(`${counted(backfill.left, 'month is', 'months are')} left. The same command continues.`);
  });
  const months = backfill.filled.map(({ errors, ...month }) => ({
    ...month,
    errors: errors.map((error) => errorFields(month.company, error)),
  }));
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer(
    { months, left: backfill.left, errors },
    () => `${filledTable(backfill.filled, context.out.columns)}\n`,
  );
  return worstStatus([...backfill.statuses, ...failures.map(({ error }) => error.exitStatus)]);
}
