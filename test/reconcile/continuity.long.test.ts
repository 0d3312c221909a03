import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { ReconcileRun } from '../../src/reconcile/reconcile-run.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { sqlStatement } from '../../src/warehouse/sql-files.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { said } from '../given/said.ts';
import { givenWarehouse } from '../given/warehouse.ts';

let warehouse: Warehouse;
let run: ReconcileRun = {
  runId: 8000,
  company: 'acme',
  periodStart: '2026-11-02',
  periodEnd: '2026-11-03',
  knownThrough: 1_000_000,
};
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection, ['MYR'], false);
});
afterAll(() => warehouse.close());

const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To\n';
const dates = (first: number, last: number) => ({
  window_from: `2026-11-0${first - 1}T16:00:00Z`,
  window_to: `2026-11-0${last}T16:00:00Z`,
});

/** Loads these lines as the statement of 2 and 3 November and reconciles one of the days. */
async function loadAndReconcile(lines: readonly string[], day = '2026-11-02', hour = 1) {
  const file = landed(header + lines.join('\n'), {
    kind: 'statement',
    ...dates(2, 3),
    currency: 'MYR',
    received_at: `2026-11-04T0${hour}:00:00.000Z`,
  });
  await loadLanded(warehouse.connection, file);
  run = {
    ...run,
    runId: run.runId + 1,
    periodStart: day,
    periodEnd: day.replace(/\d$/, (last) => `${Number(last) + 1}`),
  };
  await reconcile(warehouse.connection, run);
}

const orphan = (amount: string, day = 2, pointsTo = 'p9') =>
  `r1,refund,INV-9,MYR,${amount},0.00,success,2026-11-0${day} 13:00:00,${pointsTo}`;
const paid = (day: number) => `p${day},purchase,INV-${day},MYR,50.00,0.50,paid,2026-11-0${day} 09:00:00,`;
const rows = (sql: string) => readRows(warehouse.connection, sql);
const problems = async () => (await rows("from recon.continuity('acme')")).map(({ problem }) => problem);
const historyOfItem = () =>
  rows(
    `select business_date::text as day, amount, closed_on is null as is_open from recon.break_life where item_key = 'refund:r1'`,
  );
const changes = () =>
  rows(
    `select outcome_before, amount_before, outcome_after, amount_after from recon.break_change
     where break_id in (select break_id from recon.break_life where item_key = 'refund:r1') order by run_id`,
  );

beforeEach(async () => {
  for (const table of [
    ...[
      'core.payment',
      'raw.statement_line',
      'raw.receipt',
      'recon.run',
      'recon.item',
      'recon.verdict',
      'recon.bridge_line',
    ],
    ...['recon.break_life', 'recon.break_change', 'recon.open_before'],
  ])
    await execute(warehouse.connection, `delete from ${table}`);
  await loadAndReconcile([paid(2), paid(3), orphan('5.00')]);
});

test('An open item is carried forward, changes its amount only with a note and closes with a reason', async () => {
  await loadAndReconcile([paid(2), paid(3), orphan('7.50')], '2026-11-02', 2);
  expect(await historyOfItem()).toEqual([{ day: '2026-11-02', amount: '-7.5000', is_open: true }]);
  expect(await changes()).toEqual([
    {
      outcome_before: 'orphan_refund',
      amount_before: '-5.0000',
      outcome_after: 'orphan_refund',
      amount_after: '-7.5000',
    },
  ]);
  expect(await problems()).toEqual([]);
  await loadAndReconcile([paid(2), paid(3), orphan('7.50', 2, 'p2')], '2026-11-02', 3);
  expect(await historyOfItem()).toMatchObject([{ is_open: false }]);
  // reopening is a change as well
  await loadAndReconcile([paid(2), paid(3), orphan('7.50', 2, 'p8')], '2026-11-02', 4);
  expect(await historyOfItem()).toMatchObject([{ is_open: true }]);
  expect((await changes()).at(-1)).toMatchObject({ outcome_before: 'closed', outcome_after: 'orphan_refund' });
  expect(await problems()).toEqual([]);
});

test('An item whose date is restated moves to that day, and a run of the old day does not close it', async () => {
  await loadAndReconcile([paid(2), paid(3), orphan('5.00', 3)], '2026-11-03', 2);
  expect(await historyOfItem()).toEqual([{ day: '2026-11-03', amount: '-5.0000', is_open: true }]);
  await loadAndReconcile([paid(2), paid(3), orphan('5.00', 3)], '2026-11-02', 3);
  expect(await historyOfItem()).toEqual([{ day: '2026-11-03', amount: '-5.0000', is_open: true }]);
  expect(await problems()).toEqual([]);
});

const losses: Record<string, string> = {
  'delete from recon.break_change': 'The amount or outcome of an open item changed without a record.',
  "delete from recon.break_life where item_key = 'refund:r1'": 'An open item was lost.',
  "update recon.break_life set closed_on = date '2026-11-04' where item_key = 'refund:r1'":
    'An open item was closed without a reason.',
  "delete from recon.item where item_key = 'refund:r1'": 'An open item is missing and was not closed.',
  "update recon.item set outcome = 'matched' where item_key = 'refund:r1'": 'An open item agrees and was not closed.',
  "update recon.item set right_minus_left = -7.51 where item_key = 'refund:r1'":
    'The amount of an open item changed without a record.',
};

test('A lost open item is detected, and its day is incomplete', async () => {
  await loadAndReconcile([paid(2), paid(3), orphan('7.50')], '2026-11-02', 2);
  for (const [loss, problem] of Object.entries(losses)) {
    await execute(warehouse.connection, 'begin');
    await execute(warehouse.connection, loss);
    expect([loss, await problems()]).toEqual([loss, [problem]]);
    await execute(warehouse.connection, await sqlStatement('verdict', 'lost_open_items'), { run_id: run.runId });
    expect(await said(await rows("select state, reason from recon.control where control = 'open_items'"))).toEqual([
      { state: 'not_made', reason: `1 open item lost since the previous run. ${problem}` },
    ]);
    await execute(warehouse.connection, 'delete from recon.verdict');
    await execute(warehouse.connection, await sqlStatement('verdict', 'verdict'), { run_id: run.runId });
    expect(await rows("select verdict from recon.verdict where business_date = date '2026-11-02'")).toEqual([
      { verdict: 'incomplete' },
    ]);
    await execute(warehouse.connection, 'rollback');
  }
});
