import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askStatements } from '../../src/warehouse/ask.ts';
import { sqlText } from '../../src/warehouse/duckdb-values.ts';
import { writeParquet } from '../../src/warehouse/write-parquet.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

/** Writes the result of a statement, and gives its number of rows and the columns and rows of the file. */
async function written(statement: string) {
  const folder = mkdtempSync(join(tmpdir(), "tieout-parquet-'"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'result');
  for await (const asked of askStatements(acme.connection, statement)) {
    const rowCount = await writeParquet(asked, path, folder);
    const file = `from read_parquet(${sqlText(path)})`;
    const columns = await acme.rows(`describe ${file}`);
    const types = Object.fromEntries(columns.map(({ column_name: name, column_type: type }) => [name, type]));
    return { rowCount, types, rows: await acme.rows(file) };
  }
  throw new Error('no result');
}

test('Money stays a decimal, an instant an instant, and a sum of counts an exact number', async () => {
  const { types, rows } = await written(
    `select -5.1::decimal(18, 4) as amount, sum(12345678901234.8901::decimal(18, 4)) as total, sum(9007199254740993) as counts,
       timestamptz '2026-11-03 13:00:00.123456+08' as paid_at, date '2026-11-03' as day, null as nothing, 'a''b'::enum ('a''b') as kind,
       ['x', null] as list, {'k "HUGEINT"': 1, 'n': [1::hugeint]} as facts, 1 as "a""b", 2 as "A""B", 'é' as text`,
  );
  expect(types).toMatchObject({
    amount: 'DECIMAL(18,4)',
    total: 'DECIMAL(38,4)',
    counts: 'DECIMAL(38,0)',
    paid_at: 'TIMESTAMP WITH TIME ZONE',
    day: 'DATE',
    kind: 'VARCHAR',
    list: 'VARCHAR[]',
    facts: 'STRUCT("k ""HUGEINT""" INTEGER, n DECIMAL(38,0)[])',
  });
  expect(rows).toMatchObject([
    {
      amount: '-5.1000',
      total: '12345678901234.8901',
      counts: '9007199254740993',
      paid_at: '2026-11-03T05:00:00.123Z',
      day: '2026-11-03',
      nothing: null,
      kind: "a'b",
      list: ['x', null],
      'a"b': 1,
      text: 'é',
    },
  ]);
  expect(Object.keys(types)).toHaveLength(12);
});

test('Rows of many chunks are all there, in their order, also where values repeat', async () => {
  const { rowCount, rows } = await written(
    "select range as n, 'always' as k, nullif(range % 3, 0) as m from range(10000) order by n desc",
  );
  expect(rowCount).toBe(10_000);
  expect(rows).toEqual(
    Array.from({ length: 10_000 }, (_, at) => {
      const n = 9999 - at;
      return { n: BigInt(n), k: 'always', m: n % 3 === 0 ? null : BigInt(n % 3) };
    }),
  );
});

test('A result without rows is a file with its columns', async () => {
  expect(await written('select 1.5::decimal(18, 4) as amount where false')).toEqual({
    rowCount: 0,
    types: { amount: 'DECIMAL(18,4)' },
    rows: [],
  });
});
