import { describe, expect } from 'vitest';
import { it, refused, type Shop, startShop } from '../gateway-harness.ts';
import { HOUR, START, unix, words } from '../harness.ts';

const history = ({ status_history }: { status_history: Array<{ status: string }> }) =>
  status_history.map(({ status }) => status);
const attempts = (purchase: { transaction_data: { attempts: object[] } }) => purchase.transaction_data.attempts;
const card = { skip_capture: true };
const SLOW = 600_000;

type Way = { more?: object; core?: object; acts?: string[]; isDue?: boolean };
/** How a purchase gets into a status: what it is created with, and what is done with it then. */
const ways: Record<string, Way> = {
  created: {},
  sent: { acts: ['resend_invoice'] },
  viewed: { acts: ['view'] },
  error: { acts: ['fail'] },
  blocked: { acts: ['block'] },
  overdue: { isDue: true },
  expired: { isDue: true, core: { due_strict: true } },
  cancelled: { acts: ['cancel'] },
  hold: { more: card, acts: ['pay'] },
  released: { more: card, acts: ['pay', 'release'] },
  preauthorized: { more: card, core: { total_override: 0 }, acts: ['pay'] },
  pending_execute: { core: { notes: 'slow' }, acts: ['pay'] },
  paid: { acts: ['pay'] },
  refunded: { acts: ['pay', 'refund'] },
  chargeback: { acts: ['pay', 'dispute'] },
};
const payable = words('created sent viewed overdue error blocked');

async function inStatus(shop: Shop, status: string, more: object = {}, core: object = {}): Promise<string> {
  const way = ways[status] ?? {};
  const due = way.isDue ? { due: shop.now() - 60 } : {};
  const { id } = await shop.create({ ...way.more, ...due, ...more }, { ...way.core, ...core });
  for (const act of way.acts ?? []) await shop.act(id, act);
  expect((await shop.read(id)).status).toBe(status);
  return id;
}

