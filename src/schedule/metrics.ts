import type { Temporal } from 'temporal-polyfill';
import type { CurrentDay } from './current-days.ts';
import { outcomes } from './outcomes.ts';

/** What is open of a company in a currency: its undecided causes, and the sum of their amounts as exact decimal text, major units. */
export type OpenAmount = { currency: string; causes: number; amount: string };

/** How a company stands at a wake-up. */
export type Standing = {
  company: string;
  exitStatus: number;
  days: readonly CurrentDay[];
  /** When a run with all inputs last ended, an instant. */
  lastSuccessAt: string | undefined;
  open: readonly OpenAmount[];
};

type Labels = Readonly<Record<string, string>>;
type Value = { labels: Labels; value: string | number };

/** Names of companies, states and currencies need no escapes. */
const labelled = (labels: Labels): string => {
  const texts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return texts.length === 0 ? '' : `{${texts.join(',')}}`;
};

function metric(name: string, help: string, values: readonly Value[]): string {
  const lines = values.map(({ labels, value }) => `tieout_${name}${labelled(labels)} ${value}`);
  return [`# HELP tieout_${name} ${help}`, `# TYPE tieout_${name} gauge`, ...lines, ''].join('\n');
}

const seconds = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / 1000);

/** The state of all companies at a wake-up, in the text format of Prometheus. */
export function metricsText(standings: readonly Standing[], exitStatus: number, at: Temporal.Instant): string {
  const each = (values: (standing: Standing) => readonly Value[]) => standings.flatMap(values);
  return [
    metric('wake_up_timestamp_seconds', 'When the schedule last woke up.', [{ labels: {}, value: seconds(at) }]),
    metric('exit_status', 'The exit status of the company in the worst state.', [{ labels: {}, value: exitStatus }]),
    metric(
      'company_exit_status',
      'The exit status of the state of a company.',
      each(({ company, exitStatus: value }) => [{ labels: { company }, value }]),
    ),
    metric(
      'days',
      'Business days in a state; of closed months only the days whose state needs no action.',
      each(({ company, days }) =>
        outcomes.map((state) => ({
          labels: { company, state },
          value: days.filter(({ outcome }) => outcome === state).length,
        })),
      ),
    ),
    metric(
      'last_success_timestamp_seconds',
      'When a run that had all inputs last ended.',
      each(({ company, lastSuccessAt }) =>
        lastSuccessAt === undefined
          ? []
          : [{ labels: { company }, value: Math.floor(Date.parse(lastSuccessAt) / 1000) }],
      ),
    ),
    metric(
      'open_causes',
      'Causes of differences that nobody has decided.',
      each(({ company, open }) =>
        open.map(({ currency, causes }) => ({ labels: { company, currency }, value: causes })),
      ),
    ),
    metric(
      'open_amount',
      'The sum of their amounts, in major units of the currency.',
      each(({ company, open }) =>
        open.map(({ currency, amount }) => ({ labels: { company, currency }, value: amount })),
      ),
    ),
  ].join('');
}
