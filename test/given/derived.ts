import type { DuckDBConnection } from '@duckdb/node-api';
import { derive } from '../../src/warehouse/derive.ts';
import { type Bound, readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { said } from './said.ts';

/** Asks what a run would find, with the sentences of its messages: what is derived from what was received is derived first. */
export async function readDerived(connection: DuckDBConnection, sql: string, bound?: Bound): Promise<WarehouseRow[]> {
  await derive(connection);
  return said(await readRows(connection, sql, bound));
}
