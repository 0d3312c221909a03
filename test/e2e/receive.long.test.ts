import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { openLanding } from '../../src/landing/landing.ts';
import { takeSegments } from '../../src/receiver/take-segments.ts';
import { start } from '../given/command.ts';
import { givenDoor } from '../given/receiver.ts';
import { isWhole } from '../given/share.ts';

/* The receiver as a process of its own: kills and load. */

type Door = Awaited<ReturnType<typeof givenDoor>>;

/** Starts `tieout receive` on a port of its own. Returns the process and where it listens, once it does. */
async function startReceive({ path, folder }: Door) {
  const config = parse(readFileSync(path, 'utf8'));
  writeFileSync(path, stringify({ ...config, receiver: { listen: '127.0.0.1:0', private: '127.0.0.1:0' } }));
  const child = start(['-c', path, 'receive'], {}, { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      said += String(text);
      const [, found] = /Listening on (\S+);/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(`tieout receive ended: ${said}`)));
  });
  return { child, address };
}

/** Sends a body; false where it was not acknowledged, as when the process was killed. */
function sent(address: string, path: string, body: string, signature: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'x-signature': signature, 'content-length': Buffer.byteLength(body) };
    const sending = request(`${address}${path}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
      answer.on('error', () => resolve(false));
    });
    sending.on('error', () => resolve(false));
    sending.end(body);
  });
}

const bodyOf = (number: number) =>
  JSON.stringify({ id: `p${number}`, event_type: 'purchase.paid', updated_on: 1_763_000_000, status: 'paid' });

/** The ids in landing, and how many lines have each. */
function countsIn(landing: Awaited<ReturnType<typeof openLanding>>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const receipt of landing.receipts())
    for (const line of readFileSync(landing.objectPath(receipt), 'utf8').split('\n')) {
      const [, id] = /\\"id\\":\\"(p\d+)\\"/.exec(line) ?? [];
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  return counts;
}

test('Nothing acknowledged is lost, however often the receiver is killed', async () => {
  const door = await givenDoor('acme');
  const kills = isWhole ? 200 : 12;
  const folder = door.received('acme');
  const landing = await openLanding(join(door.folder, 'landing'));
  const take = () => takeSegments({ landing, folder, company: { name: 'acme', zone: 'Asia/Kuala_Lumpur' } });
  const acknowledged = new Set<string>();
  let next = 0;
  let unacknowledged: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const { child, address } = await startReceive(door);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    let isRunning = true;
    const senders = Array.from({ length: 20 }, async () => {
      while (isRunning) {
        const number = unacknowledged.shift() ?? next++;
        const body = bodyOf(number);
        if (await sent(address, '/callbacks/acme', body, door.sign('acme', body), agent))
          acknowledged.add(`p${number}`);
        else unacknowledged = [...unacknowledged, number];
      }
    });
    // at any moment of its work; a run takes what is there at any moment, too
    await pause(20 + ((kill * 37) % 180));
    if (kill % 3 === 0) expect(await take()).toEqual([]);
    await pause((kill * 13) % 40);
    child.kill('SIGKILL');
    await once(child, 'close');
    isRunning = false;
    await Promise.all(senders);
    agent.destroy();
  }
  expect(await take()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  const counts = countsIn(landing);
  expect([...acknowledged].filter((id) => !counts.has(id))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(kills * 20);
  // what was written and not acknowledged may be there, too: it was delivered again, or would be
  expect(counts.size).toBeLessThanOrEqual(next);
});

test('A receiver whose messages nobody reads any more goes on', async () => {
  const door = await givenDoor('acme');
  const { child, address } = await startReceive(door);
  child.stderr.destroy();
  const agent = new Agent({ keepAlive: true });
  // the first of these writes a message, and so does the signal
  for (let count = 0; count < 5; count += 1) await sent(address, '/callbacks/acme', bodyOf(1), 'AAAA', agent);
  expect(await sent(address, '/callbacks/acme', bodyOf(2), door.sign('acme', bodyOf(2)), agent)).toBe(true);
  child.kill('SIGTERM');
  const [status] = await once(child, 'close');
  expect(status).toBe(0);
  agent.destroy();
});
