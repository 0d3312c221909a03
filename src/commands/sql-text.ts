import { csvLine } from '../report/csv.ts';
import { neutralised, printableText } from '../report/shown-value.ts';
import { jsonText, visibleText } from '../terminal/visible-text.ts';
import type { WarehouseValue } from '../warehouse/duckdb-values.ts';
import { type RowLayout, rowsTable } from './row-text.ts';

/** A column of a result, and whether its values may be text from outside. */
type ResultColumn = { name: string; isTextual: boolean };
type Rows = readonly (readonly WarehouseValue[])[];

/** Writes results as text, one after another, in chunks of rows. */
export type ResultText = {
  begin(columns: readonly ResultColumn[]): Promise<void>;
  rows(rows: Rows): Promise<void>;
  end(): Promise<void>;
};

type Pour = (text: string) => Promise<void>;

/** The number of rows in one table, which are kept to find the widths of its columns. */
const tableRows = 1_000;

/** A value for JSON, which has no number for infinity and not-a-number. */
const inJson = (value: WarehouseValue): WarehouseValue =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

const toRecord = (columns: readonly ResultColumn[], row: readonly WarehouseValue[]) =>
  Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]));

/** Tables for people. A long result is written as several tables, each with its heading and its own widths. */
function tables(pour: Pour, layout: RowLayout): ResultText {
  let columns: readonly ResultColumn[] = [];
  let kept: (readonly WarehouseValue[])[] = [];
  let isFirst = true;
  let isEmpty = true;
  const flush = async (rows: Rows) => {
    const records = rows.map((row) => toRecord(columns, row));
    const text = rowsTable(records, layout, { names: columns.map(({ name }) => name) });
    await pour(`${isFirst ? '' : '\n'}${visibleText(text)}\n`);
    isFirst = false;
    isEmpty = false;
  };
  return {
    begin: async (given) => {
      columns = given;
      isEmpty = true;
    },
    rows: async (rows) => {
      kept.push(...rows);
      while (kept.length >= tableRows) {
        const full = kept.slice(0, tableRows);
        kept = kept.slice(tableRows);
        await flush(full);
      }
    },
    end: async () => {
      if (kept.length > 0 || isEmpty) await flush(kept);
      kept = [];
    },
  };
}

/** The text of a cell. A list is written as JSON, without loss. */
function cellOf(value: WarehouseValue, isTextual: boolean): string {
  if (value === null) return '';
  if (!isTextual) return String(value);
  const text = printableText(Array.isArray(value) ? jsonText(value) : String(value));
  // a terminal would return to the start of the line
  return neutralised(text.replaceAll(/\r(?!\n)/g, '\uFFFD'));
}

/** CSV (RFC 4180), with an empty line between two results. */
function csv(pour: Pour): ResultText {
  let columns: readonly ResultColumn[] = [];
  let isFirst = true;
  // an empty line ends a result, so a single empty cell is quoted
  const line = (cells: readonly string[]) =>
    cells.join('') === '' && cells.length === 1 ? '""\r\n' : csvLine(cells, ',');
  return {
    begin: async (given) => {
      columns = given;
      // names may come from data, for example in a pivot
      if (given.length > 0) await pour(`${isFirst ? '' : '\r\n'}${line(given.map(({ name }) => cellOf(name, true)))}`);
      isFirst = false;
    },
    rows: (rows) =>
      pour(rows.map((row) => line(columns.map(({ isTextual }, at) => cellOf(row[at] ?? null, isTextual)))).join('')),
    end: async () => {},
  };
}

/** JSON as in `--json`: an array of rows for each result. */
function json(pour: Pour): ResultText {
  let columns: readonly ResultColumn[] = [];
  let isEmpty = true;
  return {
    begin: async (given) => {
      columns = given;
      isEmpty = true;
    },
    rows: async (rows) => {
      const texts = rows.map((row) => jsonText(toRecord(columns, row.map(inJson)), 2).replaceAll(/^/gm, '  '));
      await pour(`${isEmpty ? '[\n' : ',\n'}${texts.join(',\n')}`);
      isEmpty = false;
    },
    end: () => pour(isEmpty ? '[]\n' : '\n]\n'),
  };
}

/** The formats that are text. */
export const textFormats = { table: tables, csv, json };
