import { describe, expect } from 'vitest';
import { HOOK, it, NOBODY, refused } from '../gateway-harness.ts';

const URL_OF_500 = 'https://m.example/'.padEnd(500, 'a');
const CANCEL = 'https://m.example/back?to=shop';
const fpx = { payment_method_whitelist: ['fpx'] };
const noMethod = { payment_method_whitelist: 'no_payment_method' };
const preauthorization = { total_override: 0 };

describe('payment-gateway.md › Errors › POST /purchases/', () => {
  it.for<[what: string, more: object, codes: object, core?: object]>([
    ['without a brand', { brand_id: undefined }, { brand_id: 'required' }],
    ['an unknown brand', { brand_id: NOBODY }, { brand_id: 'does_not_exist' }],
    ['a brand that is no uuid', { brand_id: 'x' }, { brand_id: 'invalid' }],
    ['neither client nor client_id', { client: undefined }, { client_id: 'required' }],
    ['both client and client_id', { client_id: NOBODY }, { client_id: 'exactly_one' }],
    ['an unknown client', { client: undefined, client_id: NOBODY }, { client_id: 'does_not_exist' }],
    ['issued as no date', { issued: '31.01.2026' }, { issued: 'invalid' }],
    ['issued on a day that does not exist', { issued: '2026-02-30' }, { issued: 'invalid' }],
    ['an empty payment_method_whitelist', { payment_method_whitelist: [] }, { payment_method_whitelist: 'invalid' }],
    ['an unknown method', { payment_method_whitelist: ['cash'] }, { payment_method_whitelist: 'invalid_choice' }],
    ['a whitelist that leaves no usable method', fpx, noMethod, { currency: 'SGD' }],
    ['skip_capture that no method supports', { ...fpx, skip_capture: true }, noMethod],
    ['a preauthorization that no method supports', { ...fpx, skip_capture: true }, noMethod, preauthorization],
    ['a preauthorization without skip_capture', {}, { skip_capture: 'invalid' }, preauthorization],
    ['success_redirect of 501 characters', { success_redirect: `${URL_OF_500}a` }, { success_redirect: 'max_length' }],
    ['success_redirect that is no URL', { success_redirect: 'not a url' }, { success_redirect: 'invalid' }],
    ['failure_redirect of 501 characters', { failure_redirect: `${URL_OF_500}a` }, { failure_redirect: 'max_length' }],
    ['failure_redirect that is no URL', { failure_redirect: 'not a url' }, { failure_redirect: 'invalid' }],
    ['cancel_redirect with <', { cancel_redirect: `${CANCEL}<` }, { cancel_redirect: 'invalid' }],
    ['cancel_redirect with >', { cancel_redirect: `${CANCEL}>` }, { cancel_redirect: 'invalid' }],
    ["cancel_redirect with '", { cancel_redirect: `${CANCEL}'` }, { cancel_redirect: 'invalid' }],
    ['cancel_redirect with "', { cancel_redirect: `${CANCEL}"` }, { cancel_redirect: 'invalid' }],
    ['an unknown refund_availability', { refund_availability: 'some' }, { refund_availability: 'invalid_choice' }],
    ['several mistakes', { skip_capture: 'yes', due: -1 }, { skip_capture: 'invalid', due: 'invalid' }],
    ['a reference of 129 characters', { reference: 'x'.repeat(129) }, { reference: 'max_length' }],
    ['no core object', { purchase: undefined }, { purchase: 'required' }],
    ['no products', {}, { purchase: 'required' }, { products: undefined }],
    ['an empty list of products', {}, { purchase: 'invalid' }, { products: [] }],
    ['a product without a price', {}, { purchase: 'required' }, { products: [{ name: 'a' }] }],
    ['a price that is no whole number', {}, { purchase: 'invalid' }, { products: [{ name: 'a', price: 1.5 }] }],
    ['no decimal quantity', {}, { purchase: 'invalid' }, { products: [{ name: 'a', price: 1, quantity: 'two' }] }],
    ['a currency in small letters', {}, { purchase: 'invalid' }, { currency: 'myr' }],
    ['an unknown time zone', {}, { purchase: 'invalid' }, { timezone: 'Mars/Olympus' }],
    ['a negative total', {}, { purchase: 'invalid' }, { products: [{ name: 'a', price: 1, discount: 2 }] }],
    [
      'a total beyond exact numbers',
      {},
      { purchase: 'invalid' },
      { products: [{ name: 'a', price: 9e15, quantity: 9 }] },
    ],
  ])('%s is refused under its field', async ([, more, codes, core], { shop: { post, body } }) => {
    expect(await refused(post('/purchases/', body(more, core)))).toEqual({ status: 400, ...codes });
  });

  it('a body that is no object is refused as a whole', async ({ shop: { post } }) => {
    expect(await refused(post('/purchases/', '[]'))).toEqual({ status: 400, __all__: 'invalid' });
  });

  it.for<[what: string, more: object]>([
    ['success_redirect of 500 characters', { success_redirect: URL_OF_500 }],
    ['failure_redirect of 500 characters', { failure_redirect: URL_OF_500 }],
    ['cancel_redirect with a query', { cancel_redirect: CANCEL }],
    ['rule 3: success_redirect with a custom port', { success_redirect: 'http://localhost:3000/back' }],
    ['rule 3: failure_redirect with a custom port', { failure_redirect: 'http://localhost:3000/back' }],
    ['rule 3: cancel_redirect with a custom port', { cancel_redirect: 'http://localhost:3000/back' }],
    ['a callback with a colon in its path', { success_callback: 'http://m.example/a:80' }],
    ['a callback with a colon in its query', { success_callback: 'HTTPS://m.example?x=a:443' }],
    ['a callback with a user', { success_callback: 'https://u:p@m.example/' }],
    ['a callback with an IPv6 address', { success_callback: 'http://[::1]/' }],
  ])('%s is accepted', async ([, more], { shop: { create } }) => {
    expect(await create(more)).toMatchObject(more);
  });
});

