import { expect, test } from 'vitest';
import { daysAgo, givenSandbox, shopAt } from '../given/shop.ts';

/** So many days before yesterday. */
const day = (back: number) => daysAgo(back + 1);
const sandbox = await givenSandbox({ days: 5, breaks: 'none', ordersPerDay: 5 });

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
  const shop = shopAt(sandbox, { currencies: ['MYR'], books: { lists: { courier } } });
  return {
    ...shop,
    write: (...lines: string[]) => shop.write('courier.csv', header + lines.join('')),
    inspect: () => shop.tieout('inspect', 'courier.csv', '--as', 'list_courier'),
    run: () => shop.tieout('run', '--date', day(1)),
  };
}

const current = `select reference, counterparty, amount::text, fee::text, description, words
  from core.list_line where known_to is null order by reference`;

test('The lines of a list are facts: repeated lines are known, changed and removed lines end, and explain finds them', async () => {
  const { tieout, write, run, rows, read } = given();
  const lines = async () => (await read(current)).map(Object.values);
  write(...parcels);
  expect(await run()).toMatchObject({ err: '' });
  // a line of a list has a day and no time
  expect((await tieout('explain', 'P-1001')).out).toMatch(new RegExp(`^${day(3)} +list `, 'm'));
  expect(await lines()).toEqual([
    ['P-1001', 'Aminah binti Yusof', '120.0000', '3.6000', 'Lipstick', 'delivered'],
    ['P-1002', 'Tan Wei Ling', '80.5000', '2.4200', 'Serum', 'delivered'],
    ['P-1003', 'Kumar Raj', '59.9000', '1.8000', 'Toner', 'on the way'],
  ]);
  expect(
    await rows(`select state from mart.input_day where input = 'list_courier' and business_date = '${day(1)}'`),
  ).toEqual([{ state: 'covered' }]);

  // the second parcel is cancelled and the third is delivered; the first is in the export as before
  write(parcels[0] ?? '', (parcels[2] ?? '').replace('on the way', 'delivered'));
  expect(await run()).toMatchObject({ err: '' });
  expect(await lines()).toEqual([
    ['P-1001', 'Aminah binti Yusof', '120.0000', '3.6000', 'Lipstick', 'delivered'],
    ['P-1003', 'Kumar Raj', '59.9000', '1.8000', 'Toner', 'delivered'],
  ]);
  expect((await tieout('explain', 'P-1003')).out).toContain('courier, Toner');
  // three lines, one of them in two versions
  const key = 'list, list_line_key, known_from';
  const counts = `select count(*)::int as rows, count(distinct (${key}))::int as keys from core.list_line`;
  expect(await rows(counts)).toEqual([{ rows: 4, keys: 4 }]);
});

test('A row that is no line of a list is rejected with the key of its list', async () => {
  const { write, run, rows } = given();
  write(...parcels, `${day(2).replace(/^20/, '')},P-1004,Lim,10.00,0.30,Brush,delivered\n`);
  expect((await run()).status).toBe(4);
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
  const { write, inspect, run, rows } = given('COD-Fee');
  write(...parcels);
  const sentence = 'There is no column "COD-Fee" (books.lists.courier.fee).';
  expect((await inspect()).out).toContain(sentence);
  await run();
  expect(await rows("select notes from raw.receipt where kind = 'list_courier'")).toEqual([
    { notes: expect.arrayContaining([sentence]) },
  ]);
});
