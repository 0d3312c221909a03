import fc from 'fast-check';
import { deleteBankAccount, registerBankAccount } from '../src/payout/bank-accounts.ts';
import { DEFAULT_CHOICES, type PayoutChoices } from '../src/payout/choices.ts';
import { createInstruction, deleteInstruction } from '../src/payout/instructions.ts';
import { approve, requestAllocation, resendApprovals } from '../src/payout/send-limits.ts';
import { emptyState, newAccount } from '../src/payout/state.ts';
import type { PayoutWorld } from '../src/payout/world.ts';
import { START, words } from './harness.ts';

/** What a merchant and its approvers may do, and how much time passes before it. */
export const payoutAction = fc.record({
  kind: fc.constantFrom(...words('allocate approve approve approve resend register remove send send delete')),
  minor: fc.bigInt({ min: 1n, max: 60_000n }),
  which: fc.nat(40),
  minutes: fc.constantFrom(0, 0, 1, 7, 240, 1500),
  outcome: fc.constantFrom('', '', '', 'reject', 'stuck', 'review'),
});

type PayoutAction = typeof payoutAction extends fc.Arbitrary<infer A> ? A : never;

/** The payout service without its server, and a clock in hand. */
export function newPayoutWorld(
  choices: Partial<PayoutChoices>,
  own: Partial<Pick<PayoutWorld, 'state' | 'settlementOn'>> = {},
) {
  const clock = { at: START };
  const world: PayoutWorld = {
    state: emptyState(newAccount(START)),
    choices: { ...DEFAULT_CHOICES, ...choices },
    credentials: { apiKey: 'k', apiSecret: 's' },
    approvers: ['one@merchant.example', 'two@merchant.example'],
    now: () => clock.at,
    settlementOn: () => 300_000n,
    origin: () => 'http://127.0.0.1',
    sendMail: undefined,
    changed: () => {},
    ...own,
  };
  return { world, clock };
}

/** Does it; what the service refuses changes nothing. Gives the refusal's status, if any. */
export function act(world: PayoutWorld, one: PayoutAction, step: number): number {
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
      const account_number = `${one.outcome === 'reject' ? '999' : '1'}${step}`;
      registerBankAccount(world, { account_number, bank_code: 'MBBEMYKL', name: 'n', reference: `b${step}` }, now);
    }
    const recipient = pick(state.bankAccounts.values());
    if (one.kind === 'remove' && recipient !== undefined && one.which % 7 === 0) deleteBankAccount(recipient, now);
    if (one.kind === 'send' && recipient !== undefined) {
      const amount = `${one.minor / 100n}.${String(one.minor % 100n).padStart(2, '0')}`;
      const body = { bank_account_id: recipient.id, amount, email: 'a@b.example', description: `p ${one.outcome}` };
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
export function balanceFromRecords({ state, choices }: PayoutWorld): bigint {
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
