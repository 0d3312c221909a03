import { expect, test } from 'vitest';
import { days, givenFreshRules } from '../given/rules.ts';

const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Related To';
/** A day of each month. The fee of the refund and that of the chargeback lower the balance, as does that of the disbursement. */
const lines = [
  'p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-01 09:00:00,',
  'p2,purchase,INV-2,MYR,50.00,1.13,visa,paid,2026-11-02 10:00:00,',
  'p3,purchase,INV-3,MYR,70.00,2.04,visa,paid,2026-11-20 10:00:00,',
  'p4,purchase,INV-4,MYR,30.00,0.45,,paid,2026-11-21 10:00:00,',
  'p5,purchase,INV-5,MYR,99.00,9.00,visa,overdue,,',
  'r1,refund,INV-1,MYR,20.00,0.50,fpx,success,2026-11-22 11:00:00,p1',
  'c1,chargeback,INV-2,MYR,50.00,15.00,visa,success,2026-11-23 12:00:00,p2',
  'd1,custom_payment,PO-1,MYR,40.00,0.25,bank_transfer,paid,2026-11-24 10:00:00,',
];
const acme = givenFreshRules();

async function given(rows: readonly string[], changes: object = {}, currency = 'MYR'): Promise<void> {
  await acme.configure({ currencies: [currency], hasPayout: false, changes: { starts_on: '2026-11-01', ...changes } });
  await load([header, ...rows, ''].join('\n'), currency);
}

const received_at = '2026-12-01T00:10:00Z';
const load = (content: string, currency: string) =>
  acme.receive(content, { kind: 'statement', ...days('2026-10-01', '2026-11-30'), currency, received_at });

const invoice = (columns: string) =>
  acme.martLines(
    `select ${columns} from mart.fee_invoice order by currency, month, kind, method, tax_first_day nulls first`,
  );

test('The fees of a month by method, and of each other kind of line on a row of its own', async () => {
  await given(lines);
  expect(await invoice('month, kind, method, line_count, amount, charged_fee, fee_percent, tax')).toEqual([
    '2026-11-01 chargeback 1 50.0000 15.0000 30.0000',
    '2026-11-01 disbursement 1 40.0000 0.2500 0.6250',
    '2026-11-01 payment fpx 1 100.0000 1.0000 1.0000',
    '2026-11-01 payment unknown 1 30.0000 0.4500 1.5000',
    // 3.17 of 120.00 is 2.641666… per cent
    '2026-11-01 payment visa 2 120.0000 3.1700 2.6417',
    '2026-11-01 refund 1 20.0000 0.5000 2.5000',
  ]);
});

test('The charged fees of a month are the fees of the roll-forward of the clearing account', async () => {
  await given([...lines, 'p0,purchase,INV-0,MYR,80.00,7.00,visa,paid,2026-10-31 09:00:00,']);
  for (const [day, balance] of Object.entries({ '2026-10-01': 0, '2026-11-01': 7300, '2026-12-01': 20263 })) {
    const { window_from } = days(day);
    const facts = { kind: 'balance', window_from, window_to: window_from, received_at };
    await acme.receive(JSON.stringify({ MYR: { balance, available_balance: balance } }), facts);
  }
  await acme.reconcile('2026-11-01', '2026-12-01');
  const rows = await acme.mart(
    `select
       (select sum(charged_fee) from mart.fee_invoice where month = date '2026-11-01') as invoiced,
       (select -amount from mart.statement('acme', date '2026-11-01', date '2026-12-01') where line_code = 'fees') as of_statement,
       (select sum(charged_fee) from mart.fee_invoice where month = date '2026-10-01') as invoiced_before,
       (select -amount from mart.statement('acme', date '2026-10-01', date '2026-11-01') where line_code = 'fees') as of_statement_before`,
  );
  expect(rows).toEqual([
    { invoiced: '20.3700', of_statement: '20.3700', invoiced_before: '7.0000', of_statement_before: '7.0000' },
  ]);
});

