import { setTimeout as sleep } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../config/company-schema.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { stopsServices } from '../connectors/failures.ts';
import { defaultHttpOptions } from '../connectors/http/dispatchers.ts';
import { counted } from '../domain/counted.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { periodOfDays } from '../pipeline/run-company.ts';
import { dueDays } from '../schedule/due.ts';
import type { DayOutcome } from '../schedule/outcomes.ts';
import { openRecords } from '../schedule/records.ts';
import { textTable } from '../terminal/text-table.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { periodFor, periodText } from './days.ts';
import { optionWrong } from './option-value.ts';
import { type CompanyRun, runAndReport, statusOf, throwUnexpected } from './run.ts';
import { notifyAfterRun } from './run-notice.ts';

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

function filledOf({ name }: CompanyConfig, { from, to }: Period, { result, days }: CompanyRun): Filled {
  const counts: Partial<Record<DayOutcome, number>> = {};
  for (const { outcome } of days) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const errors = result.errors.filter((error) => error instanceof TieoutError);
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

/**
 * Fills the months of a company, oldest first. Before each month it runs yesterday where that is due, because people wait for it. Ends
 * early where a service cannot be read at all.
 */
async function fillCompany(
  config: LoadedConfig,
  company: CompanyConfig,
  { period, spacingMs }: { period: Period; spacingMs: number },
  context: CommandContext,
): Promise<{ filled: Filled[]; statuses: ExitStatus[] }> {
  const records = openRecords(dataPaths(config.data_dir).runs);
  const http = { ...defaultHttpOptions, spacingMs };
  const filled: Filled[] = [];
  const statuses: ExitStatus[] = [];
  const run = (days: Period, title: string) =>
    context.stage(title, () =>
      whenFree(context, () =>
        runAndReport(config, { company, period: days, refresh: false, progress: context.progress, http }),
      ),
    );
  const months = monthsOf(period);
  for (const [index, month] of months.entries()) {
    const [due] = dueDays([company], await records.history(), config.clock());
    if (due !== undefined && due.why !== 'missed')
      await run(periodOfDays(due.date, due.date), `Fetching and reconciling ${due.date} of ${company.name}`);
    const title = `${company.name}: ${periodText(month)} (${index + 1} of ${months.length})`;
    const ran = await run(month, title);
    throwUnexpected(ran.result);
    const found = filledOf(company, month, ran);
    filled.push(found);
    statuses.push(statusOf(ran.result));
    for (const error of found.errors) context.reportError(error, company.name);
    if (found.errors.some(({ code }) => stopsServices(code))) break;
  }
  return { filled, statuses };
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
 * requests a minute. What was received is not requested again, so a command that was interrupted is continued by calling it again. The
 * exit status is that of the worst month.
 */
export async function runBackfillCommand(options: BackfillOptions, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const spacingMs = spacingOf(options);
  const companies = chosenCompanies(config, options.company);
  const days = { from: options.from, to: options.to ?? 'yesterday' };
  const periods = new Map(companies.map((company) => [company, periodFor(days, company, context.clock())]));
  const filled: Filled[] = [];
  const statuses: ExitStatus[] = [];
  const failures = await forEachCompany(config, companies, context, async (company) => {
    const period = periods.get(company) ?? periodFor(days, company, context.clock());
    const ended = await fillCompany(config, company, { period, spacingMs }, context);
    filled.push(...ended.filled);
    statuses.push(...ended.statuses);
    const left = monthsOf(period).length - ended.filled.length;
    if (left > 0)
      context.log.warn(`${company.name}: ${counted(left, 'month is', 'months are')} left. The same command continues.`);
  }).finally(() => notifyAfterRun(config, context));
  const months = filled.map(({ errors, ...month }) => ({
    ...month,
    errors: errors.map((error) => errorFields(month.company, error)),
  }));
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ months, errors }, () => `${filledTable(filled, context.out.columns)}\n`);
  return worstStatus([...statuses, ...failures.map(({ error }) => error.exitStatus)]);
}
