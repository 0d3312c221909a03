import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';
import { openPseudonyms } from '../../src/privacy/pseudonym.ts';
import { tieout } from '../given/command.ts';
import { cookbookKey, givenCookbookWorld } from '../given/cookbook-world.ts';

const read = (...path: string[]) => readFileSync(join(packageRoot, ...path), 'utf8');

/** A part of the page from one question to the next heading. */
const questions = read('docs', 'cookbook.md')
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const text = part.split(/^## /m)[0] ?? '';
    const blocks = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) => sql);
    return { question: text.split('\n')[0] ?? '', blocks, isStandard: text.includes('\n<!-- standard -->\n') };
  });

const answers = z
  .array(z.strictObject({ question: z.string(), of: z.literal('all').optional(), rows: z.array(z.string()).min(1) }))
  .parse(parse(read('test', 'docs', 'cookbook', 'answers.yaml')));

let world: Awaited<ReturnType<typeof givenCookbookWorld>>;
beforeAll(async () => {
  world = await givenCookbookWorld();
});

const cells = (csv: string) => z.array(z.array(z.string())).parse(parseCsv(csv, { relax_column_count: true }));

/** Figures without trailing zeros. */
const plain = (cell: string) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell);

/** A customer by the address, as the masked snapshot would have it. */
const keyOf = (address: string) =>
  openPseudonyms(cookbookKey('acme'))
    .ofValue(address)
    .replace(/^person-|@.*$/g, '');
const known = (cell: string) => cell.replace(/^\{(.*)\}$/, (_whole, address: string) => keyOf(address));

async function answered(sql: string, of: 'all' | undefined): Promise<string[][]> {
  const company = of === 'all' ? [] : ['--company', 'acme'];
  const { out, err } = await tieout(['-q', 'sql', ...company, '--format', 'csv', sql], world.env, world.folder);
  expect(err).toBe('');
  return cells(out).slice(1);
}

test('Every question has one query and an answer, and every answer its question', () => {
  expect(questions.length).toBeGreaterThanOrEqual(40);
  expect(questions.filter(({ question, blocks }) => blocks.length !== 1 || !question.endsWith('?'))).toEqual([]);
  expect(answers.map(({ question }) => question)).toEqual(questions.map(({ question }) => question));
});

test.each(answers)('$question', async ({ question, of, rows }) => {
  const [sql = ''] = questions.find((one) => one.question === question)?.blocks ?? [];
  const shown = (table: string[][], read: (cell: string) => string) => table.map((row) => row.map(read));
  expect(shown(await answered(sql, of), plain)).toEqual(shown(cells(rows.join('\n')), (cell) => plain(known(cell))));
});

/** What DuckDB has and other engines lack, or write in another way. */
const words = 'exclude|qualify|pivot|filter|all|lag|date_trunc|date_diff|string_agg|list\\w*|strftime|if';
const special = new RegExp(
  `^\\s*from\\b|::|\\[|\\b(?:${words})\\b\\s*(?=\\(|\\w)|\\bmart\\.\\w+\\(|-\\s*business_date`,
  'i',
);

test('Queries that are marked as standard SQL have nothing of DuckDB alone', () => {
  const marked = questions.filter(({ isStandard }) => isStandard);
  expect(marked.length).toBeGreaterThanOrEqual(20);
  expect(marked.flatMap(({ blocks }) => blocks).filter((sql) => special.test(sql))).toEqual([]);
  // a query with such a word is not marked, and every query reads mart alone
  const others = questions.filter(({ isStandard }) => !isStandard).flatMap(({ blocks }) => blocks);
  expect(others.filter((sql) => !special.test(sql) && !/group by all/.test(sql))).toEqual([]);
  const read = questions.flatMap(({ blocks }) =>
    blocks.flatMap((sql) => [...sql.matchAll(/\b(?:from|join) (\w+)\.\w/g)]),
  );
  expect(new Set(read.map(([, schema]) => schema))).toEqual(new Set(['mart']));
});
