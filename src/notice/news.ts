import type { DayOutcome, DayRun, OverdueDay } from '../schedule/due.ts';

/** What people were told up to: all runs that had ended by then, and how many overdue items each company had. */
export type Noticed = { through: string; overdue: Record<string, number> };

/** A day whose verdict is another than what people would take it for. */
export type VerdictNews = {
  company: string;
  date: string;
  before: DayOutcome | null;
  now: DayOutcome;
  error?: DayRun['error'];
};

/** More overdue items than the configuration lets pass, and more than people know of. */
export type OverdueNews = { company: string; count: number; before: number; over: number };

export type News = { verdicts: VerdictNews[]; overdue: OverdueNews[]; deadlines: readonly OverdueDay[] };

export type NewsInput = {
  runs: readonly DayRun[];
  noticed: Noticed | undefined;
  /** Open overdue items by company, as far as it was counted. */
  overdueCounts: ReadonlyMap<string, number>;
  overdueOver: number;
  deadlines: readonly OverdueDay[];
};

/** Items that are not due yet are nothing to tell people of: with them or without, a day is reconciled. */
function kindOf(outcome: DayOutcome | null): string {
  return outcome === null || outcome === 'reconciled_with_timing' ? 'reconciled' : outcome;
}

function verdictNews(runs: readonly DayRun[], through: string): VerdictNews[] {
  const known = new Map<string, DayRun>();
  const fresh = new Map<string, DayRun>();
  for (const run of runs) (run.ended_at <= through ? known : fresh).set(`${run.company} ${run.date}`, run);
  const news: VerdictNews[] = [];
  const inOrder = [...fresh.values()].sort((a, b) => (a.company + a.date < b.company + b.date ? -1 : 1));
  for (const run of inOrder) {
    const earlier = [...known.values()]
      .filter(({ company, date }) => company === run.company && date < run.date)
      .sort((a, b) => (a.date < b.date ? 1 : -1));
    // a day that was run before is held against itself, a new day against the one before it
    const before = known.get(`${run.company} ${run.date}`) ?? earlier[0];
    if (kindOf(before?.outcome ?? null) !== kindOf(run.outcome)) {
      news.push({
        company: run.company,
        date: run.date,
        before: before?.outcome ?? null,
        now: run.outcome,
        ...(run.error === undefined ? {} : { error: run.error }),
      });
    }
    known.set(`${run.company} ${run.date}`, run);
  }
  return news;
}

/**
 * What there is to tell, held against what people were told: a failure that repeats itself, or a hundred items that stay
 * overdue, are told once.
 */
export function newsOf({ runs, noticed, overdueCounts, overdueOver, deadlines }: NewsInput): News {
  const overdue = [...overdueCounts].flatMap(([company, count]) => {
    const before = noticed?.overdue[company] ?? 0;
    return count > overdueOver && count > before ? [{ company, count, before, over: overdueOver }] : [];
  });
  const verdicts = verdictNews(runs, noticed?.through ?? '');
  // who was never told of anything is told of how things stand, and not of all that ever happened
  const newest = new Map(verdicts.map((one) => [one.company, one]));
  return { verdicts: noticed === undefined ? [...newest.values()] : verdicts, overdue, deadlines };
}

export function isNothing({ verdicts, overdue, deadlines }: News): boolean {
  return verdicts.length + overdue.length + deadlines.length === 0;
}
