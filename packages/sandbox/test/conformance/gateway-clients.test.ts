import { describe, expect } from 'vitest';
import { it, refused } from '../gateway-harness.ts';
import { CLIENT_TEXTS, clientRecord, recurringTokenRecord } from '../gateway-records.ts';

const email = 'mei@customer.example';
const LONG_EMAIL = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`;
const lengths = Object.entries(CLIENT_TEXTS).flatMap(([length, fields]) =>
  fields.map((field) => [field, Number(length)] as const),
);

describe('payment-gateway.md › Resources and their fields › Client', () => {
  it.for(lengths)(
    '%s: string of at most %i characters, in a client and in a purchase',
    async ([field, length], { shop }) => {
      const { post, body, create } = shop;
      const fits = { email, [field]: 'x'.repeat(length) };
      const tooLong = { email, [field]: 'x'.repeat(length + 1) };
      const made = await post('/clients/', fits);
      expect(made).toMatchObject({ status: 201, body: fits });
      expect(await refused(post('/clients/', tooLong))).toEqual({ status: 400, [field]: 'max_length' });
      expect((await create({ client: fits })).client).toMatchObject(fits);
      const purchase = post('/purchases/', body({ client: tooLong }));
      expect(await refused(purchase)).toEqual({ status: 400, client: 'max_length' });
    },
  );

  it.for<[what: string, field: string, value: unknown]>([
    ['at most 254 characters', 'email', LONG_EMAIL],
    ['<country_code> <number>', 'phone', '+60 123456789'],
    ['without a plus, with hyphens', 'phone', '60 12-345 6789'],
    ['empty', 'phone', ''],
    ['ISO 3166-1 alpha-2', 'country', 'MY'],
    ['ISO 3166-1 alpha-2', 'shipping_country', 'MY'],
    ['an array of e-mail addresses', 'cc', ['a@b.example', 'c@d.example']],
    ['an array of e-mail addresses', 'bcc', ['a@b.example', 'c@d.example']],
  ])('%s is accepted as %s: %j', async ([, field, value], { shop: { post } }) => {
    const given = { email, [field]: value };
    expect(await post('/clients/', given)).toMatchObject({ status: 201, body: given });
  });

  it.for<[field: string, value: unknown, code: string]>([
    ['email', `${'e'.repeat(60)}.${LONG_EMAIL}`, 'max_length'],
    ['email', 'nobody', 'invalid'],
    ['email', undefined, 'required'],
    ['phone', '0123456789', 'invalid'],
    ['phone', 'call me', 'invalid'],
    ['phone', '+60123456789', 'invalid'],
    ['phone', `+60 ${'1'.repeat(29)}`, 'max_length'],
    ...['country', 'shipping_country'].flatMap((field) =>
      ['MYS', 'my', 'M', 'XX'].map((value): [string, string, string] => [field, value, 'invalid']),
    ),
    ['cc', ['a'], 'invalid'],
    ['cc', 'a@b.example', 'invalid'],
    ['bcc', ['a'], 'invalid'],
    ['bcc', 'a@b.example', 'invalid'],
  ])('%s %j is refused as %s', async ([field, value, code], { shop: { post } }) => {
    expect(await refused(post('/clients/', { email, [field]: value }))).toMatchObject({ status: 400, [field]: code });
  });

  it('the stored record has type, id, created_on and updated_on besides', async ({ shop }) => {
    const { post, send, pass, now } = shop;
    const { body } = await post('/clients/', { email });
    expect(clientRecord.parse(body)).toMatchObject({ email, full_name: '', created_on: now(), updated_on: now() });
    await pass(5000);
    const changed = (await send('PATCH', `/clients/${body.id}/`, { city: 'Ipoh' })).body;
    expect(changed).toMatchObject({ created_on: now() - 5, updated_on: now() });
  });

  it('changing a client record does not change purchases already created from it', async ({ shop }) => {
    const { id } = (await shop.post('/clients/', { email, full_name: 'Mei' })).body;
    const ofClient = () => shop.create({ client: undefined, client_id: id });
    const before = await ofClient();
    await shop.send('PUT', `/clients/${id}/`, { email, full_name: 'Mei Ling' });
    expect((await shop.read(before.id)).client.full_name).toBe('Mei');
    expect(await ofClient()).toMatchObject({ client_id: id, client: { email, full_name: 'Mei Ling' } });
  });
});

describe('payment-gateway.md › Endpoints', () => {
  it('clients: created, listed newest first, read, replaced, changed in part and deleted', async ({ shop }) => {
    const { post, get, send } = shop;
    const one = (await post('/clients/', { email, full_name: 'Mei', city: 'Ipoh' })).body;
    const two = (await post('/clients/', { email: 'b@customer.example' })).body;
    expect((await get('/clients/')).body.results.slice(0, 2)).toMatchObject([{ id: two.id }, { id: one.id }]);
    const path = `/clients/${one.id}/`;
    expect((await send('PATCH', path, { city: 'Kuching' })).body).toMatchObject({ full_name: 'Mei', city: 'Kuching' });
    const replaced = clientRecord.parse((await send('PUT', path, { email, state: 'Perak' })).body);
    expect(replaced).toMatchObject({ email, full_name: '', city: '', state: 'Perak' });
    expect(await refused(send('PATCH', path, { email: '' }))).toEqual({ status: 400, email: 'required' });
    expect((await send('DELETE', path)).status).toBe(204);
    expect(await refused(get(path))).toEqual({ status: 404, __all__: 'not_found' });
  });

  it('clients: the client of a purchase is saved and recognized by its e-mail address', async ({ shop }) => {
    const { create, get } = shop;
    const [one, two] = [await create(), await create({ reference: 'INV-2' })];
    expect(two.client_id).toBe(one.client_id);
    expect((await get(`/clients/${one.client_id}/`)).body.email).toBe('aisyah@customer.example');
  });

  it('a purchase needs no client that was deleted, and none can be made for it any more', async ({ shop }) => {
    const { create, send, read, post, body } = shop;
    const { id, client_id } = await create();
    await send('DELETE', `/clients/${client_id}/`);
    expect(await read(id)).toMatchObject({ client: { full_name: 'Aisyah Tan' } });
    const another = post('/purchases/', body({ client: undefined, client_id }));
    expect(await refused(another)).toEqual({ status: 400, client_id: 'does_not_exist' });
  });

  it('recurring tokens of a client: listed, read, deleted; the token has the id of its purchase', async ({ shop }) => {
    const { create, paid, get, send, read, operate, now } = shop;
    const { id, client_id } = await paid({}, {}, { method: 'visa', remember_card: true });
    const tokens = `/clients/${client_id}/recurring_tokens/`;
    const { results } = (await get(tokens)).body;
    const token = { id, payment_method: 'visa', created_on: now() };
    expect(recurringTokenRecord.array().parse(results)).toMatchObject([token]);
    expect((await get(`${tokens}${id}/`)).body).toEqual(results[0]);
    expect((await send('DELETE', `${tokens}${id}/`)).status).toBe(204);
    expect((await get(tokens)).body.results).toEqual([]);
    expect((await get(`${tokens}${id}/`)).status).toBe(404);
    expect((await read(id)).is_recurring_token).toBe(false);
    expect((await operate((await create()).id, 'charge', { recurring_token: id })).status).toBe(400);
  });
});
