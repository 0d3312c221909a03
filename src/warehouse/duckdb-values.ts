import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';

/** A value of the warehouse in TypeScript: money as exact decimal text, instants as ISO 8601 UTC text, dates as YYYY-MM-DD. */
export type WarehouseValue = string | number | bigint | boolean | null | WarehouseValue[];
export type WarehouseRow = Record<string, WarehouseValue>;

/** A value that may be bound to a `$name` of a statement. Money and dates are bound as text and cast in SQL. */
export type Bound = Record<string, string | number | bigint | boolean | null>;

const microsecondsPerMillisecond = 1000n;
/** The last instant of a Date, in milliseconds; DuckDB has later instants, and infinity. */
const lastMilliseconds = 8_640_000_000_000_000;

/**
 * Returns a function that reads values of the driver. It recognises the driver's classes by identity, because a bundler may rename them.
 */
export async function valueReader(): Promise<(value: DuckDBValue) => WarehouseValue> {
  const { DuckDBTimestampTZValue: Instant } = await import('./driver.ts');
  const read = (value: DuckDBValue): WarehouseValue => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (typeof value === 'boolean' || typeof value === 'bigint') return value;
    if (value instanceof Instant) {
      const milliseconds = Number(value.micros / microsecondsPerMillisecond);
      return Math.abs(milliseconds) > lastMilliseconds ? value.toString() : new Date(milliseconds).toISOString();
    }
    if ('items' in value && Array.isArray(value.items)) return value.items.map(read);
    return value.toString();
  };
  return read;
}

/** Runs one statement and returns all its rows; for the results that a report or a decision needs, not for bulk data. */
export async function readRows(connection: DuckDBConnection, sql: string, bound?: Bound): Promise<WarehouseRow[]> {
  const read = await valueReader();
  const reader = await connection.runAndReadAll(sql, bound);
  return reader
    .getRowObjects()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(value)])));
}

/** A small number, so that the garbage collector frees rows early. */
const rowsAtOnce = 128;

/** Streams the rows of one statement, so that they are never all in memory. */
export async function* streamRows(
  connection: DuckDBConnection,
  sql: string,
  bound?: Bound,
): AsyncGenerator<WarehouseRow[]> {
  const read = await valueReader();
  const result = await connection.stream(sql, bound);
  const names = result.deduplicatedColumnNames();
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const columns = names.map((_, index) => chunk?.getColumnVector(index));
    for (let from = 0; from < chunk.rowCount; from += rowsAtOnce) {
      const rows: WarehouseRow[] = [];
      for (let at = from; at < Math.min(from + rowsAtOnce, chunk.rowCount); at += 1) {
        const row: WarehouseRow = {};
        for (let index = 0; index < names.length; index += 1)
          row[names[index] ?? ''] = read(columns[index]?.getItem(at) ?? null);
        rows.push(row);
      }
      yield rows;
    }
  }
}

/** Runs one statement for its effect and returns the number of changed rows. */
export async function execute(connection: DuckDBConnection, sql: string, bound?: Bound): Promise<number> {
  const result = await connection.run(sql, bound);
  return result.rowsChanged;
}

/** The name of a relation or column in SQL, with any letters. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as an SQL literal, for the few places (file names in table functions) that take no bound value. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Rows as one parameter of a statement, for json_transform. An unpaired surrogate, with which a truncated text may end, would be invalid
 * JSON.
 */
export function rowsParameter(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\p{Cs}/gu, '\ufffd') : value,
  );
}

function literal(value: Bound[string]): string {
  return typeof value === 'string' ? sqlText(value) : String(value);
}

/** A statement with its values written into it, for the reason at `executeWritten`. Not for values from files. */
export function written(sql: string, values: Bound): string {
  return sql.replaceAll(/\$([a-z_]+)/g, (parameter, name: string) => {
    const value = values[name];
    return value === undefined ? parameter : literal(value);
  });
}

/**
 * Runs one statement for its effect, with its values written into it. DuckDB plans a statement with parameters when it is
 * prepared and again with their values, and the plan of a large statement takes as long as its run. Not for values from files.
 */
export function executeWritten(connection: DuckDBConnection, sql: string, values: Bound): Promise<number> {
  return execute(connection, written(sql, values));
}

/** Reads all rows of one statement like `readRows`, with its values written into it, for the reason at `executeWritten`. Not for values from files. */
export function readWritten(connection: DuckDBConnection, sql: string, values: Bound): Promise<WarehouseRow[]> {
  return readRows(connection, written(sql, values));
}

export function textOf(row: WarehouseRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds ${typeof value}, not text`);
  return value;
}

export function numberOf(row: WarehouseRow, column: string): number {
  const value = row[column];
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds ${typeof value}, not a number`);
  return value;
}
