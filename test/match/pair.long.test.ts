import { afterEach, beforeEach, expect, test } from 'vitest';
import { pairFiles } from '../../src/company/pair-files.ts';
import type { Pair } from '../../src/connectors/files/pairs.ts';
import { periodOf } from '../../src/domain/period.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { prepareWarehouse } from '../../src/warehouse/prepare-warehouse.ts';
import { type GivenFile, givenBankLines, givenOrders } from '../given/facts.ts';
import { judgeOnly } from '../given/judged.ts';
import { givenCompany } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

const pair: Pair = {
  name: 'takings',
  left: 'orders',
  right: 'bank',
  sign: 'same',
  unmatched: 'both',
  days_after: 5,
  days_before: 1,
  passes: [
    'same_reference_and_amount',
    'sum_in_window(days_after := 5)',
    "sum_in_window(total_side := 'left', days_after := 5)",
    "offsetting(days := 5, of_side := 'right')",
  ],
};
let warehouse: Warehouse;
beforeEach(async () => {
  warehouse = await givenWarehouse();
});
afterEach(() => warehouse.close());
const rowsOf = (sql: string) => readRows(warehouse.connection, sql);
const judge = () => judgeOnly(warehouse.connection, [pair.name], { period: periodOf('2026-11-02', '2026-11-20') });

const file: GivenFile = { covers: ['2026-11-01', '2026-11-19'], received: '2026-11-20T00:10:00Z' };

/**
 * The items of orders against a bank statement, as `day left = right: outcome (difference)`, by day and key. Orders are given as
 * `id,reference,day,amount`, bank lines as `day,amount,text,reference`.
 */
async function judged(changes: Partial<Pair>, orders: readonly string[], bank: readonly string[]): Promise<string[]> {
  const { connection, path } = warehouse;
  await prepareWarehouse(connection, { path, own: pairFiles([{ ...pair, ...changes }], 'tieout.yaml', []) });
  await givenCompany(connection, ['MYR'], false, { orders: {}, bank: {} });
  const orderOf = ([id = '', reference, day = '', amount = '']: string[]) => ({ id, reference, day, amount });
  const lineOf = ([day = '', amount = '', text, reference]: string[]) => ({ day, amount, text, reference });
  const [placed, booked] = [orders, bank].map((lines) => lines.map((line) => line.split(',')));
  await givenOrders(connection, file, (placed ?? []).map(orderOf));
  await givenBankLines(connection, file, (booked ?? []).map(lineOf));
  await judge();
  return items();
}

async function items(): Promise<string[]> {
  const rows = await rowsOf(
    `select format('{} {} {} = {} {}: {} ({})', strftime(business_date, '%d'), coalesce(left_reference, '-'),
       coalesce(left_amount::decimal(18, 2)::text, '-'), coalesce(right_reference, '-'),
       coalesce(right_amount::decimal(18, 2)::text, '-'), coalesce(reason_code, outcome), right_minus_left::decimal(18, 2)::text) as item
     from recon.item where reconciliation = 'takings' order by business_date, item_key`,
  );
  return rows.map(({ item }) => String(item));
}

test('Each record of a sum is an item with its own amount, and the differences of the items are that of the match', async () => {
  expect(
    await judged(
      {},
      ['1,A-1,2026-11-03,110.37', '2,A-2,2026-11-04,220.11', '3,A-3,2026-11-05,57.83', '4,A-4,2026-11-06,901.19'],
      ['2026-11-06,+388.31,DEPOSIT,DEP-1', '2026-11-07,+500.07,PART,DEP-2', '2026-11-08,+401.12,REST,DEP-3'],
    ),
  ).toEqual([
    '03 A-1 110.37 = DEP-1 110.37: matched (0.00)',
    '04 A-2 220.11 = DEP-1 220.11: matched (0.00)',
    '05 A-3 57.83 = DEP-1 57.83: matched (0.00)',
    '07 A-4 500.07 = DEP-2 500.07: matched (0.00)',
    '08 A-4 401.12 = DEP-3 401.12: matched (0.00)',
  ]);
});

test('Records of one side that cancel each other are matched, and a record alone is missing once the other side covers its days', async () => {
  expect(
    await judged(
      {},
      ['1,A-1,2026-11-03,110.37', '2,A-2,2026-11-14,10.00', '3,A-3,2026-11-15,20.00'],
      ['2026-11-06,-77.00,FEE,R-1', '2026-11-09,+77.00,FEE,R-1', '2026-11-18,+5.00,X,D-1', '2026-11-19,+6.00,X,D-2'],
    ),
  ).toEqual([
    '03 A-1 110.37 = - -: right_missing (-110.37)',
    '06 - - = R-1 -77.00: matched (0.00)',
    '09 - - = R-1 77.00: matched (0.00)',
    // 14 and 5 days are the 19th, which the bank statement covers; 15 and 5 days are not
    '14 A-2 10.00 = - -: right_missing (-10.00)',
    '15 A-3 20.00 = - -: awaited (-20.00)',
    '18 - - = D-1 5.00: left_missing (5.00)',
    '19 - - = D-2 6.00: awaited (6.00)',
  ]);
});

