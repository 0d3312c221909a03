import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openRecords } from '../../src/schedule/records.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-records-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'runs.jsonl');
const head = join(folder, 'runs.head.json');
const run = (date: string) => ({
  company: 'acme',
  date,
  outcome: 'reconciled' as const,
  began_at: '2026-11-03T01:00:00Z',
  ended_at: '2026-11-03T01:01:00Z',
});

beforeEach(() => {
  for (const file of [path, head]) rmSync(file, { force: true });
});

describe('records of runs', () => {
  test('are a chain: a changed, removed or added line is noticed, with its line', async () => {
    const records = openRecords(path);
    for (const date of ['2026-11-01', '2026-11-02', '2026-11-03']) await records.addRun(run(date));
    expect(await records.history()).toHaveLength(3);
    const text = readFileSync(path, 'utf8');
    const [one = '', two = '', three = ''] = text.split('\n');
    const altered: [string, number][] = [
      [text.replace('2026-11-02', '2026-11-04'), 2],
      [`${one}\n${three}\n`, 2],
      [`${one}\n${two}\n`, 3],
      [`${text}${one}\n`, 4],
      [`${two}\n${one}\n${three}\n`, 1],
      ['', 1],
    ];
    for (const [written, line] of altered) {
      writeFileSync(path, written);
      const error = { code: 'RUN_RECORDS_DAMAGED', exitStatus: 4, place: { file: path, line } };
      await expect(records.history()).rejects.toMatchObject(error);
      await expect(records.addRun(run('2026-11-04'))).rejects.toMatchObject(error);
    }
    writeFileSync(path, text);
    expect(await records.history()).toHaveLength(3);
  });

  test('of a process that was killed while writing are read up to its line, and go on', async () => {
    const records = openRecords(path);
    await records.addRun(run('2026-11-01'));
    appendFileSync(path, '{"kind":"run","comp');
    expect(await records.history()).toEqual([{ kind: 'run', ...run('2026-11-01') }]);
    await records.addRun(run('2026-11-02'));
    expect(await records.history()).toHaveLength(2);
  });

  test('of an earlier version, without a chain, are kept and anchored by the next one', async () => {
    const former = `${JSON.stringify({ kind: 'run', ...run('2026-11-01') })}\n`;
    writeFileSync(path, former);
    const records = openRecords(path);
    expect(await records.history()).toHaveLength(1);
    await records.addRun(run('2026-11-02'));
    expect(await records.history()).toHaveLength(2);
    expect(existsSync(head)).toBe(true);
    writeFileSync(path, readFileSync(path, 'utf8').replace('2026-11-01', '2026-11-05'));
    await expect(records.history()).rejects.toMatchObject({ code: 'RUN_RECORDS_DAMAGED' });
  });

  test('are written whole by several processes at a time', async () => {
    const days = Array.from({ length: 12 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`);
    await Promise.all(days.map((date) => openRecords(path).addRun(run(date))));
    expect(await openRecords(path).history()).toHaveLength(days.length);
  });
});
