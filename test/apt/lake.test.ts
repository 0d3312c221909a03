import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { manifestsOf } from '../../src/lake/manifest.ts';
import { packageRoot } from '../../src/package-root.ts';
import { added } from '../../src/report/shown-value.ts';
import { tieout } from '../given/command.ts';
import { givenCookbookWorld } from '../given/cookbook-world.ts';
import { givenLake, readLake } from '../given/lake.ts';
import { daysAgo, givenShop } from '../given/shop.ts';

/* The lake on a second engine: the embedded build of ClickHouse, which is installed into a folder of its own. */

let engine: string;
beforeAll(() => {
  engine = mkdtempSync(join(tmpdir(), 'chdb-'));
  execFileSync('npm', ['install', '--no-fund', '--no-audit', '--silent', 'chdb@3.4.0'], { cwd: engine });
  writeFileSync(
    join(engine, 'ask.mjs'),
    `import { readFileSync } from 'node:fs';
import { Session } from 'chdb';
const session = new Session();
for (const statement of ['create database mart', 'use mart', 'set join_use_nulls = 1']) session.query(statement);
const statements = readFileSync(process.argv[2], 'utf8').replaceAll(/^--.*$/gm, '').split(/;\\n/);
for (const statement of statements) if (statement.trim() !== '') session.query(statement);
const answers = JSON.parse(readFileSync(0, 'utf8')).map((sql) => {
  const exact = 'settings output_format_json_quote_decimals = 1, output_format_json_quote_64bit_integers = 1';
  const text = session.query(\`\${sql} \${exact}\`, 'JSONCompactEachRow');
  const rows = text.split('\\n').filter((line) => line !== '').map((line) => JSON.parse(line));
  return rows.map((row) => row.map((value) => (value === null ? null : String(value))));
});
process.stdout.write(JSON.stringify(answers));
`,
  );
}, 300_000);
afterAll(() => rmSync(engine, { recursive: true, force: true }));

/** The answers of ClickHouse, each value as text. */
function askClickHouse(lake: string, questions: readonly string[]): unknown {
  const input = JSON.stringify(questions);
  const options = { cwd: engine, input, maxBuffer: 2 ** 28 };
  return JSON.parse(execFileSync('node', ['ask.mjs', join(lake, 'scripts', 'clickhouse.sql')], options).toString());
}

/** The answers of DuckDB, each value as text. */
async function askDuckDb(lake: string, questions: readonly string[]): Promise<(string | null)[][][]> {
  const answers: (string | null)[][][] = [];
  for (const question of questions)
    answers.push(
      (await readLake(lake, question)).map((row) =>
        Object.values(row).map((value) => (value === null ? null : String(value))),
      ),
    );
  return answers;
}

/** Answers in one form: 12.5 for 12.5000, and instants as ClickHouse writes them. */
const inOneForm = (answers: unknown) =>
  z
    .array(z.array(z.array(z.string().nullable())))
    .parse(answers)
    .map((rows) =>
      rows.map((row) =>
        row.map((value) => {
          const figure = value?.replace(/^(-?\d+)(\.\d*?)0+$/, '$1$2').replace(/\.$/, '') ?? null;
          return figure?.replace(/^([\d-]{10})T([\d:]{8}\.\d{3})Z$/, '$1 $2000') ?? null;
        }),
      ),
    );

test('Every value at the edges is the same in both engines', async () => {
  const { folder } = await givenLake();
  const fields = ['edge_no', 'business_date', 'paid_on', 'many', 'said', 'is_so', 'content', 'partition_month'];
  const question = `select ${fields.join(', ')} from edge order by edge_no`;
  expect(askClickHouse(folder, [question])).toEqual(await askDuckDb(folder, [question]));
  // amounts and instants have other texts in each engine; these are by hand
  expect(askClickHouse(folder, ['select amount, total, paid_at from edge order by edge_no'])).toEqual([
    [
      ['99999999999999.9999', '9999999999999999999999999999999999.9999', '2026-09-30 16:00:00.000000'],
      ['-99999999999999.9999', '-9999999999999999999999999999999999.9999', '2026-09-30 15:59:59.999999'],
      ['0.0001', '0.0001', '2026-10-31 15:59:59.000001'],
      [null, null, null],
      ['0', '0', '1970-01-01 00:00:00.000000'],
      ['-0.0001', '1.1', '2038-01-19 03:14:08.000000'],
    ],
  ]);
});

test('The lake of a year has the same counts and sums in both engines and in its manifest', async () => {
  const shop = await givenShop({ days: 365, ordersPerDay: 3 });
  mkdirSync(join(shop.folder, 'lake'));
  const lake = join(shop.folder, 'lake');
  const ran = await shop.tieout('run', '--from', daysAgo(365), '--to', daysAgo(1));
  expect([0, 3]).toContain(ran.status);
  expect(await shop.tieout('publish', '--to', lake)).toMatchObject({ status: 0, err: '' });
  const [manifest] = await manifestsOf(lake, 'acme');
  const relations = [...new Set(manifest?.files.map(({ relation }) => relation))];
  expect(relations.length).toBeGreaterThan(40);
  const months = new Set(
    manifest?.files.flatMap(({ relation, partition_month: of }) => (relation === 'transaction' ? of : [])),
  );
  expect(months.size).toBeGreaterThanOrEqual(12);
  const questions: string[] = [];
  const expected: (string | null)[][][] = [];
  for (const relation of relations) {
    const files = manifest?.files.filter((file) => file.relation === relation) ?? [];
    const names = Object.keys(files.find(({ row_count: rows }) => rows > 0)?.sums ?? {});
    const total = (name: string) => {
      const stated = files.flatMap(({ sums }) => (typeof sums[name] === 'string' ? [sums[name]] : []));
      return stated.length === 0 ? null : added(...stated);
    };
    const sums = names.map((name) => `sum(${name})`);
    questions.push(`select ${['count(*)', ...sums].join(', ')} from "${relation}"`);
    const count = files.reduce((sum, { row_count: rows }) => sum + rows, 0);
    expected.push([[String(count), ...names.map(total)]]);
  }
  expect(inOneForm(askClickHouse(lake, questions))).toEqual(inOneForm(expected));
  expect(inOneForm(await askDuckDb(lake, questions))).toEqual(inOneForm(expected));
}, 600_000);

test('The questions of the cookbook that are standard SQL have the same answers in both engines', async () => {
  const world = await givenCookbookWorld();
  const lake = join(world.folder, 'lake');
  mkdirSync(lake);
  const published = await tieout(['-q', 'publish', '--to', lake], world.env, world.folder);
  expect(published).toMatchObject({ status: 0, err: '' });
  const page = readFileSync(join(packageRoot, 'docs', 'cookbook.md'), 'utf8');
  const questions = [...page.matchAll(/<!-- standard -->\n[^`]*```sql\n([\s\S]*?);\n```/g)].map(([, sql = '']) => sql);
  expect(questions.length).toBeGreaterThanOrEqual(30);
  const duckdb = await askDuckDb(lake, questions);
  expect(duckdb.filter((rows) => rows.length === 0)).toEqual([]);
  expect(inOneForm(askClickHouse(lake, questions))).toEqual(inOneForm(duckdb));
});
