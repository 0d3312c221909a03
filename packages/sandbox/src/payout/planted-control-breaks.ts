import { Temporal } from 'temporal-polyfill';
import { approvalDeadline, malaysiaDay } from './calendar.ts';
import type { Draw } from './draw.ts';
import { allocationRow, verificationRow } from './ledger.ts';
import { toDecimal } from './money.ts';
import type { BreakPlan } from './planted-breaks.ts';
import type { Approval, BankAccount, SendInstruction, SendLimit } from './records.ts';
import { FIRST_ID, type PayoutDraft, type ScenarioDraft } from './scenario-draft.ts';
import { sendRowOf } from './scenario-payouts.ts';

type Sent = { payout: PayoutDraft; instruction: SendInstruction; row: SendLimit };
type Planting = { draft: ScenarioDraft; draw: Draw; zone: string; approvers: readonly string[] };

const TO_ACCOUNTS = { reconciliation: 'beneficiaries', currency: 'MYR' } as const;
const TO_APPROVALS = { reconciliation: 'allocation_lifecycle', currency: 'MYR' } as const;
/** Below the first id, so that it is in no list. */
const UNLISTED_ACCOUNT = FIRST_ID.bankAccount - 2;
const MINUTE = 60_000;

/**
 * Plants breaks that only the controls over recipients and approvals show, because ledger and instructions agree; and an
 * instruction that is stuck. Each break of a payout uses separate payouts without other breaks, by `isFree`.
 */
export function plantControlBreaks(planting: Planting, isFree: (payout: PayoutDraft) => boolean): BreakPlan[] {
  const { draft, draw } = planting;
  const sent = draft.payouts.flatMap((payout): Sent[] => {
    const { instruction, rows } = payout;
    const row = rows[0];
    if (instruction?.state !== 'completed' || row === undefined || rows.length > 1 || !isFree(payout)) return [];
    return [{ payout, instruction, row }];
  });
  const take = () => sent.splice(draw.int(0, sent.length - 1), 1)[0];
  return [
    ...ACCOUNT_PLANTERS.flatMap((plant) => {
      const chosen = take();
      return chosen === undefined ? [] : plant(chosen, planting);
    }),
    ...plantReferenceReused(take(), take()),
    ...plantStuck(sent, draft, draw),
    ...APPROVAL_PLANTERS.flatMap((plant) => plant(planting)),
  ];
}

/** Changes the recipient of a payout. */
function payTo({ instruction, row }: Sent, bankAccountId: number): void {
  instruction.bankAccountId = bankAccountId;
  row.bankAccountId = bankAccountId;
}

function enterAccount({ draft }: Planting, like: SendInstruction, changes: Partial<BankAccount>): BankAccount {
  const id = FIRST_ID.bankAccount + draft.bankAccounts.length;
  const createdAt = like.createdAt - 90 * MINUTE;
  const account: BankAccount = {
    id,
    status: 'verified',
    accountNumber: `56400${id}12`,
    bankCode: 'MBBEMYKL',
    groupId: null,
    name: 'NADIA BINTI ZAINAL',
    reference: `BEN-${String(id).padStart(5, '0')}`,
    isDebitingAccount: false,
    isCreditingAccount: true,
    rejectionReason: null,
    createdAt,
    updatedAt: createdAt + MINUTE,
    deletedAt: null,
    ...changes,
  };
  draft.bankAccounts.push(account);
  const head = {
    id: 0,
    currency: 'MYR',
    fromSettlement: malaysiaDay(account.createdAt),
    createdAt: account.createdAt,
  };
  if (account.status !== 'pending') draft.verifications.push(verificationRow(head, id, draft.account.verificationFee));
  return account;
}

