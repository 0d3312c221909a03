import { expect, test } from 'vitest';
import { statementsOf } from '../given/counted-statements.ts';
import { givenHostileDay, reportOf } from '../given/hostile-report.ts';

/* Most of the processor time of a daily report is planning its statements, so their number is bounded. */

test('A daily report asks at most 45 statements, and the rows of a section once for all its files', async () => {
  const day = await givenHostileDay();
  const statements = await statementsOf(() => reportOf(day));
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.length).toBeLessThanOrEqual(45);
  expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([]);
});
