import { describe, expect, it } from 'vitest';
import { START } from '../gateway-harness.ts';
import { paymentRecord } from '../gateway-records.ts';
import { startShop, unix } from '../purchase-harness.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('payment-gateway.md › Resources and their fields › Purchase', () => {
  it('every field of the table and no other, each with its type: checked for every purchase in these tests', async () => {
    const { create, gateway } = await startShop();
    const made = await create();
    expect(made).toMatchObject({
      type: 'purchase',
      is_test: true,
      company_id: gateway.world.companyId,
      brand_id: gateway.world.brandId,
      created_on: unix(START),
      updated_on: unix(START),
      viewed_on: null,
      refund_availability: 'all',
      currency_conversion: null,
      payment_method_whitelist: null,
    });
    for (const id of [made.id, made.client_id]) expect(id).toMatch(UUID);
  });

  it('reference_generated: used as reference when none is given', async () => {
    const { create, customer, book } = await startShop();
    const made = await create({ reference: '' });
    expect(made.reference_generated).not.toBe('');
    await customer(made.id, 'pay');
    expect(book.payments[0]?.reference).toBe(made.reference_generated);
  });

  it('issued: a date; by default the current date in purchase.timezone at creation', async () => {
    const { create, clock, post, body, refused } = await startShop();
    clock.at = Date.parse('2026-10-14T17:30:00Z');
    expect((await create({}, { timezone: 'Asia/Kuala_Lumpur' })).issued).toBe('2026-10-15');
    expect((await create({}, { timezone: 'America/New_York' })).issued).toBe('2026-10-14');
    expect((await create({ issued: '2026-01-31' })).issued).toBe('2026-01-31');
    for (const issued of ['31.01.2026', '2026-02-30'])
      expect(await refused(post('/purchases/', body({ issued })))).toEqual({ status: 400, issued: 'invalid' });
  });

  it('payment_method_whitelist: at least one of the names, or null; a customer cannot use another', async () => {
    const { create, post, body, customer, refused } = await startShop();
    const refusalOf = (list: unknown) => refused(post('/purchases/', body({ payment_method_whitelist: list })));
    expect(await refusalOf([])).toEqual({ status: 400, payment_method_whitelist: 'invalid' });
    expect(await refusalOf(['cash'])).toEqual({ status: 400, payment_method_whitelist: 'invalid_choice' });
    const { id } = await create({ payment_method_whitelist: ['fpx', 'visa'] });
    expect((await customer(id, 'pay', { method: 'mastercard' })).status).toBe(400);
    expect((await customer(id, 'pay', { method: 'visa' })).body.transaction_data.payment_method).toBe('visa');
  });

  it('success_redirect and failure_redirect: URLs of at most 500 characters', async () => {
    const { create, post, body, refused } = await startShop();
    for (const field of ['success_redirect', 'failure_redirect']) {
      const url = 'https://m.example/'.padEnd(500, 'a');
      expect(await create({ [field]: url })).toMatchObject({ [field]: url });
      const refusalOf = (value: string) => refused(post('/purchases/', body({ [field]: value })));
      expect(await refusalOf(`${url}a`)).toEqual({ status: 400, [field]: 'max_length' });
      expect(await refusalOf('not a url')).toEqual({ status: 400, [field]: 'invalid' });
    }
  });

  it.each(['<', '>', "'", '"'])('cancel_redirect: a URL that must not contain %s', async (character) => {
    const { create, post, body, refused } = await startShop();
    const cancel_redirect = 'https://m.example/back?to=shop';
    expect((await create({ cancel_redirect })).cancel_redirect).toBe(cancel_redirect);
    expect(await refused(post('/purchases/', body({ cancel_redirect: `${cancel_redirect}${character}` })))).toEqual({
      status: 400,
      cancel_redirect: 'invalid',
    });
  });

  it('marked_as_paid, viewed_on, updated_on: change when it happens', async () => {
    const { create, operate, clock, read } = await startShop();
    const { id } = await create();
    clock.at += 3000;
    await operate(id, 'mark_as_paid');
    expect(await read(id)).toMatchObject({
      marked_as_paid: true,
      created_on: unix(START),
      updated_on: unix(START) + 3,
    });
  });

  it('force_recurring and is_recurring_token: a card is saved where the method supports it, and not otherwise', async () => {
    const { create, customer, read, get } = await startShop();
    const [visa, bank] = [await create({ force_recurring: true }), await create({ force_recurring: true })];
    await customer(visa.id, 'pay', { method: 'visa' });
    await customer(bank.id, 'pay', { method: 'fpx' });
    expect((await read(visa.id)).is_recurring_token).toBe(true);
    expect((await read(bank.id)).is_recurring_token).toBe(false);
    expect((await get(`/clients/${visa.client_id}/recurring_tokens/`)).body.results).toHaveLength(1);
  });

  it('recurring_token: the token purchase by which it was paid, null with a newly entered method', async () => {
    const { create, customer, operate, read } = await startShop();
    const token = await create();
    await customer(token.id, 'pay', { method: 'visa', remember_card: true });
    const { id } = await create();
    await operate(id, 'charge', { recurring_token: token.id });
    expect((await read(id)).recurring_token).toBe(token.id);
    expect(await read(token.id)).toMatchObject({ recurring_token: null, is_recurring_token: true });
  });

  it('send_receipt: an e-mail when it is paid, to the client and its copies', async () => {
    const { create, customer, admin } = await startShop();
    const client = { email: 'a@customer.example', cc: ['b@customer.example'], bcc: ['c@customer.example'] };
    await customer((await create({ send_receipt: true, client })).id, 'pay');
    await customer((await create()).id, 'pay');
    expect((await admin.inject('/gateway/outbox')).json()).toMatchObject([
      { to: client.email, cc: client.cc, bcc: client.bcc, subject: 'Receipt INV-1: MYR 100.00' },
    ]);
  });

  it('skip_capture: card only', async () => {
    const { post, body, refused, create, customer } = await startShop();
    expect(
      await refused(post('/purchases/', body({ skip_capture: true, payment_method_whitelist: ['fpx', 'duitnow_qr'] }))),
    ).toEqual({ status: 400, payment_method_whitelist: 'no_payment_method' });
    const { id } = await create({ skip_capture: true, payment_method_whitelist: ['fpx', 'visa'] });
    expect((await customer(id, 'pay', { method: 'fpx' })).status).toBe(400);
  });

  it('status_history: latest last, with timestamps', async () => {
    const { create, customer, operate, clock, read } = await startShop();
    const { id } = await create();
    clock.at += 1000;
    await customer(id, 'view');
    clock.at += 1000;
    await operate(id, 'cancel');
    expect((await read(id)).status_history).toEqual([
      { status: 'created', timestamp: unix(START) },
      { status: 'viewed', timestamp: unix(START) + 1 },
      { status: 'cancelled', timestamp: unix(START) + 2 },
    ]);
  });

  it.each([
    ['all', 200, 200],
    ['full_only', 400, 200],
    ['partial_only', 200, 400],
    ['pis_all', 200, 200],
    ['pis_partial', 200, 400],
    ['none', 400, 400],
  ])('refund_availability %s: a part gives %i, the whole %i', async (refund_availability, part, whole) => {
    const { create, customer, operate } = await startShop();
    const [one, two] = [await create({ refund_availability }), await create({ refund_availability })];
    for (const { id } of [one, two]) await customer(id, 'pay');
    expect((await operate(one.id, 'refund', { amount: 1 })).status).toBe(part);
    expect((await operate(two.id, 'refund')).status).toBe(whole);
  });

  it('refund_availability: none leaves nothing refundable; another value is refused', async () => {
    const { create, customer, post, body, refused } = await startShop();
    const { id } = await create({ refund_availability: 'none' });
    expect((await customer(id, 'pay')).body.refundable_amount).toBe(0);
    expect(await refused(post('/purchases/', body({ refund_availability: 'some' })))).toEqual({
      status: 400,
      refund_availability: 'invalid_choice',
    });
  });

  it('can_chargeback and can_reverse_chargeback: when it is paid, and when it is charged back', async () => {
    const { create, customer, read } = await startShop();
    const { id } = await create();
    const can = async () => {
      const { can_chargeback, can_reverse_chargeback } = await read(id);
      return [can_chargeback, can_reverse_chargeback];
    };
    expect(await can()).toEqual([false, false]);
    await customer(id, 'pay');
    expect(await can()).toEqual([true, false]);
    await customer(id, 'dispute');
    expect(await can()).toEqual([false, true]);
  });
});

