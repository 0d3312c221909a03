import type { DuckDBConnection } from '@duckdb/node-api';
import { derive } from '../../src/warehouse/derive.ts';
import { type Bound, execute, readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { say } from '../../src/warehouse/say.ts';
import { sqlStatement, sqlStatements } from '../../src/warehouse/sql-files.ts';

/** The relations of mart that a text names, with those that they are computed from. */
async function namedIn(sql: string): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const { name, text } of await sqlStatements('mart')) texts.set(name, text);
  const seen = new Set<string>();
  // a relation after those that it is computed from
  const needed: string[] = [];
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\bmart\.(\w+)/g)) {
      const definition = texts.get(name);
      if (definition === undefined || seen.has(name)) continue;
      seen.add(name);
      add(definition);
      needed.push(name);
    }
  };
  add(sql);
  return needed.filter((name) => texts.get(name)?.includes(`create table if not exists mart.${name} `));
}

/**
 * Asks mart what readers of a snapshot would be given if the warehouse were published now. Only the relations that the question needs
 * are filled; test/warehouse/fill-mart.long.test.ts is about filling all of them.
 */
export async function readMart(connection: DuckDBConnection, sql: string, bound?: Bound): Promise<WarehouseRow[]> {
  await derive(connection);
  for (const name of await namedIn(sql)) {
    const steps = name === 'item' ? ['item_changed', 'item_clear'] : [];
    for (const step of steps) await execute(connection, await sqlStatement('mart', step));
    if (name !== 'item') await execute(connection, `delete from mart.${name}`);
    await execute(connection, `insert into mart.${name} from publish.${name}`);
    if (name === 'item') await execute(connection, await sqlStatement('mart', 'item_filled'));
    if (name === 'input_warning') await say(connection, [{ table: 'mart.input_warning', column: 'reason' }]);
  }
  return readRows(connection, sql, bound);
}
