import { beforeAll, expect, test } from 'vitest';
import { writeCalendar } from '../../src/company/write-calendar.ts';
import { calendarField } from '../../src/config/company-schema.ts';
import { givenStatement } from '../given/facts.ts';
import { givenRules } from '../given/rules.ts';

/*
 * Settlements take two business days, at most three. 6 November 2026 is a Friday and a holiday; the 7th and 8th are the weekend. visa has
 * no settled payment yet.
 */
const gateway = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'KEY' } };
const settled = { settlement_days: { usual: 2, most: 3 } };
const acme = givenRules({
  hasPayout: false,
  changes: { gateway: { ...gateway, ...settled }, starts_on: '2026-11-02' },
});

beforeAll(async () => {
  const calendar = calendarField.parse({ holidays: [{ date: '2026-11-06', name: 'Founders Day' }] });
  await writeCalendar(acme.connection, { name: 'acme', calendar }, 'tieout.yaml');
  const file = { covers: ['2026-11-02', '2026-11-08'] as [string, string], received: '2026-11-09 09:00:00+08' };
  await givenStatement(acme.connection, file, [
    { key: 'settled', amount: '10', paid: '2026-11-02 09:00', settled: '2026-11-04', fee: '0.10' },
    { key: 'before', amount: '100', paid: '2026-11-03 09:00', fee: '1' },
    { key: 'holiday', amount: '200', paid: '2026-11-04 09:00', fee: '2' },
    { key: 'friday', amount: '30', paid: '2026-11-06 09:00' },
    { key: 'weekend', amount: '40', paid: '2026-11-07 09:00' },
    { key: 'card', amount: '50', paid: '2026-11-05 23:30', method: 'visa', fee: '1.50' },
    { key: 'returned', amount: '60', paid: '2026-11-04 10:00', status: 'refunded' },
    { key: 'open', amount: '70', created: '2026-11-04 10:00', status: 'overdue' },
    { key: 'r1', amount: '5', paid: '2026-11-05 10:00', kind: 'refund' },
  ]);
  await acme.reconcile('2026-11-02', '2026-11-09');
});

test('A payment without a settlement is expected after the configured business days, over a weekend and a holiday', async () => {
  // the 5th is the first business day after the 4th, the 9th the second, the 10th the third: a break from the 11th on
  expect(
    await acme.martLines(
      `select payment_key, amount, charged_fee, net_amount, expected_on, becomes_break_on, age_days
       from mart.unsettled_payment order by business_date, payment_key`,
    ),
  ).toEqual([
    'before 100.0000 1.0000 99.0000 2026-11-05 2026-11-10 6',
    'holiday 200.0000 2.0000 198.0000 2026-11-09 2026-11-11 5',
    'card 50.0000 1.5000 48.5000 2026-11-10 2026-11-12 4',
    // a day that is no business day counts from the one before
    'friday 30.0000 0.0000 30.0000 2026-11-10 2026-11-12 3',
    'weekend 40.0000 0.0000 40.0000 2026-11-10 2026-11-12 2',
  ]);
});

test('The days of unsettled payments are those of payments_to_settlement', async () => {
  const ofItems = `select strftime(business_date, '%d'), expected_on, becomes_break_on, right_minus_left
    from mart.item where reconciliation = 'payments_to_settlement' and right_minus_left <> 0 order by all`;
  const ofPayments = `select strftime(business_date, '%d'), expected_on, becomes_break_on, -sum(net_amount)
    from mart.unsettled_payment group by all order by all`;
  expect(await acme.martLines(ofPayments)).toEqual(await acme.martLines(ofItems));
});

test('The calendar begins with the month of the first judged day, and ends a year after the last', async () => {
  expect(
    await acme.martLines(
      `select calendar_date, weekday, is_business_day, holiday from mart.calendar
       where calendar_date between date '2026-11-04' and date '2026-11-09' order by calendar_date`,
    ),
  ).toEqual([
    ...['2026-11-04 3 true', '2026-11-05 4 true', '2026-11-06 5 false Founders Day'],
    ...['2026-11-07 6 false', '2026-11-08 7 false', '2026-11-09 1 true'],
  ]);
  // 8 November 2026 and 366 days
  expect(await acme.martLines('select min(calendar_date), max(calendar_date), count(*) from mart.calendar')).toEqual([
    '2026-11-01 2027-11-09 374',
  ]);
});
