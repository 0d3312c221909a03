import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  type ClockMark,
  type DayRun,
  dueDays,
  isClockBehind,
  nextDueAt,
  overdueDays,
  type ScheduledCompany,
} from '../../src/schedule/due.ts';
import type { DayOutcome } from '../../src/schedule/outcomes.ts';

const at = (text: string) => Temporal.Instant.from(text);
const acme: ScheduledCompany = {
  name: 'acme',
  zone: 'Asia/Kuala_Lumpur',
  schedule: { at: '06:30', deadline: '10:00', retry_minutes: 30, catch_up_days: 31 },
};
const inZone = (zone: string, time = '06:30'): ScheduledCompany => ({
  ...acme,
  zone,
  schedule: { ...acme.schedule, at: time, deadline: '23:59' },
});
function ran(date: string, began: string, outcome: DayOutcome = 'reconciled', company = 'acme'): DayRun {
  return { company, date, began_at: began, ended_at: began, outcome };
}
const dates = (days: readonly { date: string }[]) => days.map(({ date }) => date);

describe('Due days', () => {
  test('Yesterday is due at the configured time in the zone of the company, not a second earlier', () => {
    const runs = [ran('2026-11-17', '2026-11-17T22:30:00Z')];
    expect(dueDays([acme], runs, at('2026-11-18T22:29:59Z'))).toEqual([]);
    expect(dueDays([acme], runs, at('2026-11-18T22:30:00Z'))).toEqual([
      { company: 'acme', date: '2026-11-18', why: 'daily' },
    ]);
  });

  test('The first start has no catch-up before yesterday', () => {
    expect(dates(dueDays([acme], [], at('2026-11-19T03:00:00Z')))).toEqual(['2026-11-18']);
    expect(dates(dueDays([acme], [], at('2026-11-18T20:00:00Z')))).toEqual(['2026-11-17']);
  });

  test('After yesterday, missed days and gaps are caught up, oldest first, up to the limit', () => {
    const runs = [ran('2026-11-10', '2026-11-10T23:00:00Z'), ran('2026-11-12', '2026-11-12T23:00:00Z')];
    const due = dueDays([acme], runs, at('2026-11-15T00:00:00Z'));
    expect(dates(due)).toEqual(['2026-11-14', '2026-11-11', '2026-11-13']);
    expect(due.map(({ why }) => why)).toEqual(['daily', 'missed', 'missed']);
    const short = { ...acme, schedule: { ...acme.schedule, catch_up_days: 2 } };
    expect(dates(dueDays([short], runs, at('2026-11-15T00:00:00Z')))).toEqual(['2026-11-14', '2026-11-13']);
  });

  test('Yesterday of each company comes before the missed days of any', () => {
    const oslo = { ...inZone('Europe/Oslo'), name: 'nord' };
    const runs = [
      ran('2026-11-11', '2026-11-11T23:00:00Z'),
      ran('2026-11-12', '2026-11-13T06:00:00Z', 'breaks', 'nord'),
      ran('2026-11-14', '2026-11-15T05:30:00Z', 'incomplete', 'nord'),
    ];
    const due = dueDays([acme, oslo], runs, at('2026-11-15T06:00:00Z'));
    expect(due.map(({ company, date, why }) => `${company} ${date.slice(8)} ${why}`)).toEqual([
      ...['acme 14 daily', 'nord 14 again'],
      ...['acme 12 missed', 'acme 13 missed', 'nord 13 missed'],
    ]);
  });

  test('No day before the first business day is due or overdue', () => {
    const starting = { ...acme, starts_on: '2026-11-18' };
    expect(dueDays([starting], [], at('2026-11-18T03:00:00Z'))).toEqual([]);
    expect(dates(dueDays([starting], [], at('2026-11-18T22:30:00Z')))).toEqual(['2026-11-18']);
    // an earlier day was run by hand
    const runs = [ran('2026-11-15', '2026-11-16T01:00:00Z')];
    expect(dates(dueDays([starting], runs, at('2026-11-19T23:00:00Z')))).toEqual(['2026-11-19', '2026-11-18']);
    expect(dates(overdueDays([starting], runs, [], at('2026-11-20T03:00:00Z')))).toEqual(['2026-11-18', '2026-11-19']);
  });

  test('A backfill makes no day missed, and none of its days is due again before the days that were run otherwise', () => {
    const filled = (date: string) => ({ ...ran(date, '2026-11-18T23:00:00Z'), is_backfill: true as const });
    const runs = [filled('2026-10-30'), filled('2026-11-01')];
    expect(dates(dueDays([acme], runs, at('2026-11-18T23:30:00Z')))).toEqual(['2026-11-18']);
    const daily = [ran('2026-11-16', '2026-11-16T23:00:00Z'), ...runs];
    expect(dates(dueDays([acme], daily, at('2026-11-18T23:30:00Z')))).toEqual(['2026-11-18', '2026-11-17']);
    expect(dates(overdueDays([acme], daily, [], at('2026-11-19T03:00:00Z')))).toEqual(['2026-11-17', '2026-11-18']);
    // a day of the backfill needs no further run
    expect(dates(dueDays([acme], [...daily, filled('2026-11-17')], at('2026-11-18T23:30:00Z')))).toEqual([
      '2026-11-18',
    ]);
  });

  test('Companies of several zones are due at their own local time', () => {
    const oslo = { ...inZone('Europe/Oslo'), name: 'nord' };
    const runs = [
      ran('2026-11-17', '2026-11-17T23:00:00Z'),
      ran('2026-11-17', '2026-11-18T06:00:00Z', 'breaks', 'nord'),
    ];
    expect(dueDays([acme, oslo], runs, at('2026-11-18T23:00:00Z'))).toMatchObject([{ company: 'acme' }]);
    expect(dueDays([acme, oslo], runs, at('2026-11-19T05:30:00Z'))).toMatchObject([
      { company: 'acme' },
      { company: 'nord' },
    ]);
  });

  test('A failed or incomplete day is due again after a pause, and after the deadline once a day', () => {
    for (const outcome of ['failed', 'incomplete'] as const) {
      const early = [ran('2026-11-18', '2026-11-18T22:30:00Z', outcome)];
      expect(dueDays([acme], early, at('2026-11-18T22:59:59Z'))).toEqual([]);
      expect(dueDays([acme], early, at('2026-11-18T23:00:00Z'))).toEqual([
        { company: 'acme', date: '2026-11-18', why: 'again' },
      ]);
      const late = [ran('2026-11-18', '2026-11-19T01:45:00Z', outcome)];
      expect(dueDays([acme], late, at('2026-11-19T02:30:00Z'))).toEqual([]);
      expect(dates(dueDays([acme], late, at('2026-11-19T22:30:00Z')))).toEqual(['2026-11-19', '2026-11-18']);
    }
  });

  test('A day with breaks is not due again', () => {
    expect(dueDays([acme], [ran('2026-11-18', '2026-11-18T22:30:00Z', 'breaks')], at('2026-11-19T12:00:00Z'))).toEqual(
      [],
    );
  });

  test('A run before the end of its day does not count', () => {
    const runs = [ran('2026-11-17', '2026-11-17T22:30:00Z'), ran('2026-11-18', '2026-11-18T09:00:00Z')];
    expect(dates(dueDays([acme], runs, at('2026-11-18T22:30:00Z')))).toEqual(['2026-11-18']);
  });

  test('A small clock step back repeats no run; records of a clock far ahead are ignored', () => {
    const runs = [ran('2026-11-18', '2026-11-18T22:30:10Z')];
    expect(dueDays([acme], runs, at('2026-11-18T22:30:00Z'))).toEqual([]);
    const wrong = [...runs, ran('2026-11-19', '2027-06-01T00:00:00Z'), ran('2027-05-31', '2027-06-01T00:00:00Z')];
    expect(dates(dueDays([acme], wrong, at('2026-11-19T22:30:00Z')))).toEqual(['2026-11-19']);
  });
});