const ACCOUNT_PLANTERS: ReadonlyArray<(chosen: Sent, planting: Planting) => BreakPlan[]> = [
  function toRejectedAccount(chosen, planting) {
    const { instruction } = chosen;
    const rejected = { status: 'rejected', rejectionReason: 'Account holder name mismatch' };
    payTo(chosen, enterAccount(planting, instruction, rejected).id);
    return [
      {
        ...TO_ACCOUNTS,
        outcome: 'control_breach',
        reason_code: 'account_rejected',
        amount: toDecimal(instruction.amount),
        instruction,
        note: `send instruction ${instruction.id} pays bank account ${instruction.bankAccountId}, which was rejected`,
      },
    ];
  },
  function toPendingAccount(chosen, planting) {
    const { instruction } = chosen;
    payTo(chosen, enterAccount(planting, instruction, { status: 'pending', name: 'KHAIRUL BIN AZMI' }).id);
    return [
      {
        ...TO_ACCOUNTS,
        outcome: 'control_breach',
        reason_code: 'account_not_verified',
        amount: toDecimal(instruction.amount),
        instruction,
        note: `send instruction ${instruction.id} pays bank account ${instruction.bankAccountId}, which is still pending`,
      },
    ];
  },
  function toDeletedAccount(chosen, planting) {
    const { instruction } = chosen;
    const deletedAt = instruction.createdAt - 30 * MINUTE;
    payTo(
      chosen,
      enterAccount(planting, instruction, { name: 'ROSLAN BIN HAMID', deletedAt, updatedAt: deletedAt }).id,
    );
    return [
      {
        ...TO_ACCOUNTS,
        outcome: 'control_breach',
        reason_code: 'account_deleted',
        amount: toDecimal(instruction.amount),
        instruction,
        note: `send instruction ${instruction.id} pays bank account ${instruction.bankAccountId}, deleted half an hour before`,
      },
    ];
  },
  function toUnlistedAccount(chosen) {
    const { instruction } = chosen;
    payTo(chosen, UNLISTED_ACCOUNT);
    return [
      {
        ...TO_ACCOUNTS,
        outcome: 'missing_left',
        reason_code: 'account_unknown',
        amount: toDecimal(instruction.amount),
        instruction,
        note: `send instruction ${instruction.id} pays bank account ${UNLISTED_ACCOUNT}, which is in no list`,
      },
    ];
  },
  function paidTwice({ instruction }, { draft }) {
    const id = FIRST_ID.instruction + draft.payouts.length;
    const later = { createdAt: instruction.createdAt + 7 * MINUTE, updatedAt: instruction.updatedAt + 7 * MINUTE };
    const reference = `PO-${String(id).padStart(7, '0')}`;
    const second: SendInstruction = { ...instruction, id, reference, slug: `${instruction.slug}b`, ...later };
    draft.payouts.push({ instruction: second, rows: [sendRowOf(second, draft.account.sendFee)] });
    return [
      {
        ...TO_ACCOUNTS,
        outcome: 'duplicate',
        reason_code: 'paid_twice',
        amount: toDecimal(second.amount),
        instruction: second,
        note: `send instruction ${id} pays for the same as ${instruction.id}, seven minutes later`,
      },
    ];
  },
  function underTwoNames({ instruction }, planting) {
    const first = planting.draft.bankAccounts.find(({ id }) => id === instruction.bankAccountId);
    if (first === undefined) return [];
    const { accountNumber, bankCode } = first;
    const at = instruction.createdAt + 5 * MINUTE;
    const changes = { name: 'AMANAH JAYA TRADING', accountNumber, bankCode, createdAt: at, updatedAt: at + MINUTE };
    const bankAccount = enterAccount(planting, instruction, changes);
    return [
      {
        ...TO_ACCOUNTS,
        outcome: 'control_breach',
        reason_code: 'account_under_two_names',
        amount: '',
        bankAccount,
        note: `bank account ${bankAccount.id} has the number and bank of ${first.id}, and another name`,
      },
    ];
  },
];

