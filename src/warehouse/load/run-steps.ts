import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, executeWritten, sqlText } from '../duckdb-values.ts';
import { sqlStatement } from '../sql-files.ts';
import type { LandedFile } from './landed-file.ts';
import { isOfWarehouse } from './refusal.ts';

/** The receipt for which a step is run, or the first and the last of consecutive receipts. */
type StepScope = Pick<LandedFile, 'receipt_id' | 'zone'> & { last_receipt_id?: number };

/** Further values of a step by the names of their parameters. */
export type StepValues = Readonly<Record<string, string | undefined>>;

/** The SQL of a step: in `sqlFolder`, or below sql/ where the step's name includes a folder. */
async function stepText(sqlFolder: string, step: string): Promise<string> {
  const slash = step.lastIndexOf('/');
  return slash === -1 ? sqlStatement(sqlFolder, step) : sqlStatement(step.slice(0, slash), step.slice(slash + 1));
}

/** Whether every step accepts a range of receipts, $receipt_id to $last_receipt_id, and not only a single one. */
export async function takesRange(sqlFolder: string, steps: readonly string[]): Promise<boolean> {
  const texts = await Promise.all(steps.map((step) => stepText(sqlFolder, step)));
  return texts.every((sql) => sql.includes('$last_receipt_id'));
}

/** The SQL of a step, with the values that it uses. */
export async function boundStep(file: StepScope, sqlFolder: string, step: string, further: StepValues = {}) {
  const sql = await stepText(sqlFolder, step);
  const { receipt_id, last_receipt_id = receipt_id, zone } = file;
  const bound = { ...further, receipt_id, last_receipt_id, zone };
  const used = Object.entries(bound).filter(([name]) => new RegExp(`\\$${name}\\b`).test(sql));
  return { sql, values: used.length === 0 ? undefined : Object.fromEntries(used) };
}

/** Throws the error of a statement with its name in the first line, which the refusal of the file shows. */
function failedIn(name: string, cause: unknown): never {
  if (cause instanceof Error && !isOfWarehouse(cause)) cause.message = cause.message.replace(/$/m, ` (in ${name})`);
  throw cause;
}

/** Runs the steps of a load plan in their order, bound to the file and the company's zone. */
export async function runSteps(
  connection: DuckDBConnection,
  file: StepScope,
  sqlFolder: string,
  steps: readonly string[],
): Promise<void> {
  for (const step of steps) {
    const { sql, values } = await boundStep(file, sqlFolder, step);
    const done = values === undefined ? execute(connection, sql) : executeWritten(connection, sql, values);
    await done.catch((cause: unknown) => failedIn(step, cause));
  }
}

/** Drops the temporary tables that these steps made; they are not needed once the file is loaded. */
export async function dropMade(
  connection: DuckDBConnection,
  sqlFolder: string,
  steps: readonly string[],
): Promise<void> {
  const drops: string[] = [];
  for (const step of steps) {
    const [, table] = /^create or replace temp table (\w+) as/m.exec(await stepText(sqlFolder, step)) ?? [];
    if (table !== undefined) drops.push(`drop table ${table};`);
  }
  if (drops.length > 0) await execute(connection, drops.join(' '));
}

/** Keeps the sums of a file's accepted lines. `figures` is the SQL that its kind declares. */
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
 * Joins keep the written order of a macro, with the table of the file first. DuckDB has no statistics of rows that were added in the
 * same transaction: it mistakes a million of them for a dozen, and builds its hash tables on them instead of on a list of words.
 */
const asWritten = "set disabled_optimizers = 'join_order,build_side_probe_side'";

/** Fills the temporary table `incoming` from a macro (receipt_id, zone, and of a table its lines) while the work is done. */
export async function withIncoming(
  connection: DuckDBConnection,
  file: Pick<LandedFile, 'receipt_id' | 'zone'>,
  macro: string,
  work: () => Promise<void>,
  lines?: string,
): Promise<void> {
  await execute(connection, asWritten);
  const given = [file.receipt_id, sqlText(file.zone), ...(lines === undefined ? [] : [sqlText(lines)])];
  // after a failure the transaction accepts no statement, and the caller that ends it resets the setting
  await execute(connection, `create or replace temp table incoming as from ${macro}(${given.join(', ')})`).catch(
    (cause: unknown) => failedIn(macro, cause),
  );
  await execute(connection, 'reset disabled_optimizers');
  await work();
  await execute(connection, 'drop table incoming');
}
