import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { start, tieout } from '../given/command.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { shareOf } from '../given/share.ts';
import { filesIn, foundIn } from '../given/unpacked.ts';

const month = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').toPlainYearMonth().subtract({ months: 1 });
const last = month.toPlainDate({ day: month.daysInMonth }).toString();
// the company begins in the last days of the month, so that closing it takes little
const first = month.toPlainDate({ day: month.daysInMonth - 2 }).toString();
const saved = mkdtempSync(join(tmpdir(), 'tieout-forget-'));
let sandbox: RunningSandbox;
let given: ReturnType<typeof givenConfig>;
let customer = { email: '', name: '' };
let controls: WarehouseRow[];
const data = () => join(given.folder, 'data');
const paths = () => givenData(given.folder);
const run = (...args: string[]) => tieout(['-q', '-c', given.path, ...args], given.env);
const forgetting = () => ['forget', '--customer', customer.email, '--by', 'aida', '--note', 'Request 17'];

async function answers(sql: string): Promise<WarehouseRow[]> {
  const { connection, close } = await openSnapshot(paths().published);
  try {
    return await readRows(connection, sql);
  } finally {
    close();
  }
}

const controlRows = () => answers('select * from mart.control order by all');

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: 13,
    days: 5,
    until: last,
    breaks: 'none',
    ordersPerDay: 12,
  });
  given = givenConfig(sandbox, { books: { orders: { file: 'orders.csv' } }, starts_on: first });
  writeFileSync(join(given.folder, 'orders.csv'), sandbox.files().orders);
  await run('run', '--from', first, '--to', last);
  await givenSelftest(join(given.folder, 'data'));
  const pack = await run('close', month.toString());
  expect(pack).toMatchObject({ status: 0, err: '' });
  // a customer whose name nobody else has
  const [row] = await answers(
    `select customer_name as name, any_value(customer_email) as email from core.payment_now
     where customer_email is not null group by customer_name having count(distinct customer_email) = 1
     order by count(*) desc, customer_name limit 1`,
  );
  customer = { email: String(row?.email), name: String(row?.name) };
  writeFileSync(join(data(), 'tieout.log'), `{"error":"no order of ${customer.email}"}\n`);
  // what a selftest left that was killed
  const selftest = join(dirname(paths().published), 'selftest-killed');
  mkdirSync(selftest);
  cpSync(paths().published, join(selftest, 'copy.duckdb'));
  controls = await controlRows();
  cpSync(data(), saved, { recursive: true, preserveTimestamps: true });
});
beforeEach(() => {
  rmSync(data(), { recursive: true });
  cpSync(saved, data(), { recursive: true, preserveTimestamps: true });
});
afterAll(async () => {
  rmSync(saved, { recursive: true });
  await sandbox.close();
});

const places = () => filesIn(data()).filter((path) => foundIn(path, [customer.email, customer.name]).length > 0);

async function expectForgotten(): Promise<void> {
  expect(places()).toEqual([]);
  const seen = await answers(`select count(*) as n from core.payment where customer_email = '${customer.email}'`);
  expect(seen).toMatchObject([{ n: 0n }]);
  const [kept] = await answers(`select count(distinct customer_email) as n from core.payment_now
    where customer_email like 'person-%@forgotten.invalid'`);
  expect(kept).toMatchObject({ n: 1n });
  expect(await controlRows()).toEqual(controls);
  expect(await run('verify')).toMatchObject({ status: 0, err: '', out: expect.stringContaining('redacted cop') });
  expect(existsSync(paths().forgetting)).toBe(false);
}

