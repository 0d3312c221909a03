import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fingerprints, start, tieoutProcess } from '../given/command.ts';
import { lastEndedDay } from '../given/ended-day.ts';
import { statementsAsked } from '../given/sandbox-config.ts';
import { daysBefore, givenSandbox, type Shop, shopAt } from '../given/shop.ts';

const day = lastEndedDay().toString();
const options = { seed: 5, days: 6, until: day, ordersPerDay: 20 };
const sandbox = await givenSandbox(options);

/**
 * How many statements are requested once more: where a total of the gateway is out of balance, it may have given a wrong answer,
 * and is believed when it gives the same one twice. The breaks of the sandbox are on other days each day.
 */
async function doubtedStatements(shop: Shop): Promise<number> {
  const doubted = await shop.read(
    `select distinct currency from mart.control where business_date = '${day}' and control = 'statement_to_turnover'
     and state = 'out_of_balance'`,
  );
  return doubted.length;
}

const comparedForm = z.object({
  companies: z.tuple([
    z.looseObject({
      comparison: z.looseObject({ state: z.string(), different: z.array(z.looseObject({ view: z.string() })) }),
    }),
  ]),
});
const comparisonIn = (out: string) => comparedForm.parse(JSON.parse(out)).companies[0].comparison;

describe('a repeated run', () => {
  test('requests each statement once, or twice where a total is out of balance, and writes byte-equal reports, also after a rebuild', async () => {
    const shop = shopAt(sandbox);
    const run = () => shop.tieout('run', '--date', day);
    const reports = join(shop.folder, 'data', 'reports');
    // the program itself, whose exit status is that of the function
    const first = await tieoutProcess(['-q', '-c', shop.path, 'run', '--date', day], shop.env);
    expect(first.err).toBe('');
    expect([0, 3, 4]).toContain(first.status);
    const once = fingerprints(reports);
    const doubted = await doubtedStatements(shop);
    expect(await statementsAsked(sandbox)).toBe(2);
    expect(await run()).toMatchObject({ status: first.status, err: '' });
    const asked = await statementsAsked(sandbox);
    expect(asked).toBe(2 + doubted);
    const before = fingerprints(reports);
    if (doubted === 0) expect(before).toEqual(once);
    expect(Object.keys(before).length).toBeGreaterThan(8);

    expect((await run()).status).toBe(first.status);
    expect(await statementsAsked(sandbox)).toBe(asked);
    expect(fingerprints(reports)).toEqual(before);

    const data = join(shop.folder, 'data', 'acme');
    const kept = fingerprints(data);
    const compared = await shop.tieout('--json', 'rebuild', '--compare');
    expect(compared).toMatchObject({ status: 0, err: '' });
    expect(comparisonIn(compared.out)).toMatchObject({ state: 'equal', different: [] });
    expect(fingerprints(data)).toEqual(kept);

    rmSync(join(data, 'warehouse'), { recursive: true });
    rmSync(reports, { recursive: true });
    expect(await shop.tieout('rebuild')).toMatchObject({ status: 0 });
    await run();
    expect(await statementsAsked(sandbox)).toBe(asked);
    expect(fingerprints(reports)).toEqual(before);
  });

  test('is named by a comparison with a snapshot that does not have it', async () => {
    const shop = shopAt(sandbox);
    const { published } = shop.data;
    await shop.tieout('run', '--date', daysBefore(day, 1));
    const files = [published, `${published}.seal.json`];
    for (const file of files) copyFileSync(file, `${file}.earlier`);
    await shop.tieout('run', '--date', day);
    for (const file of files) renameSync(`${file}.earlier`, file);
    const before = fingerprints(join(shop.folder, 'data', 'acme'));

    const { status, out } = await shop.tieout('--json', 'rebuild', '--compare');
    expect(status).toBe(4);
    const { state, different } = comparisonIn(out);
    expect(state).toBe('different');
    const runs = different.find(({ view }) => view === 'recon.run');
    expect(runs).toMatchObject({ only_published: 0, first: [{ only_in: 'rebuilt' }] });
    expect(runs?.only_rebuilt).toBeGreaterThan(0);
    expect(different.map(({ view }) => view)).toContain('mart.verdict');
    expect(fingerprints(join(shop.folder, 'data', 'acme'))).toEqual(before);

    const rebuilt = await shop.tieout('rebuild');
    expect(rebuilt.status).toBe(0);
    expect(rebuilt.out).toContain('Different from the published data: ');
    expect(await shop.read(`select * from mart.verdict where business_date = '${day}'`)).not.toEqual([]);
  });
});

test('A run that was killed after its mark, and after which others were made, is not in a rebuild either', async () => {
  const shop = shopAt(sandbox);
  const runsMarked = () => shop.index().split('"kind":"run"').length - 1;
  const runOf = (days: number) => ['run', '--date', daysBefore(day, days)];
  await shop.tieout(...runOf(3));
  for (const days of [2, 1]) {
    const before = runsMarked();
    const child = start(['-q', '-c', shop.path, ...runOf(days)], shop.env);
    const ended = new Promise((resolve) => child.on('close', resolve));
    while (runsMarked() === before && child.exitCode === null) await setTimeout(5);
    child.kill('SIGKILL');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
  }
  const [marked, judged] = [runsMarked(), await shop.read('select run_id from mart.run')];
  expect(judged.length).toBeLessThan(marked);
  expect((await shop.tieout('rebuild', '--compare')).out).toContain('Equal to the published data');
  await shop.tieout(...runOf(0));
  const { status, out } = await shop.tieout('--json', 'rebuild', '--compare');
  expect(comparisonIn(out)).toMatchObject({ state: 'equal', different: [] });
  expect(status).toBe(0);
  expect(await shop.read('select run_id from mart.run')).toHaveLength(judged.length + runsMarked() - marked);
  // a day of a killed run is judged under a mark of its own
  await shop.tieout(...runOf(2));
  expect((await shop.tieout('rebuild', '--compare')).out).toContain('Equal to the published data');
});

test('A run that could not be repeated for a time is repeated again when its record is restored', async () => {
  const shop = shopAt(sandbox);
  const runOf = (days: number) => shop.tieout('run', '--date', daysBefore(day, days));
  await runOf(2);
  await runOf(1);
  const { sha256 } = z.object({ sha256: z.string() }).parse(
    JSON.parse(
      shop
        .index()
        .trim()
        .split('\n')
        .findLast((line) => line.includes('"kind":"run"')) ?? '',
    ),
  );
  const path = join(shop.data.landing, 'objects', sha256.slice(0, 2), `${sha256}.json`);
  const mark = readFileSync(path);
  writeFileSync(path, '{}');
  expect(await shop.tieout('rebuild')).toMatchObject({
    status: 4,
    err: expect.stringContaining('RUN_MARK_UNREADABLE'),
  });
  await runOf(0);
  writeFileSync(path, mark);
  expect((await shop.tieout('rebuild')).out).toContain('3 runs repeated');
});
