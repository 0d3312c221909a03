import type { DuckDBConnection } from '@duckdb/node-api';
import { Temporal } from 'temporal-polyfill';
import { askedFor, contiguous, type JudgedDay } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { derive } from '../warehouse/derive.ts';
import { execute, executeWritten, readRows } from '../warehouse/duckdb-values.ts';
import { fillMartWithin } from '../warehouse/fill-mart.ts';
import { onceForDefinitions } from '../warehouse/prepare.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';
import { sqlFile } from '../warehouse/sql-files.ts';
import { bridgeColumns, checkContract, itemColumns, spanningBridgeColumns, subjectColumns } from './contract.ts';
import { allReconciliations, isOwn, type Reconciliation } from './definitions.ts';
import { matchPeriod } from './match-period.ts';

export type ReconcileRun = {
  /** The number of the run's mark in the landing index. */
  runId: number;
  company: string;
  /** Business days, ISO 8601, half-open. */
  periodStart: string;
  periodEnd: string;
  /** The days that are judged, where they are not all of the period. */
  days?: readonly JudgedDay[];
  /** The last receipt that is part of the run. */
  knownThrough: number;
  /** When the run was marked; the last receipt where not given. */
  markedAt?: string;
  /** The sha256 of the recorded configuration; null where none was recorded. */
  configuration?: string | null;
};

/** Every reconciliation, checked and written to the warehouse when its definition changed since the last run. */
export async function registerReconciliations(connection: DuckDBConnection): Promise<Reconciliation[]> {
  const all = await allReconciliations(connection);
  await onceForDefinitions(connection, 'reconciliations', () => writeReconciliations(connection, all));
  return all;
}

/** Checks the columns of each reconciliation, and writes its head and reasons. */
async function writeReconciliations(connection: DuckDBConnection, all: readonly Reconciliation[]): Promise<void> {
  for (const reconciliation of all) await checkContract(connection, reconciliation);
  // items in mart contain titles, also those of days that are not judged again
  await execute(connection, 'update recon.run set is_in_mart = false');
  await execute(connection, 'delete from recon.reconciliation');
  await execute(connection, 'delete from recon.reason');
  for (const one of all) {
    const { name, title, kind, left, right, grain, meaning, action, order, former, origin } = one;
    await execute(
      connection,
      `insert into recon.reconciliation
       values ($name, $title, $kind, $left, $right, $grain, $meaning, $action, $order, $former, $origin,
         list_filter(string_split($needs, ','), lambda input: input <> ''), $is_optional, $has_subjects, $is_spanning, $no_figures)`,
      {
        ...{ name, title, kind, left, right, grain, meaning, action, order, former: former ?? null, origin },
        ...{ needs: one.needs.join(','), is_optional: one.optional === 'yes' },
        ...{ has_subjects: one.hasSubjects, is_spanning: one.spans === 'yes', no_figures: one.absent ?? null },
      },
    );
  }
  const reasons = all.flatMap(({ name, reasons: own }) => own.map((reason) => ({ name, ...reason })));
  await execute(
    connection,
    `insert into recon.reason (reconciliation, reason_code, outcome, meaning, what_to_do)
     select name, code, outcome, meaning, action from (select unnest(json_transform($reasons,
       '[{"name": "text", "code": "text", "outcome": "text", "meaning": "text", "action": "text"}]'), recursive := true))`,
    { reasons: JSON.stringify(reasons) },
  );
}

async function insertRun(connection: DuckDBConnection, run: ReconcileRun): Promise<void> {
  for (const table of ['run', 'run_day', 'judged_day', 'doubted_day'])
    await execute(connection, `delete from recon.${table} where run_id = $run_id`, { run_id: run.runId });
  await execute(
    connection,
    `insert into recon.run (run_id, company, period_start, period_end, known_through, known_at, as_of, configuration_sha256,
       rules_sha256)
     select $run_id, $company, $period_start::date, $period_end::date, $known_through, known.known_at,
       cast(timezone(company.zone, greatest(known.known_at, $marked_at::timestamptz)) as date), $configuration, $rules
     -- a run of a company that has received nothing knows nothing: it has the time of its mark
     from (
       select coalesce(max(received_at), $marked_at::timestamptz) as known_at
       from raw.receipt
       where file_id <= $known_through and company = $company
     ) as known
     cross join core.company as company
     where company.company = $company`,
    {
      run_id: run.runId,
      company: run.company,
      period_start: run.periodStart,
      period_end: run.periodEnd,
      known_through: run.knownThrough,
      marked_at: run.markedAt ?? null,
      configuration: run.configuration ?? null,
      rules: await rulesFingerprint(),
    },
  );
  await execute(
    connection,
    `insert into recon.run_day (run_id, company, business_date, because)
     select $run_id, $company, day::date, because
     from (select unnest(from_json($days, '[{"day":"text","because":"text"}]'), recursive := true))`,
    { run_id: run.runId, company: run.company, days: JSON.stringify(daysOf(run)) },
  );
}

