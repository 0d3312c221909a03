import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type CurrentDay, currentDays, currentState } from '../../src/schedule/current-days.ts';
import type { ClockMark, DayRun, ScheduledCompany } from '../../src/schedule/due.ts';
import type { CurrentOutcome, DayOutcome } from '../../src/schedule/outcomes.ts';

const acme: ScheduledCompany = {
  name: 'acme',
  zone: 'Asia/Kuala_Lumpur',
  schedule: { at: '06:30', deadline: '10:00', retry_minutes: 30, catch_up_days: 31 },
};
/** Half an hour after 18 November was due. */
const now = Temporal.Instant.from('2026-11-18T23:00:00Z');
const judged = (date: string, outcome: CurrentOutcome = 'reconciled'): CurrentDay => ({
  date,
  outcome,
  reason: `${outcome} of ${date}`,
});
function ran(date: string, began: string, outcome: DayOutcome, message?: string, company = 'acme'): DayRun {
  const error = message === undefined ? {} : { error: { code: 'SOME_ERROR', message } };
  return { company, date, began_at: began, ended_at: began, outcome, ...error };
}
const outcomes = (
  published: readonly CurrentDay[],
  history: readonly (DayRun | ClockMark)[] = [],
  company = acme,
  at = now,
) => currentDays(company, published, history, at).map(({ date, outcome }) => `${date.slice(8)} ${outcome}`);

describe('The days of a company', () => {
  test('that was never run: yesterday, once it is due', () => {
    expect(outcomes([])).toEqual(['18 not_run']);
    expect(outcomes([], [], acme, Temporal.Instant.from('2026-11-18T22:29:59Z'))).toEqual(['17 not_run']);
  });

  test('that begins on a day: none before it, all from it', () => {
    expect(outcomes([], [], { ...acme, starts_on: '2026-11-19' })).toEqual([]);
    expect(outcomes([judged('2026-11-18')], [], { ...acme, starts_on: '2026-11-16' })).toEqual([
      ...['16 not_run', '17 not_run', '18 reconciled'],
    ]);
    const before = [judged('2026-11-10', 'breaks'), judged('2026-11-18')];
    expect(outcomes(before, [], { ...acme, starts_on: '2026-11-18' })).toEqual(['18 reconciled']);
  });

  test('are missing between the first that was judged or run and the last that is due, however long ago', () => {
    expect(outcomes([judged('2026-11-16')])).toEqual(['16 reconciled', '17 not_run', '18 not_run']);
    const failed = ran('2026-11-16', '2026-11-16T23:00:00Z', 'failed', 'no route');
    expect(outcomes([], [failed])).toEqual(['16 failed', '17 not_run', '18 not_run']);
    expect(outcomes([judged('2026-01-01')])).toHaveLength(322);
  });

  test('are not missing after those of a backfill, unless the company began before', () => {
    const filled = { ...ran('2026-09-01', '2026-11-17T23:00:00Z', 'reconciled'), is_backfill: true as const };
    const published = [judged('2026-09-01', 'breaks'), judged('2026-11-17')];
    const runs = [ran('2026-11-17', '2026-11-17T23:00:00Z', 'reconciled'), filled];
    expect(outcomes(published, runs)).toEqual(['01 breaks', '17 reconciled', '18 not_run']);
    expect(outcomes(published, runs, { ...acme, starts_on: '2026-09-01' })).toHaveLength(79);
  });

  test('count as soon as they are judged, before they are due, but not before they are over', () => {
    const early = Temporal.Instant.from('2026-11-18T17:00:00Z');
    const published = [judged('2026-11-17'), judged('2026-11-18', 'breaks'), judged('2027-03-01', 'breaks')];
    expect(outcomes(published, [], acme, early)).toEqual(['17 reconciled', '18 breaks']);
    expect(outcomes(published.slice(0, 1), [], acme, early)).toEqual(['17 reconciled']);
    expect(outcomes(published.slice(2))).toEqual(['18 not_run']);
  });

  test('have the worst of their currencies', () => {
    const half = [judged('2026-11-18'), judged('2026-11-18', 'incomplete'), judged('2026-11-18', 'breaks')];
    expect(outcomes(half)).toEqual(['18 incomplete']);
    expect(outcomes(half.toReversed())).toEqual(['18 incomplete']);
  });
});

