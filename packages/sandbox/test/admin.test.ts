import { describe, expect, it, onTestFinished } from 'vitest';
import { startAdmin } from '../src/admin/admin.ts';
import { request } from './harness.ts';
import { startPayout } from './payout-harness.ts';

const NOW = '2026-10-14T02:00:00.000Z';

async function startBoth() {
  const payout = await startPayout();
  const { clock } = payout;
  const running = await startAdmin({
    token: 'adm1n',
    truth: () => ({ breaks: [{ key: '1' }] }),
    clock: { now: () => clock.at, set: (at) => Object.assign(clock, { at }) },
    faults: payout.faults,
    requests: payout.requests,
    payout: payout.service,
    catchUp: () => payout.service.catchUp(),
    extend: (app) => void app.get('/customers', () => ({ pay: true })),
  });
  onTestFinished(() => running.close());
  const admin = async (method: string, path: string, body?: unknown, token = 'adm1n') => {
    const answer = await request(method, `${running.url}${path}`, { authorization: `Bearer ${token}` }, body);
    return { status: answer.status, body: answer.body };
  };
  return { ...payout, admin };
}

describe('admin API', () => {
  it('requires its own token', async () => {
    const { admin } = await startBoth();
    expect(await admin('GET', '/truth')).toEqual({ status: 200, body: { breaks: [{ key: '1' }] } });
    expect((await admin('GET', '/customers')).body).toEqual({ pay: true });
    for (const path of ['/truth', '/customers'])
      expect((await admin('GET', path, undefined, 'wrong')).status).toBe(401);
  });

  it('reads the outbox, also of one approver', async () => {
    const { admin, ask } = await startBoth();
    const { id } = await ask(10);
    expect((await admin('GET', '/outbox')).body).toMatchObject([{ send_limit_id: id }, { send_limit_id: id }]);
    const to = 'two@merchant.example';
    expect((await admin('GET', `/outbox?to=${to}`)).body).toMatchObject([{ to, sent_at: NOW }]);
  });

  it('moves the clock by a duration or to an instant, and runs what has fallen due', async () => {
    const { admin, ask, limit, world } = await startBoth();
    const { id } = await ask(10);
    expect((await admin('GET', '/clock')).body).toEqual({ now: NOW });
    expect((await admin('POST', '/clock', { advance: 'P30D' })).body).toEqual({ now: '2026-11-13T02:00:00.000Z' });
    expect(world.state.sendLimits.get(id)?.status).toBe('expired');
    expect((await limit(id)).updated_at).toBe('2026-10-15T04:00:00.000Z');
    await admin('POST', '/clock', { set: '2026-10-14T05:00:00+08:00' });
    expect((await admin('GET', '/clock')).body).toEqual({ now: '2026-10-13T21:00:00.000Z' });
    for (const wrong of [{}, { advance: 'a month' }, { set: '2026-10-14' }, { set: '2026-10-14T05:00:00' }])
      expect((await admin('POST', '/clock', wrong)).status).toBe(400);
  });

  it('injects, lists and removes faults, one or a script', async () => {
    const { admin, get } = await startBoth();
    const order = { service: 'payout', path: '/send/accounts', effect: { kind: 'status', status: 502 } };
    const placed = await admin('POST', '/faults', [order, { ...order, times: null }]);
    expect(placed).toMatchObject({ status: 201, body: [{ id: 1 }, { id: 2 }] });
    expect((await get('/send/accounts')).status).toBe(502);
    expect((await admin('DELETE', '/faults/2')).status).toBe(204);
    expect((await admin('GET', '/faults')).body).toMatchObject([{ id: 1, seen: 1, harmed: 1 }]);
    expect((await get('/send/accounts')).status).toBe(200);
    await admin('DELETE', '/faults');
    expect((await admin('GET', '/faults')).body).toEqual([]);
    expect((await admin('POST', '/faults', { ...order, effect: { kind: 'magic' } })).status).toBe(400);
  });

  it('approves for all, decides on a recipient, sets an unknown state, restricts the permission', async () => {
    const { admin, ask, recipient, pay, get, post, instruction, account } = await startBoth();
    const balance = async () => (await account()).current_balance;
    const { id } = await ask(100);
    expect((await admin('POST', `/payout/send_limits/${id}/approve`)).body).toMatchObject({ status: 'approved' });
    const waiting = await recipient('BEN-1', '9980000001');
    const decide = (decision: object) => admin('POST', `/payout/bank_accounts/${waiting}`, decision);
    const verified = { status: 'verified', rejection_reason: null };
    expect((await decide({ status: 'verified' })).body).toMatchObject(verified);
    expect(await balance()).toBe(99);
    // Deciding again is not charged again.
    await decide({ status: 'rejected', rejection_reason: 'Closed' });
    await decide({ status: 'verified' });
    expect(await balance()).toBe(99);
    const sent = await pay(waiting, '10.00');
    const move = (change: object) => admin('POST', `/payout/send_instructions/${sent.id}`, change);
    await move({ state: 'on_the_moon' });
    expect((await instruction(sent.id)).state).toBe('on_the_moon');
    const reason = { state: 'rejected', rejection_reason: 'Closed' };
    expect((await move(reason)).body).toMatchObject(reason);
    expect(await balance()).toBe(99);
    await admin('POST', '/payout/permission', { permission: 'read_only' });
    expect((await post('/send/groups', { name: 'x' })).status).toBe(403);
    expect((await get('/send/groups')).status).toBe(200);
  });

  it('lists the latest requests with the reason of each refusal, which the payout service leaves out', async () => {
    const { admin, post, send, get } = await startBoth();
    const refused = await post('/send/bank_accounts', { account_number: '12a', bank_code: 'NONE', reference: 'R' });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Bad request', data: {} } });
    await post('/send/bank_accounts', '{"account_number": ');
    await send('GET', '/send/accounts', {});
    await get('/send/accounts?limit=1');
    const mistakes = [
      'account_number: Not 1 to 64 digits',
      'bank_code: Not a known bank code',
      'name: Invalid input: expected string, received undefined',
    ];
    const post400 = { method: 'POST', path: '/api/send/bank_accounts', status: 400 };
    const read = { method: 'GET', path: '/api/send/accounts' };
    const requests = [
      { ...read, status: 200, reason: null },
      { ...read, status: 401, reason: 'the Authorization header is not Bearer and the API key' },
      { ...post400, reason: 'the body is not JSON' },
      { ...post400, reason: mistakes.join('; ') },
    ];
    const expected = requests.map((one) => ({ ...one, at: NOW, service: 'payout' }));
    expect((await admin('GET', '/requests')).body).toEqual(expected);
    expect((await admin('GET', '/requests?service=payout&status=401')).body).toHaveLength(1);
    expect((await admin('GET', '/requests?service=gateway')).body).toEqual([]);
  });
});
