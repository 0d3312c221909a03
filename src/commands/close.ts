import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { daysOfCause, type Gate, gatesOf, type Obstacle, ofMonth } from '../close/gates.ts';
import { type ClosedCounts, manifestName, writeManifest } from '../close/pack-manifest.ts';
import { completePack, sumsName } from '../close/pack-sums.ts';
import {
  closedAt,
  finishClosing,
  readMonth,
  recordClose,
  sealedMonths,
  withPackCopies,
} from '../close/record-close.ts';
import { publishedOf } from '../company/published-warehouse.ts';
import { withRunLock } from '../company/run-lock.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { JudgedDay } from '../domain/judged-day.ts';
import { type Period, yesterday } from '../domain/period.ts';
import { waitingDays } from '../judge/days-to-judge.ts';
import { openLanding } from '../landing/landing.ts';
import { reportCompany } from '../pipeline/report-company.ts';
import { letterheadOf, type SignOffFile, signOffCompany } from '../pipeline/sign-off-company.ts';
import type { CompleteReport } from '../report/write-reports.ts';
import { type Asked, fetchAgain, gatesOfMonth, rebuildGate } from './close-gates.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { lastMonth, monthOf, monthPeriod } from './days.ts';
import { reasonTexts } from './judged-text.ts';
import { type RowLayout, rowLayout, rowsTable } from './row-text.ts';
import { warnOfMissing } from './statement.ts';

type CloseResult =
  | { company: string; month: string; closed: false; gates: Gate[] }
  | {
      company: string;
      month: string;
      closed: true;
      gates: Gate[];
      folder: string;
      workbook: string;
      manifest: string;
      /** The pages that people sign, one for each currency. */
      statements: string[];
      /** The file with the hash of every other file. */
      sums: string;
      counts: ClosedCounts;
    };

export type CloseOptions = { company?: string; run?: boolean };

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

/** The days of a month from the first business day of the company to yesterday; undefined where there are none. */
function pastDays({ from, to }: Period, { zone, starts_on: startsOn }: CompanyConfig, clock: LoadedConfig['clock']) {
  const first = startsOn === undefined ? from : later(from, Temporal.PlainDate.from(startsOn));
  const dayAfter = earlier(to, yesterday(clock(), zone).add({ days: 1 }));
  return Temporal.PlainDate.compare(first, dayAfter) < 0 ? { from: first, to: dayAfter } : undefined;
}

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) > 0 ? a : b);
const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) < 0 ? a : b);

/** The days that a run would judge again, as obstacles. */
function waitingObstacles(waiting: readonly JudgedDay[], action: string): Obstacle[] {
  return waiting.map(({ day, because }) =>
    ofMonth('waiting', `Changed since: ${reasonTexts[because]}.`, action, { day }),
  );
}

/**
 * Closes one company's month, or returns the gates that refuse it. Unless the month is closed already, its days are fetched and judged
 * again first. The published snapshot is not changed while the gates are asked and the pack is written.
 */
