import { snapshotsThere } from '../company/published-warehouse.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { groupedBy } from '../domain/grouped-by.ts';
import { verdictSchema } from '../domain/verdict.ts';
import type { Words } from '../messages/words.ts';
import { saidOfDay, withSentences } from '../report/code-text.ts';
import { byClosedMonth, type LateChange, readLateChanges } from '../report/late-changes.ts';
import { readActions } from '../report/page/causes.ts';
import { actionOf, countOf, dayFrom } from '../report/page/figures.ts';
import { proofText } from '../report/proof.ts';
import { decimalsOf, groupedText, isZero } from '../report/shown-value.ts';
import { unexplainedText } from '../report/states.ts';
import type { CloseTry } from '../schedule/closes.ts';
import type { DayRun, OverdueDay } from '../schedule/due.ts';
import type { DayOutcome } from '../schedule/outcomes.ts';
import type { NoticeMark } from '../schedule/records.ts';
import { type Bound, numberOf, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { openSnapshots } from '../warehouse/snapshots.ts';

/** A file of a day's report, relative to the folder of reports. */
export const fileOfDay = (company: string, date: string, ext: 'html' | 'xlsx'): string =>
  `${date}/${company}/${company}.${ext}`;

/** The number of controls that a notice names; it counts the others. */
const controlsNamed = 5;

/** The controls that were not made, with their reasons; controls with the same reason are on one line. */
function notMadeLines(register: readonly WarehouseRow[], words: Words): string[] {
  const notMade = register.filter(({ state }) => state === 'not_made');
  const nameOf = ({ title, subject }: WarehouseRow) =>
    words.phrase(String(title)) + (subject === '' ? '' : ` (${String(subject)})`);
  const all = [...groupedBy(notMade, ({ reason }) => words.sentence(String(reason)))].map(
    ([reason, rows]) => `${words.say('state-not_made')}: ${[...new Set(rows.map(nameOf))].join(', ')}. ${reason}`,
  );
  const more = all.length - controlsNamed;
  return [...all.slice(0, controlsNamed), ...(more > 0 ? [words.say('notice-and_more', { more })] : [])];
}

/** The number of first actions that a notice lists. */
const actionsNamed = 3;

/** What to do first, with the amount and the age, as on the page of the day. */
function actionLine(row: WarehouseRow, words: Words): string {
  const { meaning, toDo } = actionOf(row, words);
  const currency = textOf(row, 'currency');
  const [debit, credit, stake] = [textOf(row, 'debit'), textOf(row, 'credit'), textOf(row, 'stake')];
  const isDue = !isZero(debit) || !isZero(credit);
  const amount = isDue
    ? unexplainedText({ unexplained_debit: debit, unexplained_credit: credit }, currency)
    : words.say('open-at_stake', { amount: groupedText(stake, decimalsOf(currency, stake)) });
  const facts = `${words.say('count-causes', { causes: countOf(row, 'cause_count') })}, ${words.say('findings-age', { days: countOf(row, 'age_days') })}`;
  return `${currency} ${amount}: ${meaning} (${facts}). ${toDo}`;
}

/** The inputs of a day without the names of those who declared them. */
const withoutPeople = (inputs: readonly WarehouseRow[], words: Words): WarehouseRow[] =>
  inputs.map((input) => ({ ...input, declared_by: input.declared_by === null ? null : words.say('notice-somebody') }));

/** The figures of a notice, from the published snapshots; nothing for a company that has not published yet. */
export function noticeFacts(config: LoadedConfig) {
  const readFrom =
    (companies: CompanyConfig[]) =>
    async (sql: string, bound: Bound): Promise<WarehouseRow[]> => {
      const there = snapshotsThere(config, companies);
      if (there.size === 0) return [];
      // another company may need a rebuild
      const snapshots = await openSnapshots(there, { ofAnyVersion: true });
      try {
        return await snapshots.read(sql, bound);
      } finally {
        snapshots.close();
      }
    };
  const readAll = readFrom(config.companies);
  const readOf = (company: string) => readFrom(config.companies.filter(({ name }) => name === company));
  return {
    /** Companies whose statements are of test mode. */
    testCompanies: async () =>
      new Set(
        (await readAll('select company from mart.company where is_test', {})).map((row) => textOf(row, 'company')),
      ),
    /** Open overdue items by company; a company without any has zero. */
    overdueCounts: async () => {
      const rows = await readAll(
        `select company, sum(item_count) filter (outcome = 'overdue' and status = 'open')::integer as item_count
         from mart.finding group by company having item_count is not null`,
        {},
      );
      const counts = new Map(config.companies.map(({ name }) => [name, 0]));
      for (const row of rows) counts.set(textOf(row, 'company'), numberOf(row, 'item_count'));
      return counts;
    },
    lateChanges: () => readLateChanges((sql) => readAll(sql, {})),
    verdictsOf: async (company: string, date: string) =>
      (
        await readOf(company)(
          `select company, currency, business_date, verdict, reason, matched_count, matched_amount, break_count, break_amount,
             timing_count, suggested_count, overdue_count, rejected_count, cause_count, unexplained_debit, unexplained_credit,
             unexplained_net, control_count, made_count, awaited_count, waived_count, awaited, not_set_up
           from mart.verdict where company = $company and business_date = $date::date order by currency`,
          { company, date },
        )
      ).map((row) => verdictSchema.parse(row)),
    proofOf: async (company: string, date: string, words: Words) => {
      const read = readOf(company);
      const onDay = 'company = $company and business_date = $date::date';
      const register = await read(
        `select currency, business_date, control, subject, title, state, is_decided, reason, input from mart.control
         where ${onDay} order by list_order, control, subject, currency`,
        { company, date },
      );
      const inputs = await read(
        `select input, currency, business_date, state, basis, covered_from, covered_to, is_declared, declared_by, due_on
         from mart.input_day where ${onDay} order by input, currency`,
        { company, date },
      );
      const [counted = {}] = await read(
        `select count(*) as value_count from (
           select distinct source, record, field, value from mart.unexpected where company = $company and received_at >= $date::date
         )`,
        { company, date },
      );
      const unexpected = Number(counted.value_count ?? 0);
      const drifts = await read(
        `select reconciliation_title, sure_percent::text as sure_percent, earlier_sure_percent::text as earlier_sure_percent
         from mart.match_rate($company, $date::date - 6, $date::date + 1) where is_drift order by list_order, reconciliation`,
        { company, date },
      );
      return [
        proofText(register, withoutPeople(inputs, words), words),
        ...notMadeLines(register, await withSentences(words, read, saidOfDay, { company, date })),
        ...(unexpected > 0 ? [words.say('notice-unexpected', { values: unexpected })] : []),
        ...drifts.map((drift) =>
          words.say('notice-drift', {
            reconciliation: words.phrase(textOf(drift, 'reconciliation_title')),
            percent: textOf(drift, 'sure_percent'),
            earlier: textOf(drift, 'earlier_sure_percent'),
          }),
        ),
      ];
    },
    actionsOf: async (company: string, date: string, words: Words) => {
      const { currency, rates } = config.report;
      const rows = await readActions(readOf(company), { company, to: dayFrom(date, 1) }, { currency, rates });
      return rows.slice(0, actionsNamed).map((row) => actionLine(row, words));
    },
  };
}

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

/** A closed month with more changes than in the last notice. */
type LateMonth = { company: string; month: string; version: number; changes: readonly LateChange[] };

export type NoticeContent = {
  verdicts: VerdictChange[];
  /** Months that the schedule closed, or could not close. */
  closes: CloseTry[];
  overdue: OverdueIncrease[];
  late: LateMonth[];
  deadlines: readonly OverdueDay[];
};

export type ContentInput = {
  runs: readonly DayRun[];
  closes: readonly CloseTry[];
  noticed: NoticeMark | undefined;
  /** Open overdue items by company. */
  overdueCounts: ReadonlyMap<string, number>;
  overdueOver: number;
  lateChanges: readonly LateChange[];
  deadlines: readonly OverdueDay[];
};

/** The kind of an outcome. Outstanding items are no reason for a notice, so a day is reconciled with or without them. */
function kindOf(outcome: DayOutcome | null): string {
  return outcome === null || outcome === 'reconciled_with_timing' ? 'reconciled' : outcome;
}

function verdictChanges(runs: readonly DayRun[], through: string): VerdictChange[] {
  const known = new Map<string, DayRun>();
  const fresh = new Map<string, DayRun>();
  for (const run of runs)
    (run.ended_at <= through || run.is_backfill === true ? known : fresh).set(`${run.company} ${run.date}`, run);
  const changes: VerdictChange[] = [];
  const inOrder = [...fresh.values()].sort((a, b) => (a.company + a.date < b.company + b.date ? -1 : 1));
  for (const run of inOrder) {
    const earlier = [...known.values()]
      .filter(({ company, date, is_backfill }) => company === run.company && date < run.date && is_backfill !== true)
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

/** The tries to close a month since the last notice that ended in another way than the one before them. */
function closeChanges(tries: readonly CloseTry[], through: string): CloseTry[] {
  const ends = ({ refused_by, error }: CloseTry) => JSON.stringify([refused_by, error?.code]);
  return tries.filter((one, index) => {
    const before = tries
      .slice(0, index)
      .findLast(({ company, month }) => company === one.company && month === one.month);
    return one.ended_at > through && one.was_closed !== true && (before === undefined || ends(before) !== ends(one));
  });
}

/** The number of changes of each version of a closed month, as the state of a notice keeps it. */
export const lateCounts = (changes: readonly LateChange[]): Record<string, number> =>
  Object.fromEntries(
    byClosedMonth(changes).map((own) => [lateKey(own), own.reduce((sum, { count }) => sum + count, 0)]),
  );

const lateKey = ([first]: readonly LateChange[]) => `${first?.company} ${first?.month} v${first?.version}`;

/** The closed months with more changes than in the last notice. */
function lateMonths(changes: readonly LateChange[], noticed: NoticeMark | undefined): LateMonth[] {
  const counts = lateCounts(changes);
  return byClosedMonth(changes).flatMap((own) => {
    const [first] = own;
    const isKnown = (counts[lateKey(own)] ?? 0) <= (noticed?.late?.[lateKey(own)] ?? 0);
    if (first === undefined || isKnown) return [];
    return [{ company: first.company, month: first.month, version: first.version, changes: own }];
  });
}

/** The content of a notice: the changes since the last one. A repeated failure and items that remain overdue are sent once. */
export function contentOf(input: ContentInput): NoticeContent {
  const { runs, closes, noticed, overdueCounts, overdueOver, lateChanges, deadlines } = input;
  const late = lateMonths(lateChanges, noticed);
  const overdue = [...overdueCounts].flatMap(([company, count]) => {
    const before = noticed?.overdue[company] ?? 0;
    return count > overdueOver && count > before ? [{ company, count, before, over: overdueOver }] : [];
  });
  const verdicts = verdictChanges(runs, noticed?.through ?? '');
  // the first notice has only the newest day of each company
  const newest = new Map(verdicts.map((one) => [one.company, one]));
  const news = closeChanges(closes, noticed?.through ?? '');
  return { verdicts: noticed === undefined ? [...newest.values()] : verdicts, closes: news, overdue, late, deadlines };
}

export function isEmpty({ verdicts, closes, overdue, late, deadlines }: NoticeContent): boolean {
  return verdicts.length + closes.length + overdue.length + late.length + deadlines.length === 0;
}
