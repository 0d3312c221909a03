import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Section } from '../../src/report/definition.ts';
import { loadDefinition } from '../../src/report/load-definition.ts';
import { writeParquetFiles } from '../../src/report/section-parquet.ts';
import { tableFrom } from '../../src/report/table.ts';
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

test('The rows are in the order of their values, whatever is shown of them', async () => {
  const { connection, close } = await openEmptyWarehouse();
  await connection.run(
    `create table listed as select id, text from (values (8, 'zoe@b.example'), (12, 'account 1111111890'), (9, '=b'), (10, 'zap@b.example'),
       (11, 'account 1234567890')) as given(id, text)`,
  );
  const column = { title: 'x', width: 10, total: false, hidden: false };
  const folder = mkdtempSync(join(tmpdir(), 'tieout-parquet-'));
  const written = async (order: string) => {
    const section: Section = {
      ...{
        name: 'listed',
        title: 'Listed',
        about: 'Rows.',
        view: 'mart.listed',
        least_days: 1,
        optional: false,
        order: [order],
      },
      columns: [
        { field: 'id', format: 'code', ...column },
        { field: 'text', format: 'raw', ...column },
      ],
    };
    const source = { from: 'from listed where true', bound: {}, file: 'listed.parquet', count: 5 };
    const options = { scope: { zone: 'UTC' }, isPersonalShown: false };
    await writeParquetFiles(connection, [tableFrom(connection, section, source)], folder, options);
    return readRows(connection, `from read_parquet(${sqlText(join(folder, 'listed.parquet'))})`);
  };
  // while it is written, the database has little memory and one thread
  const settings = () => readRows(connection, "select current_setting('memory_limit'), current_setting('threads')");
  const before = await settings();
  const byId = await written('id');
  expect(await settings()).toEqual(before);
  expect(byId.map(({ id }) => id)).toEqual(['8', '9', '10', '11', '12']);
  const byText = await written('text');
  expect(byText.map(({ id }) => id)).toEqual(['9', '12', '11', '10', '8']);
  expect(byText.map(({ text }) => text)).toEqual(["'=b", 'account •••890', 'account •••890', 'z•••@•••', 'z•••@•••']);
  close();
});
