import { expect, test } from 'vitest';
import { type GivenRecord, left, matched, matchesBy, passes, putRecords, right } from '../../given/matching.ts';
import { givenRules } from '../../given/rules.ts';

const acme = givenRules();
const day = (at: number) => `2026-10-${String(at + 1).padStart(2, '0')}`;
const many = (count: number, of: (at: number) => GivenRecord) => Array.from({ length: count }, (_, at) => of(at));

/** The number of records of each side with a bound, after the passes. */
async function boundsAfter(records: readonly GivenRecord[], ...declared: string[]): Promise<Record<string, number>> {
  await matchesBy(acme.warehouse, records, ...declared);
  const repeated = await acme.rows(
    'select 1 from recon.match_bounded group by reconciliation, side, record_key, pass_no, bound having count(*) > 1',
  );
  expect(repeated).toEqual([]);
  const rows = await acme.rows(
    'select pass, bound, side, count(*) as n from recon.match_bounded group by all order by all',
  );
  return Object.fromEntries(rows.map(({ pass, bound, side, n }) => [`${pass}: ${bound}, ${side}`, Number(n)]));
}

/** Equal amounts of one day, which nothing tells apart: more on the left. */
const equal = (lefts: number, rights: number) => [
  ...many(lefts, (at) => left(`l${at}`, '50.00', { at: day(0) })),
  ...many(rights, (at) => right(`r${at}`, '50.00', { at: day(0) })),
];

test('A record with an ordinary number of possible partners has no bound', async () => {
  const declared = ['in_time_order(days_before := 2)', 'similar_description(days_before := 2)', 'weighed_evidence'];
  expect(await boundsAfter(equal(5, 4), ...declared, 'sum_by_name', 'sum_by_name(by_day := true)')).toEqual({});
});

test('in_time_order states the records of a group that it leaves out', async () => {
  const apart = left('far', '50.00', { at: day(20) });
  expect(await boundsAfter([...equal(101, 3), apart], 'in_time_order(days_before := 2)')).toEqual({
    'in_time_order: equal_amounts, left': 101,
    'in_time_order: equal_amounts, right': 3,
  });
  expect(await boundsAfter([...equal(100, 3), apart], 'in_time_order(days_before := 2)')).toEqual({});
  // no record could be left out for too many of one side alone
  expect(await boundsAfter(equal(101, 0), 'in_time_order(days_before := 2)')).toEqual({});
});

test('similar_description states the records of a cell that it leaves out', async () => {
  const declared = 'similar_description(absolute := 1, most := 11)';
  expect(await boundsAfter(equal(4, 3), declared)).toEqual({
    'similar_description: equal_amounts, left': 4,
    'similar_description: equal_amounts, right': 3,
  });
  expect(await boundsAfter(equal(3, 3), declared)).toEqual({});
});

const nearest = { 'weighed_evidence: nearest, left': 30, 'weighed_evidence: nearest, right': 20 };

test('weighed_evidence states the records that it compared with the nearest only', async () => {
  // an amount that nearly all records have is no evidence, so none is suggested
  expect(await boundsAfter(equal(30, 20), 'weighed_evidence')).toEqual(nearest);
});

test('A record is stated only where the pass left a possible partner of it out', async () => {
  // half a year later, with one left record near it
  const far = [left('far left', '50.00', { at: '2027-06-02' }), right('far right', '50.00', { at: '2027-06-03' })];
  expect(await boundsAfter([...equal(30, 20), ...far], 'weighed_evidence')).toEqual(nearest);
  // one record of each side a day: each has a single partner within the window of the pass
  const daily = [left, right].flatMap((record) => many(28, (at) => record(`r${at}`, '50.00', { at: day(at) })));
  expect(await boundsAfter(daily, 'weighed_evidence(days_before := 0, days_after := 0)')).toEqual({});
  expect(await boundsAfter(daily, 'weighed_evidence')).not.toEqual({});
});

test('weighed_evidence states the records of a currency that has too many', async () => {
  await putRecords(acme.warehouse, equal(2, 2));
  await acme.execute(`insert into recon.match_record by name
     select record.* replace (side || ' ' || range as record_key, 'SGD' as currency)
     from (select * from recon.match_record where record_key in ('l0', 'r0')) as record, range(200001)`);
  await matched(acme.warehouse, passes('weighed_evidence'));
  const rows = await acme.rows(`select bound, currency, count(*)::integer as n from recon.match_bounded
     inner join recon.match_record using (reconciliation, side, record_key) group by all`);
  expect(rows).toEqual([{ bound: 'open_records', currency: 'SGD', n: 400_002 }]);
});

test('weighed_evidence states the records whose amounts are too large to be exact', async () => {
  const records = [left('large', '900000000000.01', { at: day(0) }), ...equal(2, 2)];
  expect(await boundsAfter(records, 'weighed_evidence')).toEqual({ 'weighed_evidence: large_amount, left': 1 });
});

test('A sum search that is cut short states its total', async () => {
  const items = many(40, (at) => left(`i${at}`, `${10 + at}.37`, { at: day(0) }));
  const records = [...items, right('total', '170.01', { at: day(0) })];
  const declared = 'sum_in_window(most_steps := 100, most_items := 5)';
  expect(await boundsAfter(records, declared)).toEqual({ 'sum_in_window: steps, right': 1 });
  expect(await boundsAfter(records, 'sum_in_window(most_steps := 10000000)')).toEqual({});
});

test.each([
  ['is stated', day(0), { 'sum_by_name: sums_of_number, left': 61, 'sum_by_name: sums_of_number, right': 1 }],
  ['is not stated if they are too far apart to be one payment', '2025-01-01', {}],
])('A number that too many records have %s', async (_, at, expected) => {
  const reference = 'B-77441';
  const items = many(61, (number) => left(`l${number}`, `${10 + number}.37`, { reference, at }));
  expect(await boundsAfter([...items, right('r', '5000.11', { reference })], 'sum_by_name')).toEqual(expected);
});

test.each([70, 500])('A party with too many records for its sums is stated: %d', async (count) => {
  const name = 'Zimmermann Quaglia';
  const records = [
    ...many(count, (at) => left(`l${at}`, `${100 + at * 3}.37`, { counterparty: name })),
    ...many(30, (at) => left(`o${at}`, `${7 + at}.91`, { counterparty: `Party${at} Trading` })),
    right('r', '9999.11', { description: name }),
    ...many(30, (at) => right(`p${at}`, `${7 + at}.91`, { description: `Party${at} Trading` })),
  ];
  expect(await boundsAfter(records, 'sum_by_name')).toMatchObject({ 'sum_by_name: sums_of_name, right': 1 });
});
