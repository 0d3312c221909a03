import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { start } from '../given/command.ts';
import { judgingsOf } from '../given/counted-statements.ts';
import { daysAgo, givenSandbox, shopAt } from '../given/shop.ts';

/* A run empties the drop folder of a company: every file of any kind is received and moved away. Nothing is deleted. */

const until = daysAgo(1);
const sandbox = await givenSandbox({ days: 3, breaks: 'none', ordersPerDay: 15, currencies: ['MYR'] });

const runForm = z.object({
  errors: z.array(z.unknown()),
  files: z.array(z.unknown()),
  verdicts: z.array(z.unknown()),
  reports: z.array(z.unknown()),
});

function givenInbox() {
  // every export of the shop is complete
  const books = { orders: { covers: 'through_previous_day' }, bank: { account: '5140 1234 5678' } };
  const shop = shopAt(sandbox, { currencies: ['MYR'], drop_folder: 'inbox', books });
  const inbox = join(shop.folder, 'inbox');
  mkdirSync(inbox);
  const drop = (name: string, content: string, secondsAgo = 60) => {
    const file = shop.write(`inbox/${name}`, content);
    const at = Date.now() / 1000 - secondsAgo;
    utimesSync(file, at, at);
  };
  const list = (name = '.') => (existsSync(join(inbox, name)) ? readdirSync(join(inbox, name)).sort() : []);
  const countOf = async (from: string) => Number((await shop.read(`select count(*) as found from ${from}`))[0]?.found);
  /** Runs the day. Returns the answer, and the number of times that days were judged. */
  const run = async () => {
    const { result, judgings } = await judgingsOf(() => shop.tieout('--json', 'run', '--date', until));
    return { status: result.status, ...runForm.parse(JSON.parse(result.out)), judgings };
  };
  return { shop, inbox, drop, list, countOf, run };
}

test('A run imports the files of the folder, reconciles once, and moves each file to done or refused', async () => {
  const { shop, drop, list, countOf, run } = givenInbox();
  const { orders, bank } = sandbox.files();
  drop('shop.csv', orders);
  drop('bank.csv', bank);
  drop('notes.txt', 'Call the bank\n');
  drop('other.csv', `Account,Date,Description,Amount\n99887766,${until},Sale,45.00\n`);
  drop('.lock', 'x');
  drop('late.csv', orders, 0);
  expect(await run()).toMatchObject({
    ...{ status: 4, judgings: 1 },
    errors: [
      { code: 'FILE_KIND_UNKNOWN', place: { file: 'notes.txt' } },
      { code: 'FILE_OF_ANOTHER_ACCOUNT', place: { line: 2 } },
    ],
    files: [
      { company: 'acme', file: 'bank.csv', status: 'received' },
      { company: 'acme', file: 'notes.txt', status: 'refused' },
      { company: 'acme', file: 'other.csv', status: 'refused' },
      { company: 'acme', file: 'shop.csv', status: 'received' },
    ],
  });
  expect(list()).toEqual(['.lock', 'done', 'late.csv', 'refused']);
  expect(list('done')).toEqual(['bank.csv', 'shop.csv']);
  expect(shop.text('inbox/done/shop.csv')).toBe(orders);
  expect(list('refused')).toEqual(['notes.txt', 'notes.txt.reason.txt', 'other.csv', 'other.csv.reason.txt']);
  expect(shop.text('inbox/refused/notes.txt')).toBe('Call the bank\n');
  expect(shop.text('inbox/refused/notes.txt.reason.txt')).toMatch(
    /^FILE_KIND_UNKNOWN: The file looks like .*\nMove it into the subfolder of the drop folder .*: statement, .*\n$/,
  );
  const known = await countOf('core.merchant_order');
  expect(known).toBeGreaterThan(0);
  expect(await countOf('core.bank_line')).toBeGreaterThan(0);
  const covered = `mart.input_day where business_date = date '${until}' and input = 'orders' and state = 'covered'`;
  expect(await countOf(covered)).toBe(1);

  // the same content again, and a refused file again: nothing is counted twice, and nothing is replaced
  drop('shop.csv', orders);
  drop('notes.txt', 'Call the bank again\n');
  drop('late.csv', orders);
  const again = await shop.tieout('run', '--date', until);
  expect(again).toMatchObject({ status: 4 });
  expect(again.err).toContain('error FILE_KIND_UNKNOWN: ');
  expect(again.out).toContain('Drop folder of acme: notes.txt refused\nDrop folder of acme: shop.csv received\n');
  expect(list('done')).toEqual(['bank.csv', 'late.csv', 'shop-2.csv', 'shop.csv']);
  expect(list('refused')).toEqual([
    ...['notes-2.txt', 'notes-2.txt.reason.txt', 'notes.txt', 'notes.txt.reason.txt'],
    ...['other.csv', 'other.csv.reason.txt'],
  ]);
  expect(await countOf('core.merchant_order')).toBe(known);
  expect(list()).toEqual(['.lock', 'done', 'refused']);
});

