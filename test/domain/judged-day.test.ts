import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import {
  askedFor,
  contiguous,
  type JudgedDay,
  judgingReasons,
  periodAround,
  runsOf,
} from '../../src/domain/judged-day.ts';
import { periodOf } from '../../src/domain/period.ts';

const judged = (...days: string[]): JudgedDay[] => days.map((day) => ({ day, because: 'open_item' }));
const spans = (days: readonly JudgedDay[]) => contiguous(days).map(({ from, to }) => `${from}/${to}`);

describe('judged days', () => {
  it('form contiguous periods, also across the end of a month', () => {
    expect(spans(judged('2026-11-04', '2026-10-31', '2026-11-01', '2026-11-06'))).toEqual([
      '2026-10-31/2026-11-02',
      '2026-11-04/2026-11-05',
      '2026-11-06/2026-11-07',
    ]);
    expect(spans([])).toEqual([]);
  });

  it('are judged in one run up to 31 days apart, and in two runs from 32 days on', () => {
    const sizes = (...days: string[]) => runsOf(judged(...days)).map((run) => run.length);
    expect(sizes('2026-10-01', '2026-11-01')).toEqual([2]);
    expect(sizes('2026-10-01', '2026-11-02')).toEqual([1, 1]);
    expect(sizes('2026-08-01', '2026-08-31', '2026-09-30', '2026-11-24')).toEqual([3, 1]);
  });

  it('that were asked for are judged last, whatever else is judged', () => {
    const asked: JudgedDay = { day: '2026-08-03', because: 'asked_for' };
    expect(runsOf([asked, ...judged('2026-06-01', '2026-11-04')])).toEqual([
      judged('2026-06-01'),
      judged('2026-11-04'),
      [asked],
    ]);
  });

  it('are in no run of more days than a mark may have', () => {
    const start = Temporal.PlainDate.from('2020-01-01');
    const chain = judged(...Array.from({ length: 60 }, (_, n) => start.add({ days: 28 * n }).toString()));
    const spans = runsOf(chain).map(periodAround);
    expect(spans.length).toBeGreaterThan(1);
    for (const { from, to } of spans) expect(from.until(to, { largestUnit: 'day' }).days).toBeLessThanOrEqual(1098);
  });

  it('of a period are each asked for', () => {
    const period = periodOf('2026-11-03', '2026-11-05');
    expect(askedFor(period)).toEqual([
      { day: '2026-11-03', because: 'asked_for' },
      { day: '2026-11-04', because: 'asked_for' },
    ]);
    expect(periodAround(askedFor(period))).toEqual(period);
  });
});

test('Each judged day is in exactly one run and in exactly one contiguous period, with nothing between', () => {
  const start = Temporal.PlainDate.from('2026-01-01');
  const days = fc
    .uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 30 })
    .map((offsets) => offsets.map((offset) => start.add({ days: offset }).toString()));
  fc.assert(
    fc.property(days, fc.constantFrom(...judgingReasons), (some, because) => {
      const given: JudgedDay[] = some.map((day) => ({ day, because }));
      const sorted = [...some].sort();
      expect(
        runsOf(given)
          .flat()
          .map(({ day }) => day),
      ).toEqual(sorted);
      expect(contiguous(given).flatMap((period) => askedFor(period).map(({ day }) => day))).toEqual(sorted);
    }),
  );
});
