import { expect, test } from 'vitest';
import { banked, booked } from './given/equal-records.ts';
import { pairs } from './given/matching.ts';
import { amongOrdinary, harvest, text } from './given/weighed-pairs.ts';
import type { WrittenRecord } from './given/written-record.ts';

const { result } = amongOrdinary(pairs());
const back = { amount: '-912.47' };
const cancelled = (key: string, day: number, rest: Partial<WrittenRecord> = {}): WrittenRecord =>
  booked(key, day, { ...back, description: 'Void', ...rest });
const parcel = text('Parcel by courier');
const parcels = Array.from({ length: 12 }, (_, number) =>
  booked(`parcel ${number}`, 20 + number, { ...parcel, amount: `${301 + number * 17}.13`, counterparty: null }),
);

test.each<[string, WrittenRecord[], string[]]>([
  ['the earlier one of its name', [booked('sale', 20), cancelled('void', 23)], ['sale+void = ']],
  [
    'the entry that was made again, and the later entry is paid',
    [booked('sale', 20), cancelled('void', 21), booked('again', 22), banked('bank', 23)],
    ['again = bank', 'sale+void = '],
  ],
  [
    'a line of the bank that was returned and presented again',
    [
      ...[booked('sale', 20), banked('first', 21)],
      ...[banked('returned', 22, { ...back, ...text('RETURNED SUNRISE HOLDINGS') }), banked('again', 24)],
    ],
    [' = first+returned', 'sale = again'],
  ],
  [
    'nothing where it has a partner of its own',
    [
      ...[booked('sale', 20), banked('bank', 21)],
      ...[cancelled('refund', 23, text('Refund')), banked('paid back', 24, back)],
    ],
    ['refund = paid back', 'sale = bank'],
  ],
  ['nothing of another name', [booked('sale', 20), cancelled('void', 23, harvest)], []],
  ['nothing after three weeks', [booked('sale', 10), cancelled('void', 32)], []],
  ['neither of two that it could', [booked('sale', 20), booked('other', 22), cancelled('void', 23)], []],
  [
    'the one of two whose number it has',
    [
      ...[booked('sale', 20, { reference: 'INV-48213' }), booked('other', 22, { reference: 'INV-48290' })],
      cancelled('void', 23, { reference: 'INV-48290' }),
    ],
    ['other+void = '],
  ],
])('A later record of the opposite amount cancels %s', (_, records, expected) => {
  expect(result(records).sort()).toEqual(expected);
});

test('A later record of the opposite amount cancels nothing of a kind that is paid in sums', () => {
  const records = [...parcels, booked('sale', 20, parcel), cancelled('back', 23, text('Parcel by courier, returned'))];
  expect(result(records).filter((match) => match.includes('sale'))).toEqual([]);
});
