import { expect, test } from 'vitest';
import { daysAgo, daysBefore, givenSandbox, shopAt } from '../given/shop.ts';

const yesterday = daysAgo(1);
/** So many days before yesterday. */
const day = (back: number) => daysBefore(yesterday, back);
const sandbox = await givenSandbox({ days: 12, breaks: 'none', ordersPerDay: 4 });

const terms = { currency: 'MYR', aliases: { reference: ['Parcel'] }, covers: 'through_previous_day' };
const lists = {
  courier: { file: 'courier.csv', counterparty: ['Consignee'], fee: ['COD fee'], ...terms },
  payouts: { file: 'payouts.csv', ...terms },
};
const pair = { left: 'courier', right: 'payouts', days_after: 4, days_before: 1 };
const keyed = { ...pair, days_after: 1, passes: ['same_reference_and_amount'] };

function given(ofPair: object, name = 'courier_to_payouts') {
  const shop = shopAt(sandbox, { books: { lists, pairs: { [name]: ofPair } } });
  return {
    ...shop,
    write: (file: string, ...lines: string[]) => shop.write(file, `${lines.join('\n')}\n`),
    run: (from = day(0)) => shop.tieout('run', '--from', from, '--to', day(0)),
    items: (columns: string) =>
      shop.read(`select ${columns} from mart.item where reconciliation = 'courier_to_payouts'
        order by left_reference, right_reference, business_date`),
  };
}

const courier = [
  'Date,Parcel,Consignee,Amount,COD fee',
  `${day(11)},P-1000,Lim Siew Mei,10.00,`,
  `${day(9)},P-1001,Aminah binti Yusof,120.00,`,
  `${day(9)},P-1002,Tan Wei Ling,80.50,2.42`,
  `${day(8)},P-1003,Kumar Raj,59.90,`,
  `${day(7)},P-1004,Chong Kah Wai,33.30,`,
  `${day(2)},P-1005,Siti Hajar,44.40,`,
];
const payouts = [
  'Date,Parcel,Amount',
  `${day(11)},P-1000,10.00`,
  `${day(8)},P-1001,120.00`,
  `${day(8)},P-1002,78.08`,
  `${day(7)},P-1003,50.00`,
  `${day(6)},P-9999,12.34`,
];

/** The files begin on the day before those that are judged. */
const fewParcels = ['Date,Parcel,Consignee,Amount,COD fee', `${day(4)},P-1000,Lim Siew Mei,10.00,`];
const fewPayouts = ['Date,Parcel,Amount', `${day(4)},P-1000,10.00`];
const sent = `${day(3)},P-1001,Aminah binti Yusof,120.00,`;
const paid = `${day(2)},P-1001,120.00`;

test('A pair of lists is reconciled every day: matches, differences, records of one side, and what is still expected', async () => {
  const { write, run, items } = given({
    ...pair,
    passes: ['same_reference_and_amount', 'same_reference(absolute := null)'],
  });
  write('courier.csv', ...courier);
  write('payouts.csv', ...payouts);
  expect(await run(day(10))).toMatchObject({ status: 3, err: '' });
  const found = await items(
    `business_date, outcome, reason_code, match_pass, concat_ws(' ', left_reference, left_amount) as left_side,
     concat_ws(' ', right_reference, right_amount) as right_side, right_minus_left::text as difference, expected_on`,
  );
  const byAmount = 'same_reference_and_amount';
  expect(found.map(Object.values)).toEqual([
    [day(9), 'matched', null, byAmount, 'P-1001 120.0000', 'P-1001 120.0000', '0.0000', null],
    [day(9), 'matched_with_tolerance', null, 'same_reference', 'P-1002 80.5000', 'P-1002 78.0800', '-2.4200', null],
    [day(8), 'amount_differs', 'amount_differs', 'same_reference', 'P-1003 59.9000', 'P-1003 50.0000', '-9.9000', null],
    [day(7), 'missing_right', 'right_missing', null, 'P-1004 33.3000', '', '-33.3000', null],
    [day(2), 'timing', 'awaited', null, 'P-1005 44.4000', '', '-44.4000', day(-2)],
    [day(6), 'missing_left', 'left_missing', null, '', 'P-9999 12.3400', '12.3400', null],
  ]);
});

