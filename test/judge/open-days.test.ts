import { expect, onTestFinished, test } from 'vitest';
import { periodOf } from '../../src/domain/period.ts';
import { openDaysBefore } from '../../src/pipeline/run-company.ts';
import { execute } from '../../src/warehouse/duckdb-values.ts';
import { givenWarehouse } from '../given/warehouse.ts';

test('a statement covers the days since the first open settlement', async () => {
  const warehouse = await givenWarehouse();
  onTestFinished(() => warehouse.close());
  const period = periodOf('2026-11-20', '2026-11-21');
  const days = () => openDaysBefore(warehouse, period);
  const open = (day: string, reconciliation = 'payments_to_settlement', closedOn: string | null = null) =>
    execute(
      warehouse.connection,
      `insert into recon.break_life
         (break_id, reconciliation, currency, business_date, item_key, outcome, reason, amount, first_seen_on, last_seen_on, closed_on)
       values (md5($reconciliation || $day), $reconciliation, 'MYR', $day::date, $day, 'overdue', 'open', 1, $day::date, $day::date, $closed::date)`,
      { reconciliation, day, closed: closedOn },
    );
  expect(await days()).toBe(0);
  await open('2026-11-18');
  expect(await days()).toBe(2);
  // not items of another reconciliation, settled ones, or ones older than the limit
  await open('2026-11-01', 'bank_to_settlement');
  await open('2026-11-02', 'payments_to_settlement', '2026-11-09');
  await open('2026-10-05');
  expect(await days()).toBe(2);
  await open('2026-10-06');
  expect(await days()).toBe(45);
});
