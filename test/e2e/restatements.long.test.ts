import { expect, test } from 'vitest';
import { z } from 'zod';
import { priceList } from '../../sandbox/src/gateway/fees.ts';
import { compare, itemsQuery } from '../accuracy/truth/compare.mjs';
import { daysAgo, givenShop } from '../given/shop.ts';

/* What a gateway changes after it was received: it is found line by line, and nothing else is. */

const { sandbox, ...shop } = await givenShop(
  { seed: 9, days: 9, breaks: 'none', ordersPerDay: 25 },
  { books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } }, fees: priceList() },
);

/** Tells the sandbox that something happens. Returns the breaks that it plants. */
async function happen(what: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${sandbox.adminToken}` };
  const answer = await fetch(`${sandbox.adminUrl}/merchant/${what}`, { method: 'POST', headers });
  expect(answer.status).toBe(200);
  return z.array(z.unknown()).parse(await answer.json());
}

/** The items of the reconciliations that differ after a run. */
async function run(...options: string[]) {
  shop.write('orders.csv', sandbox.files().orders);
  shop.write('bank.csv', sandbox.files().bank);
  expect((await shop.tieout('run', '--from', daysAgo(9), '--to', daysAgo(1), ...options)).err).toBe('');
  return shop.read(itemsQuery.replace('where', "where outcome <> 'timing' and"));
}

test('restatements are found', async () => {
  expect(await run()).toEqual([]);

  const added = [...(await happen('restate')), ...(await happen('change_recipient'))];
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
