import type { Halves, Slice } from './slice.ts';

/** Turnover less statement: amounts and fees in ten-thousandths, and counts, of both directions. */
export type Difference = readonly bigint[];

export type Questions = {
  /** What the gateway's answer about a slice and the statement's lines of it differ by. */
  ask: (slice: Slice) => Promise<Difference>;
  halvesOf: (slice: Slice, difference: Difference) => Promise<Halves | undefined>;
  /** How many questions may still be asked. */
  left: () => number;
};

/** One less the other, figure by figure. */
export function minus(one: Difference, other: Difference): Difference {
  return one.map((value, at) => value - (other[at] ?? 0n));
}

type Part = { slice: Slice; difference: Difference; isAsked: boolean };

const isZero = (difference: Difference) => difference.every((value) => value === 0n);
const size = (difference: Difference) => difference.reduce((sum, value) => sum + (value < 0n ? -value : value), 0n);

/**
 * Asks about one half of what differs and takes the other half by subtraction, the greater difference first, down to the
 * smallest parts. Each part in which the search ends has been asked about itself, so that what is said of it is the
 * gateway's own answer; for those there is always a question kept back.
 */
export async function searchDifference(day: Slice, difference: Difference, questions: Questions): Promise<void> {
  const open: Part[] = [{ slice: day, difference, isAsked: true }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const kept = open.filter(({ isAsked }) => !isAsked).length;
    const halves = await questions.halvesOf(part.slice, part.difference);
    const isTried = halves !== undefined && questions.left() >= kept + 2;
    if (!part.isAsked && questions.left() > kept && (!isTried || halves.isNewFilter)) {
      part = { ...part, difference: await questions.ask(part.slice), isAsked: true };
    }
    if (!isTried || isZero(part.difference) || questions.left() < kept + 2) continue;
    const [first, second] = halves.parts;
    const ofFirst = await questions.ask(first);
    const ofSecond = minus(part.difference, ofFirst);
    const parts: Part[] = [
      { slice: first, difference: ofFirst, isAsked: true },
      { slice: second, difference: ofSecond, isAsked: false },
    ];
    const differing = parts.filter((half) => !isZero(half.difference));
    open.push(...differing.sort((a, b) => Number(size(a.difference) - size(b.difference))));
  }
}
