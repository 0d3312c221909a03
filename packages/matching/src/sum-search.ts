/** An item that may be part of a sum. Amounts are positive, in ten-thousandths of the currency's unit. */
export type SumItem = { key: string; amount: bigint; day: number };

export type SumQuestion = {
  total: bigint;
  /** The greatest difference between a sum and the total. */
  tolerance: bigint;
  items: readonly SumItem[];
  /** The least number of items: two, unless one item alone is an answer. */
  leastItems?: number;
  mostItems: number;
  /** Whether items of one amount stand for each other: then the first of them are taken, in the given order. */
  isFirstTaken?: boolean;
  /** The number of solutions after which the answer is known not to be unique. */
  mostSolutions: number;
  /** The limit of partial sums that are examined. It is a number of steps and not a time, so that results are reproducible. */
  mostSteps: number;
};

export type SumAnswer = {
  /** The solutions, each a sorted list of keys, those with the fewest items first. */
  solutions: string[][];
  /** Whether every sum was examined; only then does one solution mean that there is no other. */
  isExhausted: boolean;
  steps: number;
};

type Value = { amount: number; keys: string[] };

/**
 * The different amounts, the greatest first. Equal amounts are one value with several keys, so that thousands of them are searched as
 * fast as one.
 */
function valuesOf({ items, total, tolerance, isFirstTaken }: SumQuestion): Value[] {
  const byAmount = new Map<bigint, string[]>();
  for (const { key, amount } of items) {
    if (amount <= 0n || amount > total + tolerance) continue;
    const keys = byAmount.get(amount);
    if (keys === undefined) byAmount.set(amount, [key]);
    else keys.push(key);
  }
  return [...byAmount]
    .map(([amount, keys]) => ({ amount: Number(amount), keys: isFirstTaken ? keys : keys.sort() }))
    .sort((a, b) => b.amount - a.amount);
}

/** The first place, from `from` on, whose amount is at most `most`. */
function placeOf(values: readonly Value[], from: number, most: number): number {
  let [low, high] = [from, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle]?.amount ?? 0) > most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ways to take `count` of the keys, at most `most` of them, the first keys first. */
function choices(keys: readonly string[], count: number, most: number): string[][] {
  if (count === 0) return [[]];
  const found: string[][] = [];
  for (let first = 0; first + count <= keys.length && found.length < most; first += 1) {
    const key = keys[first];
    if (key === undefined) break;
    for (const rest of choices(keys.slice(first + 1), count - 1, most - found.length)) found.push([key, ...rest]);
  }
  return found;
}

/**
 * The sets of two (`leastItems`) to `mostItems` items whose sum is the total, within the tolerance, until the steps are used. Amounts are
 * counted as JavaScript numbers, which are exact up to nine thousand million million ten-thousandths; a greater total is not searched.
 */
export function searchSums(question: SumQuestion): SumAnswer {
  const { leastItems = 2, mostItems, mostSolutions, mostSteps } = question;
  const [total, tolerance] = [Number(question.total), Number(question.tolerance)];
  if (question.items.length > mostSteps || total + tolerance > Number.MAX_SAFE_INTEGER)
    return { solutions: [], isExhausted: false, steps: 0 };
  const values = valuesOf(question);
  const solutions: string[][] = [];
  let steps = question.items.length;
  let isExhausted = true;

  function record(picked: readonly (readonly [Value, number])[]): void {
    let sets: string[][] = [[]];
    for (const [{ keys }, count] of picked) {
      const ways = choices(keys, count, question.isFirstTaken ? 1 : mostSolutions + 1);
      sets = sets.flatMap((set) => ways.map((way) => [...set, ...way])).slice(0, mostSolutions + 1);
    }
    for (const set of sets) {
      if (solutions.length < mostSolutions) solutions.push(set.sort());
      else isExhausted = false;
    }
  }

  function look(
    from: number,
    missing: number,
    left: number,
    picked: (readonly [Value, number])[],
    taken: number,
  ): void {
    if (missing <= tolerance && missing >= -tolerance && taken >= leastItems) record(picked);
    if (left === 0) return;
    for (let index = placeOf(values, from, missing + tolerance); index < values.length; index += 1) {
      if (steps >= mostSteps || solutions.length >= mostSolutions) {
        isExhausted = false;
        return;
      }
      steps += 1;
      const value = values[index];
      if (value === undefined || value.amount * left < missing - tolerance) return;
      const most = Math.min(left, value.keys.length);
      for (let count = 1; count <= most; count += 1) {
        const rest = missing - value.amount * count;
        if (rest < -tolerance) break;
        look(index + 1, rest, left - count, [...picked, [value, count]], taken + count);
      }
    }
  }

  look(0, total, mostItems, [], 0);
  solutions.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
  return { solutions, isExhausted, steps };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

/** The number of sets of two to `mostItems` items among `count` items. */
function setsOf(count: number, mostItems: number): bigint {
  let ways = 1n;
  let all = 0n;
  for (let size = 1; size <= Math.min(count, mostItems); size += 1) {
    ways = (ways * BigInt(count - size + 1)) / BigInt(size);
    if (size >= 2) all += ways;
  }
  return all;
}

/**
 * The expected number of sets of at most this size that hit the total by chance, in ten-thousandths. A sum proves less where there are
 * more items to choose from, where it needs more items, and where their amounts are rounder.
 */
export function chanceOfSum(question: SumQuestion, solution: readonly string[]): bigint {
  const { items, total, tolerance } = question;
  const grain = items
    .filter(({ key }) => solution.includes(key))
    .reduce((sum, { amount }) => greatestCommonDivisor(sum, amount), 0n);
  if (grain === 0n || total === 0n) return 10_000n;
  const alike = items.filter(({ amount }) => amount % grain === 0n && amount < total).length;
  const width = grain + tolerance * 2n;
  return (setsOf(alike, solution.length) * width * 10_000n) / total;
}
