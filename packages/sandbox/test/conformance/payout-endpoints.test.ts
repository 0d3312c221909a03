import { describe, expect } from 'vitest';
import { z } from 'zod';
import { HOUR, START, words } from '../harness.ts';
import { instruction, it, type Payout, recipientBody, refusal, startFunded, startPayout } from '../payout-harness.ts';
import {
  accountRecord,
  bankAccountRecord,
  envelopeOf,
  groupRecord,
  instructionRecord,
  sendLimitRecord,
  webhookRecord,
} from '../payout-records.ts';

const success = z.strictObject({ success: z.literal(true), code: z.literal(200), data: z.strictObject({}) });
const hook = { name: 'Ledger', callback_url: 'https://merchant.example/', event_hooks: ['bank_account_status'] };
type Ids = Record<string, number>;
/** Recipients and instructions so far: in the one service of the file, each needs a reference of its own. */
let count = 0;

/** One of everything that a path can name. */
async function idsFor({ fund, recipient, pay, ask, post }: Payout, path: string): Promise<Ids> {
  await fund(100);
  count += 1;
  const own = `${count}`;
  const id = await recipient(own, own);
  return {
    recipient: id,
    instruction: (await pay(id, '1.00', { reference: own })).id,
    limit: (await ask(1)).id,
    group: (await post('/send/groups', { name: 'g' })).body.id,
    // its key takes a while to make
    webhook: path.includes('{webhook}') ? (await post('/webhooks', hook)).body.id : 0,
  };
}
const references = (records: Array<{ reference: string }>) => records.map(({ reference }) => reference);

describe('payout-service.md › Endpoints', () => {
  const pays = ({ recipient = 0 }: Ids) => instruction(recipient, '2.00');
  type Operation = [method: string, path: string, answer: string, shape: z.ZodType, body?: (ids: Ids) => object];
  it.for<Operation>([
    ['GET', '/send/accounts', 'pagination envelope of Account', envelopeOf(accountRecord)],
    ['GET', '/send/send_limits', 'pagination envelope of Send limit', envelopeOf(sendLimitRecord)],
    ['POST', '/send/send_limits', 'Send limit record', sendLimitRecord, () => ({ amount: 1 })],
    ['GET', '/send/send_limits/{limit}', 'Send limit record', sendLimitRecord],
    ['POST', '/send/send_limits/{limit}/resend_approval_requests', 'success, code and empty data', success],
    ['GET', '/send/bank_accounts', 'list of Bank account records', envelopeOf(bankAccountRecord)],
    ['POST', '/send/bank_accounts', 'Bank account record', bankAccountRecord, () => recipientBody()],
    ['GET', '/send/bank_accounts/{recipient}', 'Bank account record', bankAccountRecord],
    ['GET', '/send/send_instructions', 'pagination envelope of Send instruction', envelopeOf(instructionRecord)],
    ['POST', '/send/send_instructions', 'Send instruction record', instructionRecord, pays],
    ['GET', '/send/send_instructions/{instruction}', 'Send instruction record', instructionRecord],
    ['DELETE', '/send/send_instructions/{instruction}', 'Send instruction record', instructionRecord],
    ['DELETE', '/send/bank_accounts/{recipient}', 'Bank account record', bankAccountRecord],
    ['GET', '/send/groups', 'pagination envelope of Group', envelopeOf(groupRecord)],
    ['POST', '/send/groups', 'Group record', groupRecord, () => ({ name: 'Staff' })],
    ['GET', '/send/groups/{group}', 'Group record', groupRecord],
    ['PATCH', '/send/groups/{group}', 'Group record', groupRecord, () => ({ name: 'Vendors' })],
    ['DELETE', '/send/groups/{group}', 'Group record', groupRecord],
    ['GET', '/webhooks', 'pagination envelope of Webhook', envelopeOf(webhookRecord)],
    ['POST', '/webhooks', 'Webhook record', webhookRecord, () => hook],
    ['GET', '/webhooks/{webhook}', 'Webhook record', webhookRecord],
    ['PUT', '/webhooks/{webhook}', 'Webhook record', webhookRecord, () => hook],
    ['PATCH', '/webhooks/{webhook}', 'Webhook record', webhookRecord, () => ({ name: 'Other' })],
    ['DELETE', '/webhooks/{webhook}', 'Webhook record', webhookRecord],
  ])('%s %s: HTTP 200, %s; 401 without the headers, 404 for an unknown id', async (row, { payout }) => {
    const [method, path, , shape, bodyOf] = row;
    const ids = await idsFor(payout, path);
    const body = bodyOf?.(ids);
    const url = path.replace(/\{(\w+)\}/, (_, name: string) => String(ids[name]));
    const answer = await payout.call(method, url, body);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(shape.safeParse(answer.body).error).toBeUndefined();
    expect((await payout.send(method, url, {}, body)).status).toBe(401);
    if (url === path) return;
    // an int64, beyond what was ever given
    for (const id of ['999999', '9223372036854775807'])
      expect((await payout.call(method, path.replace(/\{\w+\}/, id), body)).status, id).toBe(404);
  });

  it.for<[body: unknown, status: number]>([
    [undefined, 400],
    [{}, 400],
    [{ amount: null }, 400],
    [{ amount: '1,00' }, 400],
    [{ amount: 1.005 }, 400],
    [[1], 400],
    [{ amount: 0 }, 422],
    [{ amount: -1 }, 422],
    [{ amount: '10.50' }, 200],
  ])(
    'increase request: a positive amount with at most two decimals: %j gives %i',
    async ([body, status], { payout }) => {
      expect((await payout.post('/send/send_limits', body)).status).toBe(status);
    },
  );

  it('send instruction list: cached, a new instruction may be missing for an hour, and is listed after it', async () => {
    const choices = { mode: 'staging' } as const;
    const { recipientId: id, pay, list, instruction: read, pass } = await startFunded(100, { choices });
    const listed = async () => references((await list('/send/send_instructions', instructionRecord)).results);
    await pay(id, '1.00', { reference: 'first' });
    expect(await listed()).toEqual(['first']);
    const second = await pay(id, '2.00', { reference: 'second' });
    await pass(HOUR - 1);
    expect(await listed()).toEqual(['first']);
    // Read alone it is there at once.
    expect((await read(second.id)).reference).toBe('second');
    await pass(1);
    expect(await listed()).toEqual(['second', 'first']);
    // a clock that is set back does not keep an old list
    await pay(id, '3.00', { reference: 'third' });
    await pass(-HOUR / 4);
    expect(await listed()).toEqual(['third', 'second', 'first']);
  });

  it('send instruction list: the states in it are as old as the list, and filters apply to it', async () => {
    const { recipientId, pay, list, pass } = await startFunded(100);
    await pay(recipientId, '1.00', { reference: 'a' });
    const listed = async (query: string) =>
      references((await list(`/send/send_instructions?${query}`, instructionRecord)).results);
    expect(await listed('state=received')).toEqual(['a']);
    await pass(HOUR / 2);
    expect(await listed('state=received')).toEqual(['a']);
    expect(await listed('reference=b')).toEqual([]);
  });

  it('insufficient limit: refused, and nothing is debited; amount and fee together must be there', async () => {
    const { recipientId: id, post, pay, account } = await startFunded(12); // 1.00 for a verification leaves 11.00
    const refused = await post('/send/send_instructions', instruction(id, '10.01'));
    expect(refused).toMatchObject(refusal(422, 'Insufficient send limit'));
    expect((await account()).current_balance).toBe(11);
    await pay(id, '10.00');
    expect((await account()).current_balance).toBe(0);
  });
});

