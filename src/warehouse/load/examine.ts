import type { DuckDBConnection } from '@duckdb/node-api';
import { type FileFormat, pagedLine } from 'tieout-files';
import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { readRows } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';
import { boundStep, type StepValues } from './run-steps.ts';

/** A contradiction in a file, as a rule in SQL returns it. */
const contradiction = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  line_no: z.coerce.number().nullable(),
  /** The column that an unread header of the file is likely to be. */
  column_name: z.string().nullish(),
  header: z.string().nullish(),
});

/** The text with each column name in braces replaced by the header in the file. */
function withHeaders(text: string, headers: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_whole, column: string) => headers.get(column) ?? column);
}

/** The headers of a file by column, and values for the rules. A rule that uses a missing value has nothing to examine. */
type ExamineContext = {
  headers?: ReadonlyMap<string, string> | undefined;
  values?: StepValues;
  format?: FileFormat;
  /** The section of the configuration for the files; the rules for bank statements are used for lists, too, and name theirs. */
  section?: string;
};

const optionalValues = ['unread', 'stated', 'declared_account', 'declared_currency'];

/** Runs the rules that examine a whole file. Throws the first contradiction that a rule finds. */
export async function examine(
  connection: DuckDBConnection,
  file: LandedFile,
  sqlFolder: string,
  rules: readonly string[],
  { headers = new Map(), values: further = {}, format, section = 'books.bank' }: ExamineContext = {},
): Promise<void> {
  for (const rule of rules) {
    const { sql, values } = await boundStep(file, sqlFolder, rule, further);
    if (optionalValues.some((name) => sql.includes(`$${name}`) && further[name] === undefined)) continue;
    const [found] = await readRows(connection, sql, values);
    if (found === undefined) continue;
    const { code, message, remedy, line_no: line, column_name: column, header } = contradiction.parse(found);
    const isNamed = typeof column === 'string' && typeof header === 'string';
    throw new TieoutError({
      code,
      message: withHeaders(message, headers),
      remedy: withHeaders(remedy, headers).replaceAll('books.bank', section),
      exitStatus: 4,
      place: { file: file.file_name, ...(line === null ? {} : format === 'pdf' ? pagedLine(line) : { line }) },
      ...(isNamed ? { suggestion: { aliases: { [column]: [header] } } } : {}),
    });
  }
}
