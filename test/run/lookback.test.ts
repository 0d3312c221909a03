import { Temporal } from 'temporal-polyfill';
import { expect, onTestFinished, test } from 'vitest';
import { lookbackOf } from '../../src/run/lookback.ts';
import { execute } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';

test('A statement reaches back to the first day whose settlement is still open, and never less than it is told to', async () => {
  const warehouse = await openWarehouse(':memory:', { threads: 1 });
  onTestFinished(() => warehouse.close());
  const period = { from: Temporal.PlainDate.from('2026-11-20'), to: Temporal.PlainDate.from('2026-11-21') };
  const days = (configured = 7) => lookbackOf(warehouse, 'acme', period, configured);
  const open = (day: string, reconciliation = 'payments_to_settlement', closedOn: string | null = null) =>
    execute(
      warehouse.connection,
      `insert into recon.break_life
         (break_id, reconciliation, company, currency, business_date, item_key, outcome, reason, amount, first_seen_on, last_seen_on, closed_on)
       values (md5($reconciliation || $day), $reconciliation, 'acme', 'MYR', $day::date, $day, 'overdue', 'open', 1, $day::date, $day::date, $closed::date)`,
      { reconciliation, day, closed: closedOn },
    );
  expect(await days()).toBe(7);
  await open('2026-11-18');
  expect([await days(), await days(0)]).toEqual([7, 2]);
  // neither what waits for something else, nor what was settled, nor what is older than anybody waits
  await open('2026-11-01', 'bank_to_settlement');
  await open('2026-11-02', 'payments_to_settlement', '2026-11-09');
  await open('2026-10-05');
  expect(await days()).toBe(7);
  await open('2026-10-06');
  expect(await days()).toBe(45);
  // another company's matter
  expect(await lookbackOf(warehouse, 'other', period, 3)).toBe(3);
});
