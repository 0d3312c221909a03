import { noCurrency } from '../domain/currencies.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { DeclaredPass } from '../reconcile/matching/declared-pass.ts';
import { matchRecords } from '../reconcile/matching/match-records.ts';
import { checkSearch, searchPasses } from '../reconcile/matching/search-passes.ts';
import { type Bound, execute, numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import type { MatchDecision } from './decisions.ts';
import type { MatchTerms } from './match-terms.ts';
import type { SideFile, SideName } from './read-side.ts';

const filesParameter = (files: readonly SideFile[]): string =>
  JSON.stringify(
    files.map(({ receiptId, side, name, counterparty, fee, number, identifier, decimalMark }) => ({
      receipt_id: receiptId,
      side,
      name,
      counterparty,
      fee,
      number,
      identifier,
      decimal_mark: decimalMark,
    })),
  );

/** The currencies of the lines of a side. */
async function currenciesOf({ connection }: Warehouse, files: readonly SideFile[], side: SideName): Promise<string[]> {
  const ids = files.filter((file) => file.side === side).map(({ receiptId }) => receiptId);
  if (ids.length === 0) return [];
  const rows = await readRows(
    connection,
    `select distinct currency from recon.match_line where receipt_id in (${ids.join(', ')}) order by currency`,
  );
  return rows.map((row) => textOf(row, 'currency'));
}

/** Gives the lines of a side without any currency the only currency of the other side. Returns a sentence for people about it. */
async function settleCurrency(warehouse: Warehouse, files: readonly SideFile[]): Promise<string | undefined> {
  const [left, right] = [await currenciesOf(warehouse, files, 'left'), await currenciesOf(warehouse, files, 'right')];
  const isUnknown = (currencies: readonly string[]) => currencies.length === 1 && currencies[0] === noCurrency.code;
  if (isUnknown(left) && isUnknown(right))
    return 'No file names a currency, so all amounts count as amounts of one currency with two decimals (XXX). Give it with --currency.';
  const side = isUnknown(left) ? 'left' : isUnknown(right) ? 'right' : undefined;
  const [other, another] = side === 'left' ? right : left;
  if (side === undefined || other === undefined || another !== undefined) return undefined;
  const ids = files.filter((file) => file.side === side).map(({ receiptId }) => receiptId);
  await execute(
    warehouse.connection,
    `update recon.match_line set currency = $other where receipt_id in (${ids.join(', ')})`,
    { other },
  );
  return `The ${side} side names no currency: its amounts count as ${other}, the currency of the other side.`;
}

/** A single opposite amount may be chance. */
const leastOpposite = 3;

/** Whether matching amounts have opposite signs, by the terms or by the files. */
async function isTurned({ connection }: Warehouse, files: readonly SideFile[], { sign }: MatchTerms): Promise<boolean> {
  if (sign !== undefined) return sign === 'opposite';
  const [row] = await readRows(connection, await sqlStatement('match_files', 'match_signs'), {
    files: filesParameter(files),
  });
  const linesOf = (side: SideName) => files.reduce((sum, file) => sum + (file.side === side ? file.lines : 0), 0);
  const opposite = row === undefined ? 0 : numberOf(row, 'opposite');
  const same = row === undefined ? 0 : numberOf(row, 'same');
  return opposite > same && opposite >= Math.min(leastOpposite, linesOf('left'), linesOf('right'));
}

/** Refuses a pass that does not exist, and a setting of a search that is not what it has to be. Throws MATCH_TERMS_WRONG and MATCHING_PASS_WRONG. */
export async function checkPasses(
  { connection }: Warehouse,
  passes: readonly DeclaredPass[],
  file: string,
): Promise<void> {
  const rows = await readRows(
    connection,
    `select distinct function_name as name from duckdb_functions() where schema_name = 'recon' and starts_with(function_name, 'match_')
       and list_contains(parameters, 'records')`,
  );
  const queries = rows.map((row) => textOf(row, 'name').replace(/^match_/, '')).filter((name) => name !== 'candidate');
  const known = [...queries, ...Object.keys(searchPasses)].sort();
  for (const pass of passes) {
    if (!known.includes(pass.pass))
      throw new TieoutError({
        code: 'MATCH_TERMS_WRONG',
        message: `There is no pass named ${pass.pass}.`,
        remedy: `Use one of: ${known.join(', ')}.`,
        place: { file, key: 'passes' },
        exitStatus: 2,
      });
    const search = searchPasses[pass.pass];
    if (search !== undefined) checkSearch(search, { ...pass, file });
  }
}

/** titles: what each side is, for people. */
type MatchRequest = {
  terms: MatchTerms;
  passes: readonly DeclaredPass[];
  titles: Readonly<Record<SideName, string>>;
  decisions: readonly MatchDecision[];
};

/** Runs the passes on the records without a decision. Returns a sentence for people about decisions whose records are not in the files. */
async function matchWithDecisions(
  { connection }: Warehouse,
  passes: readonly DeclaredPass[],
  decisions: readonly MatchDecision[],
): Promise<string | undefined> {
  const step = async (name: string, bound?: Bound) =>
    execute(connection, await sqlStatement('match_files', name), bound);
  await step('match_identity_make');
  const numbered = decisions.map(({ is_match, records, by, note }, index) => ({
    decision_no: index + 1,
    is_match,
    records,
    decided_by: by,
    note,
  }));
  await step('match_decided_make', { decisions: JSON.stringify(numbered) });
  const isDecided = decisions.length > 0;
  if (isDecided) for (const name of ['match_decided_take', 'match_decided_remove']) await step(name);
  await matchRecords(connection, { reconciliation: 'match', company: 'match', passes });
  if (!isDecided) return undefined;
  const names = ['match_decided_return', 'match_decided_made', 'match_decided_insert', 'match_refused_delete'];
  for (const name of names) await step(name);
  const [row] = await readRows(connection, 'select count(*) as n from recon.match_decided where not is_complete');
  const open = row === undefined ? 0 : numberOf(row, 'n');
  if (open === 0) return undefined;
  return `${open === 1 ? '1 decision names' : `${open} decisions name`} records that are not in these files, and changes nothing.`;
}

/** The notes of a matching: what was assumed about the files, as sentences for people. */
export type Matched = { notes: string[] };

/**
 * Matches the lines of both sides, and keeps the result in recon.match_result and recon.match_result_record. Throws
 * MATCHING_PASS_FAILED.
 */
export async function matchSides(
  warehouse: Warehouse,
  files: readonly SideFile[],
  { terms, passes, titles, decisions }: MatchRequest,
): Promise<Matched> {
  const { connection } = warehouse;
  const currency = await settleCurrency(warehouse, files);
  const turned = await isTurned(warehouse, files, terms);
  const notes = [
    ...(currency === undefined ? [] : [currency]),
    ...(turned
      ? ['Matching amounts have opposite signs: those of the right side are shown with the sign of the left side.']
      : []),
  ];
  await execute(connection, await sqlStatement('match_files', 'match_record_insert'), {
    files: filesParameter(files),
    turned,
  });
  // the lines are records now, and both would be in memory
  await execute(connection, 'truncate raw.bank_statement_line');
  await execute(connection, 'truncate recon.match_line');
  const decided = await matchWithDecisions(warehouse, passes, decisions);
  if (decided !== undefined) notes.push(decided);
  for (const step of ['match_result_make', 'match_result_record_make', 'match_rejected']) {
    const sql = await sqlStatement('match_files', step);
    await execute(
      connection,
      sql,
      sql.includes('$left_title') ? { left_title: titles.left, right_title: titles.right } : undefined,
    );
  }
  return { notes };
}
