import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, onTestFinished, test } from 'vitest';
import { openCommandLine, run } from '../../src/commands/command-line.ts';
import type { Surroundings } from '../../src/commands/surroundings.ts';
import { exampleConfig } from '../../src/config/example.ts';
import { givenServer } from '../given/server.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'tieout-command-line-'));

/** Surroundings whose output is kept. */
function given(surroundings: Partial<Surroundings> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const { cwd = newFolder() } = surroundings;
  const stdout = { write: (text: string) => void out.push(text) };
  const stderr = { write: (text: string) => void err.push(text) };
  const whole: Surroundings = { env: {}, cwd, stdout, stderr, ...surroundings };
  return { ...whole, out: () => out.join(''), err: () => err.join('') };
}

/** A folder with the configuration of the company acme, which has nothing but a file of its own. */
function givenCompany(gateway = 'https://127.0.0.1:1'): string {
  const folder = newFolder();
  const company = `companies: [{ name: acme, zone: Etc/UTC, currencies: [MYR], books: { orders: { file: orders.csv } },
  gateway: { base_url: "${gateway}/api/v1", secret_key: { env: KEY } } }]\n`;
  writeFileSync(join(folder, 'tieout.yaml'), company);
  return folder;
}

test('A path is named from the given folder and shown as it was given', async () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, 'own'));
  const made = given({ cwd });
  expect(await run(['-c', 'own/tieout.yaml', 'init'], made)).toBe(0);
  expect(made.out()).toMatch(/^Wrote own\/tieout\.yaml\.\n/);
  expect(readFileSync(join(cwd, 'own', 'tieout.yaml'), 'utf8')).toBe(exampleConfig);
  const absent = given({ cwd, env: { TIEOUT_CONFIG: 'own/other.yaml' } });
  expect(await run(['--json', 'status'], absent)).toBe(2);
  expect(JSON.parse(absent.err())).toMatchObject({ code: 'CONFIG_NOT_FOUND', place: { file: 'own/other.yaml' } });
  for (const args of [
    ['import', 'statement', 'none.csv'],
    ['inspect', 'none.csv'],
  ]) {
    const missing = given({ cwd: givenCompany() });
    expect(await run(['--json', ...args], missing)).toBe(2);
    expect(JSON.parse(missing.err())).toMatchObject({ code: 'IMPORT_FILE_MISSING', place: { file: 'none.csv' } });
  }
});

test('A future day is one by the given clock', async () => {
  const cwd = givenCompany();
  const args = ['run', '--date', '2026-02-09'];
  const at = (text: string) => given({ cwd, env: { KEY: 'given-key' }, clock: () => Temporal.Instant.from(text) });
  const early = at('2026-02-09T12:00:00Z');
  expect(await run(['-q', ...args], early)).toBe(2);
  expect(early.err()).toContain('2026-02-09 is not over yet in Etc/UTC.');
  expect(existsSync(join(cwd, 'tieout-data'))).toBe(false);
});

test('An error that nothing awaited is reported in the form of the running command', async () => {
  const surroundings = given({ cwd: givenCompany() });
  const line = openCommandLine(surroundings);
  expect(await line.run(['--json', '-q', 'status'])).not.toBe(0);
  expect(await line.fail(new Error('broken'))).toBe(1);
  expect(JSON.parse(surroundings.err().trim().split('\n').at(-1) ?? '')).toMatchObject({ code: 'UNEXPECTED' });
});

test('A command that stays keeps a second one out, ends when it is asked to, and at once when it is asked twice', async () => {
  const listeners: (() => void)[] = [];
  const ended: number[] = [];
  const refusing = await givenServer((_request, response) => void response.writeHead(401).end());
  onTestFinished(refusing.close);
  const surroundings = given({
    cwd: givenCompany(refusing.url),
    env: { KEY: 'given-key' },
    onSignal: (signal, asked) => {
      if (signal === 'SIGTERM') listeners.push(asked);
      return () => {};
    },
    end: (status) => void ended.push(status),
    clock: () => Temporal.Instant.from('2026-02-09T00:01:00Z'),
  });
  const status = run(['schedule'], surroundings);
  await expect.poll(() => listeners.length, { timeout: 60_000 }).toBe(1);
  const second = given({ cwd: surroundings.cwd, env: surroundings.env });
  expect(await run(['schedule'], second)).toBe(1);
  expect(second.err()).toContain('RUN_IN_PROGRESS');
  for (let time = 0; time < 2; time += 1) listeners[0]?.();
  expect(await status).toBe(0);
  expect(ended).toEqual([143]);
  expect(surroundings.err()).toContain('Stopping after the current day');
});