function plantReferenceReused(one: Sent | undefined, other: Sent | undefined): BreakPlan[] {
  if (one === undefined || other === undefined) return [];
  const [first, second] = [one.instruction, other.instruction].sort((a, b) => a.createdAt - b.createdAt || a.id - b.id);
  if (first === undefined || second === undefined) return [];
  second.reference = first.reference;
  return [
    {
      ...TO_ACCOUNTS,
      outcome: 'duplicate',
      reason_code: 'reference_reused',
      amount: toDecimal(second.amount),
      instruction: second,
      note: `send instruction ${second.id} has the reference of ${first.id}`,
    },
  ];
}

/** No instruction takes this long. */
const STUCK_AFTER_DAYS = 6;

/** An instruction that was charged days ago and never executed. */
function plantStuck(sent: Sent[], draft: ScenarioDraft, draw: Draw): BreakPlan[] {
  const last = Math.max(0, ...draft.payouts.map(({ instruction }) => instruction?.createdAt ?? 0));
  const old = sent.filter(({ instruction }) => instruction.createdAt < last - STUCK_AFTER_DAYS * 24 * 60 * MINUTE);
  if (old.length === 0) return [];
  const { instruction, row } = draw.pick(old);
  instruction.state = 'executing';
  return [
    {
      reconciliation: 'allocations_to_payouts',
      outcome: 'status_differs',
      reason_code: 'instruction_stuck',
      currency: 'MYR',
      amount: toDecimal(row.amount),
      instruction,
      note: `send instruction ${instruction.id} was charged and is still executing`,
    },
  ];
}

/** A small additional request in the first half of the scenario, long past its deadline. */
function request({ draft, draw, approvers }: Planting, status: string): SendLimit | undefined {
  const early = draft.allocations.slice(0, Math.ceil(draft.allocations.length / 2));
  if (early.length === 0) return undefined;
  const like = draw.pick(early);
  const createdAt = like.createdAt + draw.int(90, 150) * MINUTE;
  const expiresAt = approvalDeadline(createdAt, 'next_noon');
  const approvals = approvers.map(
    (destination, index): Approval => ({
      destination,
      token: `extra-${status}-${index + 1}`,
      status: 'pending',
      approvedAt: null,
      expiresAt,
    }),
  );
  const head = { id: 0, currency: 'MYR', fromSettlement: like.fromSettlement, createdAt };
  const row = { ...allocationRow(head, BigInt(draw.int(20, 90)) * 1_000n, approvals), status };
  draft.allocations.push(row);
  return row;
}

const dayOf = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

const APPROVAL_PLANTERS: ReadonlyArray<(planting: Planting) => BreakPlan[]> = [
  function withoutApprovals({ draft, draw, zone }) {
    const approved = draft.allocations.filter(({ status }) => status === 'approved');
    const row = approved.length === 0 ? undefined : draw.pick(approved);
    const missing = row?.approvals.at(-1);
    if (row === undefined || missing === undefined) return [];
    missing.status = 'pending';
    missing.approvedAt = null;
    return [
      {
        ...TO_APPROVALS,
        outcome: 'control_breach',
        reason_code: 'approved_without_approvals',
        amount: toDecimal(row.amount),
        row,
        note: `the request of ${dayOf(row.createdAt, zone)} was approved with one approval fewer than required`,
      },
    ];
  },
  function pendingForEver(planting) {
    const row = request(planting, 'pending');
    if (row === undefined) return [];
    return [
      {
        ...TO_APPROVALS,
        outcome: 'control_breach',
        reason_code: 'pending_past_deadline',
        amount: toDecimal(row.amount),
        row,
        note: `the request of ${dayOf(row.createdAt, planting.zone)} was neither approved nor expired`,
      },
    ];
  },
  function inAnUnknownState(planting) {
    const row = request(planting, 'on_hold');
    if (row === undefined) return [];
    return [
      {
        ...TO_APPROVALS,
        outcome: 'status_differs',
        reason_code: 'status_unknown',
        amount: toDecimal(row.amount),
        row,
        note: `the request of ${dayOf(row.createdAt, planting.zone)} has a status outside the specification`,
      },
    ];
  },
];
