import type { Credentials } from './authentication.ts';
import { malaysiaDay, upcomingSettlementDay } from './calendar.ts';
import { type PayoutChoices, STAGING_CONVERTIBLE, STAGING_DAILY_LIMIT } from './choices.ts';
import { ledgerBalance } from './ledger.ts';
import type { BankAccount, SendInstruction, SendLimit } from './records.ts';
import type { Mail, PayoutState } from './state.ts';

/** The payout service and its environment: state, clock, the gateway's settlements, approvers, mail. */
export type PayoutWorld = {
  state: PayoutState;
  choices: PayoutChoices;
  credentials: Credentials;
  /** The e-mail address of each approver. */
  approvers: readonly string[];
  /** The sandbox's clock, milliseconds since the epoch. */
  now: () => number;
  /** The gateway's net settlement of a day in a currency, in minor units. */
  settlementOn: (day: string, currency: string) => bigint;
  /** Scheme, host and port of the service, for links. */
  origin: () => string;
  /** Marks the state as changed outside of a request. */
  changed: () => void;
  /** Sends an e-mail; undefined if e-mails are only kept in the outbox. */
  sendMail: ((mail: Mail) => Promise<void>) | undefined;
};

/** The allocations that reduce the convertible balance: pending and approved allocations, or only approved allocations. */
export type Binding = 'pending_and_approved' | 'approved_only';

const isBinding = (row: SendLimit, binding: Binding) =>
  row.transactionType === 'in' &&
  (row.status === 'approved' || (row.status === 'pending' && binding === 'pending_and_approved'));

/** The convertible balance at an instant: a fixed amount in staging, the upcoming settlement less requested allocations in production. */
export function convertibleAt(world: PayoutWorld, now: number, binding: Binding = 'pending_and_approved'): bigint {
  if (world.choices.mode === 'staging') return STAGING_CONVERTIBLE;
  const { account, sendLimits } = world.state;
  const day = upcomingSettlementDay(now);
  let left = world.settlementOn(day, account.currency);
  for (const row of sendLimits.values()) {
    if (isBinding(row, binding) && row.fromSettlement === day) left -= row.amount;
  }
  return left > 0n ? left : 0n;
}

/** The rest of the daily limit on allocations, by the day in Malaysia; undefined in production, which has no limit. */
export function leftToday(world: PayoutWorld, now: number, binding: Binding): bigint | undefined {
  if (world.choices.mode === 'production') return undefined;
  let left = STAGING_DAILY_LIMIT;
  for (const row of world.state.sendLimits.values()) {
    if (isBinding(row, binding) && malaysiaDay(row.createdAt) === malaysiaDay(now)) left -= row.amount;
  }
  return left;
}

/** The balance of the ledger as of `at`, plus a planted unexplained difference. */
export function balanceOf(state: PayoutState, at = Number.POSITIVE_INFINITY): bigint {
  const moved = [...state.sendLimits.values()].filter(
    ({ transactionType, createdAt, updatedAt }) => (transactionType === 'in' ? updatedAt : createdAt) <= at,
  );
  return ledgerBalance(moved) + state.account.unexplained;
}

/** The recipient of an instruction, even if the recipient was deleted. */
export function recipientOf(state: PayoutState, instruction: SendInstruction): BankAccount | undefined {
  return state.bankAccounts.get(instruction.bankAccountId);
}