describe('Daylight saving time', () => {
  test('A skipped time of day is due once, after the gap', () => {
    const oslo = inZone('Europe/Oslo', '02:30');
    const runs = [ran('2026-03-27', '2026-03-28T01:30:00Z')];
    expect(dueDays([oslo], runs, at('2026-03-29T01:29:59Z'))).toEqual([]);
    expect(dates(dueDays([oslo], runs, at('2026-03-29T01:30:00Z')))).toEqual(['2026-03-28']);
  });

  test('A repeated time of day is due once, at its first occurrence', () => {
    const oslo = inZone('Europe/Oslo', '02:30');
    const runs = [ran('2026-10-23', '2026-10-24T00:30:00Z')];
    expect(dates(dueDays([oslo], runs, at('2026-10-25T00:30:00Z')))).toEqual(['2026-10-24']);
    const after = [...runs, ran('2026-10-24', '2026-10-25T00:30:00Z')];
    expect(dueDays([oslo], after, at('2026-10-25T01:30:00Z'))).toEqual([]);
  });

  test('The next run is shown in the zone of the company', () => {
    expect(nextDueAt(inZone('Europe/Oslo', '02:30'), at('2026-03-28T12:00:00Z')).toString()).toBe(
      '2026-03-29T03:30:00+02:00[Europe/Oslo]',
    );
  });
});

