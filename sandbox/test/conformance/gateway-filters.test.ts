import { describe, expect } from 'vitest';
import { isMoved, type Payment } from '../../src/gateway/book.ts';
import { it as base, NOBODY, type Shop, smallPast, startShop } from '../gateway-harness.ts';
import { words } from '../harness.ts';

const METHODS = words(`
  crypto_coin dnqr duitnow_qr fpx fpx_b2b1 maestro mastercard mpgs_apple_pay mpgs_google_pay razer razer_atome
  razer_grabpay razer_maybankqr razer_shopeepay razer_tng shopee_pay unknown visa
`);
const PRODUCTS = words('bank_payment custom_payment invoice purchase refund subscription');
const FLOWS = words(`
  api direct_post fluentforms formidableforms givewp gravityforms hostbill import link magento opencart payform
  paymattic prestashop server_to_server shopify web_office whmcs woocommerce wpcharitable
`);
const CARDS = ['visa', 'mastercard', 'maestro'];

/** Three weeks of a merchant with refunds and chargebacks. */
const threeWeeks = () => smallPast({ seed: 9, days: 21, ordersPerDay: 25 });

/** What statements and turnovers of a shop have, and what they should have. */
function filtersOf({ book: { payments }, statement, turnover }: Shop) {
  return {
    payments,
    /** The ids in a statement with these filters. */
    stated: async (query: string) => {
      const text = await statement(query);
      return [...text.matchAll(/^([0-9a-f-]{36}),/gm)].map(([, id = '']) => id).sort();
    },
    ids: (isWanted: (payment: Payment) => boolean) => {
      const wanted = payments.filter(isWanted);
      return wanted.map(({ id }) => id).sort();
    },
    /** Count, sum and fees of what came in, and of what went out, in ringgit. */
    turnover: async (query: string) => {
      const { incoming, outgoing } = await turnover(query);
      return [incoming, outgoing].flatMap((side) => [side.count.all, side.turnover, side.fee_sell]);
    },
    sums: (isWanted: (payment: Payment & { paidAt: number }) => boolean) => {
      const own = payments.filter(isMoved).filter((one) => one.currency === 'MYR' && isWanted(one));
      return [false, true].flatMap((isOutgoing) => {
        const side = own.filter((one) => one.isOutgoing === isOutgoing);
        const sum = (field: 'amount' | 'fee') => Number(side.reduce((total, one) => total + one[field], 0n));
        return [side.length, sum('amount'), sum('fee')];
      });
    },
  };
}
const NOTHING = [0, 0, 0, 0, 0, 0];

/** Tests that read one past. */
const it = base
  .override('shopOptions', () => ({ book: threeWeeks(), choices: { statementReadyMs: 0 } }))
  .extend('past', { scope: 'file' }, ({ shop }) => filtersOf(shop));

