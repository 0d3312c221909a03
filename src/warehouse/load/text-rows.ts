import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import type { OpenedFile } from '../../formats/opened-file.ts';
import type { TableHeader } from '../../formats/table/table-spec.ts';
import { execute, numberOf, readRows, type WarehouseRow } from '../duckdb-values.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/** With fewer columns, a record may consist of a single text. */
const fewestColumns = 3;
/** More rows than this below a table are not a footer. */
const mostRows = 100;

/**
 * Text that a failed download appends to a file: markup, JSON or a message. The lines after it are missing, so such a row remains
 * rejected.
 */
const failure =
  /^\s*[<{[]|\b(error|exception|fatal|warning|aborted|failed|failure|time-?out|timed out|expired|denied|unauthori[sz]ed|forbidden|bad gateway|unavailable|not found|(log|sign)[ -]?in)\b/i;

/** Whether a text is a remark, such as "This statement needs no signature". One word may be the first cell of a record. */
export const isRemark = (text: string) =>
  /\p{L}\P{L}*\s\P{L}*\p{L}/u.test(text) && !/\p{N}/u.test(text) && !failure.test(text);

const isFilled = (cell: unknown) => typeof cell === 'string' && cell.trim() !== '';

/** The text in the first column of a row that has no other cell. */
function loneText(row: WarehouseRow, { positions, others }: TableHeader): unknown {
  const otherCells = typeof row.other_cells === 'string' ? JSON.parse(row.other_cells) : {};
  const cells = [
    ...[...positions].map(([column, position]) => ({ position, cell: row[column] })),
    ...others.map(({ name, position }) => ({ position, cell: otherCells[name] })),
  ].sort((left, right) => left.position - right.position);
  return cells.slice(1).some(({ cell }) => isFilled(cell)) ? undefined : cells[0]?.cell;
}

/** The text of a rejected row that has too few cells and only one that is not blank. */
function rejectedText({ reason_code: code, raw_text: rawText }: WarehouseRow): unknown {
  if (code !== 'too_few_cells' || typeof rawText !== 'string') return undefined;
  const [cell, another] = rawText.split('|').filter(isFilled);
  return another === undefined ? cell?.trim() : undefined;
}

/**
 * Rejects the remarks below a table as text rows, which, unlike other rejected rows, are not records and make no day incomplete. A row
 * with a digit or a second cell may be a truncated or moved record, and is left unchanged.
 */
export async function settleTextRows(
  connection: DuckDBConnection,
  { receipt_id: receiptId }: { receipt_id: number },
  plan: TablePlan,
  { format, header }: OpenedFile,
): Promise<void> {
  if (!['csv', 'xlsx'].includes(format) || header.width < fewestColumns) return;
  const id = { id: receiptId };
  const last = (table: string) =>
    readRows(connection, `select * from ${table} where receipt_id = $id order by line_no desc limit ${mostRows}`, id);
  const loaded = (await last(plan.table)).map((row) => ({
    line: numberOf(row, 'line_no'),
    text: loneText(row, header),
  }));
  const rejected = (await last('staging.rejected_row')).map((row) => ({
    ...{ line: numberOf(row, 'line_no'), text: rejectedText(row) },
  }));
  for (const { line, text } of [...loaded, ...rejected].sort((left, right) => right.line - left.line)) {
    if (typeof text !== 'string' || !isRemark(text)) return;
    const place = { ...id, line };
    for (const table of [plan.table, 'staging.rejected_row'])
      await execute(connection, `delete from ${table} where receipt_id = $id and line_no = $line`, place);
    await execute(
      connection,
      `insert into staging.rejected_row values ($id, $line, 'text_row', 'Text below the lines: "' || $shown || '".', $text, null)`,
      { ...place, text, shown: text.length > 200 ? `${text.slice(0, 200)} …` : text },
    );
  }
}
