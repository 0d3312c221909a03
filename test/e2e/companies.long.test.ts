import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { takeLock } from '../../src/company/run-lock.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { tieout, tieoutProcess } from '../given/command.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const day = until.toString();
const ran = z.object({
  verdicts: z.array(z.object({ company: z.string() })),
  errors: z.array(z.object({ company: z.string(), code: z.string() })),
});
const listed = z.array(z.looseObject({ break_id: z.string(), company: z.string(), currency: z.string() }));
const decided = z.object({
  outcomes: z.array(
    z.object({ decisions: z.array(z.unknown()).optional(), refusal: z.object({ code: z.string() }).optional() }),
  ),
  periods: z.array(z.object({ company: z.string() })),
});

let sandboxes: RunningSandbox[];
let folder: string;
let env: Record<string, string>;
const call = (...args: string[]) => tieout(['-q', '-c', join(folder, 'tieout.yaml'), ...args], env);
const pathsOf = (company: string) => companyPaths(join(folder, 'data'), company);
const companiesIn = (rows: readonly { company: string }[]) => [...new Set(rows.map(({ company }) => company))].sort();
const query = async (...args: string[]): Promise<unknown> => JSON.parse((await call('--json', 'sql', ...args)).out);

beforeAll(async () => {
  const options = { days: 3, until: day, breaks: 'services', ordersPerDay: 12 } as const;
  // each company has services and keys of its own
  sandboxes = [await startSandbox({ ...options, seed: 3 }), await startSandbox({ ...options, seed: 4 })];
  env = Object.fromEntries(
    sandboxes.flatMap((sandbox, at) => [
      [`T_GATEWAY_${at}`, sandbox.gatewaySecretKey],
      [`T_KEY_${at}`, sandbox.payoutApiKey],
      [`T_SECRET_${at}`, sandbox.payoutApiSecret],
    ]),
  );
  folder = mkdtempSync(join(tmpdir(), 'tieout-companies-'));
  const companyOf = (name: string, at: number) => ({
    name,
    zone: 'Asia/Kuala_Lumpur',
    currencies: ['MYR', 'SGD'],
    gateway: { base_url: sandboxes[at]?.gatewayUrl, secret_key: { env: `T_GATEWAY_${at}` }, narrowing_requests: 0 },
    payout: {
      base_url: sandboxes[at]?.payoutUrl,
      api_key: { env: `T_KEY_${at}` },
      api_secret: { env: `T_SECRET_${at}` },
    },
  });
  // the second company has the name of a folder in the data directory
  const companies = ['north', 'reports'].map(companyOf);
  writeFileSync(join(folder, 'tieout.yaml'), stringify({ data_dir: 'data', warehouse: { threads: 1 }, companies }));
});
afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
});

test('A locked or damaged company is reported and does not stop the others', async () => {
  const lock = await takeLock(pathsOf('north').lock, { purpose: 'rebuild' });
  const locked = await call('--json', 'run', '--date', day);
  await lock.release();
  expect(locked.status).toBe(1);
  expect(locked.err).toContain('RUN_IN_PROGRESS');
  const { verdicts, errors } = ran.parse(JSON.parse(locked.out));
  expect([companiesIn(verdicts), errors]).toEqual([['reports'], [{ company: 'north', code: 'RUN_IN_PROGRESS' }]]);
  expect(existsSync(pathsOf('north').landing)).toBe(false);

  const index = join(pathsOf('reports').landing, 'index.jsonl');
  const whole = readFileSync(index);
  appendFileSync(index, 'damaged\n');
  const damaged = await call('--json', 'run', '--date', day);
  writeFileSync(index, whole);
  expect(damaged.status).toBe(4);
  const second = ran.parse(JSON.parse(damaged.out));
  expect([companiesIn(second.verdicts), second.errors]).toEqual([
    ['north'],
    [{ company: 'reports', code: 'LANDING_INDEX_DAMAGED' }],
  ]);
});

