import { type Bound, readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { withReader } from '../../src/warehouse/open.ts';

type Rows = (sql: string, bound?: Bound) => Promise<WarehouseRow[]>;

/** Reads a snapshot, which is closed afterwards. */
export const inSnapshot = <Result>(path: string, read: (rows: Rows) => Promise<Result>): Promise<Result> =>
  withReader(path, ({ connection }) => read((sql, bound) => readRows(connection, sql, bound)));
