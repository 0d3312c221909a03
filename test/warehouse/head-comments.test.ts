import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headOf } from '../../src/warehouse/head-comments.ts';
import { givenRules } from '../given/rules.ts';
import { filesBelow } from '../given/sources.ts';

const acme = givenRules();

/** The heads of the objects of core, by object. */
const heads = filesBelow('sql', ['.sql']).flatMap(({ text }) =>
  [...text.matchAll(/((?:^--[^\n]*\n)+)create (?:or replace )?(?:table|view|macro) core\.(\w+)/gm)].map(
    ([, head = '', name = '']) => ({ name, head }),
  ),
);

test('Every table, view and macro of core has a comment', async () => {
  const without = await acme.lines(
    `select name from (
       select table_name as name, comment from duckdb_tables() where schema_name = 'core'
       union all select view_name, comment from duckdb_views() where schema_name = 'core'
       union all select function_name, comment from duckdb_functions() where schema_name = 'core' and not internal
     ) where coalesce(comment, '') = '' order by name`,
  );
  expect(without).toEqual([]);
  const [counted] = await acme.rows("select count(*)::integer as n from duckdb_views() where schema_name = 'core'");
  expect(counted?.n).toBeGreaterThan(50);
});

test('A column that a head names has that meaning as its comment', async () => {
  const rows = await acme.rows(
    "select table_name, column_name, comment from duckdb_columns() where schema_name = 'core' order by all",
  );
  const comments = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row.comment]));
  const named = heads.flatMap(({ name, head }) =>
    [...head.matchAll(/^-- ([a-z]\w*): (\S+)/gm)].map(([, column = '', word = '']) => ({
      column: `${name}.${column}`,
      word,
    })),
  );
  const ofColumns = named.filter(({ column }) => comments.has(column));
  expect(ofColumns.length).toBeGreaterThan(40);
  for (const { column, word } of ofColumns)
    expect([column, String(comments.get(column)).toLowerCase()]).toEqual([
      column,
      expect.stringContaining(word.toLowerCase()),
    ]);
  expect(comments.get('payment.customer_key')).toBe(
    'The keyed hash of the customer (staging.customer_key), which stays readable where the name is masked.',
  );
});

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** What a head says about its SQL, with the lines that a list goes on. */
const ofSource = /^-- (?:statement|reads|former|name|unproven days of): (?:.*,\n-- )*.*\n/gm;

test('No word of a head is lost, and none is added', () => {
  expect(heads.length).toBeGreaterThan(100);
  for (const { name, head } of heads) {
    const { text, columns } = headOf(head, (column) => column.endsWith('_on') || column === 'amount');
    const kept = [text, ...columns.values()].flatMap(wordsOf).sort();
    // one meaning may be that of several columns, whose names are then no text
    expect([name, new Set(kept)]).toEqual([
      name,
      new Set(wordsOf(head.replaceAll(ofSource, '')).filter((word) => kept.includes(word) || !columns.has(word))),
    ]);
  }
});

test('A head of any lines keeps its texts in their order', () => {
  const words = fc.array(fc.constantFrom('the', 'day', 'of', 'payment', 'settled'), { minLength: 1, maxLength: 6 });
  const prose = words.map((some) => ({ line: `The ${some.join(' ')}.`, text: some.join(' ') }));
  const column = fc
    .tuple(fc.constantFrom('paid_on', 'amount', 'net_amount'), words)
    .map(([name, some]) => ({ line: `${name}: ${some.join(' ')}`, text: some.join(' ') }));
  const source = fc
    .constantFrom('reads: core.payment', 'reads: core.payment,\n-- core.company')
    .map((line) => ({ line, text: '' }));
  fc.assert(
    fc.property(fc.array(fc.oneof(prose, column, source), { minLength: 1, maxLength: 8 }), (given) => {
      // a column has one meaning
      const names = given.map(({ line }) => /^\w+(?=:)/.exec(line)?.[0]);
      const lines = given.filter(
        (_, at) => names[at] === undefined || names[at] === 'reads' || names.indexOf(names[at]) === at,
      );
      const head = lines.map(({ line }) => `-- ${line}\n`).join('');
      const { text, columns } = headOf(head, (name) => name === 'paid_on' || name === 'amount');
      const kept = wordsOf([text, ...columns.values()].join(' '));
      const counted = (words: readonly string[], word: string) => words.filter((one) => one === word).length;
      const said = lines.flatMap(({ text: one }) => wordsOf(one));
      for (const word of ['day', 'of', 'payment', 'settled']) expect(counted(kept, word)).toBe(counted(said, word));
      expect(kept.filter((word) => ['core', 'company', 'reads'].includes(word))).toEqual([]);
    }),
  );
});
