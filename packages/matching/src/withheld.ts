import type { Fee } from './amounts.ts';
import { numberEvidence } from './evidence.ts';
import { firstLag, lastLag } from './learned.ts';
import type { Rarity } from './rarity.ts';
import { groupBy, type WeighedRecord } from './record.ts';

/** Ten-thousandths in a cent. */
const cent = 100;
/**
 * The shares of an amount that may be withheld. Smaller ones are near amounts, whose fees are learned from pairs; greater ones are more
 * often a first instalment, whose rest comes after the files end.
 */
const [leastShare, mostShare] = [0.05, 0.2012];
/** A share that is known less exactly is no evidence: an amount that is too small for its cents. */
const widest = 0.0012;
/** A word or number of more records holds too many pairs. */
const mostRecords = 60;
/** The fewest records that show a share, the greatest probability of as many by chance, and how many shares are learned. */
const [leastVotes, mostChance, mostFound] = [5, 1e-5, 3];

/** Whether what is missing was paid as well, in one or two amounts: an instalment, from which nothing was withheld. */
const isPaidBy = (less: number, paid: ReadonlySet<number>): boolean =>
  paid.has(less) || [...paid].some((amount) => amount > 0 && amount < less && paid.has(less - amount));

/** The shares of whole amounts are few, and meet by chance where no reference says which records belong together. */
const isRound = ({ amount }: WeighedRecord): boolean => amount % (100 * cent) === 0;

function isReferred(left: WeighedRecord, right: WeighedRecord, rarity: Rarity): boolean {
  const number = numberEvidence(left, right, rarity);
  return number.kind === 'shared' && number.isReference;
}

/** A left and a right record with a name or number in common, and the shares of the left amount that may be withheld. */
type Vote = { left: WeighedRecord; right: WeighedRecord; low: number; high: number };

function votesOf(lefts: readonly WeighedRecord[], rights: readonly WeighedRecord[], rarity: Rarity): Vote[] {
  const textsIn = (record: WeighedRecord) => {
    const { names, numbers } = rarity.textsOf(record);
    return [...names.all, ...numbers.all];
  };
  const byText = groupBy(rights, textsIn);
  return lefts.flatMap((left) => {
    if (left.amount <= 0) return [];
    const found = new Set<WeighedRecord>();
    for (const text of textsIn(left)) {
      const sharing = byText.get(text) ?? [];
      if (sharing.length <= mostRecords) for (const right of sharing) found.add(right);
    }
    const paid = new Set([...found].map(({ amount }) => amount));
    return [...found].flatMap((right): Vote[] => {
      const less = left.amount - right.amount;
      const [low, high] = [(less - 0.6 * cent) / left.amount, (less + 0.6 * cent) / left.amount];
      const lag = right.day - left.day;
      if (low < leastShare || high > mostShare || high - low > widest || lag < firstLag || lag > lastLag) return [];
      if (isPaidBy(less, paid) || (isRound(left) && isRound(right) && !isReferred(left, right, rarity))) return [];
      return [{ left, right, low, high }];
    });
  });
}

/** A vote for each two amounts: prices that many pay would be votes for the share between them as often as they are paid. */
const ofAmounts = (votes: readonly Vote[]): Vote[] => [
  ...new Map(votes.map((vote) => [`${vote.left.amount} ${vote.right.amount}`, vote])).values(),
];

/** The number of different amounts of a side, of the side with fewer. */
const amountsIn = (votes: readonly Vote[]): number =>
  Math.min(new Set(votes.map(({ left }) => left.amount)).size, new Set(votes.map(({ right }) => right.amount)).size);

/** The shares that most votes have in common, from `low` to `high`, with these votes. */
function deepest(votes: readonly Vote[]): { low: number; high: number; of: readonly Vote[] } | undefined {
  const ends = votes.flatMap((vote) => [
    { at: vote.low, vote, opens: true },
    { at: vote.high, vote, opens: false },
  ]);
  ends.sort((a, b) => a.at - b.at || Number(b.opens) - Number(a.opens));
  const open = new Set<Vote>();
  let best: { low: number; high: number; of: readonly Vote[] } | undefined;
  for (const [index, { at, vote, opens }] of ends.entries()) {
    if (!opens) open.delete(vote);
    else if (open.add(vote).size > (best?.of.length ?? 0)) {
      // the votes stay in common until the first of them ends
      best = { low: at, high: ends[index + 1]?.at ?? at, of: [...open] };
    }
  }
  return best;
}

/** The logarithm of the probability that a number of `mean` events by chance is at least `times`. */
function chanceOfMany(times: number, mean: number): number {
  let logarithm = -mean;
  for (let each = 1; each <= times; each += 1) logarithm += Math.log(mean / each);
  // the further terms are a geometric series at most
  return times > mean ? logarithm - Math.log(1 - mean / (times + 1)) : 0;
}

/** The roundest percentage between two shares, in hundredths: a multiple of 0.5, 0.1 or 0.01 %, or their middle. */
function roundest(low: number, high: number): number {
  for (const step of [50, 10, 1]) {
    const at = Math.ceil((low * 10_000) / step) * step;
    if (at <= high * 10_000) return at;
  }
  return ((low + high) / 2) * 10_000;
}

/**
 * The percentages that are withheld from payments, such as a tax: what the amounts of records without a likely partner have in common
 * where a name or number holds them together, and chance would hardly show. They teach the amounts of further pairs.
 */
export function withheldShares(
  lefts: readonly WeighedRecord[],
  rights: readonly WeighedRecord[],
  rarity: Rarity,
): Fee[] {
  let votes = ofAmounts(votesOf(lefts, rights, rarity));
  const fees: Fee[] = [];
  while (fees.length < mostFound) {
    const best = deepest(votes);
    if (best === undefined) return fees;
    const times = amountsIn(best.of);
    const mean = votes.reduce((sum, { low, high }) => sum + high - low, 0) / (mostShare - leastShare);
    // each vote is a place at which others may meet
    const chance = Math.log(votes.length) + chanceOfMany(times, mean);
    if (times < leastVotes || chance > Math.log(mostChance)) return fees;
    fees.push({ basisPoints: roundest(best.low, best.high), flat: 0 });
    const shown = new Set(best.of.flatMap(({ left, right }) => [left, right]));
    votes = votes.filter(({ left, right }) => !shown.has(left) && !shown.has(right));
  }
  return fees;
}
