import { expect, test } from 'vitest';
import { z } from 'zod';
import { priceList } from '../../packages/sandbox/src/gateway/fees.ts';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { compare, itemsQuery } from '../given/planted-breaks.ts';
import { daysAgo, givenShop, type Shop } from '../given/shop.ts';

/* What a gateway changes after it was received: it is found line by line, and nothing else is. */

/** Tells the sandbox that something happens. Returns the breaks that it plants. */
async function happen({ adminUrl, adminToken }: RunningSandbox, what: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const answer = await fetch(`${adminUrl}/merchant/${what}`, { method: 'POST', headers });
  expect(answer.status).toBe(200);
  return z.array(z.unknown()).parse(await answer.json());
}

/** The items of the reconciliations for which a condition holds. */
const itemsWhere = ({ read }: Shop, condition: string) => read(itemsQuery.replace('where', `where ${condition} and`));
const notTiming = "outcome <> 'timing'";

const restating = await givenShop(
  { seed: 9, days: 9, breaks: 'none', ordersPerDay: 25 },
  { books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } }, fees: priceList() },
);
const twoFormats = await givenShop(
  { seed: 21, days: 8, breaks: 'none', ordersPerDay: 20 },
  { statement: { formats: ['csv', 'xlsx'] } },
);

test('restatements are found', async () => {
  const { sandbox, ...shop } = restating;
  const run = async (...options: string[]) => {
    shop.write('orders.csv', sandbox.files().orders);
    shop.write('bank.csv', sandbox.files().bank);
    expect((await shop.tieout('run', '--from', daysAgo(9), '--to', daysAgo(1), ...options)).err).toBe('');
    return itemsWhere(shop, notTiming);
  };
  expect(await run()).toEqual([]);

  const added = [...(await happen(sandbox, 'restate')), ...(await happen(sandbox, 'change_recipient'))];
  expect(sandbox.truth).toEqual(added);
  expect([...new Set(sandbox.truth.map(({ reason_code }) => reason_code))].sort()).toEqual([
    'account_changed',
    'fee_too_high',
    'line_appeared',
    'line_changed',
    'line_vanished',
    'order_without_payment',
  ]);
  expect(compare(sandbox.truth, await run('--refresh'))).toEqual({ missed: [], invented: [] });
});

// test/e2e/truth.test.ts shows that the formats agree on a month with planted breaks
test('a line left out, doubled or altered in one format is found', async () => {
  const { sandbox, ...shop } = twoFormats;
  const run = async (...options: string[]) => {
    expect((await shop.tieout('run', '--from', daysAgo(8), '--to', daysAgo(1), ...options)).err).toBe('');
  };
  const differing = () => itemsWhere(shop, "reconciliation = 'statement_formats'");
  await run();
  expect(await differing()).toEqual([]);
  const agreeing = `select sum(split_part(split_part(reason, ': ', 2), ',', 1)::bigint) as n
    from mart.item where reconciliation = 'statement_formats'`;
  const paid = 'select count(*) as n from core.payment_now where is_money_moved';
  expect(await shop.read(agreeing)).toEqual(await shop.read(paid));

  await happen(sandbox, 'alter_format');
  expect(sandbox.truth.map(({ reason_code }) => reason_code)).toEqual([
    ...['missing_in_second', 'missing_in_first', 'amount_differs'],
  ]);
  await run('--refresh');
  expect(compare(sandbox.truth, await differing())).toEqual({ missed: [], invented: [] });
  // the altered file is not that of record: no other reconciliation sees it
  expect(await itemsWhere(shop, `reconciliation <> 'statement_formats' and ${notTiming}`)).toEqual([]);

  const before = await shop.read('select * from mart.item order by all');
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  expect(await shop.read('select * from mart.item order by all')).toEqual(before);
});
