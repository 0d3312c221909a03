import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, numberOf, readRows } from '../duckdb-values.ts';
import { examine } from './examine.ts';
import type { LandedFile } from './landed-file.ts';
import { boundStep, runSteps } from './run-steps.ts';

/**
 * Compares the rows of a staged file that state totals with its lines: one that agrees is kept as a summary row and is no
 * rejected row. Throws FILE_TOTALS_CONTRADICT for one that does not agree. `summed` is the SQL that gives the figures.
 */
export async function proveSummaries(
  connection: DuckDBConnection,
  file: LandedFile,
  sqlFolder: string,
  summed: string,
): Promise<void> {
  const [found] = await readRows(connection, `select count(*) as n from incoming where reject_code = 'summary_row'`);
  if (found === undefined || numberOf(found, 'n') === 0) return;
  const { sql, values } = await boundStep(file, sqlFolder, summed);
  await execute(connection, `create or replace temp table summed_line as ${sql}`, values);
  await runSteps(connection, file, sqlFolder, ['load/summary_proof']);
  await examine(connection, file, sqlFolder, ['load/summary_contradiction']);
  await runSteps(connection, file, sqlFolder, ['load/summary_row_insert', 'load/summary_row_note']);
  await execute(connection, 'drop table summed_line');
  await execute(connection, 'drop table summary_proof');
}
