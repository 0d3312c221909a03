import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { statementsOf } from '../given/counted-statements.ts';
import { givenConfig } from '../given/sandbox-config.ts';

/* A run empties the drop folder of a company: every file of any kind is received and moved away. Nothing is deleted. */

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 6, days: 3, until, breaks: 'none', ordersPerDay: 15, currencies: ['MYR'] });
});
afterAll(() => sandbox.close());

/** Every export of the shop is complete. */
const books = { orders: { covers: 'through_previous_day' } };

function givenInbox() {
  const { path, folder, env } = givenConfig(sandbox, { currencies: ['MYR'], drop_folder: 'inbox', books });
  const inbox = join(folder, 'inbox');
  mkdirSync(inbox);
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env, folder);
  const drop = (name: string, content: string, secondsAgo = 60) => {
    const file = join(inbox, name);
    writeFileSync(file, content);
    const at = Date.now() / 1000 - secondsAgo;
    utimesSync(file, at, at);
  };
  const list = (name = '.') => (existsSync(join(inbox, name)) ? readdirSync(join(inbox, name)).sort() : []);
  const countOf = async (from: string) => {
    const { out } = await call('--json', 'sql', `select count(*)::integer as found from ${from}`);
    return JSON.parse(out)[0].found;
  };
  return { folder, inbox, call, drop, list, countOf };
}

const passesOf = (statements: readonly string[]) =>
  statements.filter((sql) => /^\s*insert into recon\.run\b(?!_)/.test(sql)).length;

test('A run imports the files of the folder, reconciles once, and moves each file to done or refused', async () => {
  const { inbox, call, drop, list, countOf } = givenInbox();
  const { orders, bank } = sandbox.files();
  drop('shop.csv', orders);
  drop('bank.csv', bank);
  drop('notes.txt', 'Call the bank\n');
  drop('.lock', 'x');
  drop('late.csv', orders, 0);
  let ran: Awaited<ReturnType<typeof call>> | undefined;
  const statements = await statementsOf(async () => {
    ran = await call('--json', 'run', '--date', until);
  });
  expect(passesOf(statements)).toBe(1);
  expect(ran?.status).toBe(4);
  const answer = JSON.parse(ran?.out ?? '');
  expect(answer.errors).toMatchObject([{ code: 'FILE_KIND_UNKNOWN', place: { file: 'notes.txt' } }]);
  expect(list()).toEqual(['.lock', 'done', 'late.csv', 'refused']);
  expect(list('done')).toEqual(['bank.csv', 'shop.csv']);
  expect(readFileSync(join(inbox, 'done', 'shop.csv'), 'utf8')).toBe(orders);
  expect(list('refused')).toEqual(['notes.txt', 'notes.txt.reason.txt']);
  expect(readFileSync(join(inbox, 'refused', 'notes.txt'), 'utf8')).toBe('Call the bank\n');
  expect(readFileSync(join(inbox, 'refused', 'notes.txt.reason.txt'), 'utf8')).toMatch(
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
  const again = await call('run', '--date', until);
  expect(again).toMatchObject({ status: 4 });
  expect(again.err).toContain('error FILE_KIND_UNKNOWN: ');
  expect(list('done')).toEqual(['bank.csv', 'late.csv', 'shop-2.csv', 'shop.csv']);
  expect(list('refused')).toEqual(['notes-2.txt', 'notes-2.txt.reason.txt', 'notes.txt', 'notes.txt.reason.txt']);
  expect(await countOf('core.merchant_order')).toBe(known);
  expect(list()).toEqual(['.lock', 'done', 'refused']);
});

test('A folder named after a kind gives the kind; a file of another kind is refused with the place', async () => {
  const { inbox, call, drop, list } = givenInbox();
  mkdirSync(join(inbox, 'bank'));
  drop('bank/november.csv', sandbox.files().bank);
  drop('bank/wrong.csv', 'Name,Colour\nMei,red\n');
  drop('bank/november.pdf', 'the same in print');
  const ran = await call('--json', 'run', '--date', until);
  expect(JSON.parse(ran.out).errors).toMatchObject([
    { code: 'FILE_HEADER_NOT_FOUND', place: { file: 'bank/wrong.csv' } },
  ]);
  expect(list('bank')).toEqual([]);
  expect(list('done')).toEqual(['november.csv', 'november.pdf']);
  expect(list('refused')).toEqual(['wrong.csv', 'wrong.csv.reason.txt']);
  expect(readFileSync(join(inbox, 'refused', 'wrong.csv.reason.txt'), 'utf8')).toContain('FILE_HEADER_NOT_FOUND: ');
});

test('The days of a gateway statement are reconciled and reported with the days of the run', async () => {
  const { call, drop, list } = givenInbox();
  const earlier = Temporal.PlainDate.from(until).subtract({ days: 2 }).toString();
  const line = (id: string, day: string) => `${id},purchase,INV-${id},MYR,50.00,1.00,paid,${day} 10:00:00,\n`;
  const head = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To\n';
  drop('gateway.csv', `${head}${line('x1', earlier)}${line('x2', until)}`);
  const ran: { out: string }[] = [];
  const statements = await statementsOf(async () => void ran.push(await call('--json', 'run', '--date', until)));
  expect(passesOf(statements)).toBe(1);
  const answer = JSON.parse(ran[0]?.out ?? '');
  expect(list('done')).toEqual(['gateway.csv']);
  expect(answer.verdicts.map(({ business_date: day }: { business_date: string }) => day)).toEqual([earlier, until]);
  expect(answer.reports).toHaveLength(2);
});

test('The schedule empties the folder too; a missing folder is an error of the run, which continues', async () => {
  const { inbox, call, drop, list } = givenInbox();
  drop('shop.csv', sandbox.files().orders);
  expect(await call('schedule', '--once')).toMatchObject({ err: '' });
  expect(list('done')).toEqual(['shop.csv']);
  rmSync(inbox, { recursive: true });
  const ran = await call('--json', 'run', '--date', until);
  expect(ran.status).toBe(4);
  const answer = JSON.parse(ran.out);
  expect(answer.errors).toMatchObject([{ code: 'DROP_FOLDER_WRONG', place: { file: inbox } }]);
  expect(answer.verdicts).toHaveLength(1);
});

test('Two companies do not share a drop folder', async () => {
  const { folder, call } = givenInbox();
  const path = join(folder, 'tieout.yaml');
  const text = readFileSync(path, 'utf8');
  const [, company = ''] = /^companies:\n((?: {2}.*\n)+)/m.exec(text) ?? [];
  const other = company.replace('acme', 'other').replace('inbox', './inbox/');
  writeFileSync(path, text.replace(company, company + other));
  const ran = await call('run', '--date', until);
  expect(ran).toMatchObject({ status: 2 });
  expect(ran.err).toContain('must give each company a different drop_folder');
});
