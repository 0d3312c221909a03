import type { DuckDBConnection } from '@duckdb/node-api';

/** A connection that counts the statements that are run on it. */
export function countedStatements(connection: DuckDBConnection) {
  const counted = { count: 0 };
  const counting = new Proxy(connection, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'run' || name === 'runAndReadAll' || name === 'stream') counted.count += 1;
      return value.bind(target);
    },
  });
  return { connection: counting, counted };
}
