import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { countedDays, daysOfCause, type Gate, type GateName, gatesOf, type Obstacle, ofMonth } from '../close/gates.ts';
import { changeColumns, checklistName, writeChecklist } from '../close/lists.ts';
import { changesSince, type MonthChange, readChangedRecords } from '../close/month-facts.ts';
import { packDoubts } from '../close/pack-doubts.ts';
import type { WrittenOff } from '../close/pack-manifest.ts';
import { closedPack, finishClosing, keptManifest, readMonth, withPackCopies } from '../close/record-close.ts';
import { approvedReopening, type Reopening } from '../close/reopening.ts';
import { closedMonths, nextVersion, packFolder, packName, type SealedPack } from '../close/sealed-pack.ts';
import { publishedOf } from '../company/published-warehouse.ts';
import { newestConfiguration } from '../company/recorded-configuration.ts';
import { withRunLock } from '../company/run-lock.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { openSigner, type Signer } from '../decisions/signed-decisions.ts';
import { counted } from '../domain/counted.ts';
import type { JudgedDay } from '../domain/judged-day.ts';
import { type Period, yesterday } from '../domain/period.ts';
import { waitingDays } from '../judge/waiting-days.ts';
import { type Landing, openLanding, readKeptLanding } from '../landing/landing.ts';
import { english } from '../messages/words.ts';
import { letterheadOf } from '../pipeline/sign-off-company.ts';
import { daysText } from '../report/proof.ts';
import { decimalsOf, groupedText } from '../report/shown-value.ts';
import { type Asked, fetchAgain, gatesOfMonth, rebuildGate } from './close-gates.ts';
import { writeClosedIndex } from './closed-index.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { lastMonth, monthOf, monthPeriod } from './days.ts';
import { reasonTexts } from './judged-text.ts';
import { type RowLayout, rowLayout, rowsTable } from './row-text.ts';
import { type Sealed, sealMonth } from './seal-month.ts';
import { warnOfMissing } from './statement.ts';

/** A month that was sealed by this command. */
type SealedResult = Omit<Sealed, 'pages'> & {
  company: string;
  month: string;
  closed: true;
  is_new: true;
  gates: Gate[];
};

/** A month that was closed before: its pack, and what has changed since. */
type KeptResult = {
  company: string;
  month: string;
  closed: true;
  is_new: false;
  version: number | null;
  folder: string;
  changes: MonthChange[];
  /** Whether the pack has the content of its records; a pack of an earlier program has not. */
  is_content_kept: boolean;
  /** Whether the configuration or the version of the program differs from those of the pack. */
  has_other_configuration: boolean;
};

type RefusedResult = { company: string; month: string; closed: false; gates: Gate[]; checklist: string };

type CloseResult = SealedResult | KeptResult | RefusedResult;

export type CloseOptions = { company?: string; run?: boolean; signKey?: string };

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

/** The newest pack of a closed month, and the reopening that permits a further version. */
type Before = { sealed: SealedPack; reopening: Reopening | undefined };

async function beforeOf(
  landing: Pick<Landing, 'receipts' | 'read'>,
  month: string,
  { decision }: LoadedConfig,
): Promise<Before | undefined> {
  const sealed = closedMonths(landing.receipts()).get(month);
  if (sealed === undefined) return undefined;
  return { sealed, reopening: await approvedReopening(landing, sealed, decision) };
}

/** Days of a closed month that a run would judge again: what has arrived since is not in its figures yet. */
function notJudged(waiting: readonly JudgedDay[], run: string): MonthChange[] {
  if (waiting.length === 0) return [];
  const days = daysText(
    waiting.map(({ day }) => day),
    english(),
  );
  return [{ subject: 'Days to be reconciled again', currency: null, before: '', now: `${days}: ${run}` }];
}

/** Compares a closed month with its pack. Throws PACK_DAMAGED if the pack is not as it was written. */
async function keptMonth(
  { data_dir: dataDir }: LoadedConfig,
  { name }: CompanyConfig,
  sealed: SealedPack,
  landing: Landing,
  changes: MonthChange[],
): Promise<KeptResult> {
  const folder = packFolder(dataPaths(dataDir).closed, name, sealed);
  const [doubt] = await packDoubts(folder, await closedPack(landing, sealed));
  if (doubt !== undefined) throw doubt;
  const { configuration_sha256: configuration, content } = await keptManifest(landing, sealed);
  return {
    ...{ company: name, month: sealed.month, closed: true, is_new: false },
    ...{ version: sealed.version ?? null, folder, changes },
    is_content_kept: content !== undefined,
    has_other_configuration: configuration !== newestConfiguration(landing, name)?.sha256,
  };
}

type Terms = Pick<CommandContext, 'progress' | 'command' | 'log'> & {
  isRunning: boolean;
  signer: Signer | undefined;
  /** Runs the selftest where none of this version is recorded; it takes minutes. */
  selftest: () => Promise<void>;
};

