import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { fingerprints, start, tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const day = until.toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5, days: 6, until: day, ordersPerDay: 20 });
});
afterAll(() => sandbox.close());

async function statementsAsked(of: RunningSandbox): Promise<number> {
  const answer = await fetch(`${of.gatewayUrl}/company_statements/`, {
    headers: { authorization: `Bearer ${of.gatewaySecretKey}` },
  });
  return ((await answer.json()) as { results: unknown[] }).results.length;
}

describe('a repeated run', () => {
  test('requests no second statement and writes byte-equal reports, also after a rebuild', async () => {
    const { path, folder, env } = givenConfig(sandbox);
    const args = ['--quiet', '--config', path, 'run', '--date', day];
    const reports = join(folder, 'data', 'reports');
    const first = await tieout(args, env);
    expect(first.err).toBe('');
    expect([0, 3, 4]).toContain(first.status);
    const asked = await statementsAsked(sandbox);
    const before = fingerprints(reports);
    expect(Object.keys(before).length).toBeGreaterThan(8);

    const second = await tieout(args, env);
    expect(second.status).toBe(first.status);
    expect(await statementsAsked(sandbox)).toBe(asked);
    expect(fingerprints(reports)).toEqual(before);

    rmSync(join(folder, 'data', 'acme', 'warehouse'), { recursive: true });
    rmSync(reports, { recursive: true });
    expect(await tieout(['--config', path, '--quiet', 'rebuild'], {})).toMatchObject({ status: 0 });
    await tieout(args, env);
    expect(await statementsAsked(sandbox)).toBe(asked);
    expect(fingerprints(reports)).toEqual(before);
  });

  test('has the same result after being killed, with one statement per currency', async () => {
    const slow = await startSandbox({
      seed: 5,
      days: 6,
      until: day,
      ordersPerDay: 20,
      gateway: { statementReadyMs: 1500 },
    });
    try {
      const { path, folder, env } = givenConfig(slow);
      const args = ['--quiet', '--config', path, 'run', '--date', day];
      for (const afterMs of [700, 1100, 2300, 3800]) {
        const child = start(args, env);
        const ended = new Promise((resolve) => child.on('close', resolve));
        await sleep(afterMs);
        child.kill('SIGKILL');
        await ended;
      }
      const last = await tieout(args, env);
      expect(last.err).toBe('');
      expect(await statementsAsked(slow)).toBe(2);
      const whole = givenConfig(sandbox);
      await tieout(['--quiet', '--config', whole.path, 'run', '--date', day], whole.env);
      const verdicts = (at: string) => readFileSync(join(at, 'data', 'reports', day, 'acme', 'verdicts.json'), 'utf8');
      expect(verdicts(folder)).toBe(verdicts(whole.folder));
    } finally {
      await slow.close();
    }
  });
});
