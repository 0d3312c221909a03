import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { type GivenRecord, matched, passes, putRecords } from '../given/matching.ts';
import { givenWarehouse } from '../given/warehouse.ts';

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
});
afterAll(() => warehouse.close());

type Rest = Omit<GivenRecord, 'side' | 'key' | 'amount'>;
const left = (key: string, amount: string, rest: Rest = {}): GivenRecord => ({ side: 'left', key, amount, ...rest });
const right = (key: string, amount: string, rest: Rest = {}): GivenRecord => ({ side: 'right', key, amount, ...rest });

async function result(records: readonly GivenRecord[], ...declared: string[]): Promise<string[]> {
  await putRecords(warehouse, records);
  return matched(warehouse, passes(...declared));
}

describe('same_identifier', () => {
  test('matches an identifier that is unique on each side, whatever the amounts', async () => {
    const records = [left('L1', '10', { identifier: 'a' }), right('R1', '11', { identifier: 'a' })];
    expect(await result(records, 'same_identifier')).toEqual(['same_identifier: L1 = R1']);
  });

  test('separates companies and currencies, and ignores missing identifiers', async () => {
    const records = [
      left('L1', '10', { identifier: 'a', company: 'acme' }),
      right('R1', '10', { identifier: 'a', company: 'other' }),
      left('L2', '10', { identifier: 'b', currency: 'MYR' }),
      right('R2', '10', { identifier: 'b', currency: 'SGD' }),
      left('L3', '10'),
      right('R3', '10'),
    ];
    expect(await result(records, 'same_identifier')).toEqual([]);
  });

  test('suggests a repeated identifier, with its runner-up', async () => {
    const records = [
      right('R2', '10', { identifier: 'a', at: '2026-10-02' }),
      left('L1', '10', { identifier: 'a' }),
      right('R1', '10', { identifier: 'a' }),
    ];
    expect(await result(records, 'same_identifier')).toEqual(['same_identifier: L1 ? R1']);
    const [match] = await readRows(warehouse.connection, 'select runners_up from recon.match');
    expect(match?.runners_up).toEqual(['right:R2']);
  });

  test('leaves ambiguous records open until the later passes have run', async () => {
    const records = [
      left('L1', '10', { identifier: 'a', reference: 'x' }),
      right('R1', '10', { identifier: 'a', reference: 'y' }),
      right('R2', '10', { identifier: 'a', reference: 'x' }),
    ];
    expect(await result(records, 'same_identifier', 'same_reference_and_amount')).toEqual([
      'same_reference_and_amount: L1 = R2',
    ]);
  });
});

describe('same_reference', () => {
  const pair = (leftAmount: string, rightAmount: string, fee: string | null = null) => [
    left('L', leftAmount, { reference: 'INV-1', fee }),
    right('R', rightAmount, { reference: 'INV-1' }),
  ];

  test('with equal amounts ignores other amounts of the same reference', async () => {
    const records = [...pair('10', '10'), right('R2', '99', { reference: 'INV-1' })];
    expect(await result(records, 'same_reference_and_amount')).toEqual(['same_reference_and_amount: L = R']);
    expect(await result(pair('10', '10.0001'), 'same_reference_and_amount')).toEqual([]);
  });

  test('matches a difference up to the tolerance and not a ten-thousandth more', async () => {
    expect(await result(pair('100', '100.05'), 'same_reference(absolute := 0.05)')).toHaveLength(1);
    expect(await result(pair('100', '99.9499'), 'same_reference(absolute := 0.05)')).toEqual([]);
    // 0.5 % of 100 is 0.50
    expect(await result(pair('100', '100.50'), 'same_reference(percent := 0.5)')).toHaveLength(1);
    expect(await result(pair('100', '100.5001'), 'same_reference(percent := 0.5)')).toEqual([]);
    // 0.05 + 0.50
    expect(await result(pair('-100', '-100.55'), 'same_reference(absolute := 0.05, percent := 0.5)')).toHaveLength(1);
    expect(await result(pair('-100', '-100.5501'), 'same_reference(absolute := 0.05, percent := 0.5)')).toEqual([]);
  });

  test('matches a difference that is exactly the fee', async () => {
    expect(await result(pair('100', '98.50', '1.50'), 'same_reference(fee_explains := true)')).toHaveLength(1);
    expect(await result(pair('100', '98.49', '1.50'), 'same_reference(fee_explains := true)')).toEqual([]);
    expect(await result(pair('100', '98.50', '1.50'), 'same_reference')).toEqual([]);
  });
});

