import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commandName, withCommandName } from '../../src/commands/command-name.ts';
import { keepCrash } from '../../src/commands/crash.ts';
import { exampleConfig } from '../../src/config/example.ts';
import { resolveSecret } from '../../src/config/secret.ts';
import { packageRoot } from '../../src/package-root.ts';

type Ended = { status: number; out: string; err: string };

const script = join(packageRoot, 'dist', 'cli.js');

function ended(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  // a hint names the command as it was called, and npm says in the environment that it called the tests
  const { npm_command: _, ...env } = process.env;
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env }, (_e, out, err) =>
      resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

const tieout = (args: readonly string[], cwd: string) => ended(process.execPath, [script, ...args], cwd);

const newFolder = () => mkdtempSync(join(tmpdir(), 'tieout-cli-'));

test('--help and --version exit 0; an unknown command or option exits 2 and suggests the nearest', async () => {
  const folder = newFolder();
  const [help, version, command, option] = await Promise.all([
    tieout(['--help'], folder),
    tieout(['--version'], folder),
    tieout(['statsu'], folder),
    tieout(['run', '--dat', '2026-01-01'], folder),
  ]);
  expect(help).toMatchObject({ status: 0, err: '' });
  for (const name of [
    'init',
    'run',
    'import',
    'inspect',
    'status',
    'doctor',
    'identity',
    'sql',
    'close',
    'schedule',
    'rebuild',
    'sandbox',
    'demo',
  ]) {
    expect(help.out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  }
  expect(version).toMatchObject({ status: 0, out: '0.2.0\n' });
  expect(command.status).toBe(2);
  expect(command.err).toContain('Did you mean status?');
  expect(option.status).toBe(2);
  expect(option.err).toContain('Did you mean --date?');
});

test('init writes the example with mode 0600 and never overwrites a file', async () => {
  const folder = newFolder();
  const path = join(folder, 'tieout.yaml');
  const first = await tieout(['init', '--json'], folder);
  expect(JSON.parse(first.out)).toEqual({ config: path });
  expect(readFileSync(path, 'utf8')).toBe(exampleConfig);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, '# mine\n');
  expect((await tieout(['init'], folder)).status).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('# mine\n');
  expect((await tieout(['init', '--stdout'], folder)).out).toBe(exampleConfig);
});

test('An unexpected error prints no stack trace; the log has one without secrets', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'key'), 'crash-secret-value', { mode: 0o600 });
  resolveSecret({ file: 'key' }, 'k', { path: join(folder, 'tieout.yaml'), environment: {} });
  const logPath = join(folder, 'data', 'tieout.log');
  const reported = await keepCrash(new Error('broken at crash-secret-value\nsecond line'), logPath);
  expect(reported).toMatchObject({ code: 'UNEXPECTED', exitStatus: 1, place: { file: logPath } });
  expect(reported.message).not.toContain('second line');
  const log = readFileSync(logPath, 'utf8');
  expect(log).toContain('cli.test.ts');
  expect(log).not.toContain('crash-secret-value');
  expect(statSync(logPath).mode & 0o777).toBe(0o600);
});

test('The log is not written through a link', async () => {
  const folder = newFolder();
  const [own, logPath] = [join(folder, 'own.txt'), join(folder, 'tieout.log')];
  writeFileSync(own, 'own\n');
  symlinkSync(own, logPath);
  const reported = await keepCrash(new Error('broken'), logPath);
  expect(reported.remedy).toContain('could not be written to a log');
  expect(readFileSync(own, 'utf8')).toBe('own\n');
});

test('A closed output pipe is not a failure', async () => {
  const call = `set -o pipefail; '${process.execPath}' '${script}' init --stdout | true`;
  await expect(promisify(execFile)('bash', ['-c', call])).resolves.toMatchObject({ stderr: '' });
});

test.each([
  [{ script: '/usr/local/bin/tieout', cwd: '/home/a', npm: undefined }, 'tieout'],
  [{ script: '/home/a/shop/node_modules/.bin/tieout', cwd: '/home/a/shop', npm: 'exec' }, 'npx tieout'],
  [{ script: '/home/a/shop/node_modules/.bin/tieout', cwd: '/home/a/shop', npm: undefined }, 'npx tieout'],
  [{ script: '/home/a/.npm/_npx/1/node_modules/.bin/tieout', cwd: '/home/a', npm: 'exec' }, 'npx tieout'],
  [{ script: '/usr/lib/node_modules/tieout/dist/cli.js', cwd: '/home/a', npm: undefined }, 'tieout'],
  [{ script: '/home/a/tieout/dist/cli.js', cwd: '/home/a/tieout', npm: 'start' }, 'node dist/cli.js'],
  [{ script: '/home/a/tieout/dist/cli.js', cwd: '/home/b', npm: undefined }, 'node /home/a/tieout/dist/cli.js'],
])('A hint for %j starts with %s', (call, name) => {
  expect(commandName(call)).toBe(name);
  expect(withCommandName('Run `tieout run`; tieout keeps it.', name)).toBe(`Run \`${name} run\`; tieout keeps it.`);
});

test('A hint repeats the given --config', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'other.yaml'), exampleConfig);
  const { err, status } = await tieout(['--config', 'other.yaml', 'status'], folder);
  expect(status).toBe(2);
  expect(err).toContain('cli.js --config other.yaml run` first');
});

test('called in a folder that was removed, it says so and exits 2', async () => {
  const folder = newFolder();
  const call = `rmdir "$PWD" && exec "${process.execPath}" "${script}" status`;
  const { status, out, err } = await ended('/bin/sh', ['-c', call], folder);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toBe(`error WORKING_FOLDER_GONE: The folder in which the command was called has been removed.
  next:  Change to a folder that exists, and repeat the command.
`);
});
