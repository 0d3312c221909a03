import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { openIndex } from '../../src/landing/index-file.ts';
import { objectPathIn, openLanding } from '../../src/landing/landing.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot, openUnpublished } from '../../src/warehouse/open.ts';
import { tieout } from '../given/command.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';

const last = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 2 });
const day = last.toString();
const before = last.subtract({ days: 1 }).toString();
let sandbox: RunningSandbox;
let given: ReturnType<typeof givenConfig>;
const run = (...args: string[]) => tieout(['-q', '-c', given.path, ...args], given.env);
const landed = async () => {
  const { landing } = givenData(given.folder);
  const { receipts } = await openIndex(join(landing, 'index.jsonl'));
  return receipts.map((receipt) => ({ ...receipt, path: objectPathIn(landing, receipt) }));
};
const configurations = async () => (await landed()).filter(({ kind }) => kind === 'configuration');

type Yaml = { companies: Record<string, unknown>[]; [key: string]: unknown };
function edit(change: (config: Yaml, company: Record<string, unknown>) => void): void {
  const config: Yaml = parse(readFileSync(given.path, 'utf8'));
  const [company] = config.companies;
  if (company === undefined) throw new Error('there is no company');
  change(config, company);
  writeFileSync(given.path, stringify(config));
}

const shown = async () => (await run('sql', 'select flat from own.fee_rule')).out;

/** Everything that a reader finds in the published snapshot, view by view. */
async function published(): Promise<Record<string, string>> {
  const { connection, close } = await openSnapshot(givenData(given.folder).published);
  try {
    const found: Record<string, string> = {};
    for (const { table_name: name } of await readRows(
      connection,
      `select table_name from information_schema.tables where table_schema = 'mart' order by table_name`,
    )) {
      const rows = await readRows(connection, `select to_json(row)::text as row from mart.${String(name)} as row`);
      found[String(name)] = rows
        .map(({ row }) => String(row))
        .sort()
        .join('\n');
    }
    return found;
  } finally {
    close();
  }
}

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5, days: 6, until: day, ordersPerDay: 10 });
  given = givenConfig(sandbox, {
    calendar: { country: 'MY', state: '14' },
    fees: [{ method: 'fpx', flat: '1.00' }],
    schedule: { at: '05:00' },
  });
});
afterAll(() => sandbox.close());

