import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start, tieout } from '../given/command.ts';

/** Starts the sandbox, waits until it is ready, and stops it as a user does. */
async function written(folder: string): Promise<{ status: number | null; out: string }> {
  const options = ['--seed', '7', '--days', '12', '--orders-per-day', '9', '--currencies', 'MYR,SGD,JPY'];
  const terms = ['--until', '2026-11-18', '--settle-after', '1', '--settle-at-weekends', '--reserve', '2.5:4'];
  const child = start(['sandbox', ...options, ...terms, '--breaks', 'standard', '--files', folder], {});
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    if (out.includes('Ctrl-C')) child.kill('SIGINT');
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, out };
}

test('tieout sandbox writes merchant files and ground truth by its options', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-sandbox-'));
  const { status, out } = await written(folder);
  expect(status).toBe(0);
  expect(out).toContain(`${folder}: orders.csv, bank.csv, callbacks.jsonl, truth.json`);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').split('\r\n');
  expect(read('orders.csv')[0]).toMatch(/^Period,\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
  // the weekends of these twelve days
  const days = read('bank.csv').flatMap((line) => /SETTLEMENT (\S+) /.exec(line)?.[1] ?? []);
  const weekend = ['2026-11-08', '2026-11-14', '2026-11-15'];
  expect(days.filter((day) => weekend.includes(day)).length).toBeGreaterThan(2);
  const truth = JSON.parse(read('truth.json').join('\n')).breaks;
  expect(truth.length).toBeGreaterThan(20);
  const forged = truth.find(({ reason_code }: { reason_code: string }) => reason_code === 'not_signed');
  expect(read('callbacks.jsonl').join('')).toContain(forged.key.replace('payment:', ''));
  rmSync(folder, { recursive: true });
});

test('tieout sandbox injects the faults of a script, and an invalid script is an error with its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-faults-'));
  const script = join(folder, 'faults.yaml');
  writeFileSync(
    script,
    '- {service: gateway, path: /turnover/, effect: {kind: status, status: 503, retry_after: 9}}\n',
  );
  const child = start(['--json', 'sandbox', '--days', '1', '--orders-per-day', '1', '--faults', script], {});
  const { gatewayUrl, gatewaySecretKey } = await new Promise<Record<string, string>>((resolve) => {
    child.stdout?.on('data', (chunk) => resolve(JSON.parse(String(chunk))));
  });
  const headers = { authorization: `Bearer ${gatewaySecretKey}` };
  const ask = () => fetch(`${gatewayUrl}/account/json/turnover/?currency=MYR`, { headers });
  const [harmed, whole] = [await ask(), await ask()];
  expect([harmed.status, harmed.headers.get('retry-after'), whole.status]).toEqual([503, '9', 200]);
  child.kill('SIGINT');
  await new Promise((resolve) => child.on('close', resolve));
  writeFileSync(script, '- service: bank\n');
  const { status, err } = await tieout(['sandbox', '--faults', script]);
  expect(err).toContain(`error FAULT_SCRIPT_WRONG: `);
  expect(err).toContain(`where: ${script}`);
  expect(status).toBe(2);
  rmSync(folder, { recursive: true });
});

test.each([
  [['--breaks', 'some'], 'Allowed choices are standard, services, none'],
  [['--currencies', 'myr'], 'currency codes separated by commas, such as MYR,SGD'],
  [['--reserve', '10'], 'It must be percent:days, such as 10:30'],
  [['--days', '0'], 'whole number from 1'],
  [['--convert', 'USD'], 'It must be rates such as USD=4.21'],
  [['--choose', 'deadline'], 'It must be name=value'],
  [['--choose', 'deadline=never'], 'CHOICE_UNKNOWN'],
])('tieout sandbox %j exits 2', async (args, expected) => {
  const { status, err } = await tieout(['sandbox', ...args]);
  expect(err).toContain(expected);
  expect(status).toBe(2);
});
