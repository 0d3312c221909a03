import { describe, expect, it } from 'vitest';
import { isMoved, type Payment } from '../../src/gateway/book.ts';
import { gatewayScenario } from '../../src/gateway/scenario.ts';
import type { GatewayChoices } from '../../src/gateway/world.ts';
import { startTestGateway } from '../gateway-harness.ts';
import { NOBODY } from '../purchase-harness.ts';

const METHODS = [
  ...['crypto_coin', 'dnqr', 'duitnow_qr', 'fpx', 'fpx_b2b1', 'maestro', 'mastercard', 'mpgs_apple_pay'],
  ...['mpgs_google_pay', 'razer', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng'],
  ...['shopee_pay', 'unknown', 'visa'],
];
const PRODUCTS = ['bank_payment', 'custom_payment', 'invoice', 'purchase', 'refund', 'subscription'];
const FLOWS = [
  ...['api', 'direct_post', 'fluentforms', 'formidableforms', 'givewp', 'gravityforms', 'hostbill', 'import', 'link'],
  ...[
    'magento',
    'opencart',
    'payform',
    'paymattic',
    'prestashop',
    'server_to_server',
    'shopify',
    'web_office',
    'whmcs',
  ],
  ...['woocommerce', 'wpcharitable'],
];
const CARDS = ['visa', 'mastercard', 'maestro'];

/** Three weeks of a merchant with refunds and chargebacks, and what statements and turnovers of it have. */
async function startAsked(choices: Partial<GatewayChoices> = {}) {
  const book = gatewayScenario({
    seed: 9,
    days: 21,
    until: '2026-10-13',
    zone: 'Asia/Kuala_Lumpur',
    ordersPerDay: 25,
    currencies: ['MYR', 'SGD'],
  });
  const { gateway, get, post, send, clock } = await startTestGateway({
    book,
    choices: { statementReadyMs: 0, ...choices },
  });
  const { payments } = book;
  /** The ids in a statement with these filters. */
  const stated = async (query: string) => {
    const asked = await post(`/company_statements/?${query}`, { format: 'csv', timezone: 'UTC' });
    if (asked.status !== 201) throw new Error(`refused: ${asked.text}`);
    const { text } = await send('GET', asked.body.download_url);
    return [...text.matchAll(/^([0-9a-f-]{36}),/gm)].map(([, id = '']) => id).sort();
  };
  const ids = (isWanted: (payment: Payment) => boolean) =>
    payments
      .filter(isWanted)
      .map(({ id }) => id)
      .sort();
  /** Count and sum of what came in, and of what went out, in ringgit. */
  const turnover = async (query: string) => {
    const answer = await get(`/account/json/turnover/?currency=MYR${query}`);
    if (answer.status !== 200) throw new Error(`refused: ${answer.text}`);
    const { incoming, outgoing } = answer.body;
    return [incoming.count.all, incoming.turnover, outgoing.count.all, outgoing.turnover];
  };
  const sums = (isWanted: (payment: Payment & { paidAt: number }) => boolean) => {
    const own = payments.filter(isMoved).filter((one) => one.currency === 'MYR' && isWanted(one));
    return [false, true].flatMap((isOutgoing) => {
      const side = own.filter((one) => one.isOutgoing === isOutgoing);
      return [side.length, Number(side.reduce((sum, { amount }) => sum + amount, 0n))];
    });
  };
  return { payments, brandId: gateway.world.brandId, stated, ids, turnover, sums, post, get, clock };
}

describe('payment-gateway.md › Endpoints', () => {
  it.each([
    ['from', 'to', 'createdAt'],
    ['paid_from', 'paid_to', 'paidAt'],
    ['updated_from', 'updated_to', 'updatedAt'],
  ] as const)(
    'statement filters %s and %s: the instant of the one is in, that of the other is not',
    async (from, to, time) => {
      const { payments, stated, ids } = await startAsked();
      const times = payments.flatMap((payment) => payment[time] ?? []).sort((a, b) => a - b);
      // whole seconds, of payments that are there
      const [first = 0, last = 0] = [times[40], times[160]].map((at) => Math.floor((at ?? 0) / 1000));
      expect(times.filter((at) => at === first * 1000 || at === last * 1000).length).toBeGreaterThanOrEqual(2);
      const inside = ids((payment) => {
        const at = payment[time];
        return at !== null && at >= first * 1000 && at < last * 1000;
      });
      expect(inside.length).toBeGreaterThan(50);
      expect(await stated(`${from}=${first}&${to}=${last}`)).toEqual(inside);
      expect(await stated(`${from}=${last}&${to}=${first}`)).toEqual([]);
    },
  );

  it('turnover filters from and to: by the time of payment, the one in and the other out', async () => {
    const { payments, turnover, sums } = await startAsked();
    const times = payments.filter(isMoved).map(({ paidAt }) => paidAt);
    const [first = 0, last = 0] = [times[40], times[160]];
    expect(await turnover(`&from=${first / 1000}&to=${last / 1000}`)).toEqual(
      sums(({ paidAt }) => paidAt >= first && paidAt < last),
    );
  });

  it('time filters: that the upper bound is in and the lower one is not can be chosen', async () => {
    const { payments, stated, ids, turnover, sums } = await startAsked({ timeBounds: 'upper_in' });
    const times = payments.filter(isMoved).map(({ paidAt }) => paidAt);
    const [first = 0, last = 0] = [times[40], times[160]];
    const isInside = ({ paidAt }: Payment) => paidAt !== null && paidAt > first && paidAt <= last;
    expect(await stated(`paid_from=${first / 1000}&paid_to=${last / 1000}`)).toEqual(ids(isInside));
    expect(await turnover(`&from=${first / 1000}&to=${last / 1000}`)).toEqual(sums(isInside));
  });

  it('filters by brand and shop of a statement, by brand and terminal of a turnover: UUIDs, one or several', async () => {
    const { brandId, stated, ids, turnover, sums, post, get } = await startAsked();
    const all = ids(() => true);
    expect(await stated(`brand_id=${brandId}`)).toEqual(all);
    expect(await stated(`brand_id=${NOBODY}&brand_id=${brandId}`)).toEqual(all);
    for (const query of [`brand_id=${NOBODY}`, `shop_id=${NOBODY}`]) expect(await stated(query)).toEqual([]);
    expect(await turnover(`&brand=${NOBODY}&brand=${brandId}`)).toEqual(sums(() => true));
    for (const query of [`&brand=${NOBODY}`, `&terminal_uid=${NOBODY}`])
      expect(await turnover(query)).toEqual([0, 0, 0, 0]);
    for (const name of ['brand_id', 'shop_id'])
      expect((await post(`/company_statements/?${name}=mine`, { format: 'csv', timezone: 'UTC' })).body).toHaveProperty(
        name,
      );
    for (const name of ['brand', 'terminal_uid'])
      expect((await get(`/account/json/turnover/?currency=MYR&${name}=mine`)).body).toHaveProperty(name);
  });

  it('filters q and products of a statement: case-insensitive text search in the payment and in its products', async () => {
    const { payments, stated, ids } = await startAsked();
    const has = (text: string, part: string) => text.toLowerCase().includes(part);
    const name = ids(({ clientName, clientEmail }) => has(clientName, 'aisyah') || has(clientEmail, 'aisyah'));
    expect(name.length).toBeGreaterThan(10);
    expect(await stated('q=AISYAH')).toEqual(name);
    expect(await stated(`q=${payments[5]?.id}`)).toEqual([payments[5]?.id]);
    const chairs = ids(({ description }) => description === 'Office chair' || description === 'Desk lamp');
    expect(await stated('products=office&products=LAMP')).toEqual(chairs);
  });

  it('filter total of a statement: from the one to the other, both in', async () => {
    const { payments, stated, ids } = await startAsked();
    const [least = 0n, most = 0n] = [payments[3]?.amount, payments[4]?.amount]
      .map((one) => one ?? 0n)
      .sort((a, b) => (a < b ? -1 : 1));
    expect(await stated(`total=${least}&total=${most}`)).toEqual(
      ids(({ amount }) => amount >= least && amount <= most),
    );
  });

  it.each([
    ['payment_method', METHODS, 'method', ['fpx', 'visa']],
    ['product', PRODUCTS, 'product', ['invoice', 'refund']],
    ['country', ['MY', 'SG'], 'country', ['SG']],
    ['flow', FLOWS, 'flow', ['shopify', 'link']],
  ] as const)(
    'filter %s: each value of the list, several at once; any other is refused',
    async (name, values, field, some) => {
      const { stated, ids, turnover, sums, post, get } = await startAsked();
      const query = some.map((value) => `${name}=${value}`).join('&');
      const isWanted = (payment: Payment) => (some as readonly string[]).includes(payment[field]);
      expect(await turnover(`&${query}`)).toEqual(sums(isWanted));
      for (const value of values) expect((await turnover(`&${name}=${value}`)).length, value).toBe(4);
      const wrong = await get(`/account/json/turnover/?currency=MYR&${name}=nothing`);
      expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, [name]]);
      // a statement has no flow
      if (name === 'flow') return;
      const found = ids(isWanted);
      expect(found.length).toBeGreaterThan(3);
      expect(await stated(query)).toEqual(found);
      for (const value of values) await stated(`${name}=${value}`);
      expect((await post(`/company_statements/?${name}=nothing`, { format: 'csv', timezone: 'UTC' })).status).toBe(400);
    },
  );

  it('filter currency of a statement: in uppercase, one or several', async () => {
    const { stated, ids } = await startAsked();
    expect(await stated('currency=SGD')).toEqual(ids(({ currency }) => currency === 'SGD'));
    expect(await stated('currency=SGD&currency=MYR')).toEqual(ids(() => true));
  });

  it('filters three_d_secure of a statement and tokenized of a turnover: true or false', async () => {
    const { stated, ids, turnover, sums, get } = await startAsked();
    const cards = ids(({ method }) => CARDS.includes(method));
    expect(cards.length).toBeGreaterThan(20);
    expect(await stated('three_d_secure=true')).toEqual(cards);
    expect(await stated('three_d_secure=false')).toEqual(ids(({ method }) => !CARDS.includes(method)));
    expect(await turnover('&tokenized=false')).toEqual(sums(() => true));
    expect(await turnover('&tokenized=true')).toEqual([0, 0, 0, 0]);
    expect((await get('/account/json/turnover/?currency=MYR&tokenized=maybe')).status).toBe(400);
  });

  it('filter status of a statement: of the line as it is now', async () => {
    const { stated, ids } = await startAsked();
    expect(await stated('status=refunded&status=overdue')).toEqual(
      ids(({ status }) => status === 'refunded' || status === 'overdue'),
    );
  });

  it('several filters at once: payments that match all', async () => {
    const { stated, ids, turnover, sums } = await startAsked();
    const isWanted = ({ method, country }: Payment) => method === 'visa' && country === 'MY';
    expect(await stated('payment_method=visa&country=MY')).toEqual(ids(isWanted));
    expect(await turnover('&payment_method=visa&country=MY')).toEqual(sums(isWanted));
  });

  it('time bounds are given once each, to a statement and to a turnover', async () => {
    const { get, post } = await startAsked();
    for (const name of ['from', 'to', 'paid_from', 'paid_to', 'updated_from', 'updated_to'])
      expect(
        (await post(`/company_statements/?${name}=1&${name}=2`, { format: 'csv', timezone: 'UTC' })).body,
      ).toHaveProperty(name);
    for (const name of ['from', 'to'])
      expect((await get(`/account/json/turnover/?currency=MYR&${name}=1&${name}=2`)).body).toHaveProperty(name);
  });
});
