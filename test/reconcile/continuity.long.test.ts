import { beforeEach, expect, test } from 'vitest';
import { periodOf } from '../../src/domain/period.ts';
import { sqlStatement } from '../../src/warehouse/sql-files.ts';
import { judgeOnly } from '../given/judged.ts';
import { landed } from '../given/landed.ts';
import { days, givenFreshRules } from '../given/rules.ts';

let runId = 8_000_000;
const acme = givenFreshRules({ hasPayout: false });

const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To\n';
/** Loads these lines as the statement of 2 and 3 November and reconciles one of the days. */
async function loadAndJudge(lines: readonly string[], day = '2026-11-02', hour = 1) {
  const file = landed(header + lines.join('\n'), {
    kind: 'statement',
    received_at: `2026-11-04T0${hour}:00:00.000Z`,
    ...days('2026-11-02', '2026-11-03'),
  });
  await acme.load(file);
  runId += 1;
  const dayAfter = day.replace(/\d$/, (last) => `${Number(last) + 1}`);
  await judgeOnly(acme.connection, ['refunds_to_purchases'], { runId, period: periodOf(day, dayAfter) });
}

const orphan = (amount: string, day = 2, pointsTo = 'p9') =>
  `r1,refund,INV-9,MYR,${amount},0.00,success,2026-11-0${day} 13:00:00,${pointsTo}`;
const paid = (day: number) => `p${day},purchase,INV-${day},MYR,50.00,0.50,paid,2026-11-0${day} 09:00:00,`;
const problems = () => acme.lines('select problem from recon.continuity()');
const historyOfItem = () =>
  acme.rows(
    `select business_date::text as day, amount, closed_on is null as is_open from recon.break_life where item_key = 'refund:r1'`,
  );
const changes = () =>
  acme.lines(
    `select outcome_before, amount_before, outcome_after, amount_after from recon.break_change
     where break_id in (select break_id from recon.break_life where item_key = 'refund:r1') order by run_id`,
  );

beforeEach(async () => {
  await loadAndJudge([paid(2), paid(3), orphan('5.00')]);
});

test('An open item is carried forward, changes its amount only with a note and closes with a reason', async () => {
  await loadAndJudge([paid(2), paid(3), orphan('7.50')], '2026-11-02', 2);
  expect(await historyOfItem()).toEqual([{ day: '2026-11-02', amount: '-7.5000', is_open: true }]);
  expect(await changes()).toEqual(['orphan_refund -5.0000 orphan_refund -7.5000']);
  expect(await problems()).toEqual([]);
  await loadAndJudge([paid(2), paid(3), orphan('7.50', 2, 'p2')], '2026-11-02', 3);
  expect(await historyOfItem()).toMatchObject([{ is_open: false }]);
  // reopening is a change as well
  await loadAndJudge([paid(2), paid(3), orphan('7.50', 2, 'p8')], '2026-11-02', 4);
  expect(await historyOfItem()).toMatchObject([{ is_open: true }]);
  expect((await changes()).at(-1)).toMatch(/^closed .*orphan_refund /);
  expect(await problems()).toEqual([]);
});

test('An item whose date is restated moves to that day, and a run of the old day does not close it', async () => {
  await loadAndJudge([paid(2), paid(3), orphan('5.00', 3)], '2026-11-03', 2);
  expect(await historyOfItem()).toEqual([{ day: '2026-11-03', amount: '-5.0000', is_open: true }]);
  await loadAndJudge([paid(2), paid(3), orphan('5.00', 3)], '2026-11-02', 3);
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
  await loadAndJudge([paid(2), paid(3), orphan('7.50')], '2026-11-02', 2);
  for (const [loss, problem] of Object.entries(losses)) {
    await acme.execute('begin');
    await acme.execute(loss);
    expect([loss, await problems()]).toEqual([loss, [problem]]);
    await acme.execute(await sqlStatement('verdict', 'lost_open_items'), { run_id: runId });
    expect(await acme.said("select state, reason from recon.control where control = 'open_items'")).toEqual([
      { state: 'not_made', reason: `1 open item lost since the previous run. ${problem}` },
    ]);
    await acme.execute('delete from recon.verdict');
    await acme.execute(await sqlStatement('verdict', 'verdict'), { run_id: runId });
    expect(await acme.rows("select verdict from recon.verdict where business_date = date '2026-11-02'")).toEqual([
      { verdict: 'incomplete' },
    ]);
    await acme.execute('rollback');
  }
});
