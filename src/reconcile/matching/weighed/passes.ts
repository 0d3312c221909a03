import type { DuckDBConnection } from '@duckdb/node-api';
import { type Bounded, boundedRecords, writeBounds } from '../bounds.ts';
import { type DeclaredPass, listSetting, numberWithin, wrongSetting } from '../declared-pass.ts';
import { type FoundMatch, writeFound } from '../write-found.ts';
import { exactRelations } from './amounts.ts';
import { batchesLessFees } from './batches.ts';
import { doubtsOf } from './doubts.ts';
import { firstLag, lastLag } from './learned.ts';
import { isSurePair, learnScale, matchPairs, type Scale } from './match-pairs.ts';
import { isCutWithin, type Window } from './reach.ts';
import { readLeftOut, readPartitions, readStopWords, readTaken } from './read-records.ts';
import { nameOf, type WeighedRecord } from './record.ts';
import { reversalsOf } from './reversals.ts';
import { teach } from './sums.ts';
import { sumsOfDays } from './sums-of-days.ts';
import { sumsOfGroups } from './sums-of-groups.ts';
import { sumsOfNames } from './sums-of-names.ts';
import { sumsOfNumbers } from './sums-of-numbers.ts';

export const weighedPass = 'weighed_evidence';
/** The settings of each pass with their defaults. */
export const weighedSettings: Readonly<Record<string, string>> = {
  exact: 'false',
  days_before: '7',
  days_after: '45',
  most_false: '0.002',
  stop_words: 'null',
};
export const namedSumsPass = 'sum_by_name';
export const namedSumsSettings: Readonly<Record<string, string>> = { by_day: 'false', stop_words: 'null' };

/** The open records of a company and currency, by their names in the order in which they were read, and what they teach by stop words. */
type Known = { company: string; open: Map<string, WeighedRecord>; scales: Map<string, Scale> };

/**
 * What the passes of one matching that weigh records know: each company and currency is read by the first of them, and learned from once
 * for all that have the same stop words. from: the making from which its matches are not taken from the open records yet.
 */
export type Weighed = { partitions: Map<string, Known>; from: number };

export const nothingWeighed = (): Weighed => ({ partitions: new Map(), from: 0 });

/** The open records of a pass, and where its matches go. */
export type Weighing = {
  connection: DuckDBConnection;
  table: string;
  madeNo: number;
  pass: DeclaredPass;
  isSuggested: boolean;
  weighed: Weighed;
};

const keysOf = (records: readonly WeighedRecord[]): string[] => records.map(({ key }) => key).sort();

/** Takes what other makings matched meanwhile from the open records, and reads what is not known. */
async function readOpen({ connection, table, madeNo, weighed }: Weighing): Promise<Iterable<Known>> {
  const { partitions } = weighed;
  const ofCompany = new Map<string, Known[]>();
  for (const known of partitions.values())
    ofCompany.set(known.company, [...(ofCompany.get(known.company) ?? []), known]);
  if (partitions.size > 0)
    for (const { company, name } of await readTaken(connection, { from: weighed.from, before: madeNo }))
      for (const { open } of ofCompany.get(company) ?? []) open.delete(name);
  weighed.from = madeNo;
  for (const { company, name, records } of await readPartitions(connection, table, [...partitions.keys()]))
    partitions.set(name, {
      company,
      open: new Map(records.map((record) => [nameOf(record), record])),
      scales: new Map(),
    });
  return partitions.values();
}

type Opened = { company: string; scale: Scale; open: Set<WeighedRecord> };

/** The open records of each company and currency that has some on both sides, with the scale of its first pass. */
async function openPartitions(weighing: Weighing): Promise<Opened[]> {
  const stopWords = await readStopWords(weighing.connection, listSetting(weighing.pass, 'stop_words'));
  const id = JSON.stringify([...stopWords]);
  const opened: Opened[] = [];
  for (const { company, open: records, scales } of await readOpen(weighing)) {
    const open = new Set(records.values());
    const sides = new Set([...open].map(({ side }) => side));
    if (sides.size < 2) continue;
    const known = scales.get(id) ?? learnScale([...open], stopWords);
    // records that are matched never open again
    const pairs = known.pairs.filter(({ left, right }) => open.has(left) && open.has(right));
    const scale = { ...known, pairs };
    scales.set(id, scale);
    opened.push({ company, scale, open });
  }
  return opened;
}

function flagOf(pass: DeclaredPass, name: string): boolean {
  const value = pass.settings[name] ?? 'false';
  if (value !== 'true' && value !== 'false') throw wrongSetting(pass, name, 'true or false');
  return value === 'true';
}

type Limits = { isExact: boolean; mostFalse: number; window: Window };