test('A tax that the charged fee includes is taken out of the total of the row, half up, and the parts add up', async () => {
  await given(lines, { fees_tax: [{ name: 'SST', percent: '8', included: true }] });
  // 15.00 of 108 parts: 8 parts are 1.1111; 0.25: 0.0185; 1.00: 0.0741; 0.45: 0.0333; 3.17: 0.2348; 0.50: 0.0370
  const columns = 'kind, method, charged_fee, fee_without_tax, tax, fee_with_tax, tax_name, tax_percent';
  expect(await invoice(columns)).toEqual([
    'chargeback 15.0000 13.8900 1.1100 15.0000 SST 8.0000',
    'disbursement 0.2500 0.2300 0.0200 0.2500 SST 8.0000',
    'payment fpx 1.0000 0.9300 0.0700 1.0000 SST 8.0000',
    'payment unknown 0.4500 0.4200 0.0300 0.4500 SST 8.0000',
    'payment visa 3.1700 2.9400 0.2300 3.1700 SST 8.0000',
    'refund 0.5000 0.4600 0.0400 0.5000 SST 8.0000',
  ]);
});

test('A tax on top of the charged fee, from a day within the month: the row of a method is split', async () => {
  const fees_tax = [
    { name: 'SST', percent: '6', included: false, from: '2026-11-02' },
    { name: 'SST', percent: '8', included: false, from: '2026-11-20' },
  ];
  await given(lines, { fees_tax });
  expect(await invoice('kind, method, charged_fee, fee_without_tax, tax, fee_with_tax, tax_first_day')).toEqual([
    'chargeback 15.0000 15.0000 1.2000 16.2000 2026-11-20',
    'disbursement 0.2500 0.2500 0.0200 0.2700 2026-11-20',
    'payment fpx 1.0000',
    'payment unknown 0.4500 0.4500 0.0400 0.4900 2026-11-20',
    'payment visa 1.1300 1.1300 0.0700 1.2000 2026-11-02',
    'payment visa 2.0400 2.0400 0.1600 2.2000 2026-11-20',
    'refund 0.5000 0.5000 0.0400 0.5400 2026-11-20',
  ]);
});

test.each([
  // 25 yen: 8 of 108 parts are 1.85; 0.125 dinar: 0.00926
  ['JPY', '1000', '25', '23.0000 2.0000 25.0000'],
  ['KWD', '10.000', '0.125', '0.1160 0.0090 0.1250'],
])('Tax is rounded to the decimals of %s', async (currency, amount, fee, parts) => {
  const line = `p1,purchase,INV-1,${currency},${amount},${fee},visa,paid,2026-11-01 09:00:00,`;
  await given([line], { fees_tax: [{ name: 'SST', percent: '8', included: true }] }, currency);
  expect(await invoice('fee_without_tax, tax, fee_with_tax')).toEqual([parts]);
});

test('No line gives no row, a statement that is loaded twice changes nothing, and rates of large amounts are exact', async () => {
  await given([]);
  expect(await invoice('kind')).toEqual([]);
  const large = ['p1,purchase,INV-1,MYR,9999999999.99,3333333333.33,visa,paid,2026-11-01 09:00:00,'];
  await load([header, ...large, ''].join('\n'), 'MYR');
  await load([header, ...large, '', ''].join('\n'), 'MYR');
  expect(await invoice('line_count, amount, charged_fee, fee_percent')).toEqual([
    '1 9999999999.9900 3333333333.3300 33.3333',
  ]);
});

test('A part of a whole is rounded half up, away from zero', async () => {
  const rows = await acme.rows(
    `select core.part_of(0.05, 10, 100, 2) as up, core.part_of(-0.05, 10, 100, 2) as down, core.part_of(0.04, 10, 100, 2) as less,
       core.part_of(100, 1, 3, 0) as yen, core.part_of(1, 1, 0, 2) as of_nothing,
       core.part_of(12000000000.50::decimal(18, 4), 2.5::decimal(18, 4), 100::decimal(18, 4), 2) as of_billions`,
  );
  expect(rows).toEqual([
    { up: '0.0100', down: '-0.0100', less: '0.0000', yen: '33.0000', of_nothing: null, of_billions: '300000000.0100' },
  ]);
});
