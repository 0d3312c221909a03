import { noCurrency } from '../domain/currencies.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { DeclaredPass } from '../reconcile/matching/declared-pass.ts';
import { matchRecords } from '../reconcile/matching/match-records.ts';
import { problemOfPass, readPassMeaning, remedyOfPass } from '../reconcile/matching/own-pass.ts';
import { type Bound, execute, numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { missingColumns } from '../warehouse/load/missing-columns.ts';
import { dropFileLines } from '../warehouse/load/raw-rows.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import { convertCurrencies } from './convert-currencies.ts';
import type { MatchDecision } from './decisions.ts';
import { type MatchTerms, passesOfConverted } from './match-terms.ts';
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

/** Gives lines without a currency the only currency of all others. Returns a sentence for people about it. */
async function settleCurrency(
  { connection }: Warehouse,
  files: readonly SideFile[],
  { rates }: MatchTerms,
): Promise<string | undefined> {
  const ids = files.map(({ receiptId }) => receiptId).join(', ');
  const rows = await readRows(
    connection,
    `select distinct currency from recon.match_line where receipt_id in (${ids}) order by currency`,
  );
  const currencies = rows.map((row) => textOf(row, 'currency'));
  const stated = currencies.filter((currency) => currency !== noCurrency.code);
  if (stated.length === currencies.length) return undefined;
  // amounts of a currency that is converted are compared with those of the other one
  const known = [...new Set(stated.map((currency) => rates.find(({ from }) => from === currency)?.to ?? currency))];
  const [only, another] = known;
  if (only === undefined)
    return 'No file names a currency, so all amounts count as amounts of one currency with two decimals (XXX). Give it with --currency.';
  if (another !== undefined)
    return `Lines without a currency (XXX) match no line of ${known.join(', ')}: give their currency with --currency, or for a side in the terms.`;
  await execute(
    connection,
    `update recon.match_line set currency = $only where receipt_id in (${ids}) and currency = '${noCurrency.code}'`,
    { only },
  );
  return `Lines that name no currency count as ${only}, the currency ${stated.includes(only) ? 'of' : 'in which'} the other lines${stated.includes(only) ? '' : ' count'}.`;
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

/** Refuses a pass or a setting that does not exist, and a setting of a search that is not what it has to be. Throws MATCH_TERMS_WRONG and MATCHING_PASS_WRONG. */
export async function checkPasses(
  { connection }: Warehouse,
  passes: readonly DeclaredPass[],
  file: string,
): Promise<void> {
  const known = (await readPassMeaning()).map(({ name }) => name);
  for (const pass of passes) {
    const wrong = await problemOfPass(connection, known, { ...pass, file });
    if (wrong !== undefined)
      throw new TieoutError({
        code: 'MATCH_TERMS_WRONG',
        message: wrong.problem,
        remedy: remedyOfPass(wrong),
        place: { file, key: 'passes' },
        exitStatus: 2,
      });
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
  await matchRecords(connection, { reconciliation: 'match', passes });
  if (!isDecided) return undefined;
  const names = ['match_decided_return', 'match_decided_made', 'match_decided_insert', 'match_refused_delete'];
  for (const name of names) await step(name);
  const [row] = await readRows(connection, 'select count(*) as n from recon.match_decided where not is_complete');
  const open = row === undefined ? 0 : numberOf(row, 'n');
  if (open === 0) return undefined;
  return `${open === 1 ? '1 decision names' : `${open} decisions name`} records that are not in these files or count in several currencies, and changes nothing.`;
}

/** A sentence for people about unmatched records that were not compared with everything that they may belong to. */
async function boundsOf({ connection }: Warehouse): Promise<string | undefined> {
  const [row] = await readRows(
    connection,
    'select count(*) as n from (select distinct side, record_key from recon.match_bounded)',
  );
  const count = row === undefined ? 0 : numberOf(row, 'n');
  if (count === 0) return undefined;
  return `${count === 1 ? '1 unmatched record was' : `${count} unmatched records were`} not compared with all records that may belong to ${count === 1 ? 'it; its reason says' : 'them; their reasons say'} why.`;
}

/** notes: what was assumed about the files, as sentences for people; passes: those that were run. */
export type Matched = { notes: string[]; passes: readonly DeclaredPass[] };

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
  const currency = await settleCurrency(warehouse, files, terms);
  const turned = await isTurned(warehouse, files, terms);
  const missing = (['left', 'right'] as const).flatMap((side) => {
    const { counterparty, fee, number, identifier } = terms[side];
    const headers = files.filter((file) => file.side === side).map(({ header }) => header);
    return missingColumns(headers, { counterparty, fee, number, identifier }, side);
  });
  const notes = [
    ...files.flatMap(({ name, taken }) => taken.map((sentence) => `${name}: ${sentence}`)),
    ...missing,
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
  await dropFileLines(connection);
  await execute(connection, 'truncate recon.match_line');
  // a decision holds for the amounts of the files, whatever the rate
  await execute(connection, await sqlStatement('match_files', 'match_identity_make'));
  const converted = await convertCurrencies(warehouse, terms);
  notes.push(...converted.notes);
  const used = converted.isConverted ? passesOfConverted(terms, passes) : passes;
  const decided = await matchWithDecisions(warehouse, used, decisions);
  if (decided !== undefined) notes.push(decided);
  for (const step of ['match_result_make', 'match_result_record_make']) {
    const sql = await sqlStatement('match_files', step);
    await execute(
      connection,
      sql,
      sql.includes('$left_title') ? { left_title: titles.left, right_title: titles.right } : undefined,
    );
  }
  const bounds = await boundsOf(warehouse);
  if (bounds !== undefined) notes.push(bounds);
  return { notes, passes: used };
}