describe('normalised_reference', () => {
  const pair = (a: string, b: string) => [left('L', '10', { reference: a }), right('R', '10', { reference: b })];

  test.each([
    ['INV-00123', 'inv 123', 1],
    ['INV-00123', '123', 1],
    ['Order #77', '0077', 1],
    ['SO/INV 5', 'SO 5', 0],
    ['INV-', 'INV', 0],
    ['INV-12', 'INV-120', 0],
  ])('%s and %s: %i', async (a, b, matches) => {
    expect(await result(pair(a, b), "normalised_reference(prefixes := ['INV-', 'Order', 'SO'])")).toHaveLength(matches);
  });

  test('without prefixes ignores only case, punctuation and leading zeros', async () => {
    expect(await result(pair('INV 7', 'inv-7'), 'normalised_reference')).toHaveLength(1);
    expect(await result(pair('INV 7', '7'), 'normalised_reference')).toEqual([]);
  });

  test.each(['03', '04', '08', '09'])('within a window: a number of 5 October on 2026-10-%s', async (day) => {
    const pass = 'normalised_reference(days_before := 1, days_after := 3)';
    const records = pair('INV 7', 'inv-7').map((record) => ({
      ...record,
      at: `2026-10-${record.side === 'left' ? '05' : day}`,
    }));
    expect(await result(records, pass)).toHaveLength(['04', '08'].includes(day) ? 1 : 0);
  });
});

describe('amount_in_window', () => {
  const pass = 'amount_in_window(days_before := 1, days_after := 3)';

  test.each([
    ['2026-09-29', 0],
    ['2026-09-30', 1],
    ['2026-10-04', 1],
    ['2026-10-05', 0],
  ])('the right record of %s: %i', async (at, matches) => {
    expect(await result([left('L', '10'), right('R', '10', { at })], pass)).toHaveLength(matches);
  });

  test('matches nothing if there are two candidates, on either side', async () => {
    expect(await result([left('L', '10'), right('R1', '10'), right('R2', '10', { at: '2026-10-04' })], pass)).toEqual(
      [],
    );
    expect(await result([left('L1', '10'), left('L2', '10'), right('R', '10')], pass)).toEqual([]);
  });

  test('compares the amount less the fee if configured', async () => {
    const records = [left('L', '10', { fee: '0.40' }), right('R', '9.60')];
    expect(await result(records, pass)).toEqual([]);
    expect(await result(records, "amount_in_window(net := 'left')")).toHaveLength(1);
  });
});

describe('shared_key', () => {
  test('matches 1:N and N:M groups with equal sums', async () => {
    const records = [
      left('A1', '10', { group: 'a' }),
      left('A2', '5.50', { group: 'a' }),
      left('A3', '-0.50', { group: 'a' }),
      right('A', '15', { group: 'a' }),
      left('B1', '1', { group: 'b' }),
      left('B2', '2', { group: 'b' }),
      right('B3', '2.50', { group: 'b' }),
      right('B4', '0.50', { group: 'b' }),
      left('C1', '1', { group: 'c' }),
      right('C2', '1.01', { group: 'c' }),
    ];
    expect(await result(records, 'shared_key')).toEqual(['shared_key: A1+A2+A3 = A', 'shared_key: B1+B2 = B3+B4']);
    expect(await result(records, 'shared_key(absolute := 0.01)')).toHaveLength(3);
  });

  test('explains a difference by the sum of the fees', async () => {
    const records = [
      left('L1', '10', { group: 'a', fee: '0.25' }),
      left('L2', '20', { group: 'a', fee: '0.50' }),
      right('R', '29.25', { group: 'a' }),
    ];
    expect(await result(records, 'shared_key(fee_explains := true)')).toEqual(['shared_key: L1+L2 = R']);
  });
});

