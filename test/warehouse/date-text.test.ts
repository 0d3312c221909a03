import { describe, expect, test } from 'vitest';
import { monthNames, namesOfMonths } from '../../packages/files/src/table/month-names.ts';
import { sqlText } from '../../src/warehouse/duckdb-values.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

type Order = 'day_first' | 'month_first' | null;

/** What expressions of SQL make of each text, in the order of the texts; $order is the order of day and month. */
async function ofTexts(texts: readonly (string | null)[], expressions: string, order: Order = null) {
  const rows = await acme.rows(
    `select text, ${expressions}, $order::text as given_order
     from (select unnest(from_json($texts, '["text"]')) as text, generate_subscripts(from_json($texts, '["text"]'), 1) as place)
     order by place`,
    { texts: JSON.stringify(texts), order },
  );
  return rows.map(({ given_order: _, ...row }) => Object.values(row));
}

/** Each text with its instant and its day in Kuala Lumpur (UTC+8). */
const readAll = (texts: readonly string[], order?: Order) =>
  ofTexts(
    texts,
    `staging.instant_from_text(text, 'Asia/Kuala_Lumpur', $order)::timestamptz as instant, staging.day_from_text(text, $order)::text as day`,
    order,
  );

/** Each text with what a function of staging makes of it. */
const madeBy = (name: string, texts: readonly (string | null)[]) => ofTexts(texts, `staging.${name}(text) as made`);

const textsOf = <T extends string | null>(expected: readonly (readonly [T, ...unknown[]])[]) =>
  expected.map(([text]) => text);

test('A text with one reading is read without an order', async () => {
  const expected: [string, string, string][] = [
    ['2026-11-02T09:00:00', '2026-11-02T01:00:00.000Z', '2026-11-02'],
    ['2026-11-02', '2026-11-01T16:00:00.000Z', '2026-11-02'],
    ['  2026-11-02\t', '2026-11-01T16:00:00.000Z', '2026-11-02'],
    ['2026-11-02\u00a009:00', '2026-11-02T01:00:00.000Z', '2026-11-02'],
    ['2026-11-02 9:05', '2026-11-02T01:05:00.000Z', '2026-11-02'],
    ['2026/11/2', '2026-11-01T16:00:00.000Z', '2026-11-02'],
    ['2026-3-4', '2026-03-03T16:00:00.000Z', '2026-03-04'],
    ['2026.11.02 23:59:59', '2026-11-02T15:59:59.000Z', '2026-11-02'],
    ['20260314', '2026-03-13T16:00:00.000Z', '2026-03-14'],
    ['14/03/2026', '2026-03-13T16:00:00.000Z', '2026-03-14'],
    ['03/14/2026 09:00', '2026-03-14T01:00:00.000Z', '2026-03-14'],
    ['05/05/2026', '2026-05-04T16:00:00.000Z', '2026-05-05'],
    ['5.05.2026', '2026-05-04T16:00:00.000Z', '2026-05-05'],
    ['2 Nov 2026', '2026-11-01T16:00:00.000Z', '2026-11-02'],
    ['02-NOV-2026', '2026-11-01T16:00:00.000Z', '2026-11-02'],
    ['14 Sept 2026', '2026-09-13T16:00:00.000Z', '2026-09-14'],
    ['November 2, 2026 3:05 pm', '2026-11-02T07:05:00.000Z', '2026-11-02'],
    ['2 Nov 2026, 12:00 AM', '2026-11-01T16:00:00.000Z', '2026-11-02'],
    ['2026-11-02 12:00:00 p.m.', '2026-11-02T04:00:00.000Z', '2026-11-02'],
    ['2026-11-02 09:00:00,5', '2026-11-02T01:00:00.500Z', '2026-11-02'],
    ['2026-11-02 09:00:00.1239999', '2026-11-02T01:00:00.123Z', '2026-11-02'],
    ['2024-02-29', '2024-02-28T16:00:00.000Z', '2024-02-29'],
  ];
  expect(await readAll(textsOf(expected))).toEqual(expected);
});

