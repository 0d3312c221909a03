// Two thousand deliveries a second for a minute to `tieout receive`, while runs take what it has received: what is acknowledged, how
// soon, and what the receiver uses. The floor is a flush of the same disk. `npm run bench receiver [SECONDS]`.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLanding } from '../../build/landing/landing.js';
import { takeSegments } from '../../build/receiver/take-segments.js';
import { check } from './result.mjs';
import { root } from './small-company.mjs';

const seconds = Number(process.argv[2] ?? 60);
const perSecond = 2000;
const most = { mib: 300, processors: 1, medianMs: 250 };

const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const gateway = { base_url: 'http://127.0.0.1:9/api/v1', secret_key: { env: 'NOT_ASKED' } };
const callbacks = { received: true, public_keys: ['key.pem'] };
const company = { name: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], gateway, books: { callbacks } };
const config = {
  data_dir: 'data',
  receiver: { listen: '127.0.0.1:0', private: '127.0.0.1:0' },
  companies: [company],
};
writeFileSync(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
writeFileSync(join(folder, 'tieout.yaml'), JSON.stringify(config));

/** Signed deliveries of the size of a purchase; each is sent several times, as signing takes longer than receiving. */
const deliveries = Array.from({ length: Math.min(10_000, seconds * perSecond) }, (_, number) => {
  const products = [{ name: 'x'.repeat(1500), price: 1000 }];
  const body = JSON.stringify({ id: `p${number}`, event_type: 'purchase.paid', purchase: { products } });
  return { body, signature: sign('sha256', Buffer.from(body), privateKey).toString('base64') };
});

/** The median time of a flush of a few KiB to this disk, in milliseconds. */
async function flushMs() {
  const file = await open(join(folder, 'flushed'), 'a');
  const times = [];
  for (let count = 0; count < 50; count += 1) {
    await file.appendFile(Buffer.alloc(4096));
    const began = performance.now();
    await file.datasync();
    times.push(performance.now() - began);
  }
  await file.close();
  return times.sort((a, b) => a - b)[25];
}

const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'receive'], { cwd: folder });
const address = await new Promise((resolve) => {
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
    const [, found] = /Listening on (\S+);/.exec(said) ?? [];
    if (found !== undefined) resolve(found);
  });
});

const agent = new Agent({ keepAlive: true, maxSockets: 128 });
const latencies = [];
let failed = 0;
function deliver({ body, signature }) {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (isKept) => {
      if (isKept) latencies.push(performance.now() - began);
      else failed += 1;
      resolve();
    };
    const headers = { 'x-signature': signature, 'content-length': Buffer.byteLength(body) };
    const sending = request(`${address}/callbacks/acme`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => end(answer.statusCode === 200));
    });
    sending.on('error', () => end(false));
    sending.end(body);
  });
}

try {
  const disk = await flushMs();
  const landing = await openLanding(join(folder, 'landing'));
  const taking = {
    landing,
    folder: join(folder, 'data', 'acme', 'received'),
    company: { name: 'acme', zone: 'Asia/Kuala_Lumpur' },
  };
  const began = performance.now();
  const sent = [];
  let isSending = true;
  const runs = (async () => {
    while (isSending) {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const errors = await takeSegments(taking);
      if (errors.length > 0) throw errors[0];
    }
  })();
  for (let number = 0; number < seconds * perSecond; number += 1) {
    const due = began + (number * 1000) / perSecond;
    if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    sent.push(deliver(deliveries[number % deliveries.length]));
  }
  await Promise.all(sent);
  const took = (performance.now() - began) / 1000;
  isSending = false;
  await runs;
  const used = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const processors = (Number(used[11]) + Number(used[12])) / 100;
  const mib = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
  child.kill('SIGTERM');
  await once(child, 'close');
  await takeSegments(taking);
  const kept = landing
    .receipts()
    .map((receipt) => readFileSync(landing.objectPath(receipt), 'latin1').match(/"received_at"/g)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
  const times = latencies.sort((a, b) => a - b);
  const at = (share) => times[Math.floor((times.length - 1) * share)];
  console.log(
    `${seconds * perSecond} deliveries in ${took.toFixed(1)} s, ${((seconds * perSecond) / took) | 0} a second`,
  );
  console.log(`a flush of this disk: ${disk.toFixed(2)} ms`);
  console.log(`acknowledged after ${at(0.5).toFixed(1)} ms (median), ${at(0.99).toFixed(1)} ms (99 %)`);
  check(
    failed === 0 && times.length === seconds * perSecond,
    `${times.length} acknowledged, ${failed} not (at most 0)`,
  );
  check(kept >= times.length, `${kept} in landing, in ${landing.receipts().length} receipts`);
  check(
    processors <= most.processors * took,
    `${processors.toFixed(1)} s of processor (at most ${most.processors} a second)`,
  );
  check(mib <= most.mib, `peak memory ${mib.toFixed(0)} MiB (at most ${most.mib})`);
  check(at(0.5) <= most.medianMs, `median ${at(0.5).toFixed(1)} ms (at most ${most.medianMs})`);
} finally {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
