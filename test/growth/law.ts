import { z } from 'zod';

/** An executed operator, as the JSON profile of DuckDB has it. The root of a profile is the statement. */
export type Operator = {
  operator_type?: string | undefined;
  /** Rows that it gave. */
  operator_cardinality?: number | undefined;
  extra_info?: Record<string, unknown> | undefined;
  children: Operator[];
};

export type Profile = Operator & { cumulative_cardinality: number; cumulative_rows_scanned: number };

/** A statement with its executed plan. */
export type Executed = { sql: string; profile: Profile };

const operator: z.ZodType<Operator> = z.object({
  operator_type: z.string().optional(),
  operator_cardinality: z.number().optional(),
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

/** The rows that a statement scanned and that its operators gave, those of its joins included. */
export const rowsOf = ({ profile: root }: Executed): number =>
  root.cumulative_cardinality + root.cumulative_rows_scanned;

/** Above this many rows of its smaller input, a join that looks at each pair is an error. */
export const mostPairedRows = 50;
/** The rows and the statements of a command grow with the lines, and by a tenth more at most. */
export const mostGrowth = 1.1;
/** The rows of a statement grow twice as much as the lines at most: plans differ with the number of rows. */
export const mostStatementGrowth = 2;
/** Rows a line that a statement may have in any case: one scan of the items, which small tables are spared by their segments. */
export const freeRows = 2;

/** A finding of the law: the statement, and what is not linear in it. */
export type Violation = { law: 'pairs' | 'rows' | 'statements'; sql: string; found: string };

/** The same text for the same statement, whatever values are written into it. */
const statementOf = (sql: string) =>
  sql
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\b\d+\b/g, '0')
    .replaceAll(/\s+/g, ' ');

const operatorsOf = (root: Operator): Operator[] => [root, ...root.children.flatMap(operatorsOf)];

const conditionsOf = ({ extra_info: info = {} }: Operator): string[] =>
  [info.Conditions ?? info.Condition ?? []].flat().map(String);

/** Whether a join looks at each pair of rows: it is no hash join, or a hash join in which all rows of a currency have one key. */
function looksAtPairs(join: Operator): boolean {
  const { operator_type: type = '', children } = join;
  if (!/JOIN|CROSS_PRODUCT/.test(type) || /DELIM_JOIN/.test(type) || children.length !== 2) return false;
  if (!/HASH_JOIN/.test(type)) return true;
  const equal = conditionsOf(join).filter((condition) => / = | IS NOT DISTINCT FROM /.test(condition));
  return equal.length > 0 && equal.every((condition) => /^(?:of_)?(company|currency) = (?:of_)?\1$/.test(condition));
}

/** Joins that look at pairs, although both inputs are large. */
export function pairsOf(all: readonly Executed[]): Violation[] {
  return all.flatMap(({ sql, profile: root }) =>
    operatorsOf(root)
      .filter(looksAtPairs)
      .flatMap((join) => {
        const [left = 0, right = 0] = join.children.map((child) => child.operator_cardinality ?? 0);
        if (Math.min(left, right) <= mostPairedRows) return [];
        const condition = conditionsOf(join).join(' and ') || 'no condition';
        const found = `${join.operator_type} on ${condition}: ${left} × ${right} rows`;
        return [{ law: 'pairs' as const, sql, found }];
      }),
  );
}

/** The rows of each statement: one that is executed in a loop is a statement with many rows. */
function rowsByStatement(all: readonly Executed[]): Map<string, { sql: string; rows: number }> {
  const sums = new Map<string, { sql: string; rows: number }>();
  for (const one of all) {
    const key = statementOf(one.sql);
    const rows = (sums.get(key)?.rows ?? 0) + rowsOf(one);
    sums.set(key, { sql: sums.get(key)?.sql ?? one.sql, rows });
  }
  return sums;
}

/**
 * Where the work of a command grows more than its lines: `lines` are those before and after. Statements with few rows a line are not
 * looked at.
 */
export function growthOf(
  small: readonly Executed[],
  large: readonly Executed[],
  lines: { before: number; after: number },
): Violation[] {
  const growth = lines.after / lines.before;
  const total = (all: readonly Executed[]) => all.reduce((sum, one) => sum + rowsOf(one), 0);
  const whole = (law: 'rows' | 'statements', before: number, after: number, most: number): Violation[] =>
    after > most * before ? [{ law, sql: 'the whole command', found: `${before} → ${after} ${law}` }] : [];
  const before = rowsByStatement(small);
  const ofStatements = [...rowsByStatement(large)].flatMap(([key, { sql, rows }]): Violation[] => {
    const was = before.get(key)?.rows ?? 0;
    const hasMore = rows > freeRows * lines.after && rows > mostStatementGrowth * growth * was;
    return hasMore ? [{ law: 'rows', sql, found: `${was} → ${rows} rows` }] : [];
  });
  return [
    ...whole('statements', small.length, large.length, mostGrowth),
    ...whole('rows', total(small), total(large), mostGrowth * growth),
    ...ofStatements,
  ];
}
