import { nameEvidence, numberEvidence } from './evidence.ts';
import type { Scale } from './match-pairs.ts';
import { chanceOfAmount, isRare } from './rarity.ts';
import { groupBy, type WeighedRecord } from './record.ts';
import { grainOf, mostChanceOf, openOf, type SumMatch, sureSum, take, totalOf } from './sums.ts';
import { leastFound } from './weight.ts';

/** The most records of a group. */
const most = 160;
/** The fewest records of a word that is a kind of payment, and their share. */
const [leastOfKind, leastShare] = [5, 0.015];
/** The days from the last record of a group to the record of their sum. */
const [earliest, latest] = [-1, 7];
/** The greatest share of a sum that its amounts are multiples of. */
const mostGrain = 0.1;

/** What is likely to be paid as one: the left records of a reference, of a day, and of a day with a word in common. */
function groupsOf(lefts: readonly WeighedRecord[]): WeighedRecord[][] {
  const times = new Map<string, number>();
  for (const { words } of lefts) for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  const groups = groupBy(lefts, ({ amount, day, own, words }) => {
    const sign = Math.sign(amount);
    // a kind of payment, and not a name
    const kinds = words.filter((word) => (times.get(word) ?? 0) >= Math.max(leastOfKind, lefts.length * leastShare));
    return [
      ...own.map((number) => `${sign}|${number}|`),
      `${sign}|${day}`,
      ...kinds.map((word) => `${sign}|${day}|${word}`),
    ];
  });
  const distinct = new Map<string, WeighedRecord[]>();
  for (const records of groups.values())
    if (records.length >= 2 && records.length <= most)
      distinct.set(JSON.stringify(records.map(({ key }) => key)), records);
  return [...distinct.values()];
}

/**
 * Whether the texts of a right record speak against a group: it names somebody of the books, who is not named by each record of the group,
 * or has the number of something else.
 */
function contradicts(right: WeighedRecord, lefts: readonly WeighedRecord[], { rarity, learned }: Scale): boolean {
  const named = rarity.textsOf(right).identifying.filter(({ isKnown }) => isKnown);
  return lefts.some((left) => {
    const { kind } = numberEvidence(left, right, rarity);
    if (kind === 'unknown' || (kind === 'of_another' && learned.numberFound > leastFound)) return true;
    return named.some(({ text }) => !left.names.includes(text));
  });
}

/**
 * Who is named by the right record of a group and unknown to the books, if anybody: a provider, such as a payroll service, or a stranger.
 * A record that has a rare word of all descriptions of the group, such as "payroll", names what it is for.
 */
function strangerOf(right: WeighedRecord, lefts: readonly WeighedRecord[], { rarity }: Scale): string | undefined {
  if (!lefts.some((left) => nameEvidence(left, right, rarity).namesAnother)) return undefined;
  const isOfAll = (word: string) => lefts.every(({ words }) => words.includes(word));
  if (right.words.some((word) => isRare(rarity.words.right, rarity.count.right, word) && isOfAll(word)))
    return undefined;
  return rarity
    .textsOf(right)
    .identifying.map(({ text }) => text)
    .join(' ');
}

type Claim = { right: WeighedRecord; lefts: WeighedRecord[]; stranger: string | undefined };

/** Each right record with each group whose sum it is, with the stated fees or without them. */
function claimsOf(groups: readonly WeighedRecord[][], rights: readonly WeighedRecord[], scale: Scale): Claim[] {
  const byAmount = groupBy(rights, ({ amount }) => [amount]);
  return groups.flatMap((lefts) => {
    const gross = totalOf(lefts);
    const net = gross - lefts.reduce((sum, { fee }) => sum + (fee ?? 0), 0);
    const last = Math.max(...lefts.map(({ day }) => day));
    return [...new Set([gross, net])]
      .flatMap((amount) => byAmount.get(amount) ?? [])
      .filter(
        (right) => right.day - last >= earliest && right.day - last <= latest && !contradicts(right, lefts, scale),
      )
      .map((right) => ({ right, lefts, stranger: strangerOf(right, lefts, scale) }));
  });
}

/**
 * Sums of records that are likely to be paid together. No other sum claims their records, and a payer unknown to the books pays several such
 * sums. Their records are taken from the open records.
 */
export function sumsOfGroups(open: Set<WeighedRecord>, scale: Scale): SumMatch[] {
  const lefts = openOf(open, 'left');
  const groups = groupsOf(lefts);
  const claims = claimsOf(groups, openOf(open, 'right'), scale);
  const times = new Map<WeighedRecord, number>();
  for (const claim of claims)
    for (const record of [claim.right, ...claim.lefts]) times.set(record, (times.get(record) ?? 0) + 1);
  const days = Math.max(1, new Set(lefts.map(({ day }) => day)).size);
  // each group is tried gross and net
  const inWindow = 2 * (groups.length / days) * (latest - earliest + 1);
  const likely = claims.filter(({ right, lefts: items }) => {
    if ([right, ...items].some((record) => times.get(record) !== 1)) return false;
    return inWindow * chanceOfAmount(scale.rarity, right.amount) <= mostChanceOf(scale) && grainOf(items) <= mostGrain;
  });
  // a stranger may have the sum of a group by chance; a provider pays several groups
  const paid = new Map<string | undefined, number>();
  for (const { stranger } of likely) paid.set(stranger, (paid.get(stranger) ?? 0) + 1);
  return likely
    .filter(({ stranger }) => stranger === undefined || (paid.get(stranger) ?? 0) > 1)
    .map(({ right, lefts: items }) => take(open, sureSum(items, [right])));
}