test('A record that arrives closes its item, a record that a file no longer has opens it again, and a rebuild gives the same', async () => {
  const shop = given(keyed);
  const { write, run } = shop;
  const outcomes = async () => (await shop.items('left_reference, outcome')).map(Object.values);
  const arrived = `${day(0)},P-1005,44.40`;
  write('courier.csv', ...fewParcels, sent, `${day(0)},P-1005,Siti Hajar,44.40,`);
  write('payouts.csv', ...fewPayouts, paid);
  expect(await run(day(3))).toMatchObject({ status: 0, err: '' });
  expect(await outcomes()).toEqual([
    ['P-1001', 'matched'],
    ['P-1005', 'timing'],
  ]);

  write('payouts.csv', ...fewPayouts, paid, arrived);
  expect(await run()).toMatchObject({ status: 0, err: '' });
  expect(await outcomes()).toEqual([
    ['P-1001', 'matched'],
    ['P-1005', 'matched'],
  ]);

  // the provider takes a payout back
  write('payouts.csv', ...fewPayouts, arrived);
  expect(await run()).toMatchObject({ err: '', out: expect.stringContaining('(a record changed)') });
  expect(await outcomes()).toEqual([
    ['P-1001', 'missing_right'],
    ['P-1005', 'matched'],
  ]);
  const [{ break_id: id } = { break_id: '' }] = await shop.breaks('--reconciliation', 'courier_to_payouts');
  expect((await shop.tieout('explain', id)).out).toContain('Payouts has nothing for it by');

  // without the pair, its items are gone with the next run, and its break is closed without being called resolved
  shop.configure({ books: { lists } });
  expect(await run()).toMatchObject({ status: 0, err: '' });
  expect(await outcomes()).toEqual([]);
  const life = () => shop.rows(`select status, closed_because from mart.break where break_id = '${id}'`);
  expect(await life()).toEqual([
    {
      status: 'closed',
      closed_because: expect.stringMatching(
        /^The reconciliation courier_to_payouts was removed, so whether it is resolved is not known\. Closed by the run of /,
      ),
    },
  ]);
  expect((await shop.tieout('--json', 'explain', id)).out).toContain('courier_to_payouts was removed');
  expect((await shop.tieout('breaks', id)).out).toContain('a closed item needs none');

  // with the pair again, the break is open again, and its day is judged once for it
  shop.configure({ books: { lists, pairs: { courier_to_payouts: keyed } } });
  expect(await run()).toMatchObject({ err: '', out: expect.stringContaining('(a control proves more or less)') });
  expect(await life()).toEqual([{ status: 'open', closed_because: null }]);
  expect(await outcomes()).toContainEqual(['P-1001', 'missing_right']);
  write('payouts.csv', ...fewPayouts, arrived, `${day(1)},P-1006,5.00`);
  const later = await run();
  expect(later.out).toContain('Judged again');
  expect(later.out).not.toContain('(a control proves more or less)');

  const before = [await shop.items('*'), await life()];
  expect(await shop.tieout('rebuild')).toMatchObject({ err: '' });
  expect([await shop.items('*'), await life()]).toEqual(before);
});

test('A file of a list that is imported by hand has the currency of the list', async () => {
  const { tieout, write } = given(keyed);
  write('courier.csv', ...courier);
  write('payouts.csv', ...payouts);
  // the company has two currencies, and the file names none: without the currency of the list, its lines would be rejected
  const imported = await tieout('--json', 'import', 'list_courier', 'courier.csv');
  expect(imported).toMatchObject({ status: 0, err: '' });
  expect(JSON.parse(imported.out).imported.totals).toMatchObject([{ currency: 'MYR', lines: 6 }]);
});

