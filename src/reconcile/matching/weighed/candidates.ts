import { digitSlips, type Fee, lessFee, nearShare, relationOf } from './amounts.ts';
import type { Word } from './compared-texts.ts';
import { evidenceOf } from './evidence.ts';
import { firstLag, lastLag } from './learned.ts';
import type { Rarity } from './rarity.ts';
import type { Reach, Reaches } from './reach.ts';
import { groupBy, type WeighedRecord } from './record.ts';
import type { Weighed } from './weight.ts';

/** The most records that a record is compared with because of one amount or number: the nearest in time. */
const most = 12;
/** The same for a word and one of the three sizes of near amounts. */
const mostOfWord = 4;
/** The same for amounts that a slip of digits or of the sign makes. */
const mostSlips = 2;
/** How many of its words a left record is looked up by, the rarest first. */
const mostWords = 3;
/** Two near amounts (nearShare) are in the same or in neighbouring bins. */
const binOf = (amount: number): number => Math.floor(Math.log(Math.abs(amount)) / Math.log(1 + nearShare * 1.2));
const sizeKey = (sign: number, bin: number): number => sign * (bin + 1);

/** Records by a word and the size of their amount. */
type ByWord = Map<Word, Map<number, WeighedRecord[]>>;

/** Right records by what left ones may have in common with them, each list in the order of days. */
type Index = {
  byAmount: Map<number, WeighedRecord[]>;
  byWord: ByWord;
  byNumber: Map<string, WeighedRecord[]>;
};

/** The amounts under which a right record is found: its own, and with its fee. */
const amountsOf = ({ amount, fee }: WeighedRecord): number[] => (fee ? [amount, amount + fee, amount - fee] : [amount]);

const inOrder = (records: readonly WeighedRecord[]): WeighedRecord[] =>
  records.toSorted((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1));

function wordIndex(records: readonly WeighedRecord[], { textsOf }: Rarity): ByWord {
  const index: ByWord = new Map();
  for (const record of records) {
    const size = sizeKey(Math.sign(record.amount), binOf(record.amount));
    for (const word of textsOf(record).names.all) {
      const bySize = index.get(word) ?? new Map<number, WeighedRecord[]>();
      index.set(word, bySize);
      const list = bySize.get(size);
      if (list === undefined) bySize.set(size, [record]);
      else list.push(record);
    }
  }
  return index;
}

function indexOf(rights: readonly WeighedRecord[], rarity: Rarity): Index {
  const sorted = inOrder(rights);
  return {
    byAmount: groupBy(sorted, amountsOf),
    byWord: wordIndex(sorted, rarity),
    byNumber: groupBy(sorted, ({ numbers }) => numbers),
  };
}

