import type { DuckDBConnection } from '@duckdb/node-api';
import { chanceOfSum, type SumItem, type SumQuestion, searchSums } from 'tieout-matching';
import { groupedBy } from '../../domain/grouped-by.ts';
import { numberOf, readRows, textOf, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { writeBounds } from './bounds.ts';
import { type DeclaredPass, numberSetting, textSetting } from './declared-pass.ts';
import { type FoundMatch, writeFound } from './write-found.ts';

type OpenRecord = SumItem & {
  side: string;
  partition: string;
  isNamed: boolean;
  reference: string | null;
};

type Found = {
  total: OpenRecord;
  items: string[];
  others: string[][];
  isExhausted: boolean;
  chance: bigint;
  /** Whether records that only a customer has in common have different references. */
  isContradicted: boolean;
};

const moneyScale = 10_000;

function openRecord(row: WarehouseRow): OpenRecord {
  const amount = row.amount;
  if (typeof amount !== 'bigint') throw new TypeError('amount is not a whole number');
  return {
    side: textOf(row, 'side'),
    key: textOf(row, 'record_key'),
    partition: textOf(row, 'partition'),
    isNamed: row.is_named === true,
    reference: row.reference === null ? null : textOf(row, 'reference'),
    amount,
    day: numberOf(row, 'day'),
  };
}

/** The open records by currency, sign and key. Only records of the same partition can be part of a sum. */
async function readPartitions(
  connection: DuckDBConnection,
  table: string,
  net: string,
  within: string,
): Promise<Map<string, OpenRecord[]>> {
  const rows = await readRows(
    connection,
    `select side, record_key, reference,
       concat_ws('|', reconciliation, currency, amount > 0, key) as partition,
       (abs(amount - case when $net in (side, 'both') then coalesce(fee, 0) else 0 end) * ${moneyScale})::bigint as amount,
       occurred_on - date '2000-01-01' as day,
       recon.match_names_someone(concat_ws(' ', counterparty, description)) as is_named
     from (
       select *, case $within
         when 'group' then group_key
         when 'counterparty' then if(recon.match_names_someone(counterparty), lower(trim(counterparty)), null)
         else ''
       end as key
       from ${table}
     ) where amount <> 0 and key is not null order by partition, day, side, occurred_at, record_key`,
    { net, within },
  );
  return groupedBy(rows.map(openRecord), ({ partition }) => partition);
}

type Settings = {
  totalSide: string;
  /** Days from the item to the total: an item on the left comes before a total on the right. */
  earliest: number;
  latest: number;
  mostItems: number;
  isSameDay: boolean;
  isNameless: boolean;
  within: string;
  tolerance: bigint;
  mostChance: bigint;
  mostSuggested: bigint;
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
    within: textSetting(pass, 'within', ''),
    tolerance: BigInt(Math.round(numberSetting(pass, 'absolute', 0) * moneyScale)),
    mostChance: BigInt(Math.round(numberSetting(pass, 'most_chance', 0.005) * 10_000)),
    mostSuggested: BigInt(Math.round(numberSetting(pass, 'most_suggested', 0.5) * 10_000)),
    mostStepsEach: numberSetting(pass, 'most_steps', 100_000),
  };
}

/** The number of items in the window of a total. */
function countInWindow(total: OpenRecord, itemsByDay: Map<number, OpenRecord[]>, settings: Settings): number {
  let count = 0;
  for (let day = total.day + settings.earliest; day <= total.day + settings.latest; day += 1)
    count += itemsByDay.get(day)?.length ?? 0;
  return count;
}

/** The items that may be part of a total: all items in its window or, with `same_day`, those of each day of the window separately. */
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
      leastItems: settings.within === '' ? 2 : 1,
      mostItems: settings.mostItems,
      // which of two equal payments paid an order does not matter; which of two equal orders is paid does
      isFirstTaken: settings.within === 'group' && settings.totalSide === 'left',
      mostSolutions,
      mostSteps: Math.min(settings.mostStepsEach, budget.steps),
    };
    const answer = searchSums(question);
    budget.steps -= answer.steps;
    isExhausted &&= answer.isExhausted;
    solutions.push(...answer.solutions);
    const [first] = answer.solutions;
    if (first !== undefined && settings.within === '') chance += chanceOfSum(question, first);
  }
  solutions.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
  const [items = [], ...others] = solutions;
  // a sum of two may lack references; of one amount, a customer alone is no proof
  const isOfAnother = ({ key, reference }: OpenRecord) =>
    items.includes(key) &&
    reference !== total.reference &&
    (items.length === 1 || (reference !== null && total.reference !== null));
  const isContradicted = settings.within === 'counterparty' && pools.flat().some(isOfAnother);
  return { total, items, others: others.slice(0, 3), isExhausted, chance, isContradicted };
}

/**
 * The results of earlier rounds of a pass, by amount and day of a total and the number of items in its window. Items are only removed,
 * so an equal number means the same items.
 */
export type SumMemory = Map<string, Found>;