describe('The configuration of a run', () => {
  test('is kept before what is loaded with it, without secrets, addresses and paths', async () => {
    expect((await run('run', '--date', before)).err).toBe('');
    const [receipt, ...others] = await landed();
    expect(receipt).toMatchObject({ receipt_id: 1, kind: 'configuration', source: 'run' });
    expect(others.filter(({ kind }) => kind === 'configuration')).toEqual([]);
    const text = readFileSync(receipt?.path ?? '', 'utf8');
    for (const hidden of [
      ...Object.entries(given.env).flat(),
      ...[sandbox.gatewayUrl, sandbox.payoutUrl, given.folder, '05:00', 'threads', 'data_dir', 'unrecorded'],
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
    edit((config, company) => {
      config.warehouse = { threads: 2 };
      config.report = { language: 'ms' };
      company.schedule = { at: '04:00' };
    });
    expect((await run('run', '--date', before)).err).toBe('');
    expect(await configurations()).toHaveLength(1);
    const marks = (await landed()).filter(({ kind }) => kind === 'run');
    expect(new Set(marks.map(({ sha256 }) => sha256)).size).toBe(marks.length);
  });

  test('changes with a later run, and a rebuild repeats each run with its own, also with the own files of then', async () => {
    const ofFirst = await published();
    const folder = join(given.folder, 'views');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'fee_rule.sql'),
      `-- grain: one fee\n-- key: method\ncreate or replace view own.fee_rule as select method, flat from core.fee_rule`,
    );
    edit((_, company) => {
      company.fees = [{ method: 'fpx', flat: '9.00' }];
      company.calendar = { country: 'MY', state: '14', weekend: ['fri', 'sat'] };
    });
    // an edit alone changes nothing that was found
    expect((await run('rebuild')).err).toBe('');
    expect(await published()).toEqual(ofFirst);
    expect((await run('run', '--date', day)).err).toBe('');
    expect(await configurations()).toHaveLength(2);
    const both = await published();
    const ownView = await shown();
    expect(ownView).toContain('9.0000');
    const hashes = new Set((both.run ?? '').split('\n').map((row): unknown => JSON.parse(row).configuration_sha256));
    expect(hashes.size).toBe(2);
    edit((_, company) => {
      company.fees = [{ method: 'fpx', flat: '20.00' }];
      company.zone = 'UTC';
      company.books = { orders: { file: 'none.csv' } };
    });
    rmSync(folder, { recursive: true });
    const { err, out } = await run('rebuild');
    expect(err).toBe('');
    expect(out).not.toContain('other rules');
    expect(await published()).toEqual(both);
    expect(await shown()).toBe(ownView);
  });

  test('is proven by verify', async () => {
    const { status, out } = await run('verify');
    expect({ status, out }).toMatchObject({
      status: 0,
      out: expect.stringMatching(/proven {6}\d+ runs name their configuration, and all 2 configurations are kept/),
    });
  });

  test('of a killed run is the one with which its receipts are loaded, also after an edit', async () => {
    const { path, folder, env } = givenConfig(sandbox, {
      books: { orders: { aliases: { amount: ['Sum'] } } },
    });
    const call = (...args: string[]) => tieout(['-q', '--json', '-c', path, ...args], env);
    const write = (name: string, id: string) => {
      const rows = `Order,Date,Currency,Sum,Net,Status\r\n${id},${day},MYR,10.00,7.00,paid\r\n`;
      writeFileSync(join(folder, name), rows);
      return join(folder, name);
    };
    expect(await call('import', 'orders', write('a.csv', 'A1'))).toMatchObject({ err: '' });
    // received, and not loaded before the process was killed
    const landing = await openLanding(givenData(folder).landing);
    const facts = { source: 'files', kind: 'orders', company: 'acme', ext: 'csv', original_name: 'b.csv' };
    await landing.put(newReceiptFacts(facts), { file: write('b.csv', 'B1') });
    writeFileSync(path, readFileSync(path, 'utf8').replace('- Sum', '- Net'));
    expect(await call('import', 'orders', write('c.csv', 'C1'))).toMatchObject({ err: '' });
    const amounts = async () => {
      const { connection, close } = await openUnpublished(givenData(folder).warehouse);
      const rows = await readRows(
        connection,
        `select order_id || ' ' || amount as found from core.merchant_order order by order_id`,
      );
      close();
      return rows.map(({ found }) => found);
    };
    const loaded = await amounts();
    expect(loaded).toEqual(['A1 10.0000', 'B1 10.0000', 'C1 7.0000']);
    expect(await call('rebuild')).toMatchObject({ status: 0, err: '' });
    expect(await amounts()).toEqual(loaded);
  });

  test('of a run that failed keeps no later rebuild from its end: the run is named', async () => {
    const { path, folder, env } = givenConfig(sandbox, { books: { orders: { file: 'orders.csv' } } });
    const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
    const good = readFileSync(path, 'utf8');
    mkdirSync(join(folder, 'passes'));
    writeFileSync(
      join(folder, 'passes', 'match_twice.sql'),
      `create or replace macro recon.match_twice(records) as table (
         select reconciliation, company, [record_key] as left_keys, [] as right_keys, false as is_suggested,
           null::text[] as runners_up, null::boolean as is_exhausted
         from query_table(records) cross join range(2) where side = 'left'
       );`,
    );
    writeFileSync(path, good + stringify({ matching: { passes: { orders_to_statement: ['twice'] } } }));
    writeFileSync(join(folder, 'orders.csv'), sandbox.files().orders);
    expect(await call('run', '--date', day)).toMatchObject({
      status: 1,
      err: expect.stringContaining('MATCHED_TWICE'),
    });
    writeFileSync(path, good);
    rmSync(join(folder, 'passes'), { recursive: true });
    const { status, out, err } = await call('rebuild');
    expect({ status, err }).toEqual({ status: 4, err: expect.stringMatching(/RUN_NOT_REPEATED[\s\S]*in 2 matches/) });
    expect(out).toContain('acme');
    expect((await call('run', '--date', day)).err).toBe('');
    expect((await call('rebuild')).err).toContain('RUN_NOT_REPEATED');
  });
});
