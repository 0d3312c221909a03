import type { WeighedRecord } from './record.ts';

/** A set of records that may belong together. weight: the logarithm of how much likelier that is than that they do not, by themselves. */
export type Hypothesis = { records: readonly WeighedRecord[]; weight: number };

const iterations = 10;
/** Of each new message this share is taken, so that messages of a circle settle. */
const taken = 0.6;
const mostWeight = 60;

/**
 * Sets of records that exclude each other where they have records in common. The places of their records are found once, and weighed as
 * often as their weights change.
 */
export class Beliefs {
  /** The first place of each set; a place is a record of a set. */
  readonly #starts: Int32Array;
  readonly #setOf: Int32Array;
  /** The places of each record that is in several sets. */
  readonly #shared: readonly Int32Array[];

  constructor(sets: readonly (readonly WeighedRecord[])[]) {
    this.#starts = new Int32Array(sets.length + 1);
    for (const [at, records] of sets.entries()) this.#starts[at + 1] = (this.#starts[at] ?? 0) + records.length;
    this.#setOf = new Int32Array(this.#starts.at(-1) ?? 0);
    const places = new Map<WeighedRecord, number[]>();
    let place = 0;
    for (const [at, records] of sets.entries())
      for (const record of records) {
        this.#setOf[place] = at;
        const list = places.get(record);
        if (list === undefined) places.set(record, [place]);
        else list.push(place);
        place += 1;
      }
    this.#shared = [...places.values()].filter(({ length }) => length > 1).map((list) => Int32Array.from(list));
  }

  /**
   * The odds of each set as a logarithm, where each record can be part of one only: sets with records in common weaken each other by as
   * much as they are likely themselves (sum-product messages between records and sets).
   */
  odds(weights: readonly number[]): Float64Array {
    const [starts, setOf] = [this.#starts, this.#setOf];
    // the logarithm of the probability that a record is free for a set
    const free = new Float64Array(setOf.length);
    const odds = new Float64Array(starts.length - 1);
    const weigh = (): void => {
      for (let at = 0; at < odds.length; at += 1) {
        let sum = 0;
        for (let place = starts[at] ?? 0; place < (starts[at + 1] ?? 0); place += 1) sum += free[place] ?? 0;
        odds[at] = Math.min(mostWeight, weights[at] ?? 0) + sum;
      }
    };
    const claims = new Float64Array(this.#shared.reduce((most, { length }) => Math.max(most, length), 0));
    for (let iteration = 0; iteration < iterations; iteration += 1) {
      weigh();
      for (const places of this.#shared) {
        let all = 0;
        for (let at = 0; at < places.length; at += 1) {
          const place = places[at] ?? 0;
          // without what this record itself says
          const claim = Math.exp((odds[setOf[place] ?? 0] ?? 0) - (free[place] ?? 0));
          claims[at] = claim;
          all += claim;
        }
        for (let at = 0; at < places.length; at += 1) {
          const place = places[at] ?? 0;
          const others = Math.max(0, all - (claims[at] ?? 0));
          free[place] = taken * -Math.log1p(others) + (1 - taken) * (free[place] ?? 0);
        }
      }
    }
    weigh();
    return odds;
  }
}

/** The odds of each hypothesis as a logarithm, where each record can be part of one only. */
export const beliefsOf = (hypotheses: readonly Hypothesis[]): number[] => [
  ...new Beliefs(hypotheses.map(({ records }) => records)).odds(hypotheses.map(({ weight }) => weight)),
];

/** The hypotheses that have a record in common with the given records, directly or by way of others: only these weaken what they are part of. */
export function concerning(records: Iterable<WeighedRecord>, hypotheses: readonly Hypothesis[]): Hypothesis[] {
  const ofRecord = new Map<WeighedRecord, Hypothesis[]>();
  for (const hypothesis of hypotheses)
    for (const record of hypothesis.records) {
      const list = ofRecord.get(record);
      if (list === undefined) ofRecord.set(record, [hypothesis]);
      else list.push(hypothesis);
    }
  const reached = new Set(records);
  const found = new Set<Hypothesis>();
  // a set hands out what is added meanwhile
  for (const record of reached)
    for (const hypothesis of ofRecord.get(record) ?? []) {
      if (found.has(hypothesis)) continue;
      found.add(hypothesis);
      for (const other of hypothesis.records) reached.add(other);
    }
  return hypotheses.filter((hypothesis) => found.has(hypothesis));
}
