import { array, assert, boolean, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { provenFigures, sumText } from '../../src/inspect/bank-figures.ts';
import { isAmount } from '../../src/inspect/cell-content.ts';

const money = (sen: number) =>
  `${sen < 0 ? '-' : ''}${Math.floor(Math.abs(sen) / 100)}.${String(Math.abs(sen) % 100).padStart(2, '0')}`;

test('The balances prove the net amount beside the gross one', () => {
  const rows = [
    ['100.00', '-3.00', '97.00', '597.00'],
    ['50.00', '-2.00', '48.00', '645.00'],
    ['-300.00', '0.00', '-300.00', '345.00'],
  ];
  expect(provenFigures(rows)).toEqual({ amount: 2, balance: 3, steps: 2 });
});

test('The balances prove the words for money in and out', () => {
  const rows = [
    ['250.00', 'Pano', '350.00'],
    ['80.00', 'Otto', '270.00'],
    ['1.50', 'Otto', '268.50'],
  ];
  expect(provenFigures(rows)).toMatchObject({ amount: 0, direction: 1, words: { credit: 'Pano', debit: 'Otto' } });
});

test('Two lines prove nothing, nor do balances that one line contradicts', () => {
  expect(
    provenFigures([
      ['1.00', '1.00'],
      ['2.00', '3.00'],
    ]),
  ).toBeUndefined();
  expect(
    provenFigures([
      ['1.00', '1.00'],
      ['2.00', '3.00'],
      ['4.00', '8.00'],
      ['1.00', '9.00'],
    ]),
  ).toBeUndefined();
});

test('Whatever the order of columns and lines, the planted columns are proven, or others that agree as well', () => {
  const line = integer({ min: -99_999, max: 99_999 }).filter((sen) => sen !== 0);
  assert(
    property(
      array(line, { minLength: 4, maxLength: 12 }),
      constantFrom('signed', 'columns', 'side'),
      boolean(),
      integer({ min: -100_000, max: 100_000 }),
      tuple(boolean(), boolean()),
      (amounts, form, isNewestFirst, opening, [isBalanceFirst, isTextBetween]) => {
        let balance = opening;
        const rows = amounts.map((sen) => {
          balance += sen;
          const figures =
            form === 'signed'
              ? [money(sen)]
              : form === 'columns'
                ? [sen < 0 ? money(-sen) : '', sen > 0 ? money(sen) : '']
                : [money(Math.abs(sen)), sen < 0 ? 'Otto' : 'Pano'];
          const cells = isTextBetween ? [...figures, 'text', money(balance)] : [...figures, money(balance)];
          return isBalanceFirst ? [...cells].reverse() : cells;
        });
        const found = provenFigures(isNewestFirst ? [...rows].reverse() : rows);
        const isOneSided = amounts.every((sen) => sen > 0) || amounts.every((sen) => sen < 0);
        if (isOneSided && form !== 'signed') return;
        expect(found?.steps).toBe(amounts.length - 1);
      },
    ),
  );
});

test('A sum is exact, with thousands and either decimal mark', () => {
  expect(sumText(['1,000.10', '-0.05', ''])).toBe('1,000.05');
  expect(sumText(['1.000,10', '(0,05)'])).toBe('1,000.05');
  expect(sumText(['1.00', 'n/a'])).toBeUndefined();
});

test.each(['1\u202f000,00', '1\u00a0000.00', '−40.00', '–40.00', '1’000.00', '\u200e100.00\u200f'])(
  '%s has the form of an amount',
  (cell) => {
    expect(isAmount(cell)).toBe(true);
  },
);
