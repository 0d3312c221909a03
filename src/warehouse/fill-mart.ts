import type { DuckDBConnection } from '@duckdb/node-api';
import { derive, receivedAs } from './derive.ts';
import { execute, readRows } from './duckdb-values.ts';
import { inTransaction } from './in-transaction.ts';
import { noteMadeWith } from './prepare.ts';
import { sqlFile, sqlFiles } from './sql-files.ts';
import { madeWith } from './warehouse-version.ts';

/** The tables of mart, each with a view of the same name in the schema publish that gives its rows. */
async function tablesOfMart(): Promise<string[]> {
  const files = await sqlFiles('mart');
  return files.flatMap(({ name, text }) => (text.includes(`create table if not exists mart.${name} `) ? [name] : []));
}

/**
 * Gives the tables of mart what the warehouse has now, within a transaction of the caller. Items are as many as records, so that
 * only those that changed are written; the other tables are small and written as a whole.
 */
export async function fillMartWithin(connection: DuckDBConnection): Promise<void> {
  const step = async (name: string) => execute(connection, await sqlFile('mart', name));
  await step('item_changed');
  await step('item_forget');
  for (const table of await tablesOfMart()) {
    if (table !== 'item') await execute(connection, `delete from mart.${table}`);
    await execute(connection, `insert into mart.${table} from publish.${table}`);
  }
  await step('item_filled');
  await step('run_filled');
}

/** The same, in a transaction of its own, from what was received by now. */
export async function fillMart(connection: DuckDBConnection): Promise<void> {
  await derive(connection);
  await inTransaction(connection, async () => {
    await fillMartWithin(connection);
    await noteMadeWith(connection, 'mart', await receivedAs(connection));
  });
}

/** Fills mart where anything was received, configured or judged since it was filled. */
export async function fillMartWhereChanged(connection: DuckDBConnection): Promise<void> {
  const [judged] = await readRows(connection, 'select count(*) > 0 as is_new from recon.run where not is_in_mart');
  const isFilled = (await madeWith(connection))?.get('mart') === (await receivedAs(connection));
  if (judged?.is_new !== false || !isFilled) await fillMart(connection);
}
