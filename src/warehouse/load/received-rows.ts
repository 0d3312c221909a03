import { proveObject } from '../../disk/object.ts';
import type { LandedFile, LoadInstructions } from './landed-file.ts';
import { unreadError } from './load-receipt.ts';
import { openTable } from './load-table.ts';
import { refusalOf } from './refusal.ts';

/** A cell as it was received: its header, which is empty for the text of a rejected row, and its column where tieout knows one. */
type ReceivedCell = { header: string; column: string; text: string };
export type ReceivedRow = { line: number; cells: readonly ReceivedCell[] };

const cell = (text: string, header = '', column = ''): ReceivedCell => ({ header, column, text });

async function* rowsOf(
  file: LandedFile,
  { plan, ...instructions }: LoadInstructions,
  lines: ReadonlySet<number>,
): AsyncGenerator<ReceivedRow> {
  if (plan.format === 'records') {
    for await (const record of plan.read(file, instructions)) {
      if ('above' in record) continue;
      const { line } = record;
      if ('cells' in record)
        yield { line, cells: Object.entries(record.cells).map(([name, text]) => cell(text, name)) };
      else yield { line, cells: [cell(record.text)] };
    }
  }
  if (plan.format !== 'table') return;
  const { opened } = await openTable(file, plan, instructions);
  try {
    const { names, positions, others } = opened.header;
    const known = [...positions].map(([column, position]) => ({
      column,
      name: names?.get(column) ?? column,
      position,
    }));
    const heads = [...known, ...others.map((other) => ({ column: '', ...other }))];
    heads.sort((one, other) => one.position - other.position);
    for await (const row of opened.rows(lines)) {
      const cells =
        'code' in row
          ? [cell(row.rawText)]
          : heads.map(({ name, column, position }) => cell(row.cells[position] ?? '', name, column));
      yield { line: row.line, cells };
    }
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
      if (lines.has(row.line)) found.push({ ...row, cells: row.cells.filter(({ text }) => text !== '') });
    }
  } catch (cause) {
    throw refusalOf(cause, file);
  }
  return found;
}
