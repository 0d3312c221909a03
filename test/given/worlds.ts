import { expect } from 'vitest';
import { givenSelftest } from './selftest-record.ts';
import { daysAgo, lastMonth, paidOrders, type Shop, type World, withoutLines } from './shop.ts';

/* The worlds of several files of tests. */

const { month, first, last } = lastMonth();

const ofMonth = {
  sandbox: { seed: 17, days: 3, until: last, breaks: 'none', ordersPerDay: 12 },
  company: { starts_on: first, books: { orders: { file: 'orders.csv' } } },
} as const;

async function runMonth(shop: Shop, status: number): Promise<void> {
  await givenSelftest(`${shop.folder}/data`);
  expect(await shop.tieout('run', '--from', first, '--to', last)).toMatchObject({ status, err: '' });
}

/** The orders of a shop with one more on the first day that was not paid, which leaves every day reconciled. */
export function withUnpaid(orders: string, named: string): string {
  const [order = ''] = paidOrders(orders, first);
  const unpaid = order.replace(/^[^,]+,INV-[^,]+/, named).replace(',paid,', ',cancelled,');
  return orders
    .split('\r\n')
    .toSpliced(-1, 0, unpaid.replace(/[^,]*$/, ''))
    .join('\r\n');
}

/** The last two days of last month, on which a company began: every day is reconciled, and a selftest is recorded. */
export const reconciledMonth: World = {
  ...ofMonth,
  prepare: async (shop, sandbox) => {
    // a reference may be an address, which a pack has as a keyed hash
    shop.write('orders.csv', withUnpaid(sandbox.files().orders, 'OF-AIDA,aida@example.com'));
    await runMonth(shop, 0);
  },
};

/** The same with one break: the shop lost a paid order of the last day. */
export const monthWithBreak: World = {
  ...ofMonth,
  prepare: async (shop, sandbox) => {
    const { orders } = sandbox.files();
    const [lost = ''] = paidOrders(orders, last);
    shop.write('orders.csv', withoutLines(orders, lost));
    await runMonth(shop, 3);
  },
};

/** Explains the one break of a month. Returns its id. */
export async function explainBreak(shop: Shop): Promise<string> {
  const [{ break_id: id } = { break_id: '' }, ...others] = (await shop.breaks()).filter(
    ({ outcome }) => outcome !== 'timing',
  );
  expect(others).toEqual([]);
  const words = ['--reason', 'own_error', '--note', 'Taken by telephone', '--author', 'aida'];
  expect(await shop.tieout('decide', 'explain', id, ...words)).toMatchObject({ status: 0, err: '' });
  return id;
}

/** The month with its break explained, closed, and a masked snapshot beside the published one: evidence of every kind. */
export const explainedMonth: World = {
  ...ofMonth,
  beside: { warehouse: { threads: 1, masked_snapshot: 'owner' } },
  after: monthWithBreak,
  prepare: async (shop) => {
    await explainBreak(shop);
    expect(await shop.tieout('close', month)).toMatchObject({ status: 0, err: '' });
  },
};

/** The reconciled month, closed. */
export const closedMonth: World = {
  ...reconciledMonth,
  after: reconciledMonth,
  prepare: async (shop) => {
    expect(await shop.tieout('close', month)).toMatchObject({ status: 0, err: '' });
  },
};

/** A day that ended long enough ago that no list of it is requested again, so that a repeated run is the same. */
export const repeatableDay = daysAgo(2);

/** One day with breaks of the services, which was run. */
export const ranDay: World = {
  sandbox: { seed: 5, days: 5, until: repeatableDay, ordersPerDay: 10 },
  prepare: async (shop) => {
    expect(await shop.tieout('run', '--date', repeatableDay)).toMatchObject({ err: '' });
  },
};
