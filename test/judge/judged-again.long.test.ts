import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRun, markRun, readRunMark, runsWithoutResults } from '../../src/company/run-mark.ts';
import { askedFor, contiguous, type JudgedDay, runsOf } from '../../src/domain/judged-day.ts';
import { type Period, periodOf } from '../../src/domain/period.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { daysChangedByJudging, daysToJudge } from '../../src/judge/days-to-judge.ts';
import { judgeDays } from '../../src/judge/judge-days.ts';
import { waitingDaysIn } from '../../src/judge/waiting-days.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';
import { derive } from '../../src/warehouse/derive.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { judgeAll } from '../given/judged.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

/* Earlier days are judged again when an input that they lacked arrived or fell due, or a control proves more or less. */

const today = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate();
const day = today.subtract({ days: 3 });
const next = { from: today.subtract({ days: 1 }), to: today };
const acme = { name: 'acme', zone: 'Asia/Kuala_Lumpur' };
const folder = mkdtempSync(join(tmpdir(), 'tieout-judged-'));
let warehouse: Warehouse;
let landing: Landing;

beforeAll(async () => {
  warehouse = await givenWarehouse();
  landing = await openLanding(folder);
  const books = { orders: { covers: 'through_previous_day' }, bank: { cadence: 'monthly' } };
  await givenCompany(warehouse.connection, ['MYR'], false, books);
});
afterAll(() => {
  warehouse.close();
  rmSync(folder, { recursive: true });
});

/** A key that can be read: the files of a test are known to the tests that share its process. */
const otherKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** An input arrives: in landing, and in the warehouse under the number that it has there. */
async function arrives(kind: string, content: string, source = 'files', window: object = {}) {
  const put = newReceiptFacts({ source, kind, company: 'acme', ext: 'csv' });
  const { receipt_id, received_at } = await landing.put(put, { bytes: content });
  const facts = { receipt_id, received_at, kind, source, ext: 'csv', currency: 'MYR', file_name: 'a.csv', ...window };
  const outcome = await loadLanded(warehouse.connection, landed(content, facts));
  await derive(warehouse.connection);
  return outcome;
}

const midnight = (on: Temporal.PlainDate) => on.toZonedDateTime('Asia/Kuala_Lumpur').toInstant().toString();
/** A statement of the gateway from a day to another one arrives. */
async function statementArrives(content: string, from: Temporal.PlainDate, to: Temporal.PlainDate) {
  const window = { window_from: midnight(from), window_to: midnight(to) };
  expect(await arrives('statement', content, 'gateway', window)).toMatchObject({ rejected: 0 });
}

const rowsOf = (sql: string, on: Temporal.PlainDate) => readRows(warehouse.connection, sql, { day: on.toString() });

async function states() {
  const rows = await rowsOf(
    `select input || ' ' || state as state from recon.input_state
     where business_date = $day::date and input in ('orders', 'bank') order by input`,
    day,
  );
  return rows.map(({ state }) => state);
}

/** Judges a period with the earlier days that a run would judge; the earlier days. */
async function judge(period: Period): Promise<JudgedDay[]> {
  const days = await daysToJudge(warehouse, landing, 'acme', period);
  const judged = await judgeDays({ warehouse, landing, company: acme }, days, period);
  return judged.filter(({ because }) => because !== 'asked_for');
}
const judgedAgain = () => judge(next);

