import type { Slice } from '../../connectors/connector.ts';
import type { Halves } from './slice.ts';

/** Turnover less statement: amounts and fees in ten-thousandths, and counts, of both directions. */
export type Difference = readonly bigint[];

export type Questions = {
  /** The difference between the control totals of a slice and the statement's lines in it. */
  ask: (slice: Slice) => Promise<Difference>;
  halvesOf: (slice: Slice, difference: Difference) => Promise<Halves | undefined>;
  /** The number of questions that may still be asked. */
  left: () => number;
};

/** The first less the second, figure by figure. */
export function minus(one: Difference, other: Difference): Difference {
  return one.map((value, at) => value - (other[at] ?? 0n));
}

type Part = { slice: Slice; difference: Difference; isAsked: boolean };

const isZero = (difference: Difference) => difference.every((value) => value === 0n);
const size = (difference: Difference) => difference.reduce((sum, value) => sum + (value < 0n ? -value : value), 0n);

/**
 * Asks about one half of a part that differs and derives the other half by subtraction, the greater difference first, down
 * to the smallest parts. Every part in which the search ends was asked about directly, so that its figures are the
 * service's own answer; one question is reserved for each of them.
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
