import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, numberOf, readRows, textOf, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { type DeclaredPass, numberSetting, textSetting } from './declared-pass.ts';
import { chanceOfSum, type SumItem, type SumQuestion, searchSums } from './sum-search.ts';

/** The one pass that is not SQL: a search that can be cut short after so many steps cannot be said in it. */
export const sumPass = 'sum_in_window';

type OpenRecord = SumItem & { company: string; side: string; pot: string; isNamed: boolean };

type Found = {
  total: OpenRecord;
  items: string[];
  others: string[][];
  isExhausted: boolean;
  chance: bigint;
};

const moneyScale = 10_000;

function openRecord(row: WarehouseRow): OpenRecord {
  const amount = row.amount;
  if (typeof amount !== 'bigint') throw new TypeError('amount is not a whole number');
  return {
    company: textOf(row, 'company'),
    side: textOf(row, 'side'),
    key: textOf(row, 'record_key'),
    pot: textOf(row, 'pot'),
    isNamed: row.is_named === true,
    amount,
    day: numberOf(row, 'day'),
  };
}

/** The open records by company, currency and sign: only records of one pot can be parts of one sum. */
async function readPots(connection: DuckDBConnection, table: string, net: string): Promise<Map<string, OpenRecord[]>> {
  const rows = await readRows(
    connection,
    `select company, side, record_key, concat_ws('|', reconciliation, company, currency, amount > 0) as pot,
       (abs(amount - case when $net in (side, 'both') then coalesce(fee, 0) else 0 end) * ${moneyScale})::bigint as amount,
       occurred_on - date '2000-01-01' as day,
       recon.match_names_someone(concat_ws(' ', counterparty, description)) as is_named
     from ${table} where amount <> 0 order by pot, day, side, record_key`,
    { net },
  );
  const pots = new Map<string, OpenRecord[]>();
  for (const row of rows) {
    const record = openRecord(row);
    const pot = pots.get(record.pot);
    if (pot === undefined) pots.set(record.pot, [record]);
    else pot.push(record);
  }
  return pots;
}

type Settings = {
  totalSide: string;
  /** Days from the item to the total: an item on the left comes before a total on the right. */
  earliest: number;
  latest: number;
  mostItems: number;
  isSameDay: boolean;
  isNameless: boolean;
  tolerance: bigint;
  mostChance: bigint;
  mostStepsEach: number;
};

function settingsOf(pass: DeclaredPass): Settings {
  const totalSide = textSetting(pass, 'total_side', 'right');
  const before = numberSetting(pass, 'days_before', 0);
  const after = numberSetting(pass, 'days_after', 0);
  return {
    totalSide,
    earliest: totalSide === 'right' ? -after : -before,
    latest: totalSide === 'right' ? before : after,
    mostItems: numberSetting(pass, 'most_items', 5),
    isSameDay: pass.settings.same_day === 'true',
    isNameless: pass.settings.nameless === 'true',
    tolerance: BigInt(Math.round(numberSetting(pass, 'absolute', 0) * moneyScale)),
    mostChance: BigInt(Math.round(numberSetting(pass, 'most_chance', 0.005) * 10_000)),
    mostStepsEach: numberSetting(pass, 'most_steps', 100_000),
  };
}

/** How many items are in the window of a total. */
function countInWindow(total: OpenRecord, itemsByDay: Map<number, OpenRecord[]>, settings: Settings): number {
  let count = 0;
  for (let day = total.day + settings.earliest; day <= total.day + settings.latest; day += 1)
    count += itemsByDay.get(day)?.length ?? 0;
  return count;
}

/** The items that may be part of a total: all in its window, or with `same_day` each day of the window by itself. */
function poolsOf(total: OpenRecord, itemsByDay: Map<number, OpenRecord[]>, settings: Settings): OpenRecord[][] {
  const days: OpenRecord[][] = [];
  for (let day = total.day + settings.earliest; day <= total.day + settings.latest; day += 1) {
    const items = itemsByDay.get(day);
    if (items !== undefined) days.push(items);
  }
  return settings.isSameDay ? days : [days.flat()];
}

function groupByDay(items: readonly OpenRecord[]): Map<number, OpenRecord[]> {
  const byDay = new Map<number, OpenRecord[]>();
  for (const item of items) {
    const day = byDay.get(item.day);
    if (day === undefined) byDay.set(item.day, [item]);
    else day.push(item);
  }
  return byDay;
}

const mostSolutions = 4;

function findOne(total: OpenRecord, pools: OpenRecord[][], settings: Settings, budget: { steps: number }): Found {
  const solutions: string[][] = [];
  let isExhausted = true;
  let chance = 0n;
  for (const items of pools) {
    const question: SumQuestion = {
      total: total.amount,
      tolerance: settings.tolerance,
      items,
      mostItems: settings.mostItems,
      mostSolutions,
      mostSteps: Math.min(settings.mostStepsEach, budget.steps),
    };
    const answer = searchSums(question);
    budget.steps -= answer.steps;
    isExhausted &&= answer.isExhausted;
    solutions.push(...answer.solutions);
    const [first] = answer.solutions;
    if (first !== undefined) chance += chanceOfSum(question, first);
  }
  solutions.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
  const [items = [], ...others] = solutions;
  return { total, items, others: others.slice(0, 3), isExhausted, chance };
}

/**
 * What the rounds of a pass know already: the answer for a total of an amount and a day, with as many items in its window as
 * there are. Items are only ever taken away, so that as many are the same ones.
 */
export type SumMemory = Map<string, Found>;

