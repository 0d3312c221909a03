import type { Asked } from '../../src/warehouse/ask.ts';
import { askedRows } from '../../src/warehouse/ask.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';

/** The rows of every result, one after another. */
export async function rowsOf(asked: AsyncGenerator<Asked>): Promise<WarehouseRow[]> {
  const all: WarehouseRow[] = [];
  for await (const result of asked)
    for await (const rows of askedRows(result))
      for (const row of rows)
        all.push(Object.fromEntries(result.names.map((name, index) => [name, row[index] ?? null])));
  return all;
}
