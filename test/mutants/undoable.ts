import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { sqlText } from '../../src/warehouse/duckdb-values.ts';

/** A connection on which everything that was done since the last time can be undone. */
export type Undoable = {
  connection: DuckDBConnection;
  undo(): Promise<void>;
  /** Keeps the plans of the statements that a work runs: a repeated run then only executes them. */
  withPlans<T>(work: () => Promise<T>): Promise<T>;
};

type Given = Parameters<DuckDBConnection['run']>;

/** A statement with its values written into it: a plan is only kept for a statement without parameters. */
function written([sql, values]: Given): string | undefined {
  if (values === undefined) return sql;
  if (Array.isArray(values)) return undefined;
  const literal = (value: unknown) => {
    if (value === null) return 'null';
    return typeof value === 'string' ? sqlText(value) : String(value);
  };
  return sql.replaceAll(/\$([a-z_0-9]+)/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? literal(values[name]) : whole,
  );
}

/**
 * Statements on temporary tables that are made again in each run are planned again in each run, and so are those with values of
 * a record: each of them is another statement.
 */
const isPlannedAgain = (sql: string) =>
  /\btemp(?:orary)?\b|match_open|\bincoming\b|\$(?:reason|text|path|content|sha256)\b/i.test(sql);

function planKeeper(real: DuckDBConnection) {
  const plans = new Map<string, DuckDBPreparedStatement>();
  return async (given: Given): Promise<DuckDBPreparedStatement | undefined> => {
    if (isPlannedAgain(given[0])) return undefined;
    const sql = written(given);
    if (sql === undefined) return undefined;
    const plan = plans.get(sql) ?? (await real.prepare(sql));
    plans.set(sql, plan);
    return plan;
  };
}

/**
 * Lets a program that has transactions of its own run in one that is never committed: its `begin` and `commit` are left
 * out. Its `rollback`, and a statement that fails between two of its transactions, undo everything since the last time,
 * so at most one of its transactions may be rolled back, the first.
 */
export async function undoable(real: DuckDBConnection): Promise<Undoable> {
  // a kept plan must not depend on the rows that were there when it was made
  await real.run(`set disabled_optimizers = 'statistics_propagation,compressed_materialization'`);
  const planOf = planKeeper(real);
  let isOpen = false;
  let isWithin = false;
  let isPlanning = false;
  const undo = async () => {
    if (isOpen) await real.run('rollback');
    isOpen = false;
    isWithin = false;
  };
  /** Whether a statement is one of the program's own transactions, which are not run. */
  const isTransaction = async (sql: string): Promise<boolean> => {
    const [, word] = /^\s*(begin|commit|rollback)\b/i.exec(sql) ?? [];
    if (word === 'rollback') await undo();
    else if (!isOpen) {
      await real.run('begin');
      isOpen = true;
    }
    if (word === 'begin' || word === 'commit') isWithin = word === 'begin';
    return word !== undefined;
  };
  const guarded =
    <Result>(plain: (given: Given) => Promise<Result>, planned: (plan: DuckDBPreparedStatement) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (await isTransaction(given[0])) return plain(['select 0']);
      try {
        const plan = isPlanning ? await planOf(given) : undefined;
        return plan === undefined ? await plain(given) : await planned(plan);
      } catch (error) {
        if (!isWithin) await undo();
        throw error;
      }
    };
  const run = guarded(
    (given) => real.run(...given),
    (plan) => plan.run(),
  );
  const runAndReadAll = guarded(
    (given) => real.runAndReadAll(...given),
    (plan) => plan.runAndReadAll(),
  );
  const connection = new Proxy(real, {
    get: (target, name) => {
      if (name === 'run') return run;
      if (name === 'runAndReadAll') return runAndReadAll;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    connection,
    undo,
    withPlans: async (work) => {
      isPlanning = true;
      try {
        return await work();
      } finally {
        isPlanning = false;
      }
    },
  };
}