describe('payment-gateway.md › States and transitions › Purchase status', () => {
  it.for<[trigger: string, to: string, from: string[], code?: string]>([
    ['pay', 'paid', payable],
    ['cancel', 'cancelled', payable, 'purchase_cancel_wrong_status'],
    ['mark_as_paid', 'paid', [...payable, 'expired'], 'purchase_mark_as_paid_wrong_status'],
    ['capture', 'paid', ['hold'], 'purchase_capture_wrong_status'],
    ['release', 'released', ['hold'], 'purchase_release_wrong_status'],
    ['refund', 'refunded', ['paid'], 'purchase_refund_wrong_status'],
    ['dispute', 'chargeback', ['paid']],
  ])('%s → %s from %j, and from no other status', async ([trigger, to, from, code = ''], { shop }) => {
    // of what is refunded in part, the rest can be refunded
    const statuses = Object.keys(ways).filter((status) => trigger !== 'refund' || status !== 'refunded');
    for (const status of statuses) {
      const id = await inStatus(shop, status);
      const answer = await shop.act(id, trigger);
      const after = (await shop.read(id)).status;
      if (from.includes(status)) expect([answer.status, after], status).toEqual([200, to]);
      else {
        expect([answer.status, after], status).toEqual([400, status]);
        expect(answer.text).toContain(`A purchase that is ${status} does not allow this.`);
        expect(answer.text).toContain(code);
      }
    }
  });

  it('(none) → created: accepted', async ({ shop: { create, now } }) => {
    const made = await create();
    expect(made).toMatchObject({ is_test: true, status: 'created', created_on: now(), updated_on: now() });
    expect(made).toMatchObject({ payment: null, marked_as_paid: false, viewed_on: null });
    expect(made).toMatchObject({ refund_availability: 'all', refundable_amount: 0 });
    expect(made).toMatchObject({ currency_conversion: null, payment_method_whitelist: null });
    expect(made.status_history).toEqual([{ status: 'created', timestamp: now() }]);
  });

  it.for([
    ['overdue', false, 200],
    ['expired', true, 400],
  ] as const)(
    'payable → %s when the due moment passes and due_strict is %s: then a payment gives %i',
    async (row, { shop }) => {
      const [status, due_strict, answer] = row;
      for (const from of payable.filter((one) => one !== 'overdue')) {
        const due = shop.now() + 3600;
        const id = await inStatus(shop, from, { due }, { due_strict });
        await shop.pass(HOUR - 1);
        expect((await shop.read(id)).status).toBe(from);
        await shop.pass(1);
        expect((await shop.read(id)).status_history.at(-1)).toEqual({ status, timestamp: due });
        expect((await shop.customer(id, 'pay')).status).toBe(answer);
      }
    },
  );

  it('any unpaid → paid by mark_as_paid: marked_as_paid, paid_on defaults to the current time', async ({ shop }) => {
    const { id } = await shop.create();
    await shop.pass(5000);
    const { body } = await shop.operate(id, 'mark_as_paid', {});
    expect(body).toMatchObject({ status: 'paid', marked_as_paid: true, updated_on: shop.now() });
    expect(body.created_on).toBe(shop.now() - 5);
    expect(body.payment).toMatchObject({ amount: 10_000, fee_amount: 0, paid_on: shop.now() });
    const paid_on = shop.now() - 86_400;
    const earlier = await shop.operate((await shop.create()).id, 'mark_as_paid', { paid_on });
    expect(earlier.body).toMatchObject({ status: 'paid', payment: { paid_on } });
  });

  it('payable → paid when the customer pays and skip_capture is false', async ({ shop: { paid } }) => {
    const purchase = await paid({}, {}, { method: 'fpx' });
    expect(purchase).toMatchObject({
      status: 'paid',
      refundable_amount: 10_000,
      // FPX costs 1.00
      payment: { amount: 10_000, fee_amount: 100, net_amount: 9_900, pending_amount: 0, payment_type: 'purchase' },
      transaction_data: { payment_method: 'fpx', flow: 'payform' },
    });
    expect(attempts(purchase)).toMatchObject([{ error: null, successful: true, payment_method: 'fpx' }]);
  });

  it('payable → hold when the customer pays a card and skip_capture is true; nothing is paid yet', async () => {
    const { paid, create, customer, book } = await startShop();
    const held = await paid(card, {}, { method: 'visa' });
    expect(held).toMatchObject({ status: 'hold', payment: null, refundable_amount: 0 });
    expect((await customer((await create(card)).id, 'pay', { method: 'fpx' })).status).toBe(400);
    expect(book.payments.every(({ paidAt }) => paidAt === null)).toBe(true);
  });

  it('payable → preauthorized when a zero-total purchase is paid by card, skip_capture: card saved', async ({
    shop,
  }) => {
    const client = { email: 'saved@customer.example' };
    const made = await shop.paid({ ...card, client }, { total_override: 0 }, { method: 'mastercard' });
    expect(made).toMatchObject({ status: 'preauthorized', payment: null, purchase: { total: 0 } });
    expect(made.is_recurring_token).toBe(true);
    const { results } = (await shop.get(`/clients/${made.client_id}/recurring_tokens/`)).body;
    expect(results).toMatchObject([{ id: made.id, payment_method: 'mastercard' }]);
  });

  it('hold → paid by capture, of all or of a part, and then the rest is released; never of more', async ({ shop }) => {
    const { id } = await shop.paid(card, {}, { method: 'visa' });
    for (const amount of [0, -1, 10_001])
      expect(await refused(shop.operate(id, 'capture', { amount }))).toEqual({ status: 400, amount: 'invalid' });
    expect((await shop.operate(id, 'capture', { amount: 6_000 })).body).toMatchObject({
      status: 'paid',
      refundable_amount: 6_000,
      // Visa costs 2.20 % and 0.50
      payment: { amount: 6_000, fee_amount: 182, net_amount: 5_818 },
      purchase: { total: 10_000 },
    });
  });

  it('token purchase → paid by a charge with a recurring token', async ({ shop: { savedCard, create, operate } }) => {
    const token = await savedCard();
    const { id } = await create({ reference: 'INV-2' });
    const charge = () => operate(id, 'charge', { recurring_token: token });
    const charged = { status: 'paid', recurring_token: token, transaction_data: { payment_method: 'visa' } };
    expect((await charge()).body).toMatchObject({ ...charged, is_recurring_token: false });
    expect(await refused(charge())).toEqual({ status: 400, __all__: 'purchase_charge_wrong_status' });
  });

  it.for<[operation: string, from: string, pending: string, to: string, afterRefusal: string]>([
    ['capture', 'hold', 'pending_capture', 'paid', 'hold'],
    ['release', 'hold', 'pending_release', 'released', 'hold'],
    ['charge', 'created', 'pending_charge', 'paid', 'error'],
    ['refund', 'paid', 'pending_refund', 'refunded', 'paid'],
  ])('%s: %s → %s → %s, slow at the acquirer; or %s when it fails, and the newest attempt says why', async (row) => {
    const [operation, from, pending, to, afterRefusal] = row;
    const shop = await startShop();
    const body = operation === 'charge' ? { recurring_token: await shop.savedCard() } : {};
    const slow = await inStatus(shop, from);
    const failing = await inStatus(shop, from);
    const failed = await inStatus(shop, from);
    await shop.acquirer('slow');
    const answer = await shop.operate(slow, operation, body);
    expect(answer).toMatchObject({ status: 200, body: { type: 'purchase', id: slow, status: pending } });
    expect((await shop.operate(slow, operation, body)).status).toBe(400);
    await shop.acquirer('slow_then_refuses');
    expect((await shop.operate(failing, operation, body)).body.status).toBe(pending);
    await shop.acquirer('refuses');
    const error = { status: 400, __all__: `purchase_${operation}_error` };
    expect(await refused(shop.operate(failed, operation, body))).toEqual(error);
    await shop.pass(SLOW - 1);
    expect((await shop.read(slow)).status).toBe(pending);
    // no money moves before the end
    const last = () => shop.book.payments.at(-1);
    expect(last()).toMatchObject({ kind: 'purchase' });
    await shop.pass(1);
    const done = await shop.read(slow);
    expect(history(done).slice(-3)).toEqual([from, pending, to]);
    if (operation === 'capture') expect(done.payment?.paid_on).toBe(unix(START + SLOW));
    if (operation === 'refund') expect(last()).toMatchObject({ kind: 'refund', amount: 10_000n, relatedTo: slow });
    for (const purchase of [await shop.read(failing), await shop.read(failed)]) {
      expect(purchase).toMatchObject({ status: afterRefusal, recurring_token: null });
      expect(purchase.refundable_amount).toBe(from === 'paid' ? 10_000 : 0);
      const reason = { code: 'acquirer_refused', description: 'The acquirer refused.' };
      expect(attempts(purchase)[0]).toMatchObject({ type: operation, error: reason });
    }
  });

  it('words in the notes control the acquirer as well: slow, refuse', async ({ shop }) => {
    const slow = await inStatus(shop, 'hold', {}, { notes: 'slow refuse' });
    expect((await shop.operate(slow, 'release')).body.status).toBe('pending_release');
    await shop.pass(SLOW);
    expect((await shop.read(slow)).status).toBe('hold');
    const held = await inStatus(shop, 'hold', {}, { notes: 'refuse' });
    for (const operation of ['capture', 'release'])
      expect(await refused(shop.operate(held, operation))).toMatchObject({ __all__: `purchase_${operation}_error` });
    const tried = attempts(await shop.read(held));
    expect(tried).toMatchObject([{ type: 'release' }, { type: 'capture' }, { type: 'authorize' }]);
  });

  it('paid → refunded: its history names the payment', async ({ shop: { paid, operate, read, now } }) => {
    const { id } = await paid();
    const refund = (await operate(id, 'refund')).body;
    const entry = { status: 'refunded', timestamp: now(), related_to: { type: 'payment', id: refund.id } };
    expect((await read(id)).status_history.at(-1)).toEqual(entry);
  });

  it('payable → error on a failed attempt: details in transaction_data.attempts, newest first', async ({ shop }) => {
    const { id } = await shop.create();
    await shop.customer(id, 'fail', { code: 'first', description: 'One' });
    await shop.customer(id, 'fail', { method: 'fpx', code: 'insufficient_funds', description: 'Not enough money' });
    const failed = await shop.read(id);
    expect(history(failed)).toEqual(['created', 'error', 'error']);
    expect(attempts(failed)).toMatchObject([
      { error: { code: 'insufficient_funds', description: 'Not enough money' }, payment_method: 'fpx' },
      { error: { code: 'first' } },
    ]);
  });

  it('meaning of sent and viewed: the invoice was mailed, and opened', async () => {
    const { create, customer, operate, read, admin } = await startShop();
    const { id } = await create();
    await operate(id, 'resend_invoice');
    expect((await admin.inject('/gateway/outbox')).json()).toMatchObject([
      { to: 'aisyah@customer.example', subject: 'Invoice INV-1: MYR 100.00', purchase_id: id },
    ]);
    expect((await read(id)).viewed_on).toBeNull();
    await customer(id, 'view');
    expect(await read(id)).toMatchObject({ status: 'viewed', viewed_on: unix(START) });
    await customer(id, 'pay');
    expect((await operate(id, 'resend_invoice')).status).toBe(400);
  });

  it('meaning of blocked: by fraud scoring', async ({ shop }) => {
    const blocked = await shop.read(await inStatus(shop, 'blocked'));
    expect(attempts(blocked)[0]).toMatchObject({ error: { code: 'blocked_by_fraud_check' } });
  });

  it('meaning of pending_execute: a payment or hold is processing; then final, or failed', async ({ shop }) => {
    const { create, customer, read, pass } = shop;
    const slow = { notes: 'slow' };
    const [good, bad, held] = [await create({}, slow), await create({}, slow), await create(card, slow)];
    for (const { id } of [good, bad, held])
      expect((await customer(id, 'pay')).body).toMatchObject({ status: 'pending_execute', payment: null });
    expect((await customer(bad.id, 'fail')).body.status).toBe('error');
    await pass(SLOW);
    expect((await read(good.id)).status).toBe('paid');
    expect((await read(bad.id)).status).toBe('error');
    expect(await read(held.id)).toMatchObject({ status: 'hold', payment: null });
  });

  it('meaning of cleared and settled: where cards clear; other purchases stay paid when they are settled', async () => {
    const { paid, read, clock } = await startShop({ purchases: { cardsClear: true } });
    const [visa, bank] = [await paid({}, {}, { method: 'visa' }), await paid({}, {}, { method: 'fpx' })];
    clock.at += 24 * HOUR;
    expect((await read(visa.id)).status).toBe('cleared');
    // paid on Wednesday, settled on Friday at 00:09 in Malaysia
    const settled_on = unix(Date.parse('2026-10-15T16:09:00Z'));
    clock.at = settled_on * 1000;
    expect((await read(visa.id)).status).toBe('settled');
    const settlement = { settlement: { settled_on } };
    expect(await read(bank.id)).toMatchObject({ status: 'paid', transaction_data: { extra: settlement } });
  });

  it('meaning of chargeback: registered and reversed; refunded amounts are not charged back', async ({ shop }) => {
    const { create, customer, operate, admin } = shop;
    const { id, can_chargeback, can_reverse_chargeback } = await create();
    expect([can_chargeback, can_reverse_chargeback]).toEqual([false, false]);
    const paid = (await customer(id, 'pay')).body;
    expect(paid).toMatchObject({ can_chargeback: true, can_reverse_chargeback: false });
    await operate(id, 'refund', { amount: 2_500 });
    const disputed = (await customer(id, 'dispute')).body;
    expect(disputed).toMatchObject({ status: 'chargeback', refundable_amount: 0 });
    expect(disputed).toMatchObject({ can_chargeback: false, can_reverse_chargeback: true });
    const reversed = { status: 'refunded', refundable_amount: 7_500 };
    expect((await customer(id, 'reverse_dispute')).body).toMatchObject(reversed);
    const payments = (await admin.inject(`/gateway/purchases/${id}/payments`)).json();
    expect(payments).toMatchObject([
      { payment: { payment_type: 'refund', amount: 2_500 } },
      { payment: { payment_type: 'chargeback', amount: 7_500 } },
      { payment: { payment_type: 'chargeback_reversal', amount: 7_500 } },
    ]);
  });

  it('one jump of the clock leaves the same history as many small steps', async () => {
    const run = async (steps: number) => {
      const { create, customer, read, pass } = await startShop({ purchases: { cardsClear: true } });
      const due = unix(START) + 3600;
      const overdue = await create({ due });
      const slow = await create({}, { notes: 'slow' });
      const expired = await create({ due }, { due_strict: true });
      await customer(slow.id, 'pay', { method: 'visa' });
      for (let step = 0; step < steps; step += 1) await pass((96 * HOUR) / steps);
      return Promise.all([slow, overdue, expired].map(async ({ id }) => (await read(id)).status_history));
    };
    const jumped = await run(1);
    expect(jumped).toEqual(await run(200));
    expect(jumped[0]?.map(({ status }) => status)).toEqual(words('created pending_execute paid cleared settled'));
  });
});
