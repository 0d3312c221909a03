import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { withdrawFile } from '../../src/pipeline/withdraw-file.ts';
import { daysBefore, givenWorld, type Shop, shopAt } from '../given/shop.ts';

/* A file that was accepted and was wrong is withdrawn: it no longer counts, and everything is as if it had never come. */

/** A Thursday. With a fixed day, the files are the same on every day on which the test runs. */
const day = '2026-11-19';
const before = daysBefore(day, 1);

const world = await givenWorld({
  sandbox: { days: 4, until: day, breaks: 'none', ordersPerDay: 8, currencies: ['MYR'] },
  company: { currencies: ['MYR'] },
  prepare: async (shop, sandbox) => {
    const { orders, bank } = sandbox.files();
    shop.write('orders.csv', orders);
    shop.write('bank.csv', bank);
    expect(await shop.tieout('run', '--from', before, '--to', day)).toMatchObject({ err: '' });
    for (const kind of ['orders', 'bank']) expect((await shop.tieout('import', kind, `${kind}.csv`)).err).toBe('');
    // the orders of another company, under the same name
    shop.write('wrong/orders.csv', orders.replaceAll(/,MYR,(\d+)\./g, ',MYR,9$1.').replaceAll('INV', 'XYZ'));
  },
});

const receiptOf = async (shop: Shop, kind: string) =>
  (await shop.read('select receipt_id from raw.receipt where kind = $kind order by receipt_id', { kind })).map(
    ({ receipt_id: id }) => Number(id),
  );

const results = async (shop: Shop) => [
  await shop.read('select business_date, currency, verdict, reason from mart.verdict order by all'),
  await shop.read('select break_id, outcome, reason from mart.item order by all'),
];

