import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweepTemporary, temporaryPrefix } from '../../src/disk/temporary.ts';

test('Temporary files of processes that have ended are removed, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-temporary-'));
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const own = temporaryPrefix('text');
  const [place = '', pid, began] = own.split('-').slice(2);
  const of = (purpose: string, ...parts: unknown[]) => ['tieout', purpose, ...parts, 'Ab12'].join('-');
  const kept = [
    of('text', place, pid, began),
    of('text', 'ffffffff', dead, 1),
    'tieout-text-Ab12cd',
    'tieout-temporary-Ab12',
    'tieout-workbook-backup.xlsx',
    'tieout-text-notes.txt',
    'another',
  ];
  const left = [of('text', place, dead, 1), of('strings', place, pid, 1), of('workbook', place, dead, 1)];
  const old = ['tieout-text-Zz99zz', of('sign', 'ffffffff', dead, 1)];
  const inUse = kept.slice(1, 3);
  for (const name of [...kept, ...left, ...old]) {
    if (name.includes('strings')) writeFileSync(join(folder, name), 'Aisha');
    else mkdirSync(join(folder, name));
    if (inUse.includes(name)) continue;
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(join(folder, name), longAgo, longAgo);
  }
  await sweepTemporary(folder);
  expect(readdirSync(folder).sort()).toEqual([...kept].sort());
  await sweepTemporary(join(folder, 'missing'));
});