describe('The last run of a day', () => {
  const published = [judged('2026-11-18')];
  const failed = ran('2026-11-18', '2026-11-18T22:40:00Z', 'failed', 'no route');

  test('that failed, or lacked an input, counts although an earlier one was published', () => {
    expect(currentDays(acme, published, [failed], now)).toEqual([
      { date: '2026-11-18', outcome: 'failed', reason: 'no route' },
    ]);
    expect(outcomes(published, [ran('2026-11-18', '2026-11-18T22:40:00Z', 'incomplete', 'no route')])).toEqual([
      '18 incomplete',
    ]);
    expect(outcomes([judged('2026-11-18', 'breaks')], [failed])).toEqual(['18 failed']);
  });

  test('heals an earlier one, and an outcome without an error leaves the day as it is published', () => {
    expect(outcomes(published, [failed, ran('2026-11-18', '2026-11-18T22:50:00Z', 'reconciled')])).toEqual([
      '18 reconciled',
    ]);
    expect(outcomes(published, [ran('2026-11-18', '2026-11-18T22:40:00Z', 'breaks')])).toEqual(['18 reconciled']);
    // where nothing is published any more, nothing is proven
    expect(outcomes([], [ran('2026-11-18', '2026-11-18T22:40:00Z', 'reconciled')])).toEqual(['18 not_run']);
  });

  test('is that of the company, and by a correct clock', () => {
    expect(outcomes(published, [{ ...failed, company: 'nord' }])).toEqual(['18 reconciled']);
    const ahead = ran('2026-11-18', '2027-06-01T00:00:00Z', 'failed', 'no route');
    expect(outcomes(published, [ahead, { clock_at: now.toString() }])).toEqual(['18 reconciled']);
  });

  test('is found among ten thousand', () => {
    const first = Temporal.PlainDate.from('2016-11-19');
    const days = Array.from({ length: 3652 }, (_, index) => first.add({ days: index }).toString());
    const runs = days.flatMap((date) => [1, 2, 3].map(() => ran(date, `${date}T23:00:00Z`, 'reconciled')));
    const all = currentDays(
      acme,
      days.map((date) => judged(date)),
      [...runs, failed],
      now,
    );
    expect(currentState(all)).toEqual({ outcome: 'failed', days: ['2026-11-18'], reason: 'no route' });
  });
});

describe('The state of a company', () => {
  const stateOf = (...days: CurrentDay[]) => currentState(days);

  test('is that of its worst days, with the reason of the oldest of them', () => {
    const days = [
      ...[judged('2026-11-14', 'breaks'), judged('2026-11-15', 'incomplete'), judged('2026-11-16')],
      ...[judged('2026-11-17', 'incomplete'), judged('2026-11-18', 'breaks')],
    ];
    const incomplete = { outcome: 'incomplete', days: ['2026-11-15', '2026-11-17'] };
    expect(stateOf(...days)).toEqual({ ...incomplete, reason: 'incomplete of 2026-11-15' });
    expect(stateOf(...days, judged('2026-11-19', 'not_run'))).toMatchObject({ outcome: 'not_run' });
    expect(stateOf(...days, judged('2026-11-19', 'failed'))).toMatchObject({ outcome: 'failed' });
  });

  test('is that of its newest day when nothing is to be done, and nothing without a day', () => {
    expect(stateOf(judged('2026-11-17', 'reconciled_with_timing'), judged('2026-11-18'))).toEqual({
      outcome: 'reconciled',
      days: ['2026-11-18'],
      reason: 'reconciled of 2026-11-18',
    });
    expect(stateOf()).toBeUndefined();
  });
});
