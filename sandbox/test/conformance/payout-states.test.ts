import { describe, expect, it } from 'vitest';
import { FINAL_STATES } from '../../src/payout/instructions.ts';
import { HOUR, instruction, START, startPayout } from '../payout-harness.ts';
import { bankAccountRecord, instructionRecord } from '../payout-records.ts';

describe('payout-service.md › States and transitions › Send limit status', () => {
  it('(none) → pending: every approver receives an e-mail asking for approval', async () => {
    const payout = await startPayout();
    const { id, status } = await payout.ask(100);
    expect(status).toBe('pending');
    expect(payout.mails(id).map((mail) => mail.to)).toEqual(['one@merchant.example', 'two@merchant.example']);
    expect((await payout.accounts()).results[0]?.current_balance).toBe(0);
  });

  it('pending → pending on a resend: only pending approvals are requested again', async () => {
    const payout = await startPayout();
    const { id } = await payout.ask(100);
    const [first] = payout.mails(id);
    await payout.send('GET', first?.approveUrl ?? '', {});
    const answer = await payout.post(`/send/send_limits/${id}/resend_approval_requests`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, code: 200, data: {} });
    expect(payout.mails(id).map((mail) => mail.to)).toEqual([
      'one@merchant.example',
      'two@merchant.example',
      'two@merchant.example',
    ]);
    expect((await payout.limit(id)).status).toBe('pending');
  });

  it('a resend for a request that is no longer pending is refused', async () => {
    const payout = await startPayout();
    const id = await payout.fund(100);
    const answer = await payout.post(`/send/send_limits/${id}/resend_approval_requests`);
    expect(answer.status).toBe(422);
    expect((await payout.post('/send/send_limits/1/resend_approval_requests')).status).toBe(404);
  });

  it('pending → approved when all required approvers have used the button, and only then; the balance shows it', async () => {
    const payout = await startPayout();
    const { id } = await payout.ask(100);
    const [first, second] = payout.mails(id).map((mail) => mail.approveUrl);
    // The same approver twice is still one approval.
    await payout.send('GET', first ?? '', {});
    await payout.send('GET', first ?? '', {});
    expect(await payout.limit(id)).toMatchObject({ status: 'pending', approvals_received: 1, approvals_required: 2 });
    expect((await payout.accounts()).results[0]?.current_balance).toBe(0);
    const page = await payout.send('GET', second ?? '', {});
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await payout.limit(id)).toMatchObject({ status: 'approved', approvals_received: 2 });
    expect((await payout.accounts()).results[0]?.current_balance).toBe(100);
  });

  it('pending → expired at 12 PM MYT on the day after the request, not a second earlier', async () => {
    const payout = await startPayout();
    const { id } = await payout.ask(100);
    payout.clock.at = Date.parse('2026-10-15T03:59:59Z');
    expect((await payout.limit(id)).status).toBe('pending');
    payout.clock.at = Date.parse('2026-10-15T04:00:00Z');
    expect(await payout.limit(id)).toMatchObject({ status: 'expired', updated_at: '2026-10-15T04:00:00.000Z' });
    const late = await payout.send('GET', payout.mails(id)[0]?.approveUrl ?? '', {});
    expect(late.status).toBe(410);
    expect((await payout.accounts()).results[0]?.current_balance).toBe(0);
  });

  it('an expired request: its outstanding approvals are expired, those that were given remain', async () => {
    const payout = await startPayout();
    const { id } = await payout.ask(100);
    await payout.send('GET', payout.mails(id)[0]?.approveUrl ?? '', {});
    payout.clock.at = Date.parse('2026-10-15T04:00:00Z');
    const { approvals_details, approvals_received } = await payout.limit(id);
    expect(approvals_details.map(({ status }) => status)).toEqual(['approved', 'expired']);
    expect(approvals_received).toBe(1);
  });

  it('the other reading, the next noon, can be chosen: a request at 10:00 expires at noon of the same day', async () => {
    const payout = await startPayout({ choices: { deadline: 'next_noon' } });
    const { id } = await payout.ask(100);
    payout.clock.at = Date.parse('2026-10-14T03:59:59Z');
    expect((await payout.limit(id)).status).toBe('pending');
    payout.clock.at = Date.parse('2026-10-14T04:00:00Z');
    expect((await payout.limit(id)).status).toBe('expired');
  });

  it('both readings agree for a request after noon: noon of the next day', async () => {
    for (const deadline of ['noon_on_the_day_after', 'next_noon'] as const) {
      const payout = await startPayout({ choices: { deadline } });
      payout.clock.at = START + 3 * HOUR;
      const { approvals_details } = await payout.ask(100);
      expect(approvals_details[0]?.expires_at).toBe('2026-10-15T04:00:00.000Z');
    }
  });

  it('a newer request may use the amount of the older pending ones that it expires, of its own settlement and day only', async () => {
    const payout = await startPayout();
    await payout.ask(4000); // of the settlement of the 14th, 5000.00
    payout.clock.at = START + 3 * HOUR; // after noon: the settlement of the 15th, 3000.00
    expect((await payout.post('/send/send_limits', { amount: 3000.01 })).status).toBe(422);
    expect((await payout.ask(3000)).from_settlement).toBe('2026-10-15');

    const staging = await startPayout({ choices: { mode: 'staging' } });
    await staging.ask(600);
    await staging.ask(700);
    await staging.fund(800);
    expect((await staging.post('/send/send_limits', { amount: 200.01 })).status).toBe(422);
    staging.clock.at = START + 20 * HOUR; // the next day in Malaysia, before the deadline
    await staging.ask(1000);
    expect((await staging.post('/send/send_limits', { amount: 1000.01 })).status).toBe(422);
  });

  it('a newer request expires an older pending one; the other reading can be chosen', async () => {
    const payout = await startPayout();
    const older = await payout.ask(4000);
    await payout.ask(4500);
    expect((await payout.limit(older.id)).status).toBe('expired');
    const other = await startPayout({ choices: { newerRequestExpiresOlder: false } });
    const kept = await other.ask(4000);
    expect((await other.post('/send/send_limits', { amount: 4500 })).status).toBe(422);
    expect((await other.limit(kept.id)).status).toBe('pending');
  });
});

