import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
import { start } from '../given/command.ts';
import { shareOf } from '../given/share.ts';
import { givenWorld, lastMonth, type Shop } from '../given/shop.ts';
import { filesIn, foundIn } from '../given/unpacked.ts';
import { closedMonth } from '../given/worlds.ts';

const { last } = lastMonth();
const closed = await givenWorld(closedMonth);
let shop: Shop;
const controlRows = () => shop.read('select * from mart.control order by all');
const data = () => join(shop.folder, 'data');

shop = closed.copy();
const controls = await controlRows();
// a customer whose name nobody else has
const [row] = await shop.read(
  `select customer_name as name, any_value(customer_email) as email from core.payment_now
   where customer_email is not null group by customer_name having count(distinct customer_email) = 1
   order by count(*) desc, customer_name limit 1`,
);
const customer = { email: String(row?.email), name: String(row?.name) };
const theirs = new Set(
  (
    await shop.read('select payment_key from core.payment_now where customer_email = $email', { email: customer.email })
  ).map(({ payment_key: key }) => String(key)),
);
const forgetting = ['forget', '--customer', customer.email, '--by', 'aida', '--note', 'Request 17'];

beforeEach(() => {
  shop = closed.copy();
  shop.write('data/tieout.log', `{"error":"no order of ${customer.email}"}\n`);
  // what a selftest left that was killed
  const selftest = join(dirname(shop.data.published), 'selftest-killed');
  mkdirSync(selftest);
  cpSync(shop.data.published, join(selftest, 'copy.duckdb'));
});

/** The keys of customers, by payment: of this customer, and of the others. */
async function keysOf(isTheirs: boolean): Promise<Record<string, unknown>> {
  const rows = await shop.read('select payment_key, customer_key from mart.transaction order by payment_key');
  const kept = rows.filter(({ payment_key: key }) => theirs.has(String(key)) === isTheirs);
  return Object.fromEntries(kept.map((one) => [String(one.payment_key), one.customer_key]));
}

const places = () => filesIn(data()).filter((path) => foundIn(path, [customer.email, customer.name]).length > 0);

async function expectForgotten(): Promise<void> {
  expect(places()).toEqual([]);
  const seen = await shop.read(`select count(*) as n from core.payment where customer_email = '${customer.email}'`);
  expect(seen).toMatchObject([{ n: 0n }]);
  const [kept] = await shop.read(`select count(distinct customer_email) as n from core.payment_now
    where customer_email like 'person-%@forgotten.invalid'`);
  expect(kept).toMatchObject({ n: 1n });
  expect(await controlRows()).toEqual(controls);
  expect(await shop.tieout('verify')).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringContaining('redacted cop'),
  });
  expect(existsSync(shop.data.forgetting)).toBe(false);
}

describe('tieout forget', () => {
  test('leaves no trace of a customer, all controls as they were, and all packs as they were sealed', async () => {
    const before = places().length;
    expect(before).toBeGreaterThan(3);
    const tried = await shop.tieout(...forgetting, '--dry-run');
    expect(tried).toMatchObject({ status: 0, err: '' });
    expect(tried.out).toMatch(
      /^acme: \d+ received files? would be replaced, 2 values of personal data\.\n {2}found in/,
    );
    expect(places()).toHaveLength(before);
    const [others, own] = [await keysOf(false), await keysOf(true)];
    expect(await shop.tieout(...forgetting)).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
    // the forgotten customer has another key, the same in all payments; nobody else has
    expect(await keysOf(false)).toEqual(others);
    const known = new Set([...Object.values(others), ...Object.values(own)]);
    const forgotten = new Set(Object.values(await keysOf(true)));
    expect([forgotten.size, [...forgotten].filter((key) => known.has(key) || key === null)]).toEqual([1, []]);
    // the same file again, and a rebuild, bring nothing back
    const received = () => shop.index().match(/"kind":"orders"/g)?.length;
    const imported = received();
    expect(await shop.tieout('run', '--date', last)).toMatchObject({ status: 0, err: '' });
    expect(received()).toBe(imported);
    expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
    expect([await keysOf(false), new Set(Object.values(await keysOf(true)))]).toEqual([others, forgotten]);
    expect(await shop.tieout(...forgetting)).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
  });

  test('names a file whose name has the value: the index cannot be rewritten', async () => {
    const name = `${customer.email}.csv`;
    shop.write(name, shop.text('orders.csv').replace('SO-', 'SP-'));
    await shop.tieout('import', 'orders', name);
    const done = await shop.tieout(...forgetting);
    expect(done.status).toBe(4);
    expect(done.out.match(/still in .*/g)).toEqual(['still in acme/landing/index.jsonl']);
  });

  test('forgets what a killed command was given together with its own values, and gives up on what it cannot', async () => {
    writeFileSync(shop.data.forgetting, JSON.stringify({ values: ['paid'] }));
    const refused = await shop.tieout(...forgetting);
    expect(refused).toMatchObject({ status: 4, err: expect.stringContaining('FORGET_CHANGES_FIGURES') });
    expect(existsSync(shop.data.forgetting)).toBe(false);
    const records = readFileSync(join(data(), 'runs.jsonl'));
    writeFileSync(join(data(), 'runs.jsonl'), records.toString('latin1').replace('"run"', '"rum"'), 'latin1');
    const damaged = await shop.tieout(...forgetting);
    expect(damaged).toMatchObject({ status: 4, err: expect.stringContaining('RUN_RECORDS_DAMAGED') });
    expect(await controlRows()).toEqual(controls);
    expect(shop.index()).not.toContain('"kind":"tombstone"');
  });
});

