import type { DuckDBType } from '@duckdb/node-api';
import type { Asked } from './ask.ts';
import { valueReader, type WarehouseValue } from './duckdb-values.ts';

/** A small number, so that the garbage collector frees rows early. */
const rowsAtOnce = 128;

/** Types whose values cannot be text from outside, so that a leading sign belongs to a figure and not to a formula. */
const plain =
  /^(?:(?:U?(?:TINY|SMALL|BIG|HUGE)INT)|U?INTEGER|BIGNUM|DECIMAL|FLOAT|DOUBLE|BOOLEAN|DATE|TIME|TIMESTAMP|INTERVAL|UUID)\b[^[]*$/;

/** Whether the values of a column may be text from outside. */
export const isTextual = (type: DuckDBType | undefined): boolean => !plain.test(String(type));

/** The rows of a result, in chunks, in the order of its columns. */
export async function* askedRows({ names, chunks }: Asked): AsyncGenerator<WarehouseValue[][]> {
  const read = await valueReader();
  for await (const chunk of chunks()) {
    const columns = names.map((_, index) => chunk.getColumnVector(index));
    for (let from = 0; from < chunk.rowCount; from += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, chunk.rowCount - from);
      yield Array.from({ length: count }, (_, at) => columns.map((column) => read(column.getItem(from + at))));
    }
  }
}
