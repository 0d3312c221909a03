// The expected matches, written only from the rules at the heads of sql/match: for small ledgers,
// by exhaustive search. The result has the form of test/given/matching.ts: `pass: left+left = right`, ? for suggested.

export type OracleRecord = {
  side: 'left' | 'right';
  key: string;
  currency: string;
  /** In ten-thousandths. */
  amount: bigint;
  fee: bigint;
  identifier: string | null;
  reference: string | null;
  group: string | null;
  words: string[];
  /** Seconds since 1970, and whole days. */
  second: number;
  day: number;
};

type Match = { lefts: OracleRecord[]; rights: OracleRecord[]; isSure: boolean };
export type OraclePass = { name: string; find: (open: OracleRecord[]) => Match[] };
const repeated = ['offsetting', 'similar_description', 'sum_in_window'];

const size = (amount: bigint) => (amount < 0n ? -amount : amount);
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const inOrder = (a: OracleRecord, b: OracleRecord) =>
  Number(a.amount - b.amount) || a.second - b.second || byText(a.key, b.key);
const inTime = (a: OracleRecord, b: OracleRecord) => a.second - b.second || byText(a.key, b.key);
const lefts = (records: OracleRecord[]) => records.filter(({ side }) => side === 'left');
const rights = (records: OracleRecord[]) => records.filter(({ side }) => side === 'right');
const sum = (records: OracleRecord[], of: 'amount' | 'fee') => records.reduce((total, one) => total + one[of], 0n);

function groups(records: OracleRecord[], keyOf: (record: OracleRecord) => string | null): OracleRecord[][] {
  const found = new Map<string, OracleRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    if (key === null) continue;
    const whole = `${record.currency} ${key}`;
    found.set(whole, [...(found.get(whole) ?? []), record]);
  }
  return [...found.values()];
}

export type Tolerance = { absolute: bigint; percent: bigint; feeExplains: boolean };
export const anything: Tolerance = { absolute: 10n ** 15n, percent: 0n, feeExplains: false };

/** The amounts agree within an absolute part plus a percentage of the left one, or differ by exactly a fee. */
function isWithin(left: OracleRecord[], right: OracleRecord[], { absolute, percent, feeExplains }: Tolerance): boolean {
  const [l, r] = [sum(left, 'amount'), sum(right, 'amount')];
  if (size(r - l) * 100n <= absolute * 100n + size(l) * percent) return true;
  const [net, rightNet] = [l - sum(left, 'fee'), r - sum(right, 'fee')];
  return feeExplains && (r === net || rightNet === l || rightNet === net);
}

/**
 * A key that is unique on each side is a match; a repeated one is paired in order and only suggested. With a window, a key is unique
 * where each record is the only one of the other within it, and records further apart are not paired.
 */
export function byKey(
  keyOf: (record: OracleRecord) => string | null,
  tolerance: Tolerance,
  window: Window = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY },
): OraclePass['find'] {
  return (open) =>
    groups(open, keyOf).flatMap((group) => {
      const [l, r] = [lefts(group).sort(inOrder), rights(group).sort(inOrder)];
      const fits = (left: OracleRecord, right: OracleRecord) => isInWindow(left, right, window);
      const isOnly = (left: OracleRecord, right: OracleRecord) =>
        fits(left, right) &&
        r.filter((other) => fits(left, other)).length === 1 &&
        l.filter((other) => fits(other, right)).length === 1;
      const sure = l.flatMap((left) => r.filter((right) => isOnly(left, right)).map((right) => ({ left, right })));
      const inTurn = l.flatMap((left, place) => {
        const right = r[place];
        return right === undefined || !fits(left, right) || isOnly(left, right) ? [] : [{ left, right }];
      });
      return [...sure.map((pair) => ({ ...pair, isSure: true })), ...inTurn.map((pair) => ({ ...pair, isSure: false }))]
        .filter(({ left, right }) => isWithin([left], [right], tolerance))
        .map(({ left, right, isSure }) => ({ lefts: [left], rights: [right], isSure }));
    });
}

/** Groups that share a key on both sides and whose sums agree. */
export function sharedKey(tolerance: Tolerance): OraclePass['find'] {
  return (open) =>
    groups(open, ({ group }) => group)
      .map((group) => ({ lefts: lefts(group), rights: rights(group), isSure: true }))
      .filter((match) => match.lefts.length > 0 && match.rights.length > 0)
      .filter((match) => isWithin(match.lefts, match.rights, tolerance));
}

export type Window = { before: number; after: number };
const isInWindow = (l: OracleRecord, r: OracleRecord, { before, after }: Window) =>
  r.day - l.day >= -before && r.day - l.day <= after;

