import { createVerify } from 'node:crypto';
import { SMTPServer } from 'smtp-server';
import { describe, expect, onTestFinished } from 'vitest';
import { RETRIES, retryDelaySeconds } from '../../src/payout/deliveries.ts';
import { HOUR, merchantEndpoint, originOf, words } from '../harness.ts';
import { it, startPayout } from '../payout-harness.ts';
import { instructionRecord, sendLimitRecord, webhookRecord } from '../payout-records.ts';

const webhook = (callback_url: string, ...event_hooks: string[]) => ({ name: 'Ledger', callback_url, event_hooks });
const SITE = 'https://merchant.example/';

/** A service with a webhook for some events, whose endpoint answers with the next of the statuses, then with 200. */
async function startHeard(events: string[], statuses: number[] = []) {
  const payout = await startPayout();
  const merchant = await merchantEndpoint(() => statuses.shift() ?? 200);
  const made = await payout.post('/webhooks', webhook(`${merchant.origin}/hooks`, ...events));
  return { ...payout, ...merchant, hook: webhookRecord.parse(made.body) };
}

describe('payout-service.md › Events › approval e-mails', () => {
  it('amount, deadline and an Approve button whose link works', async () => {
    const { ask, mails, open, limit } = await startPayout({ approvers: ['only@merchant.example'] });
    const { id } = await ask(1234.5);
    const [mail] = mails(id);
    expect(mail?.subject).toBe('Approve a send limit of MYR 1234.50');
    expect(mail?.text).toContain('15 October 2026');
    expect(mail?.html).toContain(`<a href="${mail?.approveUrl}" role="button">Approve</a>`);
    expect((await open(mail?.approveUrl)).text).toContain('1 of 1 approvals received');
    expect((await limit(id)).status).toBe('approved');
  });

  it('a made-up link approves nothing', async ({ payout: { ask, mails, open, limit } }) => {
    const { id } = await ask(10);
    const made = mails(id)[0]?.approveUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await open(made)).status).toBe(404);
    expect((await limit(id)).approvals_received).toBe(0);
  });

  it('sent to a mail server where one is configured', async () => {
    const texts: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: async (stream, _session, done) => {
        texts.push((await stream.toArray()).join(''));
        done();
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { ask, mails } = await startPayout({ smtpUrl: originOf(server.server).replace('http', 'smtp') });
    const { id } = await ask(10);
    await expect.poll(() => mails(id).map((mail) => mail.delivery)).toEqual(['sent', 'sent']);
    const receivers = texts.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim());
    expect(receivers.sort()).toEqual(['one@merchant.example', 'two@merchant.example']);
  });
});

describe('payout-service.md › Events › webhooks', () => {
  it('created with its own key, read, changed and deleted', async ({ payout: { post, call, get } }) => {
    const make = async () => webhookRecord.parse((await post('/webhooks', webhook(SITE, 'bank_account_status'))).body);
    const [record, other] = [await make(), await make()];
    expect(record.public_key).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(other.public_key).not.toBe(record.public_key);
    const changed = webhookRecord.parse((await call('PATCH', `/webhooks/${record.id}`, { name: 'Other' })).body);
    expect(changed).toMatchObject({ name: 'Other', event_hooks: ['bank_account_status'] });
    expect((await call('DELETE', `/webhooks/${record.id}`)).status).toBe(200);
    expect((await get(`/webhooks/${record.id}`)).status).toBe(404);
  });

  it.for<[what: string, status: number, body: object]>([
    ['callback_url of 500 characters', 200, webhook(SITE.padEnd(500, 'a'), 'bank_account_status')],
    ['callback_url of 501 characters', 400, webhook(SITE.padEnd(501, 'a'), 'bank_account_status')],
    ['neither http nor https', 400, webhook('ftp://merchant.example', 'bank_account_status')],
    ['an unknown event', 400, webhook(SITE, 'everything')],
    ['no event', 400, webhook(SITE)],
  ])('%s gives %i', async ([, status, body], { payout: { post } }) => {
    expect((await post('/webhooks', body)).status).toBe(status);
  });

  it('the list is cached for an hour', async () => {
    const { list, post, pass } = await startPayout();
    const count = async () => (await list('/webhooks', webhookRecord)).results.length;
    expect(await count()).toBe(0);
    await post('/webhooks', webhook(SITE, 'bank_account_status'));
    expect(await count()).toBe(0);
    await pass(HOUR);
    expect(await count()).toBe(1);
  });

  it('allocation, recipient and instruction changes, each signed over SHA-512 with its key', async () => {
    const kinds = words('bank_account_status send_instruction_status budget_allocation_status');
    const { hook, received, events, fund, recipient, pay, pass } = await startHeard(kinds);
    const limitId = await fund(100);
    const sent = await pay(await recipient(), '1.00');
    await pass(HOUR);
    // enquiring, executing, accepted, completed
    const instructions = Array.from({ length: 4 }, () => 'send_instruction_status');
    expect(events()).toEqual(['budget_allocation_status', 'bank_account_status', ...instructions]);
    for (const { body, signature } of received) {
      const check = (algorithm: string, text: string) =>
        createVerify(algorithm).update(text).verify(hook.public_key, signature, 'base64');
      expect(check('RSA-SHA512', body)).toBe(true);
      expect(check('RSA-SHA256', body)).toBe(false);
      expect(check('RSA-SHA512', `${body} `)).toBe(false);
    }
    const payload = (at: number) => JSON.parse(received.at(at)?.body ?? '');
    expect(sendLimitRecord.parse(payload(0))).toMatchObject({ id: limitId, status: 'approved' });
    expect(instructionRecord.parse(payload(-1))).toMatchObject({ id: sent.id, state: 'completed' });
  });

  it('only the subscribed events', async () => {
    const { events, fund, recipient, service } = await startHeard(['bank_account_status']);
    await fund(100);
    await recipient();
    await service.catchUp();
    expect(events()).toEqual(['bank_account_status']);
  });

  it('tried again after a failure, 25 times over about 21 days', async () => {
    const days = Array.from({ length: RETRIES }, (_, n) => retryDelaySeconds(n + 1)).reduce((a, b) => a + b) / 86_400;
    expect(days).toBeGreaterThan(20);
    expect(days).toBeLessThan(21.5);
    const failures = Array.from({ length: 60 }, () => 500);
    const { received, fund, pass, world } = await startHeard(['budget_allocation_status'], failures);
    await fund(100);
    for (let hour = 0; hour < 30 * 24; hour += 1) await pass(HOUR);
    expect(received).toHaveLength(26);
    expect(world.state.deliveries[0]?.state).toBe('given_up');
  });

  it('a repeat carries the same body and stops at a 2xx; a redirect is not followed', async () => {
    const { received, fund, pass } = await startHeard(['budget_allocation_status'], [500, 302]);
    await fund(100);
    for (let step = 0; step < 6; step += 1) await pass(60_000);
    expect(received).toHaveLength(3);
    expect(new Set(received.map((one) => one.body)).size).toBe(1);
  });
});
