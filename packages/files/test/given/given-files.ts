import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { defaultTerms, type FileTerms } from '../../src/file-terms.ts';
import type { TableFile, TableSpec } from '../../src/table/table-spec.ts';

const bankSpec: TableSpec = { title: 'bank statement', columns: {}, required: [], section: 'books.bank' };

/** Files as readers are given them, in a folder that is removed after the tests of a file. */
export function givenFiles(spec: Partial<TableSpec> = {}, fileName = 'file') {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-given-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let number = 0;
  return (content: string | Buffer, reading: Partial<FileTerms> = {}): TableFile => {
    number += 1;
    const path = join(folder, String(number));
    writeFileSync(path, content);
    return { path, fileName, spec: { ...bankSpec, ...spec }, reading: { ...defaultTerms, ...reading } };
  };
}
