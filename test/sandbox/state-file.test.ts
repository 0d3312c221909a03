import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start.ts';

import { SHORT_KEY } from './gateway-harness.ts';

const OPTIONS = {
  ...{ seed: 3, days: 8, until: '2026-10-29', ordersPerDay: 20 },
  purchases: { signingKeyBits: SHORT_KEY },
} satisfies SandboxOptions;
const STAGING = { mode: 'staging', signingKeyBits: SHORT_KEY } as const;
const stateFile = () => join(mkdtempSync(join(tmpdir(), 'tieout-state-')), 'sandbox.json');

async function call(sandbox: RunningSandbox, method: string, path: string, body?: object): Promise<unknown> {
  const epoch = String(Math.floor(sandbox.clock.now() / 1000));
  const checksum = createHmac('sha512', sandbox.payoutApiSecret)
    .update(epoch + sandbox.payoutApiKey)
    .digest('hex');
  const headers = {
    authorization: `Bearer ${sandbox.payoutApiKey}`,
    epoch,
    checksum,
    'content-type': 'application/json',
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return (await fetch(`${sandbox.payoutUrl}${path}`, init)).json();
}

describe('state file', () => {
  it('keeps records, keys, webhooks, what is due and the moved clock from one start to the next', async () => {
    const path = stateFile();
    const first = await startSandbox({
      ...OPTIONS,
      stateFile: path,
      payout: { ...STAGING, verificationSeconds: 3600 },
    });
    first.clock.set(Date.now() + 86_400_000);
    const recipient = { account_number: '1', bank_code: 'MBBEMYKL', name: 'A', reference: 'kept' };
    await call(first, 'POST', '/send/bank_accounts', recipient);
    await call(first, 'POST', '/send/send_limits', { amount: 12.34 });
    const hook = { name: 'n', callback_url: 'https://merchant.example/', event_hooks: ['bank_account_status'] };
    await call(first, 'POST', '/webhooks', hook);
    const before = [await call(first, 'GET', '/send/send_limits'), await call(first, 'GET', '/webhooks')];
    await first.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const second = await startSandbox({ ...OPTIONS, stateFile: path, payout: STAGING });
    expect(second.payoutApiSecret).toBe(first.payoutApiSecret);
    expect(Math.abs(second.clock.now() - Date.now() - 86_400_000)).toBeLessThan(5_000);
    expect([await call(second, 'GET', '/send/send_limits'), await call(second, 'GET', '/webhooks')]).toEqual(before);
    expect(await call(second, 'GET', '/send/bank_accounts?reference=kept')).toMatchObject({
      results: [{ status: 'pending' }],
    });
    second.clock.set(second.clock.now() + 3_700_000);
    expect(await call(second, 'GET', '/send/bank_accounts?reference=kept')).toMatchObject({
      results: [{ status: 'verified' }],
    });
    await second.close();
  });

  it('keeps purchases of both modes, their line in the book, webhooks, what is due and the key that signs', async () => {
    const path = stateFile();
    const start = () => startSandbox({ ...OPTIONS, stateFile: path, gatewayPort: port });
    let port = 0;
    const on = async (sandbox: RunningSandbox, method: string, at: string, body?: object, key?: string) => {
      const headers = {
        authorization: `Bearer ${key ?? sandbox.gatewaySecretKey}`,
        // the next sandbox has the same port
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      return (await fetch(`${sandbox.gatewayUrl}${at}`, init)).json();
    };
    const record = z.object({ id: z.string() });
    const first = await start();
    port = Number(new URL(first.gatewayUrl).port);
    const order = {
      brand_id: first.brandId,
      client: { email: 'a@customer.example' },
      due: Math.floor(first.clock.now() / 1000) + 60,
      purchase: { currency: 'XTS', products: [{ name: 'Tea', price: 500, quantity: '2' }] },
    };
    const paid = record.parse(await on(first, 'POST', '/purchases/', order));
    await on(first, 'POST', `/purchases/${paid.id}/mark_as_paid/`);
    await on(first, 'POST', `/purchases/${paid.id}/refund/`, { amount: 300 });
    const open = record.parse(await on(first, 'POST', '/purchases/', order));
    const live = record.parse(await on(first, 'POST', '/purchases/', order, first.gatewayLiveSecretKey));
    await on(first, 'POST', '/webhooks/', { callback: 'https://merchant.example/', events: ['purchase.paid'] });
    const view = async (sandbox: RunningSandbox) => [
      await on(sandbox, 'GET', `/purchases/${paid.id}/`),
      await on(sandbox, 'GET', `/purchases/${live.id}/`, undefined, sandbox.gatewayLiveSecretKey),
      await on(sandbox, 'GET', '/webhooks/'),
      await on(sandbox, 'GET', '/public_key/'),
      await on(sandbox, 'GET', '/account/json/turnover/?currency=XTS'),
    ];
    const before = await view(first);
    expect(before[0]).toMatchObject({ status: 'refunded', refundable_amount: 700 });
    expect(before[4]).toMatchObject({ incoming: { turnover: 1000 }, outgoing: { turnover: 300 } });
    await first.close();

    const second = await start();
    expect(await view(second)).toEqual(before);
    second.clock.set(second.clock.now() + 61_000);
    expect(await on(second, 'GET', `/purchases/${open.id}/`)).toMatchObject({ status: 'overdue' });
    await second.close();
  });

  it('is refused by a sandbox of another life, and when it is not a state file', async () => {
    const path = stateFile();
    await (await startSandbox({ ...OPTIONS, stateFile: path })).close();
    const kept = readFileSync(path, 'utf8');
    const other = startSandbox({ ...OPTIONS, seed: 4, stateFile: path });
    await expect(other).rejects.toMatchObject({ code: 'STATE_FILE_OF_ANOTHER_LIFE', exitStatus: 2 });
    expect(readFileSync(path, 'utf8')).toBe(kept);
    for (const text of ['{', '{}', kept.replace('"version":2', '"version":1')]) {
      writeFileSync(path, text);
      const unreadable = startSandbox({ ...OPTIONS, stateFile: path });
      await expect(unreadable).rejects.toMatchObject({ code: 'STATE_FILE_UNREADABLE', place: { file: path } });
    }
  });
});