describe('payout-service.md › States and transitions › Bank account status', () => {
  const statusOf = async (payout: Awaited<ReturnType<typeof startPayout>>, id: number) =>
    bankAccountRecord.parse((await payout.get(`/send/bank_accounts/${id}`)).body);

  it('pending → verified: valid, charged once', async () => {
    const payout = await startPayout();
    const id = await payout.recipient();
    expect(await statusOf(payout, id)).toMatchObject({ status: 'verified', rejection_reason: null });
    payout.clock.at += HOUR;
    expect((await payout.limits()).meta.pagination.total_count).toBe(1);
  });

  it('pending → rejected: invalid, with a reason; nothing can be sent to it', async () => {
    const payout = await startPayout();
    await payout.fund(50);
    const id = await payout.recipient('BEN-1', '9991234567');
    expect(await statusOf(payout, id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Account number not found',
    });
    const refused = await payout.post('/send/send_instructions', instruction(id, '1.00'));
    expect(refused.body).toEqual({ message: 'Bank account is not verified', code: 422, data: {} });
  });

  it('pending: awaiting verification; nothing can be sent to it yet', async () => {
    const payout = await startPayout();
    await payout.fund(50);
    const id = await payout.recipient('BEN-1', '9981234567');
    payout.clock.at += 48 * HOUR;
    expect(await statusOf(payout, id)).toMatchObject({ status: 'pending' });
    expect((await payout.post('/send/send_instructions', instruction(id, '1.00'))).status).toBe(422);
  });
});

describe('payout-service.md › States and transitions › Send instruction state', () => {
  /** The states that an instruction goes through, read every five seconds from its creation. */
  async function wayOf(description: string, mode: 'staging' | 'production') {
    const payout = await startPayout({ choices: { mode } });
    await payout.fund(100);
    const recipient = await payout.recipient();
    const created = await payout.pay(recipient, '10.00', { description });
    const way = [created.state];
    for (let second = 0; second < 150; second += 5) {
      const { state } = await payout.instruction(created.id);
      if (state !== way.at(-1)) way.push(state);
      payout.clock.at += 5000;
    }
    return { way, balance: (await payout.accounts()).results[0]?.current_balance };
  }

  it('received: from there to the end in production, the limit debited by amount and fee', async () => {
    const { way, balance } = await wayOf('Vendor payment', 'production');
    expect(way).toEqual(['received', 'enquiring', 'executing', 'accepted', 'completed']);
    expect(balance).toBe(88); // 100 - 1 verification - 10 - 1 fee
  });

  it('received → completed at once in staging', async () => {
    expect((await wayOf('Vendor payment', 'staging')).way).toEqual(['received', 'completed']);
  });

  it('a reviewed instruction passes reviewing', async () => {
    const { way } = await wayOf('Please review', 'production');
    expect(way).toEqual(['received', 'enquiring', 'executing', 'reviewing', 'accepted', 'completed']);
  });

  it('rejected: with a reason, and by default the amount and fee are given back', async () => {
    const { way, balance } = await wayOf('reject this', 'production');
    expect(way).toEqual(['received', 'enquiring', 'executing', 'rejected']);
    expect(balance).toBe(99);
  });

  it('rejected: that the limit stays debited can be chosen', async () => {
    const payout = await startPayout({ choices: { mode: 'staging', rejectedInstruction: 'kept_debited' } });
    await payout.fund(100);
    const { id } = await payout.pay(await payout.recipient(), '10.00', { description: 'reject' });
    expect(await payout.instruction(id)).toMatchObject({ state: 'rejected', rejection_reason: expect.any(String) });
    expect((await payout.accounts()).results[0]?.current_balance).toBe(88);
  });

  it('deleted: only what has not been processed; final states are completed, rejected and deleted', async () => {
    expect(FINAL_STATES).toEqual(new Set(['completed', 'rejected', 'deleted']));
    const payout = await startPayout();
    await payout.fund(100);
    const recipient = await payout.recipient();
    const early = await payout.pay(recipient, '10.00');
    const deleted = await payout.call('DELETE', `/send/send_instructions/${early.id}`);
    expect(instructionRecord.parse(deleted.body).state).toBe('deleted');
    expect((await payout.accounts()).results[0]?.current_balance).toBe(99);
    const late = await payout.pay(recipient, '11.00');
    payout.clock.at += 25_000;
    const refused = await payout.call('DELETE', `/send/send_instructions/${late.id}`);
    expect(refused.status).toBe(422);
    payout.clock.at += HOUR;
    expect((await payout.instruction(early.id)).state).toBe('deleted');
    expect((await payout.instruction(late.id)).state).toBe('completed');
  });
});
