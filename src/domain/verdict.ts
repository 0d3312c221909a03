import { z } from 'zod';

const count = z.bigint().transform(Number);

/** One company, currency and business day with its verdict. Money is exact decimal text in major units. */
export const verdictSchema = z.object({
  company: z.string(),
  currency: z.string(),
  business_date: z.string(),
  verdict: z.enum(['reconciled', 'reconciled_with_timing', 'breaks', 'incomplete']),
  reason: z.string(),
  matched_count: count,
  matched_amount: z.string(),
  break_count: count,
  break_amount: z.string(),
  timing_count: count,
  suggested_count: count,
  overdue_count: count,
  rejected_count: count,
  control_count: count,
  made_count: count,
  awaited_count: count,
  waived_count: count,
  awaited: z.string().nullable(),
  not_set_up: z.string().nullable(),
  cause_count: count,
  unexplained_debit: z.string(),
  unexplained_credit: z.string(),
  unexplained_net: z.string(),
});

export type Verdict = z.infer<typeof verdictSchema>;

/** The process's exit status for a run's verdicts: 0 reconciled (with or without timing), 3 breaks, 4 incomplete. */
export function exitStatusOf(verdicts: readonly Pick<Verdict, 'verdict'>[]): 0 | 3 | 4 {
  if (verdicts.length === 0 || verdicts.some(({ verdict }) => verdict === 'incomplete')) return 4;
  return verdicts.some(({ verdict }) => verdict === 'breaks') ? 3 : 0;
}
