import { exactRelations } from './amounts.ts';
import type { Pair } from './evidence.ts';
import { isRare, type Rarity } from './rarity.ts';
import { groupBy, type WeighedRecord } from './record.ts';
import { isSimilarWord } from './text.ts';

/** The most days from a record to its copy. */
const mostDays = 7;
/** The days around two equal records in which an opposite one shows that the first was cancelled. */
const nearOpposite = 21;
/** How much less likely than its copy an original may be, as a logarithm: a copy is made after its original. */
const mostLess = 2;

type Weighed = Pair & { weight: number };
/** The open records of a side by their amount. */
type ByAmount = ReadonlyMap<number, readonly WeighedRecord[]>;

/** The words of a record that may identify somebody: those of the books, if it has any, since a bank adds its own. */
export function namesOf({ names, side }: WeighedRecord, { words, count, stopWords }: Rarity): string[] {
  const rare = names.filter((word) => !stopWords.has(word) && isRare(words[side], count[side], word));
  const known = rare.filter((word) => words.left.has(word));
  return known.length > 0 ? known : rare;
}

/** Whether two records of one side name the same: each name of one is a name of the other, as far as it is spelt alike. */
export function isAlike(a: WeighedRecord, b: WeighedRecord, rarity: Rarity): boolean {
  const [first, second] = [namesOf(a, rarity), namesOf(b, rarity)];
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  return short.length > 0 && short.every((word) => long.some((other) => other === word || isSimilarWord(word, other)));
}

/** Whether a record is the copy of an earlier equal one: there are no others of this name and amount, and none that cancels the first. */
function isCopy(original: WeighedRecord, copy: WeighedRecord, byAmount: ByAmount, rarity: Rarity): boolean {
  const days = copy.day - original.day;
  if (days <= 0 || days > mostDays || !isAlike(original, copy, rarity)) return false;
  const alike = (amount: number) =>
    (byAmount.get(amount) ?? []).filter((other) => other.side === copy.side && isAlike(copy, other, rarity));
  if (alike(copy.amount).length !== 2) return false;
  return alike(-copy.amount).every((other) => Math.abs(other.day - copy.day) > nearOpposite);
}

/**
 * Records that repeat an earlier one and have no partner beside it: of two equal records with one partner, the later is the copy. Where
 * the days of the later fit its partner much better, nothing is known.
 */
export function copiesOf(
  pairs: readonly Weighed[],
  partners: ReadonlyMap<WeighedRecord, WeighedRecord>,
  open: Iterable<WeighedRecord>,
  rarity: Rarity,
): Set<WeighedRecord> {
  const byAmount = groupBy(open, ({ amount }) => [amount]);
  const weights = new Map<WeighedRecord, Map<WeighedRecord, number>>();
  const exact = pairs.filter(({ evidence: { relation } }) => exactRelations.includes(relation));
  for (const { left, right, weight } of exact)
    weights.set(left, (weights.get(left) ?? new Map<WeighedRecord, number>()).set(right, weight));
  const weightOf = (a: WeighedRecord, b: WeighedRecord): number =>
    (a.side === 'left' ? weights.get(a)?.get(b) : weights.get(b)?.get(a)) ?? -Infinity;
  const copies = new Set<WeighedRecord>();
  for (const { left, right } of exact)
    for (const [free, partner] of [
      [left, right],
      [right, left],
    ] as const) {
      const held = partners.get(partner);
      if (held === undefined || partners.has(free) || held.amount !== free.amount || held.fee !== free.fee) continue;
      const [original, copy] = free.day < held.day ? [free, held] : [held, free];
      if (weightOf(original, partner) < weightOf(copy, partner) - mostLess) continue;
      if (isCopy(original, copy, byAmount, rarity)) copies.add(copy);
    }
  return copies;
}
