import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/** The folder with the code tables: in the built program, or in the package from which the build copies them. */
const folder = [join(packageRoot, 'dist', 'cmaps'), join(packageRoot, 'node_modules', 'pdfjs-dist', 'cmaps')].find(
  (path) => existsSync(path),
);

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