test('A day is judged again when what it lacked arrived, and when what it awaited fell due', async () => {
  await arrives('public_key', otherKey());
  await judgeAll(
    warehouse.connection,
    await markRun(landing, acme, askedFor({ from: day, to: day.add({ days: 1 }) }), []),
  );
  expect(await states()).toEqual(['bank awaited', 'orders missing']);
  expect(await judgedAgain()).toEqual([]);

  // a file that covers it; then one that has nothing to do with it
  await arrives('orders', `Order,Date,Amount,Status\n1,${day.toString()},1.00,open\n`);
  expect(await judgedAgain()).toEqual([{ day: day.toString(), because: 'input_arrived' }]);
  expect(await states()).toEqual(['bank awaited', 'orders covered']);
  await arrives('public_key', otherKey());
  expect(await judgedAgain()).toEqual([]);
  // a late order of the day, which has no open item; then a file with nothing new
  const late = `Order,Date,Amount,Status\n1,${day.toString()},1.00,open\n2,${day.toString()},2.00,open\n`;
  await arrives('orders', late);
  const waiting = await waitingDaysIn(warehouse, landing, 'acme', { from: day, to: today });
  expect(waiting).toEqual([{ day: day.toString(), because: 'record_arrived' }]);
  expect(await judgedAgain()).toEqual(waiting);
  await arrives('orders', `${late}3,${today.toString()},1.00,open\n`);
  expect(await waitingDaysIn(warehouse, landing, 'acme', { from: day, to: today })).toEqual([]);

  // nothing arrived, and the statement is due no more
  await execute(
    warehouse.connection,
    "update recon.input_state set due_on = date '2026-01-05' where state = 'awaited'",
  );
  expect(await judgedAgain()).toEqual([{ day: day.toString(), because: 'input_due' }]);
});