describe('payment-gateway.md › Endpoints', () => {
  it('turnover without a filter: everything that moved in the one currency, with fees and counts', async ({ past }) => {
    expect(await past.turnover('')).toEqual(past.sums(() => true));
  });

  it.for([
    ['from', 'to', 'createdAt'],
    ['paid_from', 'paid_to', 'paidAt'],
    ['updated_from', 'updated_to', 'updatedAt'],
  ] as const)(
    'statement filters %s and %s: the instant of the one is in, that of the other is not',
    async (row, { past }) => {
      const [from, to, time] = row;
      const times = past.payments.flatMap((payment) => payment[time] ?? []).sort((a, b) => a - b);
      // whole seconds, of payments that are there
      const [first = 0, last = 0] = [times[40], times[160]].map((at) => Math.floor((at ?? 0) / 1000));
      expect(times.filter((at) => at === first * 1000 || at === last * 1000).length).toBeGreaterThanOrEqual(2);
      const inside = past.ids((payment) => {
        const at = payment[time];
        return at !== null && at >= first * 1000 && at < last * 1000;
      });
      expect(inside.length).toBeGreaterThan(50);
      expect(await past.stated(`${from}=${first}&${to}=${last}`)).toEqual(inside);
      expect(await past.stated(`${from}=${last}&${to}=${first}`)).toEqual([]);
    },
  );

  it('turnover filters from and to: by the time of payment, the one in and the other out', async ({ past }) => {
    const times = past.payments.filter(isMoved).map(({ paidAt }) => paidAt);
    const [first = 0, last = 0] = [times[40], times[160]];
    const inside = past.sums(({ paidAt }) => paidAt >= first && paidAt < last);
    expect(await past.turnover(`&from=${first / 1000}&to=${last / 1000}`)).toEqual(inside);
  });

  it('time filters: that the upper bound is in and the lower one is not can be chosen', async () => {
    const choices = { statementReadyMs: 0, timeBounds: 'upper_in' } as const;
    const { payments, stated, ids, turnover, sums } = filtersOf(await startShop({ book: threeWeeks(), choices }));
    const times = payments.filter(isMoved).map(({ paidAt }) => paidAt);
    const [first = 0, last = 0] = [times[40], times[160]];
    const isInside = ({ paidAt }: Payment) => paidAt !== null && paidAt > first && paidAt <= last;
    expect(await stated(`paid_from=${first / 1000}&paid_to=${last / 1000}`)).toEqual(ids(isInside));
    expect(await turnover(`&from=${first / 1000}&to=${last / 1000}`)).toEqual(sums(isInside));
  });

  it('filters by brand and shop of a statement, by brand and terminal of a turnover: one or several', async ({
    shop,
    past,
  }) => {
    const { stated, turnover } = past;
    const all = past.ids(() => true);
    expect(await stated(`brand_id=${shop.brand_id}`)).toEqual(all);
    expect(await stated(`brand_id=${NOBODY}&brand_id=${shop.brand_id}`)).toEqual(all);
    for (const query of [`brand_id=${NOBODY}`, `shop_id=${NOBODY}`]) expect(await stated(query)).toEqual([]);
    expect(await turnover(`&brand=${NOBODY}&brand=${shop.brand_id}`)).toEqual(past.sums(() => true));
    for (const query of [`&brand=${NOBODY}`, `&terminal_uid=${NOBODY}`]) expect(await turnover(query)).toEqual(NOTHING);
  });

  it('filters q and products of a statement: case-insensitive text search in the payment and in its products', async ({
    past: { payments, stated, ids },
  }) => {
    const has = (text: string, part: string) => text.toLowerCase().includes(part);
    const name = ids(({ clientName, clientEmail }) => has(clientName, 'aisyah') || has(clientEmail, 'aisyah'));
    expect(name.length).toBeGreaterThan(10);
    expect(await stated('q=AISYAH')).toEqual(name);
    expect(await stated(`q=${payments[5]?.id}`)).toEqual([payments[5]?.id]);
    expect(await stated(`q=${payments[5]?.reference.toLowerCase()}`)).toContain(payments[5]?.id);
    const chairs = ids(({ description }) => description === 'Office chair' || description === 'Desk lamp');
    expect(await stated('products=office&products=LAMP')).toEqual(chairs);
  });

  it('filter total of a statement: from the one to the other, both in', async ({ past: { payments, stated, ids } }) => {
    const amounts = [payments[3]?.amount ?? 0n, payments[4]?.amount ?? 0n];
    const [least = 0n, most = 0n] = amounts.sort((a, b) => (a < b ? -1 : 1));
    const between = ids(({ amount }) => amount >= least && amount <= most);
    expect(await stated(`total=${least}&total=${most}`)).toEqual(between);
  });

  it.for([
    ['payment_method', METHODS, 'method', ['fpx', 'visa']],
    ['product', PRODUCTS, 'product', ['invoice', 'refund']],
    ['country', ['MY', 'SG'], 'country', ['SG']],
    ['flow', FLOWS, 'flow', ['shopify', 'link']],
  ] as const)(
    'filter %s: each value of the list, several at once; any other is refused',
    async (row, { shop, past }) => {
      const [name, values, field, some] = row;
      const query = some.map((value) => `${name}=${value}`).join('&');
      const isWanted = (payment: Payment) => some.some((value) => value === payment[field]);
      expect(await past.turnover(`&${query}`)).toEqual(past.sums(isWanted));
      for (const value of values) expect((await past.turnover(`&${name}=${value}`)).length, value).toBe(6);
      const wrong = await shop.get(`/account/json/turnover/?currency=MYR&${name}=nothing`);
      expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, [name]]);
      // a statement has no flow
      if (name === 'flow') return;
      const found = past.ids(isWanted);
      expect(found.length).toBeGreaterThan(3);
      expect(await past.stated(query)).toEqual(found);
      for (const value of values) await past.stated(`${name}=${value}`);
      await expect(past.stated(`${name}=nothing`)).rejects.toThrow('refused');
    },
  );

  it('filter currency of a statement: in uppercase, one or several', async ({ past: { stated, ids } }) => {
    expect(await stated('currency=SGD')).toEqual(ids(({ currency }) => currency === 'SGD'));
    expect(await stated('currency=SGD&currency=MYR')).toEqual(ids(() => true));
  });

  it('filters three_d_secure of a statement and tokenized of a turnover: true or false', async ({ past }) => {
    const cards = past.ids(({ method }) => CARDS.includes(method));
    expect(cards.length).toBeGreaterThan(20);
    expect(await past.stated('three_d_secure=true')).toEqual(cards);
    expect(await past.stated('three_d_secure=false')).toEqual(past.ids(({ method }) => !CARDS.includes(method)));
    expect(await past.turnover('&tokenized=false')).toEqual(past.sums(() => true));
    expect(await past.turnover('&tokenized=true')).toEqual(NOTHING);
  });

  it('filter status of a statement: of the line as it is now', async ({ past: { stated, ids } }) => {
    const found = ids(({ status }) => status === 'refunded' || status === 'overdue');
    expect(await stated('status=refunded&status=overdue')).toEqual(found);
  });

  it('several filters at once: payments that match all', async ({ past: { stated, ids, turnover, sums } }) => {
    const isWanted = ({ method, country }: Payment) => method === 'visa' && country === 'MY';
    expect(await stated('payment_method=visa&country=MY')).toEqual(ids(isWanted));
    expect(await turnover('&payment_method=visa&country=MY')).toEqual(sums(isWanted));
  });
});
