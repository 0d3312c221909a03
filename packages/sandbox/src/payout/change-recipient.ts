import type { LocalTime } from '../local-time.ts';
import { toDecimal } from './money.ts';
import type { PlantedBreak } from './planted-breaks.ts';
import type { PayoutState } from './state.ts';

const FIVE_MINUTES = 5 * 60_000;

/**
 * Changes the account number of a recipient five minutes before its latest payout, as in payout fraud. A list that was read
 * earlier still has the old number. Returns the ground truth: every completed payout since the change.
 */
export function changeRecipient(state: PayoutState, time: LocalTime): PlantedBreak[] {
  const accounts = state.bankAccounts;
  const paid = [...state.instructions.values()]
    .filter(({ state, bankAccountId }) => {
      const account = accounts.get(bankAccountId);
      return state === 'completed' && account?.status === 'verified' && account.deletedAt === null;
    })
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  const [last] = paid;
  const account = last === undefined ? undefined : accounts.get(last.bankAccountId);
  if (last === undefined || account === undefined) return [];
  account.accountNumber = `${account.accountNumber}1`;
  account.updatedAt = last.createdAt - FIVE_MINUTES;
  return paid
    .filter(({ bankAccountId, createdAt }) => bankAccountId === account.id && createdAt > account.updatedAt)
    .map(({ id, amount, createdAt }) => ({
      reconciliation: 'beneficiaries',
      outcome: 'control_breach',
      reason_code: 'account_changed',
      currency: 'MYR',
      business_date: time.day(createdAt),
      key: String(id),
      amount: toDecimal(amount),
      note: `send instruction ${id} pays bank account ${account.id}, whose number was changed shortly before`,
    }));
}
