import { createHash, createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect } from 'vitest';
import { START, sign as signWith } from '../harness.ts';
import { it, KEY, type Payout, SECRET, startFunded } from '../payout-harness.ts';
import { errorRecord } from '../payout-records.ts';

const NOW = START / 1000;
const sign = (epoch: number | string, key = KEY, secret = SECRET) => signWith(epoch, key, secret);
const at = (epoch: number) => ({ epoch: String(epoch), checksum: sign(epoch) });
/** A checksum of another text, by another digest or in another alphabet. */
const checksumOf = (text: string, digest = 'sha512', alphabet: 'hex' | 'base64' = 'hex') => ({
  checksum: createHmac(digest, SECRET).update(text).digest(alphabet),
});

type Changes = Partial<Record<'authorization' | 'epoch' | 'checksum', string | null>>;

/** The status and message for a request whose headers are right but for the changes; null leaves a header out. */
async function tried(payout: Payout, changes: Changes, method: string, path: string, body?: unknown) {
  const headers = Object.entries({ ...payout.signed(), ...changes }).flatMap(
    ([name, value]): Array<[string, string]> => (value === null ? [] : [[name, value]]),
  );
  const answer = await payout.send(method, path, Object.fromEntries(headers), body);
  if (answer.status === 200) return '200';
  const { message, code } = errorRecord.parse(answer.body);
  expect(code).toBe(answer.status);
  return `${answer.status} ${message}`;
}

describe('payout-service.md › Authentication', () => {
  const ok = '200';
  const bad = '400 Bad request';
  const no = '401 Unauthorized';
  it.for<[rule: string, changes: Changes, expected: string]>([
    ['headers: Authorization, epoch and checksum together open every operation', {}, ok],
    ['1: the epoch immediately followed by the key is signed', checksumOf(`${NOW}${KEY}`), ok],
    ['1: no separator', checksumOf(`${NOW}.${KEY}`), no],
    ['1: not the other way around', checksumOf(`${KEY}${NOW}`), no],
    ['2: hex in upper case', { checksum: sign(NOW).toUpperCase() }, ok],
    ['2: not SHA-256', checksumOf(`${NOW}${KEY}`, 'sha256'), no],
    ['2: keyed with the secret', { checksum: createHash('sha512').update(`${NOW}${KEY}`).digest('hex') }, no],
    ['2: not a JSON object', checksumOf(JSON.stringify({ epoch: NOW, api_key: KEY })), no],
    ['2: base64 has characters that hex has not', checksumOf(`${NOW}${KEY}`, 'sha512', 'base64'), bad],
    ['3: the key in the header is the signed key', { checksum: sign(NOW, 'pk_test_2') }, no],
    ['4: only the secret signs', { checksum: sign(NOW, KEY, 'another') }, no],
    ['5: the checksum belongs to its epoch', { epoch: String(NOW + 1), checksum: sign(NOW) }, no],
    ['6: 30 seconds before the server clock', at(NOW - 30), ok],
    ['6: 30 seconds after the server clock', at(NOW + 30), ok],
    ['6: 31 seconds before the server clock', at(NOW - 31), no],
    ['6: 31 seconds after the server clock', at(NOW + 31), no],
    ['6: an epoch in milliseconds is far outside of the window', at(START), no],
    ['7: no Authorization header', { authorization: null }, no],
    ['7: the key without Bearer', { authorization: KEY }, no],
    ['7: another scheme', { authorization: `Basic ${KEY}` }, no],
    ['7: Bearer without a key', { authorization: 'Bearer ' }, no],
    ['7: another key', { authorization: 'Bearer pk_test_2', checksum: sign(NOW, 'pk_test_2') }, no],
    ['8: no epoch', { epoch: null }, bad],
    ['8: an empty epoch', { epoch: '' }, bad],
    ['8: no checksum', { checksum: null }, bad],
    ['8: a checksum with another character', { checksum: `${sign(NOW).slice(0, -1)}g` }, bad],
    ...[`${NOW}x`, `${NOW}.5`, `-${NOW}`, '0x10', 'now'].map((epoch): [string, Changes, string] => [
      `8: an epoch with an unexpected character: ${epoch}`,
      { epoch, checksum: sign(epoch) },
      bad,
    ]),
  ])('rule %s', async ([, changes, expected], { payout }) => {
    expect(await tried(payout, changes, 'GET', '/send/accounts')).toBe(expected);
    expect(await tried(payout, changes, 'POST', '/send/groups', { name: 'a valid payload' })).toBe(expected);
  });

  it('rule 4: the secret is in no answer, e-mail or delivery', async () => {
    const { recipientId, pay, get, world } = await startFunded(50);
    await pay(recipientId, '1.00');
    const paths = ['/send/accounts', '/send/send_limits', '/send/bank_accounts', '/send/send_instructions', '/nothing'];
    for (const path of paths) expect((await get(path)).text).not.toContain(SECRET);
    const { sendLimits, bankAccounts, instructions, outbox, deliveries } = world.state;
    const all = [...sendLimits.values(), ...bankAccounts.values(), ...instructions.values(), outbox, deliveries];
    expect(inspect(all, { depth: null, maxArrayLength: null, maxStringLength: null })).not.toContain(SECRET);
  });

  it('unknown paths and the other base path ask for the headers', async ({ payout: { send, service } }) => {
    for (const path of ['/nothing', `${service.url}/v1/nothing`, `${service.url}/v1/send/accounts`])
      expect((await send('GET', path, {})).status).toBe(401);
  });
});
