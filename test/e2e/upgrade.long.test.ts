import { existsSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { publishClosed } from '../../src/warehouse/publish.ts';
import { givenImporter } from '../given/shop.ts';

const shop = givenImporter();
const { warehouse, published } = shop.data;
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

shop.write(
  'october.csv',
  `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,50.00,1.00,success,2026-10-02 10:00:00,
`,
);
await shop.tieout('import', 'statement', 'october.csv');
const { out: before } = await shop.tieout(...verdicts);
expect(before).toContain('2026-10-02');
await leftByAnotherVersion();

describe('After an upgrade', () => {
  test('sql reads what was published, and other commands say that a rebuild is pending', async () => {
    expect(await shop.tieout(...verdicts)).toEqual({ status: 0, out: before, err: '' });
    for (const args of [
      ['status'],
      ['breaks'],
      ['report', 'daily', '--date', '2026-10-02'],
      ['import', 'statement', 'october.csv'],
      ['close', '2026-10', '--no-run'],
    ]) {
      const { status, err } = await shop.tieout(...args);
      expect([args[0], status, err]).toEqual([args[0], 4, expect.stringContaining('REBUILD_PENDING')]);
      expect(err).toContain('tieout 0.1.9 made the warehouse; it has to be rebuilt from the landing zone.');
    }
  });

  test('run rebuilds the warehouse before it asks a service', async () => {
    const { err } = await shop.tieout('run', '--from', '2026-10-02', '--to', '2026-10-02');
    expect(err).not.toContain('REBUILD_PENDING');
    expect(await shop.tieout('status')).toMatchObject({ err: '' });
    expect((await shop.tieout('breaks')).status).toBe(0);
  });

  test('rebuild gives what the version before gave', async () => {
    await leftByAnotherVersion();
    expect(await shop.tieout('rebuild')).toMatchObject({ err: '' });
    expect((await shop.tieout('breaks')).status).toBe(0);
    expect(existsSync(`${warehouse}.built`)).toBe(false);
  });
});
