import { describe, expect } from 'vitest';
import { it, startShop } from '../gateway-harness.ts';
import { START, unix, words } from '../harness.ts';

describe('payment-gateway.md › Resources and their fields › Purchase', () => {
  it('reference_generated: used as reference when none is given', async () => {
    const { paid, book } = await startShop();
    const { reference_generated } = await paid({ reference: '' });
    expect(book.payments[0]?.reference).toBe(reference_generated);
  });

  it('issued: a date; by default the current date in purchase.timezone at creation', async () => {
    const { create, clock } = await startShop();
    clock.at = Date.parse('2026-10-14T17:30:00Z');
    expect((await create({}, { timezone: 'Asia/Kuala_Lumpur' })).issued).toBe('2026-10-15');
    expect((await create({}, { timezone: 'America/New_York' })).issued).toBe('2026-10-14');
    expect((await create({ issued: '2026-01-31' })).issued).toBe('2026-01-31');
  });

  it.for(
    words(`
      fpx fpx_b2b1 crypto_coin dnqr duitnow_qr maestro mastercard mpgs_apple_pay mpgs_google_pay razer_atome
      razer_grabpay razer_maybankqr razer_shopeepay razer_tng shopee_pay visa
    `),
  )('payment_method_whitelist: %s, and a customer can pay by it and by no other', async (method, { shop }) => {
    const { id, payment_method_whitelist } = await shop.create({ payment_method_whitelist: [method] });
    expect(payment_method_whitelist).toEqual([method]);
    const other = method === 'visa' ? 'fpx' : 'visa';
    expect((await shop.customer(id, 'pay', { method: other })).status).toBe(400);
    const { body } = await shop.customer(id, 'pay', { method });
    expect(body).toMatchObject({ status: 'paid', transaction_data: { payment_method: method } });
  });

  it('send_receipt: an e-mail when it is paid, to the client and its copies', async () => {
    const { paid, admin } = await startShop();
    const client = { email: 'a@customer.example', cc: ['b@customer.example'], bcc: ['c@customer.example'] };
    await paid({ send_receipt: true, client });
    await paid();
    expect((await admin.inject('/gateway/outbox')).json()).toMatchObject([
      { to: client.email, cc: client.cc, bcc: client.bcc, subject: 'Receipt INV-1: MYR 100.00' },
    ]);
  });

  it.for<[availability: string, part: number, whole: number]>([
    ['all', 200, 200],
    ['full_only', 400, 200],
    ['partial_only', 200, 400],
    ['pis_all', 200, 200],
    ['pis_partial', 200, 400],
    ['none', 400, 400],
  ])('refund_availability %s: a part gives %i, the whole %i', async ([refund_availability, part, whole], { shop }) => {
    const [one, two] = [await shop.paid({ refund_availability }), await shop.paid({ refund_availability })];
    expect(one.refundable_amount).toBe(refund_availability === 'none' ? 0 : 10_000);
    expect((await shop.operate(one.id, 'refund', { amount: 1 })).status).toBe(part);
    expect((await shop.operate(two.id, 'refund')).status).toBe(whole);
  });

  it('amounts: integers in the smallest unit, of a currency without decimals as well', async ({ shop }) => {
    const core = { currency: 'JPY', products: [{ name: 'Tea', price: 1500, quantity: '2' }] };
    const { payment } = await shop.paid({}, core, { method: 'visa' });
    // 2.20 % of 3000 yen, and 50
    expect(payment).toMatchObject({ currency: 'JPY', amount: 3000, fee_amount: 116, net_amount: 2884 });
    await shop.pass(1000);
    const turnover = (await shop.get('/account/json/turnover/?currency=JPY')).body.incoming;
    expect(turnover).toMatchObject({ turnover: 3000, fee_sell: 116 });
  });
});

describe('payment-gateway.md › Resources and their fields › Core purchase object', () => {
  it.for<[what: string, core: object, total: number]>([
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
  ])('total: %s', async ([, core, total], { shop }) => {
    expect((await shop.create({}, core)).purchase.total).toBe(total);
  });

  it('single_attempt: after one attempt that failed there is no other', async ({ shop }) => {
    const { create, customer, paid } = shop;
    const { id } = await create({}, { single_attempt: true });
    expect((await customer(id, 'fail')).body.status).toBe('error');
    expect((await customer(id, 'pay')).status).toBe(400);
    expect((await paid({}, { single_attempt: true })).status).toBe('paid');
  });

  it('given fields are returned: notes, language, metadata, e-mail message, products with defaults', async ({
    shop,
  }) => {
    const core = { notes: 'n', language: 'ms', metadata: { a: [1, { b: null }] }, email_message: 'Thank you' };
    const { purchase } = await shop.create({}, core);
    expect(purchase).toMatchObject({ ...core, currency: 'MYR', timezone: 'Asia/Kuala_Lumpur', due_strict: false });
    const defaults = { quantity: '1.0000', discount: 0, tax_percent: '0.00', category: '', total_price_override: null };
    expect(purchase.products).toEqual([{ name: 'Desk lamp', price: 10_000, ...defaults }]);
  });
});

describe('payment-gateway.md › Resources and their fields › Payment', () => {
  it('a refund: outgoing, all amounts positive, of its purchase, client, company and brand', async () => {
    const { paid, operate, now } = await startShop({ purchases: { refundFee: 30 } });
    const { id, company_id, brand_id, client, reference, is_test } = await paid();
    const { body } = await operate(id, 'refund', { amount: 2_000 });
    expect(body.payment).toMatchObject({ payment_type: 'refund', is_outgoing: true, currency: 'MYR', paid_on: now() });
    expect(body.payment).toMatchObject({ amount: 2_000, fee_amount: 30, net_amount: 1_970, pending_amount: 0 });
    expect(body).toMatchObject({ company_id, brand_id, client, reference, is_test });
    expect(body.related_to).toEqual({ type: 'purchase', id });
    expect(body.id).not.toBe(id);
  });

  it('pending_amount: the reserve, until pending_unfreeze_on; amount = net + fee + pending', async () => {
    const { paid, get, clock } = await startShop({ reserve: { basisPoints: 1_000, days: 3 } });
    const { payment } = await paid({}, {}, { method: 'fpx' });
    const pending_unfreeze_on = unix(START) + 3 * 86_400;
    const amounts = { amount: 10_000, fee_amount: 100, pending_amount: 1_000, net_amount: 8_900 };
    expect(payment).toMatchObject({ ...amounts, pending_unfreeze_on });
    const balance = async () => (await get('/account/json/balance/')).body.MYR;
    clock.at += 1000;
    expect(await balance()).toMatchObject({ balance: 9_900, reserved: 1_000, available_balance: 8_900 });
    clock.at += 3 * 86_400_000;
    expect(await balance()).toMatchObject({ balance: 9_900, reserved: 0, available_balance: 9_900 });
  });
});
