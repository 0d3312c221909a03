import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choiceNames, choose } from '../src/choices.ts';
import { DEFAULT_PURCHASE_CHOICES } from '../src/gateway/purchase/choices.ts';
import { DEFAULT_GATEWAY_CHOICES } from '../src/gateway/world.ts';
import { DEFAULT_CHOICES } from '../src/payout/choices.ts';
import { refused, smallPast, startShop } from './gateway-harness.ts';
import { HOUR, words } from './harness.ts';
import { recipientBody, startFunded, startPayout } from './payout-harness.ts';
import { bankAccountRecord, instructionRecord } from './payout-records.ts';

describe('choices of the payment gateway', () => {
  it('statementReadyMs and downloadLinkMs: when a statement is ready, and how long its link works', async () => {
    const { post, get, clock } = await startShop({ choices: { statementReadyMs: HOUR, downloadLinkMs: 1000 } });
    const { id } = (await post('/company_statements/', { format: 'csv', timezone: 'UTC' })).body;
    const read = async () => (await get(`/company_statements/${id}/`)).body;
    clock.at += HOUR - 1;
    expect((await read()).status).toBe('processing');
    clock.at += 1;
    const { download_url } = await read();
    clock.at += 1000;
    expect((await get(download_url)).status).toBe(200);
    clock.at += 1;
    expect((await get(download_url)).status).toBe(403);
  });

  it('statementLayout and hasPreamble: the columns, and rows above the header', async () => {
    const standard = await startShop({ book: smallPast() });
    expect((await standard.statement()).split('\r\n').slice(0, 2)).toEqual(['Company statement', 'Time zone,UTC']);
    const plain = await startShop({ book: smallPast(), choices: { statementLayout: 'plain', hasPreamble: false } });
    const lines = (await plain.statement()).split('\r\n');
    expect(lines[0]).toBe('Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Description');
    expect(lines.length).toBeGreaterThan(50);
  });

  it('slowAcquirerSeconds: how long a slow acquirer takes', async () => {
    const { paid, read, pass } = await startShop({ purchases: { slowAcquirerSeconds: 5 } });
    const { id } = await paid({}, { notes: 'slow' });
    await pass(4_999);
    expect((await read(id)).status).toBe('pending_execute');
    await pass(1);
    expect((await read(id)).status).toBe('paid');
  });

  it('clientEmailRequired, defaultCurrency and defaultTimezone: optional fields and their defaults', async () => {
    const client = { full_name: 'Aisyah Tan' };
    const strict = await startShop();
    expect(await refused(strict.post('/purchases/', strict.body({ client })))).toMatchObject({ client: 'required' });
    const purchases = { clientEmailRequired: false, defaultCurrency: 'SGD', defaultTimezone: 'America/New_York' };
    const { create, clock } = await startShop({ purchases });
    clock.at = Date.parse('2026-10-15T02:00:00Z');
    const made = await create({ client }, { currency: undefined });
    expect(made).toMatchObject({ issued: '2026-10-14', purchase: { currency: 'SGD', timezone: 'America/New_York' } });
  });
});

describe('choices of the payout service', () => {
  it('knownAccountReturnsExisting and upperCaseNames: whether a known account is registered again, and how its name is stored', async () => {
    const { post } = await startPayout({ choices: { knownAccountReturnsExisting: false, upperCaseNames: false } });
    const made = async (reference: string) =>
      bankAccountRecord.parse((await post('/send/bank_accounts', recipientBody({ reference }))).body);
    const [first, second] = [await made('A'), await made('B')];
    expect(second.id).not.toBe(first.id);
    expect([first.name, second.name]).toEqual(['Aisyah Tan', 'Aisyah Tan']);
  });

  it('resendData: the array observed live', async () => {
    const { post, ask } = await startPayout({ choices: { resendData: 'array' } });
    const { id } = await ask(10);
    const { body } = await post(`/send/send_limits/${id}/resend_approval_requests`);
    expect(body).toEqual({ success: true, code: 200, data: [] });
  });

  it('bankAccountList: in the envelope of every list, or a plain array', async () => {
    const { recipient, get } = await startPayout({ choices: { bankAccountList: 'array' } });
    await recipient('A');
    const { body } = await get('/send/bank_accounts');
    expect(bankAccountRecord.array().parse(body)).toMatchObject([{ reference: 'A' }]);
  });

  it('verificationSeconds and instructionStepSeconds: the time that a bank and a transfer take', async () => {
    const choices = { verificationSeconds: 20, instructionStepSeconds: 1 };
    // 11 seconds pass after the registration
    const { recipientId: id, bankAccount, pay, instruction, pass } = await startFunded(100, { choices });
    await pass(8_999);
    expect((await bankAccount(id)).status).toBe('pending');
    await pass(1);
    expect((await bankAccount(id)).status).toBe('verified');
    const sent = await pay(id, '1.00');
    await pass(1000);
    expect((await instruction(sent.id)).state).not.toBe('received');
    await pass(10_000);
    expect((await instruction(sent.id)).state).toBe('completed');
  });

  it('listCacheSeconds, defaultPageSize and largestPageSize: the age of a cached list and the size of a page', async () => {
    const choices = { mode: 'staging', listCacheSeconds: 0, defaultPageSize: 2, largestPageSize: 3 } as const;
    const { recipientId: id, pay, list } = await startFunded(100, { choices });
    const count = async (query = '') =>
      (await list(`/send/send_instructions${query}`, instructionRecord)).results.length;
    for (const amount of ['1.00', '2.00', '3.00', '4.00']) {
      await pay(id, amount);
      expect(await count()).toBe(Math.min(2, Number(amount)));
    }
    expect(await count('?limit=50')).toBe(3);
  });
});

describe('choices by name', () => {
  const none = { gateway: {}, purchases: {}, payout: {} };

  it('each goes to the service that has it, as a word, a number or a boolean', () => {
    const texts = words('timeBounds=upper_in cardsClear=true deadline=next_noon refundFee=30 signingKeyBits=1024');
    let chosen: ReturnType<typeof choose> = none;
    for (const text of texts) if (typeof chosen !== 'string') chosen = choose(text, chosen);
    expect(chosen).toEqual({
      gateway: { timeBounds: 'upper_in' },
      purchases: { cardsClear: true, refundFee: 30, signingKeyBits: 1024 },
      payout: { deadline: 'next_noon', signingKeyBits: 1024 },
    });
  });

  it.each([
    ['colour=blue', 'the name one of statementReadyMs'],
    ['deadline=never', 'deadline is one of noon_on_the_day_after, next_noon.'],
    ['cardsClear=1', 'cardsClear is true or false.'],
    ['refundFee=a', 'refundFee is a whole number.'],
    // these have options of their own
    ['deliverTo=x', 'the name one of'],
  ])('%s is refused', (text, expected) => {
    expect(choose(text, none)).toContain(expected);
  });

  it('every choice with a default can be set', () => {
    expect(choiceNames.length).toBeGreaterThan(30);
    for (const name of choiceNames) expect(choose(`${name}=?`, none)).not.toContain('the name one of');
  });
});

it('every choice is set in a test', () => {
  const folder = import.meta.dirname;
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const names = [DEFAULT_GATEWAY_CHOICES, DEFAULT_PURCHASE_CHOICES, DEFAULT_CHOICES].flatMap((one) => Object.keys(one));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b[,:]|\\b${name} \\}`).test(tests))).toEqual([]);
});
