import { expect, test } from 'vitest';
import { compare } from '../given/planted-breaks.ts';
import { reportedAgainst } from '../given/reported-against.ts';

test('with the standard breaks, the reported ones are exactly the planted ones', async () => {
  const currencies = ['MYR', 'SGD', 'JPY'];
  const { truth, items } = await reportedAgainst(2, 'standard', ['xlsx', 'csv'], { currencies, days: 16 });
  expect(compare(truth, items)).toEqual({ missed: [], invented: [] });
  expect(items.length).toBe(truth.length);
  const planted = new Set(truth.map(({ reconciliation, reason_code }) => `${reconciliation} ${reason_code}`));
  // two more if the last day is a weekday: an overdue deposit and an overdue settlement
  expect(planted.size).toBeGreaterThanOrEqual(52);
});

// reserve, weekends, conversion and a currency without decimals change time and form of settlement, not what is matched
test('without planted breaks every day is reconciled', async () => {
  const reserve = { basisPoints: 1_000, days: 5 };
  const settlement = { lagDays: 1, isSettledAtWeekends: true };
  const currencies = ['MYR', 'SGD', 'JPY'];
  const days = 9;
  const conversion = { to: 'MYR', rates: { USD: '4.21', EUR: '4.885' } };
  const { items, verdicts, agreed } = await reportedAgainst(11, 'none', ['csv'], {
    reserve,
    settlement,
    currencies,
    conversion,
    days,
    ordersPerDay: 8,
  });
  expect(agreed).toEqual(
    expect.arrayContaining(['orders_to_statement', 'bank_to_settlement', 'callbacks_to_statement']),
  );
  // transfers of the last days are in transit
  expect(items.filter(({ outcome }) => outcome !== 'timing')).toEqual([]);
  expect(verdicts.length).toBe(days * 3);
  expect(verdicts.filter(({ verdict, timing_count }) => verdict !== 'reconciled' && timing_count === 0)).toEqual([]);
});
