import { expect, test } from 'vitest';
import { contiguous, type JudgedDay } from '../../src/domain/judged-day.ts';
import { periodOf } from '../../src/domain/period.ts';
import { reconcileWithin } from '../../src/reconcile/reconcile.ts';
import type { ReconcileRun } from '../../src/reconcile/reconcile-run.ts';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { derive } from '../../src/warehouse/derive.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { daysAgo, givenShop } from '../given/shop.ts';

/* A run judges any set of days. The results are those of a run for each contiguous part of the set. */

/** So many days before yesterday. */
const before = (days: number) => daysAgo(days + 1);

const shop = await givenShop({ seed: 5, days: 16, breaks: 'standard', ordersPerDay: 15 });

/** What a run writes for days. The number of the run is not compared: each part has its own. */
const written = ['item', 'bridge_line', 'control_subject', 'control', 'verdict', 'input_state'];

test('A run of scattered days has the results of a run for each contiguous part', async () => {
  expect((await shop.tieout('run', '--from', before(9), '--to', before(0))).err).toBe('');
  const { connection, close } = await openWarehouse(shop.data.warehouse, { threads: 1 });
  try {
    const days: JudgedDay[] = [9, 7, 6, 3, 0].map((n) => ({ day: before(n), because: 'open_item' }));
    const all = await registerReconciliations(connection);
    await derive(connection);
    const [known = {}] = await readRows(
      connection,
      'select max(run_id)::integer as run_id, max(known_through)::integer as known_through from recon.run',
    );
    const runId = Number(known.run_id) + 1;
    const run: ReconcileRun = {
      runId,
      knownThrough: Number(known.known_through),
      days,
      period: periodOf(before(9), before(-1)),
    };
    /** The results of runs, which are undone, and those of the days that they do not judge. */
    const resultsOf = async (runs: readonly ReconcileRun[]) => {
      await execute(connection, 'begin');
      for (const one of runs) await reconcileWithin(connection, one, all);
      const found: Record<string, unknown[]> = {};
      for (const table of written)
        found[table] = await readRows(connection, `select * exclude (run_id) from recon.${table} order by all`);
      found.break_life = await readRows(connection, 'from recon.break_life order by all');
      found.cause_item = await readRows(connection, 'from recon.cause_item order by all');
      const judged = await readRows(
        connection,
        'select distinct business_date::text as day from recon.item where run_id >= $id order by day',
        { id: runId },
      );
      await execute(connection, 'rollback');
      return { found, judged: judged.map(({ day }) => day) };
    };
    const parts = contiguous(days).map((period, n) => {
      const { days: _all, ...common } = run;
      return { ...common, runId: runId + n, period };
    });
    expect(parts).toHaveLength(4);
    const together = await resultsOf([run]);
    const apart = await resultsOf(parts);
    for (const [table, rows] of Object.entries(apart.found)) {
      expect(rows.length, table).toBeGreaterThan(0);
      expect(together.found[table], table).toEqual(rows);
    }
    expect(together.judged).toEqual(days.map(({ day }) => day).sort());
  } finally {
    close();
  }
});
