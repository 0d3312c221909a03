import { z } from 'zod';

/** An executed operator, as the JSON profile of DuckDB has it. The root of a profile is the statement. */
export type Operator = {
  operator_type?: string | undefined;
  /** Rows that it gave. */
  operator_cardinality?: number | undefined;
  /** Seconds of its own, without its inputs. */
  operator_timing?: number | undefined;
  extra_info?: Record<string, unknown> | undefined;
  children: Operator[];
};

export type Profile = Operator & { cumulative_cardinality: number; cumulative_rows_scanned: number };

/** A statement with its executed plan. */
export type Executed = { sql: string; profile: Profile };

const operator: z.ZodType<Operator> = z.object({
  operator_type: z.string().optional(),
  operator_cardinality: z.number().optional(),
  operator_timing: z.number().optional(),
  extra_info: z.record(z.string(), z.unknown()).optional(),
  get children() {
    return z.array(operator);
  },
});
const profile = z.intersection(
  operator,
  z.object({ cumulative_cardinality: z.number(), cumulative_rows_scanned: z.number() }),
);
const executed = z.object({ sql: z.string(), profile });

/** Reads what profile-statements.mjs wrote. */
export const readExecuted = (text: string): Executed[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => executed.parse(JSON.parse(line)));

/** A join other than a hash join may look at each pair; above this many rows of its smaller input it is an error. */
export const mostPairedRows = 50;
/** The rows of a command grow with the lines, and by a tenth more at most. */
export const mostRowGrowth = 1.1;
/** The rows of a statement grow twice as much as the lines at most: plans differ with the number of rows. */
export const mostStatementGrowth = 2;
/** Rows a line that a statement may have in any case: one scan of the items, which small tables are spared by their segments. */
export const freeRows = 2;
/** The time of an operator grows twice as much as the lines at most, for a noisy machine. */
export const mostTimeGrowth = 2;
/** Seconds; what takes less is not looked at. Comparing each of 10,000 records with each other takes longer. */
export const leastSeconds = 0.1;

/** A finding of the law: the statement, and what is not linear in it. */
export type Violation = { law: 'pairs' | 'time' | 'rows'; sql: string; found: string };

/** The same text for the same statement, whatever values are written into it. */
const statementOf = (sql: string) =>
  sql
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\b\d+\b/g, '0')
    .replaceAll(/\s+/g, ' ');

function operatorsOf(root: Operator): { path: string; operator: Operator }[] {
  const found: { path: string; operator: Operator }[] = [];
  const walk = (one: Operator, above: string) => {
    const path = `${above}/${one.operator_type ?? 'statement'}`;
    found.push({ path, operator: one });
    one.children.forEach((child, index) => {
      walk(child, `${path}.${index}`);
    });
  };
  walk(root, '');
  return found;
}

const isJoin = ({ operator_type: type = '', children }: Operator) =>
  /JOIN|CROSS_PRODUCT/.test(type) && !/HASH_JOIN|DELIM_JOIN/.test(type) && children.length === 2;

const conditionOf = ({ extra_info: info = {} }: Operator) =>
  String(info.Condition ?? info.Conditions ?? 'no condition');

/** The operator with its condition, by which an exception names it. */
export const named = (operator: Operator): string =>
  `${operator.operator_type ?? 'statement'} on ${conditionOf(operator)}`;

/** Joins that look at pairs, although both inputs are large. */
export function pairsOf(all: readonly Executed[]): Violation[] {
  return all.flatMap(({ sql, profile: root }) =>
    operatorsOf(root)
      .map(({ operator: one }) => one)
      .filter(isJoin)
      .flatMap((join) => {
        const [left = 0, right = 0] = join.children.map((child) => child.operator_cardinality ?? 0);
        if (Math.min(left, right) <= mostPairedRows) return [];
        return [{ law: 'pairs' as const, sql, found: `${named(join)}: ${left} × ${right} rows` }];
      }),
  );
}

type Sums = { sql: string; rows: number; seconds: Map<string, number>; byType: Map<string, number> };

