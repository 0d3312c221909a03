import type { Temporal } from 'temporal-polyfill';
import { TieoutError } from '../domain/tieout-error.ts';
import type { RunResult } from '../pipeline/run-company.ts';
import type { DayRun } from './due.ts';
import { worse } from './outcomes.ts';

/** The outcome of each day of a company's run: the worst of its currencies; incomplete where an input was not collected. */
export function daysOf(
  { company, verdicts, errors }: RunResult,
  began: Temporal.Instant,
  ended: Temporal.Instant,
): DayRun[] {
  const error = errors.find((one) => one instanceof TieoutError);
  const outcomes = new Map<string, DayRun>();
  for (const { business_date: date, verdict } of verdicts) {
    const known = outcomes.get(date)?.outcome ?? (errors.length === 0 ? 'reconciled' : 'incomplete');
    outcomes.set(date, {
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
