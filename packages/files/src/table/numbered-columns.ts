import { FileRefusal } from '../file-refusal.ts';
import { hasOnlyFigures } from './figure-columns.ts';
import { columnOf } from './header.ts';
import { isBlank, type TableFile, type TableHeader, type TableRow } from './table-spec.ts';

/** The number of cells that most rows have. */
function usualWidth(rows: readonly TableRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [best] = [...counts].sort(([width, count], [otherWidth, other]) => other - count || otherWidth - width);
  return best?.[0] ?? 0;
}

function beyond({ fileName, spec }: TableFile, column: string, number: number, width: number): FileRefusal {
  return new FileRefusal({
    code: 'FILE_COLUMN_MISSING',
    message: `The ${spec.title} has ${width} columns, and ${spec.section}.columns gives ${column} as column ${number}.`,
    remedy: `Correct ${spec.section}.columns in the configuration; the first column is 1.`,
    place: { file: fileName },
  });
}

/** The numbered columns and those that aliases name by number ("column 5", the name in refusals and notes), which take precedence. */
function withNamedColumns(numbered: ReadonlyMap<string, number>, width: number, file: TableFile): Map<string, number> {
  const named = Array.from({ length: width }, (_, position) => ({
    column: columnOf(`column ${position + 1}`, file),
    position,
  })).flatMap(({ column, position }) => (column === undefined ? [] : [[column, position] as const]));
  const isTaken = (position: number) => named.some(([, own]) => own === position);
  return new Map([...[...numbered].filter(([, position]) => !isTaken(position)), ...named]);
}

/**
 * The columns of a table without a header, by the numbers that the configuration gives them. The table begins with the first row that has
 * days and amounts in these columns, whatever its width: a first row of another width is rejected, and not lost above the table. Undefined
 * without such a row, or without the configuration. Throws FILE_COLUMN_MISSING for a number beyond the last column.
 */
export function numberedHeader(rows: readonly TableRow[], file: TableFile): TableHeader | undefined {
  const numbers = Object.entries(file.reading.columns);
  const filled = rows.filter(({ cells }) => !cells.every(isBlank));
  if (numbers.length === 0 || filled.length === 0) return undefined;
  const width = usualWidth(filled);
  for (const [column, number] of numbers) if (number > width) throw beyond(file, column, number, width);
  const nameOf = (position: number) => `column ${position + 1}`;
  const positions = withNamedColumns(new Map(numbers.map(([column, number]) => [column, number - 1])), width, file);
  const taken = new Set(positions.values());
  const header: TableHeader = {
    line: 0,
    isNumbered: true,
    width,
    positions,
    names: new Map([...positions].map(([column, position]) => [column, nameOf(position)])),
    others: Array.from({ length: width }, (_, position) => ({ name: nameOf(position), position })).filter(
      ({ position }) => !taken.has(position),
    ),
  };
  const first = filled.find(({ cells }) => hasOnlyFigures(cells, header, file));
  return first === undefined ? undefined : { ...header, line: first.line - 1 };
}

const shownRows = 5;

/** A sentence about the rows above a table without a header, which nothing but their content tells from its lines. */
export function noteOnAbove({ isNumbered }: TableHeader, above: readonly { line: number; text: string }[]): string[] {
  const rows = above.filter(({ text }) => text !== '');
  if (isNumbered !== true || rows.length === 0) return [];
  const shown = rows.slice(0, shownRows).map(({ line, text }) => `line ${line} "${text.slice(0, 100)}"`);
  const more = rows.length > shownRows ? ` and ${rows.length - shownRows} more` : '';
  return [`Rows above the first line of the table, which are no lines: ${shown.join(', ')}${more}.`];
}
