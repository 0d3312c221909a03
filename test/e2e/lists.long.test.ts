import { writeFileSync } from 'node:fs';
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
  sandbox = await startSandbox({ seed: 6, days: 5, until: last.toString(), breaks: 'none', ordersPerDay: 5 });
});
afterAll(() => sandbox.close());

const header = 'Date,Parcel,Consignee,Amount,COD fee,Remarks,State\n';
const parcels = [
  `${day(3)},P-1001,Aminah binti Yusof,120.00,3.60,Lipstick,delivered\n`,
  `${day(3)},P-1002,Tan Wei Ling,80.50,2.42,Serum,delivered\n`,
  `${day(2)},P-1003,Kumar Raj,59.90,1.80,Toner,on the way\n`,
];

function given(fee = 'COD fee') {
  const courier = {
    file: 'courier*.csv',
    aliases: { reference: ['Parcel'], description: ['Remarks'] },
    counterparty: ['Consignee'],
    fee: [fee],
    covers: 'through_previous_day',
  };
  const { path, folder, env } = givenConfig(sandbox, { currencies: ['MYR'], books: { lists: { courier } } });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const write = (...lines: string[]) => writeFileSync(join(folder, 'courier.csv'), header + lines.join(''));
  const inspect = (...options: string[]) =>
    call('inspect', join(folder, 'courier.csv'), '--as', 'list_courier', ...options);
  const rows = async (sql: string): Promise<unknown> => JSON.parse((await call('--json', 'sql', sql)).out);
  return { call, write, rows, inspect };
}

const current = `select reference, counterparty, amount::text as amount, fee::text as fee, description, words
  from core.list_line where known_to is null order by reference`;

test('The lines of a list are facts: repeated lines are known, changed and removed lines end, and explain finds them', async () => {
  const { call, write, rows } = given();
  write(...parcels);
  expect(await call('run', '--date', day(1))).toMatchObject({ err: '' });
  // a line of a list has a day and no time
  expect((await call('explain', 'P-1001')).out).toMatch(new RegExp(`^${day(3)} +list `, 'm'));
  const [first, second, third] = [
    {
      reference: 'P-1001',
      counterparty: 'Aminah binti Yusof',
      amount: '120.0000',
      fee: '3.6000',
      description: 'Lipstick',
      words: 'delivered',
    },
    {
      reference: 'P-1002',
      counterparty: 'Tan Wei Ling',
      amount: '80.5000',
      fee: '2.4200',
      description: 'Serum',
      words: 'delivered',
    },
    {
      reference: 'P-1003',
      counterparty: 'Kumar Raj',
      amount: '59.9000',
      fee: '1.8000',
      description: 'Toner',
      words: 'on the way',
    },
  ];
  expect(await rows(current)).toEqual([first, second, third]);
  expect(
    await rows(`select state from mart.input_day where input = 'list_courier' and business_date = '${day(1)}'`),
  ).toEqual([{ state: 'covered' }]);

  // the second parcel is cancelled and the third is delivered; the first is in the export as before
  write(parcels[0] ?? '', (parcels[2] ?? '').replace('on the way', 'delivered'));
  expect(await call('run', '--date', day(1))).toMatchObject({ err: '' });
  expect(await rows(current)).toEqual([first, { ...third, words: 'delivered' }]);
  expect((await call('explain', 'P-1003')).out).toContain('courier, Toner');
  // three lines, one of them in two versions
  const key = 'company, list, list_line_key, known_from';
  expect(await rows(`select count(*)::int as rows, count(distinct (${key}))::int as keys from core.list_line`)).toEqual(
    [{ rows: 4, keys: 4 }],
  );
});

test('A row that is no line of a list is rejected with the key of its list', async () => {
  const { call, write, rows } = given();
  write(...parcels, `${day(2).replace(/^20/, '')},P-1004,Lim,10.00,0.30,Brush,delivered\n`);
  expect((await call('run', '--date', day(1))).status).toBe(4);
  expect(await rows('select reason from mart.rejected_row')).toEqual([
    { reason: expect.stringContaining('books.lists.courier.') },
  ]);
});

test('A file of a list is inspected by the terms of the list, and what it lacks is proposed at its place', async () => {
  const { write, inspect } = given();
  write(...parcels);
  const found = await inspect();
  expect(found.status).toBe(0);
  // the state of a parcel is no status of a booking
  expect(found.out).not.toContain('status:');
  expect(found.out).toContain('Unknown columns are kept and not used: State.');
  write(`05/06/2026,P-1,Lim,10.00,0.30,Brush,delivered\n`);
  const unproven = await inspect();
  expect(unproven.status).toBe(4);
  expect(unproven.out).toContain('books: { lists: { courier: { date_order: day_first } } }');
});

test('A header that no column has is noted, because its column is not required', async () => {
  const { call, write, inspect, rows } = given('COD-Fee');
  write(...parcels);
  const sentence = 'There is no column "COD-Fee" (books.lists.courier.fee).';
  expect((await inspect()).out).toContain(sentence);
  await call('run', '--date', day(1));
  expect(await rows("select notes from raw.receipt where kind = 'list_courier'")).toEqual([
    { notes: expect.arrayContaining([sentence]) },
  ]);
});
