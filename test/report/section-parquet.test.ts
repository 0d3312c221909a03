import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDefinition } from '../../src/report/load-definition.ts';
import { workbookLimits } from '../../src/report/workbook/cells.ts';
import { readRows, sqlText, type WarehouseValue } from '../../src/warehouse/duckdb-values.ts';
import { openEmptyWarehouse } from '../../src/warehouse/open.ts';
import { csvTables } from '../given/csv-tables.ts';
import { givenHostileDay, hostile, reportOf } from '../given/hostile-report.ts';

/** A value of either file; the CSV file writes amounts with the decimals of their currency, and instants in the zone of the company. */
function textOf(value: WarehouseValue | undefined, format: string): string {
  const text = String(value ?? '');
  if (format === 'money' || format === 'signed') return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  if (format !== 'instant' || !text.endsWith('Z')) return text;
  return new Date(Date.parse(text) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

test('A section of many rows is a Parquet file with the rows and texts of the CSV file, in its order', async () => {
  const day = await givenHostileDay();
  const written = csvTables((await reportOf(day)).folder);
  const { folder } = await reportOf(day, 'large', { limits: { ...workbookLimits, rowsPerSheet: 0 } });
  expect(readdirSync(folder).filter((name) => name.endsWith('.csv'))).toEqual(
    [...written].flatMap(([name, rows]) => (rows.length === 1 ? [`${name}.csv`] : [])),
  );
  const { sections } = await loadDefinition();
  const { connection, close } = await openEmptyWarehouse();
  const seen: string[] = [];
  for (const { name, columns } of sections) {
    const [, ...expected] = written.get(name) ?? [];
    if (expected.length === 0) continue;
    const rows = await readRows(connection, `from read_parquet(${sqlText(join(folder, `${name}.parquet`))})`);
    const cells = rows.map((row) => columns.map(({ field, format }) => textOf(row[field], format)));
    expect(cells, name).toEqual(expected.map((row) => row.map((cell, at) => textOf(cell, columns[at]?.format ?? ''))));
    seen.push(...cells.flat());
  }
  close();
  // a formula, a mail address and an account number from outside
  expect(seen).toContain(`'${hostile.replace('\u0001', '\uFFFD').replace('\u202E', '')}`);
  expect(seen.some((cell) => cell.includes('a•••@•••, account •••890'))).toBe(true);
});