test('Days without any settlement are judged again once their payments are overdue, and once a settlement is reported', async () => {
  const start = today.subtract({ days: 30 });
  /** A statement with a payment of the first day, through a day; then the days before it are judged. */
  async function statementThrough(end: Temporal.PlainDate, settled = '') {
    const content = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Settled On\np1,purchase,R-1,MYR,5.00,0.10,paid,${start} 09:00:00,${settled}\n`;
    await statementArrives(content, start, end);
    const last = { from: end.subtract({ days: 1 }), to: end };
    const again = await judge(last);
    const rows = await rowsOf(
      `select distinct state from recon.control where control = 'payments_to_settlement' and business_date < $day::date`,
      day,
    );
    return [contiguous(again).length, rows.map(({ state }) => state)];
  }
  expect(await statementThrough(start.add({ days: 1 }))).toEqual([0, ['balanced']]);
  expect(await statementThrough(start.add({ days: 20 }))).toEqual([1, ['not_made']]);
  expect(await statementThrough(start.add({ days: 21 }), `${start.add({ days: 18 })} 00:09:00`)).toEqual([
    2,
    ['balanced'],
  ]);
});

test('A command that was killed between two runs leaves the days of the others to the next command', async () => {
  const [early, middle] = [today.subtract({ days: 80 }).toString(), today.subtract({ days: 40 }).toString()];
  for (const day of [early, middle])
    await execute(
      warehouse.connection,
      `insert into recon.break_life
       select 'open since ' || $day, 'orders_to_statement', 'MYR', $day::date, $day, 'missing_right', 'Missing.', 1, $day::date,
         $day::date, null, null`,
      { day },
    );
  await arrives('public_key', otherKey());
  const open = async () =>
    (await daysToJudge(warehouse, landing, 'acme', next)).filter(({ because }) => because === 'open_item');
  const days = await daysToJudge(warehouse, landing, 'acme', next);
  expect((await open()).map(({ day }) => day)).toEqual(expect.arrayContaining([early, middle]));
  const [first = []] = runsOf(days);
  expect(first.map(({ day }) => day)).toEqual([early]);
  await judgeAll(warehouse.connection, await markRun(landing, acme, first, []));
  expect((await open()).map(({ day }) => day)).toContain(middle);
  expect(await judgedAgain()).toContainEqual({ day: middle, because: 'open_item' });
  expect(await open()).toEqual([]);
});

test('A day of which a control proves more or less by the matches of the command is judged by the same command', async () => {
  const [paid, refunded, start] = [8, 5, 10].map((days) => today.subtract({ days }));
  if (paid === undefined || refunded === undefined || start === undefined) throw new Error('three days');
  const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Settled On,Related To
p0,purchase,88,MYR,7.00,0.10,paid,${paid} 08:00:00,${paid} 12:00:00,
p7,purchase,77,MYR,5.00,0.10,refunded,${paid} 09:00:00,${paid} 12:00:00,
r7,refund,77R,MYR,5.00,0.00,success,${refunded} 09:00:00,${refunded} 10:00:00,p7
`;
  await statementArrives(statement, start, today);
  const orders = [
    `X,${paid} 07:59:00,7.00,paid,ORD-88,0.00`,
    ...Array.from({ length: 22 }, (_, n) => `Y${n},${paid} 05:00:00,3.00,paid,ORD-9${n},0.00`),
  ];
  const book = (lines: string[]) => ['Order,Date,Amount,Status,Reference,Refunded', ...lines, ''].join('\n');
  await arrives('orders', book(orders));
  await judge({ from: start, to: today.subtract({ days: 1 }) });
  const stateOfRefund = async () => {
    const control = `select state from recon.control where control = 'order_refunds' and business_date = $day::date`;
    return (await rowsOf(control, refunded)).map(({ state }) => state);
  };
  expect(await stateOfRefund()).toEqual(['balanced']);

  // its order does not say what was refunded, and is found by its reference alone
  const late = [`O,${paid} 08:59:00,5.00,paid,ORD-77,`, `Z,${paid} 06:00:00,1.00,cancelled,ORD-5,0.00`];
  await arrives('orders', book([...orders, ...late]));
  expect(await judge(next)).toContainEqual({ day: refunded.toString(), because: 'proof_changed' });
  expect(await stateOfRefund()).toEqual(['not_made']);
  expect(await daysToJudge(warehouse, landing, 'acme', next)).toEqual(askedFor(next));
  expect(await daysChangedByJudging(warehouse, landing, next)).toEqual([]);
});

test('A run is repeated on the day of the company, also where that day begins within a day of UTC', async () => {
  let now = Temporal.Instant.from('2026-11-03T15:30:00Z');
  const apart = mkdtempSync(join(tmpdir(), 'tieout-midnight-'));
  const records = await openLanding(apart, () => now);
  const input = newReceiptFacts({ source: 'files', kind: 'orders', company: 'acme', ext: 'csv' });
  await records.put(input, { bytes: 'an input' });
  const days = askedFor(periodOf('2026-11-02', '2026-11-03'));
  const made: number[] = [];
  const runAt = async (instant: string) => {
    now = Temporal.Instant.from(instant);
    const { runId } = await markRun(records, acme, days, made);
    made.push(runId);
    return runId;
  };
  const evening = await runAt('2026-11-03T15:30:00Z');
  expect(await runAt('2026-11-03T15:59:59Z')).toBe(evening);
  // midnight in Kuala Lumpur: other inputs are due
  const morning = await runAt('2026-11-03T16:00:00Z');
  expect(morning).not.toBe(evening);
  expect(await runAt('2026-11-04T00:30:00Z')).toBe(morning);
  rmSync(apart, { recursive: true });
});

test('A repeated run has the mark of the first, and a run after a killed one has a mark of its own', async () => {
  const runBefore = lastRun(landing);
  const again = await markRun(landing, acme, askedFor(next), [runBefore]);
  const repeated = await markRun(landing, acme, askedFor(next), [runBefore, again.runId]);
  expect(repeated).toEqual(again);
  const last = landing.receipts().at(-1);
  if (last === undefined) throw new Error('landing has no receipt');
  expect((await readRunMark(landing, last)).markedAt).toBe(last.received_at);
  // a killed run has left nothing in the warehouse
  const later = await markRun(landing, acme, askedFor(next), [runBefore]);
  expect(later.runId).toBeGreaterThan(again.runId);
  const without = await runsWithoutResults(landing, 'acme');
  expect([runBefore, again.runId, later.runId].map((run) => without.has(run))).toEqual([false, true, false]);
});
