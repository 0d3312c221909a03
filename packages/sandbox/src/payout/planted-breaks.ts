import type { Draw } from './draw.ts';
import { toDecimal } from './money.ts';
import type { BankAccount, SendInstruction, SendLimit } from './records.ts';
import type { PayoutDraft, ScenarioDraft } from './scenario-draft.ts';

export type BreakReason =
  | 'instruction_without_ledger_row'
  | 'ledger_row_without_instruction'
  | 'amount_differs'
  | 'fee_differs'
  | 'ledger_row_twice'
  | 'rejected_but_debited'
  | 'instruction_stuck'
  | 'balance_not_explained'
  | 'account_rejected'
  | 'account_not_verified'
  | 'account_unknown'
  | 'account_deleted'
  | 'account_changed'
  | 'paid_twice'
  | 'account_under_two_names'
  | 'reference_reused'
  | 'approved_without_approvals'
  | 'pending_past_deadline'
  | 'status_unknown';

/** A planted break: the result that the reconciliation must report, and its record. */
export type PlantedBreak = {
  reconciliation: 'allocations_to_payouts' | 'payout_roll_forward' | 'beneficiaries' | 'allocation_lifecycle';
  /** In `allocations_to_payouts` the left side is the send-limit `out` records and the right side the send instructions. */
  outcome:
    | 'missing_left'
    | 'missing_right'
    | 'amount_differs'
    | 'fee_differs'
    | 'duplicate'
    | 'status_differs'
    | 'control_breach';
  reason_code: BreakReason;
  currency: string;
  /** The company's date of the record that the key names. */
  business_date: string;
  /**
   * Usually the instruction's id. The send-limit's id for a ledger row without an instruction, for a second ledger row and
   * for a request; the bank account's id for an account under two names; the payout account's id for a balance.
   */
  key: string;
  /** Right minus left; a side that is missing or should not exist counts as zero. Decimal text, empty if no amount is involved. */
  amount: string;
  note: string;
};

/** A break before the ledger rows have ids. It holds the record for the key; a break of the payout account holds no record. */
export type BreakPlan = Omit<PlantedBreak, 'business_date' | 'key'> & {
  row?: SendLimit;
  instruction?: SendInstruction;
  bankAccount?: BankAccount;
};

type Completed = { payout: PayoutDraft; instruction: SendInstruction; row: SendLimit };

/** The share of completed payouts that each kind of break uses; at least one payout is used. */
const PLANTED_SHARE = 0.003;
const LEDGER_ERRORS = [10n, 90n, 900n, -5n, 10000n];
const FEE_ERRORS = [50n, -100n, 20n];
const BALANCE_ERRORS = [-1234n, 10000n, -1n, 4560n];

/** Plants every kind of break in the draft, each on a separate payout; returns the ground truth. */
export function plantBreaks(draft: ScenarioDraft, draw: Draw): BreakPlan[] {
  const completed = completedPayouts(draft);
  const perKind = Math.max(1, Math.round(completed.length * PLANTED_SHARE));
  const plans: BreakPlan[] = [];
  for (const plant of PLANTERS) {
    for (let n = 0; n < perKind; n += 1) {
      const [chosen] = completed.splice(draw.int(0, completed.length - 1), 1);
      if (chosen !== undefined) plans.push(plant(chosen, draw));
    }
  }
  return [...plans, plantUnexplainedBalance(draft, draw)];
}

function completedPayouts(draft: ScenarioDraft): Completed[] {
  return draft.payouts.flatMap((payout) => {
    const { instruction, rows } = payout;
    const row = rows[0];
    return instruction?.state === 'completed' && row !== undefined ? [{ payout, instruction, row }] : [];
  });
}

const MATCH = { reconciliation: 'allocations_to_payouts', currency: 'MYR' } as const;

const PLANTERS: ReadonlyArray<(chosen: Completed, draw: Draw) => BreakPlan> = [
  function withoutLedgerRow({ payout, instruction }) {
    payout.rows = [];
    return {
      ...MATCH,
      outcome: 'missing_left',
      reason_code: 'instruction_without_ledger_row',
      amount: toDecimal(instruction.amount),
      instruction,
      note: `send instruction ${instruction.id} is completed; the ledger has no row for it`,
    };
  },
  function withoutInstruction({ payout, instruction, row }) {
    payout.instruction = null;
    return {
      ...MATCH,
      outcome: 'missing_right',
      reason_code: 'ledger_row_without_instruction',
      amount: toDecimal(row.amount),
      row,
      note: `the ledger row names send instruction ${instruction.id}, which is in no list`,
    };
  },
  function amountDiffers({ instruction, row }, draw) {
    const error = draw.pick(LEDGER_ERRORS);
    row.amount -= error;
    row.netAmount -= error;
    return {
      ...MATCH,
      outcome: 'amount_differs',
      reason_code: 'amount_differs',
      amount: toDecimal(-error),
      instruction,
      note: `send instruction ${instruction.id} is ${toDecimal(instruction.amount)}, its ledger row ${toDecimal(-row.amount)}`,
    };
  },
  function feeDiffers({ instruction, row }, draw) {
    const error = draw.pick(FEE_ERRORS);
    row.fee += error;
    row.netAmount -= error;
    return {
      ...MATCH,
      outcome: 'fee_differs',
      reason_code: 'fee_differs',
      amount: toDecimal(-error),
      instruction,
      note: `the fee on send instruction ${instruction.id} is ${toDecimal(row.fee)}, the agreed fee is ${toDecimal(row.fee - error)}`,
    };
  },
  function debitedTwice({ payout, instruction, row }) {
    const second = { ...row, createdAt: row.createdAt + 61_000, updatedAt: row.updatedAt + 61_000 };
    payout.rows.push(second);
    return {
      ...MATCH,
      outcome: 'duplicate',
      reason_code: 'ledger_row_twice',
      amount: toDecimal(second.amount),
      row: second,
      note: `a second ledger row, a minute after the first, for send instruction ${instruction.id}`,
    };
  },
  function rejectedButDebited({ instruction, row }) {
    instruction.state = 'rejected';
    instruction.rejectionReason = 'Account closed';
    return {
      ...MATCH,
      outcome: 'status_differs',
      reason_code: 'rejected_but_debited',
      amount: toDecimal(row.amount),
      instruction,
      note: `send instruction ${instruction.id} was rejected, its ledger row still counts as success`,
    };
  },
];

function plantUnexplainedBalance(draft: ScenarioDraft, draw: Draw): BreakPlan {
  const unexplained = draw.pick(BALANCE_ERRORS);
  draft.account.unexplained = unexplained;
  return {
    reconciliation: 'payout_roll_forward',
    outcome: 'control_breach',
    reason_code: 'balance_not_explained',
    currency: draft.account.currency,
    amount: toDecimal(unexplained),
    note: `current balance minus the ledger's (approved in and success out, net) is ${toDecimal(unexplained)}`,
  };
}
