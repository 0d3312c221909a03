import { fastify } from 'fastify';
import { test as base, onTestFinished } from 'vitest';
import { z } from 'zod';
import { customerRoutes } from '../src/admin/customer-routes.ts';
import type { Book } from '../src/gateway/book.ts';
import type { PurchaseChoices } from '../src/gateway/purchase/choices.ts';
import { gatewayScenario } from '../src/gateway/scenario.ts';
import { type GatewayOptions, startGateway } from '../src/gateway/start.ts';
import { gatewayWebhookRecord, purchaseRecord } from './gateway-records.ts';
import { merchantEndpoint, request, SHORT_KEY, START, unix } from './harness.ts';

export const KEY = 'sk_test_1';
export const HOOK = 'https://merchant.example/hooks';
export const NOBODY = '00000000-0000-4000-8000-000000000000';

const problems = z.record(z.string(), z.strictObject({ message: z.string().min(1), code: z.string() }));
/** Status, and field → code, of a refusal. */
export async function refused(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  const codes = Object.entries(problems.parse(body)).map(([field, { code }]) => [field, code]);
  return { status, ...Object.fromEntries(codes) };
}

/** Ten days of a small merchant. */
export const smallPast = (changes: Partial<Parameters<typeof gatewayScenario>[0]> = {}) =>
  gatewayScenario({
    seed: 5,
    days: 10,
    until: '2026-10-13',
    zone: 'Asia/Kuala_Lumpur',
    ordersPerDay: 12,
    currencies: ['MYR', 'SGD'],
    ...changes,
  });

const operations = new Set(['cancel', 'capture', 'charge', 'mark_as_paid', 'refund', 'release', 'resend_invoice']);

/** A gateway with a clock in hand, by default without a past; the merchant that calls it; its customers behind the admin API. */
async function openShop(options: Partial<GatewayOptions>) {
  const clock = { at: START };
  const book: Book = options.book ?? { payments: [], statementErrors: new Map() };
  // where a webhook names a merchant that does not exist, nobody is asked for it
  const deliverTo = 'http://127.0.0.1:9';
  const purchases = { signingKeyBits: SHORT_KEY, deliverTo, ...options.purchases };
  const gateway = await startGateway({ secretKey: KEY, now: () => clock.at, ...options, purchases, book });
  const admin = fastify();
  for (const mode of [gateway, gateway.live]) customerRoutes(admin, mode.purchases, gateway.catchUp);
  const brand_id = gateway.world.brandId;

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const url = path.startsWith('http') ? path : `${gateway.url}${path}`;
    return request(method, url, { authorization: `Bearer ${KEY}`, ...headers }, body);
  };
  const get = (path: string) => send('GET', path);
  const post = (path: string, body: unknown = {}) => send('POST', path, body);
  /** A create body: 100.00 in ringgit, with changes. */
  const body = (more: object = {}, core: object = {}) => ({
    brand_id,
    client: { email: 'aisyah@customer.example', full_name: 'Aisyah Tan' },
    reference: 'INV-1',
    purchase: { currency: 'MYR', products: [{ name: 'Desk lamp', price: 10_000 }], ...core },
    ...more,
  });
  /** Every purchase that is answered has each field of the specification and no other. */
  const create = async (more: object = {}, core: object = {}) => {
    const answer = await post('/purchases/', body(more, core));
    if (answer.status !== 201) throw new Error(`refused: ${answer.text}`);
    return purchaseRecord.parse(answer.body);
  };
  const read = async (id: string) => purchaseRecord.parse((await get(`/purchases/${id}/`)).body);
  const customer = async (id: string, act: string, more: object = {}) => {
    const answer = await admin.inject({ method: 'POST', url: `/gateway/purchases/${id}/${act}`, payload: more });
    return { status: answer.statusCode, text: answer.body, body: answer.json() };
  };
  const operate = (id: string, name: string, more?: object) => send('POST', `/purchases/${id}/${name}/`, more);
  const pass = async (milliseconds: number) => {
    clock.at += milliseconds;
    await gateway.catchUp();
  };
  return {
    gateway,
    book,
    clock,
    admin,
    brand_id,
    send,
    get,
    post,
    body,
    create,
    read,
    customer,
    operate,
    pass,
    now: () => unix(clock.at),
    /** An operation of the merchant, or what a customer does. */
    act: (id: string, name: string, more?: object) =>
      operations.has(name) ? operate(id, name, more) : customer(id, name, more),
    /** A purchase that its customer has paid, or authorized. */
    paid: async (more: object = {}, core: object = {}, choice: object = {}) => {
      const { id } = await create(more, core);
      await customer(id, 'pay', choice);
      return read(id);
    },
    /** The id of a purchase by which a card was saved. */
    savedCard: async (choice: object = { method: 'visa' }) => {
      const { id } = await create({ skip_capture: true }, { total_override: 0 });
      await customer(id, 'pay', choice);
      return id;
    },
    acquirer: (behaviour: string) => admin.inject({ method: 'POST', url: '/gateway/acquirer', payload: { behaviour } }),
    /** The statement of everything, or of what the query selects, as soon as it is ready. */
    statement: async (query = '', timezone = 'UTC') => {
      const asked = await post(`/company_statements/?${query}`, { format: 'csv', timezone });
      if (asked.status !== 201) throw new Error(`refused: ${asked.text}`);
      await pass(1000);
      const { download_url } = (await get(`/company_statements/${asked.body.id}/`)).body;
      return (await get(download_url)).text;
    },
    turnover: async (query = '') => (await get(`/account/json/turnover/?currency=MYR${query}`)).body,
    close: async () => {
      await admin.close();
      await gateway.close();
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

/** A shop of its own for a test: for other options, or where others would see what the test does. */
export async function startShop(options: Partial<GatewayOptions> = {}): Promise<Shop> {
  const shop = await openShop(options);
  onTestFinished(shop.close);
  return shop;
}

/** Tests of a file that share a shop, in which each has purchases of its own. */
export const testsOfShop = (options: Partial<GatewayOptions> = {}) =>
  base
    .extend('shopOptions', { scope: 'file' }, () => options)
    .extend('shop', { scope: 'file' }, async ({ shopOptions }, { onCleanup }) => {
      const shop = await openShop(shopOptions);
      onCleanup(shop.close);
      return shop;
    });
export const it = testsOfShop();

/** A shop whose callbacks and webhooks all arrive at an endpoint of its own. */
export async function startHeard(
  answer?: Parameters<typeof merchantEndpoint>[0],
  choices: Partial<PurchaseChoices> = {},
) {
  const endpoint = await merchantEndpoint(answer);
  const shop = await startShop({ purchases: { deliverTo: endpoint.origin, ...choices } });
  const listen = async (...events: string[]) => {
    const wanted = events.length === 0 ? { all_events: true } : { events };
    const made = await shop.post('/webhooks/', { title: 'Ledger', callback: HOOK, ...wanted });
    return gatewayWebhookRecord.parse(made.body);
  };
  const deliveries = async () => (await shop.admin.inject('/gateway/deliveries')).json();
  return { ...shop, ...endpoint, listen, deliveries };
}
