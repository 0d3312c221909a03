import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { malaysiaDay } from './calendar.ts';
import { TEST_VALUES } from './choices.ts';
import { setInstructionState, setSendLimitStatus } from './events.ts';
import { feeOn, isCounted, RELEASED_STATUS, sendRow } from './ledger.ts';
import { fromDecimal } from './money.ts';
import { notFound, refused } from './problem.ts';
import type { SendInstruction } from './records.ts';
import { nextId } from './state.ts';
import { balanceOf, type PayoutWorld } from './world.ts';

const LONGEST_REFERENCE = 40;

export const instructionBody = z.object({
  bank_account_id: z.int(),
  amount: z.string().regex(/^\d{1,12}\.\d{2}$/),
  email: z.email(),
  description: z.string().min(1),
  reference: z.string().min(1).max(LONGEST_REFERENCE),
  send_recipient_receipt: z.boolean().optional(),
});

export const FINAL_STATES: ReadonlySet<string> = new Set(['completed', 'rejected', 'deleted']);

/** The states of a successful instruction. A reviewed instruction is also `reviewing` before it is accepted. */
const WAY = ['received', 'enquiring', 'executing', 'accepted', 'completed'];
const REVIEWED_WAY = ['received', 'enquiring', 'executing', 'reviewing', 'accepted', 'completed'];

/** Accepts an instruction and debits the amount and the fee from the limit at once. */
export function createInstruction(
  world: PayoutWorld,
  body: z.infer<typeof instructionBody>,
  now: number,
): SendInstruction {
  const { state, choices } = world;
  const amount = fromDecimal(body.amount) ?? 0n;
  const recipient = state.bankAccounts.get(body.bank_account_id);
  if (recipient === undefined || recipient.deletedAt !== null) throw notFound();
  for (const one of state.instructions.values()) {
    if (one.reference === body.reference) throw refused('Reference already exists');
  }
  if (amount === 0n) throw refused('Amount must be greater than zero');
  if (recipient.status !== 'verified') throw refused('Bank account is not verified');

  const { currency, sendFee } = state.account;
  if (balanceOf(state) < amount + feeOn(amount, sendFee)) throw refused('Insufficient send limit');

  const id = nextId(state, 'instruction');
  const head = { id: nextId(state, 'sendLimit'), currency, fromSettlement: malaysiaDay(now), createdAt: now };
  const row = sendRow(head, { instructionId: id, bankAccountId: recipient.id, amount }, sendFee);

  const instruction: SendInstruction = {
    id,
    bankAccountId: recipient.id,
    amount,
    state: 'received',
    email: body.email,
    description: body.description,
    reference: body.reference,
    sendRecipientReceipt: body.send_recipient_receipt ?? false,
    rejectionReason: null,
    slug: randomBytes(8).toString('hex'),
    createdAt: now,
    updatedAt: now,
  };
  state.instructions.set(id, instruction);
  state.sendLimits.set(row.id, row);
  state.tasks.push({ at: now + stepMilliseconds(choices), kind: 'advance_instruction', id });
  return instruction;
}

/** In staging an instruction is completed at once; in production each step takes time. */
const stepMilliseconds = (choices: PayoutWorld['choices']) =>
  choices.mode === 'staging' ? 0 : choices.instructionStepSeconds * 1000;

/** Moves an instruction to its next state, and schedules the following step unless that state is final. */
export function advanceInstruction(world: PayoutWorld, id: number, now: number): void {
  const instruction = world.state.instructions.get(id);
  if (instruction === undefined || FINAL_STATES.has(instruction.state)) return;
  const description = instruction.description.toLowerCase();
  if (instruction.state === 'executing' && description.includes(TEST_VALUES.stuckWord)) return;
  if (instruction.state === 'executing' && description.includes(TEST_VALUES.rejectedWord)) {
    moveInstruction(world, instruction, 'rejected', now, 'Rejected by the recipient bank');
    return;
  }
  const way = description.includes(TEST_VALUES.reviewedWord) ? REVIEWED_WAY : WAY;
  const next = way[way.indexOf(instruction.state) + 1] ?? 'completed';
  moveInstruction(world, instruction, next, now, null);
  if (!FINAL_STATES.has(next)) {
    world.state.tasks.push({ at: now + stepMilliseconds(world.choices), kind: 'advance_instruction', id });
  }
}

/** Sets the state of an instruction. Deletion returns amount and fee to the limit; so does rejection, unless `kept_debited` is chosen. */
export function moveInstruction(
  world: PayoutWorld,
  instruction: SendInstruction,
  state: string,
  now: number,
  rejectionReason: string | null,
): void {
  instruction.rejectionReason = rejectionReason;
  setInstructionState(world, instruction, state, now);
  const isKept = state === 'rejected' && world.choices.rejectedInstruction === 'kept_debited';
  if ((state !== 'rejected' && state !== 'deleted') || isKept) return;
  for (const row of world.state.sendLimits.values()) {
    if (row.sendInstructionId === instruction.id && isCounted(row)) {
      setSendLimitStatus(world, row, RELEASED_STATUS, now);
    }
  }
}

/** Deletes an instruction that is still `received`; later it is already processed and cannot be deleted. */
export function deleteInstruction(world: PayoutWorld, instruction: SendInstruction, now: number): SendInstruction {
  if (instruction.state !== 'received') throw refused('Send instruction is already processed');
  moveInstruction(world, instruction, 'deleted', now, null);
  return instruction;
}
