import { describe, expect, it } from 'vitest';
import { START } from '../gateway-harness.ts';
import { HOUR, NOBODY, startShop, unix } from '../purchase-harness.ts';

const HOOK = 'https://merchant.example/hooks';
type Shop = Awaited<ReturnType<typeof startShop>>;
type Made = {
  purchase: string;
  paid: string;
  held: string;
  token: string;
  client: string;
  statement: string;
  webhook: string;
};

/** What an operation is about, of that which its path names; a token is needed for a charge as well. */
async function makeFor(path: string, { create, customer, post }: Shop): Promise<Made> {
  const purchase = await create();
  const paidWith = async (name: string, more: object, core: object) => {
    if (!path.includes(name)) return NOBODY;
    const { id } = await create(more, core);
    await customer(id, 'pay');
    return id;
  };
  const made = async (name: string, at: string, body: object): Promise<string> =>
    path.includes(name) ? (await post(at, body)).body.id : NOBODY;
  return {
    purchase: purchase.id,
    client: purchase.client_id ?? '',
    paid: await paidWith('{paid}', {}, {}),
    held: await paidWith('{held}', { skip_capture: true }, {}),
    token: await paidWith(
      path.includes('/charge/') ? '/charge/' : '{token}',
      { skip_capture: true },
      { total_override: 0 },
    ),
    statement: await made('{statement}', '/company_statements/', { format: 'csv', timezone: 'UTC' }),
    webhook: await made('{webhook}', '/webhooks/', { callback: HOOK, all_events: true }),
  };
}

type Operation = [method: string, path: string, status: number, body?: (made: Made, shop: Shop) => object];
const operations: Operation[] = [
  ['POST', '/purchases/', 201, (_made, shop) => shop.body()],
  ['GET', '/purchases/', 200],
  ['GET', '/purchases/{purchase}/', 200],
  ['POST', '/purchases/{purchase}/cancel/', 200],
  ['POST', '/purchases/{purchase}/mark_as_paid/', 200],
  ['POST', '/purchases/{purchase}/resend_invoice/', 200],
  ['POST', '/purchases/{purchase}/charge/', 200, ({ token }) => ({ recurring_token: token })],
  ['POST', '/purchases/{held}/capture/', 200],
  ['POST', '/purchases/{held}/release/', 200],
  ['POST', '/purchases/{paid}/refund/', 200],
  ['POST', '/purchases/{token}/delete_recurring_token/', 200],
  ['GET', '/payment_methods/?brand_id={brand}&currency=MYR', 200],
  ['POST', '/clients/', 201, () => ({ email: 'b@customer.example' })],
  ['GET', '/clients/', 200],
  ['GET', '/clients/{client}/', 200],
  ['PUT', '/clients/{client}/', 200, () => ({ email: 'b@customer.example' })],
  ['PATCH', '/clients/{client}/', 200, () => ({ city: 'Ipoh' })],
  ['DELETE', '/clients/{client}/', 204],
  ['GET', '/clients/{client}/recurring_tokens/', 200],
  ['GET', '/clients/{client}/recurring_tokens/{token}/', 200],
  ['DELETE', '/clients/{client}/recurring_tokens/{token}/', 204],
  ['POST', '/company_statements/', 201, () => ({ format: 'csv', timezone: 'UTC' })],
  ['GET', '/company_statements/', 200],
  ['GET', '/company_statements/{statement}/', 200],
  ['POST', '/company_statements/{statement}/cancel/', 200],
  ['GET', '/account/json/turnover/?currency=MYR', 200],
  ['GET', '/account/json/balance/', 200],
  ['GET', '/public_key/', 200],
  ['POST', '/webhooks/', 201, () => ({ callback: HOOK, all_events: true })],
  ['GET', '/webhooks/', 200],
  ['GET', '/webhooks/{webhook}/', 200],
  ['PUT', '/webhooks/{webhook}/', 200, () => ({ callback: HOOK, all_events: true })],
  ['PATCH', '/webhooks/{webhook}/', 200, () => ({ title: 'Other' })],
  ['DELETE', '/webhooks/{webhook}/', 204],
];
const filled = (path: string, made: Partial<Made>, brand: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'brand' ? brand : (Object.entries(made).find(([key]) => key === name)?.[1] ?? NOBODY),
  );

