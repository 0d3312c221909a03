import type { GivenRecord, Side } from '../../src/matching.ts';

/** A record as a test writes it: money as decimal text, and a day as YYYY-MM-DD. Omitted fields are null, the day is 1 October 2026. */
export type WrittenRecord = {
  side: Side;
  key: string;
  amount: string;
  fee?: string | null;
  at?: string;
  reference?: string | null;
  counterparty?: string | null;
  description?: string | null;
};

/** Ten-thousandths of decimal text, without going through fractions. */
export function scaled(text: string): number {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  return Number(`${whole}${decimals.padEnd(4, '0')}`) * (text.startsWith('-') ? -1 : 1);
}

/** The records as they are given to the engine, by day, side and key. */
export const givenRecords = (written: readonly WrittenRecord[]): GivenRecord[] =>
  written
    .map(({ amount, fee = null, at = '2026-10-01', ...rest }) => ({
      ...{ reference: null, counterparty: null, description: null, ...rest },
      amount: scaled(amount),
      fee: fee === null ? null : scaled(fee),
      day: Date.parse(at) / 86_400_000,
    }))
    .sort((a, b) => a.day - b.day || (`${a.side} ${a.key}` < `${b.side} ${b.key}` ? -1 : 1));
