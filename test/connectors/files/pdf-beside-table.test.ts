import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBookFiles, formatsOf } from '../../../src/connectors/files/book-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-books-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('A PDF is a bank statement, unless the same statement is beside it as a table', async () => {
  for (const name of ['september.pdf', 'October.pdf', 'october.csv', 'november.pdf', 'november.png'])
    writeFileSync(join(folder, name), name.endsWith('.png') ? 'PNG' : '%PDF-1.7');
  const { files, ignored } = await findBookFiles([folder], (path) => path, formatsOf.bank_statement);
  expect(files.map(({ name }) => name)).toEqual(['november.pdf', 'october.csv', 'september.pdf']);
  expect(ignored).toEqual(['november.png', 'October.pdf']);
});
