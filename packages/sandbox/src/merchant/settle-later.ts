import { type Book, insertByTime, type Payment, uuidsFrom } from '../gateway/book.ts';
import { type DayTotal, settlementOf } from '../gateway/settlement.ts';
import { daysAfter, type LocalTime } from '../local-time.ts';
import type { SendLimit } from '../payout/records.ts';
import { type BankLine, byDay, depositOf } from './bank.ts';
import { type Batch, disburse, settlementBatches, TO_BANK, TO_PAYOUTS, transfer } from './disbursements.ts';

/** A part of a settlement whose request as an allocation was still undecided when the rest was sent. */
type Held = { batch: Batch; amount: bigint };

type World = {
  book: Book;
  batches: Batch[];
  bank: BankLine[];
  settlementOn: DayTotal;
  releasedOn: DayTotal;
  settlementTime: (paidAt: number) => number;
  currencies: readonly string[];
  time: LocalTime;
  zone: string;
  seed: number;
  /** By the id of the send limit request. */
  waiting: Map<number, Held>;
};

/** The hour until which the settlement of a day can be requested, and at which it is sent. */
const HOUR = 12;

/**
 * Generates settlements after the scenario. For each day after `settled` whose noon has passed, the due amount less
 * allocations and pending requests is sent and booked by the bank. The requested part is sent after the decision, to the
 * payout account or to the bank. Each effect has its own time, so that one large move of the clock gives the same as many
 * small moves. Returns the last settled day.
 */
export function settleLater(world: World, sendLimits: readonly SendLimit[], settled: string, now: number): string {
  const { time } = world;
  let last = settled;
  for (let day = daysAfter(last, 1); noonOf(time, day) <= now; day = daysAfter(day, 1)) {
    last = day;
    settleDay(world, sendLimits, day);
  }
  decide(world, sendLimits, now);
  if (last === settled) return settled;
  const end = time.startOf(daysAfter(last, 1));
  for (const payment of world.book.payments) {
    const { kind, paidAt, isHeld = false } = payment;
    if (kind !== 'purchase' || paidAt === null || payment.settledAt !== null || isHeld) continue;
    const settledAt = settlementOf({ ...payment, paidAt }, world.settlementTime);
    if (settledAt < end) payment.settledAt = settledAt;
  }
  return last;
}

const noonOf = (time: LocalTime, day: string) => time.startOf(day) + HOUR * 3_600_000;

function settleDay(world: World, sendLimits: readonly SendLimit[], day: string): void {
  const { book, batches, bank, settlementOn, releasedOn, currencies, time, zone, seed, waiting } = world;
  const at = noonOf(time, day);
  const isDecided = (row: SendLimit) => row.status !== 'pending' && row.updatedAt <= at;
  const asked = sendLimits.filter(
    (row) => row.transactionType === 'in' && row.fromSettlement === day && row.createdAt <= at,
  );
  const due = settlementBatches(settlementOn, releasedOn, asked.filter(isDecided), [day], currencies);
  for (const row of asked.filter((one) => !isDecided(one))) {
    const batch = due.find(({ currency }) => currency === row.currency);
    if (batch === undefined) continue;
    const left = batch.deposited - batch.released;
    const isCovered = row.amount <= left;
    const amount = isCovered ? row.amount : left;
    batch.deposited -= amount;
    waiting.set(row.id, { batch, amount });
  }
  batches.push(...due);
  bank.push(...due.filter(({ deposited }) => deposited > 0n).map(depositOf));
  // the clock may stand at noon, and nothing is sent in the future
  disburse(book, due, `${seed} ${day}`, zone, { hour: HOUR, payoutsAfterMs: 0 });
}

/** Sends the parts whose requests have been approved or have expired. */
function decide({ book, bank, time, seed, waiting }: World, sendLimits: readonly SendLimit[], now: number): void {
  const payments: Payment[] = [];
  for (const { id, status, updatedAt } of sendLimits) {
    const held = waiting.get(id);
    if (held === undefined || status === 'pending' || updatedAt > now) continue;
    waiting.delete(id);
    const { batch, amount } = held;
    const isApproved = status === 'approved';
    if (isApproved) batch.allocated += amount;
    else batch.deposited += amount;
    if (amount === 0n) continue;
    const reference = `${batch.reference}-${id}`;
    const uuid = uuidsFrom(seed, `decided ${id}`)();
    const description = isApproved ? TO_PAYOUTS : TO_BANK;
    payments.push(transfer(uuid, batch.currency, amount, reference, description, updatedAt));
    if (isApproved) continue;
    const bookedOn = time.day(updatedAt);
    bank.push({ ...depositOf(batch), bookedOn, valueOn: bookedOn, amount, reference });
  }
  bank.sort(byDay);
  insertByTime(book, payments);
}
