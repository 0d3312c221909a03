import { fastify } from 'fastify';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { customerRoutes } from '../src/admin/customer-routes.ts';
import type { GatewayOptions } from '../src/gateway/start.ts';
import { startTestGateway } from './gateway-harness.ts';
import { purchaseRecord } from './gateway-records.ts';

export const NOBODY = '00000000-0000-4000-8000-000000000000';
export const HOUR = 3_600_000;
export const unix = (at: number) => Math.floor(at / 1000);
const problems = z.record(z.string(), z.strictObject({ message: z.string().min(1), code: z.string() }));

/** A gateway with an empty past, the merchant that calls it, and its customers behind the admin API. */
export async function startShop(options: Partial<GatewayOptions> = {}) {
  const book = { payments: [], statementErrors: new Map() };
  const shop = await startTestGateway({ book, ...options });
  const { gateway, clock, send, post, get } = shop;
  const admin = fastify();
  for (const { purchases } of [gateway, gateway.live]) customerRoutes(admin, purchases, gateway.catchUp);
  onTestFinished(() => admin.close());
  const brand_id = gateway.world.brandId;

  /** A create body: 100.00 in ringgit, with changes. */
  const body = (more: object = {}, core: object = {}) => ({
    brand_id,
    client: { email: 'aisyah@customer.example', full_name: 'Aisyah Tan' },
    reference: 'INV-1',
    purchase: { currency: 'MYR', products: [{ name: 'Desk lamp', price: 10_000 }], ...core },
    ...more,
  });
  /** Every purchase that is answered has each field of the specification and no other. */
  const checked = (answer: { status: number; body: unknown }) => {
    purchaseRecord.parse(answer.body);
    return purchaseRecord.parse(answer.body);
  };
  const create = async (more: object = {}, core: object = {}) => {
    const answer = await post('/purchases/', body(more, core));
    if (answer.status !== 201) throw new Error(`refused: ${answer.text}`);
    return checked(answer);
  };
  const read = async (id: string) => checked(await get(`/purchases/${id}/`));
  const customer = async (id: string, act: string, more: object = {}) => {
    const answer = await admin.inject({ method: 'POST', url: `/gateway/purchases/${id}/${act}`, payload: more });
    return { status: answer.statusCode, body: answer.json() };
  };
  /** The status after a customer's act. */
  const statusAfter = async (id: string, act: string, more: object = {}): Promise<string> => {
    const { status, body: purchase } = await customer(id, act, more);
    return status === 200 ? purchase.status : `${status} ${purchase.message}`;
  };
  /** Field → code of a refusal. */
  const refused = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body: given } = await answer;
    const codes = Object.entries(problems.parse(given)).map(([field, { code }]) => [field, code]);
    return { status, ...Object.fromEntries(codes) };
  };
  return {
    ...shop,
    admin,
    brand_id,
    body,
    create,
    read,
    customer,
    statusAfter,
    refused,
    operate: (id: string, name: string, more?: object) => send('POST', `/purchases/${id}/${name}/`, more),
    pass: async (milliseconds: number) => {
      clock.at += milliseconds;
      await gateway.catchUp();
    },
    acquirer: (behaviour: string) => admin.inject({ method: 'POST', url: '/gateway/acquirer', payload: { behaviour } }),
  };
}
