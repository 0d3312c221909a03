import type { DuckDBConnection } from '@duckdb/node-api';
import { type Bound, readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { fillMart } from '../../src/warehouse/fill-mart.ts';

/** Asks mart what readers of a snapshot would be given if the warehouse were published now. */
export async function readMart(connection: DuckDBConnection, sql: string, bound?: Bound): Promise<WarehouseRow[]> {
  await fillMart(connection);
  return readRows(connection, sql, bound);
}
