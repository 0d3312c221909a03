import { dayOf } from './ordinary-pairs.ts';
import type { WrittenRecord } from './written-record.ts';

type Rest = Partial<WrittenRecord>;

/** A sale of 912.47 to one customer in the books; every other has the same amount and name. */
export const booked = (key: string, day: number, rest: Rest = {}): WrittenRecord => ({
  side: 'left',
  key,
  amount: '912.47',
  at: dayOf(day),
  counterparty: 'Sunrise Holdings',
  description: 'Sale',
  ...rest,
});

/** Its payment at the bank. */
export const banked = (key: string, day: number, rest: Rest = {}): WrittenRecord => ({
  side: 'right',
  key,
  amount: '912.47',
  at: dayOf(day),
  description: 'DUITNOW SUNRISE HOLDINGS',
  ...rest,
});
