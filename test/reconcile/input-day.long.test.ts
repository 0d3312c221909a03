import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { derive } from '../../src/warehouse/derive.ts';
import { landed } from '../given/landed.ts';
import { givenFreshRules } from '../given/rules.ts';

/* Whether the merchant's own files cover 19 November, on the morning of the 20th, and what a person reads where they do not. */

const acme = givenFreshRules();

async function load(kind: string, name: string, content: string, received_at = '2026-11-19T22:00:00.000Z') {
  const facts = { kind, ext: name.split('.').at(-1) ?? '', file_name: name, currency: 'MYR' };
  return acme.load(landed(content, { ...facts, received_at }));
}

const company = (books: object) => acme.configure({ hasPayout: false, books });

/** The state of an input on a day, with the reason. */
async function state(input: string, day = '2026-11-19') {
  const [row] = await acme.derived(
    `select state, reason, basis, due_on from recon.input_day($day::date, $day::date + 1) where input = $input`,
    { day, input },
  );
  return row;
}

const header = { orders: 'Order,Date,Amount,Status\n', bank_statement: 'Date,Amount,Description\n' };
const declare = (input: string, file: string, from = '2026-11-19') =>
  `Import a newer file, or declare that this file is whole: tieout import ${input} ${file} --covers ${from}..2026-11-19, or for every file books.${input}.covers: through_previous_day.`;

test.each([
  [
    'an orders file with only its header',
    ...(['orders', 'orders', 'orders.csv', header.orders] as const),
    `Orders: nothing covers 19 Nov 2026. orders.csv has no lines and states no period. ${declare('orders', 'orders.csv')}`,
  ],
  [
    'an orders file that ends a week before the day',
    ...(['orders', 'orders', 'orders.csv', `${header.orders}1,2026-11-12,1.00,paid\n`] as const),
    `Orders: nothing covers 19 Nov 2026. orders.csv has lines from 12 Nov 2026 to 12 Nov 2026 and states no period. ${declare('orders', 'orders.csv', '2026-11-12')}`,
  ],
  [
    'one that states that it does',
    ...([
      'orders',
      'orders',
      'orders.csv',
      `From 2026-11-01 to 2026-11-12\n${header.orders}1,2026-11-12,1.00,paid\n`,
    ] as const),
    `Orders: orders.csv covers through 12 Nov 2026; nothing covers 19 Nov 2026. ${declare('orders', 'orders.csv', '2026-11-13')}`,
  ],
  [
    'a bank file with only its header',
    ...(['bank', 'bank_statement', 'bank file.csv', header.bank_statement] as const),
    `Bank statement: nothing covers 19 Nov 2026. bank file.csv has no lines and states no period. ${declare('bank', '"bank file.csv"')}`,
  ],
  [
    "last month's bank file",
    ...([
      'bank',
      'bank_statement',
      'bank.csv',
      `Period: 1 Oct 2026 - 31 Oct 2026\n${header.bank_statement}2026-10-30,+1.00,x\n`,
    ] as const),
    `Bank statement: bank.csv covers through 31 Oct 2026; nothing covers 19 Nov 2026. ${declare('bank', 'bank.csv', '2026-11-01')}`,
  ],
  [
    'a bank file in which no date is readable',
    ...(['bank', 'bank_statement', 'bank.csv', `${header.bank_statement}soon,+1.00,x\nlater,+2.00,y\n`] as const),
    'Bank statement: nothing covers 19 Nov 2026. No line of bank.csv could be read: 2 rows rejected. Correct it at its source and import it again.',
  ],
])('Not covered: %s', async (_, input, kind, name, content, reason) => {
  await company({ orders: {}, bank: {} });
  expect((await load(kind, name, content)).status).toBe('loaded');
  const found = await state(input);
  expect(found).toMatchObject({ state: 'missing', basis: null });
  expect(found?.reason).toBe(reason);
});