/** The place of the first record of a list that is not before a day. */
function placeOf(list: readonly WeighedRecord[], day: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A list of some dozens is faster than a set. */
function addOnce(found: WeighedRecord[], record: WeighedRecord): void {
  if (!found.includes(record)) found.push(record);
}

/**
 * Adds the records of a list that are nearest in time to a left record, within the window. Where there are more of them than the limit,
 * returns the days to the nearest that is not added.
 */
function addNearest(
  { day }: WeighedRecord,
  list: readonly WeighedRecord[] | undefined,
  limit: number,
  found: WeighedRecord[],
): Reach | undefined {
  if (list === undefined) return undefined;
  let after = placeOf(list, day);
  let before = after - 1;
  for (let count = 0; ; count += 1) {
    const [earlier, later] = [list[before], list[after]];
    const isEarlier = earlier !== undefined && earlier.day - day >= firstLag;
    const isLater = later !== undefined && later.day - day <= lastLag;
    if (!isEarlier && !isLater) return undefined;
    if (count === limit)
      return {
        earlier: isEarlier ? day - earlier.day : Number.POSITIVE_INFINITY,
        later: isLater ? later.day - day : Number.POSITIVE_INFINITY,
      };
    if (isLater && (!isEarlier || later.day - day <= day - earlier.day)) {
      addOnce(found, later);
      after += 1;
    } else if (isEarlier) {
      addOnce(found, earlier);
      before -= 1;
    }
  }
}

/** The amounts of possible partners of a left record: its own, and less its stated fee. */
const exactAmounts = ({ amount, fee }: WeighedRecord): number[] =>
  fee ? [amount, amount - fee, amount + fee] : [amount];

/** The words of a left record that the right side knows, the rarest first. */
const rarestWords = (left: WeighedRecord, { textsOf }: Rarity): Word[] =>
  textsOf(left)
    .names.all.filter(({ times }) => times > 0)
    .sort((a, b) => a.times - b.times || (a.text < b.text ? -1 : 1))
    .slice(0, mostWords);

/** Whether two records have a number in common. */
const sharesNumber = (left: WeighedRecord, right: WeighedRecord): boolean =>
  left.numbers.some((number) => right.numbers.includes(number));

/**
 * lefts, rights: the records of both sides; reaches: where a record has more possible partners than it is compared with;
 * isKept: weighs a pair, and says whether it is kept.
 */
type CandidatesRequest = {
  lefts: readonly WeighedRecord[];
  rights: readonly WeighedRecord[];
  rarity: Rarity;
  reaches: Reaches;
  isKept: (pair: Weighed) => boolean;
};

/**
 * Pairs that may belong together: by amount, by a number in common, or by a rare word and an amount that is near. Where the amounts
 * differ, the records have a number in common.
 */
export function candidates({ lefts, rights, rarity, reaches, isKept }: CandidatesRequest): Weighed[] {
  const { byAmount, byWord, byNumber } = indexOf(rights, rarity);
  const pairs: Weighed[] = [];
  for (const left of lefts) {
    const found: WeighedRecord[] = [];
    const take = (list: readonly WeighedRecord[] | undefined, limit = most) => {
      const reach = addNearest(left, list, limit, found);
      if (list !== undefined && reach !== undefined) reaches.cut(left, list, reach);
    };
    for (const amount of exactAmounts(left)) take(byAmount.get(amount));
    for (const amount of [-left.amount, ...digitSlips(left.amount)])
      addNearest(left, byAmount.get(amount), mostSlips, found);
    for (const number of left.numbers) take(byNumber.get(number));
    const bin = binOf(left.amount);
    for (const word of rarestWords(left, rarity)) {
      const bySize = byWord.get(word);
      for (const each of [bin - 1, bin, bin + 1]) take(bySize?.get(sizeKey(Math.sign(left.amount), each)), mostOfWord);
    }
    for (const right of found) {
      const relation = relationOf(left, right, []);
      if (relation === 'differs' && !sharesNumber(left, right)) continue;
      const pair = { left, right, evidence: evidenceOf(left, right, relation, 0, rarity), weight: 0 };
      if (isKept(pair)) pairs.push(pair);
    }
  }
  return pairs;
}

/** The pairs with fees that are learned meanwhile: further pairs whose amounts differ by them, and the same pairs with that reason. */
export function withFees(
  pairs: readonly Weighed[],
  lefts: readonly WeighedRecord[],
  rights: readonly WeighedRecord[],
  fees: readonly Fee[],
  rarity: Rarity,
): Weighed[] {
  const byAmount = groupBy(inOrder(rights), amountsOf);
  const explained: Weighed[] = [];
  for (const left of lefts) {
    if (left.amount <= 0) continue;
    const amounts = new Set(fees.flatMap((fee) => [-100, 0, 100].map((cents) => lessFee(left.amount, fee) + cents)));
    const found: WeighedRecord[] = [];
    for (const amount of amounts) addNearest(left, byAmount.get(amount), most, found);
    for (const right of found)
      if (relationOf(left, right, fees) === 'learned_fee')
        explained.push({
          left,
          right,
          evidence: evidenceOf(left, right, 'learned_fee', fees.length, rarity),
          weight: 0,
        });
  }
  const byLeft = new Map<WeighedRecord, Set<WeighedRecord>>();
  for (const { left, right } of explained) byLeft.set(left, (byLeft.get(left) ?? new Set()).add(right));
  return [...pairs.filter(({ left, right }) => !byLeft.get(left)?.has(right)), ...explained];
}
