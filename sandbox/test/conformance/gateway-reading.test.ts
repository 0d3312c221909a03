import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isMoved } from '../../src/gateway/book.ts';
import { KEY, START, startTestGateway } from '../gateway-harness.ts';

const asked = { format: 'csv', timezone: 'UTC' };
const seconds = (at: number) => Math.floor(at / 1000);
const codes = (body: Record<string, { code: string }>) =>
  Object.fromEntries(Object.entries(body).map(([field, { code }]) => [field, code]));

describe('payment-gateway.md › Authentication', () => {
  it('rule 1: the bearer header on every request, also to a path that is not there', async () => {
    const { send } = await startTestGateway();
    for (const authorization of ['', 'Bearer', `Bearer ${KEY}x`, KEY, 'Bearer sk_live_1']) {
      const { status, body } = await send('GET', '/company_statements/', undefined, { authorization });
      expect(status).toBe(401);
      expect(codes(body)).toEqual({ __all__: 'authentication_failed' });
      expect((await send('GET', '/nothing/', undefined, { authorization })).status).toBe(401);
    }
    expect((await send('GET', '/nothing/')).status).toBe(404);
  });
});

describe('payment-gateway.md › Company statement', () => {
  it('is scheduled, passes pending and processing to success, and its link returns the file', async () => {
    const { post, get, clock, send } = await startTestGateway();
    const made = await post('/company_statements/?currency=MYR', asked);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...asked,
      type: 'company_statement',
      is_test: true,
      status: 'pending',
      download_url: null,
      query_string: 'currency=MYR',
      created_on: seconds(START),
    });
    const read = async () => (await get(`/company_statements/${made.body.id}/`)).body;
    clock.at += 150;
    expect(await read()).toMatchObject({ status: 'processing', download_url: null });
    clock.at += 150;
    const done = await read();
    expect(done.status).toBe('success');
    // a path of its own, without the key
    expect(done.download_url).not.toContain('/api/v1');
    const file = await send('GET', done.download_url, undefined, { authorization: '' });
    expect(file.status).toBe(200);
    expect(file.text).toContain('Reference Nr.');
    clock.at += 16 * 60_000;
    expect((await send('GET', done.download_url)).status).toBe(403);
  });

  it('format at most 32 characters, csv or xlsx; timezone a time zone name; each mistake under its field', async () => {
    const { post } = await startTestGateway();
    const refused = async (body: object) => {
      const answer = await post('/company_statements/?currency=MYR', body);
      expect(answer.status).toBe(400);
      return codes(answer.body);
    };
    expect(await refused({})).toEqual({ format: 'required', timezone: 'required' });
    expect(await refused({ ...asked, format: 'x'.repeat(33) })).toEqual({ format: 'max_length' });
    expect(await refused({ ...asked, format: 'pdf' })).toEqual({ format: 'invalid_choice' });
    expect(await refused({ ...asked, timezone: 'Mars/Olympus' })).toEqual({ timezone: 'invalid' });
  });

  it('list: results, next and previous, newest first', async () => {
    const { post, get } = await startTestGateway();
    const ids: string[] = [];
    for (let n = 0; n < 51; n += 1) ids.push((await post('/company_statements/', asked)).body.id);
    const first = (await get('/company_statements/')).body;
    expect(first.previous).toBeNull();
    expect(first.results.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).reverse());
    const second = (await get(first.next)).body;
    expect(second.results).toHaveLength(1);
    expect(second.next).toBeNull();
  });

  it('cancel: before it is done; 404 for an unknown one', async () => {
    const { post, get } = await startTestGateway();
    const { id } = (await post('/company_statements/', asked)).body;
    expect((await post(`/company_statements/${id}/cancel/`)).body.status).toBe('cancelled');
    expect((await get(`/company_statements/${id}/`)).body.status).toBe('cancelled');
    const none = '00000000-0000-4000-8000-000000000000';
    expect((await get(`/company_statements/${none}/`)).status).toBe(404);
    expect((await post(`/company_statements/${none}/cancel/`)).status).toBe(404);
  });

  it('filters: total takes exactly two values, time bounds one, currency in capitals', async () => {
    const { post } = await startTestGateway();
    const refused = async (query: string) => codes((await post(`/company_statements/?${query}`, asked)).body);
    expect(await refused('total=1')).toEqual({ total: 'invalid' });
    expect(await refused('total=1&total=2&total=3')).toEqual({ total: 'invalid' });
    expect(await refused('paid_from=1&paid_from=2')).toEqual({ paid_from: 'invalid' });
    expect(await refused('paid_to=yesterday')).toEqual({ paid_to: 'invalid' });
    expect(await refused('currency=myr')).toEqual({ currency: 'invalid' });
    expect((await post('/company_statements/?total=1&total=2&currency=MYR&currency=SGD', asked)).status).toBe(201);
  });

  it('filters: the file has the matching payments, lower bound inclusive and upper bound exclusive', async () => {
    const { post, get, clock, send, book } = await startTestGateway();
    const idsOf = async (query: string) => {
      const { id } = (await post(`/company_statements/?${query}`, asked)).body;
      clock.at += 300;
      const { download_url } = (await get(`/company_statements/${id}/`)).body;
      const { text } = await send('GET', download_url);
      return [...text.matchAll(/^([0-9a-f-]{36}),/gm)].map(([, found]) => found).sort();
    };
    const paid = book.payments.filter(isMoved);
    const ids = (wanted: typeof paid) => wanted.map(({ id }) => id).sort();
    const one = paid[7];
    const other = paid[30];
    if (one === undefined || other === undefined) throw new Error('the scenario is too short');
    const [from, to] = [one.paidAt, other.paidAt].sort((a, b) => a - b) as [number, number];
    const inside = paid.filter(({ paidAt }) => paidAt >= seconds(from) * 1000 && paidAt < seconds(to) * 1000);
    expect(inside.length).toBeGreaterThan(3);
    expect(await idsOf(`paid_from=${seconds(from)}&paid_to=${seconds(to)}`)).toEqual(ids(inside));
    expect(await idsOf('paid_from=1&currency=SGD&payment_method=fpx')).toEqual(
      ids(paid.filter(({ currency, method }) => currency === 'SGD' && method === 'fpx')),
    );
    expect(await idsOf(`q=${one.reference.toLowerCase()}`)).toContain(one.id);
    const amount = Number(one.amount);
    expect(await idsOf(`paid_from=1&total=${amount}&total=${amount}&currency=${one.currency}`)).toContain(one.id);
    expect(await idsOf(`total=${amount + 1}&total=${amount + 1}&q=${one.reference}`)).not.toContain(one.id);
  });
});

