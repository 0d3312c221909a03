// docs/data-dictionary.md, from the comments that the database itself holds. With --check it only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, root } from '../prepare.mjs';

ensureBuilt();
const { openWarehouse } = await import('../../dist/warehouse/open.js');
const { readRows } = await import('../../dist/warehouse/duckdb-values.js');

const warehouse = await openWarehouse(':memory:');
const views = await readRows(
  warehouse.connection,
  "select view_name, comment from duckdb_views() where schema_name = 'mart' order by view_name",
);
const columns = await readRows(
  warehouse.connection,
  "select table_name, column_name, data_type, comment from duckdb_columns() where schema_name = 'mart' order by table_name, column_index",
);
warehouse.close();

const missing = [
  ...views.filter(({ comment }) => !comment).map(({ view_name }) => view_name),
  ...columns.filter(({ comment }) => !comment).map(({ table_name, column_name }) => `${table_name}.${column_name}`),
];
if (missing.length > 0) {
  console.error(`without a comment in mart: ${missing.join(', ')}`);
  process.exit(1);
}
const text = [
  '# Data dictionary',
  '',
  'What analysts and reports read: the views of schema `mart`. Made by `npm run docs` from the comments in the database; a change here is a',
  'change of what others build on, and belongs in the changelog. Money is in major units, instants are UTC, business days are the company’s own.',
  ...views.flatMap(({ view_name, comment }) => [
    '',
    `## mart.${view_name}`,
    '',
    comment,
    '',
    '| column | type | meaning |',
    '|---|---|---|',
    ...columns
      .filter(({ table_name }) => table_name === view_name)
      .map(({ column_name, data_type, comment: meaning }) => `| ${column_name} | ${data_type} | ${meaning} |`),
  ]),
  '',
].join('\n');
const path = join(root, 'docs', 'data-dictionary.md');
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') === text) process.exit(0);
  console.error('docs/data-dictionary.md is not up to date: run npm run docs');
  process.exit(1);
}
writeFileSync(path, text);
