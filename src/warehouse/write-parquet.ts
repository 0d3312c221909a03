import { join } from 'node:path';
import type { Asked } from './ask.ts';
import { sqlText } from './duckdb-values.ts';
import { databaseOptions, settle } from './open.ts';

/** What DuckDB keeps of the rows in memory; the rest is in its database on disk. */
const limits = { memoryLimit: '512MB', threads: 1 };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * A column as the file has it. Parquet has no integers of more than 64 bits: DuckDB would write them as floats, and not every figure
 * exactly. The type may be part of another one, and names in quotes are no types.
 */
function exactly(column: string, type: string): string {
  const exact = type.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\bU?HUGEINT\b/g, (part) =>
    /^["']/.test(part) ? part : 'DECIMAL(38,0)',
  );
  return exact === type ? column : `${column}::${exact}`;
}

/**
 * Writes a result as a Parquet file and gives the number of rows. The columns keep their types: money is a decimal, instants are in
 * UTC. What a user wrote runs where no file can be opened; so the rows go through a database of our own in `folder`, which the
 * caller removes, and which runs nothing but this.
 */
export async function writeParquet({ names, types, chunks }: Asked, path: string, folder: string): Promise<number> {
  const { DuckDBInstance: instances } = await import('./driver.ts');
  const instance = await instances.create(join(folder, 'rows.duckdb'), databaseOptions(limits, join(folder, 'spill')));
  const connection = await instance.connect();
  try {
    await settle(connection);
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
      ({ column, type }, index) => `${exactly(column, type)} as ${quoted(names[index] ?? column)}`,
    );
    await connection.run(`copy (select ${selected.join(', ')} from result) to ${sqlText(path)} (format parquet)`);
    return rowCount;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
