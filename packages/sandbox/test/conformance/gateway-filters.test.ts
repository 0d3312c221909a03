import { describe, expect } from 'vitest';
import { isMoved, type Payment } from '../../src/gateway/book.ts';
import { NOBODY, type Shop, smallPast, startShop, testsOfShop } from '../gateway-harness.ts';
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

/** Tests that read one past. */
const it = testsOfShop({ book: threeWeeks(), choices: { statementReadyMs: 0 } }).extend(
  'past',
  { scope: 'file' },
  ({ shop }) => filtersOf(shop),
);

const isCard = ({ method }: Payment) => CARDS.includes(method);
const mentions = (text: string, part: string) => text.toLowerCase().includes(part);
const everything = () => true;
const nothing = () => false;

describe('payment-gateway.md › Endpoints › statement filters', () => {
  it.for<[query: string, isWanted: (payment: Payment) => boolean, atLeast: number]>([
    // brands and shops are UUIDs, one or several
    ['brand_id={brand}', everything, 100],
    [`brand_id=${NOBODY}&brand_id={brand}`, everything, 100],
    [`brand_id=${NOBODY}`, nothing, 0],
    [`shop_id=${NOBODY}`, nothing, 0],
    // text search in the payment and in its products, case-insensitive
    ['q=AISYAH', ({ clientName, clientEmail }) => mentions(clientName + clientEmail, 'aisyah'), 10],
    ['products=office&products=LAMP', ({ description }) => /^(Office chair|Desk lamp)$/.test(description), 10],
    ['currency=SGD', ({ currency }) => currency === 'SGD', 10],
    ['currency=SGD&currency=MYR', everything, 100],
    ['three_d_secure=true', isCard, 20],
    ['three_d_secure=false', (payment) => !isCard(payment), 20],
    // the status of the line as it is now
    ['status=refunded&status=overdue', ({ status }) => ['refunded', 'overdue'].includes(status), 3],
    ['payment_method=visa&country=MY', ({ method, country }) => method === 'visa' && country === 'MY', 3],
  ])('%s: payments that match all filters, and any of the values of one', async (row, { shop, past }) => {
    const [query, isWanted, atLeast] = row;
    const found = past.ids(isWanted);
    expect(found.length).toBeGreaterThanOrEqual(atLeast);
    expect(await past.stated(query.replace('{brand}', shop.brand_id))).toEqual(found);
  });

  it.for([
    ['from', 'to', 'createdAt'],
    ['paid_from', 'paid_to', 'paidAt'],
    ['updated_from', 'updated_to', 'updatedAt'],
  ] as const)(
    '%s and %s: the instant of the one is in, that of the other is not',
    async ([from, to, time], { past }) => {
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

  it('q and total: the id and the reference of a payment; between two totals, both in', async ({ past }) => {
    const [one, other] = past.payments.slice(3, 5);
    if (one === undefined || other === undefined) throw new Error('the scenario is too short');
    expect(await past.stated(`q=${one.id}`)).toEqual([one.id]);
    expect(await past.stated(`q=${one.reference.toLowerCase()}`)).toContain(one.id);
    const [least, most] = one.amount < other.amount ? [one.amount, other.amount] : [other.amount, one.amount];
    const between = past.ids(({ amount }) => amount >= least && amount <= most);
    expect(await past.stated(`total=${least}&total=${most}`)).toEqual(between);
  });
});

describe('payment-gateway.md › Endpoints › turnover filters', () => {
  it.for<[query: string, isWanted: (payment: Payment) => boolean]>([
    ['', everything],
    [`&brand=${NOBODY}&brand={brand}`, everything],
    [`&brand=${NOBODY}`, nothing],
    [`&terminal_uid=${NOBODY}`, nothing],
    ['&tokenized=false', everything],
    ['&tokenized=true', nothing],
    ['&payment_method=visa&country=MY', ({ method, country }) => method === 'visa' && country === 'MY'],
  ])(
    'currency=MYR%s: everything that moved and matches, with fees and counts',
    async ([query, isWanted], { shop, past }) => {
      expect(await past.turnover(query.replace('{brand}', shop.brand_id))).toEqual(past.sums(isWanted));
    },
  );

  it('from and to: by the time of payment, the one in and the other out', async ({ past }) => {
    const times = past.payments.filter(isMoved).map(({ paidAt }) => paidAt);
    const [first = 0, last = 0] = [times[40], times[160]];
    const inside = past.sums(({ paidAt }) => paidAt >= first && paidAt < last);
    expect(await past.turnover(`&from=${first / 1000}&to=${last / 1000}`)).toEqual(inside);
  });
});

describe('payment-gateway.md › Endpoints › filters of statements and turnovers', () => {
  it('time bounds: that the upper bound is in and the lower one is not can be chosen', async () => {
    const choices = { statementReadyMs: 0, timeBounds: 'upper_in' } as const;
    const { payments, stated, ids, turnover, sums } = filtersOf(await startShop({ book: threeWeeks(), choices }));
    const times = payments.filter(isMoved).map(({ paidAt }) => paidAt);
    const [first = 0, last = 0] = [times[40], times[160]];
    const isInside = ({ paidAt }: Payment) => paidAt !== null && paidAt > first && paidAt <= last;
    expect(await stated(`paid_from=${first / 1000}&paid_to=${last / 1000}`)).toEqual(ids(isInside));
    expect(await turnover(`&from=${first / 1000}&to=${last / 1000}`)).toEqual(sums(isInside));
  });

  it.for([
    ['payment_method', METHODS, 'method', ['fpx', 'visa']],
    ['product', PRODUCTS, 'product', ['invoice', 'refund']],
    ['country', ['MY', 'SG'], 'country', ['SG']],
    ['flow', FLOWS, 'flow', ['shopify', 'link']],
  ] as const)('%s: each value of the list, several at once; any other is refused', async (row, { shop, past }) => {
    const [name, values, field, some] = row;
    const query = some.map((value) => `${name}=${value}`).join('&');
    const isWanted = (payment: Payment) => some.some((value) => value === payment[field]);
    expect(await past.turnover(`&${query}`)).toEqual(past.sums(isWanted));
    for (const value of values) await past.turnover(`&${name}=${value}`);
    const wrong = await shop.get(`/account/json/turnover/?currency=MYR&${name}=nothing`);
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, [name]]);
    // a statement has no flow
    if (name === 'flow') return;
    const found = past.ids(isWanted);
    expect(found.length).toBeGreaterThan(3);
    expect(await past.stated(query)).toEqual(found);
    for (const value of values) await past.stated(`${name}=${value}`);
    await expect(past.stated(`${name}=nothing`)).rejects.toThrow('refused');
  });
});
