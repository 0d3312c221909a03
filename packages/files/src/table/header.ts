import type { FileRefusal } from '../file-refusal.ts';
import { refused } from '../file-refusal.ts';
import { isTimeShaped } from './figure-columns.ts';
import { columnTwice } from './repeated-columns.ts';
import {
  isBlank,
  normaliseHeader,
  type RepeatedColumn,
  type TableFile,
  type TableHeader,
  type TableRow,
} from './table-spec.ts';

/** The number of rows that may precede the header: summary rows do. */
export const headerSearchRows = 40;

/**
 * The column that a header names: by the configuration, otherwise by its known name, unless the configuration gives that column other
 * headers; undefined when the configuration ignores the header.
 */
export function columnOf(cell: string, { spec, reading: { aliases, ignored } }: TableFile): string | undefined {
  const name = normaliseHeader(cell);
  const isNamed = (headers: readonly string[] | undefined) => headers?.some((one) => normaliseHeader(one) === name);
  const configured = Object.keys(spec.columns).find((column) => isNamed(aliases[column]));
  if (configured !== undefined || isNamed(ignored)) return configured;
  const isConfigured = (column: string) => (aliases[column] ?? []).length > 0;
  return Object.entries(spec.columns).find(([column, headers]) => headers.includes(name) && !isConfigured(column))?.[0];
}

/** The refusal of a file with a second header whose columns are in other positions. */
export function headerTwice(file: TableFile, first: number, second: number): FileRefusal {
  return refused(
    file.fileName,
    'FILE_HEADER_TWICE',
    `The ${file.spec.title} has a header on line ${first} and another one, with other columns, on line ${second}.`,
    { remedy: 'Export each table into a file of its own; nothing of this one was loaded.', line: second },
  );
}

/** The most columns of a table. Reports of shops have a few hundred at most; the cost of a row grows with them. */
export const mostColumns = 1000;

/**
 * Gives each column a name that differs from all others, ignoring case, because cells are kept under the names of their headers. It
 * remembers the last number of a name, so that equal names do not cost the square of their number.
 */
function uniqueNames(): (name: string) => string {
  const numbers = new Map<string, number>();
  return (name) => {
    let unique = name;
    for (
      let number = numbers.get(name.toLowerCase()) ?? 1;
      numbers.has(unique.toLowerCase());
      unique = `${name} (${number})`
    ) {
      number += 1;
      numbers.set(name.toLowerCase(), number);
    }
    numbers.set(unique.toLowerCase(), 1);
    return unique;
  };
}

/** The name of a column: its header or, where that is empty, its number, by which the configuration may name it. */
const nameAt = (cells: readonly string[], position: number) =>
  (cells[position] ?? '').trim() || `column ${position + 1}`;

function readHeader(row: TableRow, file: TableFile): TableHeader {
  const { line, cells } = row;
  file.examined?.(row);
  const positions = new Map<string, number>();
  const names = new Map<string, string>();
  const others: { name: string; position: number }[] = [];
  const uniqueName = uniqueNames();
  const least = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  let width = cells.length;
  while (width > least && columnOf(nameAt(cells, width - 1), file) === undefined) width -= 1;
  for (let position = 0; position < width; position += 1) {
    const name = nameAt(cells, position);
    const column = columnOf(name, file);
    if (column !== undefined && !positions.has(column)) {
      positions.set(column, position);
      names.set(column, name);
    } else {
      // a column without a header may still have cells
      others.push({ name: uniqueName(name), position });
    }
  }
  return { line, width, ...(least < width ? { least } : {}), positions, names, others };
}

/** The required columns that a header lacks; of a group that requires one column, all of them. */
function missingColumns(header: TableHeader, { spec }: TableFile): string[] {
  return spec.required.flatMap((column) => {
    const group = typeof column === 'string' ? [column] : column;
    return group.some((one) => header.positions.has(one)) ? [] : group;
  });
}

