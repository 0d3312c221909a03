import { createPublicKey } from 'node:crypto';
import { describe, expect } from 'vitest';
import { HOOK, it, NOBODY, refused, type Shop, startShop } from '../gateway-harness.ts';
import { words } from '../harness.ts';

type Ids = Record<string, string>;
type Operation = [method: string, path: string, status: number, body?: (ids: Ids, shop: Shop) => object];

const hook = { callback: HOOK, events: ['purchase.viewed'] };
const client = { email: 'b@customer.example' };
const statement = { format: 'csv', timezone: 'UTC' };
const operations: Operation[] = [
  ['POST', '/purchases/', 201, (_ids, shop) => shop.body()],
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
  ['POST', '/clients/', 201, () => client],
  ['GET', '/clients/', 200],
  ['GET', '/clients/{client}/', 200],
  ['PUT', '/clients/{client}/', 200, () => client],
  ['PATCH', '/clients/{client}/', 200, () => ({ city: 'Ipoh' })],
  ['GET', '/clients/{client}/recurring_tokens/', 200],
  ['GET', '/clients/{client}/recurring_tokens/{token}/', 200],
  ['DELETE', '/clients/{client}/recurring_tokens/{token}/', 204],
  ['DELETE', '/clients/{client}/', 204],
  ['POST', '/company_statements/', 201, () => statement],
  ['GET', '/company_statements/', 200],
  ['GET', '/company_statements/{statement}/', 200],
  ['POST', '/company_statements/{statement}/cancel/', 200],
  ['GET', '/account/json/turnover/?currency=MYR', 200],
  ['GET', '/account/json/balance/', 200],
  ['GET', '/public_key/', 200],
  ['POST', '/webhooks/', 201, () => hook],
  ['GET', '/webhooks/', 200],
  ['GET', '/webhooks/{webhook}/', 200],
  ['PUT', '/webhooks/{webhook}/', 200, () => hook],
  ['PATCH', '/webhooks/{webhook}/', 200, () => ({ title: 'Other' })],
  ['DELETE', '/webhooks/{webhook}/', 204],
];

/** What a path can name. */
const makers: Record<string, (shop: Shop) => Promise<string>> = {
  brand: async ({ brand_id }) => brand_id,
  purchase: async ({ create }) => (await create()).id,
  client: async ({ create }) => (await create()).client_id,
  paid: async ({ paid }) => (await paid()).id,
  held: async ({ paid }) => (await paid({ skip_capture: true })).id,
  token: ({ savedCard }) => savedCard(),
  statement: async ({ post }) => (await post('/company_statements/', statement)).body.id,
  webhook: async ({ post }) => (await post('/webhooks/', hook)).body.id,
};
/** The ids for a path; a charge needs a token as well. */
async function idsFor(path: string, shop: Shop): Promise<Ids> {
  const ids: Ids = {};
  for (const [name, make] of Object.entries(makers))
    if (path.includes(`{${name}}`) || (name === 'token' && path.includes('/charge/'))) ids[name] = await make(shop);
  return ids;
}
const filled = (path: string, ids: Ids) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? NOBODY);

