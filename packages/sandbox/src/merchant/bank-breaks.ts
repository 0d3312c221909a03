import { majorText } from '../gateway/book.ts';
import { daysAfter } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';
import type { SendLimit } from '../payout/records.ts';
import type { BankLine } from './bank.ts';
import type { Transfer } from './disbursements.ts';

/** Earlier settlements are outside of the generated data. */
const FIRST_DAYS = 8;
/** A transfer of the last days can still be in transit. */
const LAST_DAYS = 4;
const PLANTED_SHARE = 0.02;
/** The usual time in transit is known only from this many deposits in a currency. */
const ENOUGH = 6;

/**
 * Raises one approved allocation above its settlement. Bank and orders stay the same. Only a request with all approvals is
 * used. `allocatedAboveStatement` adds the ground truth.
 */
export function plantAllocationAbove(
  sendLimits: readonly SendLimit[],
  first: string,
  until: string,
  seed: number,
): void {
  const draw = drawFrom(seed, 'allocation above');
  const fit = sendLimits.filter(
    ({ transactionType, status, fromSettlement, approvals }) =>
      transactionType === 'in' &&
      status === 'approved' &&
      approvals.every((approval) => approval.status === 'approved') &&
      fromSettlement >= daysAfter(first, FIRST_DAYS) &&
      fromSettlement <= until,
  );
  if (fit.length === 0) return;
  const row = draw.pick(fit);
  const above = BigInt(draw.int(10, 500)) * 1_000n;
  row.amount += above;
  row.netAmount += above;
}

/** Plants every kind of deposit break in the bank file, each on a separate transfer. Returns the ground truth. */
export function plantBankBreaks(
  lines: readonly BankLine[],
  transfers: readonly Transfer[],
  first: string,
  until: string,
  seed: number,
) {
  const draw = drawFrom(seed, 'bank breaks');
  const fit = transfers.filter(
    ({ day, isSplit }) => !isSplit && day >= daysAfter(first, FIRST_DAYS) && day <= daysAfter(until, -LAST_DAYS),
  );
  const take = () => fit.splice(draw.int(0, Math.max(0, fit.length - 1)), 1)[0];
  const bank = [...lines];
  const truth: ReturnType<typeof entry>[] = [];
  const entry = (
    transfer: Transfer,
    outcome: string,
    reason_code: string,
    key: string,
    amount: bigint,
    note: string,
  ) => ({
    reconciliation: 'bank_to_settlement',
    outcome,
    reason_code,
    currency: transfer.currency,
    business_date: transfer.day,
    key,
    amount: majorText(amount, transfer.currency),
    note,
  });
  const lineOf = ({ reference }: Transfer) => bank.findIndex((line) => line.reference === reference);
  for (let n = 0; n < Math.max(1, Math.round(fit.length * PLANTED_SHARE)); n += 1) {
    const missing = take();
    if (missing !== undefined) {
      bank.splice(lineOf(missing), 1);
      const note = `${missing.reference} never arrived at the bank`;
      truth.push(entry(missing, 'missing_left', 'deposit_missing', missing.key, missing.amount, note));
    }
    const short = take();
    const shortLine = short === undefined ? undefined : bank[lineOf(short)];
    if (short !== undefined && shortLine !== undefined) {
      const charge = BigInt(draw.int(2, 30)) * 50n;
      bank[lineOf(short)] = { ...shortLine, amount: shortLine.amount - charge };
      const note = `the bank received ${majorText(charge, short.currency)} less of ${short.reference}`;
      truth.push(entry(short, 'amount_differs', 'amount_differs', short.key, charge, note));
    }
    const twice = take();
    const twiceLine = twice === undefined ? undefined : bank[lineOf(twice)];
    if (twice !== undefined && twiceLine !== undefined) {
      bank.push({ ...twiceLine });
      const key = `${twiceLine.bookedOn} ${twiceLine.reference}`;
      truth.push(
        entry(twice, 'duplicate', 'deposit_twice', key, -twiceLine.amount, `${twice.reference} was deposited twice`),
      );
    }
    const like = take();
    if (like !== undefined) {
      const amount = like.amount + BigInt(draw.int(100, 900)) * 7n;
      const line = { bookedOn: like.day, valueOn: like.day, currency: like.currency, amount };
      const reference = `TT-${draw.int(100_000, 999_999)}`;
      bank.push({ ...line, description: 'INWARD TRANSFER', reference });
      const note = 'a receipt without a transfer of the gateway';
      truth.push(entry(like, 'missing_right', 'deposit_not_sent', `${like.day} ${reference}`, -amount, note));
    }
  }
  const slow = take();
  const slowLine = slow === undefined ? undefined : bank[lineOf(slow)];
  if (slow !== undefined && slowLine !== undefined) {
    // received, but two days later than usual; this is not a break
    const on = daysAfter(slow.day, 2);
    bank[lineOf(slow)] = { ...slowLine, bookedOn: on, valueOn: on };
  }
  // a transfer of the last day is overdue if the bank file covers that day and enough other deposits of its currency
  // arrived on the same day
  const arrived = (currency: string) =>
    transfers.filter((one) => one.currency === currency && one.day < until && lineOf(one) >= 0).length;
  const lastDay = transfers.filter((one) => !one.isSplit && one.day === until && arrived(one.currency) >= ENOUGH);
  const late = lastDay.length > 0 ? draw.pick(lastDay) : undefined;
  if (late !== undefined && bank.some((line) => line.bookedOn === until && line.reference !== late.reference)) {
    bank.splice(lineOf(late), 1);
    truth.push(entry(late, 'overdue', 'late', late.key, late.amount, `${late.reference} is overdue`));
  }
  return { bank, truth };
}
