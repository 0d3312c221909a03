import type { DuckDBConnection } from '@duckdb/node-api';
import { type Found, firstLag, lastLag, OpenRecords, type PairSettings } from 'tieout-matching';
import { type Bounded, writeBounds } from './bounds.ts';
import { type DeclaredPass, listSetting, numberWithin, wrongSetting } from './declared-pass.ts';
import { readLeftOut, readRecords, readStopWords, readTaken } from './read-records.ts';
import { type FoundMatch, writeFound } from './write-found.ts';

/**
 * What the passes of one matching that weigh records know: each currency is read by the first of them. from: the making from
 * which its matches are not taken from the open records yet.
 */
export type Weighed = { currencies: Map<string, OpenRecords>; from: number };

/** The open records of a pass, and where its matches go. */
type Weighing = {
  connection: DuckDBConnection;
  table: string;
  madeNo: number;
  pass: DeclaredPass;
  isSuggested: boolean;
  weighed: Weighed;
};

/** Takes what other makings matched meanwhile from the open records, and reads what is not known. */
async function readOpen({ connection, table, madeNo, weighed }: Weighing): Promise<Iterable<OpenRecords>> {
  const { currencies } = weighed;
  if (currencies.size > 0) {
    const taken = await readTaken(connection, { from: weighed.from, before: madeNo });
    for (const records of currencies.values()) records.remove(taken);
  }
  weighed.from = madeNo;
  for await (const batch of readRecords(connection, table, [...currencies.keys()]))
    for (const { currency, record } of batch) {
      const records = currencies.get(currency) ?? new OpenRecords();
      currencies.set(currency, records);
      records.add(record);
    }
  return currencies.values();
}

/** Writes what a search finds in each currency, and returns the number of matches. leftOut: records that it is not given. */
async function search(
  weighing: Weighing,
  find: (records: OpenRecords, stopWords: readonly string[]) => Found,
  leftOut: readonly Bounded[] = [],
): Promise<number> {
  const { connection, madeNo, pass } = weighing;
  const stopWords = [...(await readStopWords(connection)), ...listSetting(pass, 'stop_words')];
  const rows: FoundMatch[] = [];
  const bounded = [...leftOut];
  for (const records of await readOpen(weighing)) {
    const { matches, bounds } = find(records, stopWords);
    for (const { lefts, rights, runnersUp, isExhausted, doubts } of matches)
      rows.push({
        ...{ left_keys: lefts, right_keys: rights },
        ...{ runners_up: runnersUp, is_exhausted: isExhausted, doubts },
      });
    for (const { bound, lefts, rights } of bounds)
      bounded.push({ bound, currency: null, left_keys: lefts, right_keys: rights });
  }
  await writeBounds(connection, madeNo, bounded);
  return writeFound(connection, madeNo, rows);
}

function flagOf(pass: DeclaredPass, name: string): boolean {
  const value = pass.settings[name] ?? 'false';
  if (value !== 'true' && value !== 'false') throw wrongSetting(pass, name, 'true or false');
  return value === 'true';
}

/** The settings of the pass. Throws MATCHING_PASS_WRONG where one is not what it has to be. */
export function limitsOf(pass: DeclaredPass): Pick<PairSettings, 'isExact' | 'mostFalse' | 'window'> {
  return {
    isExact: flagOf(pass, 'exact'),
    mostFalse: numberWithin(pass, 'most_false', 0, 0.5),
    window: {
      before: numberWithin(pass, 'days_before', 0, -firstLag),
      after: numberWithin(pass, 'days_after', 0, lastLag),
    },
  };
}

/**
 * Pass: pairs by all their evidence, weighed by how rare it is in the data (`exact`: equal amounts and known fees only; `days_before`,
 * `days_after`; `most_false`; further `stop_words`). Returns the number of matches.
 */
export async function matchByWeight(weighing: Weighing): Promise<number> {
  const limits = limitsOf(weighing.pass);
  const { connection, table, isSuggested } = weighing;
  // what is not exact is left to a later making of the pass
  if (limits.isExact && isSuggested) return 0;
  const leftOut = isSuggested ? await readLeftOut(connection, table) : [];
  return search(weighing, (records, stopWords) => records.pairs({ ...limits, isSuggested, stopWords }), leftOut);
}

/** Whether the pass looks for sums of days. Throws MATCHING_PASS_WRONG where the setting is not what it has to be. */
export const isByDay = (pass: DeclaredPass): boolean => flagOf(pass, 'by_day');

/**
 * Pass: sums that a number, a day or a name holds together, and batches of one kind less a fee (`by_day`: sums of records of a few days
 * that nothing but their amounts holds together, in place of sums of names). Returns the number of matches.
 */
export async function matchNamedSums(weighing: Weighing): Promise<number> {
  const byDay = isByDay(weighing.pass);
  const { isSuggested } = weighing;
  return search(weighing, (records, stopWords) => records.sums({ byDay, isSuggested, stopWords }));
}