test.each([
  ['opposite' as const, ['03 A-1 110.37 = A-1 110.37: matched (0.00)']],
  ['same' as const, ['03 A-1 110.37 = - -: right_missing (-110.37)', '04 - - = A-1 -110.37: left_unknown (-110.37)']],
])('Amounts of the right side with the %s sign, where they are opposite', async (sign, expected) => {
  expect(await judged({ sign }, ['1,A-1,2026-11-03,110.37'], ['2026-11-04,-110.37,PAID,A-1'])).toEqual(expected);
});

test.each([
  ['both' as const, 'missing_left | left_missing', '10 - - = A-1 110.37: left_missing (110.37)'],
  ['left' as const, 'missing_right | right_missing', '09 A-1 110.37 = - -: right_missing (-110.37)'],
])(
  'The corruption of a pair removes a record of a match, and its partner is missing: %s',
  async (unmatched, fires, item) => {
    const given = { ...pair, unmatched };
    expect(await judged(given, ['1,A-1,2026-11-09,110.37'], ['2026-11-10,+110.37,PAID,A-1'])).toEqual([
      '09 A-1 110.37 = A-1 110.37: matched (0.00)',
    ]);
    const corruption = pairFiles([given], 'tieout.yaml', []).find(({ kind }) => kind === 'selftest');
    expect(corruption?.text).toContain(`-- fires: takings | ${fires}`);
    const period = { period_start: '2026-11-02', period_end: '2026-11-20' };
    await execute(warehouse.connection, corruption?.text ?? '', period);
    await judge();
    expect(await items()).toEqual([item]);
  },
);

test('The reason of a difference says which side has more', async () => {
  const passes = ['same_reference(absolute := null)'];
  const given = [
    ['1,A-1,2026-11-03,110.00', '2,A-2,2026-11-03,50.00'],
    ['2026-11-04,+100.10,PAID,A-1', '2026-11-04,+50.50,PAID,A-2'],
  ] as const;
  expect(await judged({ passes }, ...given)).toEqual([
    '03 A-1 110.00 = A-1 100.10: amount_differs (-9.90)',
    '03 A-2 50.00 = A-2 50.50: amount_differs (0.50)',
  ]);
  const rows = await rowsOf("from recon.item where reconciliation = 'takings' order by item_key");
  expect(rows.map(({ reason }) => reason)).toEqual([
    'Matched; Bank statement has MYR 9.90 less.',
    'Matched; Bank statement has MYR 0.50 more.',
  ]);
});

test('A side with other lines has those with the text of the pair, or only the other side is expected to be whole', async () => {
  const orders = ['1,A-1,2026-11-03,110.37', '2,A-2,2026-11-04,20.00'];
  const bank = [
    '2026-11-04,+110.37,NINJA COURIER,D-1',
    '2026-11-05,+50.00,RENT,D-2',
    '2026-11-05,+60.00,Ninja Courier,D-3',
    '2026-11-05,+20.00,RENT,A-2',
  ];
  const passes = ['amount_in_window(days_after := 5)'];
  expect(await judged({ passes, right_text: 'ninja' }, orders, bank)).toEqual([
    '03 A-1 110.37 = D-1 110.37: matched (0.00)',
    '04 A-2 20.00 = - -: right_missing (-20.00)',
    '05 - - = D-3 60.00: left_unknown (60.00)',
  ]);
});

test('Where the right side has other lines as well, they are no items', async () => {
  const orders = ['1,A-1,2026-11-03,110.37', '2,A-2,2026-11-04,20.00'];
  const bank = ['2026-11-04,+110.37,NINJA COURIER,D-1', '2026-11-05,+50.00,RENT,D-2'];
  expect(await judged({ passes: ['amount_in_window(days_after := 5)'], unmatched: 'left' }, orders, bank)).toEqual([
    '03 A-1 110.37 = D-1 110.37: matched (0.00)',
    '04 A-2 20.00 = - -: right_missing (-20.00)',
  ]);
});

test('Where no line has the text of the pair, its days are not proven', async () => {
  const orders = ['1,A-1,2026-11-03,110.37'];
  const bank = ['2026-11-04,+110.37,NINJA COURIER,A-1'];
  expect(await judged({ right_text: 'NNJA', unmatched: 'right' }, orders, bank)).toEqual([]);
  const [control, ...others] = await rowsOf(
    "select distinct state, reason from recon.control where control = 'takings' and currency = 'MYR'",
  );
  expect(control).toEqual({ state: 'not_made', reason: 'No line of Bank statement has the text "NNJA".' });
  expect(others).toEqual([]);
});