test('tieout retention forgets everybody whose last record is older than is configured', async () => {
  const people = async () => {
    const values = await shop.read(`select distinct unnest([customer_name, customer_email]) as value from core.payment
      union select unnest([customer_name, customer_email]) from core.merchant_order order by all`);
    return values.flatMap(({ value }) => (typeof value === 'string' && !value.startsWith('person-') ? [value] : []));
  };
  shop.configure({}, { retention: { personal_data: '100 years' } });
  const nothing = await shop.tieout('retention', '--by', 'aida');
  expect(nothing).toMatchObject({ status: 0, err: '', out: expect.stringContaining('0 values') });
  expect((await people()).length).toBeGreaterThan(10);
  shop.configure({}, { retention: { personal_data: '1 day' } });
  const before = await people();
  // on the first of a month, the last day of the month before is yesterday
  const tomorrow = () => Temporal.Now.instant().add({ hours: 24 });
  expect(await shop.tieoutAt(tomorrow, 'retention', '--by', 'aida')).toMatchObject({ status: 0, err: '' });
  expect(await people()).toEqual([]);
  // what they were replaced by is nobody's, also where it is a number
  const again = await shop.tieoutAt(tomorrow, 'retention', '--by', 'aida');
  expect(again).toMatchObject({ status: 0, err: '', out: expect.stringContaining(' 0 values of personal data') });
  const mails = before.filter((value) => value.includes('@'));
  expect(filesIn(data()).filter((path) => foundIn(path, mails).length > 0)).toEqual([]);
  expect(await controlRows()).toEqual(controls);
  expect(await shop.tieout('verify')).toMatchObject({ status: 0, err: '' });
});

/** What is there when a command has come so far. */
const steps: Record<string, () => boolean> = {
  'its plan': () => existsSync(shop.data.forgetting),
  'redacted copies in place': () =>
    readdirSync(join(shop.data.landing, 'incoming')).some((name) => name.endsWith('.placing')),
  'a warehouse beside': () => existsSync(`${shop.data.warehouse}.building`),
  'a tombstone': () => shop.index().includes('"kind":"tombstone"'),
  'the published snapshot': () =>
    existsSync(shop.data.published) && statSync(shop.data.published).ino !== publishedBefore,
  'a report': () =>
    readdirSync(join(data(), 'reports'), { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.tmp')),
};
let publishedBefore = 0;

describe('tieout forget, killed when there is', () => {
  test.each(shareOf(Object.keys(steps), 1))('%s, is finished by the same command', async (step) => {
    publishedBefore = statSync(shop.data.published).ino;
    const child = start(['-q', '-c', shop.path, ...forgetting], shop.env);
    const ended = once(child, 'exit');
    while (child.exitCode === null && steps[step]?.() !== true) await setTimeout(5);
    child.kill('SIGKILL');
    await ended;
    const again = await shop.tieout(...forgetting);
    expect(again).toMatchObject({ status: 0, err: '' });
    await expectForgotten();
    expect(readdirSync(join(shop.data.landing, 'incoming'))).toEqual([]);
    expect(readdirSync(dirname(shop.data.lock)).sort()).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/tmp$/)]),
    );
  });
});
