import { expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { givenFreshRules } from '../given/rules.ts';

/* Which days a file covers, and what proves it. Files are received on 20 November unless a test says otherwise. */

const acme = givenFreshRules();

type Facts = { name?: string; received?: string; currency?: string | null };

const company = (books: object, currencies = ['MYR']) => acme.configure({ currencies, hasPayout: false, books });

async function load(kind: 'orders' | 'bank_statement', content: string, ext = 'csv', facts: Facts = {}) {
  const { name = `${kind}.${ext}`, received = '2026-11-20', currency = 'MYR' } = facts;
  const ofFile = { kind, ext, file_name: name, currency, received_at: `${received}T01:00:00.000Z` };
  expect((await acme.load(landed(content, ofFile))).status).not.toBe('refused');
}

/** The days that are covered, each span as `1-19 stated_span`. */
async function covered(): Promise<string[]> {
  const rows = await acme.derived(`select strftime(first_day, '%-d') || '-' || strftime(last_day, '%-d') || ' ' || basis
       || case when is_declared then ' (declared)' else '' end as span
     from core.coverage where kind in ('orders', 'bank_statement') order by first_day, last_day, basis`);
  return rows.map(({ span }) => String(span));
}

async function stretches(): Promise<string[]> {
  const rows =
    await acme.derived(`select currency || ' ' || strftime(first_day, '%-d') || '-' || strftime(last_day, '%-d') as span
     from core.covered_span where kind in ('orders', 'bank_statement') order by currency, first_day`);
  return rows.map(({ span }) => String(span));
}

const orders = (...days: number[]) =>
  [
    'order,date,amount,status',
    ...days.map((day) => `${day},2026-11-${String(day).padStart(2, '0')},1.00,paid`),
    '',
  ].join('\n');

/** Bank lines with a running balance from an opening balance: the amount of each day. */
function bank(opening: number, amounts: Record<number, number>, hasBalance = true): string {
  let balance = opening;
  const rows = Object.entries(amounts).map(([day, amount]) => {
    balance += amount;
    const money = `${amount > 0 ? '+' : ''}${amount}.00`;
    return `2026-11-${day.padStart(2, '0')},${money},LINE ${day}${hasBalance ? `,${balance}.00` : ''}`;
  });
  return [`Date,Amount,Description${hasBalance ? ',Balance' : ''}`, ...rows, ''].join('\n');
}

test('A file that states no period covers no day, with lines or without', async () => {
  await company({ orders: {}, bank: {} });
  await load('orders', orders(1, 2, 3));
  await load('bank_statement', bank(100, { 1: 5, 9: 5 }, false));
  await load('orders', 'order,date,amount,status\n', 'csv', { name: 'empty.csv' });
  expect(await covered()).toEqual([]);
});

test('A stated period that is not that of the orders covers nothing', async () => {
  await company({ orders: {} });
  const period = 'Period,2026-11-05 to 2026-11-12\n';
  await load('orders', `${period}${orders(4, 13)}`, 'csv', { name: 'partial-days.csv' });
  expect(await covered()).toEqual(['5-12 stated_span']);
  await load('orders', `${period}${orders(3, 9)}`, 'csv', { name: 'partial-days.csv' });
  await load('orders', `${period}${orders(5, 14)}`, 'csv', { name: 'changed-in-the-period.csv' });
  expect(await covered()).toEqual(['5-12 stated_span']);
  const [last] = await acme.derived("select problem from core.last_own_file where kind = 'orders'");
  expect(last?.problem).toBe(
    'changed-in-the-period.csv has lines from 5 Nov 2026 to 14 Nov 2026, and states another period.',
  );
});

test('A stated period that is not that of the bank lines covers nothing, and no line is lost', async () => {
  await company({ bank: {} });
  const period = 'Statement period: 2026-11-08 to 2026-11-15\n';
  const bookedOn = (...days: number[]) =>
    `${period}${bank(100, Object.fromEntries(days.map((day) => [day, day])), false)}`;
  // the bank dates a line by its transaction, some business days before its posting
  await load('bank_statement', bookedOn(4, 9, 12), 'csv', { name: 'posted-later.csv' });
  expect(await covered()).toEqual(['8-15 stated_span']);
  await acme.execute('delete from raw.stated_span');
  await load('bank_statement', bookedOn(10, 11, 18), 'csv', { name: 'later.csv' });
  expect(await covered()).toEqual([]);
  const [last] = await acme.derived('select problem, has_rejected_rows from core.last_own_file');
  expect(last).toEqual({
    problem: 'later.csv has lines from 10 Nov 2026 to 18 Nov 2026, and states another period.',
    has_rejected_rows: false,
  });
  expect(await acme.rows('from core.bank_line')).toHaveLength(6);
  // another proof counts: the balances lead through these days
  await load('bank_statement', `${period}${bank(400, { 1: 1, 3: 1, 18: 1 })}`, 'csv', { name: 'balances.csv' });
  expect(await covered()).toEqual(['2-18 balance']);
});

test('A period in the rows above the header', async () => {
  await company({ orders: {} });
  const expected: Record<string, string | undefined> = {
    'Period,2026-11-01 to 2026-11-12\n': '1-12 stated_span',
    'Statement period: 1 Nov 2026 - 12 Nov 2026\n': '1-12 stated_span',
    'Acme\nFrom:,01/11/2026\nTo:,18/11/2026\n': '1-18 stated_span',
    // the day of receipt is not over, and the lines of a period to the end of the month may still come
    'Period,2026-11-01 to 2026-11-30\n': '1-19 stated_span',
    // a last day that is not whole
    'From 2026-11-01 00:00 to 2026-11-12 14:30\n': '1-11 stated_span',
    // only the beginning: through the day before the last line
    'Transactions since 2026-11-01\n': '1-8 later_line',
    // two periods are none
    'Period,2026-11-01 to 2026-11-12\nPrinted period,2026-11-02 to 2026-11-12\n': undefined,
    'Printed on 2026-11-19\n': undefined,
  };
  for (const [index, preamble] of Object.keys(expected).entries())
    await load('orders', `${preamble}${orders(3, 9)}`, 'csv', { name: `${index}.csv` });
  const rows =
    await acme.derived(`select receipt.file_name, strftime(first_day, '%-d') || '-' || strftime(last_day, '%-d') || ' ' || basis as span
     from core.coverage as coverage
     inner join raw.receipt as receipt on receipt.receipt_id = coverage.receipt_id`);
  const found = new Map(rows.map(({ file_name, span }) => [String(file_name), String(span)]));
  const read = Object.keys(expected).map((preamble, index) => [preamble, found.get(`${index}.csv`)]);
  expect(Object.fromEntries(read)).toEqual(expected);
});

test('A first JSON line states the days of a file, also of one without lines', async () => {
  await company({ orders: {} });
  const covers = '{"covers": {"from": "2026-11-01", "through": "2026-11-12"}}\n';
  await load('orders', covers, 'jsonl');
  expect(await covered()).toEqual(['1-12 stated_span']);
  const line = '{"order": "1", "date": "2026-11-04", "amount": "1.00", "status": "paid"}\n';
  await load('orders', `${covers}${line}`, 'jsonl', { name: 'more.jsonl' });
  expect(await covered()).toEqual(['1-12 stated_span', '1-12 stated_span']);
  expect(await acme.rows('select order_id from core.merchant_order')).toEqual([{ order_id: '1' }]);
});

test('A running balance covers from the day after its first line; a file that continues it, from its last', async () => {
  await company({ bank: {} });
  await load('bank_statement', bank(100, { 2: 5, 3: -1, 6: 4 }), 'csv', { name: 'a.csv', received: '2026-11-07' });
  expect(await covered()).toEqual(['3-6 balance']);
  // one line is enough where it begins with the closing balance before it
  await load('bank_statement', bank(108, { 9: 2 }), 'csv', { name: 'b.csv', received: '2026-11-10' });
  expect(await covered()).toEqual(['3-6 balance', '6-9 balance']);
  // one that does not continue proves nothing before its own lines
  await load('bank_statement', bank(400, { 12: 1, 13: 1, 15: 1 }), 'csv', { name: 'c.csv' });
  expect(await covered()).toEqual(['3-6 balance', '6-9 balance', '13-15 balance']);
});

test('A statement in a format of banks covers the period that it states', async () => {
  await company({ bank: {} });
  const mt940 = ':20:S1\n:25:5140\n:28C:1/1\n:60F:C261031MYR100,\n:61:2611051105C50,NTRFA//1\n:62F:C261115MYR150,\n-\n';
  await load('bank_statement', mt940, 'mt940');
  // the opening balance is that of the end of October
  expect(await covered()).toEqual(['1-15 stated_span', '15-15 balance']);
});

test('Declared days hold for the content, the last declaration counts, and nothing after the receipt', async () => {
  await company({ orders: {} });
  const content = 'order,date,amount,status\n';
  await load('orders', content);
  await acme.declareWhole(content, 'orders', '2026-11-01', '2026-11-10');
  expect(await covered()).toEqual(['1-10 declared (declared)']);
  await acme.declareWhole(content, 'orders', '2026-11-05', '2026-11-25');
  expect(await covered()).toEqual(['5-19 declared (declared)']);
  // the same content, received again later, is no newer
  await load('orders', content, 'csv', { name: 'again.csv', received: '2026-11-28' });
  expect(await covered()).toEqual(['5-19 declared (declared)', '5-19 declared (declared)']);
});

test('A later line extends declared days', async () => {
  await company({ orders: {} });
  await load('orders', orders(2, 14));
  await acme.declareWhole(orders(2, 14), 'orders', '2026-11-01', '2026-11-10');
  expect(await covered()).toEqual(['1-10 declared (declared)', '11-13 later_line (declared)']);
});

test('A rule covers from the first line, or the day before, through the day before the receipt', async () => {
  await company({ orders: { covers: 'through_previous_day' } });
  await load('orders', orders(3, 9), 'csv', { name: 'a.csv', received: '2026-11-12' });
  await load('orders', 'order,date,amount,status\n', 'csv', { name: 'b.csv', received: '2026-11-14' });
  await load('orders', orders(16), 'csv', { name: 'c.csv', received: '2026-11-16' });
  expect(await covered()).toEqual(['3-11 rule (declared)', '13-13 rule (declared)', '15-15 rule (declared)']);
});

test('Rejected rows cover nothing that they may lack', async () => {
  await company({ orders: { covers: 'through_previous_day' } });
  const dated = `${orders(3, 9)}7,2026-11-05,a lot,paid\n`;
  await load('orders', dated, 'csv', { name: 'dated.csv' });
  expect(await covered()).toEqual(['3-4 rule (declared)', '6-19 rule (declared)']);
  await acme.execute('delete from raw.receipt');
  await load('orders', `${orders(3, 9)}7,some day,1.00,paid\n`, 'csv', { name: 'undated.csv' });
  expect(await covered()).toEqual([]);
});

test('While the new version of a file is refused, the earlier one covers nothing', async () => {
  await company({ bank: {} });
  await load('bank_statement', bank(1, { 3: 1, 9: 1 }), 'csv', { name: 'bank.csv' });
  const before = await covered();
  expect(before).not.toEqual([]);
  const broken = landed('order,date\n1,2026-11-01\n', {
    kind: 'bank_statement',
    file_name: 'bank.csv',
    received_at: '2026-11-20T02:00:00.000Z',
  });
  expect((await acme.load(broken)).status).toBe('refused');
  expect(await covered()).toEqual([]);
  // a file of another name covers what it proves; so does the earlier content when it is back
  await load('bank_statement', bank(1, { 3: 2, 9: 1 }), 'csv', { name: 'by-hand.csv' });
  expect(await covered()).toEqual(before);
});

test('A currency is covered where each of its known accounts is; stretches join', async () => {
  await company({ bank: {} }, ['MYR', 'SGD']);
  const statement = (account: string, from: string, to: string) =>
    `:20:S\n:25:${account}\n:28C:1/1\n:60F:C${from}MYR1,\n:61:${to}${to.slice(2)}C1,NTRFA//${account}\n:62F:C${to}MYR2,\n-\n`;
  await load('bank_statement', statement('A', '261031', '261110'), 'mt940', { name: 'a', currency: null });
  expect(await stretches()).toEqual(['MYR 1-10']);
  await load('bank_statement', statement('B', '261104', '261112'), 'mt940', { name: 'b', currency: null });
  expect(await stretches()).toEqual(['MYR 5-10']);
  const declared = bank(1, { 11: 1 }, false);
  await load('bank_statement', declared);
  await acme.declareWhole(declared, 'bank_statement', '2026-11-11', '2026-11-12');
  expect(await stretches()).toEqual(['MYR 5-12']);
});

test('A period covers the accounts that the lines of its file name', async () => {
  await company({ bank: {} });
  const table = (through: number, ...lines: [day: number, account: string][]) =>
    `Period,2026-11-01 to 2026-11-${String(through).padStart(2, '0')}\nDate,Amount,Description,Account No\n${lines
      .map(([day, account]) => `2026-11-${String(day).padStart(2, '0')},+1.00,LINE,${account}\n`)
      .join('')}`;
  await load('bank_statement', table(10, [2, 'A']), 'csv', { name: 'a.csv' });
  expect(await stretches()).toEqual(['MYR 1-10']);
  await load('bank_statement', table(5, [3, 'B']), 'csv', { name: 'b.csv' });
  expect(await stretches()).toEqual(['MYR 1-5']);
  // an export of both accounts: from now on, a file with lines of one of them is about both
  await load('bank_statement', table(6, [3, 'B'], [6, 'A']), 'csv', { name: 'both.csv' });
  expect(await stretches()).toEqual(['MYR 1-10']);
});
