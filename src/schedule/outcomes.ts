/** The outcome of a run of a business day. */
export type DayOutcome = 'reconciled' | 'reconciled_with_timing' | 'breaks' | 'incomplete' | 'failed';

/** The current outcome of a business day: that of its last run, or `not_run` where it was due and no run has reported it. */
export type CurrentOutcome = DayOutcome | 'not_run';

/** The current outcomes, the worst last. */
export const outcomes = [
  'reconciled',
  'reconciled_with_timing',
  'breaks',
  'incomplete',
  'not_run',
  'failed',
] as const satisfies CurrentOutcome[];

/** The worse of two outcomes. */
export function worse<Outcome extends CurrentOutcome>(a: Outcome, b: Outcome): Outcome {
  return outcomes.indexOf(a) >= outcomes.indexOf(b) ? a : b;
}

/** Whether a day needs no action. */
export const isReconciled = (outcome: CurrentOutcome): boolean =>
  outcome === 'reconciled' || outcome === 'reconciled_with_timing';
