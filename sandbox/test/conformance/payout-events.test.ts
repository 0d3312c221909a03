import { createVerify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RETRIES, retryDelaySeconds } from '../../src/payout/deliveries.ts';
import { HOUR, instruction, startPayout } from '../payout-harness.ts';
import { envelopeOf, instructionRecord, sendLimitRecord, webhookRecord } from '../payout-records.ts';

type Received = { event: string; signature: string; body: string };

/** A merchant's endpoint that notes what it receives and answers with the next of the statuses, then 200. */
async function merchantEndpoint(statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({
      event: String(request.headers['event-type']),
      signature: String(request.headers['x-signature']),
      body,
    });
    response.statusCode = statuses.shift() ?? 200;
    if (response.statusCode === 302) response.setHeader('location', '/elsewhere');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { received, url: `http://127.0.0.1:${port}/hooks` };
}

const webhook = (callback_url: string, ...event_hooks: string[]) => ({ name: 'Ledger', callback_url, event_hooks });

describe('payout-service.md › Events', () => {
  it('approval e-mails: amount, deadline and an Approve button whose link works', async () => {
    const payout = await startPayout({ approvers: ['only@merchant.example'] });
    const { id } = await payout.ask(1234.5);
    const [mail] = payout.mails(id);
    expect(mail?.subject).toBe('Approve a send limit of MYR 1234.50');
    expect(mail?.text).toContain('15 October 2026');
    expect(mail?.html).toContain(`<a href="${mail?.approveUrl}" role="button">Approve</a>`);
    const page = await payout.send('GET', mail?.approveUrl ?? '', {});
    expect(page.text).toContain('1 of 1 approvals received');
    expect((await payout.limit(id)).status).toBe('approved');
  });

  it('approval links: a made-up one approves nothing', async () => {
    const payout = await startPayout();
    const { id } = await payout.ask(10);
    const made = (payout.mails(id)[0]?.approveUrl ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await payout.send('GET', made, {})).status).toBe(404);
    expect((await payout.limit(id)).approvals_received).toBe(0);
  });

  it('approval e-mails: sent to a mail server where one is configured', async () => {
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk) => {
          text += chunk;
        });
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const payout = await startPayout({ smtpUrl: `smtp://127.0.0.1:${port}` });
    const { id } = await payout.ask(10);
    await expect.poll(() => payout.mails(id).map((mail) => mail.delivery)).toEqual(['sent', 'sent']);
    expect(mails.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim()).sort()).toEqual([
      'one@merchant.example',
      'two@merchant.example',
    ]);
  });

  it('webhooks: created with its own key, read, changed and deleted', async () => {
    const payout = await startPayout();
    const made = await payout.post('/webhooks', webhook('https://merchant.example/hooks', 'bank_account_status'));
    const record = webhookRecord.parse(made.body);
    expect(record.public_key).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const other = await payout.post('/webhooks', webhook('https://merchant.example/b', 'bank_account_status'));
    expect(webhookRecord.parse(other.body).public_key).not.toBe(record.public_key);
    const changed = await payout.call('PATCH', `/webhooks/${record.id}`, { name: 'Other' });
    expect(webhookRecord.parse(changed.body)).toMatchObject({ name: 'Other', event_hooks: ['bank_account_status'] });
    expect((await payout.call('DELETE', `/webhooks/${record.id}`)).status).toBe(200);
    expect((await payout.get(`/webhooks/${record.id}`)).status).toBe(404);
  });

  it('webhooks: callback_url at most 500 characters, http or https, known events, at least one', async () => {
    const payout = await startPayout();
    const base = 'https://merchant.example/';
    const status = async (body: object) => (await payout.post('/webhooks', body)).status;
    expect(await status(webhook(base.padEnd(500, 'a'), 'bank_account_status'))).toBe(200);
    expect(await status(webhook(base.padEnd(501, 'a'), 'bank_account_status'))).toBe(400);
    expect(await status(webhook('ftp://merchant.example', 'bank_account_status'))).toBe(400);
    expect(await status(webhook(base, 'everything'))).toBe(400);
    expect(await status(webhook(base))).toBe(400);
  });

  it('webhooks: the list is cached for an hour', async () => {
    const payout = await startPayout();
    const count = async () => envelopeOf(webhookRecord).parse((await payout.get('/webhooks')).body).results.length;
    expect(await count()).toBe(0);
    await payout.post('/webhooks', webhook('https://merchant.example/', 'bank_account_status'));
    expect(await count()).toBe(0);
    payout.clock.at += HOUR;
    expect(await count()).toBe(1);
  });

  it('webhooks: allocation, recipient and instruction changes, each signed over SHA-512 with its key', async () => {
    const payout = await startPayout();
    const merchant = await merchantEndpoint();
    const events = ['bank_account_status', 'send_instruction_status', 'budget_allocation_status'];
    const { public_key } = webhookRecord.parse((await payout.post('/webhooks', webhook(merchant.url, ...events))).body);
    const limitId = await payout.fund(100);
    const recipientId = await payout.recipient();
    const sent = await payout.post('/send/send_instructions', instruction(recipientId, '1.00'));
    expect(sent.status).toBe(200);
    payout.clock.at += HOUR;
    await payout.service.catchUp();
    expect(merchant.received.map((one) => one.event)).toEqual([
      'budget_allocation_status',
      'bank_account_status',
      'send_instruction_status',
      'send_instruction_status',
      'send_instruction_status',
      'send_instruction_status',
    ]);
    for (const { body, signature } of merchant.received) {
      const check = (algorithm: string, text: string) =>
        createVerify(algorithm).update(text).verify(public_key, signature, 'base64');
      expect(check('RSA-SHA512', body)).toBe(true);
      expect(check('RSA-SHA256', body)).toBe(false);
      expect(check('RSA-SHA512', `${body} `)).toBe(false);
    }
    const [allocation] = merchant.received;
    expect(sendLimitRecord.parse(JSON.parse(allocation?.body ?? ''))).toMatchObject({
      id: limitId,
      status: 'approved',
    });
    const last = instructionRecord.parse(JSON.parse(merchant.received.at(-1)?.body ?? ''));
    expect(last).toMatchObject({ id: instructionRecord.parse(sent.body).id, state: 'completed' });
  });

  it('webhooks: only the subscribed events', async () => {
    const payout = await startPayout();
    const merchant = await merchantEndpoint();
    await payout.post('/webhooks', webhook(merchant.url, 'bank_account_status'));
    await payout.fund(100);
    await payout.recipient();
    await payout.service.catchUp();
    expect(merchant.received.map((one) => one.event)).toEqual(['bank_account_status']);
  });

  it('webhooks: tried again after a failure, 25 times over about 21 days', async () => {
    const days = Array.from({ length: RETRIES }, (_, n) => retryDelaySeconds(n + 1)).reduce((a, b) => a + b) / 86_400;
    expect(days).toBeGreaterThan(20);
    expect(days).toBeLessThan(21.5);
    const payout = await startPayout();
    const merchant = await merchantEndpoint(Array.from({ length: 60 }, () => 500));
    await payout.post('/webhooks', webhook(merchant.url, 'budget_allocation_status'));
    await payout.fund(100);
    for (let day = 0; day < 30 * 24; day += 1) {
      payout.clock.at += HOUR;
      await payout.service.catchUp();
    }
    expect(merchant.received).toHaveLength(26);
    expect(payout.world.state.deliveries[0]?.state).toBe('given_up');
  });

  it('webhooks: a repeat carries the same body and stops at a 2xx; a redirect is not followed', async () => {
    const payout = await startPayout();
    const merchant = await merchantEndpoint([500, 302]);
    await payout.post('/webhooks', webhook(merchant.url, 'budget_allocation_status'));
    await payout.fund(100);
    for (let step = 0; step < 6; step += 1) {
      payout.clock.at += 60_000;
      await payout.service.catchUp();
    }
    expect(merchant.received).toHaveLength(3);
    expect(new Set(merchant.received.map((one) => one.body)).size).toBe(1);
  });
});
