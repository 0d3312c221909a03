import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../src/start.ts';
import { stateUntil } from '../src/state-file.ts';
import { clientsOf, SHORT_KEY } from './harness.ts';
import { recipientBody } from './payout-harness.ts';

const OPTIONS = {
  seed: 3,
  days: 8,
  until: '2026-10-29',
  ordersPerDay: 20,
  purchases: { signingKeyBits: SHORT_KEY },
} satisfies SandboxOptions;
const STAGING = { mode: 'staging', signingKeyBits: SHORT_KEY } as const;
const stateFile = () => join(mkdtempSync(join(tmpdir(), 'tieout-state-')), 'sandbox.json');

async function start(path: string, options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ ...OPTIONS, ...options, stateFile: path });
  return { ...clientsOf(sandbox), sandbox };
}

describe('state file', () => {
  it('keeps records, keys, webhooks, due tasks and the moved clock between two starts', async () => {
    const path = stateFile();
    const first = await start(path, { payout: { ...STAGING, verificationSeconds: 3600 } });
    first.sandbox.clock.set(Date.now() + 86_400_000);
    await first.payout('POST', '/send/bank_accounts', recipientBody({ reference: 'kept' }));
    await first.payout('POST', '/send/send_limits', { amount: 12.34 });
    const hook = { name: 'n', callback_url: 'https://merchant.example/', event_hooks: ['bank_account_status'] };
    await first.payout('POST', '/webhooks', hook);
    const lists = async ({ payout }: typeof first) => [
      (await payout('GET', '/send/send_limits')).body,
      (await payout('GET', '/webhooks')).body,
    ];
    const before = await lists(first);
    await first.sandbox.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const second = await start(path, { payout: STAGING });
    const { clock, payoutApiSecret } = second.sandbox;
    expect(payoutApiSecret).toBe(first.sandbox.payoutApiSecret);
    expect(Math.abs(clock.now() - Date.now() - 86_400_000)).toBeLessThan(5_000);
    expect(await lists(second)).toEqual(before);
    const kept = async () => (await second.payout('GET', '/send/bank_accounts?reference=kept')).body.results;
    expect(await kept()).toMatchObject([{ status: 'pending' }]);
    clock.set(clock.now() + 3_700_000);
    expect(await kept()).toMatchObject([{ status: 'verified' }]);
    await second.sandbox.close();
  });

  it('keeps purchases of both modes, their entries in the book, webhooks, due tasks and the signing key', async () => {
    const path = stateFile();
    const first = await start(path);
    const { gateway, sandbox } = first;
    const order = {
      brand_id: sandbox.brandId,
      client: { email: 'a@customer.example' },
      due: Math.floor(sandbox.clock.now() / 1000) + 60,
      purchase: { currency: 'ISK', products: [{ name: 'Tea', price: 500, quantity: '2' }] },
    };
    const create = async (key?: string): Promise<string> => (await gateway('POST', '/purchases/', order, key)).body.id;
    const [paid, open, live] = [await create(), await create(), await create(sandbox.gatewayLiveSecretKey)];
    await gateway('POST', `/purchases/${paid}/mark_as_paid/`);
    await gateway('POST', `/purchases/${paid}/refund/`, { amount: 300 });
    await gateway('POST', '/webhooks/', { callback: 'https://merchant.example/', events: ['purchase.paid'] });
    const view = async (of: typeof first) => [
      (await of.gateway('GET', `/purchases/${paid}/`)).body,
      (await of.gateway('GET', '/account/json/turnover/?currency=ISK')).body,
      (await of.gateway('GET', `/purchases/${live}/`, undefined, of.sandbox.gatewayLiveSecretKey)).body,
      (await of.gateway('GET', '/webhooks/')).body,
      (await of.gateway('GET', '/public_key/')).body,
    ];
    const before = await view(first);
    expect(before.slice(0, 2)).toMatchObject([
      { status: 'refunded', refundable_amount: 700 },
      { incoming: { turnover: 1000 }, outgoing: { turnover: 300 } },
    ]);
    await sandbox.close();

    // the links in the records name the port
    const second = await start(path, { gatewayPort: Number(new URL(sandbox.gatewayUrl).port) });
    expect(await view(second)).toEqual(before);
    second.sandbox.clock.set(second.sandbox.clock.now() + 61_000);
    expect((await second.gateway('GET', `/purchases/${open}/`)).body).toMatchObject({ status: 'overdue' });
    await second.sandbox.close();
  });

  it('keeps statements, faults, restatements, altered formats and later settlements', async () => {
    const path = stateFile();
    const options = { breaks: 'standard', gateway: { downloadLinkMs: 30 * 86_400_000 } } as const;
    const first = await start(path, options);
    const { gateway, admin, sandbox } = first;
    sandbox.clock.set(Date.parse('2026-10-30T00:00:00Z'));
    const day = Date.parse('2026-10-29T00:00:00+08:00') / 1000;
    const statement = `/company_statements/?currency=MYR&paid_from=${day}&paid_to=${day + 86_400}`;
    const { id } = (await gateway('POST', statement, { format: 'csv', timezone: 'Asia/Kuala_Lumpur' })).body;
    for (let n = 0; n < 2; n += 1) expect((await admin('POST', '/merchant/restate', {})).status).toBe(200);
    expect((await admin('POST', '/merchant/alter_format', { format: 'csv' })).status).toBe(200);
    const fault = { service: 'gateway', path: '/turnover/', times: 2, effect: { kind: 'status', status: 503 } };
    await admin('POST', '/faults', fault);
    const turnover = '/account/json/turnover/?currency=MYR';
    expect((await gateway('GET', turnover)).status).toBe(503);
    await admin('POST', '/clock', { advance: 'P3D' });
    const seen = async (of: typeof first) => {
      const { download_url, query_string } = (await of.gateway('GET', `/company_statements/${id}/`)).body;
      return {
        query_string,
        file: (await of.gateway('GET', download_url)).text,
        balance: (await of.gateway('GET', '/account/json/balance/')).body,
        turnover: (await of.gateway('GET', turnover)).text,
        truth: of.sandbox.truth,
        files: of.sandbox.files('2026-10-22', '2026-11-04'),
      };
    };
    const twice = await seen(first);
    // settled while the clock ran on
    expect(twice.files.bank).toContain('SETTLEMENT 2026-10-30');
    // the second of two
    expect(twice.turnover).toContain('Injected fault');
    expect(twice.query_string).toContain('currency=MYR');
    expect(twice.file).toMatch(/INV-\d+/);
    const planted = (name: string) => twice.truth.filter(({ reconciliation }) => reconciliation === name);
    expect(planted('restatements')).toHaveLength(6);
    expect(planted('statement_formats')).toHaveLength(3);
    await sandbox.close();

    const second = await start(path, options);
    expect(await seen(second)).toEqual({ ...twice, turnover: expect.stringContaining('incoming') });
    expect(second.sandbox.faults.list()).toMatchObject([{ seen: 3, harmed: 2 }]);
    await second.sandbox.close();
  });

  it('is read in the previous version, and refused for another scenario or an invalid file', async () => {
    const path = stateFile();
    const restart = (changes: Partial<SandboxOptions> = {}): Promise<RunningSandbox> =>
      startSandbox({ ...OPTIONS, ...changes, stateFile: path });
    expect(stateUntil(path)).toBeUndefined();
    await (await restart()).close();
    expect(stateUntil(path)).toBe(OPTIONS.until);
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, kept.replace('"version":4', '"version":3').replace('"scenario":', '"life":'));
    const earlier = await restart();
    await earlier.close();
    expect(JSON.parse(kept).adminToken).toBe(earlier.adminToken);
    expect(readFileSync(path, 'utf8')).toContain('"version":4');
    writeFileSync(path, kept);
    const other = { code: 'STATE_FILE_OF_ANOTHER_SCENARIO', file: path };
    await expect(restart({ seed: 4 })).rejects.toMatchObject(other);
    expect(readFileSync(path, 'utf8')).toBe(kept);
    for (const text of ['{', '{}', kept.replace('"version":4', '"version":2')]) {
      writeFileSync(path, text);
      await expect(restart()).rejects.toMatchObject({ code: 'STATE_FILE_UNREADABLE', file: path });
    }
  });
});
