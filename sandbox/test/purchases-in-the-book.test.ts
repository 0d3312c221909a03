import { describe, expect, it } from 'vitest';
import { insertByTime } from '../src/gateway/book.ts';
import { entriesRelatedTo, entryOf } from '../src/gateway/purchase/book-entries.ts';
import { gatewayScenario } from '../src/gateway/scenario.ts';
import { settlementsOf } from '../src/gateway/settlement.ts';
import { START, startTestGateway } from './gateway-harness.ts';
import { purchaseRecord } from './gateway-records.ts';
import { HOUR, startShop, unix } from './purchase-harness.ts';

async function lines(shop: Awaited<ReturnType<typeof startShop>>): Promise<Array<Record<string, string>>> {
  const made = await shop.post('/company_statements/?currency=MYR', { format: 'csv', timezone: 'Asia/Kuala_Lumpur' });
  await shop.pass(1000);
  const { download_url } = (await shop.get(`/company_statements/${made.body.id}/`)).body;
  const [head = '', ...rows] = (await shop.get(download_url)).text.trim().split('\r\n').slice(3);
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at] ?? '', cell])));
}

describe('statement, turnover and balance show what happens to a purchase', () => {
  it('paid, refunded, charged back, reversed, paid twice, and never paid', async () => {
    const shop = await startShop({ purchases: { refundFee: 20, chargebackFee: 500 } });
    const [unpaid, refunded, disputed, twice] = [
      await shop.create({ reference: 'unpaid' }),
      await shop.create({ reference: 'refunded' }),
      await shop.create({ reference: 'disputed' }),
      await shop.create({ reference: 'twice' }),
    ];
    await shop.customer(unpaid.id, 'fail');
    for (const { id } of [refunded, disputed, twice]) await shop.customer(id, 'pay', { method: 'fpx' });
    await shop.operate(refunded.id, 'refund', { amount: 4_000 });
    await shop.customer(disputed.id, 'dispute');
    await shop.customer(disputed.id, 'reverse_dispute');
    await shop.customer(twice.id, 'pay_again');
    const rows = (await lines(shop)).map((row) => [
      row.Type,
      row['Reference Nr.'],
      row.Amount,
      row.Fee,
      row.Status,
      row['Related To'],
    ]);
    expect(rows).toEqual([
      ['purchase', 'unpaid', '100.00', '0.00', 'error', ''],
      ['purchase', 'refunded', '100.00', '1.00', 'refunded', ''],
      ['purchase', 'disputed', '100.00', '1.00', 'paid', ''],
      ['purchase', 'twice', '100.00', '1.00', 'paid', ''],
      ['refund', 'refunded', '40.00', '0.20', 'success', refunded.id],
      ['chargeback', 'disputed', '100.00', '5.00', 'success', disputed.id],
      ['chargeback_reversal', 'disputed', '100.00', '0.00', 'success', disputed.id],
      ['purchase', 'twice', '100.00', '1.00', 'paid', ''],
    ]);
    expect((await shop.get('/account/json/turnover/?currency=MYR')).body).toEqual({
      incoming: { turnover: 50_000, fee_sell: 400, count: { all: 5 } },
      outgoing: { turnover: 14_000, fee_sell: 520, count: { all: 2 } },
    });
    // 500.00 in, 140.00 out, fees of 4.00, 0.20 and 5.00
    expect((await shop.get('/account/json/balance/')).body.MYR).toMatchObject({
      gross_balance: 36_000,
      fee_sell: 920,
      balance: 35_080,
    });
  });

  it('is settled on the second business day at 00:09 in Malaysia', async () => {
    const shop = await startShop();
    const { id } = await shop.create();
    await shop.customer(id, 'pay');
    await shop.customer(id, 'pay_again');
    await shop.pass(72 * HOUR);
    const settled = (await lines(shop)).map((row) => row['Settled On']);
    expect(settled).toEqual(['2026-10-16 00:09:00', '2026-10-16 00:09:00']);
  });

  it('its settlement is available to the payout service as soon as it is paid', async () => {
    const shop = await startShop();
    const settlementOn = settlementsOf(shop.book, 'Asia/Kuala_Lumpur');
    const { id } = await shop.create();
    expect(settlementOn('2026-10-16', 'MYR')).toBe(0n);
    await shop.customer(id, 'pay', { method: 'fpx' });
    expect(settlementOn('2026-10-16', 'MYR')).toBe(9_900n);
  });

  it('paid with a recurring token: the turnover filter for it finds it', async () => {
    const shop = await startShop();
    const token = await shop.create({ force_recurring: true });
    await shop.customer(token.id, 'pay', { method: 'visa' });
    await shop.operate((await shop.create()).id, 'charge', { recurring_token: token.id });
    await shop.pass(1000);
    const count = async (query: string) =>
      (await shop.get(`/account/json/turnover/?currency=MYR${query}`)).body.incoming.count.all;
    expect([await count(''), await count('&tokenized=true'), await count('&tokenized=false')]).toEqual([2, 1, 1]);
    expect(await count('&flow=api')).toBe(1);
  });

  it('a purchase that was marked as paid counts or not, by choice', async () => {
    for (const [markedAsPaid, count] of [
      ['in_the_book', 1],
      ['outside', 0],
    ] as const) {
      const shop = await startShop({ purchases: { markedAsPaid } });
      const { id } = await shop.create();
      await shop.operate(id, 'mark_as_paid');
      await shop.pass(1000);
      const { incoming } = (await shop.get('/account/json/turnover/?currency=MYR')).body;
      expect(incoming).toMatchObject({ count: { all: count }, fee_sell: 0 });
      expect(await lines(shop)).toHaveLength(count);
      expect((await shop.read(id)).refundable_amount).toBe(count === 1 ? 10_000 : 0);
      expect((await shop.get('/purchases/')).body.results).toHaveLength(1);
    }
  });
});

