import { expect, test } from 'vitest';
import { isNothing, type NewsInput, newsOf } from '../../src/notice/news.ts';
import type { DayOutcome, DayRun } from '../../src/schedule/due.ts';

const run = (date: string, outcome: DayOutcome, hour: string, company = 'acme'): DayRun => ({
  company,
  date: `2026-11-${date}`,
  began_at: `2026-11-20T${hour}:00:00Z`,
  ended_at: `2026-11-20T${hour}:01:00Z`,
  outcome,
});
const input = (runs: DayRun[], changes: Partial<NewsInput> = {}): NewsInput => ({
  runs,
  noticed: undefined,
  overdueCounts: new Map(),
  overdueOver: 0,
  deadlines: [],
  ...changes,
});
const verdicts = (runs: DayRun[], through = '') =>
  newsOf(input(runs, { noticed: { through, overdue: {} } })).verdicts.map(
    ({ company, date, before, now }) => `${company} ${date.slice(-2)} ${before} ${now}`,
  );

test('A verdict is news when the day before had another, or the same day had before', () => {
  expect(verdicts([run('17', 'reconciled', '01'), run('18', 'breaks', '02')])).toEqual(['acme 18 reconciled breaks']);
  expect(verdicts([run('17', 'breaks', '01'), run('18', 'breaks', '02')], '2026-11-20T01:30:00Z')).toEqual([]);
  expect(verdicts([run('18', 'incomplete', '01'), run('18', 'reconciled', '02')], '2026-11-20T01:30:00Z')).toEqual([
    'acme 18 incomplete reconciled',
  ]);
  // an older day that is judged otherwise now is held against itself, not against its neighbours
  expect(
    verdicts(
      [run('16', 'reconciled', '01'), run('18', 'reconciled', '02'), run('16', 'breaks', '03')],
      '2026-11-20T02:30:00Z',
    ),
  ).toEqual(['acme 16 reconciled breaks']);
});

test('A first day that is reconciled, and timing that comes and goes, are no news', () => {
  expect(
    verdicts([run('17', 'reconciled', '01'), run('18', 'reconciled_with_timing', '02'), run('19', 'reconciled', '03')]),
  ).toEqual([]);
  expect(verdicts([run('17', 'breaks', '01')])).toEqual(['acme 17 null breaks']);
});

test('A failure that repeats itself every half hour is told once, its end too', () => {
  const [first, again, well] = [run('18', 'failed', '01'), run('18', 'failed', '02'), run('18', 'reconciled', '03')];
  expect(verdicts([first])).toEqual(['acme 18 null failed']);
  expect(verdicts([first, again], first.ended_at)).toEqual([]);
  expect(verdicts([first, again, well], again.ended_at)).toEqual(['acme 18 failed reconciled']);
});

test('Companies are held against themselves', () => {
  expect(
    verdicts([run('17', 'breaks', '01', 'nord'), run('17', 'reconciled', '02'), run('18', 'breaks', '03')]),
  ).toEqual(['acme 18 reconciled breaks', 'nord 17 null breaks']);
});

test('Overdue items are told above the threshold, and again only when there are more', () => {
  const told = (count: number, before: number, overdueOver: number) =>
    newsOf(
      input([], {
        overdueCounts: new Map([['acme', count]]),
        noticed: { through: '', overdue: { acme: before } },
        overdueOver,
      }),
    ).overdue.length;
  expect([told(1, 0, 0), told(5, 0, 5), told(6, 0, 5), told(6, 6, 5), told(7, 6, 5), told(5, 7, 0)]).toEqual([
    1, 0, 1, 0, 1, 0,
  ]);
});

test('Who was never told of anything is told of the newest day only', () => {
  const runs = [run('16', 'breaks', '01'), run('17', 'reconciled', '02'), run('18', 'incomplete', '03')];
  expect(newsOf(input(runs)).verdicts.map(({ date }) => date)).toEqual(['2026-11-18']);
});

test('Nothing is nothing', () => {
  expect(isNothing(newsOf(input([run('18', 'reconciled', '01')])))).toBe(true);
  expect(isNothing(newsOf(input([run('18', 'incomplete', '01')])))).toBe(false);
});
