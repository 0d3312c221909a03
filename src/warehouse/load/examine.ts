import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { FileFormat } from '../../domain/file-format.ts';
import { pagedLine } from '../../domain/paged-line.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { readRows } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';
import { boundStep } from './run-steps.ts';

/** A contradiction in a file, as a rule in SQL returns it. */
const contradiction = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  line_no: z.coerce.number().nullable(),
});

/** The text with each column name in braces replaced by the header in the file. */
function withHeaders(text: string, headers: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_whole, column: string) => headers.get(column) ?? column);
}

/** Runs the rules that examine a whole file. Throws the first contradiction that a rule finds. */
export async function examine(
  connection: DuckDBConnection,
  file: LandedFile,
  sqlFolder: string,
  rules: readonly string[],
  headers: ReadonlyMap<string, string> = new Map(),
  format?: FileFormat,
): Promise<void> {
  for (const rule of rules) {
    const { sql, values } = await boundStep(file, sqlFolder, rule);
    const [found] = await readRows(connection, sql, values);
    if (found === undefined) continue;
    const { code, message, remedy, line_no: line } = contradiction.parse(found);
    throw new TieoutError({
      code,
      message: withHeaders(message, headers),
      remedy: withHeaders(remedy, headers),
      exitStatus: 4,
      place: { file: file.file_name, ...(line === null ? {} : format === 'pdf' ? pagedLine(line) : { line }) },
    });
  }
}
