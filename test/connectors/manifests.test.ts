import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectors } from '../../src/connectors/registry.ts';
import { packageRoot } from '../../src/package-root.ts';
import { sqlStatements } from '../../src/warehouse/sql-files.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

const kinds = connectors.flatMap((connector) =>
  Object.entries(connector.kinds).map(([kind, { load }]) => ({ connector: connector.name, kind, load })),
);
const tables = kinds.flatMap(({ kind, load }) => (load.format === 'table' ? [{ kind, ...load }] : []));

test('every folder with a manifest is a connector, and services come before local sources', () => {
  const folders = readdirSync(join(packageRoot, 'src', 'connectors')).filter((name) =>
    existsSync(join(packageRoot, 'src', 'connectors', name, 'manifest.ts')),
  );
  expect(connectors.map(({ name }) => name).sort()).toEqual(folders.sort());
  const order = connectors.map(({ access }) => access);
  expect(order).toEqual([...order].sort((a, b) => Number(a === 'local') - Number(b === 'local')));
  expect(new Set(order)).toEqual(new Set(['service', 'local']));
});

test('every step of a load plan is a statement of sql/', async () => {
  const missing: string[] = [];
  for (const { connector, load } of kinds) {
    const facts = load.format === 'table' ? (load.facts ?? []) : [];
    for (const step of 'steps' in load ? [...load.steps, ...facts] : []) {
      const [folder, name] = step.includes('/') ? step.split('/') : [`connectors/${connector}`, step];
      const statements = await sqlStatements(folder ?? '');
      if (!statements.some((statement) => statement.name === name)) missing.push(`${connector} ${step}`);
    }
  }
  expect(kinds.filter(({ load }) => 'steps' in load).length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
});

test.each([
  { kind: 'orders', table: 'raw.order_line' },
  { kind: 'bank_statement', table: 'raw.bank_statement_line' },
])('the kept lines of $kind have the columns of their plan, in their order', async ({ kind, table }) => {
  const columns = await acme.lines(
    `select column_name from information_schema.columns
     where table_schema || '.' || table_name = $table order by ordinal_position`,
    { table },
  );
  const plan = tables.find((each) => each.kind === kind);
  expect(columns).toEqual(['receipt_id', 'line_no', ...Object.keys(plan?.columns ?? {}), 'other_cells']);
});

test('the columns that a kind requires are columns of its plan', () => {
  for (const plan of tables)
    expect(Object.keys(plan.columns), plan.kind).toEqual(expect.arrayContaining(plan.required.flat()));
});

test('no header alias belongs to two columns of one file', () => {
  for (const { columns } of tables) {
    const headers = Object.values(columns).flat();
    expect(headers.filter((header, index) => headers.indexOf(header) !== index)).toEqual([]);
  }
});

test('import names are unique', () => {
  const names = connectors.flatMap((connector) =>
    Object.values(connector.kinds).flatMap((kind) => (kind.import === undefined ? [] : [kind.import.name])),
  );
  expect(names).toEqual(expect.arrayContaining(['statement', 'orders', 'bank', 'callbacks']));
  expect(new Set(names).size).toBe(names.length);
});
