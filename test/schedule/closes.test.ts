import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type CloseTry, dueCloses } from '../../src/schedule/closes.ts';
import type { DayRun, ScheduledCompany } from '../../src/schedule/due.ts';

const schedule = { at: '06:30', deadline: '10:00', retry_minutes: 30, catch_up_days: 31, close_day: 5 };
const acme: ScheduledCompany = { name: 'acme', zone: 'Asia/Kuala_Lumpur', schedule };
const ran = (date: string, company = 'acme'): DayRun => ({
  ...{ company, date, began_at: `${date}T23:00:00Z`, ended_at: `${date}T23:00:00Z`, outcome: 'reconciled' },
});
const tried = (month: string, ended_at: string, refused_by: string[], more: Partial<CloseTry> = {}): CloseTry => ({
  ...{ company: 'acme', month, ended_at, refused_by, ...more },
});
/** The months that are due at a time of Kuala Lumpur. */
const dueAt = (local: string, tries: readonly CloseTry[] = [], company = acme, history = [ran('2026-10-03')]) =>
  dueCloses(
    [company],
    history,
    tries,
    Temporal.PlainDateTime.from(local).toZonedDateTime(company.zone).toInstant(),
  ).map(({ month }) => month);

describe('The month before is due to be closed', () => {
  test('from its day on, at the time of the daily run, and no month without a day', () => {
    expect(dueAt('2026-11-04T23:59')).toEqual([]);
    expect(dueAt('2026-11-05T06:29')).toEqual([]);
    expect(dueAt('2026-11-05T06:30')).toEqual(['2026-10']);
    expect(dueAt('2026-12-01T06:29')).toEqual(['2026-10']);
    expect(dueAt('2026-12-01T06:30')).toEqual([]);
    expect(dueAt('2027-01-28T12:00')).toEqual(['2026-12']);
    const without = { ...acme, schedule: { ...schedule, close_day: undefined } };
    expect(dueAt('2026-11-05T06:30', [], without)).toEqual([]);
  });

  test('unless the company began after it', () => {
    expect(dueAt('2026-11-05T06:30', [], acme, [])).toEqual([]);
    expect(dueAt('2026-11-05T06:30', [], acme, [ran('2026-11-01'), ran('2026-10-01', 'nord')])).toEqual([]);
    expect(dueAt('2026-11-05T06:30', [], { ...acme, starts_on: '2026-11-01' })).toEqual([]);
    expect(dueAt('2026-11-05T06:30', [], { ...acme, starts_on: '2026-10-31' }, [])).toEqual(['2026-10']);
  });

  test('once a day while it is refused or fails, and no more once it is closed', () => {
    // 06:31 in Kuala Lumpur
    const refused = tried('2026-10', '2026-11-04T22:31:00Z', ['items']);
    expect(dueAt('2026-11-05T06:45', [refused])).toEqual([]);
    expect(dueAt('2026-11-06T06:29', [refused])).toEqual([]);
    expect(dueAt('2026-11-06T06:30', [refused])).toEqual(['2026-10']);
    const failed = { ...refused, refused_by: [], error: { code: 'GATEWAY_BUSY', message: 'Busy.' } };
    expect(dueAt('2026-11-05T06:45', [failed])).toEqual([]);
    expect(dueAt('2026-11-06T06:30', [failed])).toEqual(['2026-10']);
    const closed = tried('2026-10', '2026-11-05T22:31:00Z', []);
    expect(dueAt('2026-11-07T06:30', [refused, closed])).toEqual([]);
    expect(dueAt('2026-12-05T06:30', [refused, closed])).toEqual(['2026-11']);
    expect(dueAt('2026-11-07T06:30', [{ ...closed, company: 'nord' }])).toEqual(['2026-10']);
  });
});
