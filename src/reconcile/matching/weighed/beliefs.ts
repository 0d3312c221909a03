import type { WeighedRecord } from './record.ts';

/** A set of records that may belong together. weight: the logarithm of how much likelier that is than that they do not, by themselves. */
export type Hypothesis = { records: readonly WeighedRecord[]; weight: number };

const iterations = 10;
/** Of each new message this share is taken, so that messages of a circle settle. */
const taken = 0.6;
const mostWeight = 60;

/**
 * The odds of each hypothesis as a logarithm, where each record can be part of one only: hypotheses with records in common weaken each
 * other by as much as they are likely themselves (sum-product messages between records and hypotheses).
 */
export function beliefsOf(hypotheses: readonly Hypothesis[]): number[] {
  const places = new Map<WeighedRecord, { hypothesis: number; at: number }[]>();
  for (const [hypothesis, { records }] of hypotheses.entries())
    for (const [at, record] of records.entries()) {
      const list = places.get(record) ?? [];
      places.set(record, list);
      list.push({ hypothesis, at });
    }
  // the logarithm of the probability that a record is free for a hypothesis
  const free = hypotheses.map(({ records }) => records.map(() => 0));
  const oddsOf = (hypothesis: number): number =>
    Math.min(mostWeight, hypotheses[hypothesis]?.weight ?? 0) +
    (free[hypothesis] ?? []).reduce((sum, each) => sum + each, 0);
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const odds = hypotheses.map((_, hypothesis) => oddsOf(hypothesis));
    for (const list of places.values()) {
      // without what this record itself says
      const claims = list.map(({ hypothesis, at }) =>
        Math.exp((odds[hypothesis] ?? 0) - (free[hypothesis]?.[at] ?? 0)),
      );
      const all = claims.reduce((sum, each) => sum + each, 0);
      for (const [index, { hypothesis, at }] of list.entries()) {
        const others = Math.max(0, all - (claims[index] ?? 0));
        const ofHypothesis = free[hypothesis];
        if (ofHypothesis !== undefined)
          ofHypothesis[at] = taken * -Math.log1p(others) + (1 - taken) * (ofHypothesis[at] ?? 0);
      }
    }
  }
  return hypotheses.map((_, hypothesis) => oddsOf(hypothesis));
}
