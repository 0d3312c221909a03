import { Temporal } from 'temporal-polyfill';
import { type ClientFields, clientFields } from '../client/fields.ts';
import { refused, wrongStatus } from '../refusal.ts';
import { raisePurchaseEvent } from '../webhook/events.ts';
import { PAYABLE } from './amounts.ts';
import type { CreateBody } from './body.ts';
import { convertedCore } from './converted-core.ts';
import { mailClient } from './mail.ts';
import { moveTo } from './moves.ts';
import { methodsOf } from './pay.ts';
import type { Purchase } from './records.ts';
import { type Client, schedule } from './state.ts';
import { totalOf } from './total.ts';
import type { PurchaseWorld } from './world.ts';

/** The client of client_id, or the client with the e-mail address. An unknown e-mail address creates a client. */
function clientOf(world: PurchaseWorld, body: CreateBody, at: number): { id: string; fields: ClientFields } {
  const { clients } = world.state;
  if (body.client_id !== undefined) {
    const known = clients.get(body.client_id);
    if (known === undefined) throw refused('There is no such client.', 'does_not_exist', 'client_id');
    return { id: known.id, fields: { ...known.fields } };
  }
  const fields = body.client ?? clientFields.parse({});
  requireEmail(world, fields, 'client');
  return clientByEmail(world, fields, at);
}

/** The client with the e-mail address, or a new one with the given fields. */
export function clientByEmail(
  world: PurchaseWorld,
  fields: ClientFields = clientFields.parse({}),
  at: number,
): { id: string; fields: ClientFields } {
  const { clients } = world.state;
  const known = [...clients.values()].find(({ fields: { email } }) => email !== '' && email === fields.email);
  const client: Client = known ?? { id: world.uuid(), fields, createdAt: at, updatedAt: at };
  clients.set(client.id, client);
  return { id: client.id, fields };
}

export function requireEmail(world: PurchaseWorld, { email }: ClientFields, field: string): void {
  if (world.choices.clientEmailRequired && email === '') throw refused('email is required.', 'required', field);
}

/** The date of an instant in a time zone. */
export function dayIn(timezone: string, at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

function admitTotal(total: bigint, skipsCapture: boolean): void {
  if (total < 0n || total > BigInt(Number.MAX_SAFE_INTEGER))
    throw refused('The total is out of range.', 'invalid', 'purchase');
  if (total === 0n && !skipsCapture)
    throw refused('A total of 0 is a preauthorization: skip_capture must be true.', 'invalid', 'skip_capture');
}

function admitMethods(purchase: Purchase): void {
  if (methodsOf(purchase).length > 0) return;
  const field = purchase.asked.payment_method_whitelist === null ? 'skip_capture' : 'payment_method_whitelist';
  throw refused('No payment method is left that supports this purchase.', 'no_payment_method', field);
}

/** payment-gateway.md › Create purchase. A purchase is refused if every payment method is ruled out. */
export function createPurchase(world: PurchaseWorld, body: CreateBody, at: number): Purchase {
  if (body.brand_id !== world.brandId) throw refused('There is no such brand.', 'does_not_exist', 'brand_id');
  const { client: _client, client_id: _id, ...given } = body;
  const { core, original } = convertedCore(
    { ...given.purchase, currency: given.purchase.currency ?? world.choices.defaultCurrency },
    world.choices.currencyConversion,
  );
  const asked = { ...given, purchase: core };
  const total = totalOf(core);
  admitTotal(total, asked.skip_capture);
  const timezone = asked.purchase.timezone ?? world.choices.defaultTimezone;
  const id = world.uuid();
  const draft: Purchase = {
    id,
    asked,
    currency: core.currency,
    timezone,
    issued: asked.issued ?? dayIn(timezone, at),
    total,
    original,
    clientId: '',
    client: clientFields.parse({}),
    referenceGenerated: id.slice(0, 8).toUpperCase(),
    status: 'created',
    history: [],
    createdAt: at,
    updatedAt: at,
    viewedAt: null,
    dueAt: asked.due === null ? null : asked.due * 1000,
    isMarkedAsPaid: false,
    isToken: false,
    paidWithToken: null,
    method: '',
    flow: '',
    attempts: [],
    held: 0n,
    received: null,
    refunded: 0n,
    pending: null,
    beforeDispute: null,
    settledAt: null,
  };
  admitMethods(draft);
  const client = clientOf(world, body, at);
  const purchase = { ...draft, clientId: client.id, client: client.fields };
  world.state.purchases.set(id, purchase);
  moveTo(world, purchase, 'created', at);
  raisePurchaseEvent(world, 'purchase.created', purchase, at);
  if (purchase.dueAt !== null) schedule(world.state, { at: Math.max(at, purchase.dueAt), kind: 'due', id });
  return purchase;
}

/** payment-gateway.md › Purchase status, cancel. */
export function cancel(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (!PAYABLE.has(purchase.status)) throw wrongStatus('cancel', purchase.status);
  moveTo(world, purchase, 'cancelled', at);
  raisePurchaseEvent(world, 'purchase.cancelled', purchase, at);
}

/** The customer opens the payment form or the invoice. */
export function view(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (purchase.viewedAt !== null) return;
  purchase.viewedAt = at;
  purchase.updatedAt = at;
  if (purchase.status === 'created' || purchase.status === 'sent') moveTo(world, purchase, 'viewed', at);
  raisePurchaseEvent(world, 'purchase.viewed', purchase, at);
}

/** Sends the invoice to the client by e-mail, and changes the status created to sent. */
export function sendInvoice(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (!PAYABLE.has(purchase.status)) throw wrongStatus('resend_invoice', purchase.status);
  mailClient(world, purchase, 'Invoice', at);
  if (purchase.status === 'created') moveTo(world, purchase, 'sent', at);
}