function findIn(pot: readonly OpenRecord[], settings: Settings, budget: { steps: number }, memory: SumMemory): Found[] {
  const itemsByDay = groupByDay(pot.filter(({ side }) => side !== settings.totalSide));
  const found: Found[] = [];
  for (const total of pot) {
    if (total.side !== settings.totalSide || (settings.isNameless && total.isNamed)) continue;
    const alike = `${total.pot}|${total.amount}|${total.day}`;
    // what all was searched for in vain is not found in fewer items
    if (memory.has(alike)) continue;
    const asked = `${alike}|${countInWindow(total, itemsByDay, settings)}`;
    const one = memory.get(asked) ?? findOne(total, poolsOf(total, itemsByDay, settings), settings, budget);
    memory.set(asked, one);
    if (one.items.length > 0) found.push({ ...one, total });
    else if (one.isExhausted) memory.set(alike, one);
  }
  return found;
}

/** How much likelier to be chance another total's sum must be for it not to count against this one. */
const likelier = 100n;

/** Sure: the only solution, everything looked at, hardly by chance, and no other total has as good a claim to an item. */
function sureOnes(found: readonly Found[], mostChance: bigint): Found[] {
  const claims = new Map<string, Found[]>();
  for (const one of found) {
    for (const key of new Set([one.items, ...one.others].flat())) {
      const claimed = claims.get(key);
      if (claimed === undefined) claims.set(key, [one]);
      else claimed.push(one);
    }
  }
  return found.filter((one) => {
    const { items, others, isExhausted, chance } = one;
    if (others.length > 0 || !isExhausted || chance > mostChance) return false;
    const isRival = (other: Found) => other !== one && other.chance <= (chance === 0n ? 1n : chance) * likelier;
    return !items.some((key) => claims.get(key)?.some(isRival));
  });
}

/** The likeliest first, each record once; which comes first never depends on the order of arrival. */
function bestSuggestions(found: readonly Found[]): Found[] {
  const used = new Set<string>();
  const order = [...found].sort(
    (a, b) =>
      Number(a.chance - b.chance) ||
      a.items.length - b.items.length ||
      a.total.day - b.total.day ||
      (a.total.key < b.total.key ? -1 : 1),
  );
  return order.filter(({ items }) => {
    if (items.some((key) => used.has(key))) return false;
    for (const key of items) used.add(key);
    return true;
  });
}

async function write(
  connection: DuckDBConnection,
  madeNo: number,
  totalSide: string,
  found: readonly Found[],
): Promise<number> {
  if (found.length === 0) return 0;
  const itemSide = totalSide === 'left' ? 'right' : 'left';
  const rows = found.map(({ total, items, others, isExhausted }) => ({
    company: total.company,
    left_keys: totalSide === 'left' ? [total.key] : items,
    right_keys: totalSide === 'left' ? items : [total.key],
    runners_up: others.map((other) => other.map((key) => `${itemSide}:${key}`).join(' + ')),
    is_exhausted: isExhausted,
  }));
  return execute(
    connection,
    `insert into recon.match_found (made_no, company, left_keys, right_keys, runners_up, is_exhausted)
     select $made_no, company, left_keys, right_keys, runners_up, is_exhausted
     from (select unnest(from_json($rows,
       '[{"company":"text","left_keys":["text"],"right_keys":["text"],"runners_up":["text"],"is_exhausted":"boolean"}]'
     ), recursive := true))`,
    { made_no: madeNo, rows: JSON.stringify(rows) },
  );
}

/** What one round after the other takes of a pot: what was taken may make the rest the only way. */
function takeFrom(
  pot: readonly OpenRecord[],
  settings: Settings,
  { isSuggested, mostSteps, mostRounds }: SumSearch,
  memory: SumMemory,
): Found[] {
  const taken: Found[] = [];
  // each pot has a budget of its own: what one company sends in must not change what another gets
  const budget = { steps: mostSteps };
  let open = pot;
  for (let round = 0; round < mostRounds; round += 1) {
    const found = findIn(open, settings, budget, memory);
    const now = isSuggested ? bestSuggestions(found) : sureOnes(found, settings.mostChance);
    if (now.length === 0) break;
    taken.push(...now);
    const totals = new Set(now.map(({ total }) => total.key));
    const items = new Set(now.flatMap((one) => one.items));
    open = open.filter(({ side, key }) => !(side === settings.totalSide ? totals : items).has(key));
  }
  return taken;
}

export type SumSearch = { isSuggested: boolean; mostSteps: number; mostRounds: number };

/**
 * Pass: one record of a side is the sum of two to `most_items` records of the other within a window of days
 * (`days_before`, `days_after`, as in the other passes; `same_day`: the items are all of one day; `total_side`;
 * `net`; `absolute`; `nameless`: a total that names someone is that one's alone, and is left). Sure only when it is the one solution, all was searched, and chance would hardly have found one
 * (`most_chance`). The work is bounded in steps: `most_steps` a total, `mostSteps` for a company, currency and sign, in all
 * rounds together. `memory` is kept from the sure matches to the suggestions: what was answered is not asked again.
 */
export async function matchSums(
  connection: DuckDBConnection,
  table: string,
  madeNo: number,
  pass: DeclaredPass,
  search: SumSearch,
  memory: SumMemory,
): Promise<number> {
  const settings = settingsOf(pass);
  const pots = await readPots(connection, table, textSetting(pass, 'net', 'none'));
  const taken = [...pots.values()].flatMap((pot) => takeFrom(pot, settings, search, memory));
  return write(connection, madeNo, settings.totalSide, taken);
}
