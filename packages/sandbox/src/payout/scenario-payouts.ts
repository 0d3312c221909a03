import { Temporal } from 'temporal-polyfill';
import { ENUMERATED_BANK_CODES } from './bank-codes.ts';
import { malaysiaDay } from './calendar.ts';
import type { Draw } from './draw.ts';
import { RELEASED_STATUS, sendRow } from './ledger.ts';
import type { BankAccount, FeeTerms, SendInstruction, SendLimit } from './records.ts';

const GIVEN_NAMES = [
  'AISYAH',
  'HAFIZ',
  'MEI LING',
  'WEI JIAN',
  'PRIYA',
  'ARJUN',
  'SITI NUR',
  'FAIZAL',
  'SOPHIA',
  'DANIEL',
];
const FAMILY_NAMES = [
  'BINTI RAHMAN',
  'BIN ISMAIL',
  'TAN',
  'LIM',
  'A/P KUMAR',
  'A/L RAJAN',
  'WONG',
  'BIN OSMAN',
  'CHONG',
];
const TRADES = ['ENTERPRISE', 'TRADING', 'SUPPLIES', 'LOGISTICS', 'SERVICES'];
const PURPOSES = ['Vendor payment', 'Commission', 'Refund to customer', 'Courier fees', 'Stock purchase', 'Claim'];
const REJECTION_REASONS = ['Account number not found', 'Account holder name mismatch', 'Account closed'];

const BENEFICIARY_REJECTED_CHANCE = 0.08;
const INSTRUCTION_REJECTED_CHANCE = 0.015;
const INSTRUCTION_DELETED_CHANCE = 0.004;
const SMALLEST_PAYOUT = 2000;
const WEEKEND_SHARE = 0.4;

/** A random instant on a day between two hours in a zone; milliseconds. */
export function timeOfDay(draw: Draw, day: string, zone: string, fromHour: number, beforeHour: number): number {
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
  return midnight + draw.int(fromHour * 3_600_000, beforeHour * 3_600_000 - 1);
}

/** The times of the day's payouts, in order: in the company's office hours, at least an hour after `opensAt`, and fewer at weekends. */
export function payoutTimes(draw: Draw, day: string, zone: string, average: number, opensAt?: number): number[] {
  const isWeekend = Temporal.PlainDate.from(day).dayOfWeek >= 6;
  const count = Math.max(1, Math.round(average * (isWeekend ? WEEKEND_SHARE : 1) * (0.6 + 0.8 * draw.fraction())));
  const earliest = opensAt === undefined ? 0 : opensAt + 3_600_000;
  return Array.from({ length: count }, () => timeOfDay(draw, day, zone, 9, 18))
    .map((at) => (at >= earliest ? at : earliest + (at % 3_600_000)))
    .sort((left, right) => left - right);
}

/** An amount in minor units that leaves enough for later payouts; undefined when too little is left. */
export function payoutAmount(draw: Draw, available: bigint, payoutsToCome: number): bigint | undefined {
  const ceiling = Math.min(Math.floor((Number(available) * 1.2) / payoutsToCome), Number(available) - 100);
  return ceiling < SMALLEST_PAYOUT ? undefined : BigInt(draw.int(SMALLEST_PAYOUT, ceiling));
}

/** A recipient, verified or rejected within minutes. `isCertain` makes sure that it is verified. */
export function draftBeneficiary(draw: Draw, id: number, createdAt: number, isCertain: boolean): BankAccount {
  const isRejected = draw.chance(BENEFICIARY_REJECTED_CHANCE) && !isCertain;
  const reason = draw.pick(REJECTION_REASONS);
  const person = `${draw.pick(GIVEN_NAMES)} ${draw.pick(FAMILY_NAMES)}`;
  return {
    id,
    status: isRejected ? 'rejected' : 'verified',
    accountNumber: String(draw.int(10_000_000, 99_999_999)).padEnd(draw.int(10, 14), '7'),
    bankCode: draw.pick(ENUMERATED_BANK_CODES),
    groupId: null,
    name: draw.chance(0.4) ? `${person} ${draw.pick(TRADES)}` : person,
    reference: `BEN-${String(id).padStart(5, '0')}`,
    isDebitingAccount: false,
    isCreditingAccount: true,
    rejectionReason: isRejected ? reason : null,
    createdAt,
    updatedAt: createdAt + draw.int(20_000, 15 * 60_000),
    deletedAt: null,
  };
}

/** An instruction in its final state: nearly all completed, a few rejected or deleted before they were processed. */
export function draftInstruction(
  draw: Draw,
  id: number,
  bankAccount: BankAccount,
  amount: bigint,
  createdAt: number,
): SendInstruction {
  const isRejected = draw.chance(INSTRUCTION_REJECTED_CHANCE);
  const isDeleted = !isRejected && draw.chance(INSTRUCTION_DELETED_CHANCE);
  const reason = draw.pick(REJECTION_REASONS);
  return {
    id,
    bankAccountId: bankAccount.id,
    amount,
    state: isRejected ? 'rejected' : isDeleted ? 'deleted' : 'completed',
    email: `payee${bankAccount.id}@beneficiary.example`,
    description: `${draw.pick(PURPOSES)} ${id}`,
    reference: `PO-${String(id).padStart(7, '0')}`,
    sendRecipientReceipt: draw.chance(0.3),
    rejectionReason: isRejected ? reason : null,
    slug: draw.int(0x10000000, 0xffffffff).toString(16),
    createdAt,
    updatedAt: createdAt + draw.int(30_000, 40 * 60_000),
  };
}

/** The ledger row of an instruction, debited at once. If the instruction was rejected or deleted, the row no longer counts. */
export function sendRowOf(instruction: SendInstruction, terms: FeeTerms): SendLimit {
  const createdAt = instruction.createdAt + 40;
  const head = { id: 0, currency: 'MYR', fromSettlement: malaysiaDay(createdAt), createdAt };
  const { id: instructionId, bankAccountId, amount } = instruction;
  const row = sendRow(head, { instructionId, bankAccountId, amount }, terms);
  return instruction.state === 'completed'
    ? row
    : { ...row, status: RELEASED_STATUS, updatedAt: instruction.updatedAt };
}
