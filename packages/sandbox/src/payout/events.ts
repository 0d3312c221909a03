import { bankAccountAnswer, instructionAnswer, sendLimitAnswer } from './answers.ts';
import type { BankAccount, SendInstruction, SendLimit, WebhookEvent } from './records.ts';
import { type PayoutWorld, recipientOf } from './world.ts';

/** Queues a delivery for each webhook subscribed to the event. The body is the current state of the object. */
function queueEvent(world: PayoutWorld, event: WebhookEvent, answer: object, now: number): void {
  const { webhooks, deliveries } = world.state;
  for (const webhook of webhooks.values()) {
    if (!webhook.events.includes(event)) continue;
    const id = deliveries.length + 1;
    const body = JSON.stringify(answer);
    deliveries.push({ id, webhookId: webhook.id, event, body, state: 'waiting', dueAt: now, attempts: [] });
  }
}

export function setSendLimitStatus(world: PayoutWorld, row: SendLimit, status: string, now: number): void {
  row.status = status;
  row.updatedAt = now;
  if (row.transactionType === 'in') queueEvent(world, 'budget_allocation_status', sendLimitAnswer(row), now);
}

export function setBankAccountStatus(world: PayoutWorld, account: BankAccount, status: string, now: number): void {
  account.status = status;
  account.updatedAt = now;
  queueEvent(world, 'bank_account_status', bankAccountAnswer(account), now);
}

export function setInstructionState(
  world: PayoutWorld,
  instruction: SendInstruction,
  state: string,
  now: number,
): void {
  instruction.state = state;
  instruction.updatedAt = now;
  const answer = instructionAnswer(instruction, recipientOf(world.state, instruction), world.origin());
  queueEvent(world, 'send_instruction_status', answer, now);
}
