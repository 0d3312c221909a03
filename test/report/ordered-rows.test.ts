import { expect, test } from 'vitest';
import { orderedRows } from '../../src/report/table.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules({}, () =>
  // repeated and missing days and names, so that chunks begin within equal rows
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

async function read(count: number, size?: number): Promise<WarehouseRow[]> {
  const all: WarehouseRow[] = [];
  for await (const rows of orderedRows(acme.connection, query(count), size)) all.push(...rows);
  return all;
}

test('Rows read in chunks are the same rows in the same order as rows read at once', async () => {
  const whole = await read(480);
  const keys = (rows: WarehouseRow[]) => rows.map(({ day, name }) => `${day} ${name}`);
  expect(keys(whole).at(0)).toBe('2026-11-01 name 0');
  expect(keys(whole).at(-1)).toBe('null null');
  for (const size of [1, 7, 100, 479, 480]) {
    const parts = await read(480, size);
    expect(keys(parts), `chunks of ${size}`).toEqual(keys(whole));
    expect(new Set(parts.map(({ id }) => id)).size).toBe(480);
  }
});

test('A number of rows that differs from the count is an error', async () => {
  await expect(read(481)).rejects.toMatchObject({ code: 'REPORT_ROWS_MISSING' });
  await expect(read(479, 100)).rejects.toMatchObject({ code: 'REPORT_ROWS_MISSING' });
});
