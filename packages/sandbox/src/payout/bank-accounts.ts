import { z } from 'zod';
import { BANK_CODES } from './bank-codes.ts';
import { malaysiaDay } from './calendar.ts';
import { TEST_VALUES } from './choices.ts';
import { setBankAccountStatus } from './events.ts';
import { verificationRow } from './ledger.ts';
import { notFound, refused } from './problem.ts';
import type { BankAccount } from './records.ts';
import { nextId } from './state.ts';
import type { PayoutWorld } from './world.ts';

const LONGEST_TEXT = 65_535;

export const bankAccountBody = z.object({
  account_number: z.string().regex(/^\d{1,64}$/, 'Not 1 to 64 digits'),
  bank_code: z.string().refine((code) => BANK_CODES.has(code), 'Not a known bank code'),
  name: z.string().min(1).max(LONGEST_TEXT),
  reference: z.string().min(1).max(LONGEST_TEXT),
  group_id: z.int().nullish(),
});

/** Registers a recipient, which is pending until it is verified or rejected. A deleted recipient's reference can be used again. */
export function registerBankAccount(
  world: PayoutWorld,
  body: z.infer<typeof bankAccountBody>,
  now: number,
): BankAccount {
  const { state, choices } = world;
  const alive = [...state.bankAccounts.values()].filter((one) => one.deletedAt === null);
  const known = alive.find((one) => one.accountNumber === body.account_number && one.bankCode === body.bank_code);
  if (known !== undefined && choices.knownAccountReturnsExisting) return known;
  if (alive.some((one) => one.reference === body.reference)) throw refused('Reference already exists');
  if (body.group_id != null && !state.groups.has(body.group_id)) throw notFound();
  const id = nextId(state, 'bankAccount');
  const account: BankAccount = {
    id,
    status: 'pending',
    accountNumber: body.account_number,
    bankCode: body.bank_code,
    groupId: body.group_id ?? null,
    name: choices.upperCaseNames ? body.name.toUpperCase() : body.name,
    reference: body.reference,
    isDebitingAccount: false,
    isCreditingAccount: true,
    rejectionReason: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  state.bankAccounts.set(id, account);
  if (!account.accountNumber.startsWith(TEST_VALUES.neverVerifiedAccountPrefix)) {
    state.tasks.push({ at: now + choices.verificationSeconds * 1000, kind: 'decide_bank_account', id });
  }
  return account;
}

/** Applies the bank's answer: verified or rejected. The verification is charged in both cases. */
export function decideBankAccount(world: PayoutWorld, id: number, now: number): void {
  const account = world.state.bankAccounts.get(id);
  if (account === undefined || account.status !== 'pending' || account.deletedAt !== null) return;
  const isRejected = account.accountNumber.startsWith(TEST_VALUES.rejectedAccountPrefix);
  settleBankAccount(
    world,
    account,
    isRejected ? 'rejected' : 'verified',
    isRejected ? 'Account number not found' : null,
    now,
  );
}

/** Verifies or rejects a recipient. The first answer also adds the ledger row of the charge. */
export function settleBankAccount(
  world: PayoutWorld,
  account: BankAccount,
  status: string,
  rejectionReason: string | null,
  now: number,
): void {
  const { state } = world;
  const isFirstAnswer = account.status === 'pending';
  account.rejectionReason = rejectionReason;
  setBankAccountStatus(world, account, status, now);
  if (!isFirstAnswer || status === 'pending') return;
  const id = nextId(state, 'sendLimit');
  const head = { id, currency: state.account.currency, fromSettlement: malaysiaDay(now), createdAt: now };
  state.sendLimits.set(id, verificationRow(head, account.id, state.account.verificationFee));
}

/** Removes a recipient from the list; the record can still be read, with `deleted_at`. */
export function deleteBankAccount(account: BankAccount, now: number): BankAccount {
  if (account.deletedAt !== null) throw notFound();
  account.deletedAt = now;
  account.updatedAt = now;
  return account;
}
