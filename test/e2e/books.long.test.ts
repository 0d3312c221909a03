import { expect, test } from 'vitest';
import { z } from 'zod';
import { daysAgo, givenSandbox, givenWorld, paidOrders, shopAt } from '../given/shop.ts';

/* The merchant's own files: imported, or named by the configuration. */

const until = daysAgo(1);
const sandbox = await givenSandbox({ days: 10, breaks: 'none', ordersPerDay: 12 });
const { orders, bank } = sandbox.files();
const unmatched = 'select outcome, reason_code, left_key, left_amount::text as amount from mart.unmatched';

test('An imported order file is reconciled with the days already run, and a missing file is reported', async () => {
  const shop = shopAt(sandbox, { books: { orders: {}, bank: { file: 'bank.csv' } } });
  shop.write('orders.csv', orders);
  const early = await shop.tieout('import', 'orders', 'orders.csv');
  expect(early).toMatchObject({ status: 0, err: '' });
  expect(early.out).toContain('The next run reconciles its days.');

  const without = await shop.tieout('run', '--date', until);
  expect(without.status).toBe(4);
  expect(without.err).toMatch(/^error BOOK_FILE_MISSING: The bank file of acme cannot be read\.\n/);
  expect(without.out).toContain('Bank statement: no file was received. Import a file: tieout import bank FILE.');

  shop.write('bank.csv', bank);
  expect(await shop.tieout('run', '--date', until)).toMatchObject({ status: 0, err: '' });

  // the shop changes one order's amount and sends its file again
  const [order = '', reference = '', placed = '', currency = ''] = paidOrders(orders, until)[0]?.split(',') ?? [];
  const changed = [order, reference, placed, currency, '0.01', 'paid'].join(',');
  shop.write('orders.csv', `Order,Reference,Placed On,Currency,Amount,Status\n${changed}\n`);
  expect(await shop.tieout('import', 'orders', 'orders.csv')).toMatchObject({ status: 3, err: '' });
  expect(await shop.rows(`${unmatched} where reconciliation = 'orders_to_statement'`)).toMatchObject([
    { outcome: 'amount_differs', left_key: order },
  ]);
  expect(await shop.tieout('import', 'bank', 'orders.csv')).toMatchObject({ status: 4 });
});

const trial = (balance: string) =>
  `Account,Currency,Date,Balance\n1150,MYR,${until},${balance}\n4000,MYR,${until},-1.00\n`;

test('A ledger is imported; a day is reconciled without it, and in spite of its rejected lines', async () => {
  const shop = shopAt(sandbox, { books: { ledger: { file: 'books/*.csv', accounts: { gateway: '1150' } } } });
  const balances = () =>
    shop.rows('select role, currency, balance_on::text as day, balance::text as balance from core.ledger_balance_now');
  expect(await shop.tieout('run', '--date', until)).toMatchObject({ status: 0, err: '' });
  expect(await balances()).toEqual([]);

  shop.write('ledger.csv', trial('250.50'));
  const imported = await shop.tieout('import', 'ledger', 'ledger.csv');
  expect(imported).toMatchObject({ status: 0, err: '' });
  expect(imported.out).toContain(`ledger.csv (csv): 2 lines`);
  expect(imported.out).not.toContain('--covers');
  expect(await balances()).toEqual([{ role: 'gateway', currency: 'MYR', day: until, balance: '250.5000' }]);

  // a rejected line is reported, and makes nothing incomplete
  shop.write('ledger.csv', `${trial('251.00')}1010,MYR,${until},much\n`);
  const rejected = await shop.tieout('import', 'ledger', 'ledger.csv');
  expect(rejected).toMatchObject({ status: 4, err: '' });
  expect(rejected.out).toContain(`1 row (balance_unreadable): The balance "much" is not a valid amount in MYR.`);
  const unproven =
    "select currency, verdict from mart.verdict where verdict not in ('reconciled', 'reconciled_with_timing')";
  expect(await shop.rows(unproven)).toEqual([]);

  expect(await shop.tieout('import', 'ledger', 'none.csv')).toMatchObject({ status: 2 });
  expect(await balances()).toEqual([{ role: 'gateway', currency: 'MYR', day: until, balance: '251.0000' }]);
});

