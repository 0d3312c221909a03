import { describe, expect } from 'vitest';
import { FINAL_STATES } from '../../src/payout/instructions.ts';
import { HOUR, START, words } from '../harness.ts';
import { instruction, it, refusal, startFunded, startPayout } from '../payout-harness.ts';
import { instructionRecord } from '../payout-records.ts';

const NOON = Date.parse('2026-10-15T04:00:00Z');

describe('payout-service.md › States and transitions › Send limit status', () => {
  it('(none) → pending: every approver receives an e-mail asking for approval', async ({ payout }) => {
    const { id, status } = await payout.ask(100);
    expect(status).toBe('pending');
    expect(payout.mails(id).map(({ to }) => to)).toEqual(['one@merchant.example', 'two@merchant.example']);
  });

  it('pending → pending on a resend: only pending approvals are requested again', async ({ payout }) => {
    const { ask, mails, open, post, limit } = payout;
    const { id } = await ask(100);
    await open(mails(id)[0]?.approveUrl);
    const { status, body } = await post(`/send/send_limits/${id}/resend_approval_requests`);
    expect([status, body]).toEqual([200, { success: true, code: 200, data: {} }]);
    const [, , ...again] = mails(id).map(({ to }) => to);
    expect(again).toEqual(['two@merchant.example']);
    expect((await limit(id)).status).toBe('pending');
  });

  it('a resend for a request that is no longer pending is refused', async ({ payout: { fund, post } }) => {
    const id = await fund(100);
    expect((await post(`/send/send_limits/${id}/resend_approval_requests`)).status).toBe(422);
  });

  it('pending → approved when all required approvers have used the button, and only then; the balance shows it', async () => {
    const { ask, mails, open, limit, account } = await startPayout();
    const { id } = await ask(100);
    const [first, second] = mails(id).map((mail) => mail.approveUrl);
    // The same approver twice is still one approval.
    await open(first);
    await open(first);
    expect(await limit(id)).toMatchObject({ status: 'pending', approvals_received: 1, approvals_required: 2 });
    expect((await account()).current_balance).toBe(0);
    const page = await open(second);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await limit(id)).toMatchObject({ status: 'approved', approvals_received: 2 });
    expect((await account()).current_balance).toBe(100);
  });

  it('pending → expired at 12 PM MYT on the day after the request, not a second earlier; given approvals remain', async () => {
    const { ask, mails, open, limit, account, clock } = await startPayout();
    const { id } = await ask(100);
    await open(mails(id)[0]?.approveUrl);
    clock.at = NOON - 1000;
    expect((await limit(id)).status).toBe('pending');
    clock.at = NOON;
    expect(await limit(id)).toMatchObject({
      status: 'expired',
      updated_at: '2026-10-15T04:00:00.000Z',
      approvals_received: 1,
      approvals_details: [{ status: 'approved' }, { status: 'expired' }],
    });
    expect((await open(mails(id)[1]?.approveUrl)).status).toBe(410);
    expect((await account()).current_balance).toBe(0);
  });

  it.for([
    ['noon_on_the_day_after', 'before noon', START, NOON],
    ['noon_on_the_day_after', 'after noon', START + 3 * HOUR, NOON],
    ['next_noon', 'before noon', START, NOON - 24 * HOUR],
    ['next_noon', 'after noon', START + 3 * HOUR, NOON],
  ] as const)('by choice, the deadline is %s: a request %s', async ([deadline, , asked, expires]) => {
    const { ask, limit, clock } = await startPayout({ choices: { deadline } });
    clock.at = asked;
    const { id, approvals_details } = await ask(100);
    expect(approvals_details[0]?.expires_at).toBe(new Date(expires).toISOString());
    clock.at = expires - 1000;
    expect((await limit(id)).status).toBe('pending');
    clock.at = expires;
    expect((await limit(id)).status).toBe('expired');
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

  it.for([
    [true, 200, 'expired'],
    [false, 422, 'pending'],
  ] as const)('a newer request expires an older pending one, or by choice (%s) does not', async (row) => {
    const [newerRequestExpiresOlder, answer, status] = row;
    const { ask, post, limit } = await startPayout({ choices: { newerRequestExpiresOlder } });
    const older = await ask(4000);
    expect((await post('/send/send_limits', { amount: 4500 })).status).toBe(answer);
    expect((await limit(older.id)).status).toBe(status);
  });
});

describe('payout-service.md › States and transitions › Bank account status', () => {
  it('pending → verified: valid, charged once', async () => {
    const { recipient, bankAccount, limits, pass } = await startPayout();
    const id = await recipient();
    expect(await bankAccount(id)).toMatchObject({ status: 'verified', rejection_reason: null });
    await pass(HOUR);
    expect((await limits()).meta.pagination.total_count).toBe(1);
  });

  it.for([
    ['rejected: invalid, with a reason', '9991234567', 'rejected', 'Account number not found'],
    ['pending: awaiting verification', '9981234567', 'pending', null],
  ] as const)('pending → %s; nothing can be sent to it', async ([, accountNumber, status, rejection_reason]) => {
    const { fund, recipient, bankAccount, post, pass } = await startPayout();
    await fund(50);
    const id = await recipient('BEN-1', accountNumber);
    await pass(48 * HOUR);
    expect(await bankAccount(id)).toMatchObject({ status, rejection_reason });
    const refused = await post('/send/send_instructions', instruction(id, '1.00'));
    expect(refused).toMatchObject(refusal(422, 'Bank account is not verified'));
  });
});

describe('payout-service.md › States and transitions › Send instruction state', () => {
  // 100.00 less 1.00 for the verification; if it was sent, less 10.00 and its fee of 1.00
  const kept = { rejectedInstruction: 'kept_debited' };
  it.for<[what: string, choices: object, description: string, states: string, balance: number]>([
    ['in production', {}, 'Vendor payment', 'received enquiring executing accepted completed', 88],
    ['at once in staging', { mode: 'staging' }, 'Vendor payment', 'received completed', 88],
    ['with a review', {}, 'Please review', 'received enquiring executing reviewing accepted completed', 88],
    ['rejected: amount and fee are given back', {}, 'reject this', 'received enquiring executing rejected', 99],
    ['rejected: kept by choice', kept, 'reject', 'received enquiring executing rejected', 88],
  ])('from received to the end, %s', async ([, choices, description, states, balance]) => {
    const { recipientId, pay, instruction: read, account, pass } = await startFunded(100, { choices });
    const { id, state } = await pay(recipientId, '10.00', { description });
    const seen = [state];
    for (let second = 0; second < 150; second += 5) {
      const now = await read(id);
      if (now.state !== seen.at(-1)) seen.push(now.state);
      expect(now.rejection_reason).toEqual(now.state === 'rejected' ? expect.any(String) : null);
      await pass(5000);
    }
    expect(seen).toEqual(words(states));
    expect((await account()).current_balance).toBe(balance);
  });

  it('deleted: only what has not been processed; final states are completed, rejected and deleted', async () => {
    expect(FINAL_STATES).toEqual(new Set(['completed', 'rejected', 'deleted']));
    const { recipientId: id, pay, call, account, instruction: read, pass } = await startFunded(100);
    const early = await pay(id, '10.00');
    const deleted = await call('DELETE', `/send/send_instructions/${early.id}`);
    expect(instructionRecord.parse(deleted.body).state).toBe('deleted');
    expect((await account()).current_balance).toBe(99);
    const late = await pay(id, '11.00');
    await pass(25_000);
    expect((await call('DELETE', `/send/send_instructions/${late.id}`)).status).toBe(422);
    await pass(HOUR);
    expect((await read(early.id)).state).toBe('deleted');
    expect((await read(late.id)).state).toBe('completed');
  });
});
