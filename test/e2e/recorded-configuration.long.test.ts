import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { openIndex } from '../../src/landing/index-file.ts';
import { objectPathIn, openLanding } from '../../src/landing/landing.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { withReader } from '../../src/warehouse/open.ts';
import { inSnapshot } from '../given/in-snapshot.ts';
import { daysAgo, givenSandbox, shopAt } from '../given/shop.ts';

const day = daysAgo(2);
const before = daysAgo(3);
const sandbox = await givenSandbox({ seed: 5, days: 6, until: day, ordersPerDay: 10 });
const shop = shopAt(sandbox, {
  calendar: { country: 'MY', state: '14' },
  fees: [{ method: 'fpx', flat: '1.00' }],
  schedule: { at: '05:00' },
});

const landed = async () => {
  const { receipts } = await openIndex(join(shop.data.landing, 'index.jsonl'));
  return receipts.map((receipt) => ({ ...receipt, path: objectPathIn(shop.data.landing, receipt) }));
};
const configurations = async () => (await landed()).filter(({ kind }) => kind === 'configuration');
const ownView = async () => (await shop.tieout('sql', 'select flat from own.fee_rule')).out;

/** Everything that a reader finds in the published snapshot, view by view. */
const published = () =>
  inSnapshot(shop.data.published, async (rows) => {
    const views = await rows(
      `select table_name from information_schema.tables where table_schema = 'mart' order by table_name`,
    );
    const found: Record<string, string> = {};
    for (const { table_name: name } of views) {
      const texts = await rows(`select to_json(row)::text as row from mart.${String(name)} as row`);
      found[String(name)] = texts
        .map(({ row }) => String(row))
        .sort()
        .join('\n');
    }
    return found;
  });

describe('The configuration of a run', () => {
  test('is kept before what is loaded with it, without secrets, addresses and paths', async () => {
    expect((await shop.tieout('run', '--date', before)).err).toBe('');
    const [receipt, ...others] = await landed();
    expect(receipt).toMatchObject({ receipt_id: 1, kind: 'configuration', source: 'run' });
    expect(others.filter(({ kind }) => kind === 'configuration')).toEqual([]);
    const text = readFileSync(receipt?.path ?? '', 'utf8');
    for (const hidden of [
      ...Object.entries(shop.env).flat(),
      ...[sandbox.gatewayUrl, sandbox.payoutUrl, shop.folder, '05:00', 'threads', 'data_dir', 'unrecorded'],
    ])
      expect(text).not.toContain(hidden);
    const record = JSON.parse(text);
    expect(record).toMatchObject({
      company: { name: 'acme', fees: [{ method: 'fpx', flat: '1.00' }], gateway: {}, payout: {} },
      decision: { second_approval_for: [] },
    });
    expect(record.calendar.holidays.length).toBeGreaterThan(100);
    const first = await published();
    expect(JSON.parse(first.run ?? '')).toMatchObject({
      configuration_sha256: receipt?.sha256,
      is_with_other_rules: false,
    });
    expect(first.configuration).toContain(receipt?.sha256 ?? '-');
  });

  test('is kept once while nothing that changes verdicts is edited', async () => {
    shop.configure({ schedule: { at: '04:00' } }, { warehouse: { threads: 2 }, report: { language: 'ms' } });
    expect((await shop.tieout('run', '--date', before)).err).toBe('');
    expect(await configurations()).toHaveLength(1);
    const marks = (await landed()).filter(({ kind }) => kind === 'run');
    expect(new Set(marks.map(({ sha256 }) => sha256)).size).toBe(marks.length);
  });

  test('changes with a later run, and a rebuild repeats each run with its own, also with the own files of then', async () => {
    const ofFirst = await published();
    shop.write(
      'views/fee_rule.sql',
      `-- grain: one fee\n-- key: method\ncreate or replace view own.fee_rule as select method, flat from core.fee_rule`,
    );
    shop.configure({
      fees: [{ method: 'fpx', flat: '9.00' }],
      calendar: { country: 'MY', state: '14', weekend: ['fri', 'sat'] },
    });
    // an edit alone changes nothing that was found
    expect((await shop.tieout('rebuild')).err).toBe('');
    expect(await published()).toEqual(ofFirst);
    expect((await shop.tieout('run', '--date', day)).err).toBe('');
    expect(await configurations()).toHaveLength(2);
    const both = await published();
    const fees = await ownView();
    expect(fees).toContain('9.0000');
    const hashes = new Set((both.run ?? '').split('\n').map((row): unknown => JSON.parse(row).configuration_sha256));
    expect(hashes.size).toBe(2);
    shop.configure({
      fees: [{ method: 'fpx', flat: '20.00' }],
      zone: 'UTC',
      books: { orders: { file: 'none.csv' } },
    });
    rmSync(join(shop.folder, 'views'), { recursive: true });
    const { err, out } = await shop.tieout('rebuild');
    expect(err).toBe('');
    expect(out).not.toContain('other rules');
    expect(await published()).toEqual(both);
    expect(await ownView()).toBe(fees);
  });

  test('is proven by verify', async () => {
    const { status, out } = await shop.tieout('verify');
    expect({ status, out }).toMatchObject({
      status: 0,
      out: expect.stringMatching(/proven {6}\d+ runs name their configuration, and all 2 configurations are kept/),
    });
  });

  test('of a killed run is the one with which its receipts are loaded, also after an edit', async () => {
    const { tieout, write, configure, data } = shopAt(sandbox, {
      books: { orders: { aliases: { amount: ['Sum'] } } },
    });
    const order = (id: string) => `Order,Date,Currency,Sum,Net,Status\r\n${id},${day},MYR,10.00,7.00,paid\r\n`;
    write('a.csv', order('A1'));
    expect(await tieout('import', 'orders', 'a.csv')).toMatchObject({ err: '' });
    // received, and not loaded before the process was killed
    const landing = await openLanding(data.landing);
    const facts = { source: 'files', kind: 'orders', company: 'acme', ext: 'csv', original_name: 'b.csv' };
    await landing.put(newReceiptFacts(facts), { file: write('b.csv', order('B1')) });
    configure({ books: { orders: { aliases: { amount: ['Net'] } } } });
    write('c.csv', order('C1'));
    expect(await tieout('import', 'orders', 'c.csv')).toMatchObject({ err: '' });
    const amounts = async () => {
      // no day was judged, so nothing was published
      const options = { isPublished: false, ofAnyVersion: true };
      const sql = 'select order_id, amount from core.merchant_order order by order_id';
      const rows = await withReader(data.warehouse, ({ connection }) => readRows(connection, sql), options);
      return rows.map(Object.values);
    };
    const loaded = [
      ['A1', '10.0000'],
      ['B1', '10.0000'],
      ['C1', '7.0000'],
    ];
    expect(await amounts()).toEqual(loaded);
    expect(await tieout('rebuild')).toMatchObject({ status: 0, err: '' });
    expect(await amounts()).toEqual(loaded);
  });
});
