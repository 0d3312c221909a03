import type { Book } from '../gateway/book.ts';
import type { DayTotal } from '../gateway/settlement.ts';
import { daysAfter, type LocalTime } from '../local-time.ts';
import type { SendLimit } from '../payout/records.ts';
import { type BankLine, depositOf } from './bank.ts';
import { type Batch, disburse, settlementBatches } from './disbursements.ts';

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
};

/**
 * Lets the clock's settlements happen that the life has not: from the day after `settled` to the last day whose ten in
 * the morning has come, what is due is settled, less what was allocated from it meanwhile, sent, and booked by the bank.
 * Gives the last day that is settled now.
 */
export function settleLater(world: World, sendLimits: readonly SendLimit[], settled: string, now: number): string {
  const { book, batches, bank, settlementOn, releasedOn, currencies, time, seed, zone } = world;
  let last = settled;
  for (let day = daysAfter(last, 1); time.startOf(day) + 10 * 3_600_000 <= now; day = daysAfter(day, 1)) {
    last = day;
    const due = settlementBatches(settlementOn, releasedOn, sendLimits, [day], currencies);
    batches.push(...due);
    bank.push(...due.filter(({ deposited }) => deposited > 0n).map(depositOf));
    disburse(book, due, `${seed} ${day}`, zone);
  }
  if (last === settled) return settled;
  const end = time.startOf(daysAfter(last, 1));
  for (const payment of book.payments) {
    if (payment.kind !== 'purchase' || payment.paidAt === null || payment.settledAt !== null || payment.isHeld)
      continue;
    const settledAt = world.settlementTime(payment.paidAt);
    if (settledAt < end) payment.settledAt = settledAt;
  }
  return last;
}