const periodOf = ({ periodStart, periodEnd }: Pick<ReconcileRun, 'periodStart' | 'periodEnd'>): Period => ({
  from: Temporal.PlainDate.from(periodStart),
  to: Temporal.PlainDate.from(periodEnd),
});

/** The days that a run judges. */
const daysOf = (run: ReconcileRun): readonly JudgedDay[] => run.days ?? askedFor(periodOf(run));

/** The run as runs of the contiguous parts of its days. */
const partsOf = ({ days, ...run }: ReconcileRun): ReconcileRun[] =>
  contiguous(days ?? askedFor(periodOf(run))).map(({ from, to }) => ({
    ...run,
    ...{ periodStart: from.toString(), periodEnd: to.toString() },
  }));

/** Deletes the results of earlier runs for this company and these days: a slice is replaced as a whole. */
async function clearSlice(connection: DuckDBConnection, run: ReconcileRun): Promise<void> {
  for (const table of ['item', 'bridge_line', 'control_subject', 'input_state', 'control', 'verdict']) {
    await execute(
      connection,
      `delete from recon.${table}
       where company = $company and business_date in (select business_date from recon.run_day where run_id = $run_id)`,
      { company: run.company, run_id: run.runId },
    );
  }
}

const period = { start: '$period_start::date', end: '$period_end::date' };

/**
 * Whether a row is of a day that the run judges. A reconciliation gives the rows of a period, which may have other days too. Rows outside
 * of the period, which a reconciliation of the user's own may give by mistake, are kept: they are reported.
 */
function isOfRun(run: ReconcileRun, reconciliation: Reconciliation): string {
  if (partsOf(run).length === 1) return 'true';
  const isJudged = 'business_date in (select business_date from recon.run_day where run_id = $run_id)';
  const isOutside = `business_date < ${period.start} or business_date >= ${period.end}`;
  return isOwn(reconciliation) ? `coalesce(${isJudged} or ${isOutside}, true)` : isJudged;
}

async function insertBridge(
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
): Promise<void> {
  const { name, spans } = reconciliation;
  const columns = Object.keys(spans === 'yes' ? spanningBridgeColumns : bridgeColumns).join(', ');
  await executeWritten(
    connection,
    `insert into recon.bridge_line (run_id, reconciliation, ${columns})
     select $run_id, $name, ${columns} from recon.${name}(${period.start}, ${period.end}) where company = $company and ${isOfRun(run, reconciliation)}`,
    { run_id: run.runId, name, company: run.company, period_start: run.periodStart, period_end: run.periodEnd },
  );
}

/**
 * What a control must be made for, before its figures are known: a subject without figures was not looked at. A control without
 * subjects has the days that it does not prove.
 */
async function insertSubjects(
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
  part: 'subject' | 'unproven',
): Promise<void> {
  const { name } = reconciliation;
  const columns = Object.keys(subjectColumns).join(', ');
  await executeWritten(
    connection,
    `insert into recon.control_subject (run_id, reconciliation, ${columns})
     select $run_id, $name, ${columns}
     from recon.${name}_${part}(${period.start}, ${period.end}) where company = $company and ${isOfRun(run, reconciliation)}`,
    { run_id: run.runId, name, company: run.company, period_start: run.periodStart, period_end: run.periodEnd },
  );
}

/** No statement is fetched in another currency: nothing can be missing in it. The register says that it is not configured. */
const inConfiguredCurrency =
  '(currency is null or currency in (select unnest(currencies) from core.company where company = $company))';

async function insertItems(
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
  macro: string,
): Promise<void> {
  const { name, idName } = reconciliation;
  const columns = Object.keys(itemColumns).join(', ');
  await executeWritten(
    connection,
    `insert into recon.item (run_id, reconciliation, break_id, ${columns})
     select $run_id, $name, md5(concat_ws('|', $id_name, company, item_key)), ${columns}
     from recon.${macro}(${period.start}, ${period.end})
     where company = $company and ${isOwn(reconciliation) ? 'true' : inConfiguredCurrency} and ${isOfRun(run, reconciliation)}`,
    {
      run_id: run.runId,
      name,
      id_name: idName,
      company: run.company,
      period_start: run.periodStart,
      period_end: run.periodEnd,
    },
  );
}

