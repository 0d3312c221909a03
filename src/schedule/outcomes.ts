/** The outcome of a run of a business day. */
export type DayOutcome = 'reconciled' | 'reconciled_with_timing' | 'breaks' | 'incomplete' | 'failed';

/** How a business day stands: the outcome of its last run, or that it was due and no run has reported it. */
export type CurrentOutcome = DayOutcome | 'not_run';

const worstLast = [
  'reconciled',
  'reconciled_with_timing',
  'breaks',
  'incomplete',
  'not_run',
  'failed',
] as const satisfies CurrentOutcome[];

/** The worse of two outcomes. */
export function worse<Outcome extends CurrentOutcome>(a: Outcome, b: Outcome): Outcome {
  return worstLast.indexOf(a) >= worstLast.indexOf(b) ? a : b;
}

/** Whether nobody has to do anything about a day. */
export const isReconciled = (outcome: CurrentOutcome): boolean =>
  outcome === 'reconciled' || outcome === 'reconciled_with_timing';
