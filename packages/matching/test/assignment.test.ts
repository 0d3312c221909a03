import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Assigned, assign, type Edge } from '../src/assignment.ts';

const edge = (left: number, right: number, weight: number): Edge => ({ left, right, weight });

/**
 * The best total by trying every partner and none for each left record in turn. What is left depends only on the taken rights that
 * later records could want, so this is quick for a band of edges as well.
 */
function bestTotal(edges: readonly Edge[]): number {
  const lefts = [...new Set(edges.map(({ left }) => left))].sort((a, b) => a - b);
  const known = new Map<string, number>();
  function from(at: number, taken: readonly number[]): number {
    const left = lefts[at];
    if (left === undefined) return 0;
    const wanted = new Set(edges.filter((each) => each.left >= left).map(({ right }) => right));
    const state = taken.filter((right) => wanted.has(right)).sort((a, b) => a - b);
    const name = `${at}|${state.join()}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    let best = from(at + 1, state);
    for (const { right, weight } of edges.filter((each) => each.left === left && !state.includes(each.right)))
      best = Math.max(best, weight + from(at + 1, [...state, right]));
    known.set(name, best);
    return best;
  }
  return from(0, []);
}

const totalOf = (assigned: readonly Assigned[]) => assigned.reduce((sum, each) => sum + each.edge.weight, 0);

/** The margin by definition: the best total less the best one without the edge. */
const exactMargin = (edges: readonly Edge[], taken: Edge) =>
  bestTotal(edges) - bestTotal(edges.filter((each) => each !== taken));

const isOneToOne = (assigned: readonly Assigned[]) =>
  new Set(assigned.map((each) => each.edge.left)).size === assigned.length &&
  new Set(assigned.map((each) => each.edge.right)).size === assigned.length;

// halves are exact as numbers, and coincide often
const weight = fc.integer({ min: -6, max: 20 }).map((halves) => halves / 2);
const side = { min: 0, max: 5 };
const graph = fc.uniqueArray(fc.record({ left: fc.integer(side), right: fc.integer(side), weight }), {
  maxLength: 20,
  selector: ({ left, right }) => `${left}|${right}`,
});

const runs = { numRuns: 500 };

/** Ladders of 25 to 28 left records in one island: each has its own right record, the next one, and sometimes the one after that. */
const ladder = fc.integer({ min: 25, max: 28 }).chain((size) =>
  fc
    .array(
      fc.record({
        own: fc.integer({ min: 1, max: 20 }),
        next: fc.integer({ min: 1, max: 20 }),
        further: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 1 }),
      }),
      { minLength: size, maxLength: size },
    )
    .map((steps) =>
      steps.flatMap(({ own, next, further }, at) => [
        edge(at, at, own / 2),
        edge(at, at + 1, next / 2),
        ...(further === null ? [] : [edge(at, at + 2, further / 2)]),
      ]),
    ),
);

describe('The best assignment', () => {
  test('has the greatest total', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        expect(totalOf(assign(edges))).toBe(bestTotal(edges));
      }),
      runs,
    );
  });

  test('uses each record at most once, and only given edges that are positive', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const assigned = assign(edges);
        expect(isOneToOne(assigned)).toBe(true);
        for (const each of assigned) {
          expect(edges).toContain(each.edge);
          expect(each.edge.weight).toBeGreaterThan(0);
        }
      }),
      runs,
    );
  });

  test('has the greatest total in an island of more than 24 left records', () => {
    fc.assert(
      fc.property(ladder, (edges) => {
        const assigned = assign(edges);
        expect(totalOf(assigned)).toBe(bestTotal(edges));
        expect(isOneToOne(assigned)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('does not depend on the order of the edges where it is the only best one', () => {
    // powers of two: no two sets of edges have the same total
    const distinct = graph.map((edges) => edges.slice(0, 15).map((each, at) => ({ ...each, weight: 2 ** at })));
    fc.assert(
      fc.property(
        distinct.chain((edges) =>
          fc.tuple(
            fc.constant(edges),
            fc.shuffledSubarray(edges, { minLength: edges.length, maxLength: edges.length }),
          ),
        ),
        ([edges, shuffled]) => {
          expect(new Set(assign(shuffled).map((each) => each.edge))).toEqual(
            new Set(assign(edges).map((each) => each.edge)),
          );
        },
      ),
    );
  });
});

describe('The margin of an edge', () => {
  test('is the best total less the best total without the edge', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        for (const each of assign(edges)) expect(each.margin).toBe(exactMargin(edges, each.edge));
      }),
      runs,
    );
  });

  test('is never above the exact one in an island of more than 24 left records', () => {
    fc.assert(
      fc.property(ladder, (edges) => {
        const assigned = assign(edges);
        // some of them: the exact margin is slow
        for (const each of assigned.filter((_, at) => at % 5 === 0))
          expect(each.margin).toBeLessThanOrEqual(exactMargin(edges, each.edge));
      }),
      { numRuns: 15 },
    );
  });

  test('remains useful in such an island: an edge without good rivals keeps most of its weight', () => {
    const edges = Array.from({ length: 30 }, (_, at) => [edge(at, at, 10), edge(at, at + 1, 1)]).flat();
    for (const { margin } of assign(edges)) expect(margin).toBeGreaterThanOrEqual(8);
  });
});

test('Islands do not influence each other', () => {
  const further = graph.map((edges) => edges.map(({ left, right, weight: each }) => edge(left + 10, right + 10, each)));
  fc.assert(
    fc.property(graph, further, (one, other) => {
      const asSet = (assigned: readonly Assigned[]) =>
        new Set(assigned.map((each) => `${each.edge.left} ${each.edge.right} ${each.margin}`));
      expect(asSet(assign([...one, ...other]))).toEqual(asSet([...assign(one), ...assign(other)]));
      expect(asSet(assign([...other, ...one]))).toEqual(asSet([...assign(one), ...assign(other)]));
    }),
    { numRuns: 200 },
  );
});

test('An island of thousands takes the greatest weights first, and only what is in every best assignment has a positive margin', () => {
  // each left record wants the right ones around it; the first pair outweighs all that its records could have otherwise
  const edges = Array.from({ length: 3000 }, (_, at) => [
    edge(at, at, 5),
    edge(at, at + 1, 4),
    edge(at, at + 2, 3),
  ]).flat();
  const unsolved: Edge[] = [];
  const alone = edge(9999, 9999, 1);
  const assigned = assign([edge(0, 0, 20), ...edges.slice(1), alone], unsolved);
  expect(unsolved).toHaveLength(9000);
  expect(unsolved).not.toContain(alone);
  expect(isOneToOne(assigned)).toBe(true);
  expect(assigned.filter(({ margin }) => margin > 0).map((each) => each.edge)).toEqual([edge(0, 0, 20), alone]);
});
