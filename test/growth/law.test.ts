import { expect, test } from 'vitest';
import { type Executed, growthOf, type Operator, pairsOf } from './law.ts';

const scan = (rows: number): Operator => ({ operator_type: 'TABLE_SCAN', operator_cardinality: rows, children: [] });
const join = (type: string, left: number, right: number, ...conditions: string[]): Operator => ({
  operator_type: type,
  operator_cardinality: left,
  extra_info: { Conditions: conditions },
  children: [scan(left), scan(right)],
});
const executed = (sql: string, root: Operator, rows = 0): Executed => ({
  sql,
  profile: { children: [root], cumulative_cardinality: rows, cumulative_rows_scanned: 0 },
});

test('A join that looks at pairs may have 50 rows on one side, whatever the other side has', () => {
  for (const type of ['BLOCKWISE_NL_JOIN', 'NESTED_LOOP_JOIN', 'CROSS_PRODUCT', 'IE_JOIN']) {
    expect(pairsOf([executed('select 1', join(type, 50, 1_000_000, 'a < b'))])).toEqual([]);
    expect(pairsOf([executed('select 1', join(type, 1_000_000, 51, 'a < b'))])).toMatchObject([
      { law: 'pairs', found: `${type} on a < b: 1000000 × 51 rows` },
    ]);
  }
});

test('A hash join looks at pairs where company and currency alone have to be equal', () => {
  const hashed = (...conditions: string[]) =>
    pairsOf([executed('select 1', join('HASH_JOIN', 600, 700, ...conditions))]);
  expect(hashed('company = company', 'reference = reference')).toEqual([]);
  expect(hashed('reference IS NOT DISTINCT FROM reference')).toEqual([]);
  expect(hashed('company = of_company')).toHaveLength(1);
  expect(hashed('company = company', 'currency = currency')).toHaveLength(1);
  expect(hashed('currency = currency', 'booked_on >= sent_on')).toMatchObject([
    { found: 'HASH_JOIN on currency = currency and booked_on >= sent_on: 600 × 700 rows' },
  ]);
});

const lines = { before: 100, after: 400 };
const rows = (sql: string, count: number) => executed(sql, scan(count), count);

test('A command may have four times and a tenth more rows on four times the lines', () => {
  expect(growthOf([rows('select 1', 1000)], [rows('select 1', 4400)], lines)).toEqual([]);
  expect(growthOf([rows('select 1', 1000)], [rows('select 1', 4401)], lines)).toEqual([
    { law: 'rows', sql: 'the whole command', found: '1000 → 4401 rows' },
  ]);
});

test('A statement may have eight times the rows, and two rows a line in any case', () => {
  const rest = rows('from core.payment', 100_000);
  const restAfter = rows('from core.payment', 400_000);
  expect(growthOf([rest, rows('select 1', 101)], [restAfter, rows('select 1', 808)], lines)).toEqual([]);
  expect(growthOf([rest], [restAfter, rows('select 1', 800)], lines)).toEqual([
    { law: 'statements', sql: 'the whole command', found: '1 → 2 statements' },
  ]);
  expect(growthOf([rest, rows('select 1', 101)], [restAfter, rows('select 1', 809)], lines)).toEqual([
    { law: 'rows', sql: 'select 1', found: '101 → 809 rows' },
  ]);
});

test('A statement in a loop is one statement, whatever values it has, and the loop does not grow with the lines', () => {
  const loop = (count: number) => Array.from({ length: count }, (_, n) => rows(`select '${n}', ${n}`, 30));
  const rest = [rows('from core.payment', 100_000)];
  expect(growthOf([...rest, ...loop(10)], [...rest, ...loop(90)], lines)).toEqual([
    { law: 'statements', sql: 'the whole command', found: '11 → 91 statements' },
    { law: 'rows', sql: "select '0', 0", found: '300 → 2700 rows' },
  ]);
});