function headerMissing(file: TableFile, best: TableHeader | undefined): FileRefusal {
  const { title, required, section } = file.spec;
  const { aliases } = file.reading;
  // the configured names of a column replace the known ones, so the new name is added to them
  const names = (column: string) => [...(aliases[column] ?? []), '…'].map((name) => JSON.stringify(name)).join(', ');
  if (best === undefined || best.positions.size < Math.min(2, required.length - 1)) {
    return refused(
      file.fileName,
      'FILE_HEADER_NOT_FOUND',
      `No header was found in the first ${headerSearchRows} rows of the ${title}.`,
      {
        remedy: `Check that this is the right file; if its columns have other names, add them under ${section}.aliases; if it has no header, give their numbers under ${section}.columns.`,
      },
    );
  }
  const missing = missingColumns(best, file);
  return refused(file.fileName, 'FILE_COLUMN_MISSING', `The ${title} has no column for ${missing.join(', ')}.`, {
    remedy: `If the column has another name, add it under ${section}.aliases in the configuration (${missing
      .map((column) => `${column}: [${names(column)}]`)
      .join(', ')}); otherwise export the file again with all its columns.`,
    line: best.line,
  });
}

/** Requires each column to have one header, or two equal ones whose cells are then compared; only a person can decide between others. */
function requireUnique(header: TableHeader, { cells }: TableRow, file: TableFile): TableHeader {
  const named = cells.map((_, position) => {
    const name = nameAt(cells, position);
    return { name, position, column: columnOf(name, file) };
  });
  const repeated: RepeatedColumn[] = [];
  for (const column of Object.keys(file.spec.columns)) {
    const [first, ...others] = named.filter((one) => one.column === column);
    if (first === undefined) continue;
    for (const other of others) {
      const repeat = { column, name: other.name, first: first.position, again: other.position };
      const isSame = normaliseHeader(first.name) === normaliseHeader(other.name);
      if (!isSame) throw columnTwice(file, header.line, repeat, first.name);
      repeated.push(repeat);
    }
  }
  return repeated.length === 0 ? header : { ...header, repeated };
}

/** The header where this row is one, that is, it names every required column. Throws FILE_COLUMN_TWICE and FILE_TOO_LARGE. */
export function headerOf(row: TableRow, file: TableFile): TableHeader | undefined {
  const header = readHeader(row, file);
  if (missingColumns(header, file).length > 0) return undefined;
  if (header.width > mostColumns) {
    const limit = mostColumns.toLocaleString('en');
    throw refused(
      file.fileName,
      'FILE_TOO_LARGE',
      `The ${file.spec.title} has ${header.width.toLocaleString('en')} columns; at most ${limit} are read.`,
      { remedy: 'Export it with fewer columns, or delete those that are not needed.', line: header.line },
    );
  }
  const unique = requireUnique(header, row, file);
  // where headers do not tell the columns apart, configured numbers of all required columns do
  const { columns } = file.reading;
  const areNumbered = file.spec.required.every((one) => [one].flat().some((column) => Object.hasOwn(columns, column)));
  return unique.repeated !== undefined && areNumbered ? undefined : unique;
}

/**
 * The header among the first rows of a table: the first row that names every required column. Throws
 * FILE_COLUMN_MISSING with what the closest row lacks, FILE_HEADER_NOT_FOUND or FILE_COLUMN_TWICE.
 */
export function findHeader(rows: readonly TableRow[], file: TableFile): TableHeader {
  let best: TableHeader | undefined;
  for (const row of rows.slice(0, headerSearchRows)) {
    const found = headerOf(row, file);
    if (found !== undefined) return found;
    // a line with a day is no header, though a word in it may be the name of a column
    if (row.cells.some(isTimeShaped)) continue;
    const header = readHeader(row, file);
    if (best === undefined || header.positions.size > best.positions.size) best = header;
  }
  throw headerMissing(file, best);
}

/** Whether two headers give each column the same position. */
export function isSameHeader(header: TableHeader, other: TableHeader | undefined): boolean {
  if (other === undefined || header.positions.size !== other.positions.size) return false;
  return [...header.positions].every(([column, position]) => other.positions.get(column) === position);
}

/** The position of a column in which every line of the table has figures, so that a word in it shows another header. */
export function figurePosition({ positions }: TableHeader, { spec }: TableFile): number | undefined {
  const column = [...(spec.amounts ?? []), ...(spec.dates ?? [])].find((one) => positions.has(one));
  return column === undefined ? undefined : positions.get(column);
}

/** The header of a row below the header, when it gives a column another position. */
export function otherHeader(row: TableRow, header: TableHeader, file: TableFile): TableHeader | undefined {
  const cell = row.cells[figurePosition(header, file) ?? -1];
  if (cell === undefined || isBlank(cell) || /\d/.test(cell)) return undefined;
  const found = headerOf(row, { ...file, examined: () => {} });
  return found === undefined || isSameHeader(found, header) ? undefined : found;
}
