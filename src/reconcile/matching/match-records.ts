import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows, sqlText } from '../../warehouse/duckdb-values.ts';
import type { DeclaredPass } from './declared-pass.ts';
import { isSearch, runSearch, type SearchMemory, searchPasses } from './search-passes.ts';

type Matching = {
  reconciliation: string;
  passes: readonly DeclaredPass[];
  /** The most steps of the sum search over all totals of a currency and sign. */
  mostSteps?: number | undefined;
};

/** Passes that may find further matches after other matches: a chain of reversals, or a description that was the second best. */
const repeated: readonly string[] = ['offsetting', 'similar_description'];
const mostRounds = 10;
const mostSumSteps = 10_000_000;

const scope = ({ reconciliation }: Matching): string => `reconciliation = ${sqlText(reconciliation)}`;

/** Passes of sql/match that match a record at most once by construction, and need no check. */
const trusted: readonly string[] = [
  'same_identifier',
  'same_reference_and_amount',
  'same_reference',
  'normalised_reference',
  'shared_key',
  'until_full',
  'amount_in_window',
  'offsetting',
  'in_time_order',
  'similar_description',
  ...Object.keys(searchPasses),
];

/** One pass over the unmatched records, for its sure matches or its suggestions, with its number in recon.match_made. */
type Making = { pass: DeclaredPass; passNo: number; madeNo: number; isSuggested: boolean; memory: SearchMemory };

async function forget(connection: DuckDBConnection, { reconciliation }: Matching): Promise<void> {
  await execute(
    connection,
    `delete from recon.match_found where made_no in (select made_no from recon.match_made where reconciliation = $reconciliation)`,
    { reconciliation },
  );
  await execute(
    connection,
    'delete from recon.match_made where reconciliation = $reconciliation and made_no not in (select made_no from recon.match_found)',
    { reconciliation },
  );
}

async function declare(connection: DuckDBConnection, { reconciliation, passes }: Matching): Promise<Making[]> {
  await execute(connection, 'delete from recon.match_pass where reconciliation = $reconciliation', { reconciliation });
  const [last] = await readRows(connection, 'select coalesce(max(made_no), 0) as made_no from recon.match_made');
  const before = last === undefined ? 0 : numberOf(last, 'made_no');
  const weighed: SearchMemory['weighed'] = { currencies: new Map(), from: 0 };
  const memories = passes.map((): SearchMemory => ({ sums: new Map(), weighed }));
  const makings = [false, true].flatMap((isSuggested, phase) =>
    passes.map(
      (pass, index): Making => ({
        pass,
        passNo: index + 1,
        madeNo: before + phase * passes.length + index + 1,
        isSuggested,
        memory: memories[index] ?? { sums: new Map(), weighed },
      }),
    ),
  );
  if (passes.length === 0) return [];
  const name = sqlText(reconciliation);
  const made = makings.map(
    ({ pass, passNo, madeNo, isSuggested }) =>
      `(${madeNo}, ${name}, ${passNo}, ${sqlText(pass.pass)}, ${isSuggested}, null)`,
  );
  const declared = passes.map(
    ({ pass, settings }, index) => `(${name}, ${index + 1}, ${sqlText(pass)}, ${sqlText(JSON.stringify(settings))})`,
  );
  await execute(connection, `insert into recon.match_made values ${made.join(', ')}`);
  await execute(connection, `insert into recon.match_pass values ${declared.join(', ')}`);
  return makings;
}

/** The unmatched records, which are in one of two temporary tables in turn: each table is made from the other without the new matches. */
type Open = { table: string; turn: number; left: number; right: number };

async function countOpen(connection: DuckDBConnection, table: string): Promise<Pick<Open, 'left' | 'right'>> {
  const [counted] = await readRows(
    connection,
    `select count(*) filter (side = 'left') as left_count, count(*) filter (side = 'right') as right_count from ${table}`,
  );
  if (counted === undefined) return { left: 0, right: 0 };
  return { left: numberOf(counted, 'left_count'), right: numberOf(counted, 'right_count') };
}

async function openAll(connection: DuckDBConnection, matching: Matching): Promise<Open> {
  await execute(
    connection,
    `create or replace temporary view match_open as select * from recon.match_record where ${scope(matching)}`,
  );
  return { table: 'match_open', turn: 0, ...(await countOpen(connection, 'match_open')) };
}

async function withoutTaken(connection: DuckDBConnection, open: Open, { madeNo }: Making): Promise<Open> {
  const turn = open.turn + 1;
  const table = `match_open_${turn % 2}`;
  const side = (name: 'left' | 'right') => `
    select record.* from ${open.table} as record
    anti join (
      select unnest(${name}_keys) as record_key from recon.match_found where made_no = ${madeNo}
    ) as taken on taken.record_key = record.record_key
    where record.side = '${name}'`;
  await execute(connection, `create or replace temporary table ${table} as ${side('left')} union all ${side('right')}`);
  return { table, turn, ...(await countOpen(connection, table)) };
}

/** Passes that join records of one side. */
const withinOneSide: readonly string[] = ['offsetting'];

/**
 * Whether a pass has any records to match. Most days are matched by their first pass, and planning the query of a further pass takes
 * time.
 */