/** Equal amounts in the window, each the only candidate of the other. */
export function amountInWindow(window: Window): OraclePass['find'] {
  return (open) => {
    const fits = (l: OracleRecord, r: OracleRecord) =>
      l.currency === r.currency && l.amount === r.amount && l.amount !== 0n && isInWindow(l, r, window);
    return lefts(open).flatMap((left) => {
      const [right, another] = rights(open).filter((r) => fits(left, r));
      if (right === undefined || another !== undefined) return [];
      const others = lefts(open).filter((l) => fits(l, right));
      return others.length === 1 ? [{ lefts: [left], rights: [right], isSure: true }] : [];
    });
  };
}

/** A later record cancels the only earlier record of the opposite amount, if it is the first that can, and the only one at that instant. */
export function offsetting(days: number): OraclePass['find'] {
  return (open) => {
    const opposites = (a: OracleRecord) =>
      open.filter(
        (b) =>
          b.side === a.side &&
          b.currency === a.currency &&
          b.reference === a.reference &&
          a.reference !== null &&
          b.amount === -a.amount &&
          a.amount !== 0n &&
          Math.abs(b.second - a.second) <= days * 86_400,
      );
    const earlier = (a: OracleRecord) => opposites(a).filter((b) => b.second < a.second);
    return open.flatMap((later) => {
      const before = earlier(later);
      const atOnce = opposites(later).filter((b) => b.second === later.second);
      const choices = before.length > 0 ? before : later.amount < 0n ? atOnce : [];
      const first = [...choices].sort(inTime).at(-1);
      if (first === undefined || earlier(first).length > 0) return [];
      const [canceller] = opposites(first)
        .filter((b) => b.second >= first.second)
        .sort(inTime);
      if (canceller !== later) return [];
      const pair = [first, later].sort((a, b) => byText(a.key, b.key));
      const sides = later.side === 'left' ? { lefts: pair, rights: [] } : { lefts: [], rights: pair };
      const twins = opposites(first).filter((b) => b.second === later.second);
      return [{ ...sides, isSure: choices.length === 1 && twins.length === 1 }];
    });
  };
}

/** The larger share of common words, weighted by length; here words are either equal or different. */
function similarity(a: string[], b: string[]): number {
  const weight = (words: string[]) => words.reduce((total, word) => total + word.length, 0);
  if (a.length === 0 || b.length === 0) return 0;
  const common = weight(a.filter((word) => b.includes(word)));
  return Math.max(common / weight(a), common / weight(b));
}

type Scored = { left: OracleRecord; right: OracleRecord; similarity: number; difference: bigint; apart: number };

/** The best candidate of each other, if no other is close and no record without a name is a rival. */
export function similarDescription(window: Window, absolute: bigint, least = 0.8, margin = 0.15): OraclePass['find'] {
  return (open) => {
    const scored = lefts(open).flatMap((left) =>
      rights(open)
        .filter((right) => right.currency === left.currency && isInWindow(left, right, window))
        .filter((right) => left.amount * right.amount > 0n && size(right.amount - left.amount) <= absolute)
        .map(
          (right): Scored => ({
            left,
            right,
            similarity: similarity(left.words, right.words),
            difference: size(right.amount - left.amount),
            apart: Math.abs(right.second - left.second),
          }),
        ),
    );
    const ranked = (pairs: Scored[], other: 'left' | 'right') =>
      [...pairs].sort(
        (a, b) =>
          b.similarity - a.similarity ||
          Number(a.difference - b.difference) ||
          a.apart - b.apart ||
          byText(a[other].key, b[other].key),
      );
    return scored.flatMap((pair) => {
      const ofLeft = ranked(
        scored.filter(({ left }) => left === pair.left),
        'right',
      );
      const ofRight = ranked(
        scored.filter(({ right }) => right === pair.right),
        'left',
      );
      if (ofLeft[0] !== pair || ofRight[0] !== pair || pair.similarity < least) return [];
      const next = Math.max(ofLeft[1]?.similarity ?? 0, ofRight[1]?.similarity ?? 0);
      const couldBe = (pairs: Scored[]) =>
        pairs.some((one) => (!one.left.words.length || !one.right.words.length) && one.difference <= pair.difference);
      const isRivalled =
        next >= least ||
        pair.similarity - next < margin ||
        (ofLeft.length > ofRight.length && couldBe(ofLeft)) ||
        (ofRight.length > ofLeft.length && couldBe(ofRight));
      return [{ lefts: [pair.left], rights: [pair.right], isSure: !isRivalled }];
    });
  };
}

type Pairing = { pairs: [OracleRecord, OracleRecord][]; apart: number };

/** Every assignment without crossing pairs. */
function pairings(l: OracleRecord[], r: OracleRecord[], window: Window): Pairing[] {
  const [first, ...rest] = l;
  if (first === undefined) return [{ pairs: [], apart: 0 }];
  const without = pairings(rest, r, window);
  const paired = r.flatMap((right, place) =>
    isInWindow(first, right, window)
      ? pairings(rest, r.slice(place + 1), window).map(
          ({ pairs, apart }): Pairing => ({
            pairs: [[first, right], ...pairs],
            apart: apart + Math.abs(right.second - first.second),
          }),
        )
      : [],
  );
  return [...without, ...paired];
}