/** The rows of one reconciliation for the run: its matches, its bridge and its items. A control that spans days has those of each part. */
async function runReconciliation(
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
): Promise<void> {
  const { name, kind, hasItems, hasRecords, hasSubjects, hasUnproven, spans } = reconciliation;
  if (hasRecords) await matchPeriod(connection, reconciliation, run);
  for (const part of spans === 'yes' ? partsOf(run) : [run]) {
    if (hasSubjects) await insertSubjects(connection, part, reconciliation, 'subject');
    if (hasUnproven) await insertSubjects(connection, part, reconciliation, 'unproven');
    if (kind === 'control') await insertBridge(connection, part, reconciliation);
    if (kind === 'match') await insertItems(connection, part, reconciliation, name);
    else if (hasItems) await insertItems(connection, part, reconciliation, `${name}_item`);
  }
  if (kind === 'control' && !hasItems)
    await executeWritten(connection, await sqlFile('verdict', 'control_item'), {
      run_id: run.runId,
      reconciliation: name,
      id_name: reconciliation.idName,
    });
}

function ownFailed({ origin, path }: Reconciliation, problem: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'OWN_RECONCILIATION_FAILED',
    message: `${origin} does not run on this data: ${problem}.`,
    remedy: 'Correct the file, or remove it, and run again; everything that was received is kept.',
    place: { file: path },
    cause,
  });
}

/** The same for a reconciliation of the user's own, whose rows are checked because no test of ours has seen them. */
async function runOwn(connection: DuckDBConnection, run: ReconcileRun, own: Reconciliation): Promise<void> {
  try {
    await runReconciliation(connection, run, own);
  } catch (cause) {
    if (cause instanceof TieoutError) throw cause;
    const problem = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw ownFailed(own, problem.replace(/\.$/, ''), cause);
  }
  const [found] = await readRows(connection, await sqlFile('verdict', 'own_row_problem'), {
    run_id: run.runId,
    reconciliation: own.name,
  });
  if (found !== undefined) throw ownFailed(own, String(found.problem));
}

/** The reconciliations that may find a record of the company. A user's own reconciliations are always run: they may read anything. */
async function withRecords(
  connection: DuckDBConnection,
  company: string,
  all: readonly Reconciliation[],
): Promise<readonly Reconciliation[]> {
  const rows = await readRows(connection, await sqlFile('verdict', 'reconciliation_without_records'), { company });
  const without = new Set(rows.map(({ reconciliation }) => reconciliation));
  return all.filter((one) => isOwn(one) || !without.has(one.name));
}

/** Groups the open items of the run's company into causes, and gives the causes' figures to its days. */
export async function writeCauses(connection: DuckDBConnection, runId: number): Promise<void> {
  for (const step of [
    'cause_item_forget',
    'cause_item_open',
    'cause_before_forget',
    'cause_before_note',
    'cause_member_forget',
    'cause_member',
    'cause_forget',
    'cause',
    'verdict_cause',
  ]) {
    await executeWritten(connection, await sqlFile('verdict', step), { run_id: runId });
  }
}

/** Fills mart if a custom reconciliation may read it: it finds the current receipts and the results of earlier runs. */
async function fillForOwn(connection: DuckDBConnection): Promise<void> {
  const [own] = await readRows(
    connection,
    `select bool_or(kind in ('reconciliation', 'pass')) and bool_or(contains(content, 'mart.')) as reads_mart from recon.own_file`,
  );
  if (own?.reads_mart === true) await fillMartWithin(connection);
}

/**
 * The same as `reconcile` for these reconciliations, whether or not they may find a record, within a transaction of the caller. The
 * derived tables must be up to date.
 */
export async function reconcileWithin(
  connection: DuckDBConnection,
  run: ReconcileRun,
  all: readonly Reconciliation[],
  progress: (title: string) => void = () => {},
): Promise<void> {
  const step = async (name: string) =>
    executeWritten(connection, await sqlFile('verdict', name), { run_id: run.runId });
  await fillForOwn(connection);
  await insertRun(connection, run);
  for (const name of ['open_before_forget', 'open_before_note']) await step(name);
  await clearSlice(connection, run);
  for (const reconciliation of all) {
    progress(reconciliation.title);
    await (isOwn(reconciliation) ? runOwn : runReconciliation)(connection, run, reconciliation);
  }
  for (const name of [
    'match_by_hand',
    'break_change',
    'break_seen',
    'break_open',
    'break_close',
    'input_state',
    'control',
    'continuity',
    'judged_day',
    'doubted_day',
    'doubted_asked',
    'control_asked',
    'verdict',
  ])
    await step(name);
  await writeCauses(connection, run.runId);
}

/**
 * Runs every reconciliation that may find a record of the company in the period, updates its open items and gives each day its
 * verdict, in one transaction: a run that is killed leaves the results of the previous run.
 */
export async function reconcile(
  connection: DuckDBConnection,
  run: ReconcileRun,
  progress: (title: string) => void = () => {},
): Promise<void> {
  const all = await registerReconciliations(connection);
  await derive(connection);
  await execute(connection, 'begin');
  try {
    await reconcileWithin(connection, run, await withRecords(connection, run.company, all), progress);
    await execute(connection, 'commit');
  } catch (error) {
    // a failure of the disk has ended the transaction already
    await execute(connection, 'rollback').catch(() => undefined);
    throw error;
  }
}
