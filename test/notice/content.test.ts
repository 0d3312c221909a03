import { expect, test } from 'vitest';
import { type ContentInput, contentOf, isEmpty, lateCounts } from '../../src/notice/content.ts';
import type { CloseTry } from '../../src/schedule/closes.ts';
import type { DayRun } from '../../src/schedule/due.ts';
import type { DayOutcome } from '../../src/schedule/outcomes.ts';

const run = (date: string, outcome: DayOutcome, hour: string, company = 'acme'): DayRun => ({
  company,
  date: `2026-11-${date}`,
  began_at: `2026-11-20T${hour}:00:00Z`,
  ended_at: `2026-11-20T${hour}:01:00Z`,
  outcome,
});
const input = (runs: DayRun[], changes: Partial<ContentInput> = {}): ContentInput => ({
  runs,
  closes: [],
  noticed: undefined,
  overdueCounts: new Map(),
  overdueOver: 0,
  lateChanges: [],
  deadlines: [],
  ...changes,
});
const verdicts = (runs: DayRun[], through = '') =>
  contentOf(input(runs, { noticed: { through, overdue: {} } })).verdicts.map(
    ({ company, date, before, now }) => `${company} ${date.slice(-2)} ${before} ${now}`,
  );

test('A verdict is reported if it differs from the previous day or the previous run', () => {
  expect(verdicts([run('17', 'reconciled', '01'), run('18', 'breaks', '02')])).toEqual(['acme 18 reconciled breaks']);
  expect(verdicts([run('17', 'breaks', '01'), run('18', 'breaks', '02')], '2026-11-20T01:30:00Z')).toEqual([]);
  expect(verdicts([run('18', 'incomplete', '01'), run('18', 'reconciled', '02')], '2026-11-20T01:30:00Z')).toEqual([
    'acme 18 incomplete reconciled',
  ]);
  // an older day is compared with its own earlier verdict, not with the days around it
  expect(
    verdicts(
      [run('16', 'reconciled', '01'), run('18', 'reconciled', '02'), run('16', 'breaks', '03')],
      '2026-11-20T02:30:00Z',
    ),
  ).toEqual(['acme 16 reconciled breaks']);
});

test('A reconciled first day and changes in outstanding items are not reported', () => {
  expect(
    verdicts([run('17', 'reconciled', '01'), run('18', 'reconciled_with_timing', '02'), run('19', 'reconciled', '03')]),
  ).toEqual([]);
  expect(verdicts([run('17', 'breaks', '01')])).toEqual(['acme 17 null breaks']);
});

test('The days of a backfill are not reported, and are known to later runs', () => {
  const filled = { ...run('10', 'breaks', '02'), is_backfill: true as const };
  expect(verdicts([run('17', 'reconciled', '01'), filled, run('18', 'reconciled', '03')])).toEqual([]);
  expect(verdicts([filled, run('11', 'breaks', '03')])).toEqual(['acme 11 null breaks']);
  expect(verdicts([filled, run('10', 'reconciled', '03')])).toEqual(['acme 10 breaks reconciled']);
});

test('A repeated failure and its end are reported once', () => {
  const [first, again, well] = [run('18', 'failed', '01'), run('18', 'failed', '02'), run('18', 'reconciled', '03')];
  expect(verdicts([first])).toEqual(['acme 18 null failed']);
  expect(verdicts([first, again], first.ended_at)).toEqual([]);
  expect(verdicts([first, again, well], again.ended_at)).toEqual(['acme 18 failed reconciled']);
});

test('Each company is compared with itself', () => {
  expect(
    verdicts([run('17', 'breaks', '01', 'nord'), run('17', 'reconciled', '02'), run('18', 'breaks', '03')]),
  ).toEqual(['acme 18 reconciled breaks', 'nord 17 null breaks']);
});

