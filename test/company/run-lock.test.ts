import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ownIdentity, takeLock, withRunLock } from '../../src/company/run-lock.ts';
import { packageRoot } from '../../src/package-root.ts';

const folderOf = () => join(mkdtempSync(join(tmpdir(), 'tieout-lock-')), 'run.lock');
const compiled = pathToFileURL(join(packageRoot, 'build', 'company', 'run-lock.js')).href;

async function givenClaim(folder: string, changes: object): Promise<string> {
  await withRunLock(folder, async () => {});
  const path = join(folder, '1-left-behind.json');
  const claim = { ...(await ownIdentity()), purpose: 'run', taken_at: '2026-11-19T00:00:00Z', ...changes };
  writeFileSync(path, JSON.stringify(claim));
  return path;
}

test('A second run is rejected during the first and accepted afterwards', async () => {
  const folder = folderOf();
  const first = await takeLock(folder, { purpose: 'rebuild' });
  await expect(takeLock(folder, { patienceMs: 0 })).rejects.toMatchObject({
    code: 'RUN_IN_PROGRESS',
    message: expect.stringMatching(`tieout rebuild is in progress \\(process ${process.pid} `),
  });
  await first.release();
  await (await takeLock(folder, { patienceMs: 0 })).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('A failed run releases the lock', async () => {
  const folder = folderOf();
  await expect(withRunLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a pid that is free', { pid: 4_194_305 }, true],
  ['a pid that was given to another process since', { began: '1' }, true],
  ['an earlier boot of this machine', { boot: 'an-earlier-one' }, true],
  ['a process that runs', {}, false],
  ['a process that does not see the boot', { boot: null }, false],
  ['another machine with a recent heartbeat', { host: 'elsewhere' }, false],
])('A claim of %s is classified correctly', async (_, changes, isStale) => {
  const folder = folderOf();
  await givenClaim(folder, changes);
  const taken = await takeLock(folder, { patienceMs: 0 }).catch(() => undefined);
  expect(taken !== undefined).toBe(isStale);
  await taken?.release();
});

test('A claim of another machine without a heartbeat for two minutes is stale', async () => {
  const folder = folderOf();
  const path = await givenClaim(folder, { host: 'elsewhere' });
  const longAgo = new Date(Date.now() - 130_000);
  utimesSync(path, longAgo, longAgo);
  await (await takeLock(folder, { patienceMs: 0 })).release();
});

test.each(['', '{', '{"pid": "one"}', '[null]'])(
  'A claim that cannot be read (%s) blocks until nobody renews it',
  async (text) => {
    const folder = folderOf();
    const path = await givenClaim(folder, {});
    writeFileSync(path, text);
    await expect(takeLock(folder, { patienceMs: 0 })).rejects.toMatchObject({
      code: 'RUN_IN_PROGRESS',
      message: 'Another process may be working here: its lock file 1-left-behind.json cannot be read.',
    });
    const longAgo = new Date(Date.now() - 130_000);
    utimesSync(path, longAgo, longAgo);
    await (await takeLock(folder, { patienceMs: 0 })).release();
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('A killed process does not block the next one', async () => {
  const folder = folderOf();
  const script = `const { takeLock } = await import('${compiled}'); await takeLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await expect(takeLock(folder, { patienceMs: 0 })).rejects.toMatchObject({ code: 'RUN_IN_PROGRESS' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  expect(readdirSync(folder)).toHaveLength(1);
  await (await takeLock(folder, { patienceMs: 0 })).release();
});

test('Six concurrent processes run one after the other', async () => {
  const folder = folderOf();
  const journal = `${folder}.journal`;
  const script = `const { appendFileSync } = await import('node:fs'); const { withRunLock } = await import('${compiled}');
    for (let i = 0; i < 3; i += 1) await withRunLock(process.argv[1], async () => {
      appendFileSync(process.argv[2], 'begin ' + process.pid + '\\n');
      await new Promise((resolve) => setTimeout(resolve, 5));
      appendFileSync(process.argv[2], 'end ' + process.pid + '\\n');
    }, { patienceMs: 30000 });`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder, journal]);
  await Promise.all([run(), run(), run(), run(), run(), run()]);
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(36);
  for (let index = 0; index < lines.length; index += 2) {
    expect(lines[index + 1]).toBe(lines[index]?.replace('begin', 'end'));
  }
});

test.each([
  ['that does not run is removed', 4_194_305, 0],
  ['that runs is left', process.pid, 1],
])('What a process wrote of a claim, and nothing of its content, is swept: one %s', async (_, pid, left) => {
  const folder = folderOf();
  const held = await takeLock(folder);
  const [name = ''] = readdirSync(folder);
  await held.release();
  writeFileSync(join(folder, `.${name.replace(/^[0-9]+/, String(pid))}`), '');
  await (await takeLock(folder, { patienceMs: 0 })).release();
  expect(readdirSync(folder)).toHaveLength(left);
});
