import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../src/start.ts';

import { stateUntil } from '../src/state-file.ts';
import { SHORT_KEY } from './gateway-harness.ts';

const OPTIONS = {
  seed: 3,
  days: 8,
  until: '2026-10-29',
  ordersPerDay: 20,
  purchases: { signingKeyBits: SHORT_KEY },
} satisfies SandboxOptions;
const STAGING = { mode: 'staging', signingKeyBits: SHORT_KEY } as const;
const record = z.object({ id: z.string() });
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
  it('keeps records, keys, webhooks, due tasks and the moved clock between two starts', async () => {
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

  it('keeps purchases of both modes, their entries in the book, webhooks, due tasks and the signing key', async () => {
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
    const first = await start();
    port = Number(new URL(first.gatewayUrl).port);
    const order = {
      brand_id: first.brandId,
      client: { email: 'a@customer.example' },
      due: Math.floor(first.clock.now() / 1000) + 60,
      purchase: { currency: 'ISK', products: [{ name: 'Tea', price: 500, quantity: '2' }] },
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
      await on(sandbox, 'GET', '/account/json/turnover/?currency=ISK'),
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

  it('keeps statements, faults, restatements, altered formats and later settlements', async () => {
    const path = stateFile();
    const gateway = { downloadLinkMs: 30 * 86_400_000 };
    const start = () => startSandbox({ ...OPTIONS, breaks: 'standard', stateFile: path, gateway });
    const get = async (sandbox: RunningSandbox, at: string, init: RequestInit = {}) =>
      fetch(at.startsWith('http') ? at : `${sandbox.gatewayUrl}${at}`, {
        ...init,
        headers: { authorization: `Bearer ${sandbox.gatewaySecretKey}`, 'content-type': 'application/json' },
      });
    const admin = (sandbox: RunningSandbox, at: string, body: object) =>
      fetch(`${sandbox.adminUrl}${at}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${sandbox.adminToken}`, 'content-type': 'application/json' },
      });
    const first = await start();
    first.clock.set(Date.parse('2026-10-30T00:00:00Z'));
    const day = Date.parse('2026-10-29T00:00:00+08:00') / 1000;
    const statement = `/company_statements/?currency=MYR&paid_from=${day}&paid_to=${day + 86_400}`;
    const body = JSON.stringify({ format: 'csv', timezone: 'Asia/Kuala_Lumpur' });
    const { id } = record.parse(await (await get(first, statement, { method: 'POST', body })).json());
    for (let n = 0; n < 2; n += 1) expect((await admin(first, '/merchant/restate', {})).status).toBe(200);
    expect((await admin(first, '/merchant/alter_format', { format: 'csv' })).status).toBe(200);
    const fault = { service: 'gateway', path: '/turnover/', times: 2, effect: { kind: 'status', status: 503 } };
    await admin(first, '/faults', fault);
    expect((await get(first, '/account/json/turnover/?currency=MYR')).status).toBe(503);
    await admin(first, '/clock', { advance: 'P3D' });
    const seen = async (sandbox: RunningSandbox) => {
      const statement = z.object({ download_url: z.string(), query_string: z.string() });
      const { download_url, query_string } = statement.parse(
        await (await get(sandbox, `/company_statements/${id}/`)).json(),
      );
      return {
        query_string,
        file: await (await get(sandbox, download_url)).text(),
        balance: await (await get(sandbox, '/account/json/balance/')).json(),
        turnover: await (await get(sandbox, '/account/json/turnover/?currency=MYR')).text(),
        truth: sandbox.truth,
        files: sandbox.files('2026-10-22', '2026-11-04'),
      };
    };
    const twice = await seen(first);
    // settled while the clock ran on
    expect(twice.files.bank).toContain('SETTLEMENT 2026-10-30');
    // the second of two
    expect(twice.turnover).toContain('Injected fault');
    expect(twice.query_string).toContain('currency=MYR');
    expect(twice.file).toMatch(/INV-\d+/);
    expect(twice.truth.filter(({ reconciliation }) => reconciliation === 'restatements')).toHaveLength(6);
    expect(twice.truth.filter(({ reconciliation }) => reconciliation === 'statement_formats')).toHaveLength(3);
    await first.close();
    const second = await start();
    const fresh = { ...twice, turnover: expect.stringContaining('incoming') };
    expect(await seen(second)).toEqual(fresh);
    expect(second.faults.list()).toMatchObject([{ seen: 3, harmed: 2 }]);
    await second.close();
  });

  it('is read in the previous version, and refused for another scenario or an invalid file', async () => {
    const path = stateFile();
    expect(stateUntil(path)).toBeUndefined();
    await (await startSandbox({ ...OPTIONS, stateFile: path })).close();
    expect(stateUntil(path)).toBe(OPTIONS.until);
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, kept.replace('"version":4', '"version":3').replace('"scenario":', '"life":'));
    const earlier = await startSandbox({ ...OPTIONS, stateFile: path });
    await earlier.close();
    expect(JSON.parse(kept).adminToken).toBe(earlier.adminToken);
    expect(readFileSync(path, 'utf8')).toContain('"version":4');
    writeFileSync(path, kept);
    const other = startSandbox({ ...OPTIONS, seed: 4, stateFile: path });
    await expect(other).rejects.toMatchObject({ code: 'STATE_FILE_OF_ANOTHER_SCENARIO', file: path });
    expect(readFileSync(path, 'utf8')).toBe(kept);
    for (const text of ['{', '{}', kept.replace('"version":4', '"version":2')]) {
      writeFileSync(path, text);
      const unreadable = startSandbox({ ...OPTIONS, stateFile: path });
      await expect(unreadable).rejects.toMatchObject({ code: 'STATE_FILE_UNREADABLE', file: path });
    }
  });
});
