import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../../errors/tieout-error.ts';
import { execute, numberOf, readRows, sqlText } from '../../warehouse/border.ts';
import type { DeclaredPass } from './declared-pass.ts';
import { matchSums, sumPass } from './sum-in-window.ts';

export type Matching = {
  reconciliation: string;
  passes: readonly DeclaredPass[];
  /** One company, or every company that has records. */
  company?: string | undefined;
  /** What a sum search may cost over all totals of one pass, in steps; see sum-search.ts. */
  mostSteps?: number | undefined;
};

/** Passes that may find more once others are taken: a chain of reversals, a description that was second best. */
const repeated: readonly string[] = ['offsetting', 'similar_description', sumPass];
const mostRounds = 10;

const foundColumns =
  'reconciliation, company, pass_no, pass, left_keys, right_keys, is_suggested, runners_up, is_exhausted';

function scope({ reconciliation, company }: Matching): string {
  const only = company === undefined ? '' : ` and company = ${sqlText(company)}`;
  return `reconciliation = ${sqlText(reconciliation)}${only}`;
}

async function writeDeclaration(connection: DuckDBConnection, { reconciliation, passes }: Matching): Promise<void> {
  await execute(connection, 'delete from recon.match_pass where reconciliation = $reconciliation', { reconciliation });
  for (const [index, { pass, settings }] of passes.entries()) {
    await execute(connection, 'insert into recon.match_pass values ($reconciliation, $pass_no, $pass, $settings)', {
      reconciliation,
      pass_no: index + 1,
      pass,
      settings: JSON.stringify(settings),
    });
  }
}

/** The open records stand in one of two temporary tables in turn: the next is made from the last without what was taken. */
type Open = { table: string; turn: number };

async function openAll(connection: DuckDBConnection, matching: Matching): Promise<Open> {
  await execute(
    connection,
    `create or replace temporary view match_open as select * from recon.match_record where ${scope(matching)}`,
  );
  return { table: 'match_open', turn: 0 };
}

async function withoutTaken(
  connection: DuckDBConnection,
  matching: Matching,
  open: Open,
  passNo: number,
): Promise<Open> {
  const turn = open.turn + 1;
  const table = `match_open_${turn % 2}`;
  const side = (name: 'left' | 'right') => `
    select record.* from ${open.table} as record
    anti join (
      select company, unnest(${name}_keys) as record_key from recon.match_found where ${scope(matching)} and pass_no = ${passNo}
    ) as taken on taken.company = record.company and taken.record_key = record.record_key
    where record.side = '${name}'`;
  await execute(connection, `create or replace temporary table ${table} as ${side('left')} union all ${side('right')}`);
  return { table, turn };
}

async function runPass(
  connection: DuckDBConnection,
  matching: Matching,
  open: Open,
  passNo: number,
  { pass, settings, file }: DeclaredPass,
  isSuggested: boolean,
): Promise<number> {
  const call = [sqlText(open.table), ...Object.entries(settings).map(([name, value]) => `${name} := ${value}`)];
  try {
    return await execute(
      connection,
      `insert into recon.match_found (${foundColumns})
       select reconciliation, company, ${passNo}, ${sqlText(pass)}, left_keys, right_keys, ${isSuggested}, runners_up, is_exhausted
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

async function makePass(
  connection: DuckDBConnection,
  matching: Matching,
  open: Open,
  passNo: number,
  pass: DeclaredPass,
  isSuggested: boolean,
  hopeless: Set<string>,
): Promise<Open> {
  let now = open;
  for (let round = 0; round < mostRounds; round += 1) {
    const taken =
      pass.pass === sumPass
        ? await matchSums(connection, now.table, passNo, pass, isSuggested, hopeless, matching.mostSteps)
        : await runPass(connection, matching, now, passNo, pass, isSuggested);
    if (taken === 0) break;
    now = await withoutTaken(connection, matching, now, passNo);
    if (!repeated.includes(pass.pass)) break;
  }
  return now;
}

/** A pass of the user's own may give a record twice, or one that is not open: then the result cannot be trusted. */
async function refuseWrongRecords(connection: DuckDBConnection, matching: Matching): Promise<void> {
  const [first] = await readRows(
    connection,
    `select member.record_key, count(*) as times, string_agg(distinct member.pass, ', ' order by member.pass) as passes
     from (select * from recon.match_member where ${scope(matching)}) as member
     left join (select * from recon.match_record where ${scope(matching)}) as record
       on record.company = member.company and record.side = member.side and record.record_key = member.record_key
     group by member.company, member.side, member.record_key
     having count(*) > 1 or count(record.record_key) = 0 order by member.record_key limit 1`,
  );
  if (first === undefined) return;
  const times = numberOf(first, 'times');
  const file = matching.passes.findLast((pass) => pass.file !== undefined)?.file;
  throw new TieoutError({
    code: 'MATCHED_TWICE',
    message: `Record ${String(first.record_key)} of ${matching.reconciliation} is ${times > 1 ? `in ${times} matches` : 'matched and is none'} (${String(first.passes)}).`,
    remedy: 'A pass must give each record that it was given at most once: correct the pass that was added last.',
    place: { file: file ?? `sql/reconcile/${matching.reconciliation}.sql` },
  });
}

/** Passes of sql/match that give a record at most once by how they are written, and are not asked again. */
const trusted: readonly string[] = [
  'same_identifier',
  'same_reference_and_amount',
  'same_reference',
  'normalised_reference',
  'shared_key',
  'amount_in_window',
  'offsetting',
  'in_time_order',
  'similar_description',
  sumPass,
];

/**
 * Matches the records of a reconciliation (recon.match_record) in the passes that it declares, the strictest first, each
 * over all records that are still open. What could have gone another way is left open until no pass finds a sure match
 * any more, and is then written as a suggestion. What was matched before makes way (recon.match_found).
 */
export async function matchRecords(connection: DuckDBConnection, matching: Matching): Promise<void> {
  await writeDeclaration(connection, matching);
  await execute(connection, `delete from recon.match_found where ${scope(matching)}`);
  let open = await openAll(connection, matching);
  const hopeless = matching.passes.map(() => new Set<string>());
  for (const isSuggested of [false, true]) {
    for (const [index, pass] of matching.passes.entries()) {
      open = await makePass(connection, matching, open, index + 1, pass, isSuggested, hopeless[index] ?? new Set());
    }
  }
  if (matching.passes.some(({ pass }) => !trusted.includes(pass))) await refuseWrongRecords(connection, matching);
  await execute(connection, 'drop view if exists match_open');
  for (const turn of [0, 1]) await execute(connection, `drop table if exists temp.match_open_${turn}`);
}
