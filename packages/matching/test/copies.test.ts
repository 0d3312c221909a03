import { expect, test } from 'vitest';
import { banked, booked } from './given/equal-records.ts';
import { pairs } from './given/matching.ts';
import { amongOrdinary } from './given/weighed-pairs.ts';
import type { WrittenRecord } from './given/written-record.ts';

const { result, sureOf } = amongOrdinary(pairs());

test.each<[string, WrittenRecord[], string[]]>([
  [
    'of the books, the later is the copy',
    [booked('first', 20), booked('again', 21), banked('bank', 22)],
    ['first = bank'],
  ],
  [
    'of the bank, the later is the copy',
    [booked('book', 20), banked('first', 21), banked('again', 23)],
    ['book = first'],
  ],
  ['nothing tells which is the copy on one day', [booked('one', 20), booked('other', 20), banked('bank', 22)], []],
  ['the later is no copy after more than a week', [booked('first', 12), booked('again', 20), banked('bank', 21)], []],
  [
    'the later is no copy where there is a third one',
    [booked('first', 18), booked('second', 20), booked('third', 21), banked('bank', 22)],
    [],
  ],
  [
    'both are paid where both have a partner',
    [booked('first', 20), booked('again', 24), banked('bank', 21), banked('later', 26)],
    ['again = later', 'first = bank'],
  ],
  [
    'another name is no copy',
    [booked('book', 20), booked('other', 21, { counterparty: 'Golden Harvest' }), banked('bank', 22)],
    ['book = bank'],
  ],
])('Of two equal records with one partner %s', (_, records, expected) => {
  expect(sureOf(records)).toEqual(expected);
});

test('What nothing tells apart is suggested', () => {
  const [match] = result([booked('one', 20), booked('other', 20), banked('bank', 22)]);
  expect(match).toContain('?');
});