async function closeMonth(
  config: LoadedConfig,
  company: CompanyConfig,
  month: string,
  period: Period,
  isRunning: boolean,
  { progress, command, log }: Pick<CommandContext, 'progress' | 'command' | 'log'>,
): Promise<CloseResult> {
  const { lock, landing: landingFolder } = companyPaths(config.data_dir, company.name);
  const { closed: base } = dataPaths(config.data_dir);
  const letterhead = await letterheadOf(config);
  const past = pastDays(period, company, config.clock);
  const isClosed = (await sealedMonths(landingFolder)).has(month);
  const fetched: Asked =
    isRunning && !isClosed && past !== undefined
      ? await fetchAgain(config, company, past, progress)
      : { gates: [], obstacles: [] };
  publishedOf(config, company);
  const rebuilt = await rebuildGate(config, company, progress);
  const close = async (): Promise<CloseResult> => {
    const landing = await openLanding(landingFolder, config.clock);
    await finishClosing(base, company.name, landing);
    return withPackCopies(config, company, async ({ whole, copy, mask }): Promise<CloseResult> => {
      const state = await readMonth(whole, company.name, period);
      const asked = await gatesOfMonth(config, company, month, period, state, landing);
      const waiting = await waitingDays(config, company, period, { landing, copy: await copy(), progress });
      const run = waiting.length === 0 ? '' : runCommand(config, company, waiting, period, command);
      const obstacles = [
        ...fetched.obstacles,
        ...asked.obstacles,
        ...rebuilt.obstacles,
        ...waitingObstacles(waiting, run),
      ];
      const gates = gatesOf([...fetched.gates, ...asked.gates, ...rebuilt.gates, 'waiting'], obstacles);
      if (obstacles.length > 0) return { company: company.name, month, closed: false, gates };
      // a sealed pack can never be changed, so it has no personal data that may have to be forgotten
      const maskedCopy = await mask();
      let counts: ClosedCounts | undefined;
      let pages: SignOffFile[] = [];
      const complete: CompleteReport = async (folder, files) => {
        const manifest = await writeManifest(maskedCopy, company.name, month, period, { folder, files });
        // closed again with the same figures, the month has the same pages
        const at =
          closedAt(landing, month, manifest.sha256) ?? config.clock().toString({ smallestUnit: 'millisecond' });
        const facts = { madeAt: at, manifest: manifest.sha256, isOpenMonth: false, letterhead };
        pages = await signOffCompany(config, company, period, { ...facts, snapshot: maskedCopy, isMasked: true });
        const sums = await completePack(folder, pages);
        await recordClose(landing, { company: company.name, month, manifest, sums, closedAt: at });
        counts = manifest.counts;
      };
      const { folder, workbook } = await reportCompany(config, company, period, { base, maskedCopy, complete });
      if (counts === undefined) throw new TypeError('a pack has no manifest');
      for (const page of pages) warnOfMissing(page, log);
      return {
        company: company.name,
        month,
        closed: true,
        gates,
        folder,
        workbook,
        manifest: join(folder, manifestName),
        statements: pages.map(({ name }) => join(folder, name)),
        sums: join(folder, sumsName),
        counts,
      };
    });
  };
  return withRunLock(lock, close, { purpose: 'close', patienceMs });
}

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function closedText(result: CloseResult & { closed: true }): string {
  const { month } = result;
  const { days, reconciled_days, controls, waived, decided } = result.counts;
  const parts = [
    `${reconciled_days} of ${some(days, 'day', 'days')} reconciled`,
    some(controls, 'control', 'controls'),
    ...(waived > 0 ? [some(waived, 'control waived', 'controls waived')] : []),
    ...(decided > 0 ? [some(decided, 'item decided', 'items decided')] : []),
  ];
  const statements = result.statements.map((file) => `  to sign   ${file}\n`).join('');
  return `${result.company}: ${month} is closed: ${parts.join(', ')}.\n  workbook  ${result.workbook}\n${statements}  manifest  ${result.manifest}\n  hashes    ${result.sums}\n`;
}

/** A gate that refuses: its causes with their days, and what to do. */
function gateText({ title, causes }: Gate, layout: RowLayout): string {
  const rows = causes.map((cause) => ({
    currency: cause.currency ?? '',
    what: cause.subject,
    days: daysOfCause(cause),
    reason: cause.causes.join(' '),
    action: cause.action,
  }));
  // columns that are empty in each row say nothing
  const names = (['currency', 'what', 'days', 'reason', 'action'] as const).filter((name) =>
    rows.some((row) => row[name] !== ''),
  );
  return `${title}: no\n\n${rowsTable(rows, layout, { names })}\n`;
}

function refusedText({ company, month, gates }: CloseResult & { closed: false }, layout: RowLayout): string {
  const [passed, refusing] = [true, false].map((isPassed) => gates.filter((gate) => gate.is_passed === isPassed));
  const held = passed?.length === 0 ? '' : `\nPassed: ${passed?.map(({ title }) => title.toLowerCase()).join('; ')}.\n`;
  const texts = refusing?.map((gate) => gateText(gate, layout)).join('\n');
  return `${company}: ${month} is not closed. ${passed?.length} of ${gates.length} gates passed.\n\n${texts}${held}`;
}

/**
 * `tieout close MONTH`: fetches and judges the month again, asks every gate, and writes the month's reports, their manifest, the pages to sign
 * and the hashes of all files if all of them pass. Otherwise it lists what each gate refuses, with its days and what to do.
 */
export async function runCloseCommand(
  month: string,
  options: CloseOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  if (month !== lastMonth) monthPeriod(month);
  const layout = rowLayout(config, context);
  const companies: CloseResult[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    const own = monthOf(month, company, config.clock());
    companies.push(await closeMonth(config, company, own, monthPeriod(own), options.run !== false, context));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ month, companies, errors }, () =>
    companies.map((result) => (result.closed ? closedText(result) : refusedText(result, layout))).join('\n'),
  );
  const isClosed = companies.every(({ closed }) => closed);
  return worstStatus([isClosed ? 0 : 4, ...failures.map(({ error }) => error.exitStatus)]);
}
