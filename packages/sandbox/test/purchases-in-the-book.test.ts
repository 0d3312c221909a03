import { describe, expect } from 'vitest';
import type { Payment } from '../src/gateway/book.ts';
import { insertByTime } from '../src/gateway/book.ts';
import { entriesRelatedTo, entryOf } from '../src/gateway/purchase/book-entries.ts';
import { settlementsOf } from '../src/gateway/settlement.ts';
import { type Shop, smallPast, startShop, testsOfShop } from './gateway-harness.ts';
import { purchaseRecord } from './gateway-records.ts';
import { HOUR, unix } from './harness.ts';

const it = testsOfShop({ book: smallPast() });

async function lines(shop: Shop): Promise<Array<Record<string, string>>> {
  const text = await shop.statement('currency=MYR', 'Asia/Kuala_Lumpur');
  const [head = [], ...rows] = text
    .trim()
    .split('\r\n')
    .slice(3)
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at], cell])));
}

/** A payment of the generated data. */
function found(shop: Shop, isWanted: (payment: Payment) => boolean): Payment {
  const payment = shop.book.payments.find(isWanted);
  if (payment === undefined) throw new Error('no such payment in this scenario');
  return payment;
}
const isPurchase = (payment: Payment, status: string) => payment.kind === 'purchase' && payment.status === status;

describe('statement, turnover and balance show what happens to a purchase', () => {
  it('paid, refunded, charged back, reversed, paid twice, and never paid', async () => {
    const shop = await startShop({ purchases: { refundFee: 20, chargebackFee: 500 } });
    const unpaid = await shop.create({ reference: 'unpaid' });
    await shop.customer(unpaid.id, 'fail');
    const fpx = { method: 'fpx' };
    const refunded = await shop.paid({ reference: 'refunded' }, {}, fpx);
    const disputed = await shop.paid({ reference: 'disputed' }, {}, fpx);
    const twice = await shop.paid({ reference: 'twice' }, {}, fpx);
    await shop.operate(refunded.id, 'refund', { amount: 4_000 });
    await shop.customer(disputed.id, 'dispute');
    await shop.customer(disputed.id, 'reverse_dispute');
    await shop.customer(twice.id, 'pay_again');
    const columns = ['Type', 'Reference Nr.', 'Amount', 'Fee', 'Status', 'Related To'];
    expect((await lines(shop)).map((row) => columns.map((column) => row[column]))).toEqual([
      ['purchase', 'unpaid', '100.00', '0.00', 'error', ''],
      ['purchase', 'refunded', '100.00', '1.00', 'refunded', ''],
      ['purchase', 'disputed', '100.00', '1.00', 'paid', ''],
      ['purchase', 'twice', '100.00', '1.00', 'paid', ''],
      ['refund', 'refunded', '40.00', '0.20', 'success', refunded.id],
      ['chargeback', 'disputed', '100.00', '5.00', 'success', disputed.id],
      ['chargeback_reversal', 'disputed', '100.00', '0.00', 'success', disputed.id],
      ['purchase', 'twice', '100.00', '1.00', 'paid', ''],
    ]);
    expect(await shop.turnover()).toEqual({
      incoming: { turnover: 50_000, fee_sell: 400, count: { all: 5 } },
      outgoing: { turnover: 14_000, fee_sell: 520, count: { all: 2 } },
    });
    // 500.00 in, 140.00 out, fees of 4.00, 0.20 and 5.00
    const balance = { gross_balance: 36_000, fee_sell: 920, balance: 35_080 };
    expect((await shop.get('/account/json/balance/')).body.MYR).toMatchObject(balance);
  });

  it('is settled on the second business day at 00:09 in Malaysia', async () => {
    const shop = await startShop();
    await shop.customer((await shop.paid()).id, 'pay_again');
    await shop.pass(72 * HOUR);
    const settled = (await lines(shop)).map((row) => row['Settled On']);
    expect(settled).toEqual(['2026-10-16 00:09:00', '2026-10-16 00:09:00']);
  });

  it('its settlement is available to the payout service as soon as it is paid', async () => {
    const { book, create, customer } = await startShop();
    const settlementOn = settlementsOf(book, 'Asia/Kuala_Lumpur');
    const { id } = await create();
    expect(settlementOn('2026-10-16', 'MYR')).toBe(0n);
    await customer(id, 'pay', { method: 'fpx' });
    expect(settlementOn('2026-10-16', 'MYR')).toBe(9_900n);
  });

  it('paid with a recurring token: the turnover filter for it finds it', async () => {
    const { paid, create, operate, pass, turnover } = await startShop();
    const token = await paid({ force_recurring: true }, {}, { method: 'visa' });
    await operate((await create()).id, 'charge', { recurring_token: token.id });
    await pass(1000);
    const count = async (query: string) => (await turnover(query)).incoming.count.all;
    expect([await count(''), await count('&tokenized=true'), await count('&tokenized=false')]).toEqual([2, 1, 1]);
    expect(await count('&flow=api')).toBe(1);
  });

  it.for([
    ['in_the_book', 1],
    ['outside', 0],
  ] as const)('a purchase that was marked as paid counts or not, by choice: %s', async ([markedAsPaid, count]) => {
    const shop = await startShop({ purchases: { markedAsPaid } });
    const { id } = await shop.create();
    await shop.operate(id, 'mark_as_paid');
    await shop.pass(1000);
    expect((await shop.turnover()).incoming).toMatchObject({ count: { all: count }, fee_sell: 0 });
    expect(await lines(shop)).toHaveLength(count);
    expect((await shop.read(id)).refundable_amount).toBe(count === 1 ? 10_000 : 0);
    expect((await shop.get('/purchases/')).body.results).toHaveLength(1);
  });
});

