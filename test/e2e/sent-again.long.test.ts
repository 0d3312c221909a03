import { expect, test } from 'vitest';
import { daysAgo, givenShop } from '../given/shop.ts';

const [first, before, last] = [daysAgo(8), daysAgo(2), daysAgo(1)];
const shop = await givenShop(
  { seed: 8, days: 8, breaks: 'none', ordersPerDay: 6 },
  { books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } } },
);
const query = shop.read;
const run = async (from: string, to: string) => {
  expect((await shop.tieout('run', '--from', from, '--to', to)).err).toBe('');
};

test('Days are judged again when a later file no longer has a deposit or an order of theirs', async () => {
  const files = shop.sandbox.files();
  // the file states its period; without the column of balances a dropped line leaves no other trace
  const [period = '', ...lines] = files.bank.trim().split('\r\n');
  const bank = [period, ...lines.map((line) => line.replace(/,[^,]*$/, ''))];
  const orders = files.orders.trim().split('\r\n');
  const write = (name: string, rows: readonly string[]) => shop.write(name, `${rows.join('\r\n')}\r\n`);
  const open = () =>
    query(
      `select business_date, reason_code from mart.item
       where outcome not in ('matched', 'timing') and reason_code in ('deposit_gone', 'payment_without_order') order by all`,
    );
  const results = async () => [
    await query('select business_date, currency, verdict, reason from mart.verdict order by all'),
    await query('select break_id, outcome, reason from mart.item order by all'),
  ];

  write('bank.csv', bank);
  // an order that the shop takes back with its next file
  write('orders.csv', [...orders, `X-1,X-1,${first}T12:00:00+08:00,MYR,5.00,paid,0.00,Mei,mei@customer.example,`]);
  await run(first, before);
  expect(await open()).toEqual([]);
  const [deposit] = await query(
    `select item.business_date, item.left_reference from recon.item as item
     where reconciliation = 'bank_to_settlement' and outcome = 'matched' order by item.business_date limit 1`,
  );
  const [paid] = await query(
    `select item.business_date, item.left_key from recon.item as item
     where reconciliation = 'orders_to_statement' and outcome = 'matched' order by item.business_date, left_key limit 1`,
  );

  write(
    'bank.csv',
    bank.filter((row) => !row.includes(`,${deposit?.left_reference}`)),
  );
  write(
    'orders.csv',
    orders.filter((row) => !row.startsWith(`${paid?.left_key},`)),
  );
  await run(last, last);
  expect(await open()).toEqual(
    [
      { business_date: deposit?.business_date, reason_code: 'deposit_gone' },
      { business_date: paid?.business_date, reason_code: 'payment_without_order' },
    ].toSorted((a, b) => `${a.business_date}${a.reason_code}`.localeCompare(`${b.business_date}${b.reason_code}`)),
  );
  expect(
    await query(
      `select distinct verdict from mart.verdict
       where (business_date, currency) in (select (business_date, currency) from mart.item where reason_code in ('deposit_gone', 'payment_without_order'))`,
    ),
  ).toEqual([{ verdict: 'breaks' }]);

  expect(await query("select closed_because from recon.break_life where item_key = 'order:X-1'")).toMatchObject([
    {
      closed_because: expect.stringMatching(/^No longer in orders\.csv, which covers the day\. Closed by the run of /),
    },
  ]);

  // the file as it was, without that order
  write('bank.csv', bank);
  write('orders.csv', orders);
  await run(last, last);
  expect(await open()).toEqual([]);

  const known = await results();
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  expect(await results()).toEqual(known);
});