describe('Deadlines', () => {
  const notified = (date: string) => ({ company: 'acme', date });

  test('A day that is not reconciled at its deadline is reported once, with its outcome', () => {
    const runs = [ran('2026-11-17', '2026-11-17T23:00:00Z'), ran('2026-11-18', '2026-11-18T23:00:00Z', 'breaks')];
    expect(overdueDays([acme], runs, [], at('2026-11-19T01:59:59Z'))).toEqual([]);
    expect(overdueDays([acme], runs, [], at('2026-11-19T02:00:00Z'))).toEqual([
      { company: 'acme', date: '2026-11-18', deadline_at: '2026-11-19T02:00:00Z', outcome: 'breaks' },
    ]);
    expect(overdueDays([acme], runs, [notified('2026-11-18')], at('2026-11-19T02:00:00Z'))).toEqual([]);
  });

  test('A day that was never run is reported; one before the first start is not', () => {
    const runs = [ran('2026-11-16', '2026-11-16T23:00:00Z')];
    expect(overdueDays([acme], runs, [], at('2026-11-18T02:00:00Z'))).toMatchObject([
      { date: '2026-11-17', outcome: 'not_run' },
    ]);
    expect(overdueDays([acme], [ran('2026-11-18', '2026-11-18T23:00:00Z')], [], at('2026-11-18T23:30:00Z'))).toEqual(
      [],
    );
  });
});

describe('Laws', () => {
  const zones = [
    'Asia/Kuala_Lumpur',
    'Europe/Oslo',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Cairo',
    'UTC',
  ];
  const timeOfDay = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const start = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });

  /** Ticks at each moment and lets every due day succeed at once; returns the runs in order. */
  function live(company: ScheduledCompany, moments: readonly number[]): DayRun[] {
    return simulate(company, moments).filter((entry) => 'company' in entry);
  }

  function simulate(company: ScheduledCompany, moments: readonly number[]): (DayRun | ClockMark)[] {
    const runs: (DayRun | ClockMark)[] = [];
    for (const moment of moments) {
      const now = Temporal.Instant.fromEpochMilliseconds(moment);
      if (isClockBehind(runs, now)) runs.push({ clock_at: now.toString() });
      for (const { date } of dueDays([company], runs, now)) runs.push(ran(date, now.toString()));
      expect(dueDays([company], runs, now)).toEqual([]);
    }
    return runs;
  }

  const minute = 60_000;
  const hour = 60 * minute;

  test('In any zone, at any time of day and tick interval, each day is due once, the newest first, and never early', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        timeOfDay,
        start,
        fc.array(fc.integer({ min: 1, max: 20 * 24 * 60 }), { minLength: 3, maxLength: 25 }),
        (zone, time, first, gaps) => {
          const moments = [first];
          for (const gap of gaps) moments.push((moments.at(-1) ?? first) + gap * minute);
          const runs = live(inZone(zone, time), moments);
          for (const moment of new Set(runs.map(({ began_at }) => began_at))) {
            const [newest, ...earlier] = dates(runs.filter(({ began_at }) => began_at === moment));
            expect(earlier).toEqual(earlier.toSorted());
            expect([newest, ...earlier].toSorted().at(-1)).toBe(newest);
          }
          for (const { date, began_at } of runs) {
            const due = Temporal.PlainDate.from(date)
              .add({ days: 1 })
              .toZonedDateTime({ timeZone: zone, plainTime: time });
            expect(at(began_at).since(due.toInstant()).sign).toBeGreaterThanOrEqual(0);
          }
          const days = dates(runs)
            .toSorted()
            .map((date) => Temporal.PlainDate.from(date));
          for (const [index, day] of days.entries())
            if (index > 0) expect(day.toString()).toBe(days[index - 1]?.add({ days: 1 }).toString());
          const last = Temporal.Instant.fromEpochMilliseconds(moments.at(-1) ?? first).toZonedDateTimeISO(zone);
          const behind = last.toPlainDate().since(days.at(-1) ?? last.toPlainDate()).days;
          expect(behind).toBeGreaterThanOrEqual(1);
          expect(behind).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('A clock that steps back by less than an hour runs no day twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        start,
        fc.array(fc.integer({ min: -50, max: 600 }), { minLength: 5, maxLength: 30 }),
        (zone, first, steps) => {
          let highest = first;
          const moments = steps.map((step) => {
            highest = Math.max(highest, highest + step * minute);
            return highest + Math.min(0, step) * minute;
          });
          const runs = live(inZone(zone), moments);
          expect(new Set(dates(runs)).size).toBe(runs.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('After any clock jumps, a correct clock gives every day in view a valid run', () => {
    fc.assert(
      fc.property(
        start,
        fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 8 }),
        (first, jumps) => {
          const wrong = jumps.map((days) => first + days * 24 * hour);
          const runs = simulate(acme, [first, ...wrong, first + 2 * hour]);
          const now = Temporal.Instant.fromEpochMilliseconds(first + 2 * hour);
          expect(dueDays([acme], runs, now)).toEqual([]);
          const tomorrow = now.add({ hours: 24 });
          // a day that was run early because of a wrong clock is run again at the right time
          expect(dueDays([acme], runs, tomorrow)).toHaveLength(1);
        },
      ),
      { numRuns: 100 },
    );
  });
});