/**
 * Closes one company's month, or returns the gates that refuse it. Unless the month is closed already, its days are fetched and judged
 * again first. A month that is closed is compared with its pack, and sealed again only after a reopening. The published snapshot is not
 * changed while the gates are checked and the pack is written.
 */
async function closeMonth(
  config: LoadedConfig,
  company: CompanyConfig,
  month: string,
  period: Period,
  { progress, command, log, isRunning, signer, selftest }: Terms,
): Promise<CloseResult> {
  const { name } = company;
  const { lock, landing: landingFolder } = companyPaths(config.data_dir, name);
  const letterhead = await letterheadOf(config);
  const past = pastDays(period, company, config.clock);
  const known = await beforeOf(await readKeptLanding(landingFolder), month, config);
  const isOpen = known === undefined || known.reopening !== undefined;
  const fetched: Asked =
    isRunning && isOpen && past !== undefined
      ? await fetchAgain(config, company, past, progress)
      : { gates: [], obstacles: [] };
  if (isRunning && isOpen && past !== undefined) await selftest();
  publishedOf(config, company);
  const rebuilt: Asked = isOpen ? await rebuildGate(config, company, progress) : { gates: [], obstacles: [] };
  const close = async (): Promise<CloseResult> => {
    const landing = await openLanding(landingFolder, config.clock);
    await finishClosing(dataPaths(config.data_dir).closed, name, landing);
    const before = await beforeOf(landing, month, config);
    return withPackCopies(config, company, async ({ whole, key, copy, mask }): Promise<CloseResult> => {
      const state = await readMonth(whole, name, period, key);
      const changesIn = async (snapshot: string, { sealed }: Before) =>
        changesSince(await keptManifest(landing, sealed), state.facts, await readChangedRecords(snapshot, month));
      const waiting = await waitingDays(config, company, period, { landing, copy: await copy(), progress });
      const run = waiting.length === 0 ? '' : runCommand(config, company, waiting, period, command);
      // a reopening that was approved only now: the gates that come first were not asked
      if (before !== undefined && (before.reopening === undefined || !isOpen))
        return keptMonth(config, company, before.sealed, landing, [
          ...(await changesIn(whole, before)),
          ...notJudged(waiting, run),
        ]);
      const asked = await gatesOfMonth(config, company, month, period, state, landing);
      const obstacles = [
        ...fetched.obstacles,
        ...asked.obstacles,
        ...rebuilt.obstacles,
        ...waitingObstacles(waiting, run),
      ];
      const gates = gatesOf(
        [...fetched.gates, ...asked.gates, ...rebuilt.gates, 'waiting'],
        obstacles,
        asked.counted ?? {},
      );
      if (obstacles.length > 0) {
        // beside the drafts of the pages to sign
        const folder = join(dataPaths(config.data_dir).reports, month, `${name}.to-sign`);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeChecklist(folder, name, month, gates);
        return { company: name, month, closed: false, gates, checklist: join(folder, checklistName) };
      }
      // a sealed pack can never be changed, so it has no personal data that may have to be forgotten
      const version = nextVersion(before?.sealed);
      const reopening = before?.reopening;
      const { content } = state.facts;
      const masked = await mask();
      const changes = before === undefined ? [] : await changesIn(masked, before);
      const sealing = { month, period, version, gates, reopening, content, changes, letterhead, signer };
      const { pages, ...sealed } = await sealMonth(config, company, landing, masked, sealing);
      for (const page of pages) warnOfMissing(page, log);
      return { company: name, month, closed: true, is_new: true, gates, ...sealed };
    });
  };
  return withRunLock(lock, close, { purpose: 'close', patienceMs });
}

function writtenOffText({ currency, amount, author, approved_by: approver }: WrittenOff): string {
  const money = groupedText(amount, decimalsOf(currency, amount));
  return `${currency} ${money} written off by ${author}${approver === null ? '' : `, approved by ${approver}`}`;
}

function sealedText(result: SealedResult): string {
  const { month, version } = result;
  const { days, reconciled_days, decided_days, control_kinds: kinds, controls, waived, decided } = result.counts;
  const byState = { reconciled: reconciled_days - decided_days, decided: decided_days, open: days - reconciled_days };
  const parts = [
    countedDays(byState),
    `${kinds} of ${counted(kinds, 'control')} made and in balance or decided (${counted(controls, 'result')})`,
    ...(waived > 0 ? [counted(waived, 'control waived', 'controls waived')] : []),
    ...(decided > 0 ? [counted(decided, 'item decided', 'items decided')] : []),
    ...result.counts.written_off.map(writtenOffText),
  ];
  const statements = result.statements.map((file) => `  to sign   ${file}\n`).join('');
  return `${result.company}: ${month} is closed (v${version}): ${parts.join(', ')}.\n  workbook  ${result.workbook}\n${statements}  manifest  ${result.manifest}\n  hashes    ${result.sums}\n`;
}

/** The columns without those that are empty in each row, which say nothing. */
const filled = <Name extends string>(rows: readonly Record<Name, string>[], names: readonly Name[]): Name[] =>
  names.filter((name) => rows.some((row) => row[name] !== ''));

