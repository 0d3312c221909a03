import { describe, expect, it } from 'vitest';
import { START } from '../gateway-harness.ts';
import { HOUR, startShop, unix } from '../purchase-harness.ts';

const history = (purchase: { status_history?: Array<{ status: string }> | null | undefined }) =>
  (purchase.status_history ?? []).map(({ status }) => status);
const attempts = (purchase: { transaction_data?: { attempts?: unknown[] | null | undefined } | null | undefined }) =>
  purchase.transaction_data?.attempts ?? [];
const card = { skip_capture: true };
const SLOW = 600_000;

describe('payment-gateway.md › States and transitions › Purchase status', () => {
  it('(none) → created: accepted', async () => {
    const { create } = await startShop();
    const made = await create();
    expect(made).toMatchObject({ status: 'created', payment: null, marked_as_paid: false, refundable_amount: 0 });
    expect(made.status_history).toEqual([{ status: 'created', timestamp: unix(START) }]);
  });

  it('any unpaid → paid by mark_as_paid: marked_as_paid is true, paid_on defaults to the current time', async () => {
    const { create, operate, clock, customer } = await startShop();
    const { id } = await create();
    clock.at += 5000;
    const { body } = await operate(id, 'mark_as_paid');
    expect(body).toMatchObject({ status: 'paid', marked_as_paid: true });
    expect(body.payment).toMatchObject({ amount: 10_000, fee_amount: 0, paid_on: unix(START) + 5 });
    const failed = await create();
    await customer(failed.id, 'fail');
    const answered = await operate(failed.id, 'mark_as_paid', { paid_on: unix(START) - 86_400 });
    expect(answered.body).toMatchObject({ status: 'paid', payment: { paid_on: unix(START) - 86_400 } });
    const expired = await create({ due: unix(clock.at) + 1 }, { due_strict: true });
    clock.at += 2000;
    expect((await operate(expired.id, 'mark_as_paid')).body.status).toBe('paid');
  });

  it.each(['created', 'sent', 'viewed', 'overdue', 'error', 'blocked'])('%s → cancelled by cancel', async (status) => {
    const { create, operate, read, statusAfter, clock, customer } = await startShop();
    const { id } = await create(status === 'overdue' ? { due: unix(START) + 60 } : {});
    if (status === 'sent') await operate(id, 'resend_invoice');
    if (status === 'viewed') await customer(id, 'view');
    if (status === 'error') await customer(id, 'fail');
    if (status === 'blocked') await customer(id, 'block');
    if (status === 'overdue') clock.at += 61_000;
    expect((await read(id)).status).toBe(status);
    expect((await operate(id, 'cancel')).body.status).toBe('cancelled');
    expect(await statusAfter(id, 'pay')).toContain('400');
    expect((await operate(id, 'cancel')).status).toBe(400);
  });

  it.each(['paid', 'hold', 'released', 'refunded', 'preauthorized', 'expired', 'chargeback'])(
    'cancel: not from %s, with a code that says so',
    async (status) => {
      const { create, operate, read, clock, customer, refused } = await startShop();
      const isHeld = ['hold', 'released', 'preauthorized'].includes(status);
      const { id } = await create(
        { skip_capture: isHeld, due: status === 'expired' ? unix(START) + 1 : null },
        { due_strict: true, total_override: status === 'preauthorized' ? 0 : null },
      );
      if (status === 'expired') clock.at += 2000;
      else await customer(id, 'pay');
      if (status === 'released') await operate(id, 'release');
      if (status === 'refunded') await operate(id, 'refund');
      if (status === 'chargeback') await customer(id, 'dispute');
      expect((await read(id)).status).toBe(status);
      expect(await refused(operate(id, 'cancel'))).toEqual({ status: 400, __all__: 'purchase_cancel_wrong_status' });
    },
  );

  it('payable → overdue when the due moment passes and due_strict is false: still payable', async () => {
    const { create, read, clock, statusAfter } = await startShop();
    const { id } = await create({ due: unix(START) + 60 });
    clock.at += 59_000;
    expect((await read(id)).status).toBe('created');
    clock.at += 1000;
    const overdue = await read(id);
    expect(overdue.status).toBe('overdue');
    expect(overdue.status_history?.at(-1)).toEqual({ status: 'overdue', timestamp: unix(START) + 60 });
    expect(await statusAfter(id, 'pay')).toBe('paid');
  });

  it('payable → expired when the due moment passes and due_strict is true: no longer payable', async () => {
    const { create, read, clock, statusAfter, customer } = await startShop();
    const { id } = await create({ due: unix(START) + 60 }, { due_strict: true });
    await customer(id, 'fail');
    clock.at += 60_000;
    expect(history(await read(id))).toEqual(['created', 'error', 'expired']);
    expect(await statusAfter(id, 'pay')).toContain('400');
  });

  it('payable → paid when the customer pays and skip_capture is false', async () => {
    const { create, customer, read } = await startShop();
    const { id } = await create();
    const { body } = await customer(id, 'pay', { method: 'fpx' });
    expect(body).toMatchObject({
      status: 'paid',
      refundable_amount: 10_000,
      // FPX costs 1.00
      payment: { amount: 10_000, fee_amount: 100, net_amount: 9_900, pending_amount: 0, payment_type: 'purchase' },
      transaction_data: { payment_method: 'fpx', flow: 'payform' },
    });
    expect(attempts(await read(id))).toMatchObject([{ error: null, successful: true, payment_method: 'fpx' }]);
  });

  it('payable → hold when the customer pays a card and skip_capture is true; nothing is paid yet', async () => {
    const { create, customer, book } = await startShop();
    const { id } = await create(card);
    const { body } = await customer(id, 'pay', { method: 'visa' });
    expect(body).toMatchObject({ status: 'hold', payment: null, refundable_amount: 0 });
    expect((await customer((await create(card)).id, 'pay', { method: 'fpx' })).status).toBe(400);
    expect(book.payments.every(({ paidAt }) => paidAt === null)).toBe(true);
  });

  it('payable → preauthorized when a zero-total purchase is paid by card and skip_capture is true: card saved', async () => {
    const { create, customer, get } = await startShop();
    const made = await create(card, { total_override: 0 });
    expect(made.purchase.total).toBe(0);
    const { body } = await customer(made.id, 'pay', { method: 'mastercard' });
    expect(body).toMatchObject({ status: 'preauthorized', is_recurring_token: true, payment: null });
    const { results } = (await get(`/clients/${made.client_id}/recurring_tokens/`)).body;
    expect(results).toMatchObject([{ id: made.id, payment_method: 'mastercard' }]);
  });

  it('hold → pending_release → released: slow at the acquirer', async () => {
    const { create, customer, operate, read, clock } = await startShop();
    const { id } = await create(card);
    await customer(id, 'pay');
    const slow = await create(card, { notes: 'slow refuse' });
    await customer(slow.id, 'pay');
    expect((await operate(slow.id, 'release')).body.status).toBe('pending_release');
    clock.at += SLOW;
    expect(history(await read(slow.id))).toEqual(['created', 'hold', 'pending_release', 'hold']);
    expect((await operate(id, 'release')).body).toMatchObject({ status: 'released', payment: null });
    expect((await operate(id, 'capture')).status).toBe(400);
  });

  it('hold → released: completed, at once or after pending_release; the funds went back', async () => {
    const { create, customer, operate, read, clock, acquirer, refused } = await startShop();
    const { id } = await create(card);
    await customer(id, 'pay');
    await acquirer('slow');
    await operate(id, 'release');
    clock.at += SLOW - 1;
    expect((await read(id)).status).toBe('pending_release');
    clock.at += 1;
    expect((await read(id)).status).toBe('released');
    expect(await refused(operate(id, 'refund'))).toMatchObject({ __all__: 'purchase_refund_wrong_status' });
    expect(await refused(operate(id, 'release'))).toMatchObject({ __all__: 'purchase_release_wrong_status' });
  });

  it('hold → pending_capture → paid: slow at the acquirer', async () => {
    const { create, customer, operate, read, clock, acquirer } = await startShop();
    const { id } = await create(card);
    await customer(id, 'pay');
    await acquirer('slow');
    expect((await operate(id, 'capture')).body).toMatchObject({ status: 'pending_capture', payment: null });
    clock.at += SLOW;
    const paid = await read(id);
    expect(history(paid)).toEqual(['created', 'hold', 'pending_capture', 'paid']);
    expect(paid.payment?.paid_on).toBe(unix(START + SLOW));
  });

  it('hold → paid by capture, of all or of a part, and then the rest is released; never of more', async () => {
    const { create, customer, operate, refused } = await startShop();
    const { id } = await create(card);
    await customer(id, 'pay', { method: 'visa' });
    for (const amount of [0, -1, 10_001])
      expect(await refused(operate(id, 'capture', { amount }))).toEqual({ status: 400, amount: 'invalid' });
    const { body } = await operate(id, 'capture', { amount: 6_000 });
    // Visa costs 2.20 % and 0.50
    expect(body).toMatchObject({
      status: 'paid',
      refundable_amount: 6_000,
      payment: { amount: 6_000, fee_amount: 182, net_amount: 5_818 },
    });
    expect(body.purchase.total).toBe(10_000);
    expect(await refused(operate(id, 'capture'))).toMatchObject({ __all__: 'purchase_capture_wrong_status' });
  });

  it('a capture or release that fails leaves the funds held, and says why in the newest attempt', async () => {
    const { create, customer, operate, read, refused } = await startShop();
    const { id } = await create(card, { notes: 'refuse' });
    await customer(id, 'pay');
    expect(await refused(operate(id, 'capture'))).toEqual({ status: 400, __all__: 'purchase_capture_error' });
    expect(await refused(operate(id, 'release'))).toEqual({ status: 400, __all__: 'purchase_release_error' });
    const held = await read(id);
    expect(held.status).toBe('hold');
    expect(attempts(held)).toMatchObject([{ type: 'release' }, { type: 'capture' }, { type: 'authorize' }]);
    expect(attempts(held)[0]).toMatchObject({ error: { code: 'acquirer_refused', description: expect.any(String) } });
  });

  it('token purchase → paid by a charge with a recurring token', async () => {
    const { create, customer, operate } = await startShop();
    const token = await create(card, { total_override: 0 });
    await customer(token.id, 'pay', { method: 'visa' });
    const { id } = await create({ reference: 'INV-2' });
    const { body } = await operate(id, 'charge', { recurring_token: token.id });
    expect(body).toMatchObject({
      status: 'paid',
      recurring_token: token.id,
      is_recurring_token: false,
      transaction_data: { payment_method: 'visa' },
    });
  });

  it('token purchase → pending_charge → paid: slow at the acquirer; or error, when it fails', async () => {
    const { create, customer, operate, read, clock, acquirer, refused } = await startShop();
    const token = await create(card, { total_override: 0 });
    await customer(token.id, 'pay');
    const [slow, failing, refusedNow] = [await create(), await create(), await create()];
    const charge = (id: string) => operate(id, 'charge', { recurring_token: token.id });
    await acquirer('slow');
    expect((await charge(slow.id)).body.status).toBe('pending_charge');
    await acquirer('slow_then_refuses');
    expect((await charge(failing.id)).body.status).toBe('pending_charge');
    await acquirer('refuses');
    expect(await refused(charge(refusedNow.id))).toEqual({ status: 400, __all__: 'purchase_charge_error' });
    clock.at += SLOW;
    expect((await read(slow.id)).status).toBe('paid');
    expect(await read(failing.id)).toMatchObject({ status: 'error', recurring_token: null });
    expect((await read(refusedNow.id)).status).toBe('error');
    expect(await refused(charge(slow.id))).toMatchObject({ __all__: 'purchase_charge_wrong_status' });
  });

  it('paid → pending_refund → refunded: slow at the acquirer; the response carries the purchase', async () => {
    const { create, customer, operate, read, clock, acquirer, book } = await startShop();
    const { id } = await create();
    await customer(id, 'pay');
    await acquirer('slow');
    const { status, body } = await operate(id, 'refund', { amount: 4_000 });
    expect([status, body.type, body.status, body.id]).toEqual([200, 'purchase', 'pending_refund', id]);
    expect(book.payments.filter(({ kind }) => kind === 'refund')).toEqual([]);
    expect((await operate(id, 'refund')).status).toBe(400);
    clock.at += SLOW;
    expect(await read(id)).toMatchObject({ status: 'refunded', refundable_amount: 6_000 });
    expect(book.payments.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 4_000n, relatedTo: id }]);
  });

  it('pending_refund → paid when the refund fails after all', async () => {
    const { create, customer, operate, read, clock, acquirer } = await startShop();
    const { id } = await create();
    await customer(id, 'pay');
    await acquirer('slow_then_refuses');
    await operate(id, 'refund');
    clock.at += SLOW;
    const after = await read(id);
    expect(after).toMatchObject({ status: 'paid', refundable_amount: 10_000 });
    expect(attempts(after)[0]).toMatchObject({ type: 'refund', error: { code: 'acquirer_refused' } });
  });

  it('paid → refunded: fully or partially; its history names the payment', async () => {
    const { create, customer, operate, read } = await startShop();
    const { id } = await create();
    await customer(id, 'pay');
    const { body } = await operate(id, 'refund');
    const purchase = await read(id);
    expect(purchase).toMatchObject({ status: 'refunded', refundable_amount: 0 });
    expect(purchase.status_history?.at(-1)).toEqual({
      status: 'refunded',
      timestamp: unix(START),
      related_to: { type: 'payment', id: body.id },
    });
  });

  it('payable → error on a failed attempt: details in transaction_data.attempts, newest first', async () => {
    const { create, customer, read, statusAfter } = await startShop();
    const { id } = await create();
    await customer(id, 'fail', { code: 'first', description: 'One' });
    await customer(id, 'fail', { method: 'fpx', code: 'insufficient_funds', description: 'Not enough money' });
    const failed = await read(id);
    expect(history(failed)).toEqual(['created', 'error', 'error']);
    expect(attempts(failed)).toMatchObject([
      { error: { code: 'insufficient_funds', description: 'Not enough money' }, payment_method: 'fpx' },
      { error: { code: 'first' } },
    ]);
    expect(await statusAfter(id, 'pay')).toBe('paid');
  });

  it('meaning of sent and viewed: the invoice was mailed, and opened', async () => {
    const { create, customer, operate, read, admin } = await startShop();
    const { id } = await create();
    expect((await operate(id, 'resend_invoice')).body.status).toBe('sent');
    expect((await admin.inject('/gateway/outbox')).json()).toMatchObject([
      { to: 'aisyah@customer.example', subject: 'Invoice INV-1: MYR 100.00', purchase_id: id },
    ]);
    expect((await read(id)).viewed_on).toBeNull();
    await customer(id, 'view');
    expect(await read(id)).toMatchObject({ status: 'viewed', viewed_on: unix(START) });
    await customer(id, 'pay');
    expect((await operate(id, 'resend_invoice')).status).toBe(400);
  });

  it('meaning of blocked: by fraud scoring; still payable', async () => {
    const { create, customer, statusAfter } = await startShop();
    const { id } = await create();
    expect(await statusAfter(id, 'block')).toBe('blocked');
    expect((await customer(id, 'view')).body.transaction_data.attempts[0].error.code).toBe('blocked_by_fraud_check');
    expect(await statusAfter(id, 'pay')).toBe('paid');
  });

  it('meaning of pending_execute: payment is processing; then it is paid, or has failed', async () => {
    const { create, customer, read, statusAfter, clock, operate } = await startShop();
    const [good, bad] = [await create({}, { notes: 'slow' }), await create({}, { notes: 'slow' })];
    for (const { id } of [good, bad]) expect(await statusAfter(id, 'pay', { method: 'fpx' })).toBe('pending_execute');
    expect((await operate(good.id, 'cancel')).status).toBe(400);
    expect(await statusAfter(bad.id, 'fail')).toBe('error');
    clock.at += SLOW;
    expect((await read(good.id)).status).toBe('paid');
    expect((await customer(bad.id, 'view')).body.status).toBe('error');
  });

  it('meaning of cleared and settled: where cards clear; other purchases stay paid when they are settled', async () => {
    const { create, customer, read, clock } = await startShop({ purchases: { cardsClear: true } });
    const [visa, bank] = [await create(), await create()];
    await customer(visa.id, 'pay', { method: 'visa' });
    await customer(bank.id, 'pay', { method: 'fpx' });
    clock.at += 24 * HOUR;
    expect((await read(visa.id)).status).toBe('cleared');
    // paid on Wednesday, settled on Friday at 00:09 in Malaysia
    const settledOn = unix(Date.parse('2026-10-15T16:09:00Z'));
    clock.at = settledOn * 1000;
    expect((await read(visa.id)).status).toBe('settled');
    const paid = await read(bank.id);
    expect(paid.status).toBe('paid');
    expect(paid.transaction_data?.extra).toEqual({ settlement: { settled_on: settledOn } });
  });

  it('meaning of chargeback: registered and reversed; refunded amounts are not charged back', async () => {
    const { create, customer, operate, read, statusAfter, admin } = await startShop();
    const { id } = await create();
    expect(await statusAfter(id, 'dispute')).toContain('400');
    await customer(id, 'pay');
    expect(await read(id)).toMatchObject({ can_chargeback: true, can_reverse_chargeback: false });
    await operate(id, 'refund', { amount: 2_500 });
    expect(await statusAfter(id, 'dispute')).toBe('chargeback');
    expect(await read(id)).toMatchObject({
      refundable_amount: 0,
      can_chargeback: false,
      can_reverse_chargeback: true,
    });
    expect((await operate(id, 'refund')).status).toBe(400);
    expect(await statusAfter(id, 'reverse_dispute')).toBe('refunded');
    expect((await read(id)).refundable_amount).toBe(7_500);
    const payments = (await admin.inject(`/gateway/purchases/${id}/payments`)).json();
    expect(
      payments.map(({ payment }: { payment: { payment_type: string; amount: number } }) => [
        payment.payment_type,
        payment.amount,
      ]),
    ).toEqual([
      ['refund', 2_500],
      ['chargeback', 7_500],
      ['chargeback_reversal', 7_500],
    ]);
  });

  it('one jump of the clock leaves the same history as many small steps', async () => {
    const run = async (steps: number) => {
      const { create, customer, read, clock, gateway } = await startShop({ purchases: { cardsClear: true } });
      const due = unix(START) + 3600;
      const made = [
        await create({ due }),
        await create({}, { notes: 'slow' }),
        await create({ due }, { due_strict: true }),
      ];
      await customer(made[1]?.id ?? '', 'pay', { method: 'visa' });
      for (let step = 0; step < steps; step += 1) {
        clock.at += (96 * HOUR) / steps;
        await gateway.catchUp();
      }
      return Promise.all(made.map(async ({ id }) => (await read(id)).status_history));
    };
    const [jumped, walked] = [await run(1), await run(200)];
    expect(jumped).toEqual(walked);
    expect(jumped[1]?.map(({ status }) => status)).toEqual([
      'created',
      'pending_execute',
      'paid',
      'cleared',
      'settled',
    ]);
  });
});
