import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/src/start.ts';
import { packageRoot } from '../../src/package-root.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';

/* As cron starts a command: no environment, no terminal, another folder; the secrets are in files. */

const elsewhere = mkdtempSync(join(tmpdir(), 'tieout-cron-'));

/** Runs the program with an empty environment. */
function cron(...args: string[]): Promise<{ status: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const script = join(packageRoot, 'dist', 'cli.js');
    const child = spawn(process.execPath, [script, ...args], {
      env: {},
      cwd: elsewhere,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...said }));
  });
}

test('Last month is closed by cron, and every exit status says what happened', async () => {
  const end = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').with({ day: 1 });
  const first = end.subtract({ days: 2 });
  const month = first.toPlainYearMonth().toString();
  const until = end.subtract({ days: 1 }).toString();
  const sandbox = await startSandbox({ seed: 29, days: 3, until, breaks: 'none', ordersPerDay: 4 });
  const folder = mkdtempSync(join(tmpdir(), 'tieout-secrets-'));
  const secret = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return { file: join(folder, name) };
  };
  const { path, folder: own } = givenConfig(sandbox, {
    starts_on: first.toString(),
    gateway: {
      base_url: sandbox.gatewayUrl,
      secret_key: secret('gateway', sandbox.gatewaySecretKey),
      narrowing_requests: 0,
    },
    payout: {
      base_url: sandbox.payoutUrl,
      api_key: secret('payout-key', sandbox.payoutApiKey),
      api_secret: secret('payout-secret', sandbox.payoutApiSecret),
    },
  });
  const close = (...args: string[]) => cron('-q', '-c', path, 'close', ...args);

  expect(await close('2026-13')).toMatchObject({ status: 2, out: '', err: expect.stringContaining('2026-13') });
  expect(await cron('-q', '-c', join(folder, 'other.yaml'), 'close', 'last-month')).toMatchObject({ status: 2 });
  // nothing was run before, and there is no selftest of this version: the month is fetched, reconciled and refused
  const refused = await close('last-month');
  expect(refused).toMatchObject({ status: 4, err: '' });
  expect(refused.out).toContain(`${month} is not closed.`);
  expect(refused.out).toContain('No selftest of this version is recorded.');
  await givenSelftest(join(own, 'data'));
  const closed = await close('last-month');
  expect(closed, closed.out).toMatchObject({ status: 0, err: '' });
  expect(closed.out).toContain(`${month} is closed (v1)`);
  expect(closed.out).not.toContain('\u001B');
  const again = await close('last-month');
  expect(again).toMatchObject({ status: 0, err: '' });
  expect(again.out).toContain(`${month} v1 is unchanged since the month was closed.`);
  await sandbox.close();
  expect(await close('last-month')).toMatchObject({ status: 0, err: '' });
});
