import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { companyPaths } from '../../src/config/data-paths.ts';
import { publishClosed } from '../../src/warehouse/publish.ts';
import { tieout } from '../given/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-upgrade-'));
const config = join(folder, 'tieout.yaml');
const statement = join(folder, 'october.csv');
const { warehouse, published } = companyPaths(join(folder, 'data'), 'acme');

const call = (...args: string[]) => tieout(['-q', '-c', config, ...args], { T_KEY: 'k' });
const verdicts = ['sql', 'select business_date, verdict, reason from mart.verdict order by all'];

/** Leaves the warehouse and the snapshot as version 0.1.9 would have: with its name, and without a view of today. */
async function leftByAnotherVersion(): Promise<void> {
  const instance = await DuckDBInstance.create(warehouse);
  const connection = await instance.connect();
  await connection.run(`update main.made_with set made_with = '0.1.9' where part = 'program'`);
  await connection.run('drop view mart.cause');
  connection.closeSync();
  instance.closeSync();
  await publishClosed(warehouse, published);
}

let before = '';
beforeAll(async () => {
  writeFileSync(
    config,
    `data_dir: data
warehouse: { threads: 1 }
companies:
  - name: acme
    zone: Asia/Kuala_Lumpur
    currencies: [MYR]
    gateway: { base_url: 'http://127.0.0.1:9', secret_key: { env: T_KEY } }
`,
  );
  writeFileSync(
    statement,
    `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,50.00,1.00,success,2026-10-02 10:00:00,
`,
  );
  await call('import', 'statement', statement);
  before = (await call(...verdicts)).out;
  expect(before).toContain('2026-10-02');
  await leftByAnotherVersion();
});

describe('After an upgrade', () => {
  test('sql reads what was published, and other commands say that a rebuild is pending', async () => {
    expect(await call(...verdicts)).toEqual({ status: 0, out: before, err: '' });
    for (const args of [
      ['status'],
      ['breaks'],
      ['report', 'daily', '--date', '2026-10-02'],
      ['import', 'statement', statement],
      ['close', '2026-10', '--no-run'],
    ]) {
      const { status, err } = await call(...args);
      expect([args[0], status, err]).toEqual([args[0], 4, expect.stringContaining('REBUILD_PENDING')]);
      expect(err).toContain('tieout 0.1.9 made the warehouse; it has to be rebuilt from the landing zone.');
    }
  });

  test('run rebuilds the warehouse before it asks a service', async () => {
    const { err } = await call('run', '--from', '2026-10-02', '--to', '2026-10-02');
    expect(err).not.toContain('REBUILD_PENDING');
    expect(await call('status')).toMatchObject({ err: '' });
    expect((await call('breaks')).status).toBe(0);
  });

  test('rebuild gives what the version before gave', async () => {
    await leftByAnotherVersion();
    expect(await call('rebuild')).toMatchObject({ err: '' });
    expect((await call('breaks')).status).toBe(0);
    expect(existsSync(`${warehouse}.built`)).toBe(false);
  });
});
