import { expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

/*
 * The week of Monday 9 November against the week before. In MYR, fpx rises from 200 to 250, visa stops, duitnow is new. In KWD the fee
 * rate doubles; in JPY settlement takes three days instead of two.
 */
const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On';
const line = (day: number, method: string, currency: string, amount: string, fee: string, settledOn?: number) => {
  const at = (on: number, time: string) => `2026-11-${String(on).padStart(2, '0')} ${time}`;
  const id = `${currency}-${day}-${method}`;
  return `${id},purchase,${id},${currency},${amount},${fee},${method},paid,${at(day, '09:00:00')},${settledOn === undefined ? '' : at(settledOn, '00:09:00')}`;
};
const lines: Record<string, string[]> = {
  MYR: [
    // before and after the two weeks
    line(1, 'fpx', 'MYR', '9000.00', '90.00'),
    line(16, 'fpx', 'MYR', '9000.00', '90.00'),
    line(2, 'fpx', 'MYR', '100.00', '1.00', 3),
    line(3, 'fpx', 'MYR', '100.00', '1.00', 4),
    line(4, 'visa', 'MYR', '200.00', '4.00', 6),
    line(9, 'fpx', 'MYR', '100.00', '1.00', 10),
    line(10, 'fpx', 'MYR', '150.00', '1.00', 11),
    line(11, 'duitnow_qr', 'MYR', '60.00', '0.60'),
  ],
  KWD: [line(2, 'visa', 'KWD', '10.000', '0.100', 4), line(9, 'visa', 'KWD', '11.000', '0.220', 11)],
  JPY: [line(2, 'visa', 'JPY', '1000', '20', 4), line(9, 'visa', 'JPY', '1001', '20', 12)],
};
const week = ['2026-11-09', '2026-11-16'] as const;

const company = { currencies: Object.keys(lines), hasPayout: false, changes: { starts_on: '2026-11-02' } };
const acme = givenRules(company, async () => {
  for (const [currency, rows] of Object.entries(lines)) {
    const facts = { kind: 'statement', ...days('2026-11-01', '2026-11-16'), received_at: '2026-11-17T00:10:00Z' };
    await acme.receive([header, ...rows, ''].join('\n'), { ...facts, currency });
  }
  await acme.reconcile('2026-11-02', '2026-11-17');
});

type Asked = { currency?: string; days?: readonly string[]; where?: string; materiality?: string; company?: string };
const trend = (columns: string, asked: Asked = {}): Promise<string[]> => {
  const { currency = 'MYR', days: [first, end] = week, where = 'business_date is null' } = asked;
  const { materiality = '{}', company: name = 'acme' } = asked;
  return acme.martLines(
    `select coalesce(method, business_date::text, 'all'), ${columns}
     from mart.trend('${name}', date '${first}', date '${end}', '${materiality}') where currency = '${currency}' and ${where}
     order by business_date nulls first, method nulls first`,
  );
};

test('A week against the week before, by method', async () => {
  expect(await trend('line_count, earlier_count, amount, earlier_amount, change, change_percent, meaning')).toEqual([
    'all 3 3 310.0000 400.0000 -90.0000 -22.5 The amount is materially lower.',
    'duitnow_qr 1 0 60.0000 0.0000 60.0000 New; no payments before.',
    'fpx 2 2 250.0000 200.0000 50.0000 25.0 The amount is materially higher.',
    'visa 0 1 0.0000 200.0000 -200.0000 -100.0 No payments; there were some before.',
  ]);
  expect(
    await trend('earlier_from, earlier_to, average_amount, earlier_average_amount, fee_percent, earlier_fee_percent'),
  ).toEqual([
    // 310.00 of 3; 2.60 of 310.00; 400.00 of 3; 6.00 of 400.00
    'all 2026-11-02 2026-11-08 103.3300 133.3300 0.8387 1.5000',
    'duitnow_qr 2026-11-02 2026-11-08 60.0000 1.0000',
    'fpx 2026-11-02 2026-11-08 125.0000 100.0000 0.8000 1.0000',
    'visa 2026-11-02 2026-11-08 200.0000 2.0000',
  ]);
});

test('Each day against the average of the same weekdays, also one without payments', async () => {
  expect(await trend('amount, earlier_amount, meaning', { where: 'business_date is not null' })).toEqual([
    '2026-11-09 100.0000 100.0000',
    '2026-11-10 150.0000 100.0000 The amount is materially higher.',
    '2026-11-11 60.0000 200.0000 The amount is materially lower.',
    '2026-11-12 0.0000 0.0000',
    '2026-11-13 0.0000 0.0000',
    '2026-11-14 0.0000 0.0000',
    '2026-11-15 0.0000 0.0000',
  ]);
});

test('A fee rate and a settlement time stand out, with the decimals of their currency', async () => {
  const columns = 'amount, fee_percent, earlier_fee_percent, usual_days, earlier_usual_days, meaning';
  expect(await trend(columns, { currency: 'KWD', where: 'method is not null' })).toEqual([
    'visa 11.0000 2.0000 1.0000 2 2 The fee rate is materially higher.',
  ]);
  expect(await trend(columns, { currency: 'JPY', where: 'method is not null' })).toEqual([
    'visa 1001.0000 1.9980 2.0000 3 2 Settlement takes longer.',
  ]);
});

test('Materiality: a percentage, and a minimum by currency', async () => {
  const where = 'business_date is null and is_material';
  expect(await trend('change, meaning', { where, materiality: '{"percent":"30"}' })).toEqual([
    // 2.60 is 44 % less than 1.5 % of 310.00
    'all -90.0000 The fee rate is materially lower.',
    'duitnow_qr 60.0000 New; no payments before.',
    'visa -200.0000 No payments; there were some before.',
  ]);
  expect(await trend('change', { where, materiality: '{"minimum":{"MYR":"100.00"}}' })).toEqual(['visa -200.0000']);
  expect(await trend('change', { where, materiality: '{"minimum":{"JPY":"100000"}}' })).toHaveLength(4);
});

test('Nothing is compared with days before the first judged day, and nothing marked before the last day is judged', async () => {
  expect(await trend('amount, earlier_amount, meaning', { days: ['2026-11-02', '2026-11-09'] })).toEqual([
    'all 400.0000',
    'fpx 200.0000',
    'visa 200.0000',
  ]);
  const unfinished = { days: ['2026-11-11', '2026-11-20'], where: 'method is not null' };
  expect(await trend('earlier_amount, meaning', unfinished)).toEqual([
    'duitnow_qr 0.0000',
    'fpx 450.0000',
    'visa 200.0000',
  ]);
});

test('A day against the same weekday of the week before; another company and an empty period have no rows', async () => {
  expect(await trend('amount, earlier_amount, earlier_from', { days: ['2026-11-10', '2026-11-11'] })).toEqual([
    'all 150.0000 100.0000 2026-11-03',
    'fpx 150.0000 100.0000 2026-11-03',
  ]);
  expect(await trend('amount', { company: 'other' })).toEqual([]);
  expect(await trend('amount', { days: ['2026-12-07', '2026-12-14'] })).toEqual([]);
});

test.each([
  ['a month, against a longer one', '2026-11-01', '2026-12-01', '2026-10-01', '2026-11-01'],
  ['a month, against a shorter one', '2028-03-01', '2028-04-01', '2028-02-01', '2028-03-01'],
  ['a quarter', '2027-01-01', '2027-04-01', '2026-10-01', '2027-01-01'],
  ['a day', '2026-11-10', '2026-11-11', '2026-11-03', '2026-11-04'],
  ['some days', '2026-11-10', '2026-11-13', '2026-11-07', '2026-11-10'],
])('The period before: %s', async (_, first, after, earlierFirst, earlierEnd) => {
  const asked = `select core.earlier_first(date '${first}', date '${after}'), core.earlier_end(date '${first}', date '${after}')`;
  expect(await acme.lines(asked)).toEqual([`${earlierFirst} ${earlierEnd}`]);
});