test('Two processes can run two companies at the same time, and the index page links to both', async () => {
  rmSync(join(folder, 'data', 'reports', 'index.html'));
  const both = await Promise.all(
    ['north', 'reports'].map((name) =>
      tieoutProcess(['-q', '-c', join(folder, 'tieout.yaml'), 'run', '--date', day, '--company', name], env),
    ),
  );
  expect(both.map(({ err }) => err)).toEqual(['', '']);
  for (const { status } of both) expect([0, 3, 4]).toContain(status);
  const page = readFileSync(join(folder, 'data', 'reports', 'index.html'), 'utf8');
  for (const name of ['north', 'reports']) expect(page).toContain(`${day}/${name}/${name}.html`);
});

test('Readers show every company, and --company shows one', async () => {
  expect(await query('select distinct company from mart.verdict order by company')).toEqual([
    { company: 'north' },
    { company: 'reports' },
  ]);
  expect(await query('select distinct company from mart.verdict', '--company', 'north')).toEqual([
    { company: 'north' },
  ]);
  const story = `select count(*) > 0 as is_known from recon.story('51.90')`;
  expect((await call('sql', story)).err).toContain('add --company NAME');
  expect(await query(story, '--company', 'north')).toHaveLength(1);
  const breaks = listed.parse(JSON.parse((await call('--json', 'breaks')).out));
  expect(companiesIn(breaks)).toEqual(['north', 'reports']);
  const status = z.record(z.string(), z.array(z.looseObject({ company: z.string() })));
  const shown = status.parse(JSON.parse((await call('--json', 'status')).out));
  expect(companiesIn(shown.newest_verdicts ?? [])).toEqual(['north', 'reports']);
  const [one] = breaks.filter(({ company }) => company === 'reports');
  const explained = z
    .object({ story: z.array(z.looseObject({ company: z.string() })) })
    .parse(JSON.parse((await call('--json', 'explain', one?.break_id ?? '')).out));
  expect(companiesIn(explained.story)).toEqual(['reports']);
});

test('A decision applies to the company of its item; items of two companies cannot be matched', async () => {
  const breaks = listed.parse(JSON.parse((await call('--json', 'breaks')).out));
  const [north, reports] = ['north', 'reports'].map((name) => breaks.find(({ company }) => company === name));
  const ids = [north?.break_id ?? '', reports?.break_id ?? ''];
  const words = ['--reason', 'other', '--note', 'Looked into', '--author', 'aida'];
  const across = await call('--json', 'decide', 'match', ...ids, ...words);
  expect(across.status).toBe(1);
  expect(decided.parse(JSON.parse(across.out)).outcomes).toMatchObject([{ refusal: { code: 'MATCH_ACROSS' } }]);

  const lock = await takeLock(pathsOf('reports').lock, { purpose: 'run' });
  expect(await call('decide', 'explain', ...ids, ...words)).toMatchObject({ status: 1, out: '' });
  await lock.release();
  const none = 'select count(*)::integer as decisions from mart.decision';
  expect(await query(none)).toEqual([{ decisions: 0 }]);

  const done = await call('--json', 'decide', 'explain', ...ids, ...words);
  expect(done.status).toBe(0);
  expect(companiesIn(decided.parse(JSON.parse(done.out)).periods)).toEqual(['north', 'reports']);
  expect(await query('select company from mart.decision order by company')).toEqual([
    { company: 'north' },
    { company: 'reports' },
  ]);
});

test('A company without a snapshot is listed as omitted, and its warehouse is rebuilt when it is next opened', async () => {
  const { warehouse, published } = pathsOf('north');
  for (const path of [warehouse, published]) rmSync(path);
  const left = await tieout(
    ['-c', join(folder, 'tieout.yaml'), 'sql', 'select distinct company from mart.verdict'],
    env,
  );
  expect(left.err).toContain('north has published nothing yet');
  expect(left.out).not.toContain('north');
  expect((await call('run', '--date', day, '--company', 'north')).err).toBe('');
  expect(await query('select company from mart.decision order by company')).toHaveLength(2);
});