test('Overdue items are reported above the threshold, and again only when they increase', () => {
  const reported = (count: number, before: number, overdueOver: number) =>
    contentOf(
      input([], {
        overdueCounts: new Map([['acme', count]]),
        noticed: { through: '', overdue: { acme: before } },
        overdueOver,
      }),
    ).overdue.length;
  expect([
    reported(1, 0, 0),
    reported(5, 0, 5),
    reported(6, 0, 5),
    reported(6, 6, 5),
    reported(7, 6, 5),
    reported(5, 7, 0),
  ]).toEqual([1, 0, 1, 0, 1, 0]);
});

test('The first notice has only the newest day', () => {
  const runs = [run('16', 'breaks', '01'), run('17', 'reconciled', '02'), run('18', 'incomplete', '03')];
  expect(contentOf(input(runs)).verdicts.map(({ date }) => date)).toEqual(['2026-11-18']);
});

test('A month that was closed or refused is reported, and again only when the gates that refuse are others', () => {
  const tried = (day: string, refused_by: string[], more: Partial<CloseTry> = {}): CloseTry => ({
    ...{ company: 'acme', month: '2026-10', ended_at: `2026-11-${day}T01:00:00Z`, refused_by, ...more },
  });
  const failed = { error: { code: 'GATEWAY_BUSY', message: 'Busy.' } };
  const tries = [
    tried('05', ['items', 'days']),
    tried('06', ['items', 'days']),
    tried('06', ['items', 'days'], { company: 'nord' }),
    tried('07', ['items']),
    tried('08', [], failed),
    tried('09', [], failed),
    tried('10', []),
    tried('11', [], { month: '2026-09', was_closed: true }),
  ];
  const news = (through: string) =>
    contentOf(input([], { closes: tries, noticed: { through, overdue: {} } })).closes.map(
      ({ company, ended_at }) => `${company} ${ended_at.slice(8, 10)}`,
    );
  expect(news('')).toEqual(['acme 05', 'nord 06', 'acme 07', 'acme 08', 'acme 10']);
  expect(news('2026-11-07T01:00:00Z')).toEqual(['acme 08', 'acme 10']);
  expect(isEmpty(contentOf(input([], { closes: tries })))).toBe(false);
});

test('A notice without changes is empty', () => {
  expect(isEmpty(contentOf(input([run('18', 'reconciled', '01')])))).toBe(true);
  expect(isEmpty(contentOf(input([run('18', 'incomplete', '01')])))).toBe(false);
});

test('Changes of a closed month are reported once, and again when there are more', () => {
  const change = {
    company: 'acme',
    month: '2026-10',
    version: 1,
    record: 'order',
    currency: 'MYR',
    count: 2,
    effect: '100.0000',
  };
  const noticed = (late?: Record<string, number>) => ({ through: '', overdue: {}, late });
  const lateOf = (changes: (typeof change)[], late?: Record<string, number>) =>
    contentOf(input([], { lateChanges: changes, noticed: noticed(late) })).late;
  expect(lateOf([])).toEqual([]);
  expect(lateOf([change])).toEqual([{ company: 'acme', month: '2026-10', version: 1, changes: [change] }]);
  const known = lateCounts([change, { ...change, currency: 'SGD', count: 1 }]);
  expect(known).toEqual({ 'acme 2026-10 v1': 3 });
  expect(lateOf([{ ...change, count: 3 }], known)).toEqual([]);
  expect(lateOf([{ ...change, count: 4 }], known)).toHaveLength(1);
  // another month or another company is notified separately
  expect(lateOf([{ ...change, month: '2026-09' }], known)).toHaveLength(1);
  // the next version has what the notice said of the version before
  expect(lateOf([{ ...change, version: 2, count: 1 }], known)).toHaveLength(1);
  expect(lateOf([{ ...change, company: 'beta' }], known)).toHaveLength(1);
  expect(isEmpty(contentOf(input([], { lateChanges: [change], noticed: noticed() })))).toBe(false);
});