describe('a month is read by its name in several languages', () => {
  test('and not by an ambiguous one', async () => {
    const expected: [string, string | null][] = [
      ['13 Mac 2026', '2026-03-13'],
      ['13-OGOS-2026', '2026-08-13'],
      ['1 Disember 2026', '2026-12-01'],
      ['1 Agustus 2026', '2026-08-01'],
      ['13-ene-2026', '2026-01-13'],
      ['13 févr. 2026', '2026-02-13'],
      ['13 DÉC 2026', '2026-12-13'],
      ['13 août 2026 09:00', '2026-08-13'],
      ['13 März 2026', '2026-03-13'],
      ['13-mag-2026', '2026-05-13'],
      ['13 mrt 2026', '2026-03-13'],
      ['13 out 2026', '2026-10-13'],
      ['Ogos 3, 2026', '2026-08-03'],
      ['Sept. 3, 2026', '2026-09-03'],
      ['31 Nov 2026', null],
      ['13 jui 2026', null],
      ['13 mart 2026', null],
      ['13 Mac. Mac 2026', null],
      ['13 M 2026', null],
    ];
    expect((await readAll(textsOf(expected))).map(([text, , day]) => [text, day])).toEqual(expected);
  });

  test('every name of the list', async () => {
    const texts = namesOfMonths(Object.keys(monthNames)).flatMap((names, month) =>
      names.map((name): [string, string] => [`5 ${name} 2026`, `2026-${String(month + 1).padStart(2, '0')}-05`]),
    );
    expect(await ofTexts(textsOf(texts), 'staging.day_from_text(text, null)::text as day')).toEqual(texts);
  });
});

describe('a text with an offset is an exact instant', () => {
  test('whose day is not known', async () => {
    const expected: [string, string, null][] = [
      ['2026-11-02T09:00:00Z', '2026-11-02T09:00:00.000Z', null],
      ['2026-11-02 09:00:00 UTC', '2026-11-02T09:00:00.000Z', null],
      ['2026-11-02T09:00:00.250+08:00', '2026-11-02T01:00:00.250Z', null],
      ['2026-11-02 09:00 +0800', '2026-11-02T01:00:00.000Z', null],
      ['2026-11-02 09:00:00+08', '2026-11-02T01:00:00.000Z', null],
      ['2026-11-02 09:00:00-0330', '2026-11-02T12:30:00.000Z', null],
      ['2026-11-02 09:00:00+14:00', '2026-11-01T19:00:00.000Z', null],
      ['14/03/2026 09:00 -05:00', '2026-03-14T14:00:00.000Z', null],
    ];
    expect(await readAll(textsOf(expected))).toEqual(expected);
  });

  test('a day with an offset is that day', async () => {
    const expected = ['2026-11-02+08:00', '2026-11-01T16:00:00.000Z', '2026-11-02'];
    expect(await readAll(['2026-11-02+08:00'])).toEqual([expected]);
  });
});

test.each([
  ['3-4-2026', 'day_first', '2026-04-03'],
  ['3.4.2026 10:00', 'month_first', '2026-03-04'],
  ['2026-03-04', 'day_first', '2026-03-04'],
  ['03/04/2026', null, null],
  ['3/4/2026 09:00:00', null, null],
] as const)('%s in an order of %s is %s', async (text, order, day) => {
  const [[, , found] = []] = await readAll([text], order);
  expect(found).toBe(day);
});

test('A text that is no date, or whose date would be a guess, has no value', async () => {
  const texts = [
    ...['', '   ', '\u00a0', '-', 'n/a', 'today', 'now', 'epoch', 'infinity', '-infinity', 'tomorrow'],
    ...['1762041600', '1762041600000', '45965', '45965.5', '2026', '202611', '12345678', '2026-11', '1e5'],
    ...['14/03/26', '26-03-14', '2-Nov-26', 'Nov 2, 26', '2026/14/03', '2026-02-30', '30/02/2026', '32/01/2026'],
    ...['2026-02-29', '00/00/2026', '0/5/2026', '13/13/2026', '2026-13-01', '2026-00-10', '2 Foo 2026', '31 Nov 2026'],
    ...['2026-11/02', '14/03-2026', '14/03.2026', '2026-11-02x', 'x2026-11-02', '2026-11-02 2026-11-03', '2026--11-02'],
    ...['2026-11-02 24:00:00', '2026-11-02 09:60:00', '2026-11-02 09:00:60', '2026-11-02 25:00', '2026-11-02 9'],
    ...['2026-11-02 13:00 PM', '2026-11-02 0:30 AM', '2026-11-02 PM', '2026-11-02 09:00 XM', '2026-11-02 09:00:00.'],
    ...['2026-11-02 09:00:00+25:00', '2026-11-02 09:00:00+14:01', '2026-11-02 09:00:00-15'],
    ...['2026-11-02 09:00:00+08:60'],
    ...['2026-11-02 09:00:00 MYT', '2026-11-02 09:00:00+8', '２０２６-11-02', '2026−11−02', '2026-11-02 (BC)'],
    ...['12026-11-02'],
  ];
  for (const order of [null, 'day_first', 'month_first'] as const)
    expect((await readAll(texts, order)).filter(([, instant]) => instant !== null)).toEqual([]);
});

