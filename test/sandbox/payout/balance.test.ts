import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doWhatIsDue } from '../../../src/sandbox/payout/agenda.ts';
import { deleteBankAccount, registerBankAccount } from '../../../src/sandbox/payout/bank-accounts.ts';
import { DEFAULT_CHOICES } from '../../../src/sandbox/payout/choices.ts';
import { createInstruction, deleteInstruction } from '../../../src/sandbox/payout/instructions.ts';
import { approve, requestAllocation, resendApprovals } from '../../../src/sandbox/payout/send-limits.ts';
import { emptyState, newAccount } from '../../../src/sandbox/payout/state.ts';
import { balanceOf, convertibleAt, type PayoutWorld } from '../../../src/sandbox/payout/world.ts';

const START = Date.parse('2026-10-14T02:00:00Z');

/** What a merchant and its approvers may do, and how much time passes before it. */
const action = fc.record({
  kind: fc.constantFrom(
    'allocate',
    'approve',
    'approve',
    'approve',
    'resend',
    'register',
    'remove',
    'send',
    'send',
    'delete',
  ),
  minor: fc.bigInt({ min: 1n, max: 60_000n }),
  which: fc.nat(40),
  minutes: fc.constantFrom(0, 0, 1, 7, 240, 1500),
  fate: fc.constantFrom('', '', '', 'reject', 'stuck', 'review'),
});

function newWorld(mode: 'staging' | 'production', rejectedInstruction: 'released' | 'kept_debited') {
  const clock = { at: START };
  const world: PayoutWorld = {
    state: emptyState(newAccount(START)),
    choices: { ...DEFAULT_CHOICES, mode, rejectedInstruction },
    credentials: { apiKey: 'k', apiSecret: 's' },
    approvers: ['one@merchant.example', 'two@merchant.example'],
    now: () => clock.at,
    settlementOn: () => 300_000n,
    origin: () => 'http://127.0.0.1',
    sendMail: undefined,
  };
  return { world, clock };
}

/** Does it; what the service refuses changes nothing. Gives the refusal's status, if any. */
function act(world: PayoutWorld, one: typeof action extends fc.Arbitrary<infer A> ? A : never, step: number): number {
  const { state } = world;
  const now = world.now();
  const pick = <T>(records: Iterable<T>): T | undefined => {
    const all = [...records];
    return all[one.which % Math.max(1, all.length)];
  };
  try {
    // Mostly one of the newest e-mails, whose request is still pending.
    const mail = one.which % 4 === 0 ? pick(state.outbox) : state.outbox.at(-1 - (one.which % 2));
    if (one.kind === 'allocate') requestAllocation(world, one.minor * 5n, now);
    if (one.kind === 'approve') approve(world, mail?.approveUrl.split('/').at(-1) ?? '', now);
    const row = pick(state.sendLimits.values());
    if (one.kind === 'resend' && row !== undefined) resendApprovals(world, row, now);
    if (one.kind === 'register') {
      const account_number = `${one.fate === 'reject' ? '999' : '1'}${step}`;
      registerBankAccount(world, { account_number, bank_code: 'MBBEMYKL', name: 'n', reference: `b${step}` }, now);
    }
    const recipient = pick(state.bankAccounts.values());
    if (one.kind === 'remove' && recipient !== undefined && one.which % 7 === 0) deleteBankAccount(recipient, now);
    if (one.kind === 'send' && recipient !== undefined) {
      const amount = `${one.minor / 100n}.${String(one.minor % 100n).padStart(2, '0')}`;
      const body = { bank_account_id: recipient.id, amount, email: 'a@b.example', description: `p ${one.fate}` };
      createInstruction(world, { ...body, reference: `r${step}` }, now);
    }
    const instruction = pick(state.instructions.values());
    if (one.kind === 'delete' && instruction !== undefined) deleteInstruction(world, instruction, now);
    return 200;
  } catch (refusal) {
    if (refusal instanceof Error && 'statusCode' in refusal) return Number(refusal.statusCode);
    throw refusal;
  }
}

/** The balance from the records of what happened, not from the ledger. */
function balanceFromRecords({ state, choices }: PayoutWorld): bigint {
  let balance = 0n;
  for (const row of state.sendLimits.values()) {
    if (row.approvals.length > 0 && row.approvals.every((one) => one.status === 'approved')) balance += row.amount;
  }
  for (const account of state.bankAccounts.values()) if (account.status !== 'pending') balance -= 100n;
  for (const one of state.instructions.values()) {
    const isReleased =
      one.state === 'deleted' || (one.state === 'rejected' && choices.rejectedInstruction === 'released');
    if (!isReleased) balance -= one.amount + 100n;
  }
  return balance;
}

describe('the payout balance', () => {
  it('equals approved allocations less sends, fees and verifications, whatever happens in whatever order', () => {
    const seen = { sends: 0, approved: 0, rejected: 0 };
    fc.assert(
      fc.property(
        fc.array(action, { minLength: 40, maxLength: 120 }),
        fc.constantFrom('staging' as const, 'production' as const),
        fc.constantFrom('released' as const, 'kept_debited' as const),
        (actions, mode, rejected) => {
          const { world, clock } = newWorld(mode, rejected);
          for (const [step, one] of actions.entries()) {
            clock.at += one.minutes * 60_000;
            doWhatIsDue(world, clock.at);
            const before = balanceOf(world.state);
            if (act(world, one, step) !== 200) expect(balanceOf(world.state)).toBe(before);
            expect(balanceOf(world.state)).toBe(balanceFromRecords(world));
            expect(convertibleAt(world, clock.at)).toBeGreaterThanOrEqual(0n);
          }
          for (const row of world.state.sendLimits.values()) {
            expect(row.netAmount).toBe(row.amount - row.fee);
            if (row.status === 'approved') seen.approved += 1;
          }
          for (const one of world.state.instructions.values()) {
            seen.sends += 1;
            if (one.state === 'rejected') seen.rejected += 1;
          }
        },
      ),
      // the same actions each time: how much they reach is not left to chance
      { numRuns: 80, seed: 20_261_014 },
    );
    // The law is worth nothing where nothing happened.
    expect(Math.min(seen.approved, seen.sends)).toBeGreaterThan(30);
    expect(seen.rejected).toBeGreaterThan(5);
  });

  it('is the same whether the clock runs through the days or jumps over them', () => {
    const run = (steps: number[]) => {
      const { world, clock } = newWorld('production', 'released');
      registerBankAccount(world, { account_number: '1', bank_code: 'MBBEMYKL', name: 'n', reference: 'b' }, clock.at);
      requestAllocation(world, 50_000n, clock.at);
      for (const { approveUrl } of world.state.outbox) approve(world, approveUrl.split('/').at(-1) ?? '', clock.at);
      requestAllocation(world, 1_000n, clock.at);
      doWhatIsDue(world, clock.at + 10_000);
      const body = { bank_account_id: 701, amount: '9.00', email: 'a@b.example', description: 'p', reference: 'r' };
      createInstruction(world, body, clock.at + 10_000);
      for (const hours of steps) {
        clock.at += hours * 3_600_000;
        doWhatIsDue(world, clock.at);
      }
      const rows = [...world.state.sendLimits.values()].map((row) => [row.status, row.updatedAt, row.netAmount]);
      return [rows, [...world.state.instructions.values()].map((one) => [one.state, one.updatedAt])];
    };
    expect(run([720])).toEqual(run(Array.from({ length: 720 }, () => 1)));
  });
});
