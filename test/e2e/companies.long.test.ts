import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { takeLock } from '../../src/company/run-lock.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { tieout, tieoutProcess } from '../given/command.ts';
import { companyAt } from '../given/sandbox-config.ts';
import { daysAgo, givenCompanies, givenSandbox } from '../given/shop.ts';

const day = daysAgo(1);
const options = { days: 3, breaks: 'services', ordersPerDay: 12 } as const;
// each company has services and keys of its own, and the second one the name of a folder in the data directory
const north = companyAt(await givenSandbox({ ...options, seed: 3 }), 'north', 'NORTH');
const reports = companyAt(await givenSandbox({ ...options, seed: 4 }), 'reports', 'REPORTS');
const both = givenCompanies({ ...north.env, ...reports.env });
both.configureAll(north.company, reports.company);

const ofCompany = z.looseObject({ company: z.string() });
const ran = z.object({
  verdicts: z.array(ofCompany),
  errors: z.array(z.object({ company: z.string(), code: z.string() })),
});
const decided = z.object({
  outcomes: z.array(
    z.object({ decisions: z.array(z.unknown()).optional(), refusal: z.object({ code: z.string() }).optional() }),
  ),
  periods: z.array(ofCompany),
});
const pathsOf = (company: string) => companyPaths(join(both.folder, 'data'), company);
const companiesIn = (rows: readonly { company: string }[]) => [...new Set(rows.map(({ company }) => company))].sort();

test('A locked or damaged company is reported and does not stop the others', async () => {
  const lock = await takeLock(pathsOf('north').lock, { purpose: 'rebuild' });
  const locked = await both.tieout('--json', 'run', '--date', day);
  await lock.release();
  expect(locked.status).toBe(1);
  expect(locked.err).toContain('RUN_IN_PROGRESS');
  const { verdicts, errors } = ran.parse(JSON.parse(locked.out));
  expect([companiesIn(verdicts), errors]).toEqual([['reports'], [{ company: 'north', code: 'RUN_IN_PROGRESS' }]]);
  expect(existsSync(pathsOf('north').landing)).toBe(false);

  const index = join(pathsOf('reports').landing, 'index.jsonl');
  const whole = readFileSync(index);
  appendFileSync(index, 'damaged\n');
  const damaged = await both.tieout('--json', 'run', '--date', day);
  writeFileSync(index, whole);
  expect(damaged.status).toBe(4);
  const second = ran.parse(JSON.parse(damaged.out));
  expect([companiesIn(second.verdicts), second.errors]).toEqual([
    ['north'],
    [{ company: 'reports', code: 'LANDING_INDEX_DAMAGED' }],
  ]);
});

test('Two processes can run two companies at the same time, and the index page links to both', async () => {
  rmSync(join(both.folder, 'data', 'reports', 'index.html'));
  const runs = await Promise.all(
    ['north', 'reports'].map((name) =>
      tieoutProcess(['-q', '-c', both.path, 'run', '--date', day, '--company', name], both.env),
    ),
  );
  expect(runs.map(({ err }) => err)).toEqual(['', '']);
  for (const { status } of runs) expect([0, 3, 4]).toContain(status);
  const page = both.text('data/reports/index.html');
  for (const name of ['north', 'reports']) expect(page).toContain(`${day}/${name}/${name}.html`);
});

test('Readers show every company, and --company shows one', async () => {
  expect(await both.rows('select distinct company from mart.verdict order by company')).toEqual([
    { company: 'north' },
    { company: 'reports' },
  ]);
  expect(await both.rows('select distinct company from mart.verdict', '--company', 'north')).toEqual([
    { company: 'north' },
  ]);
  const story = `select count(*) > 0 as is_known from recon.story('51.90')`;
  expect((await both.tieout('sql', story)).err).toContain('add --company NAME');
  expect(await both.rows(story, '--company', 'north')).toHaveLength(1);
  const breaks = await both.breaks();
  expect(companiesIn(breaks)).toEqual(['north', 'reports']);
  const shown = await both.answer(z.looseObject({ newest_verdicts: z.array(ofCompany) }), 'status');
  expect(companiesIn(shown.newest_verdicts)).toEqual(['north', 'reports']);
  const [one] = breaks.filter(({ company }) => company === 'reports');
  const explained = await both.answer(z.object({ story: z.array(ofCompany) }), 'explain', one?.break_id ?? '');
  expect(companiesIn(explained.story)).toEqual(['reports']);
});

test('A decision applies to the company of its item; items of two companies cannot be matched', async () => {
  const breaks = await both.breaks();
  const idIn = (name: string) => breaks.find(({ company }) => company === name)?.break_id ?? '';
  const ids = [idIn('north'), idIn('reports')];
  const words = ['--reason', 'other', '--note', 'Looked into', '--author', 'aida'];
  const across = await both.tieout('--json', 'decide', 'match', ...ids, ...words);
  expect(across.status).toBe(1);
  expect(decided.parse(JSON.parse(across.out)).outcomes).toMatchObject([{ refusal: { code: 'MATCH_ACROSS' } }]);

  const lock = await takeLock(pathsOf('reports').lock, { purpose: 'run' });
  expect(await both.tieout('decide', 'explain', ...ids, ...words)).toMatchObject({ status: 1, out: '' });
  await lock.release();
  const none = 'select count(*)::integer as decisions from mart.decision';
  expect(await both.rows(none)).toEqual([{ decisions: 0 }]);

  const done = await both.tieout('--json', 'decide', 'explain', ...ids, ...words);
  expect(done.status).toBe(0);
  expect(companiesIn(decided.parse(JSON.parse(done.out)).periods)).toEqual(['north', 'reports']);
  expect(await both.rows('select company from mart.decision order by company')).toEqual([
    { company: 'north' },
    { company: 'reports' },
  ]);
});

test('A company without a snapshot is listed as omitted, and its warehouse is rebuilt when it is next opened', async () => {
  const { warehouse, published } = pathsOf('north');
  for (const path of [warehouse, published]) rmSync(path);
  const left = await tieout(['-c', both.path, 'sql', 'select distinct company from mart.verdict'], both.env);
  expect(left.err).toContain('north has published nothing yet');
  expect(left.out).not.toContain('north');
  expect((await both.tieout('run', '--date', day, '--company', 'north')).err).toBe('');
  expect(await both.rows('select company from mart.decision order by company')).toHaveLength(2);
});
