import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inSnapshot } from '../given/in-snapshot.ts';
import { givenWorld, lastMonth } from '../given/shop.ts';
import { filesIn, foundIn } from '../given/unpacked.ts';
import { reconciledMonth } from '../given/worlds.ts';

const month = await givenWorld({
  ...reconciledMonth,
  beside: { warehouse: { threads: 1, masked_snapshot: 'group' }, report: { show_personal_data: true } },
  after: reconciledMonth,
  prepare: async (shop) => {
    expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  },
});
const shop = month.copy();
const { published, masked, privacyKey } = shop.data;

const answers = (sql: string) => inSnapshot(masked, (rows) => rows(sql));

/** Every name, e-mail address and account number that the published snapshot has. */
async function people(): Promise<string[]> {
  const rows = await shop.read(
    `select distinct value from (
       select unnest([customer_name, customer_email]) as value from core.payment
       union all select unnest([customer_name, customer_email]) from core.merchant_order
       union all select unnest([name, account_number]) from core.recipient
       union all select email from core.payout) where value <> ''`,
  );
  return rows.map(({ value }) => String(value));
}

describe('The masked snapshot', () => {
  test('has no person by its bytes or its values, and every figure', async () => {
    const values = await people();
    expect(values.length).toBeGreaterThan(20);
    expect(foundIn(masked, values)).toEqual([]);
    const views = await shop.read("select table_name as v from information_schema.tables where table_schema = 'mart'");
    expect(views.length).toBeGreaterThan(20);
    await inSnapshot(masked, async (hashed) => {
      for (const { v } of views) {
        const [count] = await shop.read(`select count(*)::integer as n from mart.${v}`);
        const rows = await hashed(`from mart.${v}`);
        expect([v, rows.length]).toEqual([v, count?.n]);
        const text = rows.flatMap(Object.values).join('\n').toLowerCase();
        expect(values.filter((value) => text.includes(value.toLowerCase()))).toEqual([]);
      }
    });
    const control = 'select * from mart.control order by all';
    expect(await answers(control)).toEqual(await shop.read(control));
  });

  test('joins the records of one person in all tables', async () => {
    const sql = `select count(*) as n, count(distinct customer_email) as people from core.payment_now
      inner join core.merchant_order using (customer_email, customer_name)`;
    const [full] = await shop.read(sql);
    expect(Number(full?.n)).toBeGreaterThan(10);
    expect(await answers(sql)).toEqual([full]);
  });

  test('has the key of each customer, which is that of the hashed address', async () => {
    const keys = 'select payment_key, customer_key from mart.transaction order by payment_key';
    const published = await shop.read(keys);
    expect(published.filter((row) => row.customer_key !== null).length).toBeGreaterThan(10);
    expect(await answers(keys)).toEqual(published);
    const differing = `select customer_email, customer_key from core.payment
      where customer_email is not null and customer_email <> 'person-' || customer_key || '@forgotten.invalid'
      union all select customer_email, customer_key from core.merchant_order
      where customer_email is not null and customer_email <> 'person-' || customer_key || '@forgotten.invalid'`;
    expect(await answers(differing)).toEqual([]);
    expect(await shop.read(differing)).not.toEqual([]);
  });

  test('has other keys of customers when the key of the company was replaced, in the next run', async () => {
    const other = month.copy();
    const keys = 'select payment_key, customer_key from mart.transaction where customer_key is not null order by all';
    const before = await other.read(keys);
    writeFileSync(other.data.privacyKey, `${'5a'.repeat(32)}\n`);
    expect(await other.tieout('run', '--date', lastMonth().last)).toMatchObject({ status: 0, err: '' });
    const after = await other.read(keys);
    expect(after.map((row) => row.payment_key)).toEqual(before.map((row) => row.payment_key));
    expect(after.filter((row, at) => row.customer_key === before[at]?.customer_key)).toEqual([]);
    const people = (rows: typeof before) => new Set(rows.map((row) => row.customer_key)).size;
    expect(people(after)).toBe(people(before));
    expect(await other.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
    expect(await other.read(keys)).toEqual(after);
  });

  test('is readable by the group where that is configured, and the private one is not', async () => {
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([mode(masked), mode(published), mode(privacyKey)]).toEqual([0o440, 0o400, 0o600]);
    expect([mode(dirname(masked)) & 0o070, mode(join(shop.folder, 'data')) & 0o070]).toEqual([0o010, 0o010]);
    expect(await shop.tieout('verify')).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('masked snapshot'),
    });
  });

  test('is removed when it is no longer asked for', async () => {
    shop.configure({}, { warehouse: { threads: 1, masked_snapshot: 'none' } });
    expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
    expect(readdirSync(dirname(masked)).filter((name) => name.includes('masked'))).toEqual([]);
  });
});

test('A sealed pack has keyed hashes and no person, whatever reports show', async () => {
  expect(await shop.tieout('close', lastMonth().month, '--no-run')).toMatchObject({ status: 0, err: '' });
  const values = await people();
  const closed = filesIn(join(shop.folder, 'data', 'closed'));
  expect(closed.length).toBeGreaterThan(5);
  for (const path of closed) expect(foundIn(path, values)).toEqual([]);
  const left = readdirSync(dirname(published));
  expect(left.filter((name) => name.startsWith('pack-'))).toEqual([]);
});
