import type { DeclaredPass } from '../../src/reconcile/matching/declared-pass.ts';
import { readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { bookOf, type GivenRecord, keyInBook, keyOf, matched, putRecords } from './matching.ts';

/** A fixed permutation: the positions of a shuffled list. */
export const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value, index) => ({ value, place: (index * 7919 + 13) % 10_007 }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** The sure matches. */
export const sure = (matches: readonly WarehouseRow[]) => matches.filter(({ is_suggested }) => is_suggested === false);
/** The keys of a side of a match. */
export const keysOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Matches as text, so that they compare without their record keys. A name is of a key within its book. */
export function asText(matches: readonly WarehouseRow[], nameOf = (key: string) => key): string[] {
  const side = (keys: unknown) =>
    keysOf(keys)
      .map((key) => nameOf(keyInBook(key)))
      .sort()
      .join('+');
  const book = (match: WarehouseRow) => bookOf(keysOf(match.left_keys)[0] ?? keysOf(match.right_keys)[0] ?? '');
  return matches
    .map((match) => `${book(match)} ${match.pass}: ${side(match.left_keys)} = ${side(match.right_keys)}`)
    .sort();
}

type Ledger = { records: readonly GivenRecord[]; truth: readonly { keys: readonly string[] }[] };

/** How many matches of ledgers are sure and suggested, how many of them are right, and how many are true. */
export async function countRight(warehouse: Warehouse, ledgers: readonly Ledger[], declared: readonly DeclaredPass[]) {
  await putRecords(
    warehouse,
    ledgers.flatMap(({ records }) => records),
  );
  await matched(warehouse, declared);
  const found = await readRows(
    warehouse.connection,
    `select array_to_string(list_sort(list_concat(left_keys, right_keys)), ',') as keys, is_suggested
     from recon.match`,
  );
  const truth = new Set(
    ledgers.flatMap(({ records, truth: matches }) =>
      matches.map(({ keys }) => keys.map((key) => keyOf({ ...records[0], key })).join()),
    ),
  );
  const rightOf = (matches: readonly WarehouseRow[]) => matches.filter(({ keys }) => truth.has(String(keys))).length;
  const suggested = found.filter(({ is_suggested }) => is_suggested === true);
  return {
    sure: sure(found).length,
    right: rightOf(sure(found)),
    suggested: suggested.length,
    suggestedRight: rightOf(suggested),
    truths: truth.size,
  };
}
