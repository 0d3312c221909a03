import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { statementsOf } from '../given/counted-statements.ts';
import { givenConfig } from '../given/sandbox-config.ts';

/* Several files in one command: all are loaded first, then the days that they change are judged and reported once. */

/** A Thursday. With a fixed day, the bank's files are the same on every day on which the test runs. */
const until = '2026-11-19';
const daysBefore = (days: number) => Temporal.PlainDate.from(until).subtract({ days }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 6, days: 6, until, breaks: 'none', ordersPerDay: 15, currencies: ['MYR'] });
});
afterAll(() => sandbox.close());

const lastDays = [daysBefore(2), daysBefore(1), until];

/** A company whose last three days were run, and its files of orders and of the bank for each of these days. */
async function givenRun(books?: object) {
  const { path, folder, env } = givenConfig(sandbox, {
    currencies: ['MYR'],
    ...(books === undefined ? {} : { books }),
  });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env, folder);
  const ran = await call('run', '--from', daysBefore(2), '--to', until);
  expect(ran).toMatchObject({ err: '' });
  for (const day of lastDays) {
    const files = sandbox.files(day, Temporal.PlainDate.from(day).add({ days: 1 }).toString());
    for (const name of ['orders', 'bank'] as const) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, `${day}.csv`), files[name]);
    }
  }
  return { folder, call };
}

const passesOf = (statements: readonly string[]) =>
  statements.filter((sql) => /^\s*insert into recon\.run\b(?!_)/.test(sql)).length;

type Call = Awaited<ReturnType<typeof givenRun>>['call'];

/** The answer of a command, and the number of times that days were judged. */
async function counted(call: Call, ...args: string[]) {
  const ran: Awaited<ReturnType<Call>>[] = [];
  const passes = passesOf(await statementsOf(async () => void ran.push(await call(...args))));
  const [one] = ran;
  if (one === undefined) throw new Error('nothing ran');
  return { ...one, passes };
}

const verdictDays = (out: string): string[] => {
  const { verdicts }: { verdicts: { business_date: string }[] } = JSON.parse(out);
  return verdicts.map(({ business_date: day }) => day);
};

test('Three files and a folder: each is judged once for all of them', async () => {
  const { folder, call } = await givenRun();
  const orders = await counted(call, '--json', 'import', 'orders', ...lastDays.map((day) => `orders/${day}.csv`));
  expect(orders).toMatchObject({ status: 0, err: '', passes: 1 });
  const { files } = JSON.parse(orders.out);
  expect(files).toEqual(
    lastDays.map((day) => expect.objectContaining({ file: `orders/${day}.csv`, status: 'loaded', first_day: day })),
  );
  expect(verdictDays(orders.out)).toEqual(lastDays);
  const bank = await counted(call, 'import', 'bank', 'bank');
  expect(bank).toMatchObject({ err: '', passes: 1 });
  expect(bank.out).toContain('3 files: 3 imported, 0 refused.');
  expect(bank.out.match(/^Reports are in /gm)).toHaveLength(1);
  // the same files again change nothing, and no day is judged
  const again = await counted(call, '--json', 'import', 'bank', 'bank');
  expect(again).toMatchObject({ status: bank.status, err: '', passes: 0 });
  const repeated: { files: { status: string }[] } = JSON.parse(again.out);
  expect(repeated.files.map(({ status }) => status)).toEqual(['repeated', 'repeated', 'repeated']);

  // an order of a day that was never run is explained, with the day that has to be fetched
  const early = daysBefore(4);
  writeFileSync(join(folder, 'early.csv'), sandbox.files(early, daysBefore(3)).orders);
  expect(await call('import', 'orders', 'early.csv')).toMatchObject({ err: '' });
  // the next judging publishes it
  expect((await call('run', '--date', until)).err).toBe('');
  const { out: found } = await call(
    '--json',
    'sql',
    `select min(reference) as reference from core.merchant_order where business_date = '${early}'`,
  );
  const [{ reference } = { reference: '' }]: { reference: string }[] = JSON.parse(found);
  const explained = await call('explain', reference);
  expect(explained.out).toContain(`${early} was not fetched, so its statement and balances are not known.`);
  expect(explained.out).toMatch(new RegExp(`run --date ${early}\n$`));
  const unknown = await call('explain', 'INV-404');
  expect(unknown.err).toContain(
    `Of acme, the days from ${daysBefore(2)} to ${until} were reconciled; no day before and none after.`,
  );
  expect(unknown.err).toContain('run --date DAY');
});

