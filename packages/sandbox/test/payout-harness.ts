import { test as base, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { createFaults } from '../src/faults/fault.ts';
import { installFaults } from '../src/faults/install.ts';
import { type PayoutServiceOptions, startPayoutService } from '../src/payout/start.ts';
import { createRequestLog, logRequests } from '../src/request-log.ts';
import { request, SHORT_KEY, START, signedHeaders } from './harness.ts';
import { accountRecord, bankAccountRecord, envelopeOf, instructionRecord, sendLimitRecord } from './payout-records.ts';

export const KEY = 'pk_test_1';
export const SECRET = 'ps_test_secret';

/** A create body of a recipient. */
export const recipientBody = (more: object = {}) => ({
  account_number: '1234567890',
  bank_code: 'MBBEMYKL',
  name: 'Aisyah Tan',
  reference: 'BEN-1',
  ...more,
});

/** A create-instruction body. */
export const instruction = (bank_account_id: number, amount: string, more: object = {}) => ({
  bank_account_id,
  amount,
  email: 'aisyah@recipient.example',
  description: 'Vendor payment',
  reference: `PO-${amount}`,
  ...more,
});

/** A payout service with a clock in hand. */
async function openPayout(options: Partial<PayoutServiceOptions>) {
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

  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    request(method, path.startsWith('http') ? path : `${service.url}${path}`, headers, body);
  const signed = () => signedHeaders(clock.at, KEY, SECRET);
  const call = (method: string, path: string, body?: unknown) => send(method, path, signed(), body);
  const get = (path: string) => call('GET', path);
  const post = (path: string, body?: unknown) => call('POST', path, body);
  const list = async <T extends z.ZodType>(path: string, record: T) => envelopeOf(record).parse((await get(path)).body);
  const ask = async (amount: number) => sendLimitRecord.parse((await post('/send/send_limits', { amount })).body);
  const mails = (id: number) => service.world.state.outbox.filter((mail) => mail.sendLimitId === id);
  const open = (url: string | undefined) => send('GET', url ?? '', {});
  return {
    service,
    world: service.world,
    clock,
    faults,
    requests,
    send,
    signed,
    call,
    get,
    post,
    list,
    ask,
    mails,
    /** Opens a link of an e-mail. */
    open,
    account: async () => {
      const { results } = await list('/send/accounts', accountRecord);
      const [account, ...others] = results;
      if (account === undefined || others.length > 0) throw new Error(`${results.length} accounts instead of one`);
      return account;
    },
    limits: (query = '') => list(`/send/send_limits${query}`, sendLimitRecord),
    limit: async (id: number) => sendLimitRecord.parse((await get(`/send/send_limits/${id}`)).body),
    /** Asks for an allocation and has it approved by everybody. */
    fund: async (amount: number) => {
      const { id } = await ask(amount);
      for (const { approveUrl } of mails(id)) await open(approveUrl);
      return id;
    },
    /** A recipient, verified unless the account number says otherwise; eleven seconds pass. */
    recipient: async (reference = 'BEN-1', account_number = '114455667788') => {
      const body = recipientBody({ reference, account_number });
      const { id } = bankAccountRecord.parse((await post('/send/bank_accounts', body)).body);
      clock.at += 11_000;
      return id;
    },
    bankAccount: async (id: number) => bankAccountRecord.parse((await get(`/send/bank_accounts/${id}`)).body),
    pay: async (bankAccountId: number, amount: string, more: object = {}) =>
      instructionRecord.parse((await post('/send/send_instructions', instruction(bankAccountId, amount, more))).body),
    instruction: async (id: number) => instructionRecord.parse((await get(`/send/send_instructions/${id}`)).body),
    pass: async (milliseconds: number) => {
      clock.at += milliseconds;
      await service.catchUp();
    },
    close: () => service.close(),
  };
}
export type Payout = Awaited<ReturnType<typeof openPayout>>;

/** A payout service of its own for a test: for other options, or where balances and lists count. */
export async function startPayout(options: Partial<PayoutServiceOptions> = {}): Promise<Payout> {
  const payout = await openPayout(options);
  onTestFinished(payout.close);
  return payout;
}

/** A payout service of its own with an allocation and a verified recipient. */
export async function startFunded(amount: number, options: Partial<PayoutServiceOptions> = {}) {
  const payout = await startPayout(options);
  await payout.fund(amount);
  return { ...payout, recipientId: await payout.recipient() };
}

/** The answer of a service that refuses. */
export const refusal = (code: number, message: string) => ({ status: code, body: { message, code, data: {} } });

/** Tests of a file that share a payout service, in which they change nothing that another of them sees. */
export const it = base
  .extend('payoutOptions', { scope: 'file' }, () => ({}))
  .extend('payout', { scope: 'file' }, async ({ payoutOptions }, { onCleanup }) => {
    const payout = await openPayout(payoutOptions);
    onCleanup(payout.close);
    return payout;
  });