/** cut: totals whose last search was cut short. */
function findIn(
  partition: readonly OpenRecord[],
  settings: Settings,
  budget: { steps: number },
  memory: SumMemory,
  cut: Set<OpenRecord>,
): Found[] {
  const itemsByDay = groupByDay(partition.filter(({ side }) => side !== settings.totalSide));
  const found: Found[] = [];
  for (const total of partition) {
    if (total.side !== settings.totalSide || (settings.isNameless && total.isNamed)) continue;
    const alike = [total.partition, total.amount, total.day, total.reference].join('|');
    // a sum that was not found among more items is not found among fewer
    if (memory.has(alike)) {
      cut.delete(total);
      continue;
    }
    const asked = `${alike}|${countInWindow(total, itemsByDay, settings)}`;
    const one = memory.get(asked) ?? findOne(total, poolsOf(total, itemsByDay, settings), settings, budget);
    memory.set(asked, one);
    if (one.items.length > 0) found.push({ ...one, total });
    else if (one.isExhausted) memory.set(alike, one);
    if (one.isExhausted) cut.delete(total);
    else cut.add(total);
  }
  return found;
}

/** Another total is no rival where its sum is more than this many times likelier to be chance. */
const likelier = 100n;

/** The sure matches: the only solution, an exhaustive search, unlikely to be chance, and no rival total for an item. */
function sureOnes(found: readonly Found[], mostChance: bigint): Found[] {
  const claimed = found.flatMap((one) => [...new Set([one.items, ...one.others].flat())].map((key) => ({ key, one })));
  const claims = groupedBy(claimed, ({ key }) => key);
  return found.filter((one) => {
    const { items, others, isExhausted, chance } = one;
    if (others.length > 0 || !isExhausted || one.isContradicted || chance > mostChance) return false;
    const isRival = (other: Found) => other !== one && other.chance <= (chance === 0n ? 1n : chance) * likelier;
    return !items.some((key) => claims.get(key)?.some((claim) => isRival(claim.one)));
  });
}

/**
 * The likeliest suggestions first, each record once; a sum that chance is expected to show proves nothing. The order does not depend on
 * the order of arrival.
 */
function bestSuggestions(found: readonly Found[], mostSuggested: bigint): Found[] {
  const used = new Set<string>();
  const order = [...found].sort(
    (a, b) =>
      Number(a.chance - b.chance) ||
      a.items.length - b.items.length ||
      a.total.day - b.total.day ||
      (a.total.key < b.total.key ? -1 : 1),
  );
  return order.filter(({ items, chance }) => {
    if (chance > mostSuggested || items.some((key) => used.has(key))) return false;
    for (const key of items) used.add(key);
    return true;
  });
}

/** The matches as rows, with the other sums that fit as runners-up. */
function rowsOf(totalSide: string, found: readonly Found[]): FoundMatch[] {
  const itemSide = totalSide === 'left' ? 'right' : 'left';
  return found.map(({ total, items, others, isExhausted }) => ({
    left_keys: totalSide === 'left' ? [total.key] : items,
    right_keys: totalSide === 'left' ? items : [total.key],
    runners_up: others.map((other) => other.map((key) => `${itemSide}:${key}`).join(' + ')),
    is_exhausted: isExhausted,
  }));
}

/** The matches of a partition, round by round: a match may make the rest unique. */
function takeFrom(
  partition: readonly OpenRecord[],
  settings: Settings,
  { isSuggested, mostSteps, mostRounds }: SumSearch,
  memory: SumMemory,
  cut: Set<OpenRecord>,
): Found[] {
  const taken: Found[] = [];
  // each partition has its own budget, because the data of one currency must not change the matches of another
  const budget = { steps: mostSteps };
  let open = partition;
  for (let round = 0; round < mostRounds; round += 1) {
    const found = findIn(open, settings, budget, memory, cut);
    const now = isSuggested ? bestSuggestions(found, settings.mostSuggested) : sureOnes(found, settings.mostChance);
    if (now.length === 0) break;
    taken.push(...now);
    const totals = new Set(now.map(({ total }) => total.key));
    const items = new Set(now.flatMap((one) => one.items));
    open = open.filter(({ side, key }) => !(side === settings.totalSide ? totals : items).has(key));
  }
  return taken;
}

type SumSearch = { isSuggested: boolean; mostSteps: number; mostRounds: number };

/**
 * Pass: one record of a side is the sum of two to `most_items` records of the other within a window of days (`days_before`,
 * `days_after`, as in the other passes; `same_day`: the items are all of one day; `total_side`; `net`; `absolute`; `nameless`: totals
 * that name a person are left out). A match is sure only when it is the only solution, the search was exhaustive, and a sum by chance is
 * unlikely (`most_chance`); it is suggested up to `most_suggested`. `within`: all records have one `group` or one `counterparty`; then
 * one item is enough, chance is not counted, and records of one customer with different references are never sure. The steps are
 * limited: `most_steps` for a total, `mostSteps` for a currency and sign over all rounds. `memory` is kept from the sure matches
 * to the suggestions, so no search is repeated.
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
  const partitions = await readPartitions(connection, table, textSetting(pass, 'net', 'none'), settings.within);
  const cut = new Set<OpenRecord>();
  const taken = [...partitions.values()].flatMap((partition) => takeFrom(partition, settings, search, memory, cut));
  if (search.isSuggested && cut.size > 0) {
    const keys = [...cut].map(({ key }) => key);
    const [left_keys, right_keys] = settings.totalSide === 'left' ? [keys, []] : [[], keys];
    await writeBounds(connection, madeNo, [{ bound: 'steps', currency: null, left_keys, right_keys }]);
  }
  return writeFound(connection, madeNo, rowsOf(settings.totalSide, taken));
}
