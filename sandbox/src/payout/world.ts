import type { Credentials } from './authentication.ts';
import { malaysiaDay, upcomingSettlementDay } from './calendar.ts';
import { type PayoutChoices, STAGING_CONVERTIBLE, STAGING_DAILY_LIMIT } from './choices.ts';
import { ledgerBalance } from './ledger.ts';
import type { BankAccount, SendInstruction, SendLimit } from './records.ts';
import type { Mail, PayoutState } from './state.ts';

/** The payout service and what surrounds it: its state, the clock, the gateway's settlements, the approvers, the mail. */
export type PayoutWorld = {
  state: PayoutState;
  choices: PayoutChoices;
  credentials: Credentials;
  /** One e-mail address for each approval that a request needs. */
  approvers: readonly string[];
  /** The sandbox's clock, milliseconds since the epoch. */
  now: () => number;
  /** Net settlement in minor units that the gateway issues on a settlement day, in a currency. */
  settlementOn: (day: string, currency: string) => bigint;
  /** Where the service can be reached, for links: scheme, host and port. */
  origin: () => string;
  /** Something changed outside of a request: the state has to be kept. */
  changed: () => void;
  /** Sends an e-mail for real; undefined keeps it in the outbox only. */
  sendMail: ((mail: Mail) => Promise<void>) | undefined;
};

/** Which allocations bind what can be converted: all that are not expired, or only the approved ones. */
export type Binding = 'pending_and_approved' | 'approved_only';

const isBinding = (row: SendLimit, binding: Binding) =>
  row.transactionType === 'in' &&
  (row.status === 'approved' || (row.status === 'pending' && binding === 'pending_and_approved'));

/** What may still be converted at an instant: fixed in staging, the upcoming settlement less what was asked from it in production. */
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

/** What may still be allocated today in Malaysia; undefined where there is no daily limit. */
export function leftToday(world: PayoutWorld, now: number, binding: Binding): bigint | undefined {
  if (world.choices.mode === 'production') return undefined;
  let left = STAGING_DAILY_LIMIT;
  for (const row of world.state.sendLimits.values()) {
    if (isBinding(row, binding) && malaysiaDay(row.createdAt) === malaysiaDay(now)) left -= row.amount;
  }
  return left;
}

/** The ledger's balance and what is planted as unexplained; of a life that goes on past `at`, what has moved by then. */
export function balanceOf(state: PayoutState, at = Number.POSITIVE_INFINITY): bigint {
  const moved = [...state.sendLimits.values()].filter(
    ({ transactionType, createdAt, updatedAt }) => (transactionType === 'in' ? updatedAt : createdAt) <= at,
  );
  return ledgerBalance(moved) + state.account.unexplained;
}

/** The recipient of an instruction, deleted ones too. */
export function recipientOf(state: PayoutState, instruction: SendInstruction): BankAccount | undefined {
  return state.bankAccounts.get(instruction.bankAccountId);
}