function hasRecords({ left, right }: Open, { pass: { pass } }: Making): boolean {
  const needsBothSides = trusted.includes(pass) && !withinOneSide.includes(pass);
  return needsBothSides ? left > 0 && right > 0 : left + right > 0;
}

async function runPass(
  connection: DuckDBConnection,
  matching: Matching,
  open: Open,
  { pass: { pass, settings, file }, passNo, madeNo, isSuggested, memory }: Making,
): Promise<number> {
  const search = isSearch(pass) ? searchPasses[pass] : undefined;
  if (search !== undefined) {
    const mostSteps = matching.mostSteps ?? mostSumSteps;
    return runSearch(search, {
      connection,
      table: open.table,
      madeNo,
      pass: { pass, settings },
      isSuggested,
      mostSteps,
      mostRounds,
      memory,
    });
  }
  const call = [sqlText(open.table), ...Object.entries(settings).map(([name, value]) => `${name} := ${value}`)];
  try {
    return await execute(
      connection,
      `insert into recon.match_found (made_no, left_keys, right_keys, runners_up, is_exhausted)
       select ${madeNo}, left_keys, right_keys, runners_up, is_exhausted
       from recon.match_${pass}(${call.join(', ')}) where coalesce(is_suggested, true) = ${isSuggested}`,
    );
  } catch (cause) {
    throw new TieoutError({
      code: 'MATCHING_PASS_FAILED',
      message: `Pass ${passNo} of ${matching.reconciliation} (${pass}) does not run: ${cause instanceof Error ? cause.message : String(cause)}`,
      remedy: 'Compare its name and settings with the head of the pass in sql/match.',
      place: { file: file ?? `sql/reconcile/${matching.reconciliation}.sql` },
      cause,
    });
  }
}

async function makePass(connection: DuckDBConnection, matching: Matching, open: Open, making: Making): Promise<Open> {
  let now = open;
  for (let round = 0; round < mostRounds && hasRecords(now, making); round += 1) {
    const taken = await runPass(connection, matching, now, making);
    if (taken === 0) break;
    now = await withoutTaken(connection, now, making);
    if (!repeated.includes(making.pass.pass)) break;
  }
  await keepBounds(connection, now, making);
  return now;
}

/** Passes of sql/match with a query for the records that they leave out (sql/match/bounded.sql). */
const bounded: readonly string[] = ['in_time_order', 'similar_description'];

/** Keeps which records a pass left out because there were too many. */
async function keepBounds(
  connection: DuckDBConnection,
  open: Open,
  { pass: { pass, settings }, madeNo, isSuggested }: Making,
): Promise<void> {
  if (!isSuggested || !bounded.includes(pass) || open.left === 0 || open.right === 0) return;
  const call = [sqlText(open.table), ...Object.entries(settings).map(([name, value]) => `${name} := ${value}`)];
  await execute(
    connection,
    `update recon.match_made set bounds = (
       select list({ bound: 'equal_amounts', currency: null::text, left_keys: left_keys, right_keys: right_keys })
       from (
         select coalesce(list(record_key) filter (side = 'left'), []) as left_keys,
           coalesce(list(record_key) filter (side = 'right'), []) as right_keys
         from recon.bounded_${pass}(${call.join(', ')}) having count(*) > 0
       )
     ) where made_no = ${madeNo}`,
  );
}

/** Refuses the result of a user's own pass that matches a record twice, or a record that is already matched. */
async function refuseWrongRecords(connection: DuckDBConnection, matching: Matching): Promise<void> {
  const [first] = await readRows(
    connection,
    `select member.record_key, count(*) as times, string_agg(distinct member.pass, ', ' order by member.pass) as passes
     from (select * from recon.match_member where ${scope(matching)}) as member
     left join (select * from recon.match_record where ${scope(matching)}) as record
       on record.side = member.side and record.record_key = member.record_key
     group by member.side, member.record_key
     having count(*) > 1 or count(record.record_key) = 0 order by member.record_key limit 1`,
  );
  if (first === undefined) return;
  const times = numberOf(first, 'times');
  const file = matching.passes.findLast((pass) => pass.file !== undefined)?.file;
  throw new TieoutError({
    code: 'MATCHED_TWICE',
    message: `Record ${String(first.record_key)} of ${matching.reconciliation} is ${times > 1 ? `in ${times} matches` : 'matched and is not a record'} (${String(first.passes)}).`,
    remedy: 'A pass must match each of its records at most once: correct the pass that was added last.',
    place: { file: file ?? `sql/reconcile/${matching.reconciliation}.sql` },
  });
}

/**
 * Matches the records of a reconciliation (recon.match_record) in the passes that it declares, the strictest first, each
 * over all unmatched records. Ambiguous records are left until no pass finds a further sure match, and are then matched as
 * suggestions. Earlier matches are replaced (recon.match_found).
 */
export async function matchRecords(connection: DuckDBConnection, matching: Matching): Promise<void> {
  await forget(connection, matching);
  const makings = await declare(connection, matching);
  let open = await openAll(connection, matching);
  for (const making of makings) open = await makePass(connection, matching, open, making);
  if (matching.passes.some(({ pass }) => !trusted.includes(pass))) await refuseWrongRecords(connection, matching);
  await execute(connection, 'drop view if exists match_open');
  for (const turn of [0, 1]) await execute(connection, `drop table if exists temp.match_open_${turn}`);
}
