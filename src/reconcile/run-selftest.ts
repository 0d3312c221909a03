import type { DuckDBConnection } from '@duckdb/node-api';
import { boundsOf, type Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { deriveWithin } from '../warehouse/derive.ts';
import { execute, numberOf, readRows } from '../warehouse/duckdb-values.ts';
import { storedOwnFiles } from '../warehouse/own-definitions.ts';
import { type OwnFile, ownFileWrong } from '../warehouse/own-files.ts';
import { type SqlStatement, sqlStatements } from '../warehouse/sql-files.ts';
import { firstLine } from '../warehouse/warehouse-error.ts';
import { matchPeriod } from './match-period.ts';
import { reconcileWithin } from './reconcile.ts';
import { allReconciliations, isOwn, type Reconciliation } from './reconciliations.ts';
import { registerReconciliations } from './register-reconciliations.ts';

export type SelftestResult = {
  corruption: string;
  what: string;
  /** The reconciliation, or `check <name>`, that must fire. */
  control: string;
  /** The outcome and the reason code that it must report, where the corruption names them. */
  expected: string | null;
  /** untouched: the data has nothing to corrupt in this way. */
  outcome: 'fired' | 'silent' | 'untouched';
  /** `shipped`, or the user's own file. */
  origin: string;
};

/** A user's own reconciliation that no corruption has shown to fire. */
export type Unproven = { reconciliation: string; origin: string };

type Corruption = SqlStatement & { fires: string; expected: string | null; what: string; origin: string };

function readCorruption({ name, text, path, origin = 'shipped' }: SqlStatement & { origin?: string }): Corruption {
  const [, fires, outcome, reason] = /^-- fires: ([a-z_ ]+?)(?: \| ([a-z_]+) \| ([a-z_]+))?$/m.exec(text) ?? [];
  const [, what] = /^-- corrupts: (.+)$/m.exec(text) ?? [];
  if (fires === undefined || what === undefined)
    throw new TieoutError({
      code: 'SELFTEST_HEAD_WRONG',
      message: `The head of ${path} does not name the corruption and the control that must fire.`,
      remedy: 'Write the lines `-- fires: control | outcome | reason` (or `-- fires: check …`) and `-- corrupts: …`.',
      place: { file: path },
      ...(origin === 'shipped' ? {} : { exitStatus: 2 as const }),
    });
  return { name, text, path, fires, expected: outcome === undefined ? null : `${outcome} ${reason}`, what, origin };
}

/** Every corruption. A control without a corruption is an error, because a control that never fires proves nothing. */
export function readCorruptions(files: readonly SqlStatement[], controls: readonly string[]): Corruption[] {
  const corruptions = files.map(readCorruption);
  const without = controls.filter((control) => !corruptions.some(({ fires }) => fires === control));
  const unknown = corruptions.filter(({ fires }) => !controls.includes(fires)).map(({ fires }) => fires);
  if (without.length + unknown.length > 0)
    throw new TieoutError({
      code: 'SELFTEST_INCOMPLETE',
      message: `Controls without a corruption: ${without.join(', ') || 'none'}. Corruptions of unknown controls: ${unknown.join(', ') || 'none'}.`,
      remedy: 'Add a file to sql/selftest for each control, or correct its head.',
    });
  return corruptions;
}

async function ownCorruptions(connection: DuckDBConnection): Promise<OwnFile[]> {
  return (await storedOwnFiles(connection)).filter(({ kind }) => kind === 'selftest');
}

async function controlsOf(all: readonly Reconciliation[]): Promise<string[]> {
  return [
    ...all.map(({ name }) => name),
    ...(await sqlStatements('check')).map(({ name }) => `check ${name}`),
    controlRegister,
  ];
}

/** Checks that each of the user's corruptions is a valid statement and names a control (OWN_FILE_WRONG, SELFTEST_HEAD_WRONG). */
export async function checkOwnCorruptions(connection: DuckDBConnection): Promise<void> {
  const own = await ownCorruptions(connection);
  if (own.length === 0) return;
  const controls = await controlsOf(await allReconciliations(connection));
  for (const file of own) {
    const { fires } = readCorruption(file);
    if (!controls.includes(fires))
      throw ownFileWrong(file, `it says that "${fires}" fires, and there is no such reconciliation or check`);
    try {
      (await connection.prepare(file.text)).destroySync();
    } catch (error) {
      throw ownFileWrong(file, firstLine(error), undefined, error);
    }
  }
}

/** The user's own reconciliations that no corruption has shown to fire. */
export async function unprovenReconciliations(
  connection: DuckDBConnection,
  results: readonly SelftestResult[],
): Promise<Unproven[]> {
  const fired = new Set(results.flatMap(({ control, outcome }) => (outcome === 'fired' ? [control] : [])));
  return (await allReconciliations(connection))
    .filter((one) => isOwn(one) && !fired.has(one.name))
    .map(({ name, origin }) => ({ reconciliation: name, origin }));
}

/** The register of all controls: the corruption of an input shows in the state of the controls that depend on it. */
const controlRegister = 'control register';

/** Runs the whole period and returns the controls that are not balanced, with their state. */
async function registerFindings(
  connection: DuckDBConnection,
  all: readonly Reconciliation[],
  period: Period,
): Promise<Set<string>> {
  const [last] = await readRows(
    connection,
    `select max(run_id)::integer + 1 as run_id, max(known_through)::integer as known_through from recon.run`,
  );
  if (last === undefined) return new Set();
  const [runId, knownThrough] = [numberOf(last, 'run_id'), numberOf(last, 'known_through')];
  await reconcileWithin(connection, { runId, period, knownThrough }, all);
  const rows = await readRows(
    connection,
    `select concat_ws(' ', currency, business_date, state, control, subject, difference) as finding from recon.control
     where run_id = $run_id and state in ('out_of_balance', 'not_made')`,
    { run_id: runId },
  );
  return new Set(rows.map(({ finding }) => String(finding)));
}

const checkCalls: Record<string, string> = {
  'check input_day':
    "recon.input_day($period_start::date, $period_end::date) where state <> 'covered' or rejected_count > 0",
  'check close_gate': 'recon.close_gate($period_start::date, $period_end::date)',
  'check continuity': 'recon.continuity()',
};

/** The values of a period that a statement names; DuckDB refuses others. */
function boundIn(sql: string, { from, to }: Period): Record<string, string> {
  const all = { period_start: from.toString(), period_end: to.toString() };
  return Object.fromEntries(Object.entries(all).filter(([name]) => sql.includes(`$${name}`)));
}

/** The findings of a control as comparable texts: breaks by key, unexplained differences by subject and amount. */
async function findings(
  connection: DuckDBConnection,
  control: string,
  all: readonly Reconciliation[],
  period: Period,
): Promise<Set<string>> {
  if (control === controlRegister) return registerFindings(connection, all, period);
  const call = checkCalls[control];
  if (call !== undefined) {
    const sql = `select found::text as finding from (from ${call}) as found`;
    const rows = await readRows(connection, sql, boundIn(sql, period));
    return new Set(rows.map(({ finding }) => String(finding)));
  }
  const reconciliation = all.find(({ name }) => name === control);
  if (reconciliation === undefined) return new Set();
  const { name, kind, hasItems, hasRecords } = reconciliation;
  if (hasRecords) await matchPeriod(connection, reconciliation, period);
  const days = '$from::date, $to::date';
  const bound = boundsOf(period);
  const found = new Set<string>();
  if (kind === 'control') {
    const rows = await readRows(
      connection,
      `select concat_ws(' ', currency, business_date, subject, measure, amount) as finding
       from recon.${name}(${days}) where is_residual and amount <> 0`,
      bound,
    );
    for (const { finding } of rows) found.add(String(finding));
  }
  if (kind === 'match' || hasItems) {
    const macro = kind === 'match' ? name : `${name}_item`;
    const rows = await readRows(
      connection,
      `select concat_ws(' ', item.item_key, item.outcome, item.reason_code, item.right_minus_left) as finding
       from recon.${macro}(${days}) as item
       inner join recon.outcome as outcome on outcome.outcome = item.outcome
       where outcome.is_open`,
      bound,
    );
    for (const { finding } of rows) found.add(String(finding));
  }
  return found;
}

/**
 * Corrupts the data once for every control and check, and shows that each fires: it must report something that it did not report before,
 * with the outcome and the reason of the corruption. Each corruption is rolled back. The connection must be to a copy of the warehouse.
 */
export async function selftest(
  connection: DuckDBConnection,
  period: Period,
  progress: (control: string) => void = () => {},
  isWanted: (control: string, corruption: string) => boolean = () => true,
): Promise<SelftestResult[]> {
  const all = await registerReconciliations(connection);
  // a user's own reconciliation may have no corruption and is then listed as unproven
  const shipped = readCorruptions(await sqlStatements('selftest'), await controlsOf(all.filter((one) => !isOwn(one))));
  const own = (await ownCorruptions(connection)).map(readCorruption);
  const corruptions = [...shipped, ...own].filter(({ fires, name }) => isWanted(fires, name));
  for (const { text } of await sqlStatements('selftest/agreed')) await execute(connection, text, boundIn(text, period));
  const before = new Map<string, Set<string>>();
  const results: SelftestResult[] = [];
  for (const { name, text, path, fires, expected, what, origin } of corruptions) {
    progress(what);
    await execute(connection, 'begin');
    try {
      const known = before.get(fires) ?? (await findings(connection, fires, all, period));
      before.set(fires, known);
      const touched = await execute(connection, text, boundIn(text, period)).catch((cause: unknown) => {
        throw origin === 'shipped' ? cause : ownFileWrong({ kind: 'selftest', path, name }, firstLine(cause));
      });
      // the corruption may affect received data, from which tables are derived
      if (touched > 0) await deriveWithin(connection);
      const after = touched === 0 ? known : await findings(connection, fires, all, period);
      const hasFired = [...after].some(
        (finding) => !known.has(finding) && (expected === null || `${finding} `.includes(` ${expected} `)),
      );
      const outcome = touched === 0 ? 'untouched' : hasFired ? 'fired' : 'silent';
      results.push({ corruption: name, what, control: fires, expected, outcome, origin });
    } finally {
      await execute(connection, 'rollback');
    }
  }
  return results;
}
