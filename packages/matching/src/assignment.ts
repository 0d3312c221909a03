/** An edge between a left and a right record, by their numbers. Only a positive weight is worth taking. */
export type Edge = { left: number; right: number; weight: number };

/** margin: how much worse the best assignment without this edge is. isSolved: its island is not too large for the best assignment. */
export type Assigned<E extends Edge = Edge> = { edge: E; margin: number; isSolved: boolean };

/** The number of left records of an island up to which it is solved again without each of its edges. */
const mostSolved = 24;
/** Weights that differ by less are equal. */
const tiny = 1e-9;

/** The edges of each island: records of different islands have no edge in common. */
function islandsOf<E extends Edge>(edges: readonly E[]): E[][] {
  const [mostLeft, mostRight] = edges.reduce(
    ([lefts, rights], { left, right }) => [Math.max(lefts, left), Math.max(rights, right)],
    [0, 0],
  );
  // right records after the left ones
  const parents = Int32Array.from({ length: mostLeft + mostRight + 2 }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    for (let above = parents[root] ?? root; above !== root; above = parents[root] ?? root) root = above;
    for (let at = node; at !== root; ) {
      const above = parents[at] ?? root;
      parents[at] = root;
      at = above;
    }
    return root;
  };
  for (const { left, right } of edges) parents[rootOf(left)] = rootOf(mostLeft + 1 + right);
  const islands = new Map<number, E[]>();
  for (const edge of edges) {
    const root = rootOf(edge.left);
    const island = islands.get(root);
    if (island === undefined) islands.set(root, [edge]);
    else island.push(edge);
  }
  return [...islands.values()];
}

function byLeftOf<E extends Edge>(edges: readonly E[]): Map<number, E[]> {
  const byLeft = new Map<number, E[]>();
  for (const edge of edges) {
    const list = byLeft.get(edge.left);
    if (list === undefined) byLeft.set(edge.left, [edge]);
    else list.push(edge);
  }
  return byLeft;
}

/** The best change that gives a left record a partner: the last record of the chain, and its new edge; without an edge it gives up its own. */
type Change<E extends Edge> = { gain: number; left: number; edge: E | undefined; via: Map<number, E> };

/** Looks along chains in which each record takes the partner of the next one. */
function bestChange<E extends Edge>(
  start: number,
  byLeft: ReadonlyMap<number, E[]>,
  ofRight: ReadonlyMap<number, E>,
): Change<E> {
  const gains = new Map([[start, 0]]);
  const via = new Map<number, E>();
  const best: Change<E> = { gain: 0, left: start, edge: undefined, via };
  const queue = [start];
  for (let next = 0; next < queue.length; next += 1) {
    const left = queue[next] ?? start;
    for (const edge of byLeft.get(left) ?? []) {
      const holder = ofRight.get(edge.right);
      if (holder?.left === left) continue;
      const gain = (gains.get(left) ?? 0) + edge.weight - (holder?.weight ?? 0);
      if (holder === undefined) {
        if (gain > best.gain + tiny) Object.assign(best, { gain, left, edge });
        continue;
      }
      if (gain <= (gains.get(holder.left) ?? -Infinity) + tiny) continue;
      gains.set(holder.left, gain);
      via.set(holder.left, edge);
      queue.push(holder.left);
      if (gain > best.gain + tiny) Object.assign(best, { gain, left: holder.left, edge: undefined });
    }
  }
  return best;
}

/** The assignment of the greatest total weight, by augmenting chains. A record may stay without a partner. */
function solve<E extends Edge>(edges: readonly E[]): E[] {
  const byLeft = byLeftOf(edges);
  const ofLeft = new Map<number, E>();
  const ofRight = new Map<number, E>();
  for (const start of byLeft.keys()) {
    const { gain, left, edge, via } = bestChange(start, byLeft, ofRight);
    if (gain <= tiny) continue;
    if (edge === undefined) ofLeft.delete(left);
    let [at, take] = [left, edge];
    for (;;) {
      if (take !== undefined) {
        ofLeft.set(at, take);
        ofRight.set(take.right, take);
      }
      const back = via.get(at);
      if (at === start || back === undefined) break;
      [at, take] = [back.left, back];
    }
  }
  return [...ofLeft.values()];
}

const totalOf = (edges: readonly Edge[]): number => edges.reduce((sum, { weight }) => sum + weight, 0);

/** The greatest and the second greatest weight of the edges of each record. */
type Best = Map<number, [number, number]>;

function bestOf(edges: readonly Edge[], end: 'left' | 'right'): Best {
  const best: Best = new Map();
  for (const edge of edges) {
    const [first, second] = best.get(edge[end]) ?? [0, 0];
    best.set(edge[end], edge.weight > first ? [edge.weight, first] : [first, Math.max(second, edge.weight)]);
  }
  return best;
}

/** The best that a record could have without an edge. */
function without(best: Best, record: number, weight: number): number {
  const [first, second] = best.get(record) ?? [0, 0];
  return weight === first ? second : first;
}

/** Bounds of margins: without an edge, its records can have at most their next best ones. */
function nearMargins(edges: readonly Edge[]): (edge: Edge) => number {
  const [ofLeft, ofRight] = [bestOf(edges, 'left'), bestOf(edges, 'right')];
  return ({ left, right, weight }) => weight - without(ofLeft, left, weight) - without(ofRight, right, weight);
}

/** The edges of an island in the order of their weights, as long as both records are free. An edge with a positive margin is among them. */
function greedily<E extends Edge>(edges: readonly E[]): E[] {
  const used = { left: new Set<number>(), right: new Set<number>() };
  return edges
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ left, right }) => {
      if (used.left.has(left) || used.right.has(right)) return false;
      used.left.add(left);
      used.right.add(right);
      return true;
    });
}

/** The product of left records and edges up to which an island is solved. */
const mostWork = 200_000;

/**
 * The best assignment, with the margin of each edge: exact in islands of up to 24 left records, and in larger ones a bound that is never
 * above it. Islands of thousands are not solved: they take the greatest weights first, and only an edge that is part of every best
 * assignment has a positive margin. The order of the edges decides between assignments that are equally good. unsolved: the edges of islands
 * that are not solved are added.
 */
export function assign<E extends Edge>(edges: readonly E[], unsolved: E[] = []): Assigned<E>[] {
  const assigned: Assigned<E>[] = [];
  for (const island of islandsOf(edges.filter(({ weight }) => weight > 0))) {
    const [only] = island;
    if (island.length === 1 && only !== undefined) {
      assigned.push({ edge: only, margin: only.weight, isSolved: true });
      continue;
    }
    const lefts = new Set(island.map(({ left }) => left)).size;
    const isSolved = lefts * island.length <= mostWork;
    if (!isSolved) for (const edge of island) unsolved.push(edge);
    const best = isSolved ? solve(island) : greedily(island);
    const total = totalOf(best);
    const nearMargin = nearMargins(island);
    for (const edge of best) {
      const isSmall = lefts <= mostSolved && isSolved;
      const margin = isSmall ? total - totalOf(solve(island.filter((other) => other !== edge))) : nearMargin(edge);
      assigned.push({ edge, margin, isSolved });
    }
  }
  return assigned;
}
