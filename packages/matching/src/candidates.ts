import { digitSlips, type Fee, lessFee, nearShare, relationOf } from './amounts.ts';
import { type ComparedTexts, hasText, type Numbered, type Word } from './compared-texts.ts';
import { evidenceOf, likeliestEvidence, ofNumbers } from './evidence.ts';
import { firstFrom } from './first-from.ts';
import { firstLag, lastLag } from './learned.ts';
import type { Rarity } from './rarity.ts';
import type { Reach, Reaches } from './reach.ts';
import type { WeighedRecord } from './record.ts';
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

/** Right records in the order of days. */
type InOrder = { days: number[]; texts: ComparedTexts[] };

/** Right records by what left ones may have in common with them. */
type Index = {
  byAmount: Map<number, InOrder>;
  byWord: Map<Word, Map<number, InOrder>>;
  byNumber: Map<Numbered, InOrder>;
};

/** The amounts under which a right record is found: its own, and with its fee. */
const amountsOf = ({ amount, fee }: WeighedRecord): number[] => (fee ? [amount, amount + fee, amount - fee] : [amount]);

const inOrder = (records: readonly WeighedRecord[]): WeighedRecord[] =>
  records.toSorted((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1));

function addTo<K>(lists: Map<K, InOrder>, key: K, texts: ComparedTexts): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, { days: [texts.record.day], texts: [texts] });
  else {
    list.days.push(texts.record.day);
    list.texts.push(texts);
  }
}

function amountIndex(sorted: readonly WeighedRecord[], { textsOf }: Rarity): Index['byAmount'] {
  const byAmount: Index['byAmount'] = new Map();
  for (const right of sorted) for (const amount of amountsOf(right)) addTo(byAmount, amount, textsOf(right));
  return byAmount;
}

function indexOf(rights: readonly WeighedRecord[], rarity: Rarity): Index {
  const sorted = inOrder(rights);
  const index: Index = { byAmount: amountIndex(sorted, rarity), byWord: new Map(), byNumber: new Map() };
  for (const right of sorted) {
    const texts = rarity.textsOf(right);
    for (const number of texts.numbers.all) addTo(index.byNumber, number, texts);
    const size = sizeKey(Math.sign(right.amount), binOf(right.amount));
    for (const word of texts.names.all) {
      const bySize = index.byWord.get(word) ?? new Map<number, InOrder>();
      index.byWord.set(word, bySize);
      addTo(bySize, size, texts);
    }
  }
  return index;
}

/** A list of some dozens is faster than a set. */
function addOnce(found: ComparedTexts[], texts: ComparedTexts | undefined): void {
  if (texts !== undefined && !found.includes(texts)) found.push(texts);
}

/**
 * Adds the records of a list that are nearest in time to a left record, within the window. Where there are more of them than the limit,
 * returns the days to the nearest that is not added.
 */
function addNearest(
  { day }: WeighedRecord,
  list: InOrder | undefined,
  limit: number,
  found: ComparedTexts[],
): Reach | undefined {
  if (list === undefined) return undefined;
  const { days, texts } = list;
  let after = firstFrom(days, (each) => each, day);
  let before = after - 1;
  for (let count = 0; ; count += 1) {
    const earlier = day - (days[before] ?? -Infinity);
    const later = (days[after] ?? Infinity) - day;
    const isEarlier = earlier <= -firstLag;
    const isLater = later <= lastLag;
    if (!isEarlier && !isLater) return undefined;
    if (count === limit) return { earlier: isEarlier ? earlier : Infinity, later: isLater ? later : Infinity };
    if (isLater && (!isEarlier || later <= earlier)) {
      addOnce(found, texts[after]);
      after += 1;
    } else {
      addOnce(found, texts[before]);
      before -= 1;
    }
  }
}

/** The amounts of possible partners of a left record: its own, and less its stated fee. */
const exactAmounts = ({ amount, fee }: WeighedRecord): number[] =>
  fee ? [amount, amount - fee, amount + fee] : [amount];

/** The words of a left record that the right side knows, the rarest first. */
const rarestWords = ({ names }: ComparedTexts): Word[] =>
  names.all
    .filter(({ times }) => times > 0)
    .sort((a, b) => a.times - b.times || (a.text < b.text ? -1 : 1))
    .slice(0, mostWords);

/** Whether two records have a number in common. */
const sharesNumber = (left: ComparedTexts, right: ComparedTexts): boolean =>
  left.numbers.all.some((number) => hasText(right.numbers, number));

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
    const texts = rarity.textsOf(left);
    const found: ComparedTexts[] = [];
    const take = (list: InOrder | undefined, limit = most) => {
      const reach = addNearest(left, list, limit, found);
      if (list !== undefined && reach !== undefined) reaches.cut(left, list.texts, reach);
    };
    for (const amount of exactAmounts(left)) take(byAmount.get(amount));
    for (const amount of [-left.amount, ...digitSlips(left.amount)])
      addNearest(left, byAmount.get(amount), mostSlips, found);
    for (const number of texts.numbers.all) take(byNumber.get(number));
    const bin = binOf(left.amount);
    for (const word of rarestWords(texts)) {
      const bySize = byWord.get(word);
      for (const each of [bin - 1, bin, bin + 1]) take(bySize?.get(sizeKey(Math.sign(left.amount), each)), mostOfWord);
    }
    for (const other of found) {
      const { record: right } = other;
      const relation = relationOf(left, right, []);
      if (relation === 'differs' && !sharesNumber(texts, other)) continue;
      const pair = { left, right, evidence: likeliestEvidence(texts, other, relation, 0, rarity), weight: 0 };
      // most candidates are hopeless whatever their numbers
      if (!isKept(pair)) continue;
      pair.evidence.number = ofNumbers(texts, other);
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
  const byAmount = amountIndex(inOrder(rights), rarity);
  const explained: Weighed[] = [];
  for (const left of lefts) {
    if (left.amount <= 0) continue;
    const amounts = new Set(fees.flatMap((fee) => [-100, 0, 100].map((cents) => lessFee(left.amount, fee) + cents)));
    const texts = rarity.textsOf(left);
    const found: ComparedTexts[] = [];
    for (const amount of amounts) addNearest(left, byAmount.get(amount), most, found);
    for (const other of found) {
      const { record: right } = other;
      if (relationOf(left, right, fees) === 'learned_fee')
        explained.push({
          left,
          right,
          evidence: evidenceOf(texts, other, 'learned_fee', fees.length, rarity),
          weight: 0,
        });
    }
  }
  const byLeft = new Map<WeighedRecord, Set<WeighedRecord>>();
  for (const { left, right } of explained) byLeft.set(left, (byLeft.get(left) ?? new Set()).add(right));
  return [...pairs.filter(({ left, right }) => !byLeft.get(left)?.has(right)), ...explained];
}