describe('payment-gateway.md › Endpoints', () => {
  it.each(operations)(
    '%s %s: answers %i, keeps its trailing slash, needs the bearer header, knows its ids',
    async (method, path, status, bodyOf) => {
      const shop = await startShop();
      const made = await makeFor(path, shop);
      const body = bodyOf?.(made, shop);
      const ask = (at: string, headers = {}) => shop.send(method, at, body, headers);
      const own = filled(path, made, shop.brand_id);
      expect((await ask(own, { authorization: 'Bearer sk_test_other' })).status).toBe(401);
      expect((await ask(own.replace(/\/(\?|$)/, '$1'))).status).toBe(404);
      if (/\{(?!brand)/.test(path)) expect((await ask(filled(path, {}, shop.brand_id))).status).toBe(404);
      const answer = await ask(own);
      expect(answer.status, answer.text.slice(0, 200)).toBe(status);
      if (status === 204) expect(answer.text).toBe('');
      else expect(answer.body).toBeTruthy();
    },
  );
});

const card = { skip_capture: true };
/** How a purchase gets into a status; `due` lies an hour ahead. */
const ways: Record<string, (shop: Shop) => Promise<string>> = {
  created: async ({ create }) => (await create({ due: unix(START) + 3600 })).id,
  sent: async (shop) => {
    const id = await ways.created?.(shop);
    await shop.operate(id ?? '', 'resend_invoice');
    return id ?? '';
  },
  ...Object.fromEntries(
    (
      [
        ['viewed', 'view'],
        ['error', 'fail'],
        ['blocked', 'block'],
      ] as const
    ).map(([status, act]) => [
      status,
      async (shop: Shop) => {
        const id = (await ways.created?.(shop)) ?? '';
        await shop.customer(id, act);
        return id;
      },
    ]),
  ),
  overdue: async ({ create }) => (await create({ due: unix(START) - 60 })).id,
  expired: async ({ create }) => (await create({ due: unix(START) - 60 }, { due_strict: true })).id,
  cancelled: async ({ create, operate }) => {
    const { id } = await create();
    await operate(id, 'cancel');
    return id;
  },
  hold: async ({ create, customer }) => {
    const { id } = await create(card);
    await customer(id, 'pay');
    return id;
  },
  paid: async ({ create, customer }) => {
    const { id } = await create();
    await customer(id, 'pay');
    return id;
  },
  pending_execute: async ({ create, customer }) => {
    const { id } = await create({}, { notes: 'slow' });
    await customer(id, 'pay');
    return id;
  },
};
const inStatus = async (shop: Shop, status: string) => {
  const id = (await ways[status]?.(shop)) ?? '';
  expect((await shop.read(id)).status).toBe(status);
  return id;
};

describe('payment-gateway.md › States and transitions › Purchase status', () => {
  const payable = ['created', 'sent', 'viewed', 'overdue', 'error', 'blocked'];

  it.each([...payable, 'expired'])('any unpaid → paid by mark_as_paid: %s', async (status) => {
    const shop = await startShop();
    const id = await inStatus(shop, status);
    expect((await shop.operate(id, 'mark_as_paid')).body).toMatchObject({ status: 'paid', marked_as_paid: true });
  });

  it.each(['cancelled', 'hold', 'paid', 'pending_execute'])(
    'mark_as_paid: not from %s, whose money is elsewhere or which is over',
    async (status) => {
      const shop = await startShop();
      const id = await inStatus(shop, status);
      expect(await shop.refused(shop.operate(id, 'mark_as_paid'))).toEqual({
        status: 400,
        __all__: 'purchase_mark_as_paid_wrong_status',
      });
    },
  );

  it.each(payable)('payable → paid when the customer pays: %s', async (status) => {
    const shop = await startShop();
    expect(await shop.statusAfter(await inStatus(shop, status), 'pay')).toBe('paid');
  });

  it.each(['created', 'sent', 'viewed', 'error', 'blocked'])(
    'payable → overdue when the due moment passes: %s',
    async (status) => {
      const shop = await startShop();
      const id = await inStatus(shop, status);
      await shop.pass(HOUR - 1);
      expect((await shop.read(id)).status).toBe(status);
      await shop.pass(1);
      expect((await shop.read(id)).status).toBe('overdue');
    },
  );

  it.each(['cancelled', 'expired', 'hold', 'paid', 'pending_execute'])('not payable: %s', async (status) => {
    const shop = await startShop();
    expect(await shop.statusAfter(await inStatus(shop, status), 'pay')).toContain('400');
  });

  it('meaning of pending_execute: a hold is processing as well', async () => {
    const { create, customer, pass, read } = await startShop();
    const { id } = await create(card, { notes: 'slow' });
    expect((await customer(id, 'pay')).body).toMatchObject({ status: 'pending_execute', payment: null });
    await pass(600_000);
    expect(await read(id)).toMatchObject({ status: 'hold', payment: null });
  });
});

describe('payment-gateway.md › Resources and their fields › Purchase', () => {
  const names = [
    ...['fpx', 'fpx_b2b1', 'crypto_coin', 'dnqr', 'duitnow_qr', 'maestro', 'mastercard', 'mpgs_apple_pay'],
    ...['mpgs_google_pay', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng'],
    ...['shopee_pay', 'visa'],
  ];
  it('payment_method_whitelist: each of the names, and a customer can pay by it', async () => {
    const { create, customer } = await startShop();
    for (const method of names) {
      const { id, payment_method_whitelist } = await create({ payment_method_whitelist: [method] });
      expect(payment_method_whitelist).toEqual([method]);
      expect((await customer(id, 'pay')).body).toMatchObject({
        status: 'paid',
        transaction_data: { payment_method: method },
      });
    }
  });

  it('amounts: integers in the smallest unit, of a currency without decimals as well', async () => {
    const { create, customer, get, clock } = await startShop();
    const { id } = await create({}, { currency: 'JPY', products: [{ name: 'Tea', price: 1500, quantity: '2' }] });
    const { body } = await customer(id, 'pay', { method: 'visa' });
    // 2.20 % of 3000 yen, and 50
    expect(body.payment).toMatchObject({ currency: 'JPY', amount: 3000, fee_amount: 116, net_amount: 2884 });
    clock.at += 1000;
    expect((await get('/account/json/turnover/?currency=JPY')).body.incoming).toMatchObject({
      turnover: 3000,
      fee_sell: 116,
    });
  });
});
