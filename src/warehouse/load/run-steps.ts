import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, executeWritten, sqlText } from '../duckdb-values.ts';
import { sqlFile } from '../sql-files.ts';
import type { LandedFile } from './landed-file.ts';

/** The SQL of a step (in `sqlFolder`, or below sql/ where its name has a folder), with the values that it uses. */
export async function boundStep(file: Pick<LandedFile, 'receipt_id' | 'zone'>, sqlFolder: string, step: string) {
  const slash = step.lastIndexOf('/');
  const sql =
    slash === -1 ? await sqlFile(sqlFolder, step) : await sqlFile(step.slice(0, slash), step.slice(slash + 1));
  const bound = { file_id: file.receipt_id, zone: file.zone };
  const used = Object.entries(bound).filter(([name]) => new RegExp(`\\$${name}\\b`).test(sql));
  return { sql, values: used.length === 0 ? undefined : Object.fromEntries(used) };
}

/** Runs the SQL files of a load plan in their order, bound to the file and the company's zone. */
export async function runSteps(
  connection: DuckDBConnection,
  file: LandedFile,
  sqlFolder: string,
  steps: readonly string[],
): Promise<void> {
  for (const step of steps) {
    const { sql, values } = await boundStep(file, sqlFolder, step);
    await (values === undefined ? execute(connection, sql) : executeWritten(connection, sql, values));
  }
}

/** Keeps what the accepted lines of a file sum up to. `figures` is the SQL that its kind declares. */
export async function keepFigures(
  connection: DuckDBConnection,
  file: LandedFile,
  sqlFolder: string,
  figures: string | undefined,
): Promise<void> {
  if (figures === undefined) return;
  const { sql, values } = await boundStep(file, sqlFolder, figures);
  await execute(
    connection,
    `insert into raw.file_figure select ${file.receipt_id}, figure.* from (${sql}\n) as figure`,
    values,
  );
}

/**
 * Joins keep the written order of a macro, the table of the file first. DuckDB has no statistics of rows that were added
 * in the same transaction: it takes a million of them for a dozen, and builds its hash tables on them instead of on a list of words.
 */
const asWritten = "set disabled_optimizers = 'join_order,build_side_probe_side'";

/** Fills the temporary table `incoming` from a macro (file_id, zone) while the work is done. */
export async function withIncoming(
  connection: DuckDBConnection,
  file: Pick<LandedFile, 'receipt_id' | 'zone'>,
  macro: string,
  work: () => Promise<void>,
): Promise<void> {
  await execute(connection, asWritten);
  // after a failure the transaction takes no statement: whoever ends it resets the setting
  await execute(
    connection,
    `create or replace temp table incoming as from ${macro}(${file.receipt_id}, ${sqlText(file.zone)})`,
  );
  await execute(connection, 'reset disabled_optimizers');
  await work();
  await execute(connection, 'drop table incoming');
}
