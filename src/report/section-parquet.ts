import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { registerTextFunction } from '../warehouse/text-function.ts';
import { exactly } from '../warehouse/write-parquet.ts';
import { type Column, figureFormats } from './definition.ts';
import { shownInCell, type TextOptions } from './shown-value.ts';
import type { ReportTable } from './table.ts';

/** Columns whose values keep their type; those of every other format are texts. */
const typed: readonly Column['format'][] = [...figureFormats, 'date', 'instant'];

/** Texts that are shown as they are, so that most texts never leave the database: plain characters, no formula, no e-mail address. */
const plain = "'([0-9A-Za-z{[][ -?A-~]{0,999})?'";
/** In texts from outside also no JSON and no long number, and in JSON no instant. */
const unlike: Partial<Record<Column['format'], string>> = { raw: "'\"|[0-9]{9}'", facts: "'[+]00'" };

/** The memory in which DuckDB sorts a section; it sorts the rest on disk. With one thread it needs no more on a machine of many cores. */
const sortedInMemory = '256MB';

function textColumn(name: string, format: Column['format']): string {
  const text = `${name}::varchar`;
  const others = unlike[format] === undefined ? '' : ` and not regexp_matches(${text}, ${unlike[format]})`;
  return `case when regexp_full_match(${text}, ${plain})${others} then ${text} else shown_${format}(${text}) end`;
}

/**
 * Writes every section that has a Parquet file into a folder: rows in the order of the section, columns by the names that they have in
 * the database, figures and days by their types, instants in UTC, and texts as in a CSV file.
 */
export async function writeParquetFiles(
  connection: DuckDBConnection,
  tables: readonly ReportTable[],
  folder: string,
  options: TextOptions,
): Promise<void> {
  const large = tables.filter(({ file }) => file.endsWith('.parquet'));
  if (large.length === 0) return;
  const [before = {}] = await readRows(connection, "select current_setting('threads')::text as threads");
  await connection.run(`set memory_limit = '${sortedInMemory}'; set threads = 1`);
  const formats = large.flatMap(({ section }) => section.columns.map(({ format }) => format));
  for (const format of new Set(formats.filter((each) => !typed.includes(each))))
    await registerTextFunction(connection, `shown_${format}`, (text) => shownInCell(text, format, options));
  for (const table of large) {
    const types = await table.types();
    const columns = table.section.columns.map(({ field, format }) => [
      field,
      typed.includes(format) ? exactly(field, types.get(field) ?? '') : textColumn(field, format),
    ]);
    await table.copy(Object.fromEntries(columns), join(folder, table.file));
  }
  await connection.run(`reset memory_limit; set threads = ${textOf(before, 'threads')}`);
}
