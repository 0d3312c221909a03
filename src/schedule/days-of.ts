import type { Temporal } from 'temporal-polyfill';
import type { RunResult } from '../pipeline/run.ts';
import type { DayOutcome, DayRun } from './due.ts';

const worstLast = [
  'reconciled',
  'reconciled_with_timing',
  'breaks',
  'incomplete',
  'failed',
] as const satisfies DayOutcome[];

const worse = (a: DayOutcome, b: DayOutcome) => (worstLast.indexOf(a) >= worstLast.indexOf(b) ? a : b);

/** The outcome of each company's days in a run: the worst of its currencies; incomplete where a service was not read. */
export function daysOf(result: RunResult, began: Temporal.Instant, ended: Temporal.Instant): DayRun[] {
  const outcomes = new Map<string, DayRun>();
  for (const { company, business_date: date, verdict } of result.verdicts) {
    const isWhole = result.errors.every((failed) => failed.company !== company);
    const key = `${company} ${date}`;
    const known = outcomes.get(key)?.outcome ?? (isWhole ? 'reconciled' : 'incomplete');
    outcomes.set(key, {
      company,
      date,
      began_at: began.toString(),
      ended_at: ended.toString(),
      outcome: worse(known, verdict),
    });
  }
  return [...outcomes.values()];
}
