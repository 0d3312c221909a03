import { Temporal } from 'temporal-polyfill';
import type { OverdueDay } from '../schedule/due.ts';

export type Notice = { subject: string; text: string };

const said: Record<OverdueDay['outcome'], string> = {
  reconciled: 'reconciled',
  reconciled_with_timing: 'reconciled',
  breaks: 'has breaks',
  incomplete: 'is incomplete: an input is missing, or a figure is not explained',
  failed: 'could not be run',
  not_run: 'was not run',
};

/** What people are told of days that are not reconciled by their deadline; times in each company's own zone. */
export function deadlineNotice(days: readonly OverdueDay[], zoneOf: (company: string) => string): Notice {
  const lines = days.map(({ company, date, deadline_at, outcome }) => {
    const deadline = Temporal.Instant.from(deadline_at).toZonedDateTimeISO(zoneOf(company));
    return `${company}, ${date}: ${said[outcome]} (deadline ${deadline.toPlainDate()} ${deadline.toPlainTime().toString({ smallestUnit: 'minute' })}, ${deadline.timeZoneId}).`;
  });
  const [first] = days;
  const subject =
    days.length === 1 && first !== undefined
      ? `Not reconciled: ${first.company}, ${first.date}`
      : `Not reconciled: ${days.length} days`;
  return {
    subject,
    text: [
      ...lines,
      '',
      'See the reports of the day, or `tieout status`. `tieout doctor` tells whether both services can be reached.',
      '',
    ].join('\n'),
  };
}