describe('payment-gateway.md › Endpoints', () => {
  it.for(operations)(
    '%s %s: answers %i, keeps its trailing slash, needs the bearer header, knows its ids',
    async ([method, path, status, bodyOf], { shop }) => {
      const ids = await idsFor(path, shop);
      const body = bodyOf?.(ids, shop);
      const own = filled(path, ids);
      const ask = (at: string, headers = {}) => shop.send(method, at, body, headers);
      expect((await ask(own, { authorization: 'Bearer sk_test_other' })).status).toBe(401);
      expect((await ask(own.replace(/\/(\?|$)/, '$1'))).status).toBe(404);
      if (/\{(?!brand)/.test(path)) {
        const unknown = filled(path, { brand: shop.brand_id });
        expect(await refused(ask(unknown))).toEqual({ status: 404, __all__: 'not_found' });
      }
      const answer = await ask(own);
      expect(answer.status, answer.text.slice(0, 200)).toBe(status);
      if (status === 204) expect(answer.text).toBe('');
      else expect(answer.body).toBeTruthy();
    },
  );

  it.for<[path: string, make: (shop: Shop) => Promise<{ id: string }>]>([
    ['/purchases/', ({ create }) => create()],
    ['/company_statements/', async ({ post }) => (await post('/company_statements/', statement)).body],
  ])('GET %s: results, next and previous, newest first', async ([path, make]) => {
    const shop = await startShop();
    const ids: string[] = [];
    for (let n = 0; n < 51; n += 1) ids.push((await make(shop)).id);
    const first = (await shop.get(path)).body;
    expect(first.previous).toBeNull();
    expect(first.results.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).reverse());
    const second = (await shop.get(first.next)).body;
    expect(second).toMatchObject({ results: [{ id: ids[0] }], next: null });
    expect((await shop.get(second.previous)).body.results).toHaveLength(50);
  });

  it('POST /purchases/: the brand in a query parameter; an unknown field is passed over', async ({ shop }) => {
    const { brand_id: _brand, ...without } = shop.body({ colour: 'blue' });
    const answer = await shop.post(`/purchases/?brand_id=${shop.brand_id}`, without);
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('colour');
  });

  it('POST /purchases/{id}/refund/: at most refundable_amount, in parts; the rest without an amount', async ({
    shop,
  }) => {
    const { paid, operate, read } = shop;
    const { id } = await paid();
    const refusalOf = (amount: number) => refused(operate(id, 'refund', { amount }));
    expect(await refusalOf(10_001)).toEqual({ status: 400, amount: 'max_value' });
    expect((await operate(id, 'refund', { amount: 3_000 })).body.payment.amount).toBe(3_000);
    expect(await read(id)).toMatchObject({ status: 'refunded', refundable_amount: 7_000 });
    for (const amount of [7_001, 0, -5]) expect(await refusalOf(amount)).toEqual({ status: 400, amount: 'max_value' });
    expect(await refusalOf(1.5)).toEqual({ status: 400, amount: 'invalid' });
    expect((await operate(id, 'refund')).body.payment.amount).toBe(7_000);
    expect(await read(id)).toMatchObject({ status: 'refunded', refundable_amount: 0 });
  });

  it('POST /purchases/{id}/delete_recurring_token/: the card cannot be charged any more', async ({ shop }) => {
    const token = await shop.savedCard();
    const forget = () => shop.operate(token, 'delete_recurring_token');
    expect((await forget()).body.is_recurring_token).toBe(false);
    const charge = shop.operate((await shop.create()).id, 'charge', { recurring_token: token });
    expect(await refused(charge)).toEqual({ status: 400, recurring_token: 'does_not_exist' });
    const code = 'purchase_delete_recurring_token_wrong_status';
    expect(await refused(forget())).toEqual({ status: 400, __all__: code });
  });

  const everywhere = words('crypto_coin maestro mastercard mpgs_apple_pay mpgs_google_pay visa');
  const inMalaysia = words(`
    dnqr duitnow_qr fpx fpx_b2b1 razer_atome razer_grabpay razer_maybankqr razer_shopeepay razer_tng shopee_pay
  `);
  const cards = words('maestro mastercard visa');
  it.for([
    ['currency=MYR', [...everywhere, ...inMalaysia]],
    ['currency=SGD', everywhere],
    ['currency=MYR&skip_capture=true', cards],
    ['currency=MYR&recurring=true', cards],
    ['currency=MYR&preauthorization=true', cards],
  ] as const)('GET /payment_methods/: the methods available for %s', async ([query, methods], { shop }) => {
    const { body } = await shop.get(`/payment_methods/?brand_id=${shop.brand_id}&${query}`);
    expect(body.available_payment_methods.sort()).toEqual([...methods].sort());
  });

  it('GET /public_key/: a JSON text that holds a PEM, always the same', async ({ shop: { get } }) => {
    const { body } = await get('/public_key/');
    expect(createPublicKey(body).asymmetricKeyType).toBe('rsa');
    expect((await get('/public_key/')).body).toBe(body);
  });
});
