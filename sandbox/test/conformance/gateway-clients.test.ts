import { describe, expect, it } from 'vitest';
import { START } from '../gateway-harness.ts';
import { clientRecord, recurringTokenRecord } from '../gateway-records.ts';
import { NOBODY, startShop, unix } from '../purchase-harness.ts';

const email = 'mei@customer.example';

/** The table of the specification, written down again. */
const lengths: Array<[string, number]> = [
  ['bank_account', 64],
  ['bank_code', 32],
  ['full_name', 1000],
  ['personal_code', 32],
  ['street_address', 128],
  ['city', 128],
  ['zip_code', 32],
  ['state', 128],
  ['shipping_street_address', 128],
  ['shipping_city', 128],
  ['shipping_state', 128],
  ['shipping_zip_code', 32],
  ['legal_name', 1000],
  ['brand_name', 128],
  ['registration_number', 32],
  ['tax_number', 32],
];

describe('payment-gateway.md › Resources and their fields › Client', () => {
  it.each(lengths)('%s: string of at most %i characters, in a client and in a purchase', async (field, length) => {
    const { post, body, refused, create } = await startShop();
    const [fits, tooLong] = ['x'.repeat(length), 'x'.repeat(length + 1)];
    const made = await post('/clients/', { email, [field]: fits });
    expect([made.status, made.body[field]]).toEqual([201, fits]);
    expect(await refused(post('/clients/', { email, [field]: tooLong }))).toEqual({
      status: 400,
      [field]: 'max_length',
    });
    expect((await create({ client: { email, [field]: fits } })).client).toMatchObject({ [field]: fits });
    expect(await refused(post('/purchases/', body({ client: { email, [field]: tooLong } })))).toEqual({
      status: 400,
      client: 'max_length',
    });
  });

  it('email: an address of at most 254 characters', async () => {
    const { post, refused } = await startShop();
    const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`;
    expect((await post('/clients/', { email: long })).status).toBe(201);
    expect(await refused(post('/clients/', { email: `${'e'.repeat(60)}.${long}` }))).toMatchObject({
      email: 'max_length',
    });
    expect(await refused(post('/clients/', { email: 'nobody' }))).toEqual({ status: 400, email: 'invalid' });
    expect(await refused(post('/clients/', { full_name: 'Mei' }))).toEqual({ status: 400, email: 'required' });
  });

  it('phone: at most 32 characters, <country_code> <number>', async () => {
    const { post, refused } = await startShop();
    for (const phone of ['+60 123456789', '60 12-345 6789', ''])
      expect((await post('/clients/', { email, phone })).status, phone).toBe(201);
    for (const phone of ['0123456789', 'call me', '+60123456789'])
      expect(await refused(post('/clients/', { email, phone })), phone).toEqual({ status: 400, phone: 'invalid' });
    expect((await post('/clients/', { email, phone: `+60 ${'1'.repeat(29)}` })).status).toBe(400);
  });

  it.each(['country', 'shipping_country'])('%s: ISO 3166-1 alpha-2', async (field) => {
    const { post, refused } = await startShop();
    expect((await post('/clients/', { email, [field]: 'MY' })).status).toBe(201);
    for (const value of ['MYS', 'my', 'M'])
      expect(await refused(post('/clients/', { email, [field]: value }))).toEqual({ status: 400, [field]: 'invalid' });
  });

  it.each(['cc', 'bcc'])('%s: an array of e-mail addresses', async (field) => {
    const { post, refused } = await startShop();
    expect((await post('/clients/', { email, [field]: ['a@b.example', 'c@d.example'] })).body[field]).toHaveLength(2);
    expect(await refused(post('/clients/', { email, [field]: ['a'] }))).toEqual({ status: 400, [field]: 'invalid' });
    expect(await refused(post('/clients/', { email, [field]: 'a@b.example' }))).toEqual({
      status: 400,
      [field]: 'invalid',
    });
  });

  it('the stored record has type, id, created_on and updated_on besides', async () => {
    const { post, get, clock, send } = await startShop();
    const { body } = await post('/clients/', { email });
    clientRecord.parse(body);
    expect(body).toMatchObject({
      type: 'client',
      email,
      full_name: '',
      created_on: unix(START),
      updated_on: unix(START),
    });
    clock.at += 5000;
    await send('PATCH', `/clients/${body.id}/`, { city: 'Ipoh' });
    expect((await get(`/clients/${body.id}/`)).body).toMatchObject({
      created_on: unix(START),
      updated_on: unix(START) + 5,
    });
  });

  it('changing a client record does not change purchases already created from it', async () => {
    const { post, create, read, send } = await startShop();
    const { id } = (await post('/clients/', { email, full_name: 'Mei' })).body;
    const before = await create({ client: undefined, client_id: id });
    await send('PUT', `/clients/${id}/`, { email, full_name: 'Mei Ling' });
    expect((await read(before.id)).client?.full_name).toBe('Mei');
    expect((await create({ client: undefined, client_id: id })).client?.full_name).toBe('Mei Ling');
  });
});

describe('payment-gateway.md › Endpoints', () => {
  it('clients: created, listed newest first, read, replaced, changed in part and deleted', async () => {
    const { post, get, send, refused } = await startShop();
    const one = (await post('/clients/', { email, full_name: 'Mei', city: 'Ipoh' })).body;
    const two = (await post('/clients/', { email: 'b@customer.example' })).body;
    expect((await get('/clients/')).body).toMatchObject({ results: [{ id: two.id }, { id: one.id }], next: null });
    const path = `/clients/${one.id}/`;
    expect((await send('PATCH', path, { city: 'Kuching' })).body).toMatchObject({ full_name: 'Mei', city: 'Kuching' });
    const replaced = (await send('PUT', path, { email, state: 'Perak' })).body;
    clientRecord.parse(replaced);
    expect(replaced).toMatchObject({ email, full_name: '', city: '', state: 'Perak' });
    expect(await refused(send('PATCH', path, { email: '' }))).toEqual({ status: 400, email: 'required' });
    expect((await send('DELETE', path)).status).toBe(204);
    expect(await refused(get(path))).toEqual({ status: 404, __all__: 'not_found' });
    expect(await refused(send('PUT', `/clients/${NOBODY}/`, { email }))).toEqual({ status: 404, __all__: 'not_found' });
  });

  it('clients: the client of a purchase is saved and recognized by its e-mail address', async () => {
    const { create, get } = await startShop();
    const [one, two] = [await create(), await create({ reference: 'INV-2' })];
    expect(two.client_id).toBe(one.client_id);
    expect((await get(`/clients/${one.client_id}/`)).body.email).toBe('aisyah@customer.example');
  });

  it('a purchase needs no client that was deleted, and none can be made for it any more', async () => {
    const { create, send, read, post, body, refused } = await startShop();
    const { id, client_id } = await create();
    await send('DELETE', `/clients/${client_id}/`);
    expect((await read(id)).client?.full_name).toBe('Aisyah Tan');
    expect(await refused(post('/purchases/', body({ client: undefined, client_id })))).toEqual({
      status: 400,
      client_id: 'does_not_exist',
    });
  });

  it('recurring tokens of a client: listed, read and deleted; the token has the id of its purchase', async () => {
    const { create, customer, get, send, read, operate } = await startShop();
    const { id, client_id } = await create();
    await customer(id, 'pay', { method: 'visa', remember_card: true });
    const tokens = `/clients/${client_id}/recurring_tokens/`;
    const { results } = (await get(tokens)).body;
    expect(results).toHaveLength(1);
    recurringTokenRecord.parse(results[0]);
    expect((await get(`${tokens}${id}/`)).body).toEqual(results[0]);
    expect(results[0]).toMatchObject({ id, payment_method: 'visa', created_on: unix(START) });
    expect((await send('DELETE', `${tokens}${id}/`)).status).toBe(204);
    expect((await get(tokens)).body.results).toEqual([]);
    expect((await get(`${tokens}${id}/`)).status).toBe(404);
    expect((await read(id)).is_recurring_token).toBe(false);
    expect((await operate((await create()).id, 'charge', { recurring_token: id })).status).toBe(400);
  });
});

describe('payment-gateway.md › Limits', () => {
  it('client field lengths: as in the table, none longer', async () => {
    const { post } = await startShop();
    for (const [field, length] of lengths)
      expect((await post('/clients/', { email, [field]: 'x'.repeat(length + 1) })).status, field).toBe(400);
  });
});
