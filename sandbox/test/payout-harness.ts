import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createFaults } from '../src/faults/fault.ts';
import { installFaults } from '../src/faults/install.ts';
import { type PayoutServiceOptions, startPayoutService } from '../src/payout/start.ts';
import { createRequestLog, logRequests } from '../src/request-log.ts';
import { SHORT_KEY } from './gateway-harness.ts';
import { accountRecord, bankAccountRecord, envelopeOf, instructionRecord, sendLimitRecord } from './payout-records.ts';

export const KEY = 'pk_test_1';
export const SECRET = 'ps_test_secret';

/** Wednesday 14 October 2026, 10:00 in Malaysia. */
export const START = Date.parse('2026-10-14T02:00:00Z');
export const HOUR = 3_600_000;

/** hex HMAC-SHA512 over epoch and key, written from the specification's text. */
export function sign(epoch: number | string, key = KEY, secret = SECRET): string {
  return createHmac('sha512', secret).update(`${epoch}${key}`).digest('hex');
}

export type Answer = { status: number; headers: Headers; text: string; body: unknown };

/** A payout service of its own for a test, on port 0, with a clock in hand. */
export async function startPayout(options: Partial<PayoutServiceOptions> = {}) {
  const clock = { at: START };
  const faults = createFaults();
  const requests = createRequestLog();
  const service = await startPayoutService({
    credentials: { apiKey: KEY, apiSecret: SECRET },
    now: () => clock.at,
    prepare: (app, time) => {
      logRequests(app, 'payout', requests, () => clock.at);
      return installFaults(app, 'payout', faults, time);
    },
    settlementOn: (day) => (day === '2026-10-14' ? 500_000n : 300_000n),
    approvers: ['one@merchant.example', 'two@merchant.example'],
    ...options,
    choices: { signingKeyBits: SHORT_KEY, ...options.choices },
  });
  onTestFinished(() => service.close());

  async function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
    const url = path.startsWith('http') ? path : `${service.url}${path}`;
    const hasBody = body !== undefined;
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      ...(hasBody ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }
  const signed = () => {
    const epoch = Math.floor(clock.at / 1000);
    return { authorization: `Bearer ${KEY}`, epoch: String(epoch), checksum: sign(epoch) };
  };
  const call = (method: string, path: string, body?: unknown) => send(method, path, signed(), body);
  return {
    service,
    world: service.world,
    clock,
    faults,
    requests,
    send,
    signed,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    call,
    accounts: async () => envelopeOf(accountRecord).parse((await call('GET', '/send/accounts')).body),
    limits: async (query = '') =>
      envelopeOf(sendLimitRecord).parse((await call('GET', `/send/send_limits${query}`)).body),
    limit: async (id: number) => sendLimitRecord.parse((await call('GET', `/send/send_limits/${id}`)).body),
    mails: (id: number) => service.world.state.outbox.filter((mail) => mail.sendLimitId === id),
    ask: async (amount: number) => sendLimitRecord.parse((await call('POST', '/send/send_limits', { amount })).body),
    /** Asks for an allocation and has it approved by everybody. */
    fund: async (amount: number) => {
      const { id } = sendLimitRecord.parse((await call('POST', '/send/send_limits', { amount })).body);
      for (const mail of service.world.state.outbox) {
        if (mail.sendLimitId === id) await send('GET', mail.approveUrl, {});
      }
      return id;
    },
    /** A recipient, verified unless the account number says otherwise; eleven seconds pass. */
    recipient: async (reference = 'BEN-1', accountNumber = '114455667788') => {
      const body = { account_number: accountNumber, bank_code: 'MBBEMYKL', name: 'Aisyah Tan', reference };
      const created = bankAccountRecord.parse((await call('POST', '/send/bank_accounts', body)).body);
      clock.at += 11_000;
      return created.id;
    },
    pay: async (bankAccountId: number, amount: string, more: object = {}) =>
      instructionRecord.parse(
        (await call('POST', '/send/send_instructions', instruction(bankAccountId, amount, more))).body,
      ),
    instruction: async (id: number) =>
      instructionRecord.parse((await call('GET', `/send/send_instructions/${id}`)).body),
  };
}

/** A create-instruction body. */
export const instruction = (bank_account_id: number, amount: string, more: object = {}) => ({
  bank_account_id,
  amount,
  email: 'aisyah@recipient.example',
  description: 'Vendor payment',
  reference: `PO-${amount}`,
  ...more,
});