/** A month that was closed before: unchanged, or the changes with how to reopen it. */
function keptText(
  { company, month, version, folder, changes, is_content_kept, has_other_configuration }: KeptResult,
  layout: RowLayout,
): string {
  const pack = packName({ month, version: version ?? undefined });
  const note = has_other_configuration
    ? 'The configuration or the version of the program has changed since the month was closed.\n'
    : '';
  if (changes.length === 0 && !is_content_kept)
    return `${company}: the files of ${pack} are unchanged. An earlier version of tieout closed the month and kept no content of its records, so whether these have changed is not known.\n${note}  pack      ${folder}\n`;
  if (changes.length === 0)
    return `${company}: ${pack} is unchanged since the month was closed.\n${note}  pack      ${folder}\n`;
  const rows = changes.map((change) => ({ reference: '', day: '', ...change, currency: change.currency ?? '' }));
  const names = filled(rows, changeColumns);
  const remedy = `Nothing was written. To close the month again, request its reopening (tieout reopen ${month} --reason TEXT) and have a second person approve it.\n`;
  return `${company}: ${pack} has changed since the month was closed.\n\n${rowsTable(rows, layout, { names })}\n${note}${remedy}`;
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
  const names = filled(rows, ['currency', 'what', 'days', 'reason', 'action']);
  return `${title}: no\n\n${rowsTable(rows, layout, { names })}\n`;
}

const passedText = ({ title, counted }: Gate) => `${title.toLowerCase()}${counted === '' ? '' : ` (${counted})`}`;

function refusedText({ company, month, gates, checklist }: RefusedResult, layout: RowLayout): string {
  const [passed, refusing] = [true, false].map((isPassed) => gates.filter((gate) => gate.is_passed === isPassed));
  const held = passed?.length === 0 ? '' : `\nPassed: ${passed?.map(passedText).join('; ')}.\n`;
  const texts = refusing?.map((gate) => gateText(gate, layout)).join('\n');
  return `${company}: ${month} is not closed. ${passed?.length} of ${gates.length} gates passed.\n\n${texts}${held}\nChecklist: ${checklist}\n`;
}

const textOf = (result: CloseResult, layout: RowLayout): string => {
  if (!result.closed) return refusedText(result, layout);
  return result.is_new ? sealedText(result) : keptText(result, layout);
};

function termsOf(config: LoadedConfig, context: CommandContext): Omit<Terms, 'isRunning' | 'signer'> {
  const { progress, command, log } = context;
  return {
    progress,
    command,
    log,
    selftest: async () => (await import('./selftest.ts')).selftestOnce(config, context),
  };
}

/**
 * Closes a month without a person at hand, and returns the gates that refuse. The page of closed months is written again. A month that
 * was closed before is left to people, also if they have reopened it.
 */
export async function closeUnattended(
  config: LoadedConfig,
  company: CompanyConfig,
  month: string,
  context: CommandContext,
): Promise<{ refused_by: GateName[]; was_closed?: true }> {
  const { landing } = companyPaths(config.data_dir, company.name);
  if (closedMonths((await readKeptLanding(landing)).receipts()).has(month)) return { refused_by: [], was_closed: true };
  const terms = { ...termsOf(config, context), isRunning: true, signer: undefined };
  const result = await closeMonth(config, company, month, monthPeriod(month), terms);
  if (!result.closed)
    return { refused_by: result.gates.flatMap(({ gate, is_passed: isPassed }) => (isPassed ? [] : [gate])) };
  for (const error of await writeClosedIndex(config)) context.reportError(error);
  return { refused_by: [] };
}

/**
 * `tieout close MONTH`: fetches and reconciles the month again, checks every gate, and seals the month's reports, tables, manifest,
 * pages to sign and the hashes of all files if all gates pass. Otherwise it lists the causes that keep each gate open, with their days and
 * actions. A closed month is compared with its pack: changes are listed, and nothing is written until the month is reopened.
 */
export async function run(context: CommandContext, month: string, options: CloseOptions): Promise<ExitStatus> {
  const config = await context.loadConfig();
  if (month !== lastMonth) monthPeriod(month);
  const layout = rowLayout(config, context);
  const signer = options.signKey === undefined ? undefined : await openSigner(config, options.signKey, context.cwd);
  const terms = { ...termsOf(config, context), isRunning: options.run !== false, signer };
  const companies: CloseResult[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    const own = monthOf(month, company, config.clock());
    companies.push(await closeMonth(config, company, own, monthPeriod(own), terms));
  });
  const notWritten = companies.some((result) => result.closed) ? await writeClosedIndex(config) : [];
  for (const error of notWritten) context.reportError(error);
  failures.push(...notWritten.map((error) => ({ company: '', error })));
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ month, companies, errors }, () => companies.map((result) => textOf(result, layout)).join('\n'));
  const isClosed = companies.every((result) => result.closed && (result.is_new || result.changes.length === 0));
  return worstStatus([isClosed ? 0 : 4, ...failures.map(({ error }) => error.exitStatus)]);
}
