import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { writeCalendar } from '../../src/company/write-calendar.ts';
import { calendarField, weekdays } from '../../src/config/company-schema.ts';
import { english } from '../../src/messages/words.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules({ hasPayout: false });
const write = (calendar: object | undefined) =>
  writeCalendar(
    acme.connection,
    { name: 'acme', calendar: calendar === undefined ? undefined : calendarField.parse(calendar) },
    'tieout.yaml',
  );
const rowsOf = (sql: string, values: Record<string, string> = {}) => acme.rows(sql, values);

const names = fc.constantFrom('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
const first = Temporal.PlainDate.from('2026-01-01');
const dayAt = fc.integer({ min: 0, max: 120 }).map((days) => first.add({ days }).toString());
const calendars = fc
  .record({
    weekend: fc.uniqueArray(names, { maxLength: 4 }),
    holidays: fc.uniqueArray(dayAt, { maxLength: 25 }),
    worked: fc.uniqueArray(dayAt, { maxLength: 5 }),
  })
  .map(({ weekend, holidays, worked }) => ({
    weekend,
    holidays: holidays.filter((date) => !worked.includes(date)).map((date) => ({ date, name: `Day ${date}` })),
    working_days: worked,
  }));

/** The rules as a person would follow them, a day at a time. */
function countedByHand({ weekend, holidays, working_days }: ReturnType<typeof calendarField.parse>) {
  const isFree = (day: Temporal.PlainDate) => weekend.some((name) => weekdays[name] === day.dayOfWeek);
  const isHoliday = (day: Temporal.PlainDate) => holidays.some(({ date }) => date === day.toString());
  const isBusiness = (day: Temporal.PlainDate) =>
    working_days.includes(day.toString()) || !(isFree(day) || isHoliday(day));
  const isOpen = (day: Temporal.PlainDate) => isBusiness(day) || isFree(day);
  const countOf = (is: typeof isOpen) => (from: Temporal.PlainDate, length: number) =>
    Array.from({ length }, (_, at) => from.add({ days: at + 1 })).filter(is).length;
  const after = (is: typeof isOpen) => (from: Temporal.PlainDate, count: number) => {
    let day = from;
    while (!is(day)) day = day.subtract({ days: 1 });
    for (let left = count; left > 0; ) {
      day = day.add({ days: 1 });
      if (is(day)) left -= 1;
    }
    return day.toString();
  };
  return {
    business: { after: after(isBusiness) },
    open: { until: countOf(isOpen), after: after(isOpen) },
    isBusiness,
  };
}

const counted = `select nr, day::text as day, n,
    core.business_days_after(day, n)::text as business_after,
    until.day_number - counted.day_number as open_until, after.on_day::text as open_after
  from (
    select nr, date '2026-01-01' + (pair ->> 0)::integer as day, (pair ->> 1)::integer as n
    from (select unnest(from_json($pairs, '["JSON"]')) as pair, generate_subscripts(from_json($pairs, '["JSON"]'), 1) as nr)
  )
  inner join core.counted_day as counted on counted.on_day = day and not counted.is_in_business_days
  inner join core.counted_day as until on until.on_day = day + n::integer and not until.is_in_business_days
  inner join core.counted_day as after
    on after.day_number = counted.day_number + n and after.is_counted and not after.is_in_business_days
  order by nr`;

test('Days are counted as one by one', async () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 40 })), {
    minLength: 40,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(fc.option(calendars, { freq: 6, nil: undefined }), pairs, async (calendar, given) => {
      await write(calendar);
      const { business, open } = countedByHand(calendarField.parse(calendar ?? {}));
      const rows = await rowsOf(counted, { pairs: JSON.stringify(given) });
      expect(rows.map((row) => [row.business_after, row.open_until, row.open_after])).toEqual(
        given.map(([at, n]) => {
          const day = first.add({ days: at });
          return [business.after(day, n), open.until(day, n), open.after(day, n)];
        }),
      );
    }),
    { numRuns: 12 },
  );
});

test('A deadline names the holidays by which it was counted', async () => {
  await write({ holidays: [{ date: '2026-11-23', name: 'Deepavali' }] });
  const { sentence } = english();
  const text = async (from: string, to: string, isBusiness: boolean) => {
    const [row] = await rowsOf(`select core.deadline_figure(date '${from}', date '${to}', 2, ${isBusiness}) as words`);
    return sentence(String(row?.words));
  };
  expect(await text('2026-11-20', '2026-11-25', true)).toBe('25 Nov 2026 (2 business days; 23 Nov Deepavali)');
  expect(await text('2026-11-24', '2026-11-26', true)).toBe('26 Nov 2026 (2 business days)');
  expect(await text('2026-11-20', '2026-11-25', false)).toBe('25 Nov 2026 (without 23 Nov Deepavali)');
  expect(await text('2026-11-24', '2026-11-26', false)).toBe('26 Nov 2026');
});

test('The holidays of a country and state are business days nowhere, and its weekend is that of the configuration', async () => {
  await write({ country: 'MY', state: '03', weekend: ['fri', 'sat'], working_days: ['2026-11-06'] });
  const days = await rowsOf(
    `select on_day::text as on_day, is_business_day, holiday from core.business_day
     where on_day between date '2026-11-05' and date '2026-11-10' order by on_day`,
  );
  expect(days.map(({ on_day, is_business_day, holiday }) => [on_day, is_business_day, holiday])).toEqual([
    ['2026-11-05', true, null],
    ['2026-11-06', true, null],
    ['2026-11-07', false, null],
    ['2026-11-08', false, 'Deepavali'],
    ['2026-11-09', false, 'Deepavali'],
    ['2026-11-10', true, null],
  ]);
  const years = await rowsOf(
    'select min(year(day)) as first, max(year(day)) as last, count(distinct year(day)) as years from core.holiday',
  );
  expect(years).toEqual([{ first: 2015n, last: 2040n, years: 26n }]);
});

test('A calendar that is taken out of the configuration leaves weekends only', async () => {
  await write({ country: 'MY' });
  await write(undefined);
  expect(await rowsOf('from core.holiday')).toEqual([]);
  const [row] = await rowsOf("select core.business_days_after(date '2026-12-24', 1)::text as day");
  expect(row).toEqual({ day: '2026-12-25' });
});

test('A country or state that has no calendar is refused with the codes that there are', async () => {
  await expect(write({ country: 'MY', state: 'KL' })).rejects.toMatchObject({
    code: 'CALENDAR_UNKNOWN',
    place: { file: 'tieout.yaml', key: 'companies.acme.calendar.state' },
    remedy: expect.stringContaining('14 (Kuala Lumpur)'),
  });
  await expect(write({ country: 'XX' })).rejects.toMatchObject({ code: 'CALENDAR_UNKNOWN' });
  await acme.execute('select 1');
});

test('A calendar is checked when the configuration is read', () => {
  const wrong = (calendar: object) => calendarField.safeParse(calendar).error?.issues.map(({ path }) => path.join('.'));
  expect(wrong({ state: '14' })).toEqual(['state']);
  expect(wrong({ country: 'MY', state: 14 })).toEqual(['state']);
  expect(wrong({ country: 'Malaysia' })).toEqual(['country']);
  expect(wrong({ weekend: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] })).toEqual(['weekend']);
  expect(wrong({ holidays: [{ date: '2026-02-30', name: 'No day' }] })).toEqual(['holidays.0.date']);
  expect(wrong({ holidays: [{ date: '2026-11-23', name: 'A' }], working_days: ['2026-11-23'] })).toEqual([
    'holidays.0.date',
  ]);
});