/** What the executions of each statement sum up to: a statement in a loop is a statement with many rows. */
function summed(all: readonly Executed[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  const add = (to: Map<string, number>, key: string, seconds: number) => to.set(key, (to.get(key) ?? 0) + seconds);
  for (const { sql, profile: root } of all) {
    const key = statementOf(sql);
    const sum = sums.get(key) ?? { sql, rows: 0, seconds: new Map(), byType: new Map() };
    sums.set(key, sum);
    sum.rows += root.cumulative_cardinality + root.cumulative_rows_scanned;
    for (const { path, operator: one } of operatorsOf(root)) {
      add(sum.seconds, path, one.operator_timing ?? 0);
      add(sum.byType, one.operator_type ?? 'statement', one.operator_timing ?? 0);
    }
  }
  return sums;
}

/** The shortest time of each operator in several executions of the same: another process may have had the processor. */
function shortest(attempts: readonly Map<string, Sums>[]): Map<string, Sums> {
  const [first = new Map<string, Sums>(), ...others] = attempts;
  const least = (times: Map<string, number>, more: readonly (Map<string, number> | undefined)[]) =>
    new Map([...times].map(([key, time]) => [key, Math.min(time, ...more.map((one) => one?.get(key) ?? time))]));
  return new Map(
    [...first].map(([key, sum]) => {
      const more = others.map((other) => other.get(key));
      const seconds = least(
        sum.seconds,
        more.map((one) => one?.seconds),
      );
      const byType = least(
        sum.byType,
        more.map((one) => one?.byType),
      );
      return [key, { ...sum, seconds, byType }];
    }),
  );
}

const totalOf = (sums: Map<string, Sums>, figure: (sum: Sums) => number) =>
  [...sums.values()].reduce((total, sum) => total + figure(sum), 0);
const secondsOf = ({ byType }: Sums) => [...byType.values()].reduce((total, seconds) => total + seconds, 0);

/** Operators of a statement whose time grows too much: by their place in the plan, or by their type where the plans differ. */
function slower(small: Sums, large: Sums, most: number): string[] {
  const isSamePlan = [...large.seconds.keys()].every((path) => small.seconds.has(path));
  const [before, after] = isSamePlan ? [small.seconds, large.seconds] : [small.byType, large.byType];
  return [...after]
    .filter(([path, seconds]) => seconds > leastSeconds && seconds > most * (before.get(path) ?? 0))
    .map(([path, seconds]) => {
      const was = before.get(path) ?? 0;
      return `${path.slice(path.lastIndexOf('/') + 1)}: ${(was * 1000).toFixed(1)} → ${(seconds * 1000).toFixed(1)} ms`;
    });
}

const grown = (before: number, after: number) => `${before} → ${after} rows`;

/**
 * Where the work of a command grows more than its lines: `lines` are those before and after. `large` has the executions of the
 * command on more lines, once or several times. Statements with few rows a line are not looked at. On a machine
 * that was busier meanwhile every time grows: a time counts against those of the whole command.
 */
export function growthOf(
  small: readonly Executed[],
  large: readonly (readonly Executed[])[],
  lines: { before: number; after: number },
): Violation[] {
  const growth = lines.after / lines.before;
  const [before, after] = [summed(small), shortest(large.map(summed))];
  const rowsOf = ({ rows }: Sums) => rows;
  const [was, is] = [totalOf(before, rowsOf), totalOf(after, rowsOf)];
  const isGrown = is > mostRowGrowth * growth * was;
  const whole: Violation[] = isGrown ? [{ law: 'rows', sql: 'the whole command', found: grown(was, is) }] : [];
  const slowdown = totalOf(after, secondsOf) / totalOf(before, secondsOf);
  const ofStatements = [...after].flatMap(([key, sum]): Violation[] => {
    const { sql } = sum;
    const own = before.get(key) ?? { sql, rows: 0, seconds: new Map(), byType: new Map() };
    const times = slower(own, sum, mostTimeGrowth * Math.max(growth, slowdown)).map(
      (found): Violation => ({ law: 'time', sql, found }),
    );
    const hasMore = sum.rows > freeRows * lines.after && sum.rows > mostStatementGrowth * growth * own.rows;
    return hasMore ? [...times, { law: 'rows', sql, found: grown(own.rows, sum.rows) }] : times;
  });
  return [...whole, ...ofStatements];
}