describe('offsetting', () => {
  const pass = 'offsetting(days := 5)';
  const entry = (key: string, amount: string, at: string) => left(key, amount, { at, reference: 'CHQ 7' });

  test('cancels a voided entry and leaves its replacement', async () => {
    const records = [
      entry('first', '50', '2026-10-01'),
      entry('void', '-50', '2026-10-02'),
      entry('again', '50', '2026-10-03'),
      right('R', '50', { at: '2026-10-04' }),
    ];
    expect(await result(records, pass, 'amount_in_window(days_after := 5)')).toEqual([
      'amount_in_window: again = R',
      'offsetting: first+void = ',
    ]);
  });

  test('resolves a chain pair by pair', async () => {
    const records = [
      entry('a', '50', '2026-10-01'),
      entry('b', '-50', '2026-10-02'),
      entry('c', '50', '2026-10-03'),
      entry('d', '-50', '2026-10-04'),
    ];
    expect(await result(records, pass)).toEqual(['offsetting: a+b = ', 'offsetting: c+d = ']);
  });

  test('suggests the nearest of two records that could be cancelled', async () => {
    const records = [entry('a', '50', '2026-10-01'), entry('b', '50', '2026-10-02'), entry('c', '-50', '2026-10-03')];
    expect(await result(records, pass)).toEqual(['offsetting: b+c ? ']);
  });

  test('suggests one of two cancellations at the same instant', async () => {
    const records = [entry('a', '50', '2026-10-01'), entry('b', '-50', '2026-10-02'), entry('c', '-50', '2026-10-02')];
    expect(await result(records, pass)).toEqual(['offsetting: a+b ? ']);
  });

  test('respects the window, the link and the side', async () => {
    expect(await result([entry('a', '50', '2026-10-01'), entry('b', '-50', '2026-10-07')], pass)).toEqual([]);
    expect(await result([left('a', '50', { reference: 'x' }), left('b', '-50', { reference: 'y' })], pass)).toEqual([]);
    expect(await result([left('a', '50', { reference: 'x' }), right('b', '-50', { reference: 'x' })], pass)).toEqual(
      [],
    );
  });
});

describe('in_time_order', () => {
  const sends = [
    left('L1', '10', { at: '2026-10-01' }),
    left('L2', '10', { at: '2026-10-03' }),
    left('L3', '10', { at: '2026-10-05' }),
    left('L4', '10', { at: '2026-10-07' }),
  ];

  test('does not shift later records after a missing one', async () => {
    const arrivals = [
      right('R1', '10', { at: '2026-10-02' }),
      right('R3', '10', { at: '2026-10-06' }),
      right('R4', '10', { at: '2026-10-08' }),
    ];
    expect(await result([...sends, ...arrivals], 'in_time_order(days_after := 5, order_kept := true)')).toEqual([
      'in_time_order: L1 = R1',
      'in_time_order: L3 = R3',
      'in_time_order: L4 = R4',
    ]);
  });

  test('maximises the number of pairs before it minimises the time between them', async () => {
    // L2 is the nearest to R1, but then L1 would be unmatched
    const records = [
      left('L1', '10', { at: '2026-10-01' }),
      left('L2', '10', { at: '2026-10-03' }),
      right('R1', '10', { at: '2026-10-03' }),
      right('R2', '10', { at: '2026-10-08' }),
    ];
    expect(await result(records, 'in_time_order(days_after := 5, order_kept := true)')).toEqual([
      'in_time_order: L1 = R1',
      'in_time_order: L2 = R2',
    ]);
  });

  test('suggests if the order is not reliable or two assignments are equally good', async () => {
    const records = [...sends, right('R1', '10', { at: '2026-10-04' })];
    expect(await result(records, 'in_time_order(days_after := 5)')).toEqual(['in_time_order: L2 ? R1']);
    const twins = [left('L1', '10'), left('L2', '10'), right('R', '10', { at: '2026-10-02' })];
    expect(await result(twins, 'in_time_order(days_after := 5, order_kept := true)')).toEqual([
      'in_time_order: L1 ? R',
    ]);
  });

  test('suggests if two records of a side have the same instant and are interchangeable', async () => {
    const records = [
      left('L1', '10'),
      left('L2', '10'),
      right('R1', '10', { at: '2026-10-02' }),
      right('R2', '10', { at: '2026-10-03' }),
    ];
    expect(await result(records, 'in_time_order(days_after := 5, order_kept := true)')).toEqual([
      'in_time_order: L1 ? R1',
      'in_time_order: L2 ? R2',
    ]);
  });
});

