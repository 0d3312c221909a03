import type { Side, WeighedRecord } from './record.ts';
import { marksOf, numbersOf, wordsOf } from './text.ts';

/** A record of one currency, as it is given. */
export type GivenRecord = {
  /** Its name among the records of its side. */
  key: string;
  side: Side;
  /** Signed, in ten-thousandths of the currency's unit: a whole number other than 0, exact up to 9,000,000,000,000,000. */
  amount: number;
  /** The stated fee in ten-thousandths, or null. */
  fee: number | null;
  /** Days since any one day, the same for all records. */
  day: number;
  reference: string | null;
  description: string | null;
  counterparty: string | null;
};

/** A record with its texts as words and numbers. texts: those of other records, because most words and numbers are those of many. */
export function weighedRecord(given: GivenRecord, texts: Map<string, string>): WeighedRecord {
  const { key, side, amount, fee, day, reference, description, counterparty } = given;
  const one = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  const words = wordsOf(description).map(one);
  // the counterparty of a provider's line is the provider, and its text names the customer
  const names = counterparty === null ? words : wordsOf(counterparty, side === 'right' ? description : null).map(one);
  // field by field: those of an object that is spread are read more slowly
  return {
    key,
    side,
    amount,
    fee,
    day,
    names,
    hasCounterparty: counterparty !== null,
    words,
    numbers: numbersOf(reference, description).map(one),
    own: numbersOf(reference).map(one),
    marks: marksOf(description).map(one),
  };
}
