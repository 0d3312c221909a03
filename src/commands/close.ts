import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { type ClosedCounts, manifestName, writeManifest } from '../close/pack-manifest.ts';
import { closeBlockers, finishClosing, recordClose, withPackCopies } from '../close/record-close.ts';
import { publishedOf } from '../company/published-warehouse.ts';
import { withRunLock } from '../company/run-lock.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { JudgedDay } from '../domain/judged-day.ts';
import { type Period, yesterday } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { waitingDays } from '../judge/days-to-judge.ts';
import { openLanding } from '../landing/landing.ts';
import { reportCompany } from '../pipeline/report-company.ts';
import { daysText } from '../report/proof.ts';
import { wordsOf } from '../report/words/words.ts';
import type { CompleteReport } from '../report/write-reports.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { reasonTexts } from './judged-text.ts';
import { type RowLayout, rowLayout, rowsTable } from './row-text.ts';

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
  | {
      company: string;
      closed: false;
      blockers: WarehouseRow[];
      controls: WarehouseRow[];
      /** Days with a verdict that is not up to date, and the command that judges them. */
      waiting: JudgedDay[];
      command: string | null;
    }
  | { company: string; closed: true; folder: string; workbook: string; manifest: string; counts: ClosedCounts };

/** A run of a day or two ends within this time; afterwards `close` gives up without a change and reports the work in progress. */
const patienceMs = 60_000;

/**
 * The run that judges the waiting days. It ends with the month, or with yesterday where the month is not over, because what it fetches
 * may concern any later day with an open item.
 */
function runCommand(
  { companies, clock }: LoadedConfig,
  { name, zone }: CompanyConfig,
  [first]: readonly JudgedDay[],
  { to }: Period,
  command: string,
): string {
  const whose = companies.length > 1 ? ` --company ${name}` : '';
  const [last] = [to.subtract({ days: 1 }), yesterday(clock(), zone)].sort(Temporal.PlainDate.compare);
  return `${command} run --from ${first?.day} --to ${last}${whose}`;
}

/** Closes one company's month, or returns the days that keep it open. The published snapshot is not changed meanwhile. */
async function closeMonth(
  config: LoadedConfig,
  company: CompanyConfig,
  month: string,
  period: Period,
  { progress, command }: Pick<CommandContext, 'progress' | 'command'>,
): Promise<CloseResult> {
  publishedOf(config, company);
  const { lock, landing: landingFolder } = companyPaths(config.data_dir, company.name);
  const { closed: base } = dataPaths(config.data_dir);
  const close = async (): Promise<CloseResult> => {
    const landing = await openLanding(landingFolder, config.clock);
    await finishClosing(base, company.name, landing);
    return withPackCopies(config, company, async ({ whole, copy, mask }): Promise<CloseResult> => {
      const { days, controls } = await closeBlockers(whole, company.name, period);
      const waiting = await waitingDays(config, company, period, { landing, copy: await copy(), progress });
      if (days.length > 0 || waiting.length > 0) {
        const run = waiting.length === 0 ? null : runCommand(config, company, waiting, period, command);
        return { company: company.name, closed: false, blockers: days, controls, waiting, command: run };
      }
      // a sealed pack can never be changed, so it has no personal data that may have to be forgotten
      const maskedCopy = await mask();
      let counts: ClosedCounts | undefined;
      const complete: CompleteReport = async (folder, files) => {
        const manifest = await writeManifest(maskedCopy, company.name, month, period, { folder, files });
        await recordClose(landing, { company: company.name, month, manifest });
        counts = manifest.counts;
      };
      const { folder, workbook } = await reportCompany(config, company, period, { base, maskedCopy, complete });
      if (counts === undefined) throw new TypeError('a pack has no manifest');
      const manifest = join(folder, manifestName);
      return { company: company.name, closed: true, folder, workbook, manifest, counts };
    });
  };
  return withRunLock(lock, close, { purpose: 'close', patienceMs });
}

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function closedText(month: string, result: CloseResult & { closed: true }): string {
  const { days, reconciled_days, controls, waived, decided } = result.counts;
  const parts = [
    `${reconciled_days} of ${some(days, 'day', 'days')} reconciled`,
    some(controls, 'control', 'controls'),
    ...(waived > 0 ? [some(waived, 'control waived', 'controls waived')] : []),
    ...(decided > 0 ? [some(decided, 'item decided', 'items decided')] : []),
  ];
  return `${result.company}: ${month} is closed: ${parts.join(', ')}.\n  workbook  ${result.workbook}\n  manifest  ${result.manifest}\n`;
}

/** The blocking controls, one row for each with its days: the problem, and what to do. */
function controlsTable(controls: readonly WarehouseRow[], layout: RowLayout): string {
  const groups = new Map<string, WarehouseRow[]>();
  for (const row of controls) {
    const key = JSON.stringify([row.control, row.subject, row.currency, row.state, row.what_to_do]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const words = wordsOf('en');
  const rows = [...groups.values()].map((own) => {
    const [row = {}] = own;
    const days = own.map(({ business_date }) => String(business_date));
    return {
      control: `${row.title}${row.subject === '' ? '' : ` (${row.subject})`}, ${row.currency}`,
      state: String(row.state).replaceAll('_', ' '),
      days: daysText(days, words),
      reason: [...new Set(own.map(({ reason }) => String(reason)))].slice(0, 3).join(' '),
      action: row.what_to_do ?? 'Get the input and run the days again.',
    };
  });
  return rowsTable(rows, layout);
}

function blockedText(month: string, result: CloseResult & { closed: false }, layout: RowLayout): string {
  const controls =
    result.controls.length === 0 ? '' : `\n\nThe controls that block:\n\n${controlsTable(result.controls, layout)}`;
  const blockers =
    result.blockers.length === 0
      ? ''
      : `These days are not reconciled:\n\n${rowsTable(result.blockers, layout, { titles: { business_date: 'day' } })}${controls}\n\nRun the missing days, get the missing inputs, decide the breaks that the reports name, and close again.\n`;
  const rows = result.waiting.map(({ day, because }) => ({ day, because: reasonTexts[because] }));
  const waiting =
    result.command === null
      ? ''
      : `These days have changed since they were reconciled:\n\n${rowsTable(rows, layout, { titles: { because: 'reason' } })}\n\nReconcile them, and close again: ${result.command}\n`;
  return `${result.company}: ${month} is not closed. ${[blockers, waiting].filter((part) => part !== '').join('\n')}`;
}

/**
 * `tieout close MONTH`: refuses unless every day is reconciled, and nothing has arrived, been decided or fallen due since. It then lists
 * each blocking control and day with its reason and action. Otherwise it writes the month's reports and their manifest.
 */
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
    companies.push(await closeMonth(config, company, month, period, context));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ month, companies, errors }, () =>
    companies
      .map((result) => (result.closed ? closedText(month, result) : blockedText(month, result, layout)))
      .join('\n'),
  );
  const isClosed = companies.every(({ closed }) => closed);
  return worstStatus([isClosed ? 0 : 4, ...failures.map(({ error }) => error.exitStatus)]);
}
