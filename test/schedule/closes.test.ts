import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type CloseTry, dueCloses } from '../../src/schedule/closes.ts';
import { type DayRun, latestDay, type ScheduledCompany } from '../../src/schedule/due.ts';
import type { DayOutcome } from '../../src/schedule/outcomes.ts';

const schedule = { at: '06:30', deadline: '10:00', retry_minutes: 30, catch_up_days: 31, close_day: 5 };
const acme: ScheduledCompany = { name: 'acme', zone: 'Asia/Kuala_Lumpur', schedule };
const ran = (date: string, company = 'acme'): DayRun => ({
  ...{ company, date, began_at: `${date}T23:00:00Z`, ended_at: `${date}T23:00:00Z`, outcome: 'reconciled' },
});
const tried = (month: string, ended_at: string, refused_by: string[], more: Partial<CloseTry> = {}): CloseTry => ({
  ...{ company: 'acme', month, ended_at, refused_by, ...more },
});
const instant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime('Asia/Kuala_Lumpur').toInstant();
/** The months that are due at a time of Kuala Lumpur, at which the day before has been run. */
const dueAt = (
  local: string,
  tries: readonly CloseTry[] = [],
  { company = acme, first = ['2026-10-03'], outcome = 'reconciled' as DayOutcome | 'none' } = {},
) => {
  const now = instant(local);
  const yesterday = latestDay(company.schedule.at, company.zone, now).toString();
  const at = now.toString();
  const daily: DayRun[] =
    outcome === 'none' ? [] : [{ company: 'acme', date: yesterday, began_at: at, ended_at: at, outcome }];
  const history = [...first.map((date) => ran(date)), ran('2026-10-01', 'nord'), ...daily];
  return dueCloses([company], history, tries, now).map(({ month }) => month);
};

describe('The month before is due to be closed', () => {
  test('from its day on, at the time of the daily run', () => {
    expect(dueAt('2026-11-04T23:59')).toEqual([]);
    expect(dueAt('2026-11-05T06:29')).toEqual([]);
    expect(dueAt('2026-11-05T06:30')).toEqual(['2026-10']);
    expect(dueAt('2026-12-01T06:29')).toEqual(['2026-10']);
    expect(dueAt('2026-12-01T06:30')).toEqual([]);
    expect(dueAt('2027-01-28T12:00')).toEqual(['2026-12']);
    const company = { ...acme, schedule: { ...schedule, close_day: undefined } };
    expect(dueAt('2026-11-05T06:30', [], { company })).toEqual([]);
  });

  test('unless the company began after it', () => {
    expect(dueAt('2026-11-05T06:30', [], { first: [] })).toEqual([]);
    expect(dueAt('2026-11-05T06:30', [], { first: ['2026-11-01'] })).toEqual([]);
    expect(dueAt('2026-11-05T06:30', [], { company: { ...acme, starts_on: '2026-11-01' } })).toEqual([]);
    expect(dueAt('2026-11-05T06:30', [], { company: { ...acme, starts_on: '2026-10-31' }, first: [] })).toEqual([
      '2026-10',
    ]);
  });

  test('once the day before is complete, or its deadline has passed', () => {
    expect(dueAt('2026-11-05T07:00', [], { outcome: 'breaks' })).toEqual(['2026-10']);
    for (const outcome of ['none', 'incomplete', 'failed'] as const) {
      expect(dueAt('2026-11-05T09:59', [], { outcome })).toEqual([]);
      expect(dueAt('2026-11-05T10:00', [], { outcome })).toEqual(['2026-10']);
    }
  });

  test('again each day while it is refused, also after its month, and no more once it is closed', () => {
    // 06:31 in Kuala Lumpur
    const refused = tried('2026-10', '2026-11-04T22:31:00Z', ['items']);
    expect(dueAt('2026-11-05T18:45', [refused])).toEqual([]);
    expect(dueAt('2026-11-06T06:29', [refused])).toEqual([]);
    expect(dueAt('2026-11-06T06:30', [refused])).toEqual(['2026-10']);
    expect(dueAt('2026-12-03T07:00', [refused])).toEqual(['2026-10']);
    expect(dueAt('2026-12-05T07:00', [refused])).toEqual(['2026-10', '2026-11']);
    const closed = tried('2026-10', '2026-11-05T22:31:00Z', []);
    expect(dueAt('2026-11-07T06:30', [refused, closed])).toEqual([]);
    expect(dueAt('2026-12-05T06:30', [refused, closed])).toEqual(['2026-11']);
    expect(dueAt('2026-11-07T06:30', [{ ...closed, company: 'nord' }])).toEqual(['2026-10']);
  });

  test.each([
    ['it failed', { refused_by: [], error: { code: 'GATEWAY_BUSY', message: 'Busy.' } }],
    ['the services could not be asked', { refused_by: ['fetched', 'items'] }],
    ['an input is missing', { refused_by: ['inputs'] }],
  ])('again after minutes until the deadline where %s', (_, changes) => {
    const last = { ...tried('2026-10', '2026-11-04T22:31:00Z', []), ...changes };
    expect(dueAt('2026-11-05T07:00', [last])).toEqual([]);
    expect(dueAt('2026-11-05T07:01', [last])).toEqual(['2026-10']);
    expect(dueAt('2026-11-05T10:00', [last])).toEqual([]);
    expect(dueAt('2026-11-06T06:30', [last])).toEqual(['2026-10']);
  });
});
