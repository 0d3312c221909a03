import { nearShare } from './amounts.ts';
import { type ComparedTexts, comparedTexts, type Weekdays } from './compared-texts.ts';
import type { Side, WeighedRecord } from './record.ts';

/**
 * The grain of an amount: the greatest power of ten, or five times it, that divides it and is at most half of it. Round amounts are more
 * common than others.
 */
function grainOf(amount: number): number {
  const most = Math.abs(amount) / 2;
  let grain = 1;
  while (amount % (grain * 10) === 0 && grain * 10 <= most) grain *= 10;
  return amount % (grain * 5) === 0 && grain * 5 <= most ? grain * 5 : grain;
}
/** Two bins for each doubling of the amount. */
const binOf = (amount: number): number => Math.floor(Math.log2(Math.abs(amount)) * 2);
const sizeKey = (sign: number, bin: number): string => `${sign}|${bin}`;
const grainKey = (grain: number, sign: number, bin: number): string => `${grain}|${sign}|${bin}`;

type Counts<K> = Map<K, number>;
type BySide<K> = Record<Side, Counts<K>>;

/** How often amounts, words and numbers occur on each side: what many records have identifies none of them. */
export type Rarity = {
  count: Record<Side, number>;
  words: BySide<string>;
  numbers: BySide<string>;
  /** The left records whose own reference has a number. */
  owners: Counts<string>;
  amounts: BySide<number>;
  /** Records of both sides by grain, sign and size of their amount, and by sign and size alone. */
  grains: Counts<string>;
  sizes: Counts<string>;
  /** Right records by day. */
  days: Counts<number>;
  /** The way of payment of a right record, as far as its texts show: its commonest word, and its direction. */
  methods: ReadonlyMap<WeighedRecord, string>;
  /** The weekdays on which right records of a method are booked. */
  weekdays: ReadonlyMap<string, Weekdays>;
  /** By the length of a number, the share of the right side's numbers of this length that are references of the left side. */
  known: ReadonlyMap<number, number>;
  /** The forms (method and length) of the right side's own numbers, which most of its records of a method have. */
  ownForms: ReadonlySet<string>;
  /** Days from the first to the last record, at least a week. */
  span: number;
  /** The words of the descriptions of the left side. */
  terms: ReadonlySet<string>;
  /** Words that name nobody. */
  stopWords: ReadonlySet<string>;
  /** The texts of a record as they are compared. */
  textsOf: (record: WeighedRecord) => ComparedTexts;
  /** The chances of amounts that were asked for (chanceOfAmount, chanceOfNear). */
  chances: Record<'equal' | 'near', Counts<number>>;
};

