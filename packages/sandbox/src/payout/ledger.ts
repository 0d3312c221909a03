import { shareOf } from './money.ts';
import type { FeeTerms, SendLimit } from './records.ts';

/** The statuses that count in the balance: approved allocations, successful sends and successful verifications. */
export const COUNTED_STATUS = { in: 'approved', out: 'success' } as const;

/**
 * The status of the ledger row of a rejected or deleted instruction, which no longer counts. The specification does not say
 * which status it gets; `expired` is a specified status that does not count.
 */
export const RELEASED_STATUS = 'expired';

type RowHead = Pick<SendLimit, 'id' | 'currency' | 'fromSettlement' | 'createdAt'>;

/** The fee on an amount, minor units: flat, or basis points of the amount. */
export function feeOn(amount: bigint, terms: FeeTerms): bigint {
  return terms.type === 'flat' ? terms.value : shareOf(amount, terms.value);
}

/** A request to increase the limit: pending, with a positive amount and no fee. */
export function allocationRow(head: RowHead, amount: bigint, approvals: SendLimit['approvals']): SendLimit {
  return {
    ...blankRow(head),
    transactionType: 'in',
    amount,
    netAmount: amount,
    status: 'pending',
    approvalsRequired: approvals.length,
    approvals,
  };
}

/** A send: amount negative, fee positive, net = amount - fee (5.00 with a fee of 1.00 is -5.00, 1.00, -6.00). */
export function sendRow(
  head: RowHead,
  send: { instructionId: number; bankAccountId: number; amount: bigint },
  terms: FeeTerms,
): SendLimit {
  const fee = feeOn(send.amount, terms);
  return {
    ...blankRow(head),
    feeType: terms.type,
    amount: -send.amount,
    fee,
    netAmount: -send.amount - fee,
    sendInstructionId: send.instructionId,
    bankAccountId: send.bankAccountId,
  };
}

/** The charge for checking a bank account: the amount is 0 and the net is minus the fee. */
export function verificationRow(head: RowHead, bankAccountId: number, terms: FeeTerms): SendLimit {
  const fee = feeOn(0n, terms);
  return { ...blankRow(head), feeType: terms.type, fee, netAmount: -fee, bankAccountId };
}

function blankRow(head: RowHead): SendLimit {
  return {
    ...head,
    feeType: 'flat',
    transactionType: 'out',
    amount: 0n,
    fee: 0n,
    netAmount: 0n,
    status: COUNTED_STATUS.out,
    approvalsRequired: 0,
    approvals: [],
    sendInstructionId: null,
    bankAccountId: null,
    updatedAt: head.createdAt,
  };
}

/** Does the row count in the balance? */
export function isCounted(row: Pick<SendLimit, 'transactionType' | 'status'>): boolean {
  return row.status === COUNTED_STATUS[row.transactionType];
}

/** The sum of the counting net amounts: approved `in` and success `out`. */
export function ledgerBalance(rows: Iterable<SendLimit>): bigint {
  let balance = 0n;
  for (const row of rows) if (isCounted(row)) balance += row.netAmount;
  return balance;
}
