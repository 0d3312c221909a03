import { majorText } from '../gateway/book.ts';
import { daysAfter, weekdayOf } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';
import type { Batch } from './disbursements.ts';
import { periodRow } from './period-row.ts';

/** One line of the merchant's bank statement. The amount is in minor units and positive for a deposit. */
export type BankLine = {
  bookedOn: string;
  valueOn: string;
  currency: string;
  amount: bigint;
  description: string;
  reference: string;
};

const header = ['Booked On', 'Value Date', 'Currency', 'Amount', 'Description', 'Reference', 'Balance'];
const OPENING_BALANCE = 2_500_000n;

/** The bank line of a batch, booked on the day of settlement. The description names that day. */
export function depositOf({ day, currency, deposited, reference }: Batch): BankLine {
  const description = `SETTLEMENT ${day} ${currency}`;
  return { bookedOn: day, valueOn: day, currency, amount: deposited, description, reference };
}

/** The lines of the merchant's bank statement: a deposit for each batch, and ordinary expenses. Oldest first. */
export function bankLines(
  batches: readonly Batch[],
  days: readonly string[],
  currencies: readonly string[],
  seed: number,
): BankLine[] {
  const deposits = batches.filter(({ deposited }) => deposited > 0n).map(depositOf);
  return [...deposits, ...expenses(days, currencies[0] ?? 'MYR', seed)].sort(byDay);
}

/** Sorts lines by day, currency, description and reference, so that their order is reproducible. */
export function byDay(a: BankLine, b: BankLine): number {
  const key = (line: BankLine) => `${line.bookedOn} ${line.currency} ${line.description} ${line.reference}`;
  return key(a) < key(b) ? -1 : 1;
}

function expenses(days: readonly string[], currency: string, seed: number): BankLine[] {
  const draw = drawFrom(seed, 'merchant bank');
  return days.flatMap((day) => {
    const line = (amount: bigint, description: string, reference: string): BankLine => ({
      bookedOn: day,
      valueOn: day,
      currency,
      amount: -amount,
      description,
      reference,
    });
    const amount = BigInt(draw.int(4_000, 90_000));
    if (weekdayOf(day) > 5) return [];
    const found: BankLine[] = [];
    if (draw.chance(0.4))
      found.push(line(amount, draw.pick(['ELECTRICITY', 'COURIER', 'CLOUD HOSTING', 'SUPPLIES']), ''));
    // salaries on the last working day of a month, rent on the first
    const isFirst = day.endsWith('-01') || (weekdayOf(day) === 1 && ['-02', '-03'].some((end) => day.endsWith(end)));
    if (isFirst) found.push(line(380_000n, 'RENT', `RENT ${day.slice(0, 7)}`));
    if (daysAfter(day, weekdayOf(day) === 5 ? 3 : 1).slice(0, 7) !== day.slice(0, 7))
      found.push(line(1_250_000n, 'SALARIES', day.slice(0, 7)), line(1_200n, 'BANK CHARGES', ''));
    return found;
  });
}

/**
 * The rows of the bank file: the period, the header, then the lines booked from `from` until the day before `to`. Each row
 * also has the balance of its currency after that line.
 */
export function* bankRows(lines: readonly BankLine[], from: string, to: string): Generator<string[]> {
  yield periodRow(from, to);
  yield header;
  const balances = new Map<string, bigint>();
  for (const { bookedOn, valueOn, currency, amount, description, reference } of lines) {
    const balance = (balances.get(currency) ?? OPENING_BALANCE) + amount;
    balances.set(currency, balance);
    if (bookedOn < from || bookedOn >= to) continue;
    yield [
      ...[bookedOn, valueOn, currency, majorText(amount, currency), description, reference],
      majorText(balance, currency),
    ];
  }
}
