import type { DuckDBConnection } from '@duckdb/node-api';
import { columnOf, headerTwice, normaliseHeader, type TableFile, type TableHeader } from 'tieout-files';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows, sqlText } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

const quoted = (column: string) => `"${column}"`;
const plain = (column: string) => `lower(trim(${quoted(column)}))`;

/** Every text that could be a header, in the form of lower(trim(…)) in SQL. */
function headerTexts(header: TableHeader, { spec, reading: { aliases } }: TableFile): string[] {
  const known = [...Object.values(spec.columns).flat(), ...Object.values(aliases).flatMap((each) => each ?? [])];
  const texts = [...known.map(normaliseHeader), ...(header.names?.values() ?? [])].map((text) => text.toLowerCase());
  return [...new Set(texts.flatMap((text) => [text, text.replaceAll(' ', '_')]))];
}

/** A condition for the rows below the header that have a header's text in a column that every row needs; most files have no such row. */
function candidates(plan: TablePlan, header: TableHeader, file: TableFile): string | undefined {
  const key = plan.required.flat().find((column) => header.positions.has(column));
  if (header.names === undefined || key === undefined) return undefined;
  const texts = headerTexts(header, file).map(sqlText).join(', ');
  return `select * from file_line where ${plain(key)} in (${texts})`;
}

/** Refuses a repeated header whose columns are not in the positions of the first header. */
function requireSameColumns(cells: Record<string, unknown>, header: TableHeader, file: TableFile): void {
  const named = Object.keys(file.spec.columns).map((column) => {
    const cell = cells[column];
    return { column, cell, means: typeof cell === 'string' ? columnOf(cell, file) : undefined };
  });
  const isHeader = file.spec.required.every((group) =>
    [group].flat().some((column) => named.some(({ means }) => means === column)),
  );
  const isMoved = named.some(({ column, means }) => means !== undefined && means !== column);
  if (!isHeader || !isMoved) return;
  throw headerTwice(file, header.line, Number(cells.line_no));
}

/** Refuses a file whose lines below a repeated header are the same as below the first header, because the file was joined with itself. */
async function requireOtherLines(
  connection: DuckDBConnection,
  plan: TablePlan,
  header: TableHeader,
  file: TableFile,
  second: number,
): Promise<void> {
  const isEqual = [...Object.keys(plan.columns), 'other_cells']
    .map((column) => `earlier.${quoted(column)} is not distinct from later.${quoted(column)}`)
    .join(' and ');
  const [counted] = await readRows(
    connection,
    `select
       count(*) filter (where line_no < $second) as before_count,
       count(*) filter (where line_no > $second) as after_count,
       (select count(*) from file_line as later
        inner join file_line as earlier on earlier.line_no = later.line_no - $shift and ${isEqual}
        where later.line_no > $second) as equal_count
     from file_line`,
    { second, shift: second - header.line },
  );
  if (counted === undefined) return;
  const [before, after, equal] = ['before_count', 'after_count', 'equal_count'].map((name) => numberOf(counted, name));
  if (before === undefined || after === undefined || after === 0 || after !== equal) return;
  // the lines above the first header may be repeated above the second header
  if (before - after > header.line - 1) return;
  throw new TieoutError({
    code: 'FILE_LINES_TWICE',
    message: `The ${file.spec.title} has its lines twice: below the header on line ${second}, all lines are those below line ${header.line}.`,
    remedy: `Remove the lines from ${second} on, or export the file again; nothing of it was loaded.`,
    place: { file: file.fileName, line: second },
    exitStatus: 4,
  });
}

/**
 * Moves headers that are repeated among the lines to the rejected rows. Throws FILE_HEADER_TWICE for a header with
 * other columns, and FILE_LINES_TWICE when the file was joined with itself.
 */
export async function settleRepeatedHeaders(
  connection: DuckDBConnection,
  landed: LandedFile,
  plan: TablePlan,
  reading: ReadingTerms,
  header: TableHeader,
): Promise<void> {
  const file: TableFile = { path: landed.path, fileName: landed.file_name, spec: plan, reading };
  const candidate = candidates(plan, header, file);
  if (candidate === undefined) return;
  const [first] = await readRows(connection, `${candidate} order by line_no limit 1`);
  if (first === undefined) return;
  const isHeader = [...(header.names ?? [])]
    .map(([column, name]) => `${plain(column)} is not distinct from ${sqlText(name.toLowerCase())}`)
    .join(' and ');
  const others = await readRows(connection, `${candidate} and not (${isHeader}) order by line_no limit 100`);
  for (const cells of others) requireSameColumns(cells, header, file);
  const [repeated] = await readRows(
    connection,
    `select min(line_no) as line_no from (${candidate} and ${isHeader}) having count(*) > 0`,
  );
  if (repeated === undefined) return;
  await requireOtherLines(connection, plan, header, file, numberOf(repeated, 'line_no'));
  const text = Object.keys(plan.columns).map(quoted).join(', ');
  await execute(
    connection,
    `insert into staging.rejected_row
     select receipt_id, line_no, 'header_repeated', 'Repeated header.', concat_ws(' | ', ${text}), null
     from (${candidate} and ${isHeader})`,
  );
  await execute(
    connection,
    `delete from file_line where line_no in (select line_no from (${candidate} and ${isHeader}))`,
  );
}