test('Where the left record of a match is gone, the day of its right record is judged again', async () => {
  const { rows, write, run, items } = given(keyed);
  write('courier.csv', ...fewParcels, sent);
  write('payouts.csv', ...fewPayouts, paid);
  expect(await run(day(3))).toMatchObject({ status: 0, err: '' });
  // the courier takes parcel P-1001 back, whose payout is of the next day
  write('courier.csv', ...fewParcels);
  expect((await run()).err).toBe('');
  expect(await items('business_date, outcome, right_reference, right_amount::text as amount, left_reference')).toEqual([
    {
      business_date: day(2),
      outcome: 'missing_left',
      right_reference: 'P-1001',
      amount: '120.0000',
      left_reference: null,
    },
  ]);
  expect(await rows(`select verdict from mart.verdict where currency = 'MYR' and business_date = '${day(2)}'`)).toEqual(
    [{ verdict: 'breaks' }],
  );
});

test('A payout of several parcels is an item of each parcel, suggested by the passes of tieout match', async () => {
  const { tieout, write, run, items } = given(pair);
  const parcels = Array.from({ length: 30 }, (_, index) => ({
    on: day(4 - (index % 5)),
    number: `P-${2000 + index}`,
    amount: 1000 + index * 137,
  }));
  const money = (sen: number) => (sen / 100).toFixed(2);
  const ofCourier = parcels.map(({ on, number, amount }) => `${on},${number},,${money(amount)},`);
  write('courier.csv', ...fewParcels, ...ofCourier);
  const single = parcels.slice(2).map(({ on, number, amount }) => `${on},${number},${money(amount)}`);
  const both = (parcels[0]?.amount ?? 0) + (parcels[1]?.amount ?? 0);
  write('payouts.csv', ...fewPayouts, ...single, `${day(3)},P-2000 P-2001,${money(both)}`);
  expect((await run(day(5))).err).toBe('');
  const found = await items('outcome, match_pass, left_reference, right_reference, right_minus_left::text');
  const together = found.map(Object.values).filter(([, , left]) => left === 'P-2000' || left === 'P-2001');
  expect(together).toEqual([
    ['suggested', 'sum_by_name', 'P-2000', 'P-2000 P-2001', '0.0000'],
    ['suggested', 'sum_by_name', 'P-2001', 'P-2000 P-2001', '0.0000'],
  ]);
  // a pass that is repeated with the same result is shown once
  const lines = (await tieout('explain', 'P-2000')).out.split('\n').filter((line) => line.includes('weighed_evidence'));
  expect(lines).not.toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
});

test.each([
  [
    { left: 'parcels' },
    '"parcels" is no list of books.lists and no configured book; the sides are: courier, payouts, statement',
  ],
  [{ right: 'bank' }, '"bank" is no list of books.lists and no configured book'],
  [{}, 'must not begin with match_ or pair_', 'courier_record'],
  [{ right: 'courier' }, 'must be another side than left'],
  [
    { passes: ['same_refernce'] },
    'The pair courier_to_payouts cannot be used: There is no pass named same_refernce. Use one of: amount_in_window,',
  ],
  [
    { passes: ['same_reference(absolut := 1)'] },
    'The pass same_reference has no setting named absolut. Use one of: absolute, days_after,',
  ],
  [
    { passes: ['weighed_evidence(most_fals := 0.01)'] },
    'The pass weighed_evidence has no setting named most_fals. Use one of: exact, days_before,',
  ],
  [{}, 'orders_to_statement is part of tieout', 'orders_to_statement'],
  [{}, 'must have lower-case letters', 'Courier to payouts'],
])(
  'A pair that cannot be reconciled is refused before anything is fetched: %o',
  async (changes: object, problem: string, name?: string) => {
    const { write, run } = given({ ...keyed, ...changes }, name);
    write('courier.csv', ...courier);
    write('payouts.csv', ...payouts);
    expect(await run()).toMatchObject({ status: 2, err: expect.stringContaining(problem) });
  },
);
