import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { judgingsOf } from '../given/counted-statements.ts';
import { daysAgo, daysBefore, givenWorld, type Shop, shopAt } from '../given/shop.ts';

/* Several files in one command: all are loaded first, then the days that they change are judged and reported once. */

/** A Thursday. With a fixed day, the bank's files are the same on every day on which the test runs. */
const until = '2026-11-19';
const before = (days: number) => daysBefore(until, days);
const lastDays = [before(2), before(1), until];

/** A company whose last three days were run, and its files of orders and of the bank for each of these days. */
const ran = await givenWorld({
  sandbox: { days: 6, until, breaks: 'none', ordersPerDay: 15, currencies: ['MYR'] },
  company: { currencies: ['MYR'] },
  prepare: async (shop, sandbox) => {
    expect(await shop.tieout('run', '--from', before(2), '--to', until)).toMatchObject({ err: '' });
    for (const day of lastDays) {
      const { orders, bank } = sandbox.files(day, daysBefore(day, -1));
      shop.write(`orders/${day}.csv`, orders);
      shop.write(`bank/${day}.csv`, bank);
    }
  },
});
const { sandbox } = ran;

/** The answer of a command, and the number of times that days were judged. */
async function counted(shop: Shop, ...args: string[]) {
  const { result, judgings } = await judgingsOf(() => shop.tieout(...args));
  return { ...result, passes: judgings };
}

const verdictDays = (out: string) =>
  z
    .object({ verdicts: z.array(z.object({ business_date: z.string() })) })
    .parse(JSON.parse(out))
    .verdicts.map(({ business_date: day }) => day);

test('Three files and a folder: each is judged once for all of them', async () => {
  const shop = ran.copy();
  const orders = await counted(shop, '--json', 'import', 'orders', ...lastDays.map((day) => `orders/${day}.csv`));
  expect(orders).toMatchObject({ status: 0, err: '', passes: 1 });
  expect(JSON.parse(orders.out).files).toMatchObject(
    lastDays.map((day) => ({ file: `orders/${day}.csv`, status: 'loaded', first_day: day })),
  );
  expect(verdictDays(orders.out)).toEqual(lastDays);
  const bank = await counted(shop, 'import', 'bank', 'bank');
  expect(bank).toMatchObject({ err: '', passes: 1 });
  expect(bank.out).toContain('3 files: 3 imported, 0 refused.');
  expect(bank.out.match(/^Reports are in /gm)).toHaveLength(1);
  // the same files again change nothing, and no day is judged
  const again = await counted(shop, '--json', 'import', 'bank', 'bank');
  expect(again).toMatchObject({ status: bank.status, err: '', passes: 0 });
  expect(JSON.parse(again.out).files).toMatchObject(lastDays.map(() => ({ status: 'repeated' })));

  // an order of a day that was never run is explained, with the day that has to be fetched
  const early = before(4);
  shop.write('early.csv', sandbox.files(early, before(3)).orders);
  expect(await shop.tieout('import', 'orders', 'early.csv')).toMatchObject({ err: '' });
  // the next judging publishes it
  expect((await shop.tieout('run', '--date', until)).err).toBe('');
  const [found] = await shop.read(
    `select min(reference) as reference from core.merchant_order where business_date = '${early}'`,
  );
  const explained = await shop.tieout('explain', String(found?.reference));
  expect(explained.out).toContain(`${early} was not fetched, so its statement and balances are not known.`);
  expect(explained.out).toMatch(new RegExp(`run --date ${early}\n$`));
  const unknown = await shop.tieout('explain', 'INV-404');
  expect(unknown.err).toContain(
    `Of acme, the days from ${before(2)} to ${until} were reconciled; no day before and none after.`,
  );
  expect(unknown.err).toContain('run --date DAY');
});

