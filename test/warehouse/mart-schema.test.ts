import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse, type Warehouse } from '../../src/warehouse/open.ts';
import { renamedColumn, renamedColumns } from '../../src/warehouse/renamed-columns.ts';

const frozen = join(import.meta.dirname, 'mart-schema.txt');

/** After a change that was meant: `UPDATE_MART_SCHEMA=1 npm test -- test/warehouse/mart-schema.test.ts` writes the file. */
const isUpdating = process.env.UPDATE_MART_SCHEMA === '1';

const published =
  'mart is a published interface: reports, views and queries of users name its tables and columns. A change of it needs a line ' +
  '`old | new | who is affected` in CHANGELOG.md and a new version; a renamed column also a line in src/warehouse/renamed-columns.ts. ' +
  'Then write test/warehouse/mart-schema.txt with UPDATE_MART_SCHEMA=1.';

type Relation = { name: string; kind: string; columns: { name: string; type: string }[] };

let warehouse: Warehouse;
let relations: Relation[];
beforeAll(async () => {
  warehouse = await openWarehouse(':memory:');
  const rows = await readRows(
    warehouse.connection,
    `select relation.table_name, relation.table_type, columns.column_name, columns.data_type
     from information_schema.tables as relation
     inner join duckdb_columns() as columns on columns.schema_name = relation.table_schema and columns.table_name = relation.table_name
     where relation.table_schema = 'mart'
     order by relation.table_name, columns.column_index`,
  );
  const found = new Map<string, Relation>();
  for (const row of rows) {
    const name = String(row.table_name);
    const relation = found.get(name) ?? { name, kind: row.table_type === 'VIEW' ? 'view' : 'table', columns: [] };
    relation.columns.push({ name: String(row.column_name), type: String(row.data_type) });
    found.set(name, relation);
  }
  relations = [...found.values()];
});
afterAll(() => warehouse.close());

const columnsOf = (name: string) => relations.find((relation) => relation.name === name)?.columns ?? [];

test('The schema of mart is the frozen one', () => {
  const text = relations
    .map(({ name, kind, columns }) =>
      [`${kind} mart.${name}`, ...columns.map((column) => `  ${column.name.padEnd(24)} ${column.type}`), ''].join('\n'),
    )
    .join('\n');
  if (isUpdating) writeFileSync(frozen, text);
  expect(text, published).toBe(readFileSync(frozen, 'utf8'));
});

test('The filters of mart.item have its columns, in its order', () => {
  const columns = columnsOf('item');
  expect(columns.length).toBeGreaterThan(40);
  for (const filter of ['matched', 'unmatched', 'timing', 'suggested'])
    expect(columnsOf(filter), filter).toEqual(columns);
});

test('A column has one type in all of mart; sums of amounts have more digits', () => {
  const types = new Map<string, Set<string>>();
  // the line of a bridge is its place in the bridge, not a line of a file
  const others = relations.filter(({ name }) => name !== 'bridge_line');
  for (const { name, type } of others.flatMap(({ columns }) => columns))
    types.set(name, (types.get(name) ?? new Set()).add(type.replace(/^DECIMAL\((?:18|38),4\)$/, 'amount')));
  expect([...types].filter(([, found]) => found.size > 1).map(([name, found]) => [name, ...found])).toEqual([]);
});

test('A renamed column is not in its table, and its new name is', () => {
  for (const [table, columns] of Object.entries(renamedColumns)) {
    const names = columnsOf(table).map(({ name }) => name);
    for (const [from, to] of Object.entries(columns)) {
      expect({ table, from, has: names.includes(from) }).toEqual({ table, from, has: false });
      expect(names, table).toContain(to);
    }
  }
  expect(renamedColumn(['core.payment', 'mart.payout'], 'File_ID')).toBe('receipt_id');
  expect(renamedColumn(['core.payment', 'own.payout'], 'receipt_id')).toBeUndefined();
  expect(renamedColumn(['constructor'], 'name')).toBeUndefined();
});