describe('payment-gateway.md › Resources and their fields › Core purchase object', () => {
  it.each([
    ['price by quantity', { products: [{ name: 'a', price: 1_250, quantity: '3' }] }, 3_750],
    ['a broken quantity, to the nearest unit', { products: [{ name: 'a', price: 333, quantity: '1.5' }] }, 500],
    ['less the discount', { products: [{ name: 'a', price: 1_000, discount: 150 }] }, 850],
    ['plus tax of what is left', { products: [{ name: 'a', price: 1_000, discount: 100, tax_percent: '6.00' }] }, 954],
    ['total_price_override of a product', { products: [{ name: 'a', price: 1_000, total_price_override: 700 }] }, 700],
    ['debt', { products: [{ name: 'a', price: 1_000 }], debt: 50 }, 1_050],
    ['subtotal_override', { products: [{ name: 'a', price: 1_000, discount: 10 }], subtotal_override: 500 }, 490],
    ['total_discount_override', { products: [{ name: 'a', price: 1_000 }], total_discount_override: 200 }, 800],
    ['total_tax_override', { products: [{ name: 'a', price: 1_000, tax_percent: 10 }], total_tax_override: 7 }, 1_007],
    ['total_override', { products: [{ name: 'a', price: 1_000 }], debt: 5, total_override: 42 }, 42],
  ])('total: %s', async (_what, core, total) => {
    const { create } = await startShop();
    expect((await create({}, core)).purchase.total).toBe(total);
  });

  it('total_override 0: a preauthorization, for cards only, with skip_capture', async () => {
    const { post, body, refused, create, customer } = await startShop();
    const refusalOf = (more: object) => refused(post('/purchases/', body(more, { total_override: 0 })));
    expect(await refusalOf({})).toEqual({ status: 400, skip_capture: 'invalid' });
    expect(await refusalOf({ skip_capture: true, payment_method_whitelist: ['fpx'] })).toEqual({
      status: 400,
      payment_method_whitelist: 'no_payment_method',
    });
    const { id } = await create({ skip_capture: true }, { total_override: 0 });
    expect((await customer(id, 'pay')).body.status).toBe('preauthorized');
  });

  it('single_attempt: after one attempt that failed there is no other', async () => {
    const { create, statusAfter, customer } = await startShop();
    const { id } = await create({}, { single_attempt: true });
    expect(await statusAfter(id, 'fail')).toBe('error');
    expect(await statusAfter(id, 'pay')).toContain('400');
    const other = await create({}, { single_attempt: true });
    expect((await customer(other.id, 'pay')).body.status).toBe('paid');
  });

  it('given fields are returned: notes, language, metadata, e-mail message, products with their defaults', async () => {
    const { create } = await startShop();
    const core = { notes: 'n', language: 'ms', metadata: { a: [1, { b: null }] }, email_message: 'Thank you' };
    const { purchase } = await create({}, core);
    expect(purchase).toMatchObject({ ...core, currency: 'MYR', timezone: 'Asia/Kuala_Lumpur', due_strict: false });
    expect(purchase.products).toEqual([
      {
        name: 'Desk lamp',
        price: 10_000,
        quantity: '1.0000',
        discount: 0,
        tax_percent: '0.00',
        category: '',
        total_price_override: null,
      },
    ]);
  });

  it.each([
    ['no products', { products: undefined }, 'required'],
    ['an empty list of products', { products: [] }, 'invalid'],
    ['a product without a price', { products: [{ name: 'a' }] }, 'required'],
    ['a price that is no whole number', { products: [{ name: 'a', price: 1.5 }] }, 'invalid'],
    ['a quantity that is no decimal', { products: [{ name: 'a', price: 1, quantity: 'two' }] }, 'invalid'],
    ['a currency in small letters', { currency: 'myr' }, 'invalid'],
    ['a time zone that is none', { timezone: 'Mars/Olympus' }, 'invalid'],
    ['a negative total', { products: [{ name: 'a', price: 1, discount: 2 }] }, 'invalid'],
    ['a total beyond exact numbers', { products: [{ name: 'a', price: 9e15, quantity: 9 }] }, 'invalid'],
  ])('refused under the field purchase: %s', async (_what, core, code) => {
    const { post, body, refused } = await startShop();
    expect(await refused(post('/purchases/', body({}, core)))).toEqual({ status: 400, purchase: code });
  });
});

