import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { fingerprints } from '../given/command.ts';
import { daysBefore, givenWorld, type Shop, shopAt } from '../given/shop.ts';
import { repeatableDay as day, ranDay } from '../given/worlds.ts';

const ran = await givenWorld(ranDay);
const { sandbox } = ran;

/** The files of a data directory other than objects of the landing zone, the objects without a receipt, and the verdicts. */
function leftBy(shop: Shop) {
  const all = Object.keys(fingerprints(join(shop.folder, 'data')));
  const objects = all.filter((name) => name.includes('/objects/'));
  return {
    files: all.filter((name) => !objects.includes(name)),
    withoutReceipt: objects.filter((name) => !shop.index().includes((name.split('/').at(-1) ?? '').slice(0, 64))),
    verdicts: shop.report(day, 'verdicts.json'),
  };
}

/** What a run leaves that nothing disturbed. */
const undisturbed = leftBy(ran.copy());
expect(undisturbed.withoutReceipt).toEqual([]);

/** What processes that were killed leave, each at another point. */
function plant({ folder, data }: Shop): void {
  const { landing, warehouse, published, lock, reportLock } = data;
  const reports = join(folder, 'data', 'reports', daysBefore(day, 5));
  const dead = {
    pid: 4_194_305,
    host: 'h',
    boot: null,
    pid_namespace: null,
    began: null,
    purpose: 'run',
    taken_at: '',
  };
  const sha = 'ab'.repeat(32);
  const hour = new Date(Date.now() - 3_700_000);
  for (const [path, text, isOld] of [
    [join(landing, 'incoming', '0011223344556677'), 'half a download', false],
    [join(landing, 'incoming', `${sha}.csv.placing`), '', false],
    [join(landing, 'objects', 'ab', `${sha}.csv`), 'placed, without a receipt', false],
    [join(landing, 'index.head.json.tmp'), '{', false],
    [`${warehouse}.building`, 'half', false],
    [`${warehouse}.building.wal`, 'half', false],
    [join(dirname(warehouse), 'spill', 'duckdb_temp_storage-0.tmp'), 'spilled', false],
    [`${published}.001122334455.tmp`, 'half', false],
    [`${published}.seal.json.tmp`, '{', false],
    [join(dirname(published), 'reading', '001122334455.duckdb'), 'copied', true],
    [join(`${published}.tmp`, 'duckdb_temp_storage-0.tmp'), 'spilled', true],
    [join(dirname(published), 'selftest-a1b2c3', 'copy.duckdb'), 'copied', true],
    [join(reports, 'acme.00112233.tmp', 'acme.xlsx'), 'half', false],
    [join(reports, 'acme.monthly.00112233.tmp', 'acme.xlsx'), 'half', false],
    [join(lock, '.4194305-unfinished.json'), '{', true],
    [join(lock, '4194305-dead.json'), JSON.stringify(dead), true],
    [join(reportLock, '.4194305-unfinished.json'), '{', true],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (!isOld) continue;
    utimesSync(path, hour, hour);
    utimesSync(dirname(path), hour, hour);
  }
}

test('The next run removes what killed processes left', async () => {
  const shop = shopAt(sandbox);
  plant(shop);
  await shop.tieout('run', '--date', day);
  expect(leftBy(shop)).toEqual(undisturbed);
});

/** Runs the command with a limit on the size of each file that it writes, in blocks of 1,024 bytes: a disk that is full. */
function limited(
  blocks: number,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: string; status: number | null }> {
  const program = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', program, process.execPath, join(packageRoot, 'dist', 'cli.js'), ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    child.on('close', (status) =>
      resolve({ status, code: /^error ([A-Z_]+)/m.exec(err)?.[1]?.replace('UNEXPECTED', `${blocks}: ${err}`) ?? err }),
    );
  });
}

test('A disk that is full is named, and the repeated run ends as an undisturbed one', async () => {
  const shop = shopAt(sandbox);
  const size = Math.ceil(statSync(shop.data.warehouse).size / 1024);
  for (const blocks of [0, 2, 8, 64, size, size + 256]) {
    const run = await limited(blocks, ['-q', '-c', shop.path, 'run', '--date', day], shop.env);
    expect(run).toEqual({ status: 1, code: 'DISK_FULL' });
  }
  expect((await shop.tieout('run', '--date', day)).err).toBe('');
  expect(leftBy(shop)).toEqual(undisturbed);
});

test.runIf(existsSync('/sys/kernel'))('A data directory that may not be written is named', async () => {
  const shop = shopAt(sandbox);
  // nobody, not even root, may make a folder there
  shop.configure({}, { data_dir: '/sys/tieout' });
  const { status, err } = await shop.tieout('rebuild');
  expect(err).toContain('error FOLDER_READ_ONLY: This process may not write: E');
  expect(status).toBe(2);
});
