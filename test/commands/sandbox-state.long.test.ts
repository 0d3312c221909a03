import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../given/command.ts';

type Services = Record<
  'gatewayUrl' | 'payoutUrl' | 'gatewaySecretKey' | 'payoutApiKey' | 'payoutApiSecret' | 'brandId',
  string
>;

/** A sandbox in a child process, once it has printed the addresses of its services. */
async function started(state: string) {
  const args = ['--seed', '3', '--days', '3', '--orders-per-day', '5', '--until', '2026-11-18', '--state', state];
  const child = start(['--json', '--quiet', 'sandbox', ...args], {});
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const services = await new Promise<Services>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(JSON.parse(String(chunk))));
    child.on('close', () => reject(new Error('the sandbox ended before it was ready')));
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { services, kill };
}

function headersOf({ gatewaySecretKey, payoutApiKey, payoutApiSecret }: Services, isGateway: boolean) {
  if (isGateway) return { authorization: `Bearer ${gatewaySecretKey}`, 'content-type': 'application/json' };
  const epoch = String(Math.floor(Date.now() / 1000));
  const checksum = createHmac('sha512', payoutApiSecret).update(`${epoch}${payoutApiKey}`).digest('hex');
  return { authorization: `Bearer ${payoutApiKey}`, epoch, checksum, 'content-type': 'application/json' };
}

/** Creates records at both services until the sandbox stops, and notes the path of each confirmed one. */
async function createUntilGone(services: Services, confirmed: string[]): Promise<void> {
  const { gatewayUrl, payoutUrl, brandId } = services;
  for (let n = 0; ; n += 1) {
    const isGateway = n % 2 === 0;
    const purchase = {
      brand_id: brandId,
      client: { email: 'a@merchant.example' },
      purchase: { currency: 'MYR', products: [{ name: 'Tea', price: 500 + n }] },
    };
    const url = isGateway ? `${gatewayUrl}/purchases/` : `${payoutUrl}/send/groups`;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: headersOf(services, isGateway),
        body: JSON.stringify(isGateway ? purchase : { name: `group ${n}` }),
      });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      const { id } = JSON.parse(await response.text());
      confirmed.push(isGateway ? `gateway/purchases/${id}/` : `payout/send/groups/${id}`);
    } catch (error) {
      // the connection broke: an unconfirmed record may be lost
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

test('A killed sandbox has kept every change that it confirmed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const state = join(folder, 'state.json');
  const confirmed: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { services, kill } = await started(state);
    const writers = [0, 1, 2].map(() => createUntilGone(services, confirmed));
    // by what was confirmed, so that a slow machine does not kill it before it has kept anything
    const enough = confirmed.length + 10;
    while (confirmed.length < enough) await sleep(1);
    await sleep(Math.random() * 50);
    await kill();
    await Promise.all(writers);
  }
  const { services, kill } = await started(state);
  const lost: string[] = [];
  for (const path of confirmed) {
    const isGateway = path.startsWith('gateway/');
    const base = isGateway ? services.gatewayUrl : services.payoutUrl;
    const url = `${base}${path.slice(path.indexOf('/'))}`;
    if (!(await fetch(url, { headers: headersOf(services, isGateway) })).ok) lost.push(path);
  }
  expect(lost).toEqual([]);
  await kill();
});