describe('payout-service.md › Errors', () => {
  const shown = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return { status, body };
  };

  it('400 Bad request: a body that is no JSON, of another type, or an id that is no integer', async ({ payout }) => {
    const bad = refusal(400, 'Bad request');
    expect(await shown(payout.post('/send/send_limits', '{"amount":'))).toEqual(bad);
    const csv = { ...payout.signed(), 'content-type': 'text/csv' };
    expect(await shown(payout.send('POST', '/send/send_limits', csv, 'amount\n1'))).toEqual(bad);
    expect(await shown(payout.get('/send/send_limits/abc'))).toEqual(bad);
  });

  it('403: the caller is not permitted to perform the operation', async () => {
    const { world, post, get } = await startPayout();
    world.state.permission = 'read_only';
    const forbidden = refusal(403, 'You are not authorized to perform this action');
    expect(await shown(post('/send/send_limits', { amount: 1 }))).toEqual(forbidden);
    expect((await get('/send/send_limits')).status).toBe(200);
  });

  it.for(['/send/send_limits/1', '/send/bank_accounts/1', '/send/send_instructions/1', '/send/nothing'])(
    '404 Record not found: no record with the given id, no such path: %s',
    async (path, { payout: { get } }) => {
      expect(await shown(get(path))).toEqual(refusal(404, 'Record not found'));
    },
  );
});

describe('payout-service.md › Versioning', () => {
  it('two base path forms: every path is the same under /api and /api/v1', async ({ payout: { service, get } }) => {
    expect(service.url).toMatch(/\/api$/);
    for (const name of words('accounts send_limits bank_accounts send_instructions')) {
      const short = await get(`/send/${name}`);
      expect(short.status).toBe(200);
      expect((await get(`${service.url}/v1/send/${name}`)).text).toBe(short.text);
    }
  });
});

describe('payout-service.md › What the service does', () => {
  it('production: bounded only by the upcoming settlement, which switches at noon Malaysia time', async () => {
    const { ask, post, account, clock } = await startPayout({ choices: { newerRequestExpiresOlder: false } });
    await ask(4999.99);
    const tooMuch = await post('/send/send_limits', { amount: 0.02 });
    expect(tooMuch).toMatchObject(refusal(422, 'Insufficient convertible balance'));
    await ask(0.01);
    expect((await account()).convertible_balance_from_statement).toBe(0);
    clock.at = START + 2 * HOUR;
    expect((await account()).convertible_balance_from_statement).toBe(3000);
    expect((await ask(3000)).from_settlement).toBe('2026-10-15');
  });
});