describe('payment-gateway.md › Resources and their fields › Payment', () => {
  it('a refund: every field of the table, outgoing, all amounts positive, pointing to its purchase', async () => {
    const { create, customer, operate, gateway } = await startShop({ purchases: { refundFee: 30 } });
    const { id } = await create();
    await customer(id, 'pay');
    const { body } = await operate(id, 'refund', { amount: 2_000 });
    paymentRecord.parse(body);
    expect(body).toMatchObject({
      type: 'payment',
      created_on: unix(START),
      payment: {
        is_outgoing: true,
        payment_type: 'refund',
        amount: 2_000,
        fee_amount: 30,
        net_amount: 1_970,
        pending_amount: 0,
        currency: 'MYR',
        paid_on: unix(START),
      },
      related_to: { type: 'purchase', id },
      reference: 'INV-1',
      company_id: gateway.world.companyId,
      client: { email: 'aisyah@customer.example' },
      is_test: true,
    });
    expect(body.id).not.toBe(id);
  });

  it('pending_amount: the reserve, until pending_unfreeze_on; amount = net + fee + pending', async () => {
    const { create, customer, get, clock } = await startShop({ reserve: { basisPoints: 1_000, days: 3 } });
    const { id } = await create();
    const { body } = await customer(id, 'pay', { method: 'fpx' });
    expect(body.payment).toMatchObject({
      amount: 10_000,
      fee_amount: 100,
      pending_amount: 1_000,
      net_amount: 8_900,
      pending_unfreeze_on: unix(START) + 3 * 86_400,
    });
    clock.at += 1000;
    const balance = async () => (await get('/account/json/balance/')).body.MYR;
    expect(await balance()).toMatchObject({ balance: 9_900, reserved: 1_000, available_balance: 8_900 });
    clock.at += 3 * 86_400_000;
    expect(await balance()).toMatchObject({ balance: 9_900, reserved: 0, available_balance: 9_900 });
  });
});
