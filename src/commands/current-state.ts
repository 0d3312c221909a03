import { closedMonths } from '../close/sealed-pack.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { verdictSchema } from '../domain/verdict.ts';
import { readKeptLanding } from '../landing/landing.ts';
import { english } from '../messages/words.ts';
import {
  byClosedMonth,
  type LateChange,
  lateChangeOf,
  lateChangesSql,
  lateChangesText,
} from '../report/late-changes.ts';
import { shortDay } from '../report/page/figures.ts';
import { type CloseTry, isClosed, lastTries } from '../schedule/closes.ts';
import { type CurrentDay, type CurrentState, currentDays, currentState } from '../schedule/current-days.ts';
import type { History, ScheduledCompany } from '../schedule/due.ts';
import { type CurrentOutcome, isReconciled } from '../schedule/outcomes.ts';
import { openRecords } from '../schedule/records.ts';
import { textOf } from '../warehouse/duckdb-values.ts';
import type { Snapshots } from '../warehouse/snapshots.ts';
import { worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

const statusOf: Record<CurrentOutcome, ExitStatus> = {
  reconciled: 0,
  reconciled_with_timing: 0,
  breaks: 3,
  incomplete: 4,
  not_run: 4,
  failed: 1,
};

/**
 * The verdict of each day and currency. An input that has fallen due since the day was judged is missing, and no later run has reported
 * it.
 */
const publishedDaysSql = `with overdue as (
    select distinct input.company, input.currency, input.business_date, input.input, input.due_on
    from mart.input_day as input
    inner join mart.control as control
      on control.company = input.company and control.currency = input.currency and control.business_date = input.business_date
      and control.state = 'awaited' and list_contains(string_split(control.input, ', '), input.input)
    where input.company = $company and input.state = 'awaited' and input.due_on < $today::date
  )
  select company, currency, business_date, verdict as outcome, reason
  from mart.verdict
  where company = $company
  union all
  select
    company,
    currency,
    business_date,
    'incomplete' as outcome,
    format('The input {} was due on {}.', replace(input, '_', ' '), strftime(due_on, '%-d %b %Y')) as reason
  from overdue
  order by business_date, currency, reason`;

/** The current state of a company, and the days on which it is based. */
export type CompanyState = { company: string; days: CurrentDay[]; state: CurrentState | undefined };

/** Further facts besides the snapshots: the records of runs, and the time. */
type StateTerms = {
  config: Pick<LoadedConfig, 'data_dir'>;
  history: History;
  /** The tries of the schedule to close a month. */
  closes: readonly CloseTry[];
  now: ReturnType<CommandContext['clock']>;
};

/** The runs recorded so far. Throws RUN_RECORDS_DAMAGED. */
export async function stateTerms(config: LoadedConfig, context: CommandContext): Promise<StateTerms> {
  const records = openRecords(dataPaths(config.data_dir).runs);
  return { config, history: await records.history(), closes: await records.closes(), now: context.clock() };
}

/** A closed month with changes after its close, shown as its first day. */
function lateDay(changes: readonly LateChange[]): CurrentDay {
  const [{ month, version } = { month: '', version: 0 }] = changes;
  return {
    date: `${month}-01`,
    outcome: 'breaks',
    reason: `${month} is closed (v${version}), and has ${lateChangesText(changes)}.`,
  };
}

/** A month that the schedule could not close, shown as its first day. */
function refusedDay({ month, refused_by: gates, error }: CloseTry): CurrentDay {
  const why =
    error?.message ?? `These gates refuse: ${gates.map((gate) => english().find(`gate-${gate}`) ?? gate).join('; ')}.`;
  return { date: `${month}-01`, outcome: 'incomplete', reason: `${month} was not closed. ${why}` };
}

/**
 * The current state of a company, from its published snapshot (`snapshots`, where it exists) and the records of runs. The days of a
 * sealed month need no action, unless the month has changes after its close. Throws LANDING_INDEX_DAMAGED if it is unknown whether a
 * month is sealed.
 */
export async function companyState(
  company: ScheduledCompany,
  snapshots: Pick<Snapshots, 'read'> | undefined,
  { config, history, closes, now }: StateTerms,
): Promise<CompanyState> {
  const { name, zone } = company;
  const today = now.toZonedDateTimeISO(zone).toPlainDate().toString();
  const rows = (await snapshots?.read(publishedDaysSql, { company: name, today })) ?? [];
  const published = rows.map(
    (row): CurrentDay => ({
      date: textOf(row, 'business_date'),
      outcome: verdictSchema.shape.verdict.parse(row.outcome),
      reason: textOf(row, 'reason'),
    }),
  );
  const all = currentDays(company, published, history, now);
  const monthOf = ({ date }: CurrentDay) => date.slice(0, 7);
  const late = ((await snapshots?.read(lateChangesSql('company = $company'), { company: name })) ?? []).map(
    lateChangeOf,
  );
  const tries = company.schedule.close_day === undefined ? [] : lastTries(closes, name);
  const refused = tries.filter((one) => !isClosed(one));
  // landing is read only where a month with open work may be sealed
  const mayBeSealed =
    late.length + refused.length > 0 ||
    all.some((day) => !isReconciled(day.outcome) && monthOf(day) < today.slice(0, 7));
  const receipts = mayBeSealed ? (await readKeptLanding(companyPaths(config.data_dir, name).landing)).receipts() : [];
  const sealed = closedMonths(receipts);
  // a version that was sealed after the last run includes the changes that the run found in the version before
  const isCurrent = ({ month, version }: LateChange) => version === (sealed.get(month)?.version ?? 1);
  const days = all.filter((day) => isReconciled(day.outcome) || !sealed.has(monthOf(day)));
  const changed = byClosedMonth(late.filter(isCurrent)).map(lateDay);
  // the days come first: an incomplete day is often the reason
  const notClosed = refused.filter(({ month }) => !sealed.has(month)).map(refusedDay);
  return { company: name, days, state: currentState([...changed, ...days, ...notClosed]) };
}

/** The exit status of the worst company. */
export const worstOfStates = (states: readonly CompanyState[]): ExitStatus =>
  worstStatus(states.map(({ state }) => (state === undefined ? 0 : statusOf[state.outcome])));

/** One line: the day, or the number of days and the first of them, with the outcome and the reason. */
export function stateText({ company, state }: CompanyState): string {
  if (state === undefined) return `${company}: no day is due yet`;
  const { outcome, days, reason } = state;
  const [first = ''] = days;
  const said = `${company}: ${outcome.replaceAll('_', ' ')}`;
  const day = shortDay(first, english());
  if (isReconciled(outcome)) return `${said} through ${day}`;
  return `${said} ${days.length === 1 ? 'on' : `on ${days.length} days since`} ${day}: ${reason}`;
}

/** The state of a company for --json. */
export const stateFields = ({ company, state }: CompanyState) => ({
  company,
  exit_status: state === undefined ? 0 : statusOf[state.outcome],
  outcome: state?.outcome ?? null,
  first_day: state?.days[0] ?? null,
  day_count: state?.days.length ?? 0,
  reason: state?.reason ?? null,
});
