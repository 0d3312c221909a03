import { expect, test } from 'vitest';
import { periodOf } from '../../src/domain/period.ts';
import { reconcileWithin } from '../../src/reconcile/reconcile.ts';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { derive } from '../../src/warehouse/derive.ts';
import { judgeAll } from '../given/judged.ts';
import { landed } from '../given/landed.ts';
import { days, givenRules } from '../given/rules.ts';

/*
 * A reconciliation of inputs that a company does not have is not run. What a run writes is what it writes when all are run.
 */

const files: Record<string, string> = {
  statement: `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Related To
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00,2026-11-04 00:09:00,
p2,purchase,INV-2,MYR,50.00,1.00,visa,paid,2026-11-02 10:00:00,,
p3,purchase,INV-3,MYR,70.00,2.05,visa,overdue,,,
r1,refund,INV-1,MYR,20.00,0,fpx,refunded,2026-11-02 11:00:00,,p1
r2,refund,INV-9,MYR,30.00,0,fpx,refunded,2026-11-02 12:00:00,,
d1,custom,DISB-1,MYR,500.00,0,bank_transfer,paid,2026-11-02 16:00:00,,
`,
  orders: `Period,2026-11-01 to 2026-11-04
Order,Reference,Placed On,Currency,Amount,Status,Refunded
O-1,INV-1,2026-11-02T08:59:00+08:00,MYR,100.00,paid,
O-8,INV-8,2026-11-02T15:59:00+08:00,MYR,90.00,paid,
`,
  bank_statement: `Date,Value Date,Currency,Amount,Description,Reference,Balance
2026-11-03,2026-11-03,MYR,500.00,PAYOUT,DISB-1,509.00
2026-11-04,2026-11-04,MYR,-80.00,RENT,,429.00
`,
  opening_items: `item,id,reference,date,currency,amount,fee
balance,gateway,,,MYR,500.00,
deposit,D-0,PO-0,2026-10-30,MYR,300.00,
order,O-0,INV-1,2026-10-31,MYR,100.00,
payment,p0,INV-P,2026-10-30,MYR,80.00,0.80
`,
};

const written = [
  ...['item', 'bridge_line', 'control_subject', 'control', 'verdict', 'cause', 'cause_item'],
  ...['match', 'input_state', 'doubted_day', 'whole_statement_day', 'break_life'],
];

const acme = givenRules();

const secret = { env: 'TIEOUT_TEST_SECRET' };
const payout = { base_url: 'https://payout.example/api', api_key: secret, api_secret: secret };

type Case = { title: string; books: object; changes?: object; runs: readonly string[] };
const cases: readonly Case[] = [
  { title: 'the gateway and the bank', books: { bank: {} }, runs: ['bank'] },
  { title: 'orders and payouts', books: { orders: {} }, changes: { payout }, runs: ['orders', 'payouts'] },
  { title: 'open items taken on', books: { opening: {} }, runs: ['orders', 'bank', 'callbacks', 'payouts'] },
  { title: 'payouts alone', books: {}, changes: { payout, gateway: undefined }, runs: ['payouts'] },
  {
    title: 'payouts and books',
    books: { orders: {}, bank: {}, callbacks: {} },
    changes: { payout, gateway: undefined },
    runs: ['orders', 'bank', 'callbacks', 'payouts'],
  },
];

test.each(cases)('With $title the results are those of all reconciliations', async ({ books, changes = {}, runs }) => {
  await acme.empty();
  await acme.configure({ hasPayout: false, books, changes: { starts_on: '2026-11-01', ...changes } });
  const isGiven = (kind: string) =>
    ({
      statement: !('gateway' in changes),
      orders: 'orders' in books,
      bank_statement: 'bank' in books,
      opening_items: 'opening' in books,
    })[kind];
  for (const [kind, content] of Object.entries(files).filter(([kind]) => isGiven(kind))) {
    const facts = kind === 'statement' ? days('2026-11-02') : {};
    const file = landed(content, { kind, received_at: '2026-11-06T00:10:00.000Z', ...facts });
    expect(await acme.load(file)).toMatchObject({ status: 'loaded' });
  }
  if ('callbacks' in books)
    await acme.execute(`insert into core.callback by name
       select 'c1' as callback_key, 'x1' as object_key, 'purchase.paid' as event, 'payment' as kind, 'MYR' as currency,
         9.00 as amount, 'INV-C' as reference, 'paid' as status, false as is_signed, false as is_test,
         timestamptz '2026-11-02 03:00:00Z' as occurred_at, timestamptz '2026-11-02 03:00:00Z' as reported_at,
         timestamptz '2026-11-02 03:00:01Z' as received_at, date '2026-11-02' as business_date, 1 as receipt_id, 1 as line_no,
         timestamptz '2026-11-06 00:10:00Z' as known_from`);
  const { connection } = acme;
  const all = await registerReconciliations(connection);
  const run = {
    runId: 900,
    company: 'acme',
    period: periodOf('2026-11-01', '2026-11-05'),
    knownThrough: 1_000_000,
    markedAt: '2026-11-06T00:10:00Z',
  };
  const results = async () => {
    const found: Record<string, unknown> = {};
    for (const table of written) found[table] = await acme.rows(`from recon.${table} order by all`);
    return found;
  };
  await derive(connection);
  await acme.execute('begin');
  await reconcileWithin(connection, run, all);
  const expected = await results();
  await acme.execute('rollback');

  const titles: string[] = [];
  await judgeAll(connection, run, (title) => titles.push(title));
  expect(await results()).toEqual(expected);
  const left = (input: string) => all.filter(({ needs, title }) => needs.includes(input) && !titles.includes(title));
  for (const input of ['orders', 'bank', 'callbacks', 'payouts'])
    expect(left(input).length === 0).toBe(runs.includes(input));
  expect(left('statement').map(({ name }) => name)).not.toContain('line_arithmetic');
});
