import type { Evidence } from '../../src/evidence.ts';
import type { Side, WeighedRecord } from '../../src/record.ts';
import { numbersOf, wordsOf } from '../../src/text.ts';

type Given = Partial<Pick<WeighedRecord, 'amount' | 'fee' | 'day'>> & { text?: string; reference?: string };

let made = 0;

/** A record as it is weighed, with the words and numbers of a text and a reference. */
export function weighedRecord(
  side: Side,
  { amount = 10_000, fee = null, day = 0, text = '', reference }: Given = {},
): WeighedRecord {
  made += 1;
  return {
    key: String(made).padStart(6, '0'),
    side,
    amount,
    fee,
    day,
    names: wordsOf(text),
    hasCounterparty: false,
    words: wordsOf(text),
    numbers: numbersOf(reference ?? null, text),
    own: numbersOf(reference ?? null),
    marks: [],
  };
}

/** Evidence of a pair that only its amount speaks for. */
export const amountAlone: Evidence = {
  ...{ relation: 'equal', chanceOfAmount: 0.001, daysLater: 1, lag: 1, name: 0, namesAnother: false },
  number: { kind: 'none' },
};