test('A refused file is reported by name, and the others are loaded', async () => {
  const { folder, call } = await givenRun();
  writeFileSync(join(folder, 'orders', `${daysBefore(1)}.csv`), 'Item,Colour\n1,red\n');
  const names = lastDays.map((day) => `orders/${day}.csv`);
  const imported = await counted(call, 'import', 'orders', ...names);
  expect(imported).toMatchObject({ status: 4, passes: 1 });
  expect(imported.err.match(/^error /gm)).toHaveLength(1);
  expect(imported.err).toContain(`orders/${daysBefore(1)}.csv`);
  expect(imported.out).toContain('3 files: 2 imported, 1 refused.');
  const { out } = await call(
    '--json',
    'sql',
    'select distinct business_date::text as day from core.merchant_order order by 1',
  );
  const days: { day: string }[] = JSON.parse(out);
  expect(days.map(({ day }) => day)).toEqual([daysBefore(2), until]);
});

test('--all imports what the configuration names, judges once, and asks no service', async () => {
  const books = { orders: { file: 'orders/*.csv' }, bank: { file: 'bank' } };
  const { folder, env, path } = { ...givenConfig(sandbox, { currencies: ['MYR'], books }) };
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env, folder);
  const early = await call('run', '--from', daysBefore(2), '--to', until);
  expect(early.status).toBe(4);
  for (const day of lastDays) {
    const files = sandbox.files(day, Temporal.PlainDate.from(day).add({ days: 1 }).toString());
    for (const name of ['orders', 'bank'] as const) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, `${day}.csv`), files[name]);
    }
  }
  const requests = async () => (await call('--json', 'sql', 'select count(*) as n from mart.request')).out;
  const before = await requests();
  const imported = await counted(call, '--json', 'import', '--all');
  expect(imported).toMatchObject({ err: '', passes: 1 });
  expect(JSON.parse(imported.out).files).toHaveLength(6);
  expect(verdictDays(imported.out)).toEqual(lastDays);
  expect(await requests()).toBe(before);
  const again = await counted(call, 'import');
  expect(again).toMatchObject({ status: 0, err: '', passes: 0, out: 'No file has changed since it was imported.\n' });
});

test('What is given for several files is refused where it concerns one, and a missing file before anything is imported', async () => {
  const { path, folder, env } = givenConfig(sandbox, { currencies: ['MYR'] });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env, folder);
  mkdirSync(join(folder, 'bank'));
  const refusalOf = async (...args: string[]) => {
    const { status, err } = await call('import', ...args);
    return `${status} ${err.split('\n')[0]}`;
  };
  const covers = ['--covers', `${until}..${until}`];
  writeFileSync(join(folder, 'a.csv'), sandbox.files().bank);
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
  const { out } = await call('--json', 'import', 'bank', 'bank/../a.csv', '--covers', `${until}..${until}`);
  expect(JSON.parse(out).imported).toMatchObject({ file: 'bank/../a.csv', status: 'loaded' });
});

test('A declaration may add days to the rule of the configuration, and is refused where it has fewer', async () => {
  const bank = { covers: 'through_previous_day' };
  const { path, folder, env } = givenConfig(sandbox, { currencies: ['MYR'], books: { bank } });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env, folder);
  writeFileSync(join(folder, 'a.csv'), sandbox.files().bank);
  const early = await call('import', 'bank', 'a.csv', '--covers', `${daysBefore(4)}..${daysBefore(1)}`);
  expect(early).toMatchObject({ status: 2, err: expect.stringContaining(`--covers ends on ${daysBefore(1)}, but`) });
  // the rule covers the days until today
  const yesterday = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 }).toString();
  const { out } = await call('--json', 'import', 'bank', 'a.csv', '--covers', `${daysBefore(9)}..${yesterday}`);
  const { imported }: { imported: { covers: object[] } } = JSON.parse(out);
  expect(imported.covers).toContainEqual(
    expect.objectContaining({ basis: 'declared', from: daysBefore(9), through: yesterday }),
  );
});

test('A statement in print is left out beside its table, and a pattern is a folder of files', async () => {
  const { path, folder, env } = givenConfig(sandbox, { currencies: ['MYR'] });
  writeFileSync(join(folder, 'kassa.csv'), sandbox.files().bank);
  writeFileSync(join(folder, 'Kassa.pdf'), '%PDF-1.4\n');
  const { out, err } = await tieout(
    ['-q', '--json', '-c', path, 'import', 'bank', 'Kassa.pdf', 'kassa.csv'],
    env,
    folder,
  );
  expect(err).toBe('');
  expect(JSON.parse(out)).toMatchObject({ files: [{ file: 'kassa.csv' }], ignored: ['Kassa.pdf'] });
  // a pattern that no shell replaced, as on Windows
  const pattern = await tieout(['-q', '--json', '-c', path, 'import', 'bank', './*assa.*'], env, folder);
  expect(JSON.parse(pattern.out)).toMatchObject({ files: [{ file: 'kassa.csv', status: 'repeated' }] });
});
