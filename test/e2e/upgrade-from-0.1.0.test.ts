import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { companyPaths } from '../../src/config/data-paths.ts';
import { packageRoot } from '../../src/package-root.ts';
import { start, tieout } from '../given/command.ts';

const fixture = join(packageRoot, 'test', 'e2e', 'fixtures', 'data-0.1.0');
const rows = z.array(z.record(z.string(), z.unknown()));
const expected = z
  .object({ verdicts: rows, breaks: rows, decisions: rows })
  .parse(JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')));
const received = z.object({ receipt_id: z.number(), company: z.string() });

function givenFormerData() {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-upgrade-'));
  execFileSync('tar', ['-xzf', join(fixture, 'data.tar.gz'), '-C', folder]);
  cpSync(join(fixture, 'tieout.yaml'), join(folder, 'tieout.yaml'));
  const data = join(folder, 'data');
  // the warehouse of 0.1.0 is moved aside and never opened, so its content does not matter
  mkdirSync(join(data, 'warehouse'));
  writeFileSync(join(data, 'warehouse', 'tieout.duckdb'), 'the warehouse of 0.1.0');
  return { folder, data, args: (...more: string[]) => ['-q', '-c', join(folder, 'tieout.yaml'), ...more] };
}

const receiptsIn = (index: string) =>
  readFileSync(index, 'utf8')
    .trim()
    .split('\n')
    .map((line) => received.parse(JSON.parse(line)));

test('A data directory of 0.1.0 opens without loss: same verdicts, same break ids, decisions in force', async () => {
  const { data, args } = givenFormerData();
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

  expect(
    await query(
      `select company, business_date, currency, verdict, matched_count, break_count, timing_count, residual::text as residual
       from mart.verdict order by all`,
    ),
  ).toEqual(expected.verdicts);
  expect(
    await query(
      `select break_id, company, business_date, currency, outcome, amount, status from mart.break order by break_id`,
    ),
  ).toEqual(expected.breaks);
  const decisions = `select decision_id, break_id, company, decision, author, is_in_force from mart.decision order by decision_id`;
  expect(await query(decisions)).toEqual(expected.decisions);

  // every receipt is in its company's landing zone with its number; the shared landing zone is kept
  const indexes = ['north', 'south'].map((company) => join(companyPaths(data, company).landing, 'index.jsonl'));
  const lines = indexes.flatMap((index) => readFileSync(index, 'utf8').trim().split('\n'));
  expect(lines.sort()).toEqual(former.trim().split('\n').sort());
  expect(existsSync(join(data, 'landing'))).toBe(false);
  expect(readFileSync(join(data, 'before-0.2.0', 'landing', 'index.jsonl'), 'utf8')).toBe(former);
  expect(readFileSync(join(data, 'before-0.2.0', 'warehouse', 'tieout.duckdb'), 'utf8')).toBe('the warehouse of 0.1.0');

  // new receipts continue the numbering of their company
  const [north = '', south = ''] = indexes;
  const [last, southBefore] = [receiptsIn(north).at(-1)?.receipt_id ?? 0, readFileSync(south, 'utf8')];
  const accepted = expected.decisions.find(({ company }) => company === 'north');
  const undone = await tieout(args('decide', 'undo', String(accepted?.decision_id), '--author', 'aida'));
  expect(undone).toMatchObject({ status: 0, err: '' });
  const added = receiptsIn(north).filter(({ receipt_id }) => receipt_id > last);
  expect(added.map(({ receipt_id }) => receipt_id)).toEqual([last + 1, last + 2]);
  expect(readFileSync(south, 'utf8')).toBe(southBefore);
  expect((await query(decisions)).filter(({ is_in_force }) => is_in_force === true)).toHaveLength(1);
});