describe('similar_description', () => {
  const pass = 'similar_description(days_after := 3)';

  test('distinguishes equal amounts by payer, with abbreviations and typing errors', async () => {
    const records = [
      left('L1', '10', { counterparty: 'Sunrise Trading Sdn Bhd' }),
      left('L2', '10', { counterparty: 'Kedai Runcit Maju' }),
      right('R2', '10', { description: 'IBG TRF KEDAI RUNCIT MAJUU 00871' }),
      right('R1', '10', { description: 'DUITNOW SUNRSE TRAD SDN BHD' }),
    ];
    expect(await result(records, pass)).toEqual(['similar_description: L1 = R1', 'similar_description: L2 = R2']);
  });

  test('suggests if two candidates are equally good', async () => {
    const records = [
      left('L1', '10', { counterparty: 'Sunrise Trading' }),
      right('R1', '10', { description: 'SUNRISE TRADING', at: '2026-10-02' }),
      right('R2', '10', { description: 'SUNRISE TRADING', at: '2026-10-03' }),
    ];
    expect(await result(records, pass)).toEqual(['similar_description: L1 ? R1']);
  });

  test('does not match equal amounts of different payers or words that every payment has', async () => {
    const records = [
      left('L1', '10', { counterparty: 'Sunrise Trading', description: 'Payment invoice' }),
      right('R1', '10', { description: 'PAYMENT INVOICE GOLDEN HARVEST' }),
    ];
    expect(await result(records, pass)).toEqual([]);
  });

  test('loses no pair at the edge of a tolerance', async () => {
    for (const amount of ['0.01', '0.99', '1', '3.33', '19.99', '100', '1234.56', '99999.99']) {
      const cents = BigInt(amount.replace('.', '')) * (amount.includes('.') ? 1n : 100n);
      for (const difference of [-2n, 2n]) {
        const other = cents + difference;
        if (other <= 0n) continue;
        const text = `${other / 100n}.${String(other % 100n).padStart(2, '0')}`;
        const records = [left('L', amount, { counterparty: 'Sunrise' }), right('R', text, { description: 'Sunrise' })];
        expect(await result(records, 'similar_description(absolute := 0.02)')).toHaveLength(1);
        expect(await result(records, 'similar_description(absolute := 0.02, percent := 0.1)')).toHaveLength(1);
      }
    }
  });
});

test('The evidence has the equal fields and the differences', async () => {
  await result(
    [
      left('L', '100', { reference: 'INV-1', fee: '1.50' }),
      right('R', '98.50', { reference: 'INV-1', at: '2026-10-03' }),
    ],
    'same_reference(fee_explains := true)',
  );
  const [evidence] = await readRows(
    warehouse.connection,
    'select same, left_amount::text as l, right_amount::text as r, right_minus_left::text as d, days_later, is_difference_the_fee from recon.match_evidence',
  );
  expect(evidence).toEqual({
    same: ['reference'],
    l: '100.0000',
    r: '98.5000',
    d: '-1.5000',
    days_later: 2n,
    is_difference_the_fee: true,
  });
});

describe('a window for references that recur', () => {
  const monthly = (side: 'left' | 'right', key: string, at: string, amount = '10') =>
    (side === 'left' ? left : right)(key, amount, { reference: 'SUB-7', at });
  const pass = 'same_reference_and_amount(days_before := 27, days_after := 14)';

  test('without it, equal payments of two months are ambiguous, and one month is matched with another', async () => {
    const records = [
      ...[monthly('left', 'L1', '2026-10-02'), monthly('left', 'L2', '2026-11-03')],
      ...[monthly('right', 'R1', '2026-10-01'), monthly('right', 'R2', '2026-11-02')],
    ];
    expect(await result(records, 'same_reference_and_amount')).toEqual([
      'same_reference_and_amount: L1 ? R1',
      'same_reference_and_amount: L2 ? R2',
    ]);
    expect(await result(records, pass)).toEqual([
      'same_reference_and_amount: L1 = R1',
      'same_reference_and_amount: L2 = R2',
    ]);
    const apart = [monthly('left', 'L', '2026-11-03'), monthly('right', 'R', '2026-10-01')];
    expect(await result(apart, 'same_reference_and_amount')).toEqual(['same_reference_and_amount: L = R']);
    expect(await result(apart, pass)).toEqual([]);
  });

  test.each([
    ['2026-09-03', 0],
    ['2026-09-04', 1],
    ['2026-10-15', 1],
    ['2026-10-16', 0],
  ])('a right record of %s and a left one of 1 October: %i', async (at, matches) => {
    const records = [monthly('left', 'L', '2026-10-01'), monthly('right', 'R', at)];
    expect(await result(records, pass)).toHaveLength(matches);
    const reference = 'same_reference(absolute := null, days_before := 27, days_after := 14)';
    expect(await result([...records.slice(0, 1), monthly('right', 'R', at, '11')], reference)).toHaveLength(matches);
  });

  test('two within it are ambiguous, and those outside of it are not suggested', async () => {
    const records = [
      monthly('left', 'L1', '2026-10-05'),
      ...[
        monthly('right', 'R0', '2026-08-01'),
        monthly('right', 'R1', '2026-10-01'),
        monthly('right', 'R2', '2026-10-04'),
      ],
    ];
    expect(await result(records, pass)).toEqual([]);
    expect(
      await result(
        records.slice(1).concat(monthly('left', 'L0', '2026-08-02'), monthly('left', 'L1', '2026-10-05')),
        pass,
      ),
    ).toEqual(['same_reference_and_amount: L0 = R0', 'same_reference_and_amount: L1 ? R1']);
  });
});
