import type { DuckDBConnection } from '@duckdb/node-api';
import { boundsOf } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { english } from '../messages/words.ts';
import { executeWritten, readRows } from '../warehouse/duckdb-values.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import { firstLine } from '../warehouse/warehouse-error.ts';
import { bridgeColumns, itemColumns, spanningBridgeColumns, subjectColumns } from './contract.ts';
import { matchPeriod } from './match-period.ts';
import { partsOf, type ReconcileRun } from './reconcile-run.ts';
import { isOwn, type Reconciliation } from './reconciliations.ts';

const period = { start: '$from::date', end: '$to::date' };

/**
 * A condition for rows of the days that the run judges. A reconciliation returns the rows of a period, which may have other days too.
 * Rows outside the period, which a user's own reconciliation may return by mistake, are kept and reported.
 */
function isOfRun(run: ReconcileRun, reconciliation: Reconciliation): string {
  if (partsOf(run).length === 1) return 'true';
  const isJudged = 'business_date in (select business_date from recon.run_day where run_id = $run_id)';
  const isOutside = `business_date < ${period.start} or business_date >= ${period.end}`;
  return isOwn(reconciliation) ? `coalesce(${isJudged} or ${isOutside}, true)` : isJudged;
}

/** The columns in which the shipped rules return messages. */
const saying = new Set(['reason', 'no_figures', 'what_to_do']);

/** A column of a user's own reconciliation. Its texts are literal, even where they begin like a message of the shipped rules. */
const asText = (column: string): string =>
  saying.has(column) ? `case when starts_with(${column}, '{"') then ' ' || ${column} else ${column} end` : column;

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
     select $run_id, $name, ${columns} from recon.${name}(${period.start}, ${period.end}) where ${isOfRun(run, reconciliation)}`,
    { run_id: run.runId, name, ...boundsOf(run.period) },
  );
}

/**
 * Writes the subjects for which a control must be made, before their figures are known, so that a subject without figures shows as not
 * examined. For a control without subjects, these are the days that it does not prove.
 */
async function insertSubjects(
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
  part: 'subject' | 'unproven',
): Promise<void> {
  const { name } = reconciliation;
  const columns = Object.keys(subjectColumns).join(', ');
  const values = isOwn(reconciliation) ? Object.keys(subjectColumns).map(asText).join(', ') : columns;
  await executeWritten(
    connection,
    `insert into recon.control_subject (run_id, reconciliation, ${columns})
     select $run_id, $name, ${values}
     from recon.${name}_${part}(${period.start}, ${period.end}) where ${isOfRun(run, reconciliation)}`,
    { run_id: run.runId, name, ...boundsOf(run.period) },
  );
}

/**
 * The condition for items of a configured currency. In another currency no statement is fetched, so nothing can be missing in it; the
 * register shows it as not configured.
 */
const inConfiguredCurrency = '(currency is null or currency in (select unnest(currencies) from core.company))';

async function insertItems(
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
  macro: string,
): Promise<void> {
  const { name, idName } = reconciliation;
  const columns = Object.keys(itemColumns).join(', ');
  // there are as many matches as records, and nobody reads them one by one, so matches without a message share one sentence
  const matched = isOwn(reconciliation) ? undefined : english().find(`${name}-matched`);
  const said = matched === undefined ? columns : columns.replace(' reason,', ' coalesce(reason, $matched),');
  const values = isOwn(reconciliation) ? Object.keys(itemColumns).map(asText).join(', ') : said;
  await executeWritten(
    connection,
    `insert into recon.item (run_id, reconciliation, break_id, ${columns})
     select $run_id, $name, md5(concat_ws('|', $id_name, core.this_company(), item_key)),
       ${values}
     from recon.${macro}(${period.start}, ${period.end})
     where ${isOwn(reconciliation) ? 'true' : inConfiguredCurrency} and ${isOfRun(run, reconciliation)}`,
    {
      run_id: run.runId,
      name,
      id_name: idName,
      ...boundsOf(run.period),
      ...(matched === undefined ? {} : { matched }),
    },
  );
}

/**
 * Writes the rows of one reconciliation for the run: its matches, its bridge and its items. A control that spans days has those of each
 * part.
 */
async function writeRows(
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
): Promise<void> {
  const { name, kind, hasItems, hasRecords, hasSubjects, hasUnproven, spans } = reconciliation;
  if (hasRecords) await matchPeriod(connection, reconciliation, run.period);
  for (const part of spans === 'yes' ? partsOf(run) : [run]) {
    if (hasSubjects) await insertSubjects(connection, part, reconciliation, 'subject');
    if (hasUnproven) await insertSubjects(connection, part, reconciliation, 'unproven');
    if (kind === 'control') await insertBridge(connection, part, reconciliation);
    if (kind === 'match') await insertItems(connection, part, reconciliation, name);
    else if (hasItems) await insertItems(connection, part, reconciliation, `${name}_item`);
  }
  if (kind === 'control' && !hasItems)
    await executeWritten(connection, await sqlStatement('verdict', 'control_item'), {
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

/** Writes the rows of a user's own reconciliation, which are checked because no test of the product covers them. */
async function writeOwnRows(connection: DuckDBConnection, run: ReconcileRun, own: Reconciliation): Promise<void> {
  try {
    await writeRows(connection, run, own);
  } catch (cause) {
    if (cause instanceof TieoutError) throw cause;
    throw ownFailed(own, firstLine(cause), cause);
  }
  const [found] = await readRows(connection, await sqlStatement('verdict', 'own_row_problem'), {
    run_id: run.runId,
    reconciliation: own.name,
  });
  if (found !== undefined) throw ownFailed(own, String(found.problem));
}

/** Writes the rows of one reconciliation for a run: its matches, subjects, bridges and items. Throws OWN_RECONCILIATION_FAILED. */
export const runReconciliation = (
  connection: DuckDBConnection,
  run: ReconcileRun,
  reconciliation: Reconciliation,
): Promise<void> => (isOwn(reconciliation) ? writeOwnRows : writeRows)(connection, run, reconciliation);
