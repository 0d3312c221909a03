import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type LakeFile, manifestsOf } from '../../src/lake/manifest.ts';
import { start } from '../given/command.ts';
import { inSnapshot } from '../given/in-snapshot.ts';
import { readLake } from '../given/lake.ts';
import { givenWorld, lastMonth, paidOrders, type Shop, withoutLines } from '../given/shop.ts';
import { filesIn, foundIn } from '../given/unpacked.ts';
import { closedMonth, monthWithBreak } from '../given/worlds.ts';

const { month, first, last } = lastMonth();
const isWhole = process.env.TIEOUT_CASES === 'whole';
const closed = await givenWorld(closedMonth);
const broken = await givenWorld(monthWithBreak);
let shop: Shop;
let lake: string;

function withLake(world: { copy(): Shop }, settings: object = {}): Shop {
  const copied = world.copy();
  mkdirSync(join(copied.folder, 'lake'));
  copied.configure({}, { lake: { folder: 'lake', ...settings } });
  return copied;
}

beforeEach(() => {
  shop = withLake(closed);
  lake = join(shop.folder, 'lake');
});

const filesNow = async () => (await manifestsOf(lake, 'acme'))[0]?.files ?? [];
const pathsOf = async (relation: string) =>
  (await filesNow()).filter((file) => file.relation === relation).map(({ path }) => path);

/** The number of rows, and the sum of each decimal column, of each relation. */
async function countsOf(read: (sql: string) => Promise<Record<string, unknown>[]>, relations: readonly string[]) {
  const counts: Record<string, unknown> = {};
  for (const relation of relations) {
    const described = await read(
      `select column_name from (describe from ${relation}) where column_type like 'DECIMAL%'`,
    );
    const sums = described.map(
      ({ column_name: name }) => `sum(${String(name)}::decimal(38, 4))::varchar as ${String(name)}`,
    );
    counts[relation] = await read(`select ${['count(*) as n', ...sums].join(', ')} from ${relation}`);
  }
  return counts;
}

async function people(): Promise<string[]> {
  const rows = await shop.read(
    `select distinct unnest([customer_name, customer_email]) as value from core.payment
     union select unnest([name, account_number]) from core.recipient`,
  );
  return rows.flatMap(({ value }) => (typeof value === 'string' && value.length > 6 ? [value] : []));
}

