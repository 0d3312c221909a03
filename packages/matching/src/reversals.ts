import { isAlike } from './alike.ts';
import { exactRelations } from './amounts.ts';
import { matchPairs, type Scale } from './match-pairs.ts';
import { chanceOfAmount, type Rarity, shareOf } from './rarity.ts';
import { groupBy, type WeighedRecord } from './record.ts';
import { mostChanceOf } from './sums.ts';

/** The most days from a record to the one that cancels it. */
const mostDays = 21;

/** The weight from which a partner on the other side is possible. */
const leastPossible = -3;

/** Records of one side that cancel each other, the earlier first. */
export type Reversal = { first: WeighedRecord; later: WeighedRecord };

/** How likely chance gives a record that is linked to another as well as these two are: by a number, a name, or not at all; 1 where they name different ones. */
function chanceOfLink(first: WeighedRecord, later: WeighedRecord, { rarity }: Scale): number {
  const { numbers, words, count } = rarity;
  const { side } = later;
  const shared = later.numbers.filter((number) => first.numbers.includes(number));
  const chances = shared.map((number) => shareOf(numbers[side], count[side], number));
  // two of the books with different numbers are two
  const isOther = side === 'left' && shared.length === 0 && first.numbers.length > 0 && later.numbers.length > 0;
  if (!isOther && isAlike(first, later, rarity))
    chances.push(
      ...later.names
        .filter((word) => first.names.includes(word))
        .map((word) => shareOf(words[side], count[side], word)),
    );
  return Math.min(1, ...chances);
}

/**
 * The kinds of left records (words of their texts) that are paid in sums: hardly any of them has a partner of its own. What cancels them
 * is part of the sum as well.
 */
function kindsOfSums(open: ReadonlySet<WeighedRecord>, paired: ReadonlySet<WeighedRecord>): Set<string> {
  const counts = new Map<string, { all: number; paired: number }>();
  for (const record of open) {
    if (record.side === 'right') continue;
    for (const word of record.words) {
      const count = counts.get(word) ?? { all: 0, paired: 0 };
      counts.set(word, count);
      count.all += 1;
      if (paired.has(record)) count.paired += 1;
    }
  }
  return new Set([...counts].filter(([, { all, paired: some }]) => all >= 10 && some < all / 5).map(([word]) => word));
}

/** Whether two records have a word in common and do not name different ones. */
const isSameKind = (first: WeighedRecord, later: WeighedRecord, rarity: Rarity): boolean =>
  first.words.some((word) => later.words.includes(word)) &&
  (rarity.textsOf(first).identifying.length === 0 || rarity.textsOf(later).identifying.length === 0);

/**
 * A later record of the opposite amount without a possible partner on the other side, with the one earlier record that it can cancel: of its
 * name or number, or of an amount so rare that chance is unlikely. The earlier one may have a possible partner only where another record
 * takes it: what was entered, cancelled and entered again is paid once.
 */
export function reversalsOf(open: ReadonlySet<WeighedRecord>, scale: Scale): Reversal[] {
  const { rarity } = scale;
  const byAmount = groupBy(open, ({ amount }) => [amount]);
  const of = (amount: number, side: WeighedRecord['side']) =>
    (byAmount.get(amount) ?? []).filter((each) => each.side === side);
  const possible = new Set<WeighedRecord>();
  for (const pair of scale.pairs) {
    const { left, right, evidence } = pair;
    if (!open.has(left) || !open.has(right) || !exactRelations.includes(evidence.relation)) continue;
    if (pair.weight > leastPossible) possible.add(left).add(right);
  }
  const earlierOf = ({ amount, side, day }: WeighedRecord): WeighedRecord[] =>
    of(-amount, side).filter((first) => first.day <= day && day - first.day <= mostDays);
  // entered, cancelled and entered again: the partner is that of the last one
  const isRepeated = (first: WeighedRecord, later: WeighedRecord): boolean =>
    of(first.amount, first.side).some(
      (again) =>
        again !== first &&
        again.day >= later.day &&
        again.day - later.day <= mostDays &&
        !paired.has(again) &&
        isAlike(first, again, rarity),
    );
  const pairs = matchPairs(open, scale);
  const paired = new Set(pairs.flatMap(({ left, right }) => [left, right]));
  const kinds = kindsOfSums(open, paired);
  const claims: Reversal[] = [];
  for (const later of open) {
    if (possible.has(later)) continue;
    const earlier = earlierOf(later);
    const linked = earlier.filter((first) => chanceOfLink(first, later, scale) < 1);
    const numbered = earlier.filter(({ numbers }) => numbers.some((number) => later.numbers.includes(number)));
    const [first, ...others] = [numbered, linked, earlier].find(({ length }) => length > 0) ?? [];
    if (first === undefined || others.length > 0) continue;
    if (paired.has(first) && !isRepeated(first, later)) continue;
    if (first.words.some((word) => kinds.has(word) && later.words.includes(word))) continue;
    // what is cancelled cancels nothing itself
    if (earlierOf(first).some((before) => before !== later && chanceOfLink(before, first, scale) < 1)) continue;
    const chance =
      mostDays *
      (rarity.count[later.side] / rarity.span) *
      chanceOfAmount(rarity, later.amount) *
      chanceOfLink(first, later, scale);
    if (chance > mostChanceOf(scale)) continue;
    if (linked.length === 0 && !isSameKind(first, later, rarity)) continue;
    const isKnown = first.day === later.day && claims.some((claim) => claim.first === later && claim.later === first);
    if (!isKnown) claims.push({ first, later });
  }
  const times = new Map<WeighedRecord, number>();
  for (const { first, later } of claims) for (const each of [first, later]) times.set(each, (times.get(each) ?? 0) + 1);
  return claims.filter(({ first, later }) => times.get(first) === 1 && times.get(later) === 1);
}
