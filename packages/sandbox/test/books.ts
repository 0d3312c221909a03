import { expect } from 'vitest';
import { type Book, isMoved } from '../src/gateway/book.ts';
import { statementRows } from '../src/gateway/statement-file.ts';
import type { turnoverOf } from '../src/gateway/turnover.ts';

export const ZONE = 'Asia/Kuala_Lumpur';
export const sum = (numbers: Iterable<bigint>) => [...numbers].reduce((total, number) => total + number, 0n);
/** Minor units from a statement's text. */
const minor = (text: string) => BigInt(text.replace('.', ''));

/** What a statement of the payments that moved shows, as somebody reads it who has only the file. */
export function linesOf(book: Book) {
  const [header = [], ...rows] = statementRows(book, isMoved, 'standard', ZONE, false, 'csv');
  return rows.map((row) => {
    const cell = (name: string) => row[header.indexOf(name)] ?? '';
    const [amount, fee, net] = [minor(cell('Amount')), minor(cell('Fee')), minor(cell('Net Amount'))];
    const isIncoming = ['purchase', 'chargeback_reversal'].includes(cell('Type'));
    return { id: cell('ID'), currency: cell('Currency'), isIncoming, amount, fee, net };
  });
}
export type Line = ReturnType<typeof linesOf>[number];

/** What the lines add to the balance. */
export const movementOf = (lines: readonly Line[]) =>
  sum(lines.map(({ isIncoming, amount, fee }) => (isIncoming ? amount : -amount) - fee));

/** The turnover has the lines of each side, with their amounts and fees. */
export function expectTurnover(turnover: ReturnType<typeof turnoverOf>, lines: readonly Line[]): void {
  for (const side of ['incoming', 'outgoing'] as const) {
    const own = lines.filter(({ isIncoming }) => isIncoming === (side === 'incoming'));
    expect(turnover[side]).toEqual({
      turnover: Number(sum(own.map(({ amount }) => amount))),
      fee_sell: Number(sum(own.map(({ fee }) => fee))),
      count: { all: own.length },
    });
  }
}
