import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with the code tables: beside a bundle that contains this file, otherwise in the package that has them. */
function codeTableFolder(): string | undefined {
  const beside = fileURLToPath(new URL('cmaps', import.meta.url));
  if (existsSync(beside)) return beside;
  try {
    return join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');
  } catch {
    return undefined;
  }
}

const folder = codeTableFolder();

/** A document has a font whose code table is not known, so some of its text cannot be read. */
export class CodeTableMissing extends Error {
  override readonly name = 'CodeTableMissing';
  readonly table: string;

  constructor(table: string) {
    super(`The code table ${table} is unknown.`);
    this.table = table;
  }
}

/**
 * Code tables of fonts that a document names and does not contain, as many Chinese, Japanese and Korean texts do. The library leaves out
 * the text of a font without its table, so `missing` has to be examined afterwards.
 */
export function codeTables() {
  const missing: string[] = [];
  class CodeTables {
    async fetch({ name }: { name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
      try {
        if (folder === undefined || !/^[\w-]+$/.test(name)) throw new CodeTableMissing(name);
        return { cMapData: new Uint8Array(await readFile(join(folder, `${name}.bcmap`))), isCompressed: true };
      } catch {
        missing.push(name);
        throw new CodeTableMissing(name);
      }
    }
  }
  return { CodeTables, missing };
}