/** Equal amounts in time order: the most pairs, then the least total time; sure if there is only one best assignment. */
export function inTimeOrder(window: Window): OraclePass['find'] {
  return (open) =>
    groups(open, ({ amount }) => (amount === 0n ? null : String(amount))).flatMap((group) => {
      // groups need no separation here: records outside the window are never paired, and each group has its own best assignment
      const ordered = [...group].sort(inTime);
      const islands: OracleRecord[][] = [];
      for (const record of ordered) {
        const last = islands.at(-1)?.at(-1);
        if (last !== undefined && record.day - last.day <= Math.max(window.before, window.after))
          islands.at(-1)?.push(record);
        else islands.push([record]);
      }
      return islands.flatMap((island) => {
        const ways = pairings(lefts(island), rights(island), window);
        ways.sort((a, b) => b.pairs.length - a.pairs.length || a.apart - b.apart);
        const [best, next] = ways;
        const isOnly = next === undefined || next.pairs.length !== best?.pairs.length || next.apart !== best.apart;
        // two records of a side at the same instant are interchangeable
        const instants = (best?.pairs ?? []).flat().map(({ side, second }) => `${side} ${second}`);
        const isSure = isOnly && new Set(instants).size === instants.length;
        return (best?.pairs ?? []).map(([left, right]) => ({ lefts: [left], rights: [right], isSure }));
      });
    });
}

/** Every set of two to `most` of the items. */
function setsOf(items: OracleRecord[], most: number): OracleRecord[][] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  const without = setsOf(rest, most);
  return [...without, ...without.filter((set) => set.length < most).map((set) => [first, ...set])];
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? size(a) : divisor(b, a % b));
const choose = (from: number, count: number): bigint =>
  count === 0 ? 1n : (choose(from - 1, count - 1) * BigInt(from)) / BigInt(count);

/** The chance, in ten-thousandths, that a set of this size and roundness has the total by coincidence. */
function chanceOf(set: OracleRecord[], total: OracleRecord, items: OracleRecord[]): bigint {
  const grain = set.reduce((sum, { amount }) => divisor(sum, amount), 0n);
  const alike = items.filter(({ amount }) => amount % grain === 0n && size(amount) < size(total.amount)).length;
  const ways = set.reduce((all, _, place) => (place === 0 ? all : all + choose(alike, place + 1)), 0n);
  return (ways * grain * 10_000n) / size(total.amount);
}

/** One right record as the only sum of two to five left ones in the window, if a coincidence is unlikely and no other total needs them. */
export function sumInWindow(window: Window, mostChance: bigint): OraclePass['find'] {
  return (open) => {
    const found = rights(open).flatMap((total) => {
      const items = lefts(open).filter(
        (item) =>
          item.currency === total.currency && item.amount * total.amount > 0n && isInWindow(item, total, window),
      );
      const sets = setsOf(items, 5).filter((set) => set.length > 1 && sum(set, 'amount') === total.amount);
      sets.sort((a, b) => a.length - b.length);
      return sets[0] === undefined ? [] : [{ total, sets, chance: chanceOf(sets[0], total, items) }];
    });
    return found.map((one) => {
      const { total, sets, chance } = one;
      const isRival = (other: typeof one) =>
        other !== one &&
        other.chance <= (chance === 0n ? 1n : chance) * 100n &&
        other.sets.flat().some((item) => sets[0]?.includes(item));
      const isSure = sets.length === 1 && chance <= mostChance && !found.some(isRival);
      return { lefts: sets[0] ?? [], rights: [total], isSure };
    });
  };
}

const keys = (records: OracleRecord[]) =>
  records
    .map(({ key }) => key)
    .sort(byText)
    .join('+');

/** Runs the passes in order on the open records, sure matches first; then the suggestions on the rest. */
export function oracle(records: OracleRecord[], passes: OraclePass[]): string[] {
  let open = records;
  const found: string[] = [];
  for (const isSure of [true, false]) {
    for (const { name, find } of passes) {
      for (let round = 0; round < (repeated.includes(name) ? 10 : 1); round += 1) {
        const matches = find(open).filter((match) => match.isSure === isSure);
        // the rules do not state which sums are suggested first; this is the last pass, so nothing depends on it
        if (!isSure && name === 'sum_in_window') break;
        if (matches.length === 0) break;
        const taken = new Set(matches.flatMap((match) => [...match.lefts, ...match.rights]));
        open = open.filter((record) => !taken.has(record));
        for (const match of matches)
          found.push(`${name}: ${keys(match.lefts)} ${isSure ? '=' : '?'} ${keys(match.rights)}`);
      }
    }
  }
  return found.sort(byText);
}
