import { expect, test } from 'vitest';
import { orderedRows } from '../../src/report/table.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules({}, () =>
  // repeated and missing days and names
  acme.execute(
    `create table listed as select i as id, case when i % 7 > 0 then date '2026-11-01' + (i % 5)::integer end as day,
       case when i % 3 > 0 then 'name ' || (i * 31 % 11) end as name from range(500) as numbers(i)`,
  ),
);

const query = (count: number) => ({
  columns: ['id', 'day', 'name'],
  from: 'from listed where id >= $least::integer',
  bound: { least: '20' },
  order: ['day', 'name'],
  count,
});

async function read(count: number, atMost?: number): Promise<WarehouseRow[]> {
  const all: WarehouseRow[] = [];
  for await (const rows of orderedRows(acme.connection, query(count), atMost)) all.push(...rows);
  return all;
}

test('Rows are read in their order, nulls last, and the first of them are the same rows', async () => {
  const whole = await read(480);
  const keys = (rows: WarehouseRow[]) => rows.map(({ day, name }) => `${day} ${name}`);
  expect(keys(whole).at(0)).toBe('2026-11-01 name 0');
  expect(keys(whole).at(-1)).toBe('null null');
  for (const size of [1, 100, 480]) expect(keys(await read(480, size))).toEqual(keys(whole).slice(0, size));
});

test('A number of rows that differs from the count is an error', async () => {
  await expect(read(481)).rejects.toMatchObject({ code: 'REPORT_ROWS_MISSING' });
  await expect(read(479)).rejects.toMatchObject({ code: 'REPORT_ROWS_MISSING' });
  await expect(read(482, 481)).rejects.toMatchObject({ code: 'REPORT_ROWS_MISSING' });
});
