import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/config/load-config.ts';
import { segmentPaths } from '../../src/receiver/take-segments.ts';
import { deliver, givenReceiver, signed } from '../given/receiver.ts';
import { daysAgo, givenSandbox, shopAt } from '../given/shop.ts';
import { filesIn, foundIn } from '../given/unpacked.ts';

/* Deliveries that no run has taken yet are evidence like all that was received. */

const sandbox = await givenSandbox({ days: 2, ordersPerDay: 6, breaks: 'none' });
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const customer = 'customer.of.a.callback@mail.example';
const lines = [...sandbox.callbacks().lines].slice(1);
const bodies = lines.map((line) => z.object({ body: z.string() }).parse(JSON.parse(line)).body);

/** A shop that has received the callbacks of its payments, the first of them with the address of a customer, and one of a stranger. */
async function givenReceived() {
  const shop = shopAt(sandbox, { books: { callbacks: { received: true, public_keys: ['own.pem'] } } });
  shop.write('own.pem', publicKey.export({ type: 'spki', format: 'pem' }));
  expect((await shop.tieout('run', '--date', daysAgo(2))).status).toBe(4);
  const config = await loadConfig(shop.path, { environment: shop.env });
  const receiver = await givenReceiver(config);
  const send = (body: string, signature: string) =>
    deliver(receiver.address, '/callbacks/acme', body, { 'x-signature': signature });
  for (const [index, body] of bodies.entries()) {
    const named = index > 0 ? body : JSON.stringify({ ...JSON.parse(body), client: { email: customer } });
    expect(await send(named, signed(named, privateKey))).toBe(200);
  }
  expect(await send(JSON.stringify({ client: { email: customer } }), 'AAAA')).toBe(401);
  await receiver.close();
  return { shop, folder: shop.data.received };
}

const isSigned =
  'select count(*)::integer as all_of_them, count(*) filter (is_signed)::integer as signed from core.callback';

test('A person in deliveries that no run has taken yet is forgotten, and the deliveries still count', async () => {
  const { shop, folder } = await givenReceived();
  const places = () => filesIn(join(shop.folder, 'data')).filter((path) => foundIn(path, [customer]).length > 0);
  expect(places()).toHaveLength(2);
  const dry = await shop.tieout('forget', '--customer', customer, '--by', 'aida', '--note', 'asked', '--dry-run');
  expect(dry.out).toContain('received/callbacks-');
  expect(places()).toHaveLength(2);
  const forgotten = await shop.tieout('forget', '--customer', customer, '--by', 'aida', '--note', 'asked');
  expect(forgotten).toMatchObject({ status: 0, err: '' });
  expect([places(), await segmentPaths(folder)]).toEqual([[], []]);
  expect(readFileSync(join(folder, 'refused.jsonl'), 'utf8')).toContain('person-');
  expect(await shop.tieout('verify')).toMatchObject({ status: 0, err: '' });
  await shop.tieout('run', '--date', daysAgo(2));
  await shop.tieout('rebuild');
  expect(await shop.read(isSigned)).toEqual([{ all_of_them: bodies.length, signed: bodies.length }]);
  expect(places()).toEqual([]);
});

test('verify proves them, and names one that was changed; a run leaves it where it is and reports it', async () => {
  const { shop, folder } = await givenReceived();
  const proven = await shop.tieout('verify');
  expect(proven).toMatchObject({
    status: 0,
    out: expect.stringContaining(`${bodies.length} received deliveries that no run has taken yet are unchanged`),
  });
  const [path = ''] = await segmentPaths(folder);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/\\"amount\\":(\d)/, '\\"amount\\":9$1'));
  expect(await shop.tieout('verify')).toMatchObject({ status: 4, err: expect.stringContaining('SEGMENT_DAMAGED') });
  const ran = await shop.tieout('run', '--date', daysAgo(2));
  expect(ran).toMatchObject({ status: 4, err: expect.stringContaining('SEGMENT_DAMAGED') });
  expect([existsSync(path), await shop.read(isSigned)]).toEqual([true, [{ all_of_them: 0, signed: 0 }]]);
  // restored, as the remedy says
  writeFileSync(path, text);
  await shop.tieout('run', '--date', daysAgo(2));
  expect(readdirSync(folder)).toEqual(['refused.jsonl']);
  expect(await shop.read(isSigned)).toEqual([{ all_of_them: bodies.length, signed: bodies.length }]);
});
