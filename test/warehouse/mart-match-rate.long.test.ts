import { expect, test } from 'vitest';
import { days as daysFrom, givenRules } from '../given/rules.ts';

/*
 * The week of Monday 9 November against the week before: two orders a day. In the first week each is paid; in the second the shop writes
 * other references from Friday on, so six orders have no payment.
 */
const days = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 2).padStart(2, '0')}`);
const payments = days.flatMap((day) => [`${day}-A`, `${day}-B`].map((reference) => ({ day, reference })));
const hasOtherReference = (day: string) => day >= '2026-11-13';

const statement = [
  'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On',
  ...payments.map(
    ({ day, reference }) => `p-${reference},purchase,${reference},MYR,100.00,1.00,fpx,paid,${day} 09:00:00,`,
  ),
  '',
].join('\n');
const orders = [
  'order,reference,date,currency,amount,status',
  ...payments.map(
    ({ day, reference }) =>
      `o-${reference},${hasOtherReference(day) ? `WEB ${reference}` : reference},${day} 08:59:00,MYR,100.00,paid`,
  ),
  '',
].join('\n');

const books = { orders: {} };
const acme = givenRules({ hasPayout: false, books, changes: { starts_on: '2026-11-02' } }, async () => {
  const received_at = '2026-11-17T00:10:00Z';
  await acme.receive(statement, { kind: 'statement', ...daysFrom('2026-11-02', '2026-11-15'), received_at });
  await acme.receive(orders, { kind: 'orders', currency: 'MYR', received_at });
  await acme.reconcile('2026-11-02', '2026-11-16');
});

const rate = (first: string, after: string, columns: string) =>
  acme.martLines(
    `select coalesce(match_pass, 'all'), ${columns} from mart.match_rate('acme', date '${first}', date '${after}')
     where reconciliation = 'orders_to_statement' order by match_pass nulls first`,
  );

test('the match rate of a week by pass, against the week before', async () => {
  const counts = 'item_count, sure_count, suggested_count, open_count, waiting_count';
  // two orders a day: four days are matched; on three days an order has no payment. A payment without an order counts on covered days only
  expect(await rate('2026-11-09', '2026-11-16', counts)).toEqual([
    'all 14 8 0 6 0',
    expect.stringMatching(/^same_\w+ 8 8 0 0 0$/),
  ]);
  expect(await rate('2026-11-09', '2026-11-16', 'sure_percent, earlier_sure_percent, is_drift')).toEqual([
    'all 57.1 100.0 true',
    expect.stringMatching(/^same_\w+ 57.1 100.0 false$/),
  ]);
});

test('a rate that has not fallen, or has no week before, is no drift', async () => {
  expect(await rate('2026-11-02', '2026-11-09', 'sure_percent, earlier_sure_percent, is_drift, meaning')).toEqual([
    'all 100.0 false',
    expect.stringMatching(/^same_\w+ 100.0 false$/),
  ]);
  expect(await rate('2026-11-10', '2026-11-11', 'sure_percent, earlier_sure_percent, is_drift')).toEqual([
    'all 100.0 100.0 false',
    expect.stringMatching(/^same_\w+ 100.0 100.0 false$/),
  ]);
  // two orders of one day are too few to say anything
  expect(await rate('2026-11-14', '2026-11-15', 'sure_percent, earlier_sure_percent, is_drift')).toEqual([
    'all 0.0 100.0 false',
    expect.stringMatching(/^same_\w+ 0.0 100.0 false$/),
  ]);
});
