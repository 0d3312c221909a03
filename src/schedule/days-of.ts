import type { Temporal } from 'temporal-polyfill';
import { TieoutError } from '../domain/tieout-error.ts';
import type { RunResult } from '../run/run.ts';
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
    const failed = result.errors.find((one) => one.company === company);
    const error = failed?.error instanceof TieoutError ? failed.error : undefined;
    const key = `${company} ${date}`;
    const known = outcomes.get(key)?.outcome ?? (failed === undefined ? 'reconciled' : 'incomplete');
    outcomes.set(key, {
      company,
      date,
      began_at: began.toString(),
      ended_at: ended.toString(),
      outcome: worse(known, verdict),
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    });
  }
  return [...outcomes.values()];
}
