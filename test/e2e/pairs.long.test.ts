import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';

const last = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const day = (back: number) => last.subtract({ days: back }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 6, days: 12, until: last.toString(), breaks: 'none', ordersPerDay: 4 });
});
afterAll(() => sandbox.close());

const terms = { currency: 'MYR', aliases: { reference: ['Parcel'] }, covers: 'through_previous_day' };
const pair = { left: 'courier', right: 'payouts', days_after: 4, days_before: 1 };

function given(ofPair: object, name = 'courier_to_payouts') {
  const pairs = { [name]: ofPair };
  const lists = {
    courier: { file: 'courier.csv', counterparty: ['Consignee'], fee: ['COD fee'], ...terms },
    payouts: { file: 'payouts.csv', ...terms },
  };
  const { path, folder, env } = givenConfig(sandbox, { books: { lists, pairs } });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const items = async () =>
    JSON.parse(
      (
        await call(
          '--json',
          'sql',
          `select business_date::text as day, outcome, reason_code, match_pass, left_reference, left_amount::text as left_amount, right_reference,
             right_amount::text as right_amount, right_minus_left::text as difference, expected_on::text as expected_on
           from mart.item where reconciliation = 'courier_to_payouts' order by left_reference, right_reference, day`,
        )
      ).out,
    );
  return { path, folder, call, write, items };
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

const matched = { reason_code: null, match_pass: 'same_reference_and_amount', difference: '0.0000', expected_on: null };

test('A pair of lists is reconciled every day: matches, differences, records of one side, and what is still expected', async () => {
  const { call, write, items } = given({
    ...pair,
    passes: ['same_reference_and_amount', 'same_reference(absolute := null)'],
  });
  write('courier.csv', ...courier);
  write('payouts.csv', ...payouts);
  const run = await call('run', '--from', day(10), '--to', last.toString());
  expect(run.err).toBe('');
  expect(run.status).toBe(3);
  expect(await items()).toEqual([
    {
      ...matched,
      day: day(9),
      outcome: 'matched',
      left_reference: 'P-1001',
      left_amount: '120.0000',
      right_reference: 'P-1001',
      right_amount: '120.0000',
    },
    {
      ...matched,
      day: day(9),
      outcome: 'matched_with_tolerance',
      match_pass: 'same_reference',
      left_reference: 'P-1002',
      left_amount: '80.5000',
      right_reference: 'P-1002',
      right_amount: '78.0800',
      difference: '-2.4200',
    },
    {
      ...matched,
      day: day(8),
      outcome: 'amount_differs',
      reason_code: 'amount_differs',
      match_pass: 'same_reference',
      left_reference: 'P-1003',
      left_amount: '59.9000',
      right_reference: 'P-1003',
      right_amount: '50.0000',
      difference: '-9.9000',
    },
    {
      ...matched,
      day: day(7),
      outcome: 'missing_right',
      reason_code: 'right_missing',
      match_pass: null,
      left_reference: 'P-1004',
      left_amount: '33.3000',
      right_reference: null,
      right_amount: null,
      difference: '-33.3000',
    },
    {
      ...matched,
      day: day(2),
      outcome: 'timing',
      reason_code: 'awaited',
      match_pass: null,
      expected_on: day(-2),
      left_reference: 'P-1005',
      left_amount: '44.4000',
      right_reference: null,
      right_amount: null,
      difference: '-44.4000',
    },
    {
      ...matched,
      day: day(6),
      outcome: 'missing_left',
      reason_code: 'left_missing',
      match_pass: null,
      left_reference: null,
      left_amount: null,
      right_reference: 'P-9999',
      right_amount: '12.3400',
      difference: '12.3400',
    },
  ]);
});

const keyed = { ...pair, passes: ['same_reference_and_amount'] };

test('A record that arrives closes its item, a record that a file no longer has opens it again, and a rebuild gives the same', async () => {
  const { path, call, write, items } = given(keyed);
  write('courier.csv', ...courier.slice(0, 3), ...courier.slice(6));
  write('payouts.csv', ...payouts.slice(0, 3));
  const outcomes = async () =>
    (await items()).map((item: { left_reference: string; outcome: string }) => [item.left_reference, item.outcome]);
  const run = () => call('run', '--date', last.toString());
  expect(await call('run', '--from', day(9), '--to', last.toString())).toMatchObject({ status: 0, err: '' });
  expect(await outcomes()).toEqual([
    ['P-1001', 'matched'],
    ['P-1005', 'timing'],
  ]);

  write('payouts.csv', ...payouts.slice(0, 3), `${day(1)},P-1005,44.40`);
  expect(await run()).toMatchObject({ status: 0, err: '' });
  expect(await outcomes()).toEqual([
    ['P-1001', 'matched'],
    ['P-1005', 'matched'],
  ]);

  // the provider takes a payout back
  write('payouts.csv', ...payouts.slice(0, 2), `${day(1)},P-1005,44.40`);
  expect(await run()).toMatchObject({ err: '', out: expect.stringContaining('(a record changed)') });
  expect(await outcomes()).toEqual([
    ['P-1001', 'missing_right'],
    ['P-1005', 'matched'],
  ]);
  const [{ break_id }] = JSON.parse((await call('--json', 'breaks', '--reconciliation', 'courier_to_payouts')).out);
  expect((await call('explain', break_id)).out).toContain('Payouts has nothing for it by');

  const before = await items();
  expect(await call('rebuild')).toMatchObject({ err: '' });
  expect(await items()).toEqual(before);

  // without the pair, its items are gone with the next run, and its break is closed without being called resolved
  const configured = readFileSync(path, 'utf8');
  writeFileSync(path, configured.replace(/ +pairs:\n(?: {8}.*\n)+/, ''));
  expect(await run()).toMatchObject({ status: 0, err: '' });
  expect(await items()).toEqual([]);
  const life = async () =>
    JSON.parse(
      (await call('--json', 'sql', `select status, closed_because from mart.break where break_id = '${break_id}'`)).out,
    );
  expect(await life()).toEqual([
    {
      status: 'closed',
      closed_because: expect.stringMatching(
        /^The reconciliation courier_to_payouts was removed, so whether it is resolved is not known\. Closed by the run of /,
      ),
    },
  ]);
  expect((await call('--json', 'explain', break_id)).out).toContain('courier_to_payouts was removed');
  expect((await call('breaks', break_id)).out).toContain('a closed item needs none');

  // with the pair again, the break is open again, and its day is judged once for it
  writeFileSync(path, configured);
  expect(await run()).toMatchObject({ err: '', out: expect.stringContaining('(a control proves more or less)') });
  expect(await life()).toEqual([{ status: 'open', closed_because: null }]);
  expect(await outcomes()).toContainEqual(['P-1001', 'missing_right']);
  write('payouts.csv', ...payouts.slice(0, 2), `${day(1)},P-1005,44.40`, `${day(1)},P-1006,5.00`);
  const later = await run();
  expect(later.out).toContain('Judged again');
  expect(later.out).not.toContain('(a control proves more or less)');

  const broken = await life();
  expect(await call('rebuild')).toMatchObject({ err: '' });
  expect(await life()).toEqual(broken);
});

test('A file of a list that is imported by hand has the currency of the list', async () => {
  const { call, write, folder } = given(keyed);
  write('courier.csv', ...courier);
  write('payouts.csv', ...payouts);
  // the company has two currencies, and the file names none: without the currency of the list, its lines would be rejected
  const imported = await call('--json', 'import', 'list_courier', join(folder, 'courier.csv'));
  expect(imported).toMatchObject({ status: 0, err: '' });
  expect(JSON.parse(imported.out).imported.totals).toMatchObject([{ currency: 'MYR', lines: 6 }]);
});

test('Where the left record of a match is gone, the day of its right record is judged again', async () => {
  const { call, write, items } = given(keyed);
  write('courier.csv', ...courier.slice(0, 3));
  write('payouts.csv', ...payouts.slice(0, 3));
  expect(await call('run', '--from', day(9), '--to', last.toString())).toMatchObject({ status: 0, err: '' });
  // the courier takes parcel P-1001 back, whose payout is of the next day
  write('courier.csv', ...courier.slice(0, 2));
  expect((await call('run', '--date', last.toString())).err).toBe('');
  expect(await items()).toMatchObject([
    { day: day(8), outcome: 'missing_left', right_reference: 'P-1001', right_amount: '120.0000', left_reference: null },
  ]);
  const verdicts = await call(
    '--json',
    'sql',
    `select verdict from mart.verdict where currency = 'MYR' and business_date = '${day(8)}'`,
  );
  expect(JSON.parse(verdicts.out)).toEqual([{ verdict: 'breaks' }]);
});

test('A payout of several parcels is an item of each parcel, suggested by the passes of tieout match', async () => {
  const { call, write, items } = given(pair);
  const parcels = Array.from({ length: 30 }, (_, index) => ({
    on: day(9 - (index % 5)),
    number: `P-${2000 + index}`,
    amount: 1000 + index * 137,
  }));
  const money = (sen: number) => (sen / 100).toFixed(2);
  write(
    'courier.csv',
    ...courier.slice(0, 2),
    ...parcels.map(({ on, number, amount }) => `${on},${number},,${money(amount)},`),
  );
  const single = parcels.slice(2);
  const [first, second] = parcels;
  write(
    'payouts.csv',
    ...payouts.slice(0, 2),
    ...single.map(({ on, number, amount }) => `${on},${number},${money(amount)}`),
    `${day(8)},P-2000 P-2001,${money((first?.amount ?? 0) + (second?.amount ?? 0))}`,
  );
  expect((await call('run', '--from', day(10), '--to', last.toString())).err).toBe('');
  const found = (await items()).filter(({ left_reference: name }: { left_reference: string }) =>
    /P-200[01]/.test(name),
  );
  expect(found).toMatchObject([
    {
      outcome: 'suggested',
      match_pass: 'sum_by_name',
      left_reference: 'P-2000',
      right_reference: 'P-2000 P-2001',
      difference: '0.0000',
    },
    {
      outcome: 'suggested',
      match_pass: 'sum_by_name',
      left_reference: 'P-2001',
      right_reference: 'P-2000 P-2001',
      difference: '0.0000',
    },
  ]);
  // a pass that is repeated with the same result is shown once
  const lines = (await call('explain', 'P-2000')).out.split('\n').filter((line) => line.includes('weighed_evidence'));
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
    const { call, write } = given({ ...keyed, ...changes }, name);
    write('courier.csv', ...courier);
    write('payouts.csv', ...payouts);
    const run = await call('run', '--date', day(1));
    expect(run.status).toBe(2);
    expect(run.err).toContain(problem);
  },
);
