import { DuckDBConnection } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { givenHostileDay, reportOf } from '../given/hostile-report.ts';

/* Most of the processor time of a daily report is planning its statements, so their number is bounded. */

/** The statements that `action` asks, as the driver gets them. */
async function statementsOf(action: () => Promise<unknown>): Promise<string[]> {
  const { run, stream } = DuckDBConnection.prototype;
  const statements: string[] = [];
  DuckDBConnection.prototype.run = function counted(this: DuckDBConnection, ...args) {
    statements.push(args[0]);
    return run.apply(this, args);
  };
  DuckDBConnection.prototype.stream = function counted(this: DuckDBConnection, ...args) {
    statements.push(args[0]);
    return stream.apply(this, args);
  };
  try {
    await action();
  } finally {
    Object.assign(DuckDBConnection.prototype, { run, stream });
  }
  return statements;
}

test('A daily report asks at most 45 statements, and the rows of a section once for all its files', async () => {
  const day = await givenHostileDay();
  const statements = await statementsOf(() => reportOf(day));
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.length).toBeLessThanOrEqual(45);
  expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([]);
});
