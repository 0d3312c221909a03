import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { compareWithFormer, judgeEarlierVerdicts, noLongerReconciled } from '../../src/run/earlier-verdicts.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

test('A day that an earlier version judged without controls is judged again once, and listed', async () => {
  const warehouse = await givenWarehouse();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-earlier-'));
  const balance = '{"MYR":{"balance":0}}';
  const landing = await openLanding(join(folder, 'landing'));
  await givenCompany(warehouse.connection, ['MYR']);
  const receipt = await landing.put(
    newReceiptFacts({ source: 'gateway', kind: 'balance', company: 'acme', ext: 'json' }),
    { bytes: balance },
  );
  await loadLanded(warehouse.connection, { ...landed(balance, { kind: 'balance' }), receipt_id: receipt.receipt_id });
  await execute(
    warehouse.connection,
    `insert into recon.verdict by name
     select 1 as run_id, 'acme' as company, 'MYR' as currency, date '2026-11-02' as business_date, 'reconciled' as verdict,
       'Everything agrees.' as reason, 0 as matched_count, 0 as matched_amount, 0 as break_count, 0 as break_amount,
       0 as timing_count, 0 as timing_amount, 0 as suggested_count, 0 as overdue_count, 0 as rejected_count, 0 as residual`,
  );
  const judge = () => judgeEarlierVerdicts(warehouse, landing, 'acme', { folder, progress: silentProgress });
  await judge();
  expect(
    await readRows(
      warehouse.connection,
      'select business_date::text as day, verdict, control_count > 0 as has_controls from mart.verdict',
    ),
  ).toEqual([{ day: '2026-11-02', verdict: 'incomplete', has_controls: true }]);
  expect(readFileSync(join(folder, noLongerReconciled), 'utf8')).toMatch(
    /^business_date,currency,former_verdict,verdict,reason\r\n2026-11-02,MYR,reconciled,incomplete,.+\r\n$/,
  );
  // once: no day is without controls now
  rmSync(join(folder, noLongerReconciled));
  await judge();
  expect(existsSync(join(folder, noLongerReconciled))).toBe(false);
  warehouse.close();
});

test('A warehouse of 0.1.0 that cannot be read is said, and keeps nobody from upgrading', async () => {
  const warehouse = await givenWarehouse();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-earlier-'));
  const said: string[] = [];
  const progress = {
    step: (title: string) => ({
      note() {},
      advance() {},
      done: (text?: string) => void said.push(`${title}: ${text}`),
    }),
  };
  const compare = () => compareWithFormer(warehouse.connection, { aside: folder, company: 'acme', folder, progress });
  await compare();
  expect(said).toEqual([]);
  mkdirSync(join(folder, 'warehouse'));
  writeFileSync(join(folder, 'warehouse', 'tieout.duckdb'), 'not a database');
  await compare();
  expect(said).toEqual([
    expect.stringMatching(/^Days that 0\.1\.0 called reconciled: cannot be listed: .*tieout\.duckdb cannot be read \(/),
  ]);
  expect(existsSync(join(folder, noLongerReconciled))).toBe(false);
  warehouse.close();
  rmSync(folder, { recursive: true });
});
