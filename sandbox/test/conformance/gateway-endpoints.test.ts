import { describe, expect, it } from 'vitest';
import { NOBODY, startShop } from '../purchase-harness.ts';

const HOOK = 'https://merchant.example/hooks';

describe('payment-gateway.md › Endpoints', () => {
  it('POST /purchases/: 201; brand_id is required, in the body or as a query parameter, and must be known', async () => {
    const { post, body, brand_id, refused } = await startShop();
    const { brand_id: _brand, ...without } = body() as Record<string, unknown>;
    expect(await refused(post('/purchases/', without))).toEqual({ status: 400, brand_id: 'required' });
    expect((await post(`/purchases/?brand_id=${brand_id}`, without)).status).toBe(201);
    expect(await refused(post('/purchases/', { ...without, brand_id: NOBODY }))).toEqual({
      status: 400,
      brand_id: 'does_not_exist',
    });
    expect(await refused(post('/purchases/', { ...without, brand_id: 'x' }))).toEqual({
      status: 400,
      brand_id: 'invalid',
    });
  });

  it('POST /purchases/: exactly one of client and client_id, and an existing client', async () => {
    const { post, body, create, refused } = await startShop();
    const { client_id } = await create();
    const refusalOf = (more: object) => refused(post('/purchases/', body(more)));
    expect(await refusalOf({ client: undefined })).toEqual({ status: 400, client_id: 'required' });
    expect(await refusalOf({ client_id })).toEqual({ status: 400, client_id: 'exactly_one' });
    expect(await refusalOf({ client: undefined, client_id: NOBODY })).toEqual({
      status: 400,
      client_id: 'does_not_exist',
    });
    expect((await create({ client: undefined, client_id })).client?.email).toBe('aisyah@customer.example');
  });

  it('POST /purchases/: each mistake under its field; an unknown field is passed over', async () => {
    const { post, body, refused, create } = await startShop();
    const wrong = {
      skip_capture: 'yes',
      due: -1,
      success_callback: 'x',
      reference: 'x'.repeat(129),
      purchase: undefined,
    };
    expect(await refused(post('/purchases/', body(wrong)))).toEqual({
      status: 400,
      skip_capture: 'invalid',
      due: 'invalid',
      success_callback: 'invalid',
      reference: 'max_length',
      purchase: 'required',
    });
    expect(await create({ colour: 'blue' })).not.toHaveProperty('colour');
    expect(await refused(post('/purchases/', '[]'))).toEqual({ status: 400, __all__: 'invalid' });
  });

  it('GET /purchases/{id}/ and the operations on it: 404 for an unknown one', async () => {
    const { get, operate, refused } = await startShop();
    const none = { status: 404, __all__: 'not_found' };
    expect(await refused(get(`/purchases/${NOBODY}/`))).toEqual(none);
    expect(await refused(get('/purchases/x/'))).toEqual(none);
    for (const name of ['cancel', 'capture', 'release', 'charge', 'mark_as_paid', 'refund', 'delete_recurring_token'])
      expect(await refused(operate(NOBODY, name)), name).toEqual(none);
  });

  it('GET /purchases/: results, next and previous, newest first', async () => {
    const { create, get } = await startShop();
    const ids: string[] = [];
    for (let n = 0; n < 51; n += 1) ids.push((await create()).id);
    const first = (await get('/purchases/')).body;
    expect(first.results.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).reverse());
    const second = (await get(first.next)).body;
    expect(second).toMatchObject({ results: [{ id: ids[0] }], next: null });
    expect((await get(second.previous)).body.results).toHaveLength(50);
  });

  it('paths keep their trailing slash', async () => {
    const { create, get } = await startShop();
    const { id } = await create();
    expect((await get(`/purchases/${id}`)).status).toBe(404);
  });

  it('POST /purchases/{id}/mark_as_paid/: a Unix timestamp or nothing', async () => {
    const { create, operate, refused } = await startShop();
    const { id } = await create();
    expect(await refused(operate(id, 'mark_as_paid', { paid_on: 'today' }))).toEqual({
      status: 400,
      paid_on: 'invalid',
    });
    expect((await operate(id, 'mark_as_paid', {})).status).toBe(200);
    expect(await refused(operate(id, 'mark_as_paid'))).toMatchObject({ __all__: 'purchase_mark_as_paid_wrong_status' });
  });

  it('POST /purchases/{id}/refund/: at most refundable_amount, in parts, the rest when no amount is given', async () => {
    const { create, customer, operate, read, refused } = await startShop();
    const { id } = await create();
    expect(await refused(operate(id, 'refund'))).toEqual({ status: 400, __all__: 'purchase_refund_wrong_status' });
    await customer(id, 'pay');
    expect(await refused(operate(id, 'refund', { amount: 10_001 }))).toEqual({ status: 400, amount: 'max_value' });
    expect((await operate(id, 'refund', { amount: 3_000 })).body.payment.amount).toBe(3_000);
    expect(await read(id)).toMatchObject({ status: 'refunded', refundable_amount: 7_000 });
    for (const amount of [7_001, 0, -5])
      expect(await refused(operate(id, 'refund', { amount }))).toEqual({ status: 400, amount: 'max_value' });
    expect(await refused(operate(id, 'refund', { amount: 1.5 }))).toEqual({ status: 400, amount: 'invalid' });
    expect((await operate(id, 'refund')).body.payment.amount).toBe(7_000);
    expect(await read(id)).toMatchObject({ status: 'refunded', refundable_amount: 0 });
    expect((await operate(id, 'refund')).status).toBe(400);
  });

  it('POST /purchases/{id}/charge/: an existing token', async () => {
    const { create, operate, refused } = await startShop();
    const { id } = await create();
    expect(await refused(operate(id, 'charge'))).toEqual({ status: 400, recurring_token: 'required' });
    expect(await refused(operate(id, 'charge', { recurring_token: NOBODY }))).toEqual({
      status: 400,
      recurring_token: 'does_not_exist',
    });
  });

  it('POST /purchases/{id}/delete_recurring_token/: the card is forgotten, and cannot be charged any more', async () => {
    const { create, customer, operate, refused } = await startShop();
    const token = await create();
    await customer(token.id, 'pay', { method: 'visa', remember_card: true });
    expect((await operate(token.id, 'delete_recurring_token')).body.is_recurring_token).toBe(false);
    expect((await operate((await create()).id, 'charge', { recurring_token: token.id })).status).toBe(400);
    expect(await refused(operate(token.id, 'delete_recurring_token'))).toEqual({
      status: 400,
      __all__: 'purchase_delete_recurring_token_wrong_status',
    });
  });

  it('GET /payment_methods/: the methods available for the given parameters', async () => {
    const { get, brand_id, refused } = await startShop();
    const ask = async (query: string) =>
      (await get(`/payment_methods/?brand_id=${brand_id}&${query}`)).body.available_payment_methods;
    const all = [
      ...['crypto_coin', 'dnqr', 'duitnow_qr', 'fpx', 'fpx_b2b1', 'maestro', 'mastercard', 'mpgs_apple_pay'],
      ...['mpgs_google_pay', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng'],
      ...['shopee_pay', 'visa'],
    ];
    expect((await ask('currency=MYR')).sort()).toEqual(all);
    expect((await ask('currency=SGD')).sort()).toEqual([
      'crypto_coin',
      'maestro',
      'mastercard',
      'mpgs_apple_pay',
      'mpgs_google_pay',
      'visa',
    ]);
    for (const flag of ['skip_capture', 'recurring', 'preauthorization'])
      expect((await ask(`currency=MYR&${flag}=true`)).sort()).toEqual(['maestro', 'mastercard', 'visa']);
    expect(await refused(get('/payment_methods/'))).toEqual({
      status: 400,
      brand_id: 'required',
      currency: 'required',
    });
  });
});

