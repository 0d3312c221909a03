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

/**
 * How many statements are requested once more: where a total of the gateway is out of balance, it may have given a wrong answer,
 * and is believed when it gives the same one twice. The breaks of the sandbox are on other days each day.
 */
async function doubtedStatements(path: string): Promise<number> {
  const { out } = await tieout(
    [
      ...['--json', '-q', '-c', path, 'sql'],
      `select distinct currency from mart.control where business_date = '${day}' and control = 'statement_to_turnover'
       and state = 'out_of_balance'`,
    ],
    {},
  );
  return (JSON.parse(out) as unknown[]).length;
}

describe('a repeated run', () => {
  test('requests each statement once, or twice where a total is out of balance, and writes byte-equal reports, also after a rebuild', async () => {
    const { path, folder, env } = givenConfig(sandbox);
    const args = ['--quiet', '--config', path, 'run', '--date', day];
    const reports = join(folder, 'data', 'reports');
    const first = await tieout(args, env);
    expect(first.err).toBe('');
    expect([0, 3, 4]).toContain(first.status);
    const once = fingerprints(reports);
    const doubted = await doubtedStatements(path);
    expect(await statementsAsked(sandbox)).toBe(2);
    expect(await tieout(args, env)).toMatchObject({ status: first.status, err: '' });
    const asked = await statementsAsked(sandbox);
    expect(asked).toBe(2 + doubted);
    const before = fingerprints(reports);
    if (doubted === 0) expect(before).toEqual(once);
    expect(Object.keys(before).length).toBeGreaterThan(8);

    const third = await tieout(args, env);
    expect(third.status).toBe(first.status);
    expect(await statementsAsked(sandbox)).toBe(asked);
    expect(fingerprints(reports)).toEqual(before);

    rmSync(join(folder, 'data', 'acme', 'warehouse'), { recursive: true });
    rmSync(reports, { recursive: true });
    expect(await tieout(['--config', path, '--quiet', 'rebuild'], {})).toMatchObject({ status: 0 });
    await tieout(args, env);
    expect(await statementsAsked(sandbox)).toBe(asked);
    expect(fingerprints(reports)).toEqual(before);
  });

  test('has the same result after being killed, with no statement requested that an undisturbed run does not', async () => {
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
      // a run that was killed at its end may have found a total out of balance
      const asked = await statementsAsked(slow);
      expect([2, 2 + (await doubtedStatements(path))]).toContain(asked);
      const whole = givenConfig(sandbox);
      await tieout(['--quiet', '--config', whole.path, 'run', '--date', day], whole.env);
      const verdicts = (at: string) => readFileSync(join(at, 'data', 'reports', day, 'acme', 'verdicts.json'), 'utf8');
      expect(verdicts(folder)).toBe(verdicts(whole.folder));
    } finally {
      await slow.close();
    }
  });
});