/** The settings of the pass. Throws MATCHING_PASS_WRONG where one is not what it has to be. */
export function limitsOf(pass: DeclaredPass): Limits {
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
  const { isExact, mostFalse, window } = limitsOf(weighing.pass);
  // what is not exact is left to a later making of the pass
  if (isExact && weighing.isSuggested) return 0;
  const rows: FoundMatch[] = [];
  const bounded: Bounded[] = weighing.isSuggested ? await readLeftOut(weighing.connection, weighing.table) : [];
  for (const { company, scale, open } of await openPartitions(weighing)) {
    if (!weighing.isSuggested)
      for (const { first, later } of reversalsOf(open, scale)) {
        for (const record of [first, later]) open.delete(record);
        const keys = keysOf([first, later]);
        const [left_keys, right_keys] = first.side === 'left' ? [keys, []] : [[], keys];
        rows.push({ company, left_keys, right_keys, runners_up: null, is_exhausted: null });
      }
    const unsolved = new Set<WeighedRecord>();
    const wanted = matchPairs(open, scale, window, unsolved).filter((pair) => {
      if (isExact && !exactRelations.includes(pair.evidence.relation)) return false;
      // what other passes made sure meanwhile is a suggestion as well
      return weighing.isSuggested || isSurePair(pair, mostFalse);
    });
    for (const pair of wanted)
      rows.push({
        company,
        left_keys: [pair.left.key],
        right_keys: [pair.right.key],
        runners_up: weighing.isSuggested ? pair.rivals.map(({ record }) => nameOf(record)) : null,
        is_exhausted: weighing.isSuggested ? pair.isExhausted : null,
        ...(weighing.isSuggested ? { doubts: doubtsOf(pair, scale.learned, pair.rivals.length > 0) } : {}),
      });
    if (!weighing.isSuggested) continue;
    const cut = [...scale.bounded].filter(([record, reach]) => open.has(record) && isCutWithin(reach, window));
    bounded.push(
      ...boundedRecords(
        'nearest',
        company,
        cut.map(([record]) => record),
      ),
    );
    bounded.push(...boundedRecords('group', company, unsolved));
  }
  await writeBounds(weighing.connection, weighing.madeNo, bounded);
  return writeFound(weighing.connection, weighing.madeNo, rows);
}

/** Whether the pass looks for sums of days. Throws MATCHING_PASS_WRONG where the setting is not what it has to be. */
export const isByDay = (pass: DeclaredPass): boolean => flagOf(pass, 'by_day');

/** The margin from which a record has a likely partner, and is no item of a sum. */
const likelyMargin = 4;

function likelyPartners(open: ReadonlySet<WeighedRecord>, scale: Scale): Set<WeighedRecord> {
  const pairs = matchPairs(open, scale).filter(
    ({ evidence: { relation }, margin }) => exactRelations.includes(relation) && margin > likelyMargin,
  );
  return new Set(pairs.flatMap(({ left, right }) => [left, right]));
}

/**
 * Pass: sums that a number, a day or a name holds together: one for several, several for one, and several for several with one number;
 * batches of one kind less a fee
 * (`by_day`: sums of records of a few days that nothing but their amounts holds together, in place of sums of names). Returns the number of matches.
 */
export async function matchNamedSums(weighing: Weighing): Promise<number> {
  const byDay = isByDay(weighing.pass);
  const rows: FoundMatch[] = [];
  const bounded: Bounded[] = [];
  for (const { company, scale, open } of await openPartitions(weighing)) {
    const bounds = {
      sums_of_number: new Set<WeighedRecord>(),
      sums_of_name: new Set<WeighedRecord>(),
      sums_of_days: new Set<WeighedRecord>(),
      steps: new Set<WeighedRecord>(),
    };
    const sums = [...sumsOfNumbers(open, scale, bounds.sums_of_number), ...sumsOfGroups(open, scale)];
    const paired = likelyPartners(open, scale);
    if (!weighing.isSuggested) teach(sums, scale);
    // one of the two passes suggests
    if (!byDay || !weighing.isSuggested) sums.push(...batchesLessFees(open, scale, paired, !weighing.isSuggested));
    if (byDay) sums.push(...sumsOfDays(open, scale, !weighing.isSuggested, bounds.sums_of_days));
    else sums.push(...sumsOfNames(open, scale, paired, bounds));
    if (weighing.isSuggested)
      bounded.push(
        ...boundedRecords('sums_of_number', company, bounds.sums_of_number),
        ...boundedRecords('sums_of_name', company, bounds.sums_of_name),
        ...boundedRecords('sums_of_days', company, bounds.sums_of_days),
        ...boundedRecords('steps', company, bounds.steps),
      );
    for (const { lefts, rights, others, isSure, isExhausted } of sums)
      if (isSure || weighing.isSuggested)
        rows.push({
          company,
          left_keys: keysOf(lefts),
          right_keys: keysOf(rights),
          runners_up: isSure ? null : others.map((items) => items.map(nameOf).join(' + ')),
          is_exhausted: isExhausted,
        });
  }
  await writeBounds(weighing.connection, weighing.madeNo, bounded);
  return writeFound(weighing.connection, weighing.madeNo, rows);
}
