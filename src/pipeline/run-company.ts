import { Temporal } from 'temporal-polyfill';
import { type CompanyData, withCompanyData } from '../company/company-data.ts';
import { identityGuard, refuseSharedKeys } from '../company/company-identity.ts';
import { publishConfiguredLake } from '../company/company-lake.ts';
import { configurationAccess } from '../company/connector-context.ts';
import { loadNewReceipts, loadRequestBooks } from '../company/load-landing.ts';
import { publishCompany } from '../company/published-warehouse.ts';
import { withRequestBook } from '../company/request-book.ts';
import { lastInput, lastRun } from '../company/run-mark.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { type CompanyExtract, companyContext, type Extracted, extractCompany } from '../connectors/extract-company.ts';
import { defaultHttpOptions, type HttpOptions } from '../connectors/http/dispatchers.ts';
import { type Unexpected, unexpectedText } from '../connectors/record-schema.ts';
import type { AskedAgain } from '../connectors/windows.ts';
import { lastLoaded, unusableDecisions } from '../decisions/unusable-decisions.ts';
import type { JudgedDay } from '../domain/judged-day.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Verdict, verdictSchema } from '../domain/verdict.ts';
import { daysToJudge } from '../judge/days-to-judge.ts';
import { judgeDays } from '../judge/judge-days.ts';
import { locateDifferences } from '../judge/locate/locate-differences.ts';
import { takeSegments } from '../receiver/take-segments.ts';
import { type LateChange, lateChangeOf, lateChangesSql } from '../report/late-changes.ts';
import { numberOf, readRows, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { LoadOutcome } from '../warehouse/load/landed-file.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { isDamaged } from '../warehouse/warehouse-error.ts';
import { boundQuarantine } from './bound-quarantine.ts';
import { refusedInputs } from './refused-inputs.ts';

/**
 * The receipts of a company that do not count as received for a period, so that their requests are repeated, and those of them that count
 * nevertheless, because their request is not due yet. A receipt of this run (after `before`) is not requested again in it. The rules and
 * times are in SQL (core.request_retry); only the comparison with the clock is made here.
 */
export async function askedAgain(
  { connection }: Warehouse,
  period: Period,
  { before, now }: { before: number; now: Temporal.Instant },
): Promise<Pick<AskedAgain, 'unusable' | 'later'>> {
  const rows = await readRows(connection, 'from core.asked_again($from::date, $to::date)', boundsOf(period));
  const isLater = (row: WarehouseRow) =>
    row.is_retried === true &&
    (typeof row.next_attempt_at !== 'string' ||
      numberOf(row, 'receipt_id') > before ||
      Temporal.Instant.compare(now, Temporal.Instant.from(row.next_attempt_at)) < 0);
  const ids = (chosen: typeof rows) => new Set(chosen.map((row) => numberOf(row, 'receipt_id')));
  return { unusable: ids(rows.filter(({ is_unusable }) => is_unusable === true)), later: ids(rows.filter(isLater)) };
}

/** A settlement that is missing for longer is a break to pursue; statements are no longer fetched for it. */
const mostDaysFetchedAgain = 45;

/**
 * The number of days before a period that a statement has to cover: back to the first day with payments whose settlement is open and
 * undecided. Otherwise the settlement of these payments would never be found.
 */
export async function openDaysBefore(warehouse: Warehouse, period: Period): Promise<number> {
  const [row] = await readRows(
    warehouse.connection,
    `select coalesce(max($from::date - break_life.business_date), 0)::integer as days
     from recon.break_life as break_life
     left join recon.decision_now as decision on decision.break_id = break_life.break_id
     where break_life.reconciliation = 'payments_to_settlement'
       and break_life.closed_on is null and not coalesce(decision.is_settled, false)
       and break_life.business_date >= $from::date - ${mostDaysFetchedAgain} and break_life.business_date < $from::date`,
    { from: period.from.toString() },
  );
  return row === undefined ? 0 : numberOf(row, 'days');
}

/** The unexpected fields and values in the receipts of a run, whose numbers are greater than `after`. */
async function unexpectedSince({ connection }: Warehouse, after: number, progress: Progress): Promise<Unexpected[]> {
  const rows = await readRows(
    connection,
    `select record, field, value, sum(seen_count)::bigint as seen_count
     from raw.unexpected where receipt_id > $after
     group by record, field, value order by record, field, value`,
    { after },
  );
  const found = rows.map((row) => ({
    record: textOf(row, 'record'),
    field: textOf(row, 'field'),
    value: row.value === null ? null : textOf(row, 'value'),
    count: numberOf(row, 'seen_count'),
  }));
  if (found.length > 0) progress.step('Unexpected fields and values (kept)').done(unexpectedText(found));
  return found;
}

/** The scope of a run: one company and a period in days of its zone. */
export type RunRequest = {
  config: LoadedConfig;
  company: CompanyConfig;
  period: Period;
  /** Earlier days that are judged together with the period, such as other days of an imported file. */
  earlier?: readonly Period[];
  /** False after an import: no service is called. */
  isFetching: boolean;
  /** Fetch again what has already been fetched. */
  refresh: boolean;
  progress: Progress;
  /** Pauses and limits of the HTTP client, in place of the product's and of network.timeout_seconds. */
  http?: HttpOptions;
  /** Pauses while a service prepares a file; by default those of the product. */
  waiting?: CompanyExtract['waiting'];
};

export type RunResult = {
  company: string;
  period: Period;
  /** The days that were judged, each with the reason; empty where nothing was new. */
  judged: JudgedDay[];
  verdicts: Verdict[];
  /** Inputs that could not be collected or were refused; the days that need them are incomplete. */
  errors: unknown[];
  /** Records of decisions that do not count although their items are open. They do not prevent a day from being reconciled. */
  unusableDecisions: TieoutError[];
  /** Fields and values that the specifications do not name. They are kept and counted, and do not stop a run. */
  unexpected: Unexpected[];
  /** The changes of closed months since the run before. */
  lateChanges: LateChange[];
};

export type Collected = Extracted & {
  outcomes: LoadOutcome[];
  unexpected: Unexpected[];
  /** The last receipt that was loaded before. */
  loadedBefore: number;
};

/** The changes of closed months after the run `before`; not queried if no month is closed. */
async function lateChangesSince(
  { connection }: Warehouse,
  { receipts }: Pick<CompanyData['landing'], 'receipts'>,
  company: string,
  before: number,
): Promise<LateChange[]> {
  if (!receipts().some((receipt) => receipt.kind === 'close' && receipt.company === company)) return [];
  const isNew = `known_at > (select coalesce(max(known_at), timestamptz '-infinity') from recon.run where run_id <= $before)`;
  const rows = await readRows(connection, lateChangesSql(isNew), { before });
  return rows.map(lateChangeOf);
}

/** The verdicts of a company's period, from its warehouse. */
async function readVerdicts(warehouse: Warehouse, period: Period): Promise<Verdict[]> {
  const rows = await readRows(
    warehouse.connection,
    `select company, currency, business_date, verdict, reason, matched_count, matched_amount, break_count, break_amount,
       timing_count, suggested_count, overdue_count, rejected_count, cause_count, unexplained_debit, unexplained_credit, unexplained_net, control_count, made_count, awaited_count,
       waived_count, awaited, not_set_up
     from mart.verdict
     where business_date >= $from::date and business_date < $to::date
     order by business_date, currency`,
    boundsOf(period),
  );
  return rows.map((row) => verdictSchema.parse(row));
}

/**
 * Collects the inputs that the company's connectors extract, loads them, and locates differences between statement and turnover. Without
 * fetching, only files on this machine are read.
 */
export async function collect(request: RunRequest, { landing, warehouse, paths }: CompanyData): Promise<Collected> {
  const { config, company, period, isFetching, refresh, progress } = request;
  const loadedBefore = await lastLoaded(warehouse.connection);
  const openDays = await openDaysBefore(warehouse, period);
  const days = period.from.until(period.to).total('days');
  const budgetMs = config.network.timeout_seconds * 1000 * days;
  const options = httpOptionsOf(config, request.http ?? { ...defaultHttpOptions, budgetMs });
  const collected = await withRequestBook(landing, company.name, options, async (http) => {
    // the receipts of a killed run are loaded before it is decided what to request
    await loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
    const before = landing.lastReceiptId();
    const asked = await askedAgain(warehouse, period, { before, now: config.clock() });
    const extract = {
      company,
      ...configurationAccess(config),
      http,
      landing,
      period,
      openDays,
      refresh,
      progress,
      ...asked,
      identity: identityGuard(config, company, landing),
      isLocalOnly: !isFetching,
      waiting: request.waiting,
    };
    const load = () =>
      loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
    const errors = await takeSegments({ landing, folder: paths.received, company });
    errors.push(...(await extractCompany(extract)).errors);
    throwDamage(errors);
    const outcomes = await load();
    // a new receipt may make an earlier one unusable: for example, a statement may show that a balance lacks its currency
    const hasNew = isFetching && outcomes.length > 0;
    const again = hasNew ? await askedAgain(warehouse, period, { before, now: config.clock() }) : asked;
    if ([...again.unusable].some((id) => id <= before && !asked.unusable.has(id))) {
      errors.push(...(await extractCompany({ ...extract, refresh: false, ...again })).errors);
      throwDamage(errors);
      outcomes.push(...(await load()));
    }
    if (isFetching) {
      const context = companyContext(extract);
      await locateDifferences({ warehouse, landing, company, context, progress }, period);
    }
    return { errors, outcomes, unexpected: await unexpectedSince(warehouse, before, progress), loadedBefore };
  });
  await loadRequestBooks(warehouse.connection, landing, company);
  return collected;
}

/** Throws the damage of a warehouse that was altered on disk during the extraction, which is no fault of an input. */
function throwDamage(errors: readonly unknown[]): void {
  const damage = errors.find(isDamaged);
  if (damage !== undefined) throw damage;
}

/** Judges the period, and earlier days whose results new receipts can change. Returns the days; empty where nothing is new. */
async function judge({ company, period, earlier, progress }: RunRequest, { landing, warehouse }: CompanyData) {
  const step = progress.step('Reconciling');
  const days = await daysToJudge(warehouse, landing, company.name, period, earlier);
  const note = (title: string) => step.note(title);
  const judged = await judgeDays({ warehouse, landing, company, note }, days, period);
  step.done(judged.length === 0 ? 'nothing new' : undefined);
  return judged;
}

/** Publishes the company into the lake, if one is configured. A lake that cannot be written does not stop a run, which reports it. */
async function lakeErrors({ config, company, progress }: RunRequest): Promise<TieoutError[]> {
  if (config.lake === undefined) return [];
  const step = progress.step('Publishing into the lake');
  try {
    await publishConfiguredLake(config, company);
    step.done();
    return [];
  } catch (error) {
    if (error instanceof TieoutError) return [error];
    throw error;
  }
}

/**
 * Judges the days of a run after its inputs were collected, and publishes a snapshot for readers. Days farther back are judged with them
 * (`judge`).
 */
export async function judgeAndPublish(
  request: RunRequest,
  data: CompanyData,
  { outcomes, loadedBefore, ...extracted }: Collected,
): Promise<RunResult> {
  const { config, company, period, earlier = [], progress } = request;
  const { landing, warehouse } = data;
  const whole = { from: earlier[0]?.from ?? period.from, to: period.to };
  const runBefore = lastRun(landing);
  const verdicts: Verdict[] = [];
  let judged: JudgedDay[] = [];
  if (lastInput(landing, company.name) > 0) {
    judged = await judge(request, data);
    for (const days of [...earlier, period]) verdicts.push(...(await readVerdicts(warehouse, days)));
  }
  const lateChanges = await lateChangesSince(warehouse, landing, company.name, runBefore);
  const refused = await refusedInputs(warehouse.connection, whole, outcomes);
  const unusable = await unusableDecisions(warehouse.connection, loadedBefore);
  const step = progress.step('Publishing the snapshot');
  await publishCompany(config, company, warehouse);
  step.done();
  const errors = [...data.errors, ...extracted.errors, ...refused, ...(await lakeErrors(request))];
  return {
    company: company.name,
    period,
    judged,
    verdicts,
    ...extracted,
    errors,
    unusableDecisions: unusable,
    lateChanges,
  };
}

/**
 * The main job, for one company: fetches missing inputs, loads them, reconciles, and publishes a snapshot for readers. It can be killed
 * at any point and run again: a statement that was requested is not requested twice for that. Other companies are not affected: their runs
 * do not wait for this run or fail with it. Throws RUN_IN_PROGRESS while another process works on the company, and KEY_SHARED,
 * IDENTITY_CHANGED or IDENTITY_SHARED where its services have the key or identity of another company, or have changed identity.
 */
export async function runCompany(request: RunRequest): Promise<RunResult> {
  const { config, company, progress } = request;
  if (request.isFetching) refuseSharedKeys(config, company);
  return withCompanyData({ config, company, progress, purpose: 'run', rebuilds: true }, async (data) => {
    const { landing, warehouse } = data;
    await boundQuarantine(warehouse, landing, company.name, config.retention.quarantine_mib * 1024 ** 2);
    return judgeAndPublish(request, data, await collect(request, data));
  });
}

/** The period from the first to the last of some days, both included. */
export function periodOfDays(first: string, last: string): Period {
  return { from: Temporal.PlainDate.from(first), to: Temporal.PlainDate.from(last).add({ days: 1 }) };
}
