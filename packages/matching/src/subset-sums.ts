/** Something with an amount, in the order of which sets are made. */
type Item = { amount: number };

/** The most sets of one size that are tried for one total. */
const mostTried = 40_000;

/** The number of ways to take `of` some things. */
export function waysOf(size: number, of: number): number {
  let ways = 1;
  for (let at = 1; at <= size; at += 1) ways = (ways * (of - size + at)) / at;
  return Math.max(1, ways);
}

const base = 1024;
/** The most items that are searched: among more, chance gives several sets of every sum. */
const mostItems = 200;
const lastOf = (set: number): number => set % base;
const lowestOf = (set: number, size: number): number => Math.floor(set / base ** (size - 1));

function placesOf(set: number, size: number): number[] {
  const places: number[] = [];
  for (let rest = set, at = 0; at < size; at += 1, rest = Math.floor(rest / base)) places.unshift(rest % base);
  return places;
}

/** A place for a sum among a number of places that is a power of two. */
const slotOf = (sum: number, places: number): number => Math.imul(sum | 0, 0x9e3779b1) >>> (Math.clz32(places) + 1);
/** The bits for each set that show which sums there may be. */
const bitsOfSet = 8;

/** All sets of up to three items by their sum. A set is one number: its places, the last one lowest. */
class Half {
  /** The different sums, in the order of their first sets. */
  readonly sums: Float64Array;
  readonly #sets: Float64Array;
  /** For each set, the next one with the same sum, or -1. */
  readonly #next: Int32Array;
  /** For each sum its first set. */
  readonly #first: Int32Array;
  /** The places of sums by slotOf, from 1; 0 is free. */
  readonly #table: Int32Array;
  /** A bit for each slotOf that a sum has. Nearly all sums that are looked for do not exist, and these bits are small enough to be near. */
  readonly #bits: Int32Array;
  /** The least and the greatest sum. */
  #least = Infinity;
  #most = -Infinity;

  constructor(items: readonly Item[], size: number) {
    const most = items.length < size ? 0 : waysOf(size, items.length);
    const sums = new Float64Array(most);
    const last = new Int32Array(most);
    this.#sets = new Float64Array(most);
    this.#next = new Int32Array(most).fill(-1);
    this.#first = new Int32Array(most);
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
    this.#bits = new Int32Array(Math.max(1, (this.#table.length * bitsOfSet) / 64));
    let [made, different] = [0, 0];
    const put = (sum: number, set: number): void => {
      this.#sets[made] = set;
      const at = this.#slot(sum, sums);
      const place = (this.#table[at] ?? 0) - 1;
      if (place >= 0) {
        this.#next[last[place] ?? 0] = made;
        last[place] = made;
      } else {
        sums[different] = sum;
        this.#first[different] = made;
        last[different] = made;
        different += 1;
        this.#table[at] = different;
        const bit = slotOf(sum, this.#bits.length * 32);
        this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
        this.#least = Math.min(this.#least, sum);
        this.#most = Math.max(this.#most, sum);
      }
      made += 1;
    };
    const grow = (from: number, left: number, sum: number, set: number): void => {
      if (left === 0) put(sum, set);
      else
        for (let at = from; at <= items.length - left; at += 1)
          grow(at + 1, left - 1, sum + (items[at]?.amount ?? 0), set * base + at);
    };
    grow(0, size, 0, 0);
    this.sums = sums.subarray(0, different);
  }

  #slot(sum: number, sums: Float64Array): number {
    const table = this.#table;
    let at = slotOf(sum, table.length);
    for (let place = table[at] ?? 0; place > 0 && sums[place - 1] !== sum; place = table[at] ?? 0)
      at = (at + 1) & (table.length - 1);
    return at;
  }

  /** The places of the sums of which another half has the rest of a total, each with the place of the rest. */
  restsOf(total: number, other: Half): [number, number][] {
    const [bits, sums] = [other.#bits, this.sums];
    const places = bits.length * 32;
    const [least, most] = [total - other.#most, total - other.#least];
    const found: [number, number][] = [];
    if (least > this.#most || most < this.#least) return found;
    for (let at = 0; at < sums.length; at += 1) {
      const rest = total - (sums[at] ?? 0);
      const bit = slotOf(rest, places);
      if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) continue;
      const place = (other.#table[other.#slot(rest, other.sums)] ?? 0) - 1;
      if (place >= 0) found.push([at, place]);
    }
    return found;
  }

  /** The sets of the sum at a place, in the order in which they are made. */
  sets(place: number): number[] {
    const sets: number[] = [];
    for (let at = this.#first[place] ?? -1; at >= 0; at = this.#next[at] ?? -1) sets.push(this.#sets[at] ?? 0);
    return sets;
  }
}

/**
 * Finds all sets of 2 to 6 items with a given sum. Halves of up to three items are summed once for all totals; a size with more than some
 * ten thousand halves is not tried.
 */
export class SubsetSums<T extends Item> {
  readonly items: readonly T[];
  readonly #halves = new Map<number, Half>();

  constructor(items: readonly T[]) {
    this.items = items;
  }

  #half(size: number): Half {
    const half = this.#halves.get(size) ?? new Half(this.items, size);
    this.#halves.set(size, half);
    return half;
  }

  canTry(size: number): boolean {
    const { length } = this.items;
    return size <= length && length <= mostItems && waysOf(Math.ceil(size / 2), length) <= mostTried;
  }

  /** The number of halves that a search compares with a total. */
  steps(size: number): number {
    return this.#half(Math.floor(size / 2)).sums.length;
  }

  find(total: number, size: number): T[][] {
    const [small, large] = [Math.floor(size / 2), Math.ceil(size / 2)];
    const [firsts, seconds] = [this.#half(small), this.#half(large)];
    const found: T[][] = [];
    for (const [at, rest] of firsts.restsOf(total, seconds)) {
      // each set once: its lowest places are the first half
      for (const second of seconds.sets(rest))
        for (const first of firsts.sets(at))
          if (lastOf(first) < lowestOf(second, large))
            found.push([...placesOf(first, small), ...placesOf(second, large)].flatMap((at) => this.items[at] ?? []));
    }
    return found;
  }
}
