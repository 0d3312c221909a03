import { expect, test } from 'vitest';
import { type Booked, givenDeposits, type Sent } from '../given/deposits.ts';

/* One deposit for transfers of several days, and several deposits for one transfer. */

const judgedDeposits = givenDeposits();

test('One deposit is the sum of the transfers of two days', async () => {
  const sent: Sent[] = [
    ['11-09', '20000.00'],
    ['11-10', '12685.73'],
  ];
  const given = { sent, from: '11-08', to: '11-20' };
  expect(await judgedDeposits({ ...given, booked: [['11-11', '32685.73', 'GATEWAY']] })).toEqual([
    '11-09 matched sum_in_window: 20000.00 = 20000.00',
    '11-10 matched sum_in_window: 12685.73 = 12685.73',
  ]);
  // a cent less is no sum
  expect(await judgedDeposits({ ...given, booked: [['11-11', '32685.72', 'GATEWAY']] })).toEqual([
    '11-09 missing_left deposit_missing: 20000.00 = -',
    '11-10 missing_left deposit_missing: 12685.73 = -',
    '11-11 missing_right deposit_not_sent: - = 32685.72',
  ]);
});

test('One transfer is paid by two deposits, also on two days', async () => {
  const booked: Booked[] = [
    ['11-10', '20000.00', 'GATEWAY'],
    ['11-11', '12685.73', 'GATEWAY'],
  ];
  expect(await judgedDeposits({ sent: [['11-09', '32685.73']], booked, from: '11-08', to: '11-20' })).toEqual([
    '11-09 matched sum_in_window: 32685.73 = 32685.73',
  ]);
});

test.each([[undefined], ['SET-9']])(
  'The first of two deposits has the reference of the transfer, the second %s: no shortfall',
  async (reference) => {
    const booked: Booked[] = [
      ['11-10', '20000.00', 'GATEWAY', 'SET-9'],
      reference === undefined ? ['11-11', '12685.73', 'GATEWAY'] : ['11-11', '12685.73', 'GATEWAY', reference],
    ];
    const given = { sent: [['11-09', '32685.73', 'SET-9']] satisfies Sent[], from: '11-08', to: '11-20' };
    expect(await judgedDeposits({ ...given, booked })).toEqual(['11-09 matched sum_in_window: 32685.73 = 32685.73']);
    expect(await judgedDeposits({ ...given, booked: booked.slice(0, 1) })).toEqual([
      '11-09 amount_differs amount_differs: 32685.73 = 20000.00',
    ]);
  },
);

test('A sum of round amounts is suggested, and one that chance is expected to show is not', async () => {
  const given = { from: '11-08', to: '11-20' };
  const two: Sent[] = [
    ['11-09', '100.00'],
    ['11-10', '200.00'],
  ];
  expect(await judgedDeposits({ ...given, sent: two, booked: [['11-11', '300.00', 'GATEWAY']] })).toEqual([
    '11-09 suggested several_fit: 100.00 = 100.00',
    '11-10 suggested several_fit: 200.00 = 200.00',
  ]);
  const many = ['100.00', '200.00', '300.00', '400.00', '900.00'].map((amount): Sent => ['11-09', amount]);
  expect(await judgedDeposits({ ...given, sent: many, booked: [['11-11', '1300.00', 'GATEWAY']] })).toEqual([
    ...['100.00', '200.00', '300.00', '400.00', '900.00'].map(
      (amount) => `11-09 missing_left deposit_missing: ${amount} = -`,
    ),
    '11-11 missing_right deposit_not_sent: - = 1300.00',
  ]);
});
