import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultReading, type ReadingTerms } from '../../src/domain/reading.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { openFile } from '../../src/formats/open-file.ts';
import type { RejectedTableRow, TableRow, TableSpec } from '../../src/formats/table/table-spec.ts';

export const givenSpec: TableSpec = {
  title: 'order file',
  columns: { order: ['order'], placed_on: ['date'], amount: ['amount'], note: ['note'] },
  required: ['order', 'amount'],
  section: 'books.orders',
};

export type ReadTable = {
  sheets: readonly string[];
  header: { line: number; width: number; positions: Record<string, number>; others: string[] };
  rows: TableRow[];
  rejected: RejectedTableRow[];
  notes: readonly string[];
};

/** Reads a file to its end as the loader does. */
export async function readTable(content: Buffer, reading: Partial<ReadingTerms> = {}): Promise<ReadTable> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-given-'));
  const path = join(folder, 'given.xlsx');
  writeFileSync(path, content);
  try {
    const file = { path, fileName: 'given.xlsx', spec: givenSpec, reading: { ...defaultReading, ...reading } };
    const opened = await openFile(file, ['csv', 'xlsx']);
    const rows: TableRow[] = [];
    const rejected: RejectedTableRow[] = [];
    for await (const row of opened.rows()) 'code' in row ? rejected.push(row) : rows.push(row);
    await opened.close();
    const { line, width, positions, others } = opened.header;
    return {
      sheets: opened.sheets,
      rows,
      rejected,
      notes: opened.notes(),
      header: { line, width, positions: Object.fromEntries(positions), others: others.map(({ name }) => name) },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The error with which a file is refused. */
export async function refusalOf(content: Buffer, reading: Partial<ReadingTerms> = {}): Promise<TieoutError> {
  try {
    await readTable(content, reading);
  } catch (error) {
    if (error instanceof TieoutError) return error;
    throw error;
  }
  throw new Error('the file was not refused');
}