test('A year of two digits is recognised', async () => {
  const expected: [string | null, boolean][] = [
    ['14/03/26', true],
    ['14-3-26 09:00', true],
    ['26/03/14', true],
    ['2-Nov-26', true],
    ["Nov 2, '26", true],
    ['2-févr.-26', true],
    ['2 Ogos 26', true],
    ['14/03/2026', false],
    ['2026-11-02', false],
    ['20261102', false],
    ['n/a', false],
    [null, false],
  ];
  expect(await madeBy('has_short_year', textsOf(expected))).toEqual(expected);
});

test('5,000 instants, written in each form, are read back', async () => {
  const forms: [string, string | null, boolean][] = [
    ['%Y-%m-%d %H:%M:%S', null, false],
    ['%Y-%m-%dT%H:%M:%SZ', null, true],
    ['%Y-%m-%d %H:%M:%S+00', null, true],
    ['%Y/%m/%d %H:%M:%S', 'day_first', false],
    ['%Y%m%dT%H%M%S', 'month_first', false],
    ['%d/%m/%Y %H:%M:%S', 'day_first', false],
    ['%-d.%-m.%Y %-H:%M:%S', 'day_first', false],
    ['%d-%m-%Y, %I:%M:%S %p', 'day_first', false],
    ['%m/%d/%Y %H:%M:%S', 'month_first', false],
    ['%-m/%-d/%Y %-I:%M:%S %p', 'month_first', false],
    ['%d %b %Y %H:%M:%S', null, false],
    ['%-d %B %Y %H:%M:%S', 'month_first', false],
    ['%b %d, %Y %I:%M:%S %p', 'day_first', false],
  ];
  for (const [form, order, isExact] of forms) {
    const wrong = await acme.rows(
      // about every 55 hours, from 1995 to 2026, with odd minutes and seconds
      `with written as (
         select moment, strftime(moment, ${sqlText(form)}) as text
         from (select timestamp '1995-01-01 00:00:01' + interval 1 second * (n * 199967) as moment from range(5000) as given (n))
       )
       select text,
         staging.instant_from_text(text, 'Asia/Kuala_Lumpur', $order) as found,
         staging.day_from_text(text, $order) as day
       from written
       where found is distinct from timezone(case when $is_exact then 'UTC' else 'Asia/Kuala_Lumpur' end, moment)
         or (not $is_exact and day is distinct from moment::date)
       limit 3`,
      { order, is_exact: isExact },
    );
    expect(wrong, form).toEqual([]);
  }
});

test('A year of two digits is made a long one', async () => {
  const expected: [string, string][] = [
    ['14/03/26', '14/03/2026'],
    ['14-3-26 09:00', '14-3-2026 09:00'],
    ['2-Nov-26', '2-Nov-2026'],
    ["Nov 2, '26", 'Nov 2, 2026'],
    ['01.01.00', '01.01.2000'],
  ];
  expect(await madeBy('with_long_year', textsOf(expected))).toEqual(expected);
});

test('A zone is taken away', async () => {
  const expected: [string | null, string | null][] = [
    ['2026-11-13 23:30:00 +0000', '2026-11-13 23:30:00'],
    ['2026-11-13T23:30:00.123+08:00', '2026-11-13T23:30:00.123'],
    ['2026-11-13 23:30 UTC', '2026-11-13 23:30'],
    // what looks like an offset and has no time before it is a part of the date
    ['14-11-2026 ', '14-11-2026 '],
    ['14-Nov-2026', '14-Nov-2026'],
    ['2026-11-13 23:30:00', '2026-11-13 23:30:00'],
    [null, null],
  ];
  expect(await madeBy('without_zone', textsOf(expected))).toEqual(expected);
});
