import { describe, expect } from 'vitest';
import { it } from '../gateway-harness.ts';

/** As a browser: without the key, a form where fields are given. */
async function browse(url: string | null, fields?: Record<string, string>) {
  const init = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
  const response = await fetch(url ?? '', { ...init, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

const redirects = {
  success_redirect: 'https://shop.example:8443/done',
  failure_redirect: 'https://shop.example/failed',
};

describe('payment-gateway.md › What the service does', () => {
  it('customers pay a purchase by a payment method: the payform opens, and sends back', async ({ shop }) => {
    const { create, read } = shop;
    const { id, checkout_url } = await create(redirects);
    const page = await browse(checkout_url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('MYR 100.00');
    expect((await read(id)).status).toBe('viewed');
    const failed = await browse(checkout_url, { outcome: 'fail', method: 'fpx' });
    expect(failed).toMatchObject({ status: 303, location: redirects.failure_redirect });
    expect((await read(id)).status).toBe('error');
    expect((await browse(checkout_url, { outcome: 'pay', method: 'fpx' })).location).toBe(redirects.success_redirect);
    expect(await read(id)).toMatchObject({ status: 'paid', transaction_data: { payment_method: 'fpx' } });
    expect((await browse(checkout_url)).text).not.toContain('<form');
    expect((await browse(checkout_url, { outcome: 'pay' })).status).toBe(400);
  });

  it('text of a merchant is escaped', async ({ shop: { create } }) => {
    const products = [{ name: '"Tea" & <b>milk</b>', price: 5 }];
    const { text } = await browse((await create({ reference: '<script>1</script>' }, { products })).checkout_url);
    expect(text).toContain('&lt;script&gt;1&lt;/script&gt;');
    expect(text).toContain('&quot;Tea&quot; &amp; &lt;b&gt;milk&lt;/b&gt;');
    expect(text).not.toContain('<script>');
  });
});

describe('payment-gateway.md › Resources and their fields › Purchase', () => {
  it('success_redirect and failure_redirect: the admin API says where the customer is sent', async ({ shop }) => {
    const { id } = await shop.create(redirects);
    expect((await shop.customer(id, 'fail')).body.redirect_to).toBe(redirects.failure_redirect);
    expect((await shop.customer(id, 'pay')).body.redirect_to).toBe(redirects.success_redirect);
  });

  it('cancel_redirect: shows a Return to seller button, and does not cancel the payment', async ({ shop }) => {
    const { create, read } = shop;
    const { id, checkout_url } = await create({ cancel_redirect: 'https://shop.example/cart?a=1&b=2' });
    const { text } = await browse(checkout_url);
    expect(text).toContain('<a href="https://shop.example/cart?a=1&amp;b=2">Return to seller</a>');
    expect((await read(id)).status).toBe('viewed');
    expect((await browse((await create()).checkout_url)).text).not.toContain('Return to seller');
  });

  it('is_recurring_token: a card saved by remember_card=on in direct post, or by force_recurring', async ({ shop }) => {
    const { create, read } = shop;
    const card_number = '4444 3333 2222 1111';
    const [kept, not] = [await create(), await create()];
    const [forced, bank] = [await create({ force_recurring: true }), await create({ force_recurring: true })];
    await browse(kept.direct_post_url, { card_number, remember_card: 'on' });
    await browse(not.direct_post_url, { card_number });
    await browse(forced.checkout_url, { outcome: 'pay', method: 'mastercard' });
    // only where the method supports it
    await browse(bank.checkout_url, { outcome: 'pay', method: 'fpx' });
    for (const { id } of [bank, not])
      expect(await read(id)).toMatchObject({ status: 'paid', is_recurring_token: false });
    const transaction_data = { payment_method: 'visa', flow: 'direct_post' };
    expect(await read(kept.id)).toMatchObject({ is_recurring_token: true, direct_post_url: null, transaction_data });
    expect(await read(forced.id)).toMatchObject({ is_recurring_token: true, transaction_data: { flow: 'payform' } });
  });

  it('invoice_url and direct_post_url: where a customer can pay, by how the card number ends', async ({ shop }) => {
    const { create, read } = shop;
    const { id, direct_post_url, invoice_url } = await create(redirects);
    expect((await browse(invoice_url)).status).toBe(200);
    const post = async (card_number: string) => (await browse(direct_post_url, { card_number })).location;
    expect(await post('4444333322220002')).toBe(redirects.failure_redirect);
    expect((await read(id)).status).toBe('error');
    expect(await post('5555333322220127')).toBe(redirects.failure_redirect);
    expect((await read(id)).status).toBe('blocked');
    expect((await browse(direct_post_url, { card_number: '123' })).status).toBe(400);
    expect(await post('5555333322221111')).toBe(redirects.success_redirect);
    expect(await read(id)).toMatchObject({ status: 'paid', transaction_data: { payment_method: 'mastercard' } });
  });
});
