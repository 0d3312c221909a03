import { createHash, createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KEY, SECRET, START, sign, startPayout } from '../payout-harness.ts';
import { errorRecord } from '../payout-records.ts';

const PATH = '/send/accounts';
const NOW = START / 1000;

type Changes = Partial<Record<'authorization' | 'epoch' | 'checksum', string | null>>;

/** The status and message for a request whose headers are right but for the changes; null leaves a header out. */
async function tried(changes: Changes, method = 'GET', path = PATH, body?: unknown) {
  const payout = await startPayout();
  const headers: Record<string, string> = { ...payout.signed() };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  const answer = await payout.send(method, path, headers, body);
  if (answer.status === 200) return '200';
  const { message, code } = errorRecord.parse(answer.body);
  expect(code).toBe(answer.status);
  return `${answer.status} ${message}`;
}

const at = (epoch: number) => tried({ epoch: String(epoch), checksum: sign(epoch) });

describe('payout-service.md › Authentication', () => {
  it('headers: Authorization, epoch and checksum together open every operation', async () => {
    expect(await tried({})).toBe('200');
  });

  it('rule 1: the signing string is the epoch immediately followed by the API Key, no separator', async () => {
    const hmac = (message: string) => createHmac('sha512', SECRET).update(message).digest('hex');
    expect(await tried({ checksum: hmac(`${NOW}${KEY}`) })).toBe('200');
    expect(await tried({ checksum: hmac(`${NOW}.${KEY}`) })).toBe('401 Unauthorized');
    expect(await tried({ checksum: hmac(`${KEY}${NOW}`) })).toBe('401 Unauthorized');
    expect(await tried({ checksum: hmac(JSON.stringify({ epoch: NOW, api_key: KEY })) })).toBe('401 Unauthorized');
  });

  it('rule 2: the checksum is hex of HMAC-SHA512 keyed with the API Secret, in lower or upper case', async () => {
    expect(await tried({ checksum: sign(NOW).toUpperCase() })).toBe('200');
    const sha256 = createHmac('sha256', SECRET).update(`${NOW}${KEY}`).digest('hex');
    expect(await tried({ checksum: sha256 })).toBe('401 Unauthorized');
    const unkeyed = createHash('sha512').update(`${NOW}${KEY}`).digest('hex');
    expect(await tried({ checksum: unkeyed })).toBe('401 Unauthorized');
  });

  it('rule 2: a base64 checksum has characters that hex has not, and gives 400', async () => {
    const base64 = createHmac('sha512', SECRET).update(`${NOW}${KEY}`).digest('base64');
    expect(await tried({ checksum: base64 })).toBe('400 Bad request');
  });

  it('rule 3: the key in the Authorization header and the key in the signing string are the same value', async () => {
    expect(await tried({ checksum: sign(NOW, 'pk_test_2') })).toBe('401 Unauthorized');
  });

  it('rule 4: only the secret signs: another secret gives 401', async () => {
    expect(await tried({ checksum: sign(NOW, KEY, 'another') })).toBe('401 Unauthorized');
  });

  it('rule 4: the secret is in no answer, e-mail or delivery', async () => {
    const payout = await startPayout();
    await payout.fund(50);
    const id = await payout.recipient();
    await payout.pay(id, '1.00');
    const paths = ['/send/accounts', '/send/send_limits', '/send/bank_accounts', '/send/send_instructions', '/nothing'];
    for (const path of paths) expect((await payout.get(path)).text).not.toContain(SECRET);
    const { sendLimits, bankAccounts, instructions, outbox, deliveries } = payout.world.state;
    const all = [...sendLimits.values(), ...bankAccounts.values(), ...instructions.values(), outbox, deliveries];
    expect(inspect(all, { depth: null, maxArrayLength: null, maxStringLength: null })).not.toContain(SECRET);
  });

  it('rule 5: the checksum belongs to its epoch: one of another second is refused', async () => {
    expect(await tried({ epoch: String(NOW + 1), checksum: sign(NOW) })).toBe('401 Unauthorized');
  });

  it('rule 6: an epoch 30 seconds from the server clock passes, 31 do not, in either direction', async () => {
    expect(await at(NOW - 30)).toBe('200');
    expect(await at(NOW + 30)).toBe('200');
    expect(await at(NOW - 31)).toBe('401 Unauthorized');
    expect(await at(NOW + 31)).toBe('401 Unauthorized');
  });

  it('rule 6: an epoch in milliseconds is far outside of the window', async () => {
    expect(await at(START)).toBe('401 Unauthorized');
  });

  it('rule 7: a missing, malformed or wrong Authorization header gives 401', async () => {
    expect(await tried({ authorization: null })).toBe('401 Unauthorized');
    expect(await tried({ authorization: KEY })).toBe('401 Unauthorized');
    expect(await tried({ authorization: `Basic ${KEY}` })).toBe('401 Unauthorized');
    expect(await tried({ authorization: 'Bearer ' })).toBe('401 Unauthorized');
    expect(await tried({ authorization: 'Bearer pk_test_2', checksum: sign(NOW, 'pk_test_2') })).toBe(
      '401 Unauthorized',
    );
  });

  it('rule 8: a missing epoch or checksum header gives 400', async () => {
    expect(await tried({ epoch: null })).toBe('400 Bad request');
    expect(await tried({ checksum: null })).toBe('400 Bad request');
    expect(await tried({ epoch: '' })).toBe('400 Bad request');
  });

  it('rule 8: a header value with an unexpected character gives 400 even when the payload is valid', async () => {
    for (const epoch of [`${NOW}x`, `${NOW}.5`, `-${NOW}`, '0x10', 'now']) {
      expect(await tried({ epoch, checksum: sign(epoch) }, 'POST', '/send/send_limits', { amount: 10 })).toBe(
        '400 Bad request',
      );
    }
    expect(await tried({ checksum: `${sign(NOW).slice(0, -1)}g` })).toBe('400 Bad request');
  });

  it('every operation, unknown paths and both base paths ask for the headers', async () => {
    const payout = await startPayout();
    for (const path of ['/send/accounts', '/send/send_limits/1', '/webhooks', '/nothing']) {
      expect((await payout.send('GET', path, {})).status).toBe(401);
      expect((await payout.send('GET', `${payout.service.url}/v1${path}`, {})).status).toBe(401);
    }
  });
});
