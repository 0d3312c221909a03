import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { fingerprints, start, tieout, tieoutProcess } from '../given/command.ts';
import { lastEndedDay } from '../given/ended-day.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';

const until = lastEndedDay();
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
    // the program itself, whose exit status is that of the function
    const first = await tieoutProcess(args, env);
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

    const data = join(folder, 'data', 'acme');
    const kept = fingerprints(data);
    const compared = await tieout(['--config', path, '--quiet', '--json', 'rebuild', '--compare'], {});
    expect(compared).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(compared.out).companies[0].comparison).toMatchObject({ state: 'equal', different: [] });
    expect(fingerprints(data)).toEqual(kept);

    rmSync(join(data, 'warehouse'), { recursive: true });
    rmSync(reports, { recursive: true });
    expect(await tieout(['--config', path, '--quiet', 'rebuild'], {})).toMatchObject({ status: 0 });
    await tieout(args, env);
    expect(await statementsAsked(sandbox)).toBe(asked);
    expect(fingerprints(reports)).toEqual(before);
  });

  test('is named by a comparison with a snapshot that does not have it', async () => {
    const { path, folder, env } = givenConfig(sandbox);
    const { published } = givenData(folder);
    await tieout(['-q', '-c', path, 'run', '--date', until.subtract({ days: 1 }).toString()], env);
    const files = [published, `${published}.seal.json`];
    for (const file of files) copyFileSync(file, `${file}.earlier`);
    await tieout(['-q', '-c', path, 'run', '--date', day], env);
    for (const file of files) renameSync(`${file}.earlier`, file);
    const before = fingerprints(join(folder, 'data', 'acme'));

    const { status, out } = await tieout(['-q', '--json', '-c', path, 'rebuild', '--compare'], {});
    expect(status).toBe(4);
    const { different, state } = JSON.parse(out).companies[0].comparison;
    expect(state).toBe('different');
    const runs = different.find(({ view }: { view: string }) => view === 'recon.run');
    expect(runs).toMatchObject({ only_published: 0, first: [{ only_in: 'rebuilt' }] });
    expect(runs.only_rebuilt).toBeGreaterThan(0);
    expect(different.map(({ view }: { view: string }) => view)).toContain('mart.verdict');
    expect(fingerprints(join(folder, 'data', 'acme'))).toEqual(before);

    const rebuilt = await tieout(['-q', '-c', path, 'rebuild'], {});
    expect(rebuilt.status).toBe(0);
    expect(rebuilt.out).toContain('Different from the published data: ');
    const again = await tieout(['-q', '-c', path, 'rebuild', '--compare'], {});
    expect(again.status).toBe(0);
    expect(again.out).toContain('Equal to the published data: ');
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
