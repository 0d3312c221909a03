import { digitSlips, type Fee, lessFee, nearShare, relationOf } from './amounts.ts';
import { evidenceOf, type Pair } from './evidence.ts';
import { firstLag, lastLag } from './learned.ts';
import type { Rarity } from './rarity.ts';
import { groupBy, type WeighedRecord } from './record.ts';

/** The most records that a record is compared with because of one amount, number or word with a near amount: the nearest in time. */
const most = 12;
/** The same for amounts that a slip of digits or of the sign makes. */
const mostSlips = 2;
/** How many of its words a left record is looked up by, the rarest first. */
const mostWords = 3;
/** Two near amounts (nearShare) are in the same or in neighbouring bins. */
const binOf = (amount: number): number => Math.floor(Math.log(Math.abs(amount)) / Math.log(1 + nearShare * 1.2));
const wordKey = (word: string, sign: number, bin: number): string => `${word}|${sign}|${bin}`;

/** Right records by what left ones may have in common with them, each list in the order of days. */
type Index = {
  byAmount: Map<number, WeighedRecord[]>;
  byWord: Map<string, WeighedRecord[]>;
  byNumber: Map<string, WeighedRecord[]>;
};

/** The amounts under which a right record is found: its own, and with its fee. */
const amountsOf = ({ amount, fee }: WeighedRecord): number[] => (fee ? [amount, amount + fee, amount - fee] : [amount]);

const inOrder = (records: readonly WeighedRecord[]): WeighedRecord[] =>
  records.toSorted((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1));

function indexOf(rights: readonly WeighedRecord[], { stopWords }: Rarity): Index {
  const sorted = inOrder(rights);
  return {
    byAmount: groupBy(sorted, amountsOf),
    byWord: groupBy(sorted, ({ names, amount }) =>
      names.filter((word) => !stopWords.has(word)).map((word) => wordKey(word, Math.sign(amount), binOf(amount))),
    ),
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

/** The records of a list that are nearest in time to a left record, within the window. */
function nearest({ day }: WeighedRecord, list: readonly WeighedRecord[] | undefined, limit: number): WeighedRecord[] {
  if (list === undefined) return [];
  let after = placeOf(list, day);
  let before = after - 1;
  const found: WeighedRecord[] = [];
  while (found.length < limit) {
    const [earlier, later] = [list[before], list[after]];
    const isEarlier = earlier !== undefined && earlier.day - day >= firstLag;
    const isLater = later !== undefined && later.day - day <= lastLag;
    if (isLater && (!isEarlier || later.day - day <= day - earlier.day)) {
      found.push(later);
      after += 1;
    } else if (isEarlier) {
      found.push(earlier);
      before -= 1;
    } else break;
  }
  return found;
}

/** The amounts of possible partners of a left record: its own, and less its stated fee. */
const exactAmounts = ({ amount, fee }: WeighedRecord): number[] =>
  fee ? [amount, amount - fee, amount + fee] : [amount];

/** The words of a left record that the right side knows, the rarest first. */
function rarestWords({ names }: WeighedRecord, { words, stopWords }: Rarity): string[] {
  const times = (word: string) => words.right.get(word) ?? 0;
  return names
    .filter((word) => !stopWords.has(word) && times(word) > 0)
    .sort((a, b) => times(a) - times(b) || (a < b ? -1 : 1))
    .slice(0, mostWords);
}

/** A pair, unless its amounts differ and its records have no number in common. */
function pairOf(left: WeighedRecord, right: WeighedRecord, fees: readonly Fee[], rarity: Rarity): Pair | undefined {
  const relation = relationOf(left, right, fees);
  if (relation === 'differs' && !left.numbers.some((number) => right.numbers.includes(number))) return undefined;
  return { left, right, evidence: evidenceOf(left, right, relation, fees.length, rarity) };
}

/**
 * Pairs that may belong together: by amount, by a number in common, or by a rare word and an amount that is near. Left records with more
 * records in the window than they are compared with are added to `bounded`.
 */
export function candidates(
  lefts: readonly WeighedRecord[],
  rights: readonly WeighedRecord[],
  rarity: Rarity,
  bounded: Set<WeighedRecord>,
): Pair[] {
  const { byAmount, byWord, byNumber } = indexOf(rights, rarity);
  return lefts.flatMap((left) => {
    const found = new Set<WeighedRecord>();
    const take = (list: readonly WeighedRecord[] | undefined, limit = most) => {
      const near = nearest(left, list, limit);
      for (const right of near) found.add(right);
      if (limit === most && near.length === most && nearest(left, list, most + 1).length > most) bounded.add(left);
    };
    for (const amount of exactAmounts(left)) take(byAmount.get(amount));
    for (const amount of [-left.amount, ...digitSlips(left.amount)]) take(byAmount.get(amount), mostSlips);
    for (const number of left.numbers) take(byNumber.get(number));
    const bin = binOf(left.amount);
    for (const word of rarestWords(left, rarity))
      for (const each of [bin - 1, bin, bin + 1]) take(byWord.get(wordKey(word, Math.sign(left.amount), each)));
    return [...found].flatMap((right) => pairOf(left, right, [], rarity) ?? []);
  });
}

/** The pairs with fees that are learned meanwhile: further pairs whose amounts differ by them, and the same pairs with that reason. */
export function withFees(
  pairs: readonly Pair[],
  lefts: readonly WeighedRecord[],
  rights: readonly WeighedRecord[],
  fees: readonly Fee[],
  rarity: Rarity,
): Pair[] {
  const byAmount = groupBy(inOrder(rights), amountsOf);
  const explained: Pair[] = [];
  for (const left of lefts) {
    if (left.amount <= 0) continue;
    const amounts = new Set(fees.flatMap((fee) => [-100, 0, 100].map((cents) => lessFee(left.amount, fee) + cents)));
    const found = new Set([...amounts].flatMap((amount) => nearest(left, byAmount.get(amount), most)));
    for (const right of found) {
      const pair = pairOf(left, right, fees, rarity);
      if (pair?.evidence.relation === 'learned_fee') explained.push(pair);
    }
  }
  const byLeft = new Map<WeighedRecord, Set<WeighedRecord>>();
  for (const { left, right } of explained) byLeft.set(left, (byLeft.get(left) ?? new Set()).add(right));
  return [...pairs.filter(({ left, right }) => !byLeft.get(left)?.has(right)), ...explained];
}