test('The file before it counts again, its lines stay as evidence, and a rebuild says the same', async () => {
  const shop = world.copy();
  const right = await results(shop);
  expect(await shop.tieout('import', 'orders', 'wrong/orders.csv')).toMatchObject({ status: 3, err: '' });
  expect(await results(shop)).not.toEqual(right);

  const ambiguous = await shop.tieout('withdraw', 'orders.csv', '--reason', 'of another company');
  expect(ambiguous).toMatchObject({ status: 2 });
  const [, number = ''] = /2 accepted files have this name: (\d+) \(orders/.exec(ambiguous.err) ?? [];

  const withdrawn = await shop.tieout('withdraw', number, '--reason', 'of another company', '--author', 'Aminah');
  expect(withdrawn).toMatchObject({ status: 0, err: '' });
  expect(withdrawn.out).toContain('Withdrawn: orders.csv (orders, ');
  expect(withdrawn.out).toContain('By Aminah: of another company');
  expect(await results(shop)).toEqual(right);
  expect(
    await shop.read('select file_name, reason_code, reason, is_replaced, is_removed from mart.quarantine'),
  ).toEqual([
    {
      ...{ file_name: 'orders.csv', reason_code: 'FILE_WITHDRAWN', is_replaced: true, is_removed: false },
      reason: expect.stringMatching(/^Aminah withdrew the file on \d{4}-\d\d-\d\d: of another company\.$/),
    },
  ]);
  expect(await shop.read("select file_name from mart.source_file where kind = 'orders'")).toHaveLength(1);
  expect(await shop.tieout('rebuild', '--compare')).toMatchObject({ status: 0, err: '' });
  expect(await results(shop)).toEqual(right);
  expect(await shop.tieout('verify')).toMatchObject({ status: 0, err: '' });

  // once withdrawn it is no accepted file any more, and the same content may come again
  expect(await shop.tieout('withdraw', number, '--reason', 'again')).toMatchObject({
    status: 2,
    err: expect.stringContaining('No accepted file has this name or receipt number'),
  });
  const wrong = 'import orders wrong/orders.csv'.split(' ');
  expect(await shop.json(...wrong)).toMatchObject({ imported: { status: 'loaded' } });
  expect(await results(shop)).not.toEqual(right);
});

test('The declaration of its days goes with a file, and without its only file a side is not in use', async () => {
  const shop = world.copy();
  const right = await results(shop);
  shop.write('draft.csv', shop.text('bank.csv').split('\r\n').slice(0, 3).join('\r\n'));
  expect((await shop.tieout('import', 'bank', 'draft.csv', '--covers', `${before}..${day}`)).err).toBe('');
  expect(await results(shop)).not.toEqual(right);
  expect((await shop.tieout('withdraw', 'draft.csv', '--reason', 'a draft')).err).toBe('');
  expect(await results(shop)).toEqual(right);
  expect(await shop.read('select * from core.declared_span')).toEqual([]);
  expect(await shop.tieout('withdraw', 'bank.csv', '--reason', 'of another account')).toMatchObject({ err: '' });
  expect(
    await shop.read('select distinct state from mart.control where control = $control', {
      control: 'bank_to_settlement',
    }),
  ).toEqual([{ state: 'not_set_up' }]);
});

test('A file with days of a closed month stays; a command that is killed after the record is finished by the next one', async () => {
  const shop = world.copy();
  const right = await results(shop);
  shop.write('late/orders-2.csv', shop.text('wrong/orders.csv'));
  expect((await shop.tieout('import', 'orders', 'late/orders-2.csv')).err).toBe('');
  const config = await loadConfig(shop.path, shop.env);
  const [company] = config.companies;
  if (company === undefined) throw new Error('there is no company');
  const request = { config, company, file: 'orders-2.csv', reason: 'of another company', author: 'Aminah' };
  const openFrom = (first: string | undefined) =>
    withdrawFile({ ...request, firstOpenDay: async () => first, progress: silentProgress });
  await expect(openFrom(day)).rejects.toThrow(/^It has days from \d{4}-\d\d-\d\d on, and a month that ended before /);
  await openFrom(undefined);
  expect((await shop.tieout('run', '--date', day)).err).toBe('');
  expect(await results(shop)).toEqual(right);
});

test('What is refused: no reason, an answer of a service', async () => {
  const shop = world.copy();
  const refusal = async (...args: string[]) => {
    const { status, err } = await shop.tieout('withdraw', ...args);
    return `${status} ${err.split('\n')[0]}`;
  };
  expect(await refusal('bank.csv', '--reason', ' ')).toBe('2 error WITHDRAWAL_REFUSED: The withdrawal needs a reason.');
  const unknown =
    '2 error WITHDRAWAL_REFUSED: No accepted file has this name or receipt number; one that was withdrawn is not accepted any more.';
  const [answer] = await shop.read("select receipt_id from raw.receipt where kind = 'statement'");
  expect(await refusal(String(answer?.receipt_id), '--reason', 'wrong')).toBe(unknown);
  expect(await refusal('statement.csv', '--reason', 'wrong')).toBe(unknown);
});

test('Of one content one name is withdrawn, before any run too, and a damaged record takes nothing back', async () => {
  const shop = shopAt(world.sandbox, { currencies: ['MYR'] });
  const orders = (amount: string) =>
    `Period,${day} to ${day}\nOrder,Reference,Placed On,Amount,Status\nSO-1,INV-1,${day} 08:00:00,${amount},paid\n`;
  const counted = () => shop.rows('select amount from core.merchant_order where known_to is null order by amount');
  shop.write('orders.csv', orders('10.00'));
  shop.write('wrong/orders.csv', orders('99.00'));
  shop.write('copy.csv', orders('99.00'));
  const status = async (...args: string[]) => (await shop.tieout(...args)).status;
  for (const file of ['copy.csv', 'orders.csv', 'wrong/orders.csv']) await status('import', 'orders', file);
  expect(await shop.tieout('withdraw', 'copy.csv', '--reason', 'wrong')).toMatchObject({
    status: 0,
    out: expect.stringContaining('The same content still counts as orders.csv.'),
  });
  expect(await counted()).toMatchObject([{ amount: '99.0000' }]);
  const listed = (await shop.tieout('withdraw', 'orders.csv', '--reason', 'wrong')).err;
  const [, newest = ''] = /2 accepted files have this name: (\d+) /.exec(listed) ?? [];
  expect(await status('withdraw', newest, '--reason', 'wrong')).toBe(0);
  expect(await counted()).toMatchObject([{ amount: '10.0000' }]);

  const records = shop
    .index()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'withdrawal');
  expect(records).toHaveLength(2);
  for (const { sha256 } of records)
    writeFileSync(join(shop.data.landing, 'objects', sha256.slice(0, 2), `${sha256}.json`), '{}');
  expect(await status('rebuild')).toBe(0);
  expect(await counted()).toMatchObject([{ amount: '10.0000' }]);
  expect((await shop.tieout('verify')).status).not.toBe(0);
});

test('A withdrawn file of the configuration is not taken again until its content changes', async () => {
  const shop = world.copy();
  const right = await results(shop);
  shop.write('orders.csv', shop.text('wrong/orders.csv'));
  shop.configure({ books: { orders: { file: 'orders.csv', covers: 'through_previous_day' } } });
  expect(await shop.tieout('import', '--all')).toMatchObject({ err: '' });
  expect(await results(shop)).not.toEqual(right);
  const { withdrawn } = await shop.answer(
    z.object({ withdrawn: z.object({ other_names: z.array(z.string()) }) }),
    'withdraw',
    String((await receiptOf(shop, 'orders')).at(-1)),
    '--reason',
    'of another company',
  );
  expect(withdrawn.other_names).toEqual([]);
  expect(await results(shop)).toEqual(right);
  // written again with the same content
  shop.write('orders.csv', shop.text('wrong/orders.csv'));
  expect((await shop.tieout('import', '--all')).out).toContain('No file has changed');
  expect(await results(shop)).toEqual(right);
});
