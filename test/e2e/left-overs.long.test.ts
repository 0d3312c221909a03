import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { packageRoot } from '../../src/package-root.ts';
import { start, tieout } from '../given/command.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const day = until.toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5, days: 3, until: day, ordersPerDay: 10 });
});
afterAll(() => sandbox.close());

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

/** The files of a data directory other than objects of the landing zone, and how many objects have no receipt. */
function left(folder: string): { files: string[]; withoutReceipt: string[] } {
  const data = join(folder, 'data');
  const index = readFileSync(join(data, 'acme', 'landing', 'index.jsonl'), 'utf8');
  const all = filesIn(data);
  const objects = all.filter((name) => name.includes('/objects/'));
  const withoutReceipt = objects.filter((name) => !index.includes((name.split('/').at(-1) ?? '').slice(0, 64)));
  return { files: all.filter((name) => !objects.includes(name)), withoutReceipt };
}

const verdictsOf = (folder: string) =>
  readFileSync(join(folder, 'data', 'reports', day, 'acme', 'verdicts.json'), 'utf8');

/** The files of a run, and its verdicts, where nothing disturbed it. */
let undisturbed: { files: string[]; verdicts: string };
beforeAll(async () => {
  const { path, folder, env } = givenConfig(sandbox);
  await tieout(['-q', '-c', path, 'run', '--date', day], env);
  const { files, withoutReceipt } = left(folder);
  expect(withoutReceipt).toEqual([]);
  undisturbed = { files, verdicts: verdictsOf(folder) };
});

/** What processes that were killed leave, each at another point. */
function plant(folder: string): void {
  const { landing, warehouse, published, lock, reportLock } = givenData(folder);
  const reports = join(folder, 'data', 'reports', until.subtract({ days: 5 }).toString());
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
  const { path, folder, env } = givenConfig(sandbox);
  plant(folder);
  await tieout(['-q', '-c', path, 'run', '--date', day], env);
  expect(left(folder)).toEqual({ files: undisturbed.files, withoutReceipt: [] });
  expect(verdictsOf(folder)).toBe(undisturbed.verdicts);
});

test('A rebuild that is killed at any point leaves nothing behind, and a state that can be read', async () => {
  const { path, folder, env } = givenConfig(sandbox);
  await tieout(['-q', '-c', path, 'run', '--date', day], env);
  const before = left(folder).files;
  const question = ['-q', '--json', '-c', path, 'sql', 'select * from mart.verdict order by all'];
  const { out: verdicts } = await tieout(question, {});
  for (const point of ['.building', '.built', 'published.duckdb.']) {
    const child = start(['-q', '-c', path, 'rebuild'], {});
    const ended = new Promise((resolve) => child.on('close', resolve));
    const folderOf = dirname(givenData(folder).warehouse);
    // by what the rebuild has written, so that the points do not depend on the speed of the machine
    while (child.exitCode === null && !readdirSync(folderOf).some((name) => isAt(name, point))) await sleep(1);
    child.kill('SIGKILL');
    await ended;
    expect((await tieout(question, {})).out).toBe(verdicts);
  }
  expect(await tieout(['-q', '-c', path, 'rebuild'], {})).toMatchObject({ status: 0 });
  expect(left(folder).files).toEqual(before);
  expect((await tieout(question, {})).out).toBe(verdicts);
});

const isAt = (name: string, point: string) =>
  point === 'published.duckdb.' ? name.startsWith(point) && name.endsWith('.tmp') : name.endsWith(point);

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
  const { path, folder, env } = givenConfig(sandbox);
  const args = ['-q', '-c', path, 'run', '--date', day];
  const size = Math.ceil(statSync(givenData(folder).warehouse).size / 1024);
  for (const blocks of [0, 2, 8, 64, size, size + 256])
    expect(await limited(blocks, args, env)).toEqual({ status: 1, code: 'DISK_FULL' });
  expect((await tieout(args, env)).err).toBe('');
  expect(left(folder)).toEqual({ files: undisturbed.files, withoutReceipt: [] });
  expect(verdictsOf(folder)).toBe(undisturbed.verdicts);
});

test.runIf(existsSync('/sys/kernel'))('A data directory that may not be written is named', async () => {
  const { path } = givenConfig(sandbox);
  // nobody, not even root, may make a folder there
  writeFileSync(path, readFileSync(path, 'utf8').replace('data_dir: data', 'data_dir: /sys/tieout'));
  const { status, err } = await tieout(['-q', '-c', path, 'rebuild'], {});
  expect(err).toContain('error FOLDER_READ_ONLY: This process may not write: E');
  expect(status).toBe(2);
});