describe('payment-gateway.md › Errors', () => {
  it('purchase_refund_error: 400 when the refund fails in payment processing; the newest attempt says why', async () => {
    const { create, customer, operate, read, acquirer, refused } = await startShop();
    const { id } = await create();
    await customer(id, 'pay');
    await acquirer('refuses');
    expect(await refused(operate(id, 'refund'))).toEqual({ status: 400, __all__: 'purchase_refund_error' });
    const purchase = await read(id);
    expect(purchase).toMatchObject({ status: 'paid', refundable_amount: 10_000 });
    expect(purchase.transaction_data?.attempts?.[0]).toMatchObject({
      type: 'refund',
      error: { code: 'acquirer_refused', description: 'The acquirer refused.' },
    });
  });

  it('webhooks_callback_port and webhooks_callback_scheme: for success_callback and for a webhook', async () => {
    const { post, body, refused } = await startShop();
    expect(await refused(post('/purchases/', body({ success_callback: 'https://m.example:443/' })))).toEqual({
      status: 400,
      success_callback: 'webhooks_callback_port',
    });
    expect(await refused(post('/webhooks/', { all_events: true, callback: HOOK.replace('https', 'ftp') }))).toEqual({
      status: 400,
      callback: 'webhooks_callback_scheme',
    });
  });

  it('skip_capture or preauthorization that no payment method supports; a whitelist that leaves no usable method', async () => {
    const { post, body, refused } = await startShop();
    const refusalOf = (more: object, core: object = {}) => refused(post('/purchases/', body(more, core)));
    const left = { status: 400, payment_method_whitelist: 'no_payment_method' };
    expect(await refusalOf({ payment_method_whitelist: ['fpx'] }, { currency: 'SGD' })).toEqual(left);
    expect(await refusalOf({ payment_method_whitelist: ['fpx'], skip_capture: true })).toEqual(left);
    expect(await refusalOf({ payment_method_whitelist: ['fpx'], skip_capture: true }, { total_override: 0 })).toEqual(
      left,
    );
  });
});

describe('payment-gateway.md › Limits', () => {
  it('success_redirect and failure_redirect length: 500; payment_method_whitelist: at least 1 entry', async () => {
    const { post, body } = await startShop();
    const long = 'https://m.example/'.padEnd(501, 'a');
    for (const more of [{ success_redirect: long }, { failure_redirect: long }, { payment_method_whitelist: [] }])
      expect((await post('/purchases/', body(more))).status).toBe(400);
  });

  it('refund amount: at most refundable_amount, in minor units', async () => {
    const { create, customer, operate } = await startShop();
    const { id } = await create();
    await customer(id, 'pay');
    expect((await operate(id, 'refund', { amount: 10_001 })).status).toBe(400);
    expect((await operate(id, 'refund', { amount: 10_000 })).status).toBe(200);
  });
});
