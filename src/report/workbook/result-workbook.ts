import { currencyProblem } from '../../domain/currencies.ts';
import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import type { Cell } from '../xlsx/sheet.ts';
import type { StyleBook } from '../xlsx/styles.ts';
import type { WorkbookFile } from '../xlsx/workbook-file.ts';
import { columnLetters } from '../xlsx/xml-text.ts';
import { cellsOf, countFormat, figureCell, isFigure, type WorkbookOptions, workbookLimits } from './cells.ts';

/** A column of a result by its name and DuckDB's type. */
export type ResultColumn = { name: string; type: string };

/** A worksheet holds 1,048,576 rows. */
const rowsOfWorksheet = 1_000_000;

/** A result has more rows than a worksheet. */
export class SheetFullError extends Error {}

const widths = { money: 16, count: 16, date: 13, instant: 21, code: 24 };

const isFloat = (type: string) => type === 'DOUBLE' || type === 'FLOAT';
const isWhole = (type: string) => /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/.test(type);

/** The format of the values of a type. */
function formatOf(type: string): keyof typeof widths {
  if (/^DECIMAL\(\d+,\d+\)$/.test(type)) return 'money';
  if (isWhole(type) || isFloat(type)) return 'count';
  if (type === 'DATE') return 'date';
  return type === 'TIMESTAMP WITH TIME ZONE' ? 'instant' : 'code';
}

/** A list as JSON, whose numbers of any size are exact. */
const listText = (list: WarehouseValue) =>
  JSON.stringify(list, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Columns have names of their own, because the names in a result can be anything. */
const fieldOf = (index: number) => `column_${index}`;

function columnOf({ name, type }: ResultColumn, index: number) {
  const format = formatOf(type);
  return {
    field: fieldOf(index),
    title: name.replaceAll(/\s+/g, ' '),
    format,
    width: widths[format],
    total: false,
    hidden: false,
  };
}

/** Makes the cells of the rows of a result. Amounts have the decimals of the currency of their row. */
function rowCells(columns: readonly ResultColumn[], styles: StyleBook, options: WorkbookOptions) {
  const count = styles.of({ format: countFormat, horizontal: 'right', indent: 1 });
  const float = styles.of({ horizontal: 'right', indent: 1 });
  const cells = columns.map((column, index): ((row: WarehouseRow) => Cell | undefined) => {
    const cell = cellsOf(columnOf(column, index), styles, options);
    if (!isWhole(column.type) && !isFloat(column.type)) return cell;
    return (row) => {
      const value = row[fieldOf(index)] ?? null;
      if (value === null) return undefined;
      // a whole number of more than 15 digits is a text, because a spreadsheet would round it
      if (isWhole(column.type)) return figureCell(String(value), 0, count);
      return Number.isFinite(value) ? { kind: 'number', text: String(value), style: float } : undefined;
    };
  });
  const currencyAt = columns.findIndex(({ name }) => name === 'currency');
  return (values: readonly WarehouseValue[]) => {
    const currency = values[currencyAt];
    const isKnown = typeof currency === 'string' && currencyProblem(currency) === undefined;
    const row: WarehouseRow = isKnown ? { currency } : {};
    for (const [index, value] of values.entries()) row[fieldOf(index)] = Array.isArray(value) ? listText(value) : value;
    return cells.map((cell) => cell(row));
  };
}

/** Writes the results of statements into a workbook, a sheet for each. Instants are in `zone`. The caller has opened it. */
export function resultSheets(workbook: WorkbookFile, zone: string) {
  const { styles } = workbook;
  const scope = { company: '', from: '', to: '', zone };
  const unused = { isTest: false, titles: new Map<string, never>(), reasons: [], limits: workbookLimits };
  let sheetCount = 0;
  /** Writes a result, and returns the number of its rows. Throws SheetFullError. */
  return async (
    columns: readonly ResultColumn[],
    rows: AsyncIterable<readonly (readonly WarehouseValue[])[]>,
  ): Promise<number> => {
    sheetCount += 1;
    const shown = columns.map(columnOf);
    const cellsFor = rowCells(columns, styles, { scope, isPersonalShown: true, ...unused });
    const sheet = await workbook.sheet({
      name: sheetCount === 1 ? 'Result' : `Result ${sheetCount}`,
      columns: shown,
      orientation: 'landscape',
      headerRow: 1,
      footer: '&L&A&C&P of &N&Rtieout',
      order: sheetCount - 1,
    });
    const heading = shown.map((column): Cell => {
      const aligned = isFigure(column) ? { horizontal: 'right' as const, indent: 1 } : {};
      const style = styles.of({ isBold: true, fill: 'E8EDF2', bottomLine: 'thin', ...aligned });
      return { kind: 'text', text: column.title, style, isHeading: true };
    });
    sheet.row(1, heading);
    let at = 1;
    for await (const chunk of rows) {
      for (const values of chunk) {
        if (at >= rowsOfWorksheet) throw new SheetFullError();
        at += 1;
        sheet.row(at, cellsFor(values));
      }
      await sheet.flush();
    }
    // Excel repairs a table whose columns differ by case only
    const names = shown.map(({ title }) => title);
    const isTable = at > 1 && new Set(names.map((name) => name.toLowerCase())).size === names.length;
    const range = `A1:${columnLetters(names.length)}${at}`;
    await sheet.end(!isTable ? {} : { table: { name: `Result_${sheetCount}`, range, columns: names } });
    return at - 1;
  };
}