test('A callbacks file without lines covers nothing, unless its first line states the days', async () => {
  await company({ callbacks: {} });
  expect((await state('callbacks'))?.reason).toBe(
    'Callbacks: no file was received. Import a file: tieout import callbacks FILE.',
  );
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await load('public_key', 'key.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  await load('callbacks', 'callbacks.jsonl', '');
  expect((await state('callbacks'))?.reason).toBe(
    `Callbacks: nothing covers 19 Nov 2026. callbacks.jsonl has no lines and states no period. ${declare('callbacks', 'callbacks.jsonl')}`,
  );
  await load('callbacks', 'callbacks.jsonl', '{"covers":{"from":"2026-11-18","through":"2026-11-19"}}\n');
  expect(await state('callbacks')).toMatchObject({ state: 'covered', basis: 'stated_span' });
});

test('Until an input is due it is awaited; after its due day it is missing', async () => {
  await company({ bank: { cadence: 'monthly' }, orders: { cadence: 'weekly', due_weekday: 'tuesday' } });
  await load('bank_statement', 'bank.csv', `Period: 1 Oct 2026 - 31 Oct 2026\n${header.bank_statement}`);
  expect(await state('bank')).toMatchObject({
    state: 'awaited',
    due_on: '2026-12-05',
    reason: 'Bank statement: bank.csv covers through 31 Oct 2026; nothing covers 19 Nov 2026. It is due on 5 Dec 2026.',
  });
  expect(await state('orders')).toMatchObject({ state: 'awaited', due_on: '2026-11-24' });
  // the last receipt is of 20 November: what was due on the 17th is missing
  expect(await state('orders', '2026-11-16')).toMatchObject({ state: 'missing', due_on: null });
  expect(await state('orders', '2026-11-17')).toMatchObject({ state: 'awaited', due_on: '2026-11-24' });
  expect(await state('bank', '2026-10-15')).toMatchObject({ state: 'covered', basis: 'stated_span' });
  expect(await state('bank', '2026-09-30')).toMatchObject({ state: 'missing' });
  // what arrived and is wrong is not awaited
  await load('bank_statement', 'more.csv', `${header.bank_statement}2026-11-19,lots,x\n`);
  expect(await state('bank')).toMatchObject({ state: 'missing' });
});

test('A statement imported by hand covers the period that it states, and not the days of its lines', async () => {
  await company({});
  const statement = 'Type,Reference Nr.,Amount,Fee,Status,Paid On\npurchase,A1,10.00,1.00,paid,2026-11-19 10:00:00\n';
  await load('statement', 'mine.csv', statement);
  expect(await state('statement')).toMatchObject({
    state: 'missing',
    reason:
      'Statement: nothing covers 19 Nov 2026. mine.csv has lines from 19 Nov 2026 to 19 Nov 2026 and states no period. Import a newer file, or declare that this file is whole: tieout import statement mine.csv --covers 2026-11-19..2026-11-19.',
  });
  await load('statement', 'whole.csv', `Period: 2026-11-18 to 2026-11-19\n${statement}`);
  expect(await state('statement')).toMatchObject({ state: 'covered', basis: 'stated_span' });
  expect(await state('statement', '2026-11-18')).toMatchObject({ state: 'covered' });
  expect(await state('statement', '2026-11-17')).toMatchObject({ state: 'missing' });
});

test('The remedy of a file without lines is not the rule that is already set', async () => {
  await company({ orders: { covers: 'through_previous_day' } });
  await load('orders', 'orders.csv', header.orders, '2026-11-18T22:00:00.000Z');
  expect((await state('orders'))?.reason).toBe(
    'Orders: orders.csv covers through 18 Nov 2026; nothing covers 19 Nov 2026. Import a newer file, or declare that this file is whole: tieout import orders orders.csv --covers 2026-11-19..2026-11-19.',
  );
});

/** The statements that do not count as received, so that the next run requests them again. */
async function unusable(): Promise<number[]> {
  const rows = await acme.derived(`select receipt_id from core.asked_again(date '2026-11-18', date '2026-11-20')
     semi join (select receipt_id from raw.receipt where kind = 'statement') as statement using (receipt_id)
     where is_unusable order by receipt_id`);
  return rows.map(({ receipt_id }) => Number(receipt_id));
}

test('A statement that was requested before its window was over covers the days until then', async () => {
  await company({});
  const window = { currency: 'MYR', window_from: '2026-11-17T16:00:00Z', window_to: '2026-11-19T16:00:00Z' };
  const request = (received_at: string) =>
    landed('{"id":"s","status":"pending","format":"csv","is_test":false}', {
      kind: 'statement_request',
      ...window,
      received_at,
    });
  const statement = (id: number, received_at: string) =>
    landed(`Type,Reference Nr.,Amount,Fee,Status,Paid On\npurchase,A${id},10.00,1.00,paid,2026-11-18 10:00:00\n`, {
      kind: 'statement',
      ...window,
      received_at,
    });
  await acme.load(request('2026-11-19T10:00:00Z'));
  await acme.load(statement(1, '2026-11-19T22:00:00Z'));
  expect(await state('statement', '2026-11-18')).toMatchObject({ state: 'covered', basis: 'window' });
  expect(await state('statement')).toMatchObject({ state: 'missing' });
  await acme.load(request('2026-11-19T22:05:00Z'));
  await acme.load(statement(2, '2026-11-19T22:06:00Z'));
  expect(await state('statement')).toMatchObject({ state: 'covered' });
  // whose statement it is, live or test, is in the answer to its request
  const refused = landed('{"id":', { kind: 'statement_request', ...window, received_at: '2026-11-19T22:08:00Z' });
  expect(await acme.load(refused)).toMatchObject({ status: 'refused' });
  const third = statement(3, '2026-11-19T22:09:00Z');
  await acme.load(third);
  expect(await state('statement')).toMatchObject({ state: 'missing' });
  const empty = landed('{}', { kind: 'statement_request', ...window, received_at: '2026-11-19T22:10:00Z' });
  expect(await acme.load(empty)).toMatchObject({ rejected: 1 });
  const fourth = statement(4, '2026-11-19T22:11:00Z');
  await acme.load(fourth);
  expect((await state('statement'))?.reason).toMatch(
    /^The answer to the statement request was refused, so the company and mode \(live or test\) of the statement are unknown: Its record was rejected\. Run again\.$/,
  );
  // a clean run requests it again, also where its content is the same
  expect(await unusable()).toEqual([third.receipt_id, fourth.receipt_id]);
  await acme.load(request('2026-11-19T22:12:00Z'));
  expect(await acme.load(statement(4, '2026-11-19T22:13:00Z'))).toMatchObject({
    status: 'repeated',
  });
  expect(await state('statement')).toMatchObject({ state: 'covered' });
  expect(await unusable()).toEqual([third.receipt_id, fourth.receipt_id]);
});

/** The warnings for 19 November after its inputs were judged. */
async function warnings() {
  await derive(acme.connection);
  await acme.execute(`insert into recon.input_state by name
     select 1 as run_id, * from recon.input_day(date '2026-11-19', date '2026-11-20') where kind is not null`);
  const rows = await acme.mart('select reason from mart.input_warning order by reason');
  return rows.map(({ reason }) => reason);
}

test('A declared file without lines, or that ends days before the day, is a warning', async () => {
  await company({ orders: { covers: 'through_previous_day' }, bank: { covers: 'through_previous_day' } });
  await load('orders', 'orders.csv', header.orders);
  // Monday to Friday, and two weeks before the day
  const october = ['26', '27', '28', '29', '30'].map((day) => `2026-10-${day},+1.00,x\n`).join('');
  await load('bank_statement', 'bank.csv', `${header.bank_statement}${october}`);
  expect(await warnings()).toEqual([
    'Bank statement: the last line is of 30 Oct 2026, 14 business days before 19 Nov 2026; before that, the longest gap was 0 business days. The file is declared whole; check that it is.',
    'Orders: orders.csv has no lines. The file is declared whole; check that it is.',
  ]);
});

test('A declared file with a line now and then is no warning while its lines come as before', async () => {
  await company({ bank: { covers: 'through_previous_day' } });
  const lines = ['02', '09', '16'].map((day) => `2026-11-${day},+1.00,x\n`).join('');
  await load('bank_statement', 'bank.csv', `${header.bank_statement}${lines}`);
  expect(await warnings()).toEqual([]);
});

test('A declared file with less than half of the usual lines of its weekday is a warning', async () => {
  await company({ orders: { covers: 'through_previous_day' } });
  const thursdays = ['2026-10-22', '2026-10-29', '2026-11-05', '2026-11-12'];
  const lines = (day: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${day}-${index},${day},1.00,paid\n`).join('');
  const earlier = thursdays.map((day) => lines(day, 10)).join('');
  await load('orders', 'orders.csv', `${header.orders}${earlier}${lines('2026-11-18', 1)}${lines('2026-11-19', 4)}`);
  await derive(acme.connection);
  await acme.execute(`insert into recon.input_state by name
     select 1 as run_id, * from recon.input_day(date '2026-11-17', date '2026-11-20') where input = 'orders'`);
  const [warning, ...others] = await acme.mart(
    'select business_date, line_count, usual_count, reason from mart.input_warning',
  );
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ business_date: '2026-11-19', line_count: 4n, usual_count: 10n });
  expect(warning?.reason).toBe(
    'Orders: 4 lines on 19 Nov 2026, and usually 10 on this weekday. The file is declared whole; check that it is.',
  );
  expect(
    await acme.mart("select state, basis, is_declared from mart.input_day where business_date = date '2026-11-19'"),
  ).toEqual([{ state: 'covered', basis: 'rule', is_declared: true }]);
});

test('An input that was imported by hand is needed from its first covered day on; without an import nothing is needed', async () => {
  const bank = `Period: 2 Nov 2026 - 17 Nov 2026\n${header.bank_statement}2026-11-12,+1.00,x\n`;
  await company({});
  expect(await state('bank')).toBeUndefined();
  // a file that covers no day sets nothing up
  await load('bank_statement', 'lines.csv', `${header.bank_statement}2026-11-12,+1.00,x\n`);
  expect(await state('bank', '2026-11-12')).toBeUndefined();
  await load('bank_statement', 'bank.csv', bank);
  expect(await state('bank', '2026-11-01')).toBeUndefined();
  expect(await state('bank', '2026-11-02')).toMatchObject({ state: 'covered', basis: 'stated_span' });
  expect(await state('bank', '2026-11-17')).toMatchObject({ state: 'covered' });
  expect(await state('bank')).toMatchObject({
    state: 'missing',
    reason: `Bank statement: bank.csv covers through 17 Nov 2026; nothing covers 19 Nov 2026. ${declare('bank', 'bank.csv', '2026-11-18')}`,
  });
  // the other books are not set up by it
  expect(await state('orders')).toBeUndefined();
  // with the book in the configuration its cadence counts, and every day needs it
  await company({ bank: { cadence: 'monthly' } });
  expect(await state('bank')).toMatchObject({ state: 'awaited' });
  expect(await state('bank', '2026-11-01')).toMatchObject({ state: 'awaited' });
});

test('Files that the configuration named before need no day once it does not name them', async () => {
  const orders = `From 2026-11-01 to 2026-11-12\n${header.orders}1,2026-11-12,1.00,paid\n`;
  await company({});
  const facts = { kind: 'orders', source: 'files', ext: 'csv', file_name: 'orders.csv', currency: 'MYR' };
  await acme.load(landed(orders, { ...facts, page: null, is_last_page: null, batch_id: 'orders-1' }));
  expect(await state('orders', '2026-11-05')).toBeUndefined();
});
