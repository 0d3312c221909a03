import type { DayRun, OverdueDay } from '../schedule/due.ts';
import type { DayOutcome } from '../schedule/outcomes.ts';

/** The state of the last notice: the end of its last run, and the number of overdue items of each company. */
export type Noticed = { through: string; overdue: Record<string, number> };

/** A day whose verdict changed since the last notice. */
export type VerdictChange = {
  company: string;
  date: string;
  before: DayOutcome | null;
  now: DayOutcome;
  error?: DayRun['error'];
};

/** More overdue items than the configuration tolerates, and more than in the last notice. */
type OverdueIncrease = { company: string; count: number; before: number; over: number };

export type NoticeContent = { verdicts: VerdictChange[]; overdue: OverdueIncrease[]; deadlines: readonly OverdueDay[] };

export type ContentInput = {
  runs: readonly DayRun[];
  noticed: Noticed | undefined;
  /** Open overdue items by company. */
  overdueCounts: ReadonlyMap<string, number>;
  overdueOver: number;
  deadlines: readonly OverdueDay[];
};

/** The kind of an outcome. Outstanding items are no reason for a notice, so a day is reconciled with or without them. */
function kindOf(outcome: DayOutcome | null): string {
  return outcome === null || outcome === 'reconciled_with_timing' ? 'reconciled' : outcome;
}

function verdictChanges(runs: readonly DayRun[], through: string): VerdictChange[] {
  const known = new Map<string, DayRun>();
  const fresh = new Map<string, DayRun>();
  for (const run of runs) (run.ended_at <= through ? known : fresh).set(`${run.company} ${run.date}`, run);
  const changes: VerdictChange[] = [];
  const inOrder = [...fresh.values()].sort((a, b) => (a.company + a.date < b.company + b.date ? -1 : 1));
  for (const run of inOrder) {
    const earlier = [...known.values()]
      .filter(({ company, date }) => company === run.company && date < run.date)
      .sort((a, b) => (a.date < b.date ? 1 : -1));
    // a day is compared with its own earlier run, a new day with the day before it
    const before = known.get(`${run.company} ${run.date}`) ?? earlier[0];
    if (kindOf(before?.outcome ?? null) !== kindOf(run.outcome)) {
      changes.push({
        company: run.company,
        date: run.date,
        before: before?.outcome ?? null,
        now: run.outcome,
        ...(run.error === undefined ? {} : { error: run.error }),
      });
    }
    known.set(`${run.company} ${run.date}`, run);
  }
  return changes;
}

/** The content of a notice: the changes since the last one. A repeated failure and items that remain overdue are sent once. */
export function contentOf({ runs, noticed, overdueCounts, overdueOver, deadlines }: ContentInput): NoticeContent {
  const overdue = [...overdueCounts].flatMap(([company, count]) => {
    const before = noticed?.overdue[company] ?? 0;
    return count > overdueOver && count > before ? [{ company, count, before, over: overdueOver }] : [];
  });
  const verdicts = verdictChanges(runs, noticed?.through ?? '');
  // the first notice has only the newest day of each company
  const newest = new Map(verdicts.map((one) => [one.company, one]));
  return { verdicts: noticed === undefined ? [...newest.values()] : verdicts, overdue, deadlines };
}

export function isEmpty({ verdicts, overdue, deadlines }: NoticeContent): boolean {
  return verdicts.length + overdue.length + deadlines.length === 0;
}
