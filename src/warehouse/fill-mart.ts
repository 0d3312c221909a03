import type { DuckDBConnection } from '@duckdb/node-api';
import { derivedTables } from './definitions.ts';
import { receivedAs } from './derive.ts';
import { execute, readRows } from './duckdb-values.ts';
import { inTransaction } from './in-transaction.ts';
import { noteMadeWith } from './prepare-warehouse.ts';
import { say } from './say.ts';
import { sqlStatement } from './sql-files.ts';
import { madeWith } from './warehouse-version.ts';

/**
 * Fills the tables of mart from the current state of the warehouse, within a transaction of the caller. There are as many items as
 * records, so only changed items are written; the other tables are small and are written completely.
 */
export async function fillMartWithin(connection: DuckDBConnection): Promise<void> {
  const step = async (name: string) => execute(connection, await sqlStatement('mart', name));
  await step('item_changed');
  await step('item_clear');
  for (const { name, query } of await derivedTables('mart')) {
    if (name !== 'mart.item') await execute(connection, `delete from ${name}`);
    await execute(connection, `insert into ${name} ${query}`);
  }
  await say(connection, [{ table: 'mart.input_warning', column: 'reason' }]);
  await step('item_filled');
  await step('run_filled');
}

/** Fills the tables of mart in a transaction of its own. */
export async function fillMart(connection: DuckDBConnection): Promise<void> {
  await inTransaction(connection, async () => {
    await fillMartWithin(connection);
    await noteMadeWith(connection, 'mart', await receivedAs(connection));
  });
}

/** Fills the tables of mart if receipts, configuration or results have changed since the last time. */
export async function fillMartWhereChanged(connection: DuckDBConnection): Promise<void> {
  const [judged] = await readRows(connection, 'select count(*) > 0 as is_new from recon.run where not is_in_mart');
  const isFilled = (await madeWith(connection))?.get('mart') === (await receivedAs(connection));
  if (judged?.is_new !== false || !isFilled) await fillMart(connection);
}