describe('payment-gateway.md › Events › Callback URL rules', () => {
  it.for<[rule: string, code: string, url: string]>([
    ['1: an explicit port', 'webhooks_callback_port', 'https://m.example:8443/a'],
    ['1: an explicit port, even :80', 'webhooks_callback_port', 'http://m.example:80/'],
    ['1: an explicit port, even :443', 'webhooks_callback_port', 'https://m.example:443'],
    ['1: an explicit port after a user', 'webhooks_callback_port', 'http://u:p@m.example:1/'],
    ['1: an explicit port of an IPv6 address', 'webhooks_callback_port', 'http://[::1]:80/'],
    ['1: an empty port', 'webhooks_callback_port', 'http://m.example:/'],
    ['2: ftp', 'webhooks_callback_scheme', 'ftp://m.example/'],
    ['2: ws', 'webhooks_callback_scheme', 'ws://m.example/'],
    ['2: a file', 'webhooks_callback_scheme', 'file:///etc/passwd'],
    ['2: ftp, and a port', 'webhooks_callback_scheme', 'ftp://m.example:21/'],
    ['2: no scheme', 'invalid', 'm.example/paid'],
    ['2: no colon', 'invalid', 'http//m.example'],
    ['2: a script', 'invalid', 'javascript:alert(1)'],
    ['2: no URL', 'invalid', 'x'],
  ])('rule %s gives %s, for success_callback and for a webhook', async ([, code, url], { shop }) => {
    const purchase = shop.post('/purchases/', shop.body({ success_callback: url }));
    expect(await refused(purchase)).toEqual({ status: 400, success_callback: code });
    const webhook = shop.post('/webhooks/', { callback: url, all_events: true });
    expect(await refused(webhook)).toEqual({ status: 400, callback: code });
  });
});

describe('payment-gateway.md › Errors › other operations', () => {
  const statement = { format: 'csv', timezone: 'UTC' };
  const hook = { callback: HOOK, all_events: true };
  it.for<[path: string, what: string, body: object, codes: object]>([
    ['/webhooks/', 'no callback', { all_events: true }, { callback: 'required' }],
    ['/webhooks/', 'neither events nor all', { callback: HOOK }, { events: 'required' }],
    ['/webhooks/', 'an unknown event', { callback: HOOK, events: ['purchase.dreamt'] }, { events: 'invalid_choice' }],
    ['/webhooks/', 'a long title', { ...hook, title: 'x'.repeat(101) }, { title: 'max_length' }],
    ['/webhooks/', 'a long callback', { ...hook, callback: HOOK.padEnd(501, 'x') }, { callback: 'max_length' }],
    ['/company_statements/', 'nothing', {}, { format: 'required', timezone: 'required' }],
    ['/company_statements/', 'a long format', { ...statement, format: 'c'.repeat(33) }, { format: 'max_length' }],
    ['/company_statements/', 'an unknown format', { ...statement, format: 'pdf' }, { format: 'invalid_choice' }],
    ['/company_statements/', 'an unknown zone', { ...statement, timezone: 'Mars/Olympus' }, { timezone: 'invalid' }],
  ])('POST %s: %s is refused under its field', async ([path, , body, codes], { shop: { post } }) => {
    expect(await refused(post(path, body))).toEqual({ status: 400, ...codes });
  });

  it.for<[operation: string, what: string, body: object, codes: object]>([
    ['mark_as_paid', 'no timestamp', { paid_on: 'today' }, { paid_on: 'invalid' }],
    ['charge', 'no token', {}, { recurring_token: 'required' }],
    ['charge', 'an unknown token', { recurring_token: NOBODY }, { recurring_token: 'does_not_exist' }],
  ])('POST /purchases/{id}/%s/: %s is refused under its field', async ([operation, , body, codes], { shop }) => {
    const { id } = await shop.create();
    expect(await refused(shop.operate(id, operation, body))).toEqual({ status: 400, ...codes });
  });

  it('GET /payment_methods/: brand and currency are required', async ({ shop: { get } }) => {
    const codes = { brand_id: 'required', currency: 'required' };
    expect(await refused(get('/payment_methods/'))).toEqual({ status: 400, ...codes });
  });
});
