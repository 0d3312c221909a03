import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTerms } from '../../src/file-terms.ts';
import { openFile } from '../../src/open-file.ts';
import type { RejectedTableRow, TableRow, TableSpec } from '../../src/table/table-spec.ts';

const givenSpec: TableSpec = {
  title: 'order file',
  columns: { order: ['order'], placed_on: ['date'], amount: ['amount'], note: ['note'] },
  required: ['order', 'amount'],
  section: 'books.orders',
};

/** Reads a file to its end as the loader does. */
export async function readTable(content: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-given-'));
  const path = join(folder, 'given.xlsx');
  writeFileSync(path, content);
  try {
    const file = { path, fileName: 'given.xlsx', spec: givenSpec, reading: defaultTerms };
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