describe('purchases of the generated data', () => {
  it('are found by id and in the list, as in the statement', async ({ shop: { book, read, get } }) => {
    const purchases = book.payments.filter(({ kind }) => kind === 'purchase');
    expect(new Set(purchases.map(({ status }) => status)).size).toBeGreaterThan(3);
    for (const line of purchases) {
      const purchase = await read(line.id);
      expect(purchase).toMatchObject({
        status: line.status,
        reference: line.reference,
        created_on: unix(line.createdAt),
        purchase: { total: Number(line.amount), currency: line.currency },
        client: { email: line.clientEmail },
      });
      expect(purchase.payment?.paid_on ?? null).toBe(line.paidAt === null ? null : unix(line.paidAt));
      const back = book.payments.filter(({ kind, relatedTo }) => kind === 'refund' && relatedTo === line.id);
      const left = back.reduce((sum, { amount }) => sum - amount, line.amount);
      const isRefundable = ['paid', 'refunded'].includes(line.status);
      expect(purchase.refundable_amount).toBe(isRefundable ? Number(left) : 0);
    }
    const ids: string[] = [];
    for (let next: string | null = '/purchases/'; next !== null; ) {
      const { body } = await get(next);
      for (const { id } of purchaseRecord.array().parse(body.results)) ids.push(id);
      next = body.next;
    }
    expect(ids).toEqual(purchases.map(({ id }) => id).reverse());
  });

  it('can be refunded and disputed', async ({ shop }) => {
    const line = found(shop, (one) => isPurchase(one, 'paid'));
    const before = shop.book.payments.length;
    const { body } = await shop.operate(line.id, 'refund', { amount: 100 });
    expect(body.payment.amount).toBe(100);
    expect(line.status).toBe('refunded');
    expect(shop.book.payments.slice(before)).toMatchObject([{ kind: 'refund', amount: 100n, relatedTo: line.id }]);
    expect((await shop.read(line.id)).status_history.at(-1)?.related_to?.id).toBe(body.id);
  });

  it('have no negative refundable amount when more was refunded than received', async () => {
    const shop = await startShop({ book: smallPast() });
    const line = found(shop, (one) => isPurchase(one, 'refunded'));
    found(shop, ({ relatedTo }) => relatedTo === line.id).amount = line.amount + 1n;
    expect((await shop.read(line.id)).refundable_amount).toBe(0);
  });

  it('are settled on the same day after they were requested', async ({ shop }) => {
    const line = found(shop, ({ settledAt, status }) => settledAt === null && status === 'paid');
    const extra = async () => (await shop.read(line.id)).transaction_data.extra;
    expect(await extra()).toEqual({});
    const settledAt = shop.clock.at;
    line.settledAt = settledAt;
    await shop.operate(line.id, 'refund', { amount: 1 });
    expect(line.settledAt).toBe(settledAt);
    expect(await extra()).toEqual({ settlement: { settled_on: unix(settledAt) } });
  });

  it('a refund is not a purchase', async ({ shop }) => {
    const { id } = found(shop, ({ kind }) => kind === 'refund');
    expect((await shop.get(`/purchases/${id}/`)).status).toBe(404);
  });
});

it('an inserted payment leaves each payment in the book once', () => {
  const book = smallPast({ ordersPerDay: 40, currencies: ['MYR'] });
  const related = () =>
    book.payments.flatMap(({ id }) => entriesRelatedTo(book, id).map((payment) => `${id} ${payment.id}`)).sort();
  const before = related();
  expect(before.length).toBeGreaterThan(5);
  const [first] = book.payments;
  if (first === undefined) throw new Error('the scenario is too short');
  insertByTime(book, [{ ...first, id: 'inserted', kind: 'custom' }]);
  expect(related()).toEqual(before);
  expect(entryOf(book, 'inserted')?.kind).toBe('custom');
});
