import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../src/faults/fault.ts';
import { createFaults } from '../src/faults/fault.ts';
import { START, sign, startPayout } from './payout-harness.ts';
import { accountRecord, envelopeOf } from './payout-records.ts';

type Effect = FaultRule['effect'];

/** A payout service with a fault on its list of send limits, seven of them, 7.00 the newest. */
async function withFault(effect: Effect, more: Partial<FaultRule> = {}) {
  const payout = await startPayout({ choices: { newerRequestExpiresOlder: false } });
  for (let n = 1; n <= 7; n += 1) await payout.ask(n);
  payout.faults.order({ service: 'payout', method: 'GET', path: '/send/send_limits', effect, ...more });
  const amounts = async (query = '') => (await payout.limits(query)).results.map((row) => row.amount);
  return { ...payout, amounts };
}

describe('fault injection', () => {
  it('status: the next N responses, with Retry-After, then the service responds', async () => {
    const payout = await withFault({ kind: 'status', status: 503, retry_after: 7 }, { times: 2 });
    for (let n = 0; n < 2; n += 1) {
      const answer = await payout.get('/send/send_limits');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7']);
    }
    expect((await payout.get('/send/send_limits')).status).toBe(200);
  });

  it('matching: only the named service, method and path, after the skipped requests', async () => {
    const payout = await withFault({ kind: 'status', status: 500 }, { after: 1 });
    expect((await payout.get('/send/accounts')).status).toBe(200);
    expect((await payout.post('/send/send_limits', { amount: 1 })).status).toBe(200);
    expect((await payout.get('/send/send_limits/20001')).status).toBe(200);
    expect((await payout.get('/send/send_limits?page=1')).status).toBe(200);
    expect((await payout.get('/send/send_limits?page=1')).status).toBe(500);
    payout.faults.order({ service: 'gateway', effect: { kind: 'status', status: 500 } });
    expect((await payout.get('/send/send_limits')).status).toBe(200);
  });

  it('matching: a star matches anything, also under the other base path', async () => {
    const payout = await withFault({ kind: 'status', status: 500 }, { path: '/send/send_limits/*', times: null });
    expect((await payout.get('/send/send_limits/20001')).status).toBe(500);
    expect((await payout.get(`${payout.service.url}/v1/send/send_limits/1`)).status).toBe(500);
    expect((await payout.get('/send/send_limits')).status).toBe(200);
    payout.faults.cancel();
    expect((await payout.get('/send/send_limits/20001')).status).toBe(200);
  });

  it('slow: the response is delayed', async () => {
    const payout = await withFault({ kind: 'slow', milliseconds: 150 });
    const began = performance.now();
    expect(await payout.amounts()).toHaveLength(7);
    expect(performance.now() - began).toBeGreaterThanOrEqual(149);
  });

  it('cut_off: the connection breaks within the body', async () => {
    const payout = await withFault({ kind: 'cut_off' });
    const response = await fetch(`${payout.service.url}/send/send_limits`, { headers: payout.signed() });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000);
    await expect(response.text()).rejects.toThrow();
  });

  it('truncate: the body ends early without a protocol error', async () => {
    const payout = await withFault({ kind: 'truncate', at_byte: 20 });
    const response = await fetch(`${payout.service.url}/send/send_limits`, { headers: payout.signed() });
    expect(response.headers.get('content-length')).toBe('20');
    expect(await response.text()).toBe('{"results":[{"id":20');
  });

  it('corrupt: the same number of bytes, some changed', async () => {
    const payout = await withFault({ kind: 'corrupt' });
    const read = async () => {
      const response = await fetch(`${payout.service.url}/send/send_limits`, { headers: payout.signed() });
      return Buffer.from(await response.arrayBuffer());
    };
    const [corrupt, whole] = [await read(), await read()];
    expect(corrupt.length).toBe(whole.length);
    expect(corrupt.equals(whole)).toBe(false);
  });

  it('html: a web page with status 200', async () => {
    const payout = await withFault({ kind: 'html' });
    const answer = await payout.get('/send/send_limits');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/^<!DOCTYPE html>/);
  });

  it('redirect: to another host', async () => {
    const payout = await withFault({ kind: 'redirect', location: 'http://elsewhere.example/file.csv' });
    const answer = await payout.get('/send/send_limits');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://elsewhere.example/file.csv']);
  });

  it('download_expired and statement effects: the link is refused; the record stays in processing or ends with another status', async () => {
    const payout = await withFault({ kind: 'download_expired' });
    expect((await payout.get('/send/send_limits')).status).toBe(403);
    payout.faults.order({ service: 'payout', path: '/20001', effect: { kind: 'statement_never_ends' } });
    expect((await payout.get('/send/send_limits/20001')).text).toContain('"status":"processing"');
    payout.faults.order({
      service: 'payout',
      path: '/20001',
      effect: { kind: 'statement_status', status: 'archived' },
    });
    expect((await payout.get('/send/send_limits/20001')).text).toContain('"status":"archived"');
  });

  it('set_fields: unknown fields and values, and records changed after they were read', async () => {
    const fields = { amount: 70.01, status: 'on_the_moon', colour: 'blue' };
    const payout = await withFault({ kind: 'set_fields', fields, in: 'first_record' }, { after: 1 });
    const first = await payout.get('/send/send_limits');
    expect(first.text).not.toContain('on_the_moon');
    const second = await payout.get('/send/send_limits');
    expect(second.body).toMatchObject({ results: [fields, { amount: 6, status: 'pending' }, {}, {}, {}, {}, {}] });
  });

  it('remove_fields: fields are missing', async () => {
    const payout = await withFault({ kind: 'remove_fields', names: ['net_amount'], in: 'every_record' });
    expect((await payout.get('/send/send_limits')).text).not.toContain('net_amount');
    expect((await payout.get('/send/send_limits')).text).toContain('net_amount');
  });

  it('repeat_page: a page is repeated instead of the next', async () => {
    const payout = await withFault({ kind: 'repeat_page' });
    expect(await payout.amounts('?limit=3')).toEqual([7, 6, 5]);
    expect(await payout.amounts('?limit=3&page=2')).toEqual([7, 6, 5]);
    expect(await payout.amounts('?limit=3&page=2')).toEqual([4, 3, 2]);
  });

  it('shift_pages: inserted rows move others to the next page, and none is lost', async () => {
    const payout = await withFault({ kind: 'shift_pages', rows: 1 }, { times: null });
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await payout.amounts(`?limit=3&page=${page}`));
    expect(pages).toEqual([
      [7, 6, 5],
      [5, 4, 3],
      [2, 1],
    ]);
  });

  it('skew_clock: the server refuses a fresh signature as old, and its Date header shows why', async () => {
    const payout = await startPayout();
    payout.faults.order({ service: 'payout', times: null, effect: { kind: 'skew_clock', seconds: 45 } });
    const refused = await payout.get('/send/accounts');
    expect([refused.status, refused.headers.get('date')]).toEqual([401, 'Wed, 14 Oct 2026 02:00:45 GMT']);
    const epoch = START / 1000 + 45;
    const headers = { ...payout.signed(), epoch: String(epoch), checksum: sign(epoch) };
    const accepted = await payout.send('GET', '/send/accounts', headers);
    expect(envelopeOf(accountRecord).parse(accepted.body).results).toHaveLength(1);
  });

  it('an invalid fault is refused, and each fault counts its requests', () => {
    const faults = createFaults([{ service: 'gateway', path: '/turnover/', effect: { kind: 'corrupt' } }]);
    expect(() => faults.order({ service: 'bank', effect: { kind: 'corrupt' } })).toThrow();
    expect(() => faults.order({ service: 'payout', effect: { kind: 'magic' } })).toThrow();
    expect(faults.take('gateway', 'GET', '/api/v1/account/json/turnover/?currency=MYR')).toHaveLength(1);
    expect(faults.take('gateway', 'GET', '/api/v1/account/json/turnover/')).toHaveLength(0);
    expect(faults.list()).toMatchObject([{ id: 1, seen: 2, harmed: 1 }]);
  });
});
