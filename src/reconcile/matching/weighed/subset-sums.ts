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

/** Sets of up to three items by their sum, each as one number: its places, the last one lowest. */
type Sums = Map<number, number[]>;

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

function sumsOfSize(items: readonly Item[], size: number): Sums {
  const sums: Sums = new Map();
  const grow = (from: number, left: number, sum: number, set: number): void => {
    if (left === 0) {
      const list = sums.get(sum);
      if (list === undefined) sums.set(sum, [set]);
      else list.push(set);
      return;
    }
    for (let at = from; at <= items.length - left; at += 1)
      grow(at + 1, left - 1, sum + (items[at]?.amount ?? 0), set * base + at);
  };
  grow(0, size, 0, 0);
  return sums;
}

/**
 * Finds all sets of 2 to 6 items with a given sum. Halves of up to three items are summed once for all totals; a size with more than some
 * ten thousand halves is not tried.
 */
export class SubsetSums<T extends Item> {
  readonly items: readonly T[];
  readonly #halves = new Map<number, Sums>();

  constructor(items: readonly T[]) {
    this.items = items;
  }

  #half(size: number): Sums {
    const half = this.#halves.get(size) ?? sumsOfSize(this.items, size);
    this.#halves.set(size, half);
    return half;
  }

  canTry(size: number): boolean {
    const { length } = this.items;
    return size <= length && length <= mostItems && waysOf(Math.ceil(size / 2), length) <= mostTried;
  }

  /** The number of halves that a search compares with a total. */
  steps(size: number): number {
    return this.#half(Math.floor(size / 2)).size;
  }

  find(total: number, size: number): T[][] {
    const [small, large] = [Math.floor(size / 2), Math.ceil(size / 2)];
    const [firsts, seconds] = [this.#half(small), this.#half(large)];
    const found: T[][] = [];
    for (const [sum, sets] of firsts) {
      const rest = seconds.get(total - sum);
      if (rest === undefined) continue;
      // each set once: its lowest places are the first half
      for (const second of rest)
        for (const first of sets)
          if (lastOf(first) < lowestOf(second, large))
            found.push([...placesOf(first, small), ...placesOf(second, large)].flatMap((at) => this.items[at] ?? []));
    }
    return found;
  }
}
