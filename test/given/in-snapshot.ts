import { type Bound, readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';

type Rows = (sql: string, bound?: Bound) => Promise<WarehouseRow[]>;

/** Reads a snapshot, which is closed afterwards. */
export async function inSnapshot<Result>(path: string, read: (rows: Rows) => Promise<Result>): Promise<Result> {
  const { connection, close } = await openSnapshot(path);
  try {
    return await read((sql, bound) => readRows(connection, sql, bound));
  } finally {
    close();
  }
}