test('A file whose name is not UTF-8 is named and stays; the others are received', async () => {
  const { inbox, drop, list, run } = givenInbox();
  drop('bank/november.csv', sandbox.files().bank);
  writeFileSync(Buffer.from(join(inbox, 'bank/caf\xe9.csv'), 'latin1'), 'x');
  expect((await run()).errors).toMatchObject([{ code: 'FILE_NAME_WRONG', place: { file: 'bank/caf\\xe9.csv' } }]);
  expect(list('done')).toEqual(['november.csv']);
  expect(list('bank')).toHaveLength(1);
});

test('A file that ends two processes while it is read is refused, and the others are received', async () => {
  const { shop, drop, list, run } = givenInbox();
  const { orders, bank } = sandbox.files();
  const line = orders.trimEnd().split('\r\n').at(-1) ?? '';
  const [number = ''] = line.split(',');
  const lines = Array.from({ length: 100_000 }, (_, index) => line.replace(number, `${number}${index}`));
  drop('orders/large.csv', `${orders}${lines.join('\r\n')}\r\n`);
  const reading = join(shop.data.landing, 'reading.json');
  const killAt = async (time: number) => {
    const child = start(['--config', shop.path, 'run', '--date', until], shop.env);
    while (!(existsSync(reading) && readFileSync(reading, 'utf8').endsWith(`:${time}}`))) await sleep(5);
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  await killAt(1);
  await killAt(2);
  drop('bank/november.csv', bank);
  expect(list('orders')).toEqual(['large.csv']);
  expect((await run()).errors[0]).toMatchObject({ code: 'FILE_ENDS_READING', place: { file: 'orders/large.csv' } });
  expect(list('refused')).toEqual(['large.csv', 'large.csv.reason.txt']);
  expect(shop.text('inbox/refused/large.csv.reason.txt')).toContain('The process ended 2 times while it read the file');
  expect(list('done')).toEqual(['november.csv']);

  // put there again, it is read again
  drop('orders/large.csv', orders);
  await run();
  expect(list('done')).toEqual(['large.csv', 'november.csv']);
});

test('A folder named after a kind gives the kind; a file of another kind is refused with the place', async () => {
  const { shop, drop, list, run } = givenInbox();
  drop('bank/november.csv', sandbox.files().bank);
  drop('bank/wrong.csv', 'Name,Colour\nMei,red\n');
  drop('bank/november.pdf', 'the same in print');
  expect((await run()).errors).toMatchObject([{ code: 'FILE_HEADER_NOT_FOUND', place: { file: 'bank/wrong.csv' } }]);
  expect(list('bank')).toEqual([]);
  expect(list('done')).toEqual(['november.csv', 'november.pdf']);
  expect(list('refused')).toEqual(['wrong.csv', 'wrong.csv.reason.txt']);
  expect(shop.text('inbox/refused/wrong.csv.reason.txt')).toContain('FILE_HEADER_NOT_FOUND: ');
});

test('The days of a gateway statement are reconciled and reported with the days of the run', async () => {
  const { drop, list, run } = givenInbox();
  const earlier = daysAgo(3);
  const line = (id: string, day: string) => `${id},purchase,INV-${id},MYR,50.00,1.00,paid,${day} 10:00:00,\n`;
  const head = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To\n';
  drop('gateway.csv', `${head}${line('x1', earlier)}${line('x2', until)}`);
  const answer = await run();
  expect(answer.judgings).toBe(1);
  expect(list('done')).toEqual(['gateway.csv']);
  expect(answer.verdicts).toMatchObject([{ business_date: earlier }, { business_date: until }]);
  expect(answer.reports).toHaveLength(2);
});

test('The schedule empties the folder too; a missing folder is an error of the run, which continues', async () => {
  const { shop, inbox, drop, list, run } = givenInbox();
  drop('shop.csv', sandbox.files().orders);
  expect(await shop.tieout('schedule', '--once')).toMatchObject({ err: '' });
  expect(list('done')).toEqual(['shop.csv']);
  rmSync(inbox, { recursive: true });
  const answer = await run();
  expect(answer.status).toBe(4);
  expect(answer.errors).toMatchObject([{ code: 'DROP_FOLDER_WRONG', place: { file: inbox } }]);
  expect(answer.verdicts).toHaveLength(1);
});

test('Two companies do not share a drop folder', async () => {
  const { shop } = givenInbox();
  const text = readFileSync(shop.path, 'utf8');
  const [, company = ''] = /^companies:\n((?: {2}.*\n)+)/m.exec(text) ?? [];
  const other = company.replace('acme', 'other').replace('inbox', './inbox/');
  writeFileSync(shop.path, text.replace(company, company + other));
  const ran = await shop.tieout('run', '--date', until);
  expect(ran).toMatchObject({ status: 2 });
  expect(ran.err).toContain('must give each company a different drop_folder');
});