describe('purchases of the generated data', () => {
  it('are found by id and in the list, as in the statement', async () => {
    const { book, get } = await startTestGateway();
    const purchases = book.payments.filter(({ kind }) => kind === 'purchase');
    expect(new Set(purchases.map(({ status }) => status)).size).toBeGreaterThan(3);
    for (const line of purchases) {
      const { body } = await get(`/purchases/${line.id}/`);
      purchaseRecord.parse(body);
      expect(body).toMatchObject({
        status: line.status,
        reference: line.reference,
        created_on: unix(line.createdAt),
        purchase: { total: Number(line.amount), currency: line.currency },
        client: { email: line.clientEmail },
      });
      expect(body.payment?.paid_on ?? null).toBe(line.paidAt === null ? null : unix(line.paidAt));
      const back = book.payments.filter(({ kind, relatedTo }) => kind === 'refund' && relatedTo === line.id);
      const left = back.reduce((sum, { amount }) => sum - amount, line.amount);
      const isRefundable = ['paid', 'refunded'].includes(line.status);
      expect(body.refundable_amount).toBe(isRefundable ? Number(left) : 0);
    }
    const ids: string[] = [];
    for (let next: string | null = '/purchases/'; next !== null; ) {
      const page: { results: Array<{ id: string }>; next: string | null } = (await get(next)).body;
      ids.push(...page.results.map(({ id }) => id));
      next = page.next;
    }
    expect(ids).toEqual(purchases.map(({ id }) => id).reverse());
  });

  it('can be refunded and disputed', async () => {
    const { book, send, get } = await startTestGateway();
    const line = book.payments.find(({ kind, status }) => kind === 'purchase' && status === 'paid');
    const before = book.payments.length;
    const { body } = await send('POST', `/purchases/${line?.id}/refund/`, { amount: 100 });
    expect(body.payment.amount).toBe(100);
    expect(line?.status).toBe('refunded');
    expect(book.payments.slice(before)).toMatchObject([{ kind: 'refund', amount: 100n, relatedTo: line?.id }]);
    expect((await get(`/purchases/${line?.id}/`)).body.status_history.at(-1).related_to.id).toBe(body.id);
  });

  it('have no negative refundable amount when more was refunded than received', async () => {
    const { book, get } = await startTestGateway();
    const line = book.payments.find(({ kind, status }) => kind === 'purchase' && status === 'refunded');
    const refund = book.payments.find(({ relatedTo }) => relatedTo === line?.id);
    if (line === undefined || refund === undefined) throw new Error('no refund in this scenario');
    refund.amount = line.amount + 1n;
    expect((await get(`/purchases/${line.id}/`)).body.refundable_amount).toBe(0);
  });

  it('are settled on the same day after they were requested', async () => {
    const { book, get, send } = await startTestGateway();
    const line = book.payments.find(({ settledAt, status }) => settledAt === null && status === 'paid');
    if (line === undefined) throw new Error('all is settled in this scenario');
    const path = `/purchases/${line.id}/`;
    expect((await get(path)).body.transaction_data.extra).toEqual({});
    line.settledAt = START;
    await send('POST', `${path}refund/`, { amount: 1 });
    expect(line.settledAt).toBe(START);
    expect((await get(path)).body.transaction_data.extra).toEqual({ settlement: { settled_on: unix(START) } });
  });

  it('a refund is not a purchase', async () => {
    const { book, get } = await startTestGateway();
    const refund = book.payments.find(({ kind }) => kind === 'refund');
    expect((await get(`/purchases/${refund?.id}/`)).status).toBe(404);
  });
});

it('an inserted payment leaves each payment in the book once', () => {
  const book = gatewayScenario({
    seed: 5,
    days: 10,
    until: '2026-10-13',
    zone: 'Asia/Kuala_Lumpur',
    ordersPerDay: 40,
    currencies: ['MYR'],
  });
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
