import { expect, test } from 'vitest';
import { type Booked, givenDeposits, type Sent } from '../given/deposits.ts';

/* References that recur: equal transfers of several months have one reference, and each month has its own deposit. */

const judgedDeposits = givenDeposits();

const months: Sent[] = [
  ['09-01', '500.00', 'SUB-7'],
  ['10-01', '500.00', 'SUB-7'],
  ['11-02', '500.00', 'SUB-7'],
];
const booked: Booked[] = [
  ['09-02', '500.00', 'PAYOUT', 'SUB-7'],
  ['10-02', '500.00', 'PAYOUT', 'SUB-7'],
  ['11-03', '500.00', 'PAYOUT', 'SUB-7'],
];

test('Equal transfers of three months with one reference are matched each with the deposit of its month', async () => {
  expect(await judgedDeposits({ sent: months, booked, from: '09-01', to: '11-10' })).toEqual([
    '09-01 matched same_reference_and_amount: 500.00 = 500.00',
    '10-01 matched same_reference_and_amount: 500.00 = 500.00',
    '11-02 matched same_reference_and_amount: 500.00 = 500.00',
  ]);
});

test('A transfer without a deposit is not matched with the deposit of another month', async () => {
  const given = { sent: months, from: '09-01', to: '11-10' };
  expect(await judgedDeposits({ ...given, booked: booked.toSpliced(1, 1) })).toEqual([
    '09-01 matched same_reference_and_amount: 500.00 = 500.00',
    '10-01 missing_left deposit_missing: 500.00 = -',
    '11-02 matched same_reference_and_amount: 500.00 = 500.00',
  ]);
  // also where the amounts differ, so that the reference alone would match
  expect(
    await judgedDeposits({
      sent: months.slice(0, 1),
      booked: [['10-02', '450.00', 'PAYOUT', 'SUB-7']],
      from: '09-01',
      to: '10-10',
    }),
  ).toEqual(['09-01 missing_left deposit_missing: 500.00 = -', '10-02 missing_right deposit_not_sent: - = 450.00']);
});

test.each([
  ['09-29', 'duplicate deposit_twice'],
  ['09-30', 'missing_right deposit_not_sent'],
])('A second deposit with reference and amount on %s, after one of 2 September: %s', async (day, result) => {
  const again: Booked = [day, '500.00', 'PAYOUT', 'SUB-7'];
  expect(
    await judgedDeposits({
      sent: months.slice(0, 1),
      booked: [...booked.slice(0, 1), again],
      from: '09-01',
      to: '10-10',
    }),
  ).toEqual(['09-01 matched same_reference_and_amount: 500.00 = 500.00', `${day} ${result}: - = 500.00`]);
});

test('A deposit that was booked before its transfer was sent is a break in each pass, also in a sum that the configuration adds', async () => {
  const sent: Sent[] = [
    ['11-12', '300.41', 'DISB-1'],
    ['11-12', '477.36', 'DISB-2'],
    ['11-13', '61.07', 'DISB-3'],
    ['11-13', '80.19', 'DISB-4'],
  ];
  const own = ["sum_in_window(total_side := 'left', days_after := 7)", 'amount_in_window(days_after := 7)'];
  const early: Booked[] = [
    ['11-10', '777.77', 'PAYOUT'],
    ['11-09', '61.07', 'PAYOUT'],
    ['11-09', '80.19', 'PAYOUT', 'DISB-4'],
  ];
  const given = { sent, from: '11-09', to: '11-16' };
  expect(await judgedDeposits({ ...given, booked: early, own })).toEqual([
    '11-12 control_breach deposit_before_sent: 300.41 = 300.41',
    '11-12 control_breach deposit_before_sent: 477.36 = 477.36',
    '11-13 control_breach deposit_before_sent: 61.07 = 61.07',
    '11-13 control_breach deposit_before_sent: 80.19 = 80.19',
  ]);
  // on the business day before: a gateway may date a transfer on the next one
  const dayBefore = early.map(([day, ...rest]): Booked => [day === '11-10' ? '11-11' : '11-12', ...rest]);
  const items = await judgedDeposits({ ...given, booked: dayBefore, own });
  expect(items.map((item) => item.split(' ')[1])).toEqual(['matched', 'matched', 'matched', 'matched']);
});