describe('A lake', () => {
  test('has every relation of mart with its rows and sums after a run, without a person', async () => {
    expect(await shop.tieout('run', '--from', first, '--to', last)).toMatchObject({ status: 0, err: '' });
    const views = await shop.read("select table_name as v from information_schema.tables where table_schema = 'mart'");
    const relations = views.map(({ v }) => String(v)).sort();
    expect(relations.length).toBeGreaterThan(45);
    const inMart = await inSnapshot(shop.data.published, (rows) =>
      countsOf((sql) => rows(sql.replace(/\bfrom (?=\w+(?:\)|$))/, 'from mart.')), relations),
    );
    expect(await countsOf((sql) => readLake(lake, sql), relations)).toEqual(inMart);
    const values = await people();
    expect(values.length).toBeGreaterThan(20);
    for (const path of filesIn(lake)) expect(foundIn(path, values), path).toEqual([]);
    const keys = 'select count(distinct customer_key) as n from';
    expect(await readLake(lake, `${keys} "transaction"`)).toEqual(await shop.read(`${keys} mart.transaction`));
  });

  test('shows people where it is configured', async () => {
    shop.configure({}, { lake: { folder: 'lake', personal_data: 'shown' } });
    expect(await shop.tieout('publish')).toMatchObject({ status: 0, err: '' });
    const read = () => readLake(lake, "select reference from order_path where order_id = 'OF-AIDA'");
    expect(await read()).toEqual([{ reference: 'aida@example.com' }]);
    shop.configure({}, { lake: { folder: 'lake' } });
    expect(await shop.tieout('publish')).toMatchObject({ status: 0, err: '' });
    expect(await read()).toEqual([{ reference: expect.stringMatching(/^person-[0-9a-f]{16}@forgotten\.invalid$/) }]);
  });

  test('has the files of a closed month as they were, until a record of it changes', async () => {
    await shop.tieout('publish');
    const written = async (before: readonly LakeFile[], status: number) => {
      expect(await shop.tieout('run', '--from', first, '--to', last)).toMatchObject({ status });
      const paths = new Set(before.map(({ path }) => path));
      const fresh = (await filesNow()).filter(({ path }) => !paths.has(path));
      return fresh.filter(({ partition_month: of }) => of === month).map(({ relation }) => relation);
    };
    const before = await filesNow();
    expect(await written(before, 0)).toEqual([]);
    const orders = shop.text('orders.csv');
    const [lost = ''] = paidOrders(orders, last);
    shop.write('orders.csv', withoutLines(orders, lost));
    const changed = await written(before, 3);
    for (const relation of ['item', 'break', 'late_change', 'order_path', 'verdict'])
      expect(changed).toContain(relation);
    for (const relation of ['payment_fee', 'settlement', 'fee', 'reserve']) expect(changed).not.toContain(relation);
  });

  test('forgets a person at once, whose key is another then', async () => {
    await shop.tieout('publish');
    const [row] = await shop.read(
      `select customer_email as email, any_value(customer_key) as key, count(*)::integer as n from core.payment_now
       where customer_email is not null group by all order by n desc, email limit 1`,
    );
    const keys = async () => readLake(lake, 'select distinct customer_key as key from "transaction" order by all');
    const [before, files] = [await keys(), await pathsOf('transaction')];
    expect(before).toContainEqual({ key: row?.key });
    const words = ['--customer', String(row?.email), '--by', 'aida', '--note', 'Request 17'];
    expect(await shop.tieout('forget', ...words)).toMatchObject({ status: 0, err: '' });
    const after = await keys();
    expect(after).not.toContainEqual({ key: row?.key });
    expect(after).toHaveLength(before.length);
    expect(before.filter(({ key }) => !after.some((each) => each.key === key))).toEqual([{ key: row?.key }]);
    expect(files.filter((path) => existsSync(join(lake, path)))).toEqual([]);
  });

  test('that cannot be written does not stop a run, which says so', async () => {
    shop.configure({}, { lake: { folder: 'not-mounted' } });
    const ran = await shop.tieout('run', '--from', first, '--to', last);
    expect(ran).toMatchObject({ status: 4, err: expect.stringContaining('LAKE_NOT_WRITTEN') });
    expect(ran.out).toContain('reconciled');
    expect(await shop.tieout('publish')).toMatchObject({ status: 4, err: expect.stringContaining('not-mounted') });
    const quoted = join(shop.folder, "it's");
    mkdirSync(quoted);
    expect(await shop.tieout('publish', '--to', quoted)).toMatchObject({
      status: 4,
      err: expect.stringContaining("'"),
    });
    // the address is that of the folder of the configuration
    shop.configure({}, { lake: { folder: 'lake', address: 's3://acme' } });
    const other = join(shop.folder, 'other');
    mkdirSync(other);
    expect(await shop.tieout('publish', '--to', other)).toMatchObject({ status: 0, err: '' });
    expect(readFileSync(join(other, 'scripts', 'duckdb.sql'), 'utf8')).not.toContain('s3://acme');
    expect(await shop.tieout('publish')).toMatchObject({ status: 0, err: '' });
    expect(readFileSync(join(lake, 'scripts', 'duckdb.sql'), 'utf8')).toContain("'s3://acme/manifest/");
    shop.configure({}, { lake: undefined });
    expect(await shop.tieout('publish')).toMatchObject({ status: 2, err: expect.stringContaining('--to DIR') });
  });

  test('is in the state before or after a publication, whenever one is killed', async () => {
    const other = withLake(broken);
    const state = async () => {
      const relations = ['item', '"transaction"', '"break"', 'verdict', 'money_flow', 'order_path'];
      return JSON.stringify(await countsOf((sql) => readLake(lake, sql), relations), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      );
    };
    const states: string[] = [];
    const publishing = (of: Shop) => start(['-q', '-c', of.path, 'publish', '--to', lake], of.env);
    let took = 0;
    for (const of of [shop, other]) {
      const began = performance.now();
      const child = publishing(of);
      await once(child, 'exit');
      took = performance.now() - began;
      states.push(await state());
    }
    expect(states[0]).not.toBe(states[1]);
    const seen = new Set<string>();
    let ended = 0;
    for (let kill = 0; kill < (isWhole ? 50 : 6); kill += 1) {
      const child = publishing(kill % 2 === 0 ? shop : other);
      const exit = once(child, 'exit');
      await Promise.race([exit, pause(took * (0.3 + ((kill * 7) % 11) / 10))]);
      if (child.exitCode !== null) ended += 1;
      child.kill('SIGKILL');
      await exit;
      const now = await state();
      expect(states).toContain(now);
      seen.add(now);
    }
    if (isWhole) expect([ended > 0, ended < 50, seen.size]).toEqual([true, true, 2]);
    expect(readFileSync(join(lake, 'scripts', 'dictionary.md'), 'utf8')).toContain('## transaction');
  }, 900_000);
});
