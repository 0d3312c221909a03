import { join } from 'node:path';
import type { Asked } from './ask.ts';
import { sqlName, sqlText } from './duckdb-values.ts';
import { databaseOptions, openDatabase } from './open.ts';

/** The limits of the rows that DuckDB keeps in memory; the rest is in its database on disk. */
const limits = { memoryLimit: '512MB', threads: 1 };

/**
 * A column in the file. Parquet has no integers of more than 64 bits, and DuckDB would write them as floats, which cannot represent
 * every figure exactly. The type may be part of another type; quoted names are not types.
 */
export function exactly(column: string, type: string): string {
  const exact = type.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\bU?HUGEINT\b/g, (part) =>
    /^["']/.test(part) ? part : 'DECIMAL(38,0)',
  );
  return exact === type ? column : `${column}::${exact}`;
}

/**
 * Writes a result as a Parquet file and returns the number of rows. The columns keep their types: money is a decimal, instants are in
 * UTC. A user's statement runs where no file can be opened, so the rows are copied through a separate database in `folder`, which runs
 * nothing else and which the caller removes.
 */
export async function writeParquet({ names, types, chunks }: Asked, path: string, folder: string): Promise<number> {
  const options = databaseOptions(limits, join(folder, 'spill'));
  const { connection, close } = await openDatabase(join(folder, 'rows.duckdb'), options);
  try {
    const columns = types.map((type, index) => ({ column: `c${index}`, type: type.toString() }));
    await connection.run(`create table result (${columns.map(({ column, type }) => `${column} ${type}`).join(', ')})`);
    const appender = await connection.createAppender('result');
    let rowCount = 0;
    try {
      for await (const chunk of chunks()) {
        appender.appendDataChunk(chunk);
        rowCount += chunk.rowCount;
      }
    } finally {
      appender.closeSync();
    }
    const selected = columns.map(
      ({ column, type }, index) => `${exactly(column, type)} as ${sqlName(names[index] ?? column)}`,
    );
    await connection.run(`copy (select ${selected.join(', ')} from result) to ${sqlText(path)} (format parquet)`);
    return rowCount;
  } finally {
    close();
  }
}