describe('payment-gateway.md › Turnover record', () => {
  it('incoming and outgoing of exactly one currency, with fees and counts, by the time of payment', async () => {
    const { get, book } = await startTestGateway();
    for (const query of ['', '?currency=MYR&currency=SGD'])
      expect(codes((await get(`/account/json/turnover/${query}`)).body)).toEqual({
        currency: query === '' ? 'required' : 'invalid',
      });
    const moved = book.payments.filter((payment) => isMoved(payment) && payment.currency === 'MYR');
    const sum = (isOutgoing: boolean) => {
      const side = moved.filter((payment) => payment.isOutgoing === isOutgoing);
      return {
        turnover: side.reduce((total, { amount }) => total + Number(amount), 0),
        fee_sell: side.reduce((total, { fee }) => total + Number(fee), 0),
        count: { all: side.length },
      };
    };
    expect((await get('/account/json/turnover/?currency=MYR')).body).toEqual({
      incoming: sum(false),
      outgoing: sum(true),
    });
    const first = Math.min(...moved.map(({ paidAt }) => paidAt ?? 0));
    const upTo = (await get(`/account/json/turnover/?currency=MYR&to=${seconds(first)}`)).body;
    expect(upTo.incoming.count.all).toBe(0);
  });

  it('every other filter accepts several values and matches any of them', async () => {
    const { get } = await startTestGateway();
    const count = async (query: string) =>
      (await get(`/account/json/turnover/?currency=MYR${query}`)).body.incoming.count.all;
    const fpx = await count('&payment_method=fpx');
    const visa = await count('&payment_method=visa');
    expect(fpx * visa).toBeGreaterThan(0);
    expect(await count('&payment_method=fpx&payment_method=visa')).toBe(fpx + visa);
    expect(codes((await get('/account/json/turnover/?currency=MYR&payment_method=cash')).body)).toEqual({
      payment_method: 'invalid_choice',
    });
  });
});

describe('payment-gateway.md › Endpoints', () => {
  it('GET /public_key/: a JSON text that holds a PEM', async () => {
    const { get } = await startTestGateway();
    const { body } = await get('/public_key/');
    expect(createPublicKey(body).asymmetricKeyType).toBe('rsa');
    expect((await get('/public_key/')).body).toBe(body);
  });

  it('a body that is no JSON is answered in the shape of every error', async () => {
    const { send } = await startTestGateway();
    const { status, body } = await send('POST', '/company_statements/', '{');
    expect(status).toBe(400);
    expect(codes(body)).toEqual({ __all__: 'parse_error' });
  });
});