describe('tieout forget', () => {
  test('leaves no trace of a customer, all controls as they were, and all packs as they were sealed', async () => {
    const before = places().length;
    expect(before).toBeGreaterThan(3);
    const tried = await run(...forgetting(), '--dry-run');
    expect(tried).toMatchObject({ status: 0, err: '' });
    expect(tried.out).toMatch(
      /^acme: \d+ received files? would be replaced, 2 values of personal data\.\n {2}found in/,
    );
    expect(places()).toHaveLength(before);
    expect(await run(...forgetting())).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
    // the same file again, and a rebuild, bring nothing back
    expect(await run('run', '--date', last)).toMatchObject({ status: 0, err: '' });
    expect(await run('rebuild')).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
    expect(await run(...forgetting())).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
  });

  test('names a file whose name has the value: the index cannot be rewritten', async () => {
    const name = join(given.folder, `${customer.email}.csv`);
    writeFileSync(name, readFileSync(join(given.folder, 'orders.csv'), 'utf8').replace('SO-', 'SP-'));
    await run('import', 'orders', name);
    const done = await run(...forgetting());
    expect(done.status).toBe(4);
    expect(done.out.match(/still in .*/g)).toEqual(['still in acme/landing/index.jsonl']);
  });

  test('forgets what a killed command was given together with its own values, and gives up on what it cannot', async () => {
    writeFileSync(paths().forgetting, JSON.stringify({ values: ['paid'] }));
    const refused = await run(...forgetting());
    expect(refused).toMatchObject({ status: 4, err: expect.stringContaining('FORGET_CHANGES_FIGURES') });
    expect(existsSync(paths().forgetting)).toBe(false);
    const records = readFileSync(join(data(), 'runs.jsonl'));
    writeFileSync(join(data(), 'runs.jsonl'), records.toString('latin1').replace('"run"', '"rum"'), 'latin1');
    const damaged = await run(...forgetting());
    expect(damaged).toMatchObject({ status: 4, err: expect.stringContaining('RUN_RECORDS_DAMAGED') });
    expect(await controlRows()).toEqual(controls);
    expect(readFileSync(join(paths().landing, 'index.jsonl'), 'utf8')).not.toContain('"kind":"tombstone"');
  });

  test('imports no file again that it was forgotten from', async () => {
    expect(await run(...forgetting())).toMatchObject({ status: 0, err: '' });
    const received = () => readFileSync(join(paths().landing, 'index.jsonl'), 'utf8').match(/"kind":"orders"/g)?.length;
    const before = received();
    expect(await run('run', '--date', last)).toMatchObject({ err: '' });
    expect(received()).toBe(before);
  });

  test('refuses a value that is too short to be found, and one that figures are made from', async () => {
    expect(await run('forget', '--customer', 'Ali', '--by', 'aida', '--note', 'x')).toMatchObject({
      status: 2,
      err: expect.stringContaining('FORGET_VALUE_WRONG'),
    });
    const refused = await run('forget', '--customer', 'paid', '--by', 'aida', '--note', 'x');
    expect(refused).toMatchObject({ status: 4, err: expect.stringContaining('FORGET_CHANGES_FIGURES') });
    expect(await controlRows()).toEqual(controls);
    expect(await run('verify')).toMatchObject({ status: 0, err: '' });
  });
});

test('tieout retention forgets everybody whose last record is older than is configured', async () => {
  const people = async () =>
    (
      await answers(`select distinct unnest([customer_name, customer_email]) as value from core.payment
        union select unnest([customer_name, customer_email]) from core.merchant_order order by all`)
    ).flatMap(({ value }) => (typeof value === 'string' && !value.startsWith('person-') ? [value] : []));
  const config = readFileSync(given.path, 'utf8');
  try {
    writeFileSync(given.path, `${config}\nretention: { personal_data: 100 years }\n`);
    const nothing = await run('retention', '--by', 'aida');
    expect(nothing).toMatchObject({ status: 0, err: '', out: expect.stringContaining('0 values') });
    expect((await people()).length).toBeGreaterThan(10);
    writeFileSync(given.path, `${config}\nretention: { personal_data: 1 day }\n`);
    const before = await people();
    expect(await run('retention', '--by', 'aida')).toMatchObject({ status: 0, err: '' });
    expect(await people()).toEqual([]);
    // what they were replaced by is nobody's, also where it is a number
    const again = await run('retention', '--by', 'aida');
    expect(again).toMatchObject({ status: 0, err: '', out: expect.stringContaining(' 0 values of personal data') });
    const mails = before.filter((value) => value.includes('@'));
    expect(filesIn(data()).filter((path) => foundIn(path, mails).length > 0)).toEqual([]);
    expect(await controlRows()).toEqual(controls);
    expect(await run('verify')).toMatchObject({ status: 0, err: '' });
  } finally {
    writeFileSync(given.path, config);
  }
});

/** What is there when a command has come so far. */
const steps: Record<string, () => boolean> = {
  'its plan': () => existsSync(paths().forgetting),
  'redacted copies in place': () =>
    readdirSync(join(paths().landing, 'incoming')).some((name) => name.endsWith('.placing')),
  'a warehouse beside': () => existsSync(`${paths().warehouse}.building`),
  'a tombstone': () => readFileSync(join(paths().landing, 'index.jsonl'), 'utf8').includes('"kind":"tombstone"'),
  'the published snapshot': () => existsSync(paths().published) && statSync(paths().published).ino !== publishedBefore,
  'a report': () =>
    readdirSync(join(data(), 'reports'), { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.tmp')),
};
let publishedBefore = 0;

describe('tieout forget, killed when there is', () => {
  test.each(shareOf(Object.keys(steps), 1))('%s, is finished by the same command', async (step) => {
    publishedBefore = statSync(paths().published).ino;
    const child = start(['-q', '-c', given.path, ...forgetting()], given.env);
    const ended = once(child, 'exit');
    while (child.exitCode === null && steps[step]?.() !== true) await setTimeout(5);
    child.kill('SIGKILL');
    await ended;
    const again = await run(...forgetting());
    expect(again).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
    expect(readdirSync(join(paths().landing, 'incoming'))).toEqual([]);
    expect(readdirSync(dirname(paths().lock)).sort()).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/tmp$/)]),
    );
  });
});
