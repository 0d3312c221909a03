import { alikeAmong, isAlike } from './alike.ts';
import { exactRelations } from './amounts.ts';
import type { Rarity } from './rarity.ts';
import type { WeighedRecord } from './record.ts';
import type { Weighed } from './weight.ts';

/** The most days from a record to its copy. */
const mostDays = 7;
/** The days around two equal records in which an opposite one shows that the first was cancelled. */
const nearOpposite = 21;
/** How much less likely than its copy an original may be, as a logarithm: a copy is made after its original. */
const mostLess = 2;

/** Whether a record is the copy of an earlier equal one: there are no others of this name and amount, and none that cancels the first. */
function isCopy(
  original: WeighedRecord,
  copy: WeighedRecord,
  alike: ReturnType<typeof alikeAmong>,
  rarity: Rarity,
): boolean {
  const days = copy.day - original.day;
  if (days <= 0 || days > mostDays || !isAlike(original, copy, rarity)) return false;
  if (alike(copy, copy.amount, 2).length !== 2) return false;
  return alike(copy, -copy.amount).every((other) => Math.abs(other.day - copy.day) > nearOpposite);
}

/**
 * Records that repeat an earlier one and have no partner beside it: of two equal records with one partner, the later is the copy. Where
 * the days of the later fit its partner much better, nothing is known. assigned: the pair of each record that has a partner.
 */
export function copiesOf(
  pairs: readonly Weighed[],
  assigned: ReadonlyMap<WeighedRecord, Weighed>,
  open: Iterable<WeighedRecord>,
  rarity: Rarity,
): Set<WeighedRecord> {
  const alike = alikeAmong(open, rarity);
  const copies = new Set<WeighedRecord>();
  for (const { left, right, weight, evidence } of pairs) {
    if (!exactRelations.includes(evidence.relation)) continue;
    for (const [free, partner] of [
      [left, right],
      [right, left],
    ] as const) {
      const other = assigned.get(partner);
      if (other === undefined || assigned.has(free)) continue;
      const held = other.left === partner ? other.right : other.left;
      if (held.amount !== free.amount || held.fee !== free.fee) continue;
      const ofHeld = exactRelations.includes(other.evidence.relation) ? other.weight : -Infinity;
      const [isFirst, original, copy] = free.day < held.day ? [true, free, held] : [false, held, free];
      const [ofOriginal, ofCopy] = isFirst ? [weight, ofHeld] : [ofHeld, weight];
      if (ofOriginal < ofCopy - mostLess || copies.has(copy)) continue;
      if (isCopy(original, copy, alike, rarity)) copies.add(copy);
    }
  }
  return copies;
}
