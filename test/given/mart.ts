import type { DuckDBConnection } from '@duckdb/node-api';
import { type DerivedTable, derivedTables } from '../../src/warehouse/definitions.ts';
import { derive } from '../../src/warehouse/derive.ts';
import { type Bound, execute, readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { say } from '../../src/warehouse/say.ts';
import { sqlStatement, sqlStatements } from '../../src/warehouse/sql-files.ts';

/** The derived tables of mart that a text names, with those that they are computed from, in the order in which they are filled. */
async function tablesFor(sql: string): Promise<DerivedTable[]> {
  const texts = new Map((await sqlStatements('mart')).map(({ name, text }) => [name, text]));
  const named = new Set<string>();
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\bmart\.(\w+)/g)) {
      if (named.has(name)) continue;
      named.add(name);
      add(texts.get(name) ?? '');
    }
  };
  add(sql);
  return (await derivedTables('mart')).filter(({ name }) => named.has(name.replace('mart.', '')));
}

/**
 * Asks mart what readers of a snapshot would be given if the warehouse were published now. Only the relations that the question needs
 * are filled; test/warehouse/fill-mart.long.test.ts is about filling all of them.
 */
export async function readMart(connection: DuckDBConnection, sql: string, bound?: Bound): Promise<WarehouseRow[]> {
  await derive(connection);
  const step = async (name: string) => execute(connection, await sqlStatement('mart', name));
  for (const { name, query } of await tablesFor(sql)) {
    const isItem = name === 'mart.item';
    if (isItem) await step('item_changed');
    await (isItem ? step('item_clear') : execute(connection, `delete from ${name}`));
    await execute(connection, `insert into ${name} ${query}`);
    if (isItem) await step('item_filled');
    if (name === 'mart.input_warning') await say(connection, [{ table: name, column: 'reason' }]);
  }
  return readRows(connection, sql, bound);
}
