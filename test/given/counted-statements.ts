import { DuckDBConnection } from '@duckdb/node-api';

const running = ['run', 'runAndReadAll', 'stream'] as const;

/** A connection that counts the statements that are run on it. */
export function countedStatements(connection: DuckDBConnection) {
  const counted = { count: 0 };
  const counting = new Proxy(connection, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (running.some((one) => one === name)) counted.count += 1;
      return value.bind(target);
    },
  });
  return { connection: counting, counted };
}

/** The statements of every connection of this process while some work is done, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { prototype } = DuckDBConnection;
  const { run, stream } = prototype;
  // runAndReadAll calls run
  prototype.run = function counted(sql, ...rest) {
    statements.push(sql);
    return run.call(this, sql, ...rest);
  };
  prototype.stream = function counted(sql, ...rest) {
    statements.push(sql);
    return stream.call(this, sql, ...rest);
  };
  try {
    await work();
  } finally {
    Object.assign(prototype, { run, stream });
  }
  return statements;
}

/** What some work gives, and how often it judges days, each time as many days as are due. */
export async function judgingsOf<Result>(work: () => Promise<Result>) {
  const results: Result[] = [];
  const statements = await statementsOf(async () => results.push(await work()));
  const judgings = statements.filter((sql) => /^\s*insert into recon\.run\b(?!_)/.test(sql)).length;
  const [result] = results;
  if (result === undefined) throw new Error('the work gave nothing');
  return { result, judgings };
}
