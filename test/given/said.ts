import { english } from '../../src/messages/words.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';

/** Rows of a view of rules, with the English sentences of their messages. */
export async function said(rows: readonly WarehouseRow[]): Promise<WarehouseRow[]> {
  const { sentence } = english();
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? sentence(value) : value]),
    ),
  );
}
