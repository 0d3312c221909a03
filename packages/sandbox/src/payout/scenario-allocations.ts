import { Temporal } from 'temporal-polyfill';
import { approvalDeadline, MALAYSIA } from './calendar.ts';
import type { Draw } from './draw.ts';
import { allocationRow } from './ledger.ts';
import type { Approval, SendLimit } from './records.ts';
import { timeOfDay } from './scenario-payouts.ts';

const EXPIRY_CHANCE = 0.04;

/**
 * The day's request for the full settlement of the next day, made after the noon switch. Usually all approvers approve it
 * within hours; sometimes nobody does and it expires. `updatedAt` is the time of the approval or expiry.
 */
export function draftAllocation(
  draw: Draw,
  day: string,
  settlementOn: (day: string) => bigint,
  approvers: readonly string[],
  isLastDay: boolean,
): SendLimit | undefined {
  const settlementDay = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  // a request of the last day would expire after the end of the generated data
  const isForgotten = draw.chance(EXPIRY_CHANCE) && !isLastDay;
  const requestedAt = timeOfDay(draw, day, MALAYSIA, 12, 14);
  const delays = approvers.map(() => draw.int(4 * 60_000, 70 * 60_000));
  const amount = settlementOn(settlementDay);
  if (amount <= 0n) return undefined;

  const expiresAt = approvalDeadline(requestedAt, 'next_noon');
  const approvals = approvers.map(
    (destination, index): Approval => ({
      destination,
      token: `scenario-${settlementDay}-${index + 1}`,
      status: isForgotten ? 'expired' : 'approved',
      approvedAt: isForgotten ? null : requestedAt + (delays[index] ?? 0),
      expiresAt,
    }),
  );
  const head = { id: 0, currency: 'MYR', fromSettlement: settlementDay, createdAt: requestedAt };
  return {
    ...allocationRow(head, amount, approvals),
    status: isForgotten ? 'expired' : 'approved',
    updatedAt: isForgotten ? expiresAt : requestedAt + Math.max(0, ...delays),
  };
}
