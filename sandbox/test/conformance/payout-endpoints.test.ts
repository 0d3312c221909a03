import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOUR, instruction, START, startPayout } from '../payout-harness.ts';
import {
  accountRecord,
  bankAccountRecord,
  envelopeOf,
  errorRecord,
  groupRecord,
  instructionRecord,
  sendLimitRecord,
  webhookRecord,
} from '../payout-records.ts';

const listed = (body: unknown) =>
  envelopeOf(instructionRecord)
    .parse(body)
    .results.map((one) => one.reference);

describe('payout-service.md › Endpoints', () => {
  const success = z.strictObject({ success: z.literal(true), code: z.literal(200), data: z.strictObject({}) });
  const hook = { name: 'Ledger', callback_url: 'https://merchant.example/', event_hooks: ['bank_account_status'] };
  const newRecipient = { account_number: '9', bank_code: 'CIBBMYKL', name: 'B', reference: 'BEN-9' };
  it.each<[string, string, string, z.ZodType, object?]>([
    ['GET', '/send/accounts', 'pagination envelope of Account', envelopeOf(accountRecord)],
    ['GET', '/send/send_limits', 'pagination envelope of Send limit', envelopeOf(sendLimitRecord)],
    ['POST', '/send/send_limits', 'Send limit record', sendLimitRecord, { amount: 1 }],
    ['GET', '/send/send_limits/{limit}', 'Send limit record', sendLimitRecord],
    ['POST', '/send/send_limits/{limit}/resend_approval_requests', 'success, code and empty data', success],
    ['GET', '/send/bank_accounts', 'list of Bank account records', envelopeOf(bankAccountRecord)],
    ['POST', '/send/bank_accounts', 'Bank account record', bankAccountRecord, newRecipient],
    ['GET', '/send/bank_accounts/{recipient}', 'Bank account record', bankAccountRecord],
    ['GET', '/send/send_instructions', 'pagination envelope of Send instruction', envelopeOf(instructionRecord)],
    ['POST', '/send/send_instructions', 'Send instruction record', instructionRecord, { reference: 'PO-9' }],
    ['GET', '/send/send_instructions/{instruction}', 'Send instruction record', instructionRecord],
    ['DELETE', '/send/send_instructions/{instruction}', 'Send instruction record', instructionRecord],
    ['DELETE', '/send/bank_accounts/{recipient}', 'Bank account record', bankAccountRecord],
    ['GET', '/send/groups', 'pagination envelope of Group', envelopeOf(groupRecord)],
    ['POST', '/send/groups', 'Group record', groupRecord, { name: 'Staff' }],
    ['GET', '/send/groups/{group}', 'Group record', groupRecord],
    ['PATCH', '/send/groups/{group}', 'Group record', groupRecord, { name: 'Vendors' }],
    ['DELETE', '/send/groups/{group}', 'Group record', groupRecord],
    ['GET', '/webhooks', 'pagination envelope of Webhook', envelopeOf(webhookRecord)],
    ['POST', '/webhooks', 'Webhook record', webhookRecord, hook],
    ['GET', '/webhooks/{webhook}', 'Webhook record', webhookRecord],
    ['PUT', '/webhooks/{webhook}', 'Webhook record', webhookRecord, hook],
    ['PATCH', '/webhooks/{webhook}', 'Webhook record', webhookRecord, { name: 'Other' }],
    ['DELETE', '/webhooks/{webhook}', 'Webhook record', webhookRecord],
  ])(
    '%s %s: HTTP 200, %s; 401 without the headers, 404 for an unknown id',
    async (method, path, _answer, shape, body) => {
      const payout = await startPayout();
      await payout.fund(100);
      const recipient = await payout.recipient();
      const sent = await payout.pay(recipient, '1.00');
      const pending = await payout.ask(1);
      const group = groupRecord.parse((await payout.post('/send/groups', { name: 'g' })).body);
      const webhook = path.includes('{webhook}')
        ? webhookRecord.parse((await payout.post('/webhooks', hook)).body).id
        : 0;
      const ids: Record<string, number> = {
        limit: pending.id,
        recipient,
        instruction: sent.id,
        group: group.id,
        webhook,
      };
      const url = path.replace(/\{(\w+)\}/, (_, name: string) => String(ids[name]));
      const isInstruction = method === 'POST' && path === '/send/send_instructions';
      const answer = await payout.call(method, url, isInstruction ? instruction(recipient, '2.00', body) : body);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(shape.safeParse(answer.body).error).toBeUndefined();
      expect((await payout.send(method, url, {}, body)).status).toBe(401);
      if (url === path) return;
      // an int64, beyond what was ever given
      for (const id of ['9', '9223372036854775807'])
        expect((await payout.call(method, path.replace(/\{\w+\}/, id), body)).status, id).toBe(404);
    },
  );

  it('bank-account create: authenticated correctly it answers 200, with nothing in the account as well', async () => {
    const payout = await startPayout();
    const body = { account_number: '1', bank_code: 'MBBEMYKL', name: 'A', reference: 'R' };
    expect((await payout.post('/send/bank_accounts', body)).status).toBe(200);
  });

  it('increase request: a positive amount with at most two decimals, else 400 or 422', async () => {
    const payout = await startPayout();
    for (const body of [undefined, {}, { amount: null }, { amount: '1,00' }, { amount: 1.005 }, [1]]) {
      expect((await payout.post('/send/send_limits', body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const amount of [0, -1]) expect((await payout.post('/send/send_limits', { amount })).status).toBe(422);
    expect(sendLimitRecord.parse((await payout.post('/send/send_limits', { amount: '10.50' })).body).amount).toBe(10.5);
  });

  it('send instruction list: cached, a new instruction may be missing for an hour, and is listed after it', async () => {
    const payout = await startPayout({ choices: { mode: 'staging' } });
    await payout.fund(100);
    const recipientId = await payout.recipient();
    await payout.pay(recipientId, '1.00', { reference: 'first' });
    expect(listed((await payout.get('/send/send_instructions')).body)).toEqual(['first']);
    const second = await payout.pay(recipientId, '2.00', { reference: 'second' });
    payout.clock.at += HOUR - 1;
    expect(listed((await payout.get('/send/send_instructions')).body)).toEqual(['first']);
    // Read alone it is there at once.
    expect((await payout.instruction(second.id)).reference).toBe('second');
    payout.clock.at += 1;
    expect(listed((await payout.get('/send/send_instructions')).body)).toEqual(['second', 'first']);
  });

  it('send instruction list: the states in it are as old as the list, and filters apply to it', async () => {
    const payout = await startPayout();
    await payout.fund(100);
    await payout.pay(await payout.recipient(), '1.00', { reference: 'a' });
    const before = await payout.get('/send/send_instructions?state=received');
    payout.clock.at += HOUR / 2;
    const after = await payout.get('/send/send_instructions?state=received');
    expect([listed(before.body), listed(after.body)]).toEqual([['a'], ['a']]);
    expect(listed((await payout.get('/send/send_instructions?reference=b')).body)).toEqual([]);
  });

  it('retrieving a single send instruction: its record, 404 for an unknown id', async () => {
    const payout = await startPayout();
    expect((await payout.get('/send/send_instructions/77')).status).toBe(404);
  });

  it('insufficient limit: refused, and nothing is debited; amount and fee together must be there', async () => {
    const payout = await startPayout();
    await payout.fund(12);
    const recipientId = await payout.recipient(); // 1.00 for its verification leaves 11.00
    const refused = await payout.post('/send/send_instructions', instruction(recipientId, '10.01'));
    expect(refused.status).toBe(422);
    expect(errorRecord.parse(refused.body).message).toBe('Insufficient send limit');
    expect((await payout.accounts()).results[0]?.current_balance).toBe(11);
    await payout.pay(recipientId, '10.00');
    expect((await payout.accounts()).results[0]?.current_balance).toBe(0);
  });
});

describe('payout-service.md › Errors', () => {
  it('400 Bad request: a body that is no JSON, of another type, or an id that is no integer', async () => {
    const payout = await startPayout();
    const error = { message: 'Bad request', code: 400, data: {} };
    const broken = await payout.post('/send/send_limits', '{"amount":');
    expect([broken.status, broken.body]).toEqual([400, error]);
    const headers = { ...payout.signed(), 'content-type': 'text/csv' };
    const url = `${payout.service.url}/send/send_limits`;
    const other = await fetch(url, { method: 'POST', headers, body: 'amount\n1' });
    expect([other.status, await other.json()]).toEqual([400, error]);
    const id = await payout.get('/send/send_limits/abc');
    expect([id.status, id.body]).toEqual([400, error]);
  });

  it('401 Unauthorized', async () => {
    const payout = await startPayout();
    const answer = await payout.send('GET', '/send/accounts', {});
    expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthorized', code: 401, data: {} }]);
  });

  it('403: the caller is not permitted to perform the operation', async () => {
    const payout = await startPayout();
    payout.world.state.permission = 'read_only';
    const answer = await payout.post('/send/send_limits', { amount: 1 });
    const message = 'You are not authorized to perform this action';
    expect([answer.status, answer.body]).toEqual([403, { message, code: 403, data: {} }]);
    expect((await payout.get('/send/send_limits')).status).toBe(200);
  });

  it('404 Record not found: no record with the given id, no such path', async () => {
    const payout = await startPayout();
    for (const path of ['/send/send_limits/1', '/send/bank_accounts/1', '/send/send_instructions/1', '/send/nothing']) {
      const answer = await payout.get(path);
      expect([answer.status, answer.body]).toEqual([404, { message: 'Record not found', code: 404, data: {} }]);
    }
  });
});

describe('payout-service.md › Versioning', () => {
  it('two base path forms: the operations are the same under /api and /api/v1', async () => {
    const payout = await startPayout();
    await payout.fund(5);
    expect(payout.service.url).toMatch(/\/api$/);
    for (const path of ['/send/accounts', '/send/send_limits', '/send/bank_accounts', '/send/send_instructions']) {
      const short = await payout.get(path);
      const long = await payout.get(`${payout.service.url}/v1${path}`);
      expect(short.status).toBe(200);
      expect(long.text).toBe(short.text);
    }
  });
});

describe('payout-service.md › What the service does', () => {
  it('the four steps: balance, allocation with approvals, recipient, instruction', async () => {
    const payout = await startPayout();
    expect((await payout.accounts()).results[0]?.convertible_balance_from_statement).toBe(5000);
    await payout.fund(5000);
    expect((await payout.accounts()).results[0]?.current_balance).toBe(5000);
    const recipientId = await payout.recipient();
    const { id } = await payout.pay(recipientId, '4998.00');
    payout.clock.at += HOUR;
    expect((await payout.instruction(id)).state).toBe('completed');
    expect((await payout.accounts()).results[0]?.current_balance).toBe(0);
  });

  it('production: bounded only by the upcoming settlement, which switches at noon Malaysia time', async () => {
    const payout = await startPayout({ choices: { newerRequestExpiresOlder: false } });
    await payout.ask(4999.99);
    const tooMuch = await payout.post('/send/send_limits', { amount: 0.02 });
    expect(errorRecord.parse(tooMuch.body)).toMatchObject({ code: 422, message: 'Insufficient convertible balance' });
    await payout.ask(0.01);
    const convertible = async () => (await payout.accounts()).results[0]?.convertible_balance_from_statement;
    expect(await convertible()).toBe(0);
    payout.clock.at = START + 2 * HOUR;
    expect(await convertible()).toBe(3000);
    expect((await payout.ask(3000)).from_settlement).toBe('2026-10-15');
  });
});
