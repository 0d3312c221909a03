import { expect, test } from 'vitest';
import { type Executed, growthOf, type Operator, pairsOf } from './law.ts';

const scan = (rows: number): Operator => ({ operator_type: 'TABLE_SCAN', operator_cardinality: rows, children: [] });
const join = (type: string, left: number, right: number, seconds = 0): Operator => ({
  operator_type: type,
  operator_cardinality: left,
  operator_timing: seconds,
  extra_info: { Condition: '(a < b)' },
  children: [scan(left), scan(right)],
});
const executed = (sql: string, root: Operator, rows = 0): Executed => ({
  sql,
  profile: { children: [root], cumulative_cardinality: rows, cumulative_rows_scanned: 0 },
});

test('a join that looks at pairs may have 50 rows on one side, whatever the other side has', () => {
  for (const type of ['BLOCKWISE_NL_JOIN', 'NESTED_LOOP_JOIN', 'CROSS_PRODUCT', 'IE_JOIN']) {
    expect(pairsOf([executed('select 1', join(type, 50, 1_000_000))])).toEqual([]);
    expect(pairsOf([executed('select 1', join(type, 1_000_000, 51))])).toMatchObject([
      { law: 'pairs', found: `${type} on (a < b): 1000000 × 51 rows` },
    ]);
  }
  expect(pairsOf([executed('select 1', join('HASH_JOIN', 1_000_000, 1_000_000))])).toEqual([]);
});

const lines = { before: 100, after: 400 };
/** What takes a second on any number of lines: the time of a command does not grow. */
const steady = executed('select 0', { operator_type: 'WINDOW', operator_timing: 1, children: [] });

test('an operator may take eight times as long on four times the lines, and 100 ms in any case', () => {
  const timed = (seconds: number) => [steady, executed('select 1', join('HASH_JOIN', 1, 1, seconds))];
  expect(growthOf(timed(0.02), [timed(0.16)], lines)).toEqual([]);
  expect(growthOf(timed(0.001), [timed(0.1)], lines)).toEqual([]);
  expect(growthOf(timed(0.02), [timed(0.17)], lines)).toMatchObject([
    { law: 'time', found: 'HASH_JOIN: 20.0 → 170.0 ms' },
  ]);
});

test('the shortest of several times counts, against the time of the whole command', () => {
  const timed = (seconds: number, rest = 1) => [
    executed('select 0', { operator_type: 'WINDOW', operator_timing: rest, children: [] }),
    executed('select 1', join('HASH_JOIN', 1, 1, seconds)),
  ];
  expect(growthOf(timed(0.02), [timed(0.3), timed(0.15), timed(0.5)], lines)).toEqual([]);
  // ten times slower altogether, and this operator no more than that
  expect(growthOf(timed(0.01), [timed(0.19, 10)], lines)).toEqual([]);
  expect(growthOf(timed(0.01), [timed(0.25, 10)], lines)).toMatchObject([{ law: 'time' }]);
});

test('the time of an operator type counts where the plans differ', () => {
  const small = [steady, executed('select 1', join('HASH_JOIN', 1, 1, 0.02))];
  const sorted = { operator_type: 'ORDER_BY', children: [join('HASH_JOIN', 1, 1, 0.25)] };
  expect(growthOf(small, [[steady, executed('select 1', sorted)]], lines)).toMatchObject([{ law: 'time' }]);
});

test('a command may have 4.4 times the rows on four times the lines', () => {
  const rows = (...counts: number[]) =>
    counts.map((count, at) => executed(`select ${'a'.repeat(at + 1)}`, scan(1), count));
  expect(growthOf(rows(1_000, 1_000), [rows(4_400, 4_400)], lines)).toEqual([]);
  expect(growthOf(rows(1_000, 1_000), [rows(4_400, 4_500)], lines)).toMatchObject([
    { law: 'rows', sql: 'the whole command', found: '2000 → 8900 rows' },
  ]);
});

test('a statement may have eight times the rows, and two a line in any case', () => {
  const rows = (count: number) => [executed('select 1', scan(1), count), executed('select many', scan(1), 100_000)];
  expect(growthOf(rows(1_000), [rows(8_000)], lines)).toEqual([]);
  expect(growthOf(rows(1), [rows(800)], lines)).toEqual([]);
  expect(growthOf(rows(1), [rows(801)], lines)).toMatchObject([{ law: 'rows' }]);
  expect(growthOf(rows(1_000), [rows(8_001)], lines)).toMatchObject([{ law: 'rows', found: '1000 → 8001 rows' }]);
});

test('executions with other values are one statement, whose rows are summed', () => {
  const one = executed("select 'a' where n = 1", scan(1), 1_000);
  const other = executed("select 'b''c' where n = 22", scan(1), 1_000);
  expect(growthOf([one], [[one, other, one, other]], lines)).toEqual([]);
  expect(growthOf([one], [[one, other, one, other, one]], lines)).toMatchObject([{ found: '1000 → 5000 rows' }]);
});
