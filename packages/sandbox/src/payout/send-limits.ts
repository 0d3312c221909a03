import { randomBytes } from 'node:crypto';
import { approvalDeadline, upcomingSettlementDay } from './calendar.ts';
import { setSendLimitStatus } from './events.ts';
import { allocationRow } from './ledger.ts';
import { mailApprovers } from './outbox.ts';
import { notFound, type Problem, refused } from './problem.ts';
import type { SendLimit } from './records.ts';
import { nextId } from './state.ts';
import { convertibleAt, leftToday, type PayoutWorld } from './world.ts';

/**
 * Requests an allocation of `amount` minor units. It is pending until every approver has approved it by e-mail, and expires
 * at the deadline. The amount is limited by the convertible balance, and in staging also by the daily limit.
 */
export function requestAllocation(world: PayoutWorld, amount: bigint, now: number): SendLimit {
  const { state, choices } = world;
  checkBounds(world, amount, now);
  if (choices.newerRequestExpiresOlder) {
    for (const row of state.sendLimits.values()) {
      if (row.status === 'pending') expire(world, row, now);
    }
  }
  const expiresAt = approvalDeadline(now, choices.deadline);
  const approvals = world.approvers.map((destination) => ({
    destination,
    token: randomBytes(18).toString('base64url'),
    status: 'pending' as const,
    approvedAt: null,
    expiresAt,
  }));
  const id = nextId(state, 'sendLimit');
  const head = { id, currency: state.account.currency, fromSettlement: upcomingSettlementDay(now), createdAt: now };
  const row = allocationRow(head, amount, approvals);
  state.sendLimits.set(id, row);
  state.tasks.push({ at: expiresAt, kind: 'expire_send_limit', id });
  mailApprovers(world, row, now);
  return row;
}

function checkBounds(world: PayoutWorld, amount: bigint, now: number): void {
  // older pending requests do not count if the new request expires them
  const binding = world.choices.newerRequestExpiresOlder ? 'approved_only' : 'pending_and_approved';
  if (amount > convertibleAt(world, now, binding)) throw refused('Insufficient convertible balance');
  const left = leftToday(world, now, binding);
  if (left !== undefined && amount > left) throw refused('Daily limit exceeded');
}

/** Sends the approval e-mails again to those who have not approved. */
export function resendApprovals(world: PayoutWorld, row: SendLimit, now: number): void {
  if (row.status !== 'pending') throw refused('Send limit is not pending');
  mailApprovers(world, row, now);
}

/** The request that an approval token belongs to. */
export function findByToken(world: PayoutWorld, token: string): SendLimit | undefined {
  for (const row of world.state.sendLimits.values()) {
    if (row.approvals.some((approval) => approval.token === token)) return row;
  }
  return undefined;
}

/** Records one approval; the last approval approves the allocation. A repeated approval has no effect. */
export function approve(world: PayoutWorld, token: string, now: number): SendLimit | Problem {
  const row = findByToken(world, token);
  const approval = row?.approvals.find((one) => one.token === token);
  if (row === undefined || approval === undefined) return notFound();
  if (approval.status === 'approved') return row;
  if (row.status !== 'pending') return refused('This request has expired');
  approval.status = 'approved';
  approval.approvedAt = now;
  row.updatedAt = now;
  if (row.approvals.every((one) => one.status === 'approved')) setSendLimitStatus(world, row, 'approved', now);
  return row;
}

/** Expires a request that is still pending at its deadline. */
export function expireIfPending(world: PayoutWorld, id: number, now: number): void {
  const row = world.state.sendLimits.get(id);
  if (row?.status === 'pending') expire(world, row, now);
}

/** Expires a request and its pending approvals; approvals already given stay. */
function expire(world: PayoutWorld, row: SendLimit, now: number): void {
  for (const approval of row.approvals) if (approval.status === 'pending') approval.status = 'expired';
  setSendLimitStatus(world, row, 'expired', now);
}
