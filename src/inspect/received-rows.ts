import { proveObject } from '../disk/object.ts';
import type { LandedFile, LoadInstructions } from '../warehouse/load/landed-file.ts';
import { unreadError } from '../warehouse/load/load-receipt.ts';
import { openTable } from '../warehouse/load/load-table.ts';
import { refusalOf } from '../warehouse/load/refusal.ts';

/** The cells of a row as it was received, by their headers; a row that was rejected has its text alone, without a header. */
export type ReceivedRow = { line: number; cells: readonly (readonly [header: string, cell: string])[] };

async function* rowsOf(
  file: LandedFile,
  { plan, ...instructions }: LoadInstructions,
  lines: ReadonlySet<number>,
): AsyncGenerator<ReceivedRow> {
  if (plan.format === 'records') {
    for await (const record of plan.read(file, instructions))
      if (!('above' in record))
        yield { line: record.line, cells: 'cells' in record ? Object.entries(record.cells) : [['', record.text]] };
  }
  if (plan.format !== 'table') return;
  const { opened } = await openTable(file, plan, instructions);
  try {
    const { names, positions, others } = opened.header;
    const known = [...positions].map(([column, position]) => ({ name: names?.get(column) ?? column, position }));
    const heads = [...known, ...others].sort((one, other) => one.position - other.position);
    for await (const row of opened.rows(lines))
      yield {
        line: row.line,
        cells:
          'code' in row ? [['', row.rawText]] : heads.map(({ name, position }) => [name, row.cells[position] ?? '']),
      };
  } finally {
    await opened.close();
  }
}

/**
 * Rows of one received file, read from landing by the terms of now, up to the last of these lines. Throws why the file is not read: its
 * content was removed, withdrawn or changed, or the terms of now refuse it.
 */
export async function receivedRows(
  file: LandedFile,
  instructions: LoadInstructions,
  lines: ReadonlySet<number>,
): Promise<ReceivedRow[]> {
  const unread = unreadError(file);
  if (unread !== undefined) throw unread;
  const last = Math.max(...lines);
  const found: ReceivedRow[] = [];
  try {
    await proveObject(file);
    for await (const row of rowsOf(file, instructions, lines)) {
      if (row.line > last) break;
      if (lines.has(row.line)) found.push({ ...row, cells: row.cells.filter(([, cell]) => cell !== '') });
    }
  } catch (cause) {
    throw refusalOf(cause, file);
  }
  return found;
}
