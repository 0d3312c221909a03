import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { companyPaths } from '../../src/config/data-paths.ts';
import { packageRoot } from '../../src/package-root.ts';
import { noLongerReconciled } from '../../src/run/earlier-verdicts.ts';
import { start, tieout } from '../given/command.ts';

const fixture = join(packageRoot, 'test', 'e2e', 'fixtures', 'data-0.1.0');
const rows = z.array(z.record(z.string(), z.unknown()));
type Rows = z.infer<typeof rows>;
const expected = z
  .object({ verdicts: rows, breaks: rows, decisions: rows })
  .parse(JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')));
const received = z.object({ receipt_id: z.number(), company: z.string(), kind: z.string() });

// An orders file that states no period does not prove that it is whole: that these payments have no order, which 0.1.0
// reported, is not known. Their days have a control that was not made. Every other break of 0.1.0 is still known.
// 0.1.0 did not keep that the payout service does not know a recipient either: two paid recipients are in no list, and their days say
// that the next run has to look them up.
const unproven = ['39a6c2ec1351', '8dea595d6295', '212cee6a6ea0', 'dc55b5b142dc'];

// 0.1.0 did not hold the day of a charge against the recipient: its sandbox charged the verification of a planted recipient
// before the recipient was entered.
const found = {
  ...{ break_id: '47b3e54303bf', company: 'south', business_date: '2026-11-17', currency: 'MYR' },
  ...{ outcome: 'control_breach', amount: '0.0000', status: 'open' },
};

/** The warehouse of 0.1.0, as far as the upgrade reads it: one day that it called reconciled, which no file covers. */
async function writeFormerWarehouse(path: string) {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run('create schema recon');
  await connection.run(
    `create table recon.verdict as
     select 'north' as company, 'MYR' as currency, date '2026-11-15' as business_date, 'reconciled' as verdict`,
  );
  connection.closeSync();
  instance.closeSync();
}

async function givenFormerData() {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-upgrade-'));
  execFileSync('tar', ['-xzf', join(fixture, 'data.tar.gz'), '-C', folder]);
  cpSync(join(fixture, 'tieout.yaml'), join(folder, 'tieout.yaml'));
  const data = join(folder, 'data');
  mkdirSync(join(data, 'warehouse'));
  await writeFormerWarehouse(join(data, 'warehouse', 'tieout.duckdb'));
  return { folder, data, args: (...more: string[]) => ['-q', '-c', join(folder, 'tieout.yaml'), ...more] };
}

const receiptsIn = (index: string) =>
  readFileSync(index, 'utf8')
    .trim()
    .split('\n')
    .map((line) => received.parse(JSON.parse(line)));

test('A data directory of 0.1.0 opens without loss: same break ids, decisions in force, no day greener', async () => {
  const { data, args } = await givenFormerData();
  const query = async (statement: string) =>
    rows.parse(JSON.parse((await tieout(args('--json', 'sql', statement))).out));
  const former = readFileSync(join(data, 'landing', 'index.jsonl'), 'utf8');
  for (const reader of [['sql', 'select 1'], ['status'], ['breaks'], ['explain', '51.90'], ['close', '2026-11']])
    expect((await tieout(args(...reader))).err).toContain('DATA_DIRECTORY_OLD');

  // killed at any point, the next command continues
  for (const afterMs of [350, 800, 1600]) {
    const child = start(args('rebuild'), {});
    const ended = new Promise((resolve) => child.on('close', resolve));
    await sleep(afterMs);
    child.kill('SIGKILL');
    await ended;
  }
  expect(await tieout(args('rebuild'))).toMatchObject({ status: 0, err: '' });

  const ofDay = (rows: Rows, { company, business_date, currency }: Rows[number]) =>
    rows.filter((row) => row.company === company && row.business_date === business_date && row.currency === currency);
  const before = expected.breaks.filter(({ break_id }) => unproven.includes(String(break_id)));
  // neither the orders nor the bank file states its span, so each day has controls that were not made
  expect(
    await query(
      `select company, business_date, currency, verdict, break_count, residual::text as residual, reason
       from mart.verdict order by company, business_date, currency`,
    ),
  ).toEqual(
    expected.verdicts.map((row) => ({
      ...{ company: row.company, business_date: row.business_date, currency: row.currency },
      ...{
        verdict: 'incomplete',
        break_count: Number(row.break_count) - ofDay(before, row).length + ofDay([found], row).length,
      },
      ...{ residual: row.residual, reason: expect.stringContaining('Orders: nothing covers') },
    })),
  );
  expect(
    await query(
      `select break_id, company, business_date, currency, outcome, amount, status from mart.break order by break_id`,
    ),
  ).toEqual(
    [...expected.breaks.filter((row) => !before.includes(row)), found].sort((a, b) =>
      String(a.break_id) < String(b.break_id) ? -1 : 1,
    ),
  );
  const decisions = `select decision_id, break_id, company, decision, author, is_in_force from mart.decision order by decision_id`;
  expect(await query(decisions)).toEqual(expected.decisions);

  // every receipt is in its company's landing zone with its number; the shared landing zone is kept
  const indexes = ['north', 'south'].map((company) => join(companyPaths(data, company).landing, 'index.jsonl'));
  const lines = indexes.flatMap((index) => readFileSync(index, 'utf8').trim().split('\n'));
  expect(lines.sort()).toEqual(former.trim().split('\n').sort());
  expect(existsSync(join(data, 'landing'))).toBe(false);
  expect(readFileSync(join(data, 'before-0.2.0', 'landing', 'index.jsonl'), 'utf8')).toBe(former);
  expect(existsSync(join(data, 'before-0.2.0', 'warehouse', 'tieout.duckdb'))).toBe(true);

  // the days that 0.1.0 called reconciled and that are not are listed once, for their company alone
  const list = join(data, 'north', noLongerReconciled);
  expect(readFileSync(list, 'utf8').trim().split('\r\n')).toEqual([
    'business_date,currency,former_verdict,verdict,reason',
    expect.stringMatching(/^2026-11-15,MYR,reconciled,incomplete,.*Orders: nothing covers 15 Nov 2026/),
  ]);
  expect(statSync(list).mode & 0o777).toBe(0o600);
  expect(existsSync(join(data, 'south', noLongerReconciled))).toBe(false);

  // new receipts continue the numbering of their company
  const [north = '', south = ''] = indexes;
  const [last, southBefore] = [receiptsIn(north).at(-1)?.receipt_id ?? 0, readFileSync(south, 'utf8')];
  const accepted = expected.decisions.find(({ company }) => company === 'north');
  const undone = await tieout(args('decide', 'undo', String(accepted?.decision_id), '--author', 'aida'));
  expect(undone).toMatchObject({ status: 0, err: '' });
  const added = receiptsIn(north).filter(({ receipt_id }) => receipt_id > last);
  expect(added.map(({ receipt_id, kind }) => [receipt_id, kind])).toEqual([
    [last + 1, 'configuration'],
    [last + 2, 'decision'],
    [last + 3, 'run'],
  ]);
  expect(readFileSync(south, 'utf8')).toBe(southBefore);
  expect((await query(decisions)).filter(({ is_in_force }) => is_in_force === true)).toHaveLength(1);
});