test('A refused file is reported by name, and the others are loaded', async () => {
  const shop = ran.copy();
  shop.write(`orders/${before(1)}.csv`, 'Item,Colour\n1,red\n');
  const imported = await counted(shop, 'import', 'orders', ...lastDays.map((day) => `orders/${day}.csv`));
  expect(imported).toMatchObject({ status: 4, passes: 1 });
  expect(imported.err.match(/^error /gm)).toHaveLength(1);
  expect(imported.err).toContain(`orders/${before(1)}.csv`);
  expect(imported.out).toContain('3 files: 2 imported, 1 refused.');
  expect(await shop.rows('select distinct business_date::text as day from core.merchant_order order by 1')).toEqual([
    { day: before(2) },
    { day: until },
  ]);
});

test('--all imports what the configuration names, judges once, and asks no service', async () => {
  const shop = ran.copy();
  shop.configure({ books: { orders: { file: 'orders/*.csv' }, bank: { file: 'bank' } } });
  const requests = () => shop.rows('select count(*) as n from mart.request');
  const earlier = await requests();
  const imported = await counted(shop, '--json', 'import', '--all');
  expect(imported).toMatchObject({ err: '', passes: 1 });
  expect(JSON.parse(imported.out).files).toHaveLength(6);
  expect(verdictDays(imported.out)).toEqual(lastDays);
  expect(await requests()).toEqual(earlier);
  const again = await counted(shop, 'import');
  expect(again).toMatchObject({ status: 0, err: '', passes: 0, out: 'No file has changed since it was imported.\n' });
});

test('What is given for several files is refused where it concerns one, and a missing file before anything is imported', async () => {
  const shop = shopAt(sandbox, { currencies: ['MYR'] });
  shop.write('a.csv', sandbox.files().bank);
  mkdirSync(join(shop.folder, 'bank'));
  const refusalOf = async (...args: string[]) => {
    const { status, err } = await shop.tieout('import', ...args);
    return `${status} ${err.split('\n')[0]}`;
  };
  const covers = ['--covers', `${until}..${until}`];
  expect(await refusalOf('bank', 'a.csv', 'a.csv', ...covers)).toMatch(
    /^2 error OPTION_WRONG: --covers is given with several/,
  );
  expect(await refusalOf('bank', 'a.csv', 'b.csv')).toBe('2 error IMPORT_FILE_MISSING: There is no such file.');
  expect(await refusalOf('bank', 'bank')).toBe(
    '2 error IMPORT_FILE_MISSING: The folder or pattern has no file of this kind.',
  );
  expect(await refusalOf('bank')).toBe('2 error IMPORT_FILE_MISSING: No file of bank is given.');
  expect(await refusalOf('bank', 'a.csv', '--all')).toMatch(/^2 error OPTION_WRONG: --all is given with a kind/);
  expect(await refusalOf('--all')).toMatch(/^2 error IMPORT_FILE_MISSING: The configuration names no files/);
  expect(await shop.json('import', 'bank', 'bank/../a.csv', ...covers)).toMatchObject({
    imported: { file: 'bank/../a.csv', status: 'loaded' },
  });
});

test('A declaration may add days to the rule of the configuration, and is refused where it has fewer', async () => {
  const shop = shopAt(sandbox, { currencies: ['MYR'], books: { bank: { covers: 'through_previous_day' } } });
  shop.write('a.csv', sandbox.files().bank);
  const early = await shop.tieout('import', 'bank', 'a.csv', '--covers', `${before(4)}..${before(1)}`);
  expect(early).toMatchObject({ status: 2, err: expect.stringContaining(`--covers ends on ${before(1)}, but`) });
  // the rule covers the days until today
  const declared = await shop.json('import', 'bank', 'a.csv', '--covers', `${before(9)}..${daysAgo(1)}`);
  expect(declared).toMatchObject({
    imported: {
      covers: expect.arrayContaining([
        expect.objectContaining({ basis: 'declared', from: before(9), through: daysAgo(1) }),
      ]),
    },
  });
});
