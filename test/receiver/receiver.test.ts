import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { receiverFinding } from '../../src/receiver/probe.ts';
import { startReceiver } from '../../src/receiver/receiver.ts';
import { readSegment } from '../../src/receiver/segment.ts';
import { segmentPaths } from '../../src/receiver/take-segments.ts';
import { deliver, givenDoor, givenReceiver, keptLog } from '../given/receiver.ts';
import { clientOfTest } from '../given/services.ts';

const body = '{"id": "p1", "event_type": "purchase.paid"}';

async function textOf(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
}

test('Each company has its own address and its own deliveries', async () => {
  const door = await givenDoor('acme', 'other');
  const receiver = await givenReceiver(door.config);
  const send = (company: string, signer: string) =>
    deliver(receiver.address, `/callbacks/${company}`, body, { 'x-signature': door.sign(signer, body) });
  expect([await send('acme', 'acme'), await send('other', 'other'), await send('other', 'acme')]).toEqual([
    200, 200, 401,
  ]);
  expect(receiver.refused).toEqual(['other']);
  await receiver.close();
  for (const company of ['acme', 'other'])
    expect(await readSegment((await segmentPaths(door.received(company)))[0] ?? '')).toMatchObject({
      company,
      deliveries: 1,
    });
});

test('A delivery needs no type of content, and is taken as it is', async () => {
  const door = await givenDoor('acme');
  const receiver = await givenReceiver(door.config);
  for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', 'foo', ''])
    expect(
      await deliver(receiver.address, '/callbacks/acme', body, {
        'x-signature': door.sign('acme', body),
        'content-type': type,
      }),
      type,
    ).toBe(200);
});

test('The private port says whether it is alive and ready, and counts', async () => {
  const door = await givenDoor('acme');
  const receiver = await givenReceiver(door.config);
  await deliver(receiver.address, '/callbacks/acme', body, { 'x-signature': door.sign('acme', body) });
  await deliver(receiver.address, '/callbacks/acme', body, { 'x-signature': 'AAAA' });
  await deliver(receiver.address, '/callbacks/nobody', body);
  expect(await textOf(`${receiver.privateAddress}/healthz`)).toEqual({ status: 200, text: 'ok\n' });
  expect(await textOf(`${receiver.privateAddress}/readyz`)).toEqual({ status: 200, text: '/callbacks/acme: ready\n' });
  const { text } = await textOf(`${receiver.privateAddress}/metrics`);
  expect(text.replace(/\d{10}/, 'TIME').split('\n')).toEqual([
    'tieout_receiver_deliveries_total{company="acme",path="callbacks",outcome="kept"} 1',
    'tieout_receiver_deliveries_total{company="acme",path="callbacks",outcome="not_signed"} 1',
    'tieout_receiver_last_kept_seconds{company="acme",path="callbacks"} TIME',
    'tieout_receiver_ready{company="acme",path="callbacks"} 1',
    'tieout_receiver_rejected_requests_total{status="404"} 1',
    '',
  ]);
  // nothing of it is on the port that others reach
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect(await textOf(`${receiver.address}${path}`)).toEqual({ status: 404, text: '' });
});

test('Without the keys of its service, an address is not ready, and deliveries are asked for again', async () => {
  const door = await givenDoor('acme');
  // the gateway cannot be reached
  const text = readFileSync(door.path, 'utf8').replace(/public_keys:\s+- acme.pem/, 'public_keys: []');
  writeFileSync(door.path, text);
  const config = await loadConfig(door.path, { environment: { NOT_ASKED: 'key' } });
  const receiver = await givenReceiver(config);
  expect(receiver.log.messages.join()).toContain('Keys for /callbacks/acme:');
  expect(await textOf(`${receiver.privateAddress}/readyz`)).toEqual({
    status: 503,
    text: '/callbacks/acme: without keys\n',
  });
  expect(await deliver(receiver.address, '/callbacks/acme', body, { 'x-signature': door.sign('acme', body) })).toBe(
    503,
  );
});

test('An address that is in use is named, with its key', async () => {
  const door = await givenDoor('acme');
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const bound = taken.address();
  const listen = `127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  const config = { ...door.config, receiver: { listen, private: '127.0.0.1:0' } };
  await expect(startReceiver({ config, log: keptLog(), refused: () => {} })).rejects.toMatchObject({
    code: 'ADDRESS_IN_USE',
    message: expect.stringContaining(listen),
    place: { key: 'receiver.listen' },
  });
});

test('A configuration that has nothing received is refused', async () => {
  const door = await givenDoor('acme');
  const config = { ...door.config, companies: [] };
  await expect(startReceiver({ config, log: keptLog(), refused: () => {} })).rejects.toMatchObject({
    code: 'NOTHING_RECEIVED',
    exitStatus: 2,
  });
});

test('doctor sees whether the receiver runs and is ready', async () => {
  const door = await givenDoor('acme');
  const receiver = await givenReceiver(door.config);
  const http = clientOfTest();
  const address = new URL(receiver.privateAddress).host;
  const config = { ...door.config, receiver: { listen: '127.0.0.1:0', private: address } };
  expect(await receiverFinding(config, http)).toEqual({
    ...{ check: 'receiver', isOk: true, detail: '/callbacks/acme: ready', fix: null },
  });
  await receiver.close();
  expect(await receiverFinding(config, http)).toMatchObject({
    ...{ isOk: false, detail: `not found at ${address}`, fix: expect.stringContaining('Start `tieout receive`') },
  });
});