function add<K>(counts: Counts<K>, values: Iterable<K>): void {
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** The fewest numbers of a length from which their form says something. */
const leastOfForm = 5;

/** A number of more records of a side than this is a date or an account, and no reference. */
export const mostOfReference = 5;

/** Whether a number of the right side may be the reference of a record. */
export const mayRefer = ({ numbers }: Pick<Rarity, 'numbers'>, number: string): boolean =>
  (numbers.right.get(number) ?? 0) <= mostOfReference;

/** Whether numbers of a form refer to records of the left side, or are the other side's own numbering. */
function knownByLength(numbers: BySide<string>, owners: Counts<string>): Map<number, number> {
  const all = new Map<number, number>();
  const found = new Map<number, number>();
  for (const number of numbers.right.keys()) {
    if (!mayRefer({ numbers }, number)) continue;
    add(all, [number.length]);
    if (owners.has(number)) add(found, [number.length]);
  }
  return new Map(
    [...all].map(([length, count]) => [length, count < leastOfForm ? 0 : (found.get(length) ?? 0) / count]),
  );
}

const formKey = (method: string, number: string): string => `${method}|${number.length}`;
/** Most records of a method have a number of its own form, and hardly any of these is a reference. */
const [mostHave, hardlyKnown] = [0.3, 0.2];

function ownFormsOf(owners: Counts<string>, methods: ReadonlyMap<WeighedRecord, string>): Set<string> {
  const ofMethod: Counts<string> = new Map();
  const all: Counts<string> = new Map();
  const known: Counts<string> = new Map();
  for (const [right, method] of methods) {
    add(ofMethod, [method]);
    add(all, new Set(right.numbers.map((number) => formKey(method, number))));
    add(known, new Set(right.numbers.filter((number) => owners.has(number)).map((number) => formKey(method, number))));
  }
  const isOwn = ([form, times]: [string, number]): boolean =>
    times >= leastOfMethod &&
    times > mostHave * (ofMethod.get(form.slice(0, form.lastIndexOf('|'))) ?? 0) &&
    (known.get(form) ?? 0) < hardlyKnown * times;
  return new Set([...all].filter(isOwn).map(([form]) => form));
}

/** Whether a number of a right record is of the form in which its side numbers such records. */
export const isOwnNumber = (
  { ownForms, methods }: Pick<Rarity, 'ownForms' | 'methods'>,
  right: WeighedRecord,
  number: string,
): boolean => ownForms.has(formKey(methods.get(right) ?? '', number));

function methodOf({ names, amount }: WeighedRecord, words: Counts<string>): string {
  let [common, most] = ['', 0];
  for (const word of names) {
    const times = words.get(word) ?? 0;
    if (times > most) [common, most] = [word, times];
  }
  return `${Math.sign(amount)}${common}`;
}

function weekdaysWith(isBooked: readonly boolean[]): Weekdays {
  const before = isBooked.map((_, weekday) => isBooked.slice(0, weekday).filter(Boolean).length);
  return { inWeek: isBooked.filter(Boolean).length, before };
}

/** The fewest records of a method that show on which weekdays it is booked, and the least share of a weekday on which it is. */
const [leastOfMethod, leastOfWeekday] = [30, 0.02];
const weekdayOf = (day: number): number => ((day % 7) + 7) % 7;

function weekdaysOf(rights: readonly WeighedRecord[], methods: ReadonlyMap<WeighedRecord, string>) {
  const counts = new Map<string, number[]>();
  for (const right of rights)
    for (const method of ['', methods.get(right) ?? '']) {
      const ofMethod = counts.get(method) ?? Array.from({ length: 7 }, () => 0);
      counts.set(method, ofMethod);
      ofMethod[weekdayOf(right.day)] = (ofMethod[weekdayOf(right.day)] ?? 0) + 1;
    }
  return new Map(
    [...counts].flatMap(([method, ofMethod]): [string, Weekdays][] => {
      const all = ofMethod.reduce((sum, each) => sum + each, 0);
      return all < leastOfMethod ? [] : [[method, weekdaysWith(ofMethod.map((each) => each >= all * leastOfWeekday))]];
    }),
  );
}

/** The days on which records are booked before a day. */
const bookedBefore = (day: number, { inWeek, before }: Weekdays): number =>
  Math.floor(day / 7) * inWeek + (before[weekdayOf(day)] ?? 0);

/** The days from a left record to a right one on which records of its method are booked: a weekend delays a payment, and not its method. */
export const lagOf = (left: WeighedRecord, right: WeighedRecord, { textsOf }: Rarity): number =>
  lagBy(left, right, textsOf(right).booked);

/** The same, of known weekdays. */
export function lagBy(left: WeighedRecord, right: WeighedRecord, booked: Weekdays | undefined): number {
  if (booked === undefined) return right.day - left.day;
  return bookedBefore(right.day, booked) - bookedBefore(left.day, booked);
}

/** The fewest counterparties whose descriptions have a word that does not name a party. */
const leastOfKind = 5;

/**
 * Words that describe payments and do not name a party, such as the kind of a payment: several counterparties have them in their descriptions,
 * no counterparty has them in its name, and most records with the word have a counterparty. Without this list, they would count as names in
 * records without a counterparty.
 */
function kindsOf(lefts: readonly WeighedRecord[]): Set<string> {
  const named = new Set(lefts.filter(({ hasCounterparty }) => hasCounterparty).flatMap(({ names }) => names));
  const described: Counts<string> = new Map();
  const nameless: Counts<string> = new Map();
  const counterparties = new Map<string, Set<string>>();
  for (const { words, names, hasCounterparty } of lefts) {
    add(hasCounterparty ? described : nameless, words);
    for (const word of hasCounterparty ? words : []) {
      const found = counterparties.get(word) ?? new Set();
      if (found.size < leastOfKind) counterparties.set(word, found.add(names.join(' ')));
    }
  }
  return new Set(
    [...described]
      .filter(
        ([word, times]) =>
          !named.has(word) &&
          (counterparties.get(word)?.size ?? 0) >= leastOfKind &&
          times >= (nameless.get(word) ?? 0),
      )
      .map(([word]) => word),
  );
}

/** How rare everything is that these records have. */
export function rarityOf(records: readonly WeighedRecord[], stopWords: ReadonlySet<string>): Rarity {
  const count: Record<Side, number> = { left: 0, right: 0 };
  const words: BySide<string> = { left: new Map(), right: new Map() };
  const numbers: BySide<string> = { left: new Map(), right: new Map() };
  const amounts: BySide<number> = { left: new Map(), right: new Map() };
  const owners: Counts<string> = new Map();
  const byGrain: Counts<string> = new Map();
  const sizes: Counts<string> = new Map();
  const days: Counts<number> = new Map();
  let [first, last] = [Infinity, -Infinity];
  for (const record of records) {
    const { side, amount, day } = record;
    count[side] += 1;
    add(words[side], record.names);
    add(numbers[side], record.numbers);
    add(amounts[side], [amount]);
    if (side === 'left') add(owners, record.own);
    if (side === 'right') add(days, [day]);
    add(byGrain, [grainKey(grainOf(amount), Math.sign(amount), binOf(amount))]);
    add(sizes, [sizeKey(Math.sign(amount), binOf(amount))]);
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  const span = Math.max(7, last - first + 1);
  const lefts = records.filter(({ side }) => side === 'left');
  const rights = records.filter(({ side }) => side === 'right');
  const terms = new Set(lefts.flatMap(({ words: each }) => each));
  const nameless = new Set([...stopWords, ...kindsOf(lefts)]);
  const methods = new Map(rights.map((right) => [right, methodOf(right, words.right)]));
  const weekdays = weekdaysOf(rights, methods);
  const known = knownByLength(numbers, owners);
  const ownForms = ownFormsOf(owners, methods);
  return {
    count,
    words,
    numbers,
    owners,
    amounts,
    grains: byGrain,
    sizes,
    days,
    methods,
    weekdays,
    known,
    ownForms,
    span,
    terms,
    stopWords: nameless,
    textsOf: comparedTexts({
      wordOf: (word) => ({
        times: words.right.get(word) ?? 0,
        isRareLeft: isRare(words.left, count.left, word),
        isRareRight: isRare(words.right, count.right, word),
        shareLeft: shareOf(words.left, count.left, word),
        shareRight: shareOf(words.right, count.right, word),
        isKnown: words.left.has(word),
        isStrange:
          !words.left.has(word) &&
          !terms.has(word) &&
          (words.right.get(word) ?? 0) <= Math.max(mostStrange, count.right / strangeOf),
      }),
      numberOf: (number) => ({
        share: Math.max(shareOf(numbers.right, count.right, number), shareOf(numbers.left, count.left, number)),
        perTry: 10 ** -number.length,
        owners: owners.get(number) ?? 0,
        mayRefer: mayRefer({ numbers }, number),
        isOfKnownForm: (known.get(number.length) ?? 0) > knownForm,
      }),
      isStopWord: (word) => nameless.has(word),
      isOwnNumber: (right, number) => isOwnNumber({ ownForms, methods }, right, number),
      bookedOf: (right) => weekdays.get(methods.get(right) ?? '') ?? weekdays.get(''),
    }),
    chances: { equal: new Map(), near: new Map() },
  };
}

/** A word of at most this many right records, or of one in this many of them, may be the name of somebody whom the left side does not know. */
const mostStrange = 3;
const strangeOf = 300;
/** The share of the numbers of a form that have to be known for an unknown number of the form to be strange. */
const knownForm = 0.5;

const binsAround = (bin: number): number[] => [bin - 1, bin, bin + 1];
const widthAround = (bin: number): number => 2 ** ((bin + 2) / 2) - 2 ** ((bin - 1) / 2);

/** A value that is computed once for each amount. */
function once(known: Counts<number>, amount: number, compute: () => number): number {
  const value = known.get(amount) ?? compute();
  known.set(amount, value);
  return value;
}

/** The probability that an unrelated record has exactly this amount, as far as equal and similar amounts show. */
export const chanceOfAmount = (rarity: Rarity, amount: number): number =>
  once(rarity.chances.equal, amount, () => equalByChance(rarity, amount));

function equalByChance({ count, amounts, grains: byGrain }: Rarity, amount: number): number {
  const [grain, bin] = [grainOf(amount), binOf(amount)];
  let near = 0.5;
  for (const each of binsAround(bin)) near += byGrain.get(grainKey(grain, Math.sign(amount), each)) ?? 0;
  const similar = near / Math.max(1, widthAround(bin) / grain) / (count.left + count.right + 1);
  // the pair in question does not count; what one side repeats, the other side often does as well
  const rights = Math.max(0, (amounts.right.get(amount) ?? 0) - 1);
  const lefts = Math.max(0, (amounts.left.get(amount) ?? 0) - 1);
  return Math.min(1, similar + (rights + lefts / 4) / (count.right + 1));
}

/** The probability that an unrelated record has an amount of this sign that is near. */
export const chanceOfNear = (rarity: Rarity, amount: number): number =>
  once(rarity.chances.near, amount, () => nearByChance(rarity, amount));

function nearByChance({ count, sizes }: Rarity, amount: number): number {
  const bin = binOf(amount);
  let near = 1;
  for (const each of binsAround(bin)) near += sizes.get(sizeKey(Math.sign(amount), each)) ?? 0;
  const width = Math.max(2 * nearShare * Math.abs(amount), 100) / widthAround(bin);
  return Math.min(1, (near / (count.left + count.right + 1)) * Math.min(1, width));
}

/** The probability that an unrelated right record is of a day: of one of many days, or of a day on which many others are. */
export const chanceOfDay = ({ days, count, span }: Rarity, day: number): number =>
  Math.max(1 / span, ((days.get(day) ?? 0) - 1) / count.right);

/** A word or number of fewer records than this share may identify somebody. */
const rareShare = 0.12;

/** Whether few other records have a word or number; what a single record has is rare among any number of records. */
export const isRare = (counts: Counts<string>, of: number, value: string): boolean =>
  Math.max(0, (counts.get(value) ?? 0) - 1) < rareShare * of;

/** The share of `of` records that have a word or number, without the record that is compared. */
export const shareOf = (counts: Counts<string>, of: number, value: string): number =>
  (Math.max(0, (counts.get(value) ?? 0) - 1) + 0.5) / (of + 1);