/* An input that was imported by hand is set up from its first covered day on, whether or not a day has a record of it. */

const sixDays = [6, 5, 4, 3, 2, 1].map(daysAgo);
const withoutBooks = await givenWorld({
  sandbox: { days: 8, breaks: 'none', ordersPerDay: 12, currencies: ['MYR'] },
  company: { currencies: ['MYR'] },
  prepare: async (shop) => {
    const ran = await shop.tieout('run', '--from', daysAgo(6), '--to', until);
    expect(ran).toMatchObject({ status: 0, err: '' });
  },
});
const inputs = `select business_date::text as day, input, state from mart.input_day
  where input in ('orders', 'bank') order by input, 1`;

test('Imported orders and a bank statement are covered or missing on every day from their first covered day on', async () => {
  const shop = withoutBooks.copy();
  const verdicts = () =>
    shop.answer(
      z.array(
        z.object({ day: z.string(), verdict: z.string(), not_set_up: z.string().nullable(), reason: z.string() }),
      ),
      'sql',
      'select business_date::text as day, verdict, not_set_up, reason from mart.verdict order by 1',
    );
  const before = await verdicts();
  expect(before.map(({ not_set_up: names }) => names)).toEqual(before.map(() => expect.stringMatching(/bank.*orders/)));
  expect(await shop.rows(inputs)).toEqual([]);
  // the files cover the second to the fourth day
  const files = withoutBooks.sandbox.files(daysAgo(5), daysAgo(2));
  shop.write('orders.csv', files.orders);
  shop.write('bank.csv', files.bank);
  expect(await shop.tieout('import', 'orders', 'orders.csv')).toMatchObject({ status: 4, err: '' });
  expect(await shop.tieout('import', 'bank', 'bank.csv')).toMatchObject({ status: 4, err: '' });

  const covered = sixDays.slice(1, 4);
  const missed = sixDays.slice(4);
  const expected = (input: string) => [
    ...covered.map((day) => ({ day, input, state: 'covered' })),
    ...missed.map((day) => ({ day, input, state: 'missing' })),
  ];
  expect(await shop.rows(inputs)).toEqual([...expected('bank'), ...expected('orders')]);
  const [first, ...later] = await verdicts();
  // a day before the first covered day stays as it was
  expect(first).toEqual(before[0]);
  for (const { day, not_set_up: names, verdict, reason } of later) {
    expect(names ?? '', day).not.toMatch(/bank|orders/);
    if (covered.includes(day)) {
      expect(verdict, day).toMatch(/^reconciled/);
      continue;
    }
    expect(verdict, day).toBe('incomplete');
    expect(reason).toContain('nothing covers');
    expect(reason).toContain('Orders');
    expect(reason).toContain('Bank statement');
  }
  // the next files complete the days, and cover the first day too
  const rest = withoutBooks.sandbox.files();
  shop.write('orders-2.csv', rest.orders);
  shop.write('bank-2.csv', rest.bank);
  expect((await shop.tieout('import', 'orders', 'orders-2.csv')).err).toBe('');
  expect(await shop.tieout('import', 'bank', 'bank-2.csv')).toMatchObject({ status: 0, err: '' });
  // deposits are disbursements, unless the configuration says otherwise
  const matched = "select count(*) > 0 as is_matched from mart.matched where reconciliation = 'bank_to_settlement'";
  expect(await shop.rows(matched)).toEqual([{ is_matched: true }]);
  expect(await shop.rows(inputs)).toEqual(
    ['bank', 'orders'].flatMap((input) => sixDays.map((day) => ({ day, input, state: 'covered' }))),
  );
});
