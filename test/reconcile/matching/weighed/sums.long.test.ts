import { describe, expect, test } from 'vitest';
import { type GivenRecord, matched, passes, putRecords } from '../../../given/matching.ts';
import { apartFromOrdinary, dayOf, decimal, nameOf, ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import { givenRules } from '../../../given/rules.ts';

const acme = givenRules();

type Rest = Omit<GivenRecord, 'side' | 'key' | 'amount'>;
const left = (key: string, amount: string, rest: Rest = {}): GivenRecord => ({
  side: 'left',
  key,
  amount,
  at: dayOf(20),
  ...rest,
});

const right = (key: string, amount: string, description: string | null = 'DUITNOW', at = dayOf(22)): GivenRecord => ({
  side: 'right',
  key,
  amount,
  at,
  description,
});

const sunrise = { counterparty: 'Sunrise Holdings' };
const ofSunrise = 'DUITNOW SUNRISE HOLDINGS';

/** The matches of records among ordinary ones: `left+left = right`, with a question mark for a suggestion. */
const result = (records: readonly GivenRecord[], ...declared: string[]) =>
  resultAmong(ordinaryPairs(), records, ...declared);

async function resultAmong(
  among: readonly GivenRecord[],
  records: readonly GivenRecord[],
  ...declared: string[]
): Promise<string[]> {
  await putRecords(acme.warehouse, [...among, ...records]);
  const matches = await matched(acme.warehouse, passes(...(declared.length === 0 ? ['sum_by_name'] : declared)));
  return apartFromOrdinary(matches).map((match) => match.replace(/^\w+: /, ''));
}

const sure = (matches: readonly string[]) => matches.filter((match) => match.includes(' = '));

describe('A name', () => {
  test('holds several invoices and one deposit together', async () => {
    const records = [
      left('A', '1234.56', sunrise),
      left('B', '2345.67', { ...sunrise, at: dayOf(17) }),
      left('C', '345.78', { ...sunrise, at: dayOf(19) }),
      right('R', '3926.01', ofSunrise),
    ];
    expect(await result(records)).toEqual(['A+B+C = R']);
  });

  test('holds one invoice and several deposits together', async () => {
    const records = [
      left('L', '3926.01', sunrise),
      right('A', '1234.56', ofSunrise),
      right('B', '2345.67', ofSunrise, dayOf(27)),
      right('C', '345.78', ofSunrise, dayOf(31)),
    ];
    expect(await result(records)).toEqual(['L = A+B+C']);
  });

  test('leaves what is not part of the sum', async () => {
    const records = [
      left('A', '1234.56', sunrise),
      left('B', '2345.67', sunrise),
      left('C', '345.78', sunrise),
      right('R', '1580.34', ofSunrise),
    ];
    expect(await result(records)).toEqual(['A+C = R']);
  });

  test('does not hold records of other parties or of the other sign', async () => {
    const total = right('R', '3580.23', ofSunrise);
    const other = [left('A', '1234.56', sunrise), left('B', '2345.67', { counterparty: 'Golden Harvest' }), total];
    expect(await result(other)).toEqual([]);
    // 4000 less 419.77
    expect(await result([left('A', '4000', sunrise), left('B', '-419.77', sunrise), total])).toEqual([]);
  });

  test('does not hold records outside the window', async () => {
    const records = (at: string) => [
      left('A', '1234.56', sunrise),
      left('B', '2345.67', { ...sunrise, at }),
      right('R', '3580.23', ofSunrise, dayOf(55)),
    ];
    expect(await result(records(dayOf(10)))).toEqual(['A+B = R']);
    expect(await result(records(dayOf(9)))).toEqual([]);
  });

  test('suggests one of two sums that fit, with the other as runner-up', async () => {
    const records = [
      left('A', '100.11', sunrise),
      left('B', '200.25', sunrise),
      left('C', '110.13', sunrise),
      left('D', '190.23', sunrise),
      right('R', '300.36', ofSunrise),
    ];
    const [match, ...further] = await result(records);
    expect(further).toEqual([]);
    const [row] = await acme.rows('select runners_up from recon.match');
    expect([match, row?.runners_up]).toEqual(
      match?.startsWith('A+B') ? ['A+B ? R', ['left:C + left:D']] : ['C+D ? R', ['left:A + left:B']],
    );
  });

  test('does not make a sum of multiples of one price sure', async () => {
    const records = [
      left('A', '19.90', sunrise),
      left('B', '39.80', sunrise),
      left('C', '99.50', sunrise),
      right('R', '59.70', ofSunrise),
    ];
    expect(await result(records)).toEqual(['A+B ? R']);
    // with other amounts the same is sure
    const odd = [left('A', '19.91', sunrise), left('B', '39.83', sunrise), left('C', '99.57', sunrise)];
    expect(await result([...odd, right('R', '59.74', ofSunrise)])).toEqual(['A+B = R']);
  });

  test('makes a sum of equal instalments sure, whatever else the party has', async () => {
    const other = left('C', '345.78', sunrise);
    const halves = [left('A', '1234.56', sunrise), left('B', '1234.56', { ...sunrise, at: dayOf(17) })];
    expect(await result([...halves, other, right('R', '2469.12', ofSunrise)])).toEqual(['A+B = R']);
    // a third multiple of their amount is one more sum that chance may give
    const third = left('D', '4938.24', sunrise);
    expect(await result([...halves, other, third, right('R', '2469.12', ofSunrise)])).toEqual(['A+B ? R']);
  });

  test('does not make a sum sure that many other records have as their amount', async () => {
    const records = [left('A', '1000.25', sunrise), left('B', '579.75', sunrise), right('R', '1580', ofSunrise)];
    const common = ordinaryPairs().map((record, at) => (at < 10 ? { ...record, amount: '1580' } : record));
    expect(await resultAmong(common, records)).toEqual(['A+B ? R']);
    expect(await result(records)).toEqual(['A+B = R']);
  });

  test('does not make a sum sure of which an item has a likely partner', async () => {
    const records = [
      left('A', '1234.56', sunrise),
      left('B', '2345.67', sunrise),
      right('R', '3580.23', ofSunrise),
      right('A own', '1234.56', ofSunrise),
    ];
    expect(await result(records)).toEqual(['A+B ? R']);
    expect(await result(records, 'weighed_evidence', 'sum_by_name')).toEqual(['A = A own']);
  });

  test('does not make a sum sure of which an item could be part of another', async () => {
    // A is part of both
    const records = [
      left('A', '1234.56', sunrise),
      left('B', '2345.67', sunrise),
      left('C', '345.78', sunrise),
      right('R', '3580.23', ofSunrise),
      right('S', '1580.34', ofSunrise),
    ];
    expect(sure(await result(records))).toEqual([]);
  });
});

describe('A number', () => {
  const invoice = { reference: 'INV-3501' };

  test('holds one invoice and several deposits together', async () => {
    const records = [
      left('L', '4321.65', invoice),
      right('R1', '2000.11', 'DUITNOW 3501'),
      right('R2', '2321.54', '3501'),
    ];
    expect(await result(records)).toEqual(['L = R1+R2']);
  });

  test('holds several records of both sides together', async () => {
    const records = [
      left('L1', '1000', invoice),
      left('L2', '250', invoice),
      left('L3', '50', invoice),
      right('R1', '700', 'DUITNOW 3501'),
      right('R2', '600', 'DUITNOW 3501'),
    ];
    expect(await result(records)).toEqual(['L1+L2+L3 = R1+R2']);
  });

  test('holds nothing together if the sums differ', async () => {
    const records = [
      left('L', '4321.65', invoice),
      right('R1', '2000', 'DUITNOW 3501'),
      right('R2', '2321.64', '3501'),
    ];
    expect(await result(records)).toEqual([]);
  });

  test.each([
    // 15 % of 1,000
    ['850', ['A+B+C = R']],
    ['849.99', []],
    ['990', ['A+B+C = R']],
    ['1000.01', []],
  ])('holds three items of 1000 and a payout of %s less fees together up to 15 %', async (net, expected) => {
    const payout = { reference: 'POMM2AE7U4' };
    const records = [
      left('A', '500.25', payout),
      left('B', '300.50', payout),
      left('C', '199.25', payout),
      right('R', net, 'PAYOUT POMM2AE7U4'),
    ];
    expect(await result(records)).toEqual(expected);
  });

  test('does not hold two items and a payout less fees together', async () => {
    const payout = { reference: 'POMM2AE7U4' };
    const records = [left('A', '500.25', payout), left('B', '499.75', payout), right('R', '990', 'PAYOUT POMM2AE7U4')];
    expect(await result(records)).toEqual([]);
  });

  test('does not hold what was sent and came back', async () => {
    const deposits = [right('R1', '1000', 'DUITNOW 3501'), right('R2', '234.56', 'DUITNOW 3501')];
    const both = [left('sent', '500.05', invoice), left('returned', '-500.05', invoice)];
    expect(await result([left('L', '1234.56', invoice), ...deposits])).toEqual(['L = R1+R2']);
    expect(await result([left('L', '1234.56', invoice), ...both, ...deposits])).toEqual([]);
    const returned = [right('sent', '500.05', '3501'), right('returned', '-500.05', '3501')];
    expect(await result([left('L', '1234.56', invoice), ...deposits, ...returned])).toEqual([]);
  });

  test('of each of several records in one text holds them together', async () => {
    const records = [
      left('L1', '1234.56', invoice),
      left('L2', '2345.67', { reference: 'INV-3688' }),
      right('R', '3580.23', 'DUITNOW 3501 3688'),
    ];
    expect(await result(records)).toEqual(['L1+L2 = R']);
    const reversed = [
      left('L', '3580.23', { reference: 'INV-3501', description: 'Invoice for 778801 and 778802' }),
      { ...right('R1', '1234.56'), reference: '778801' },
      { ...right('R2', '2345.67'), reference: '778802' },
    ];
    expect(await result(reversed)).toEqual(['L = R1+R2']);
  });

  test('holds what is at most 45 days before the last deposit', async () => {
    const records = (at: string) => [
      left('L', '3580.23', { ...invoice, at: dayOf(5) }),
      right('R1', '1234.56', 'DUITNOW 3501', dayOf(20)),
      right('R2', '2345.67', 'DUITNOW 3501', at),
    ];
    expect(await result(records(dayOf(50)))).toEqual(['L = R1+R2']);
    expect(await result(records(dayOf(51)))).toEqual([]);
  });
});

describe('A day', () => {
  // a word of three lines or fewer could be a name
  const paydays = [10, 20, 30, 40, 50];
  /** What a payday costs in cents: five odd amounts. */
  const wages = (payday: number) => [1, 2, 3, 4, 5].map((person) => 210_007 + person * 11_213 + payday * 37);
  const totalOf = (payday: number) => wages(payday).reduce((sum, each) => sum + each, 0);
  const employees = paydays.flatMap((payday) =>
    wages(payday).map((cents, person) =>
      left(`P${payday}-${person}`, decimal(-cents), {
        at: dayOf(payday),
        counterparty: `Employee ${['Quix', 'Wurz', 'Yolb', 'Zapf', 'Vrim'][person]}`,
        description: 'Payroll',
      }),
    ),
  );
  const lines = (days: readonly number[], textOf = (_: number) => 'PAYROLL DD', lag = 1) =>
    days.map((payday) => right(`R${payday}`, decimal(-totalOf(payday)), textOf(payday), dayOf(payday + lag)));
  const sumOf = (payday: number) => `${[0, 1, 2, 3, 4].map((person) => `P${payday}-${person}`).join('+')} = R${payday}`;
  const everyPayday = paydays.map(sumOf);

  test('of a kind of payment is one line of the bank', async () => {
    // other payments of the day
    const others = paydays.map((payday) =>
      left(`rent ${payday}`, decimal(-99_900 - payday), {
        at: dayOf(payday),
        counterparty: 'Landlord',
        description: 'Rent',
      }),
    );
    expect(await result([...employees, ...others, ...lines(paydays)])).toEqual(everyPayday);
  });

  test('is one line of the bank less the stated fees', async () => {
    const sales = [
      left('A', '1234.56', { fee: '12.35' }),
      left('B', '2345.67', { fee: '23.46' }),
      left('C', '345.78', { fee: '3.46' }),
    ].map((record) => ({ ...record, at: dayOf(70) }));
    // 3926.01 - 39.27
    expect(await result([...sales, right('R', '3886.74', 'DUITNOW', dayOf(72))])).toEqual(['A+B+C = R']);
  });

  test('is not the line of another name', async () => {
    const named = lines(paydays, (payday) => (payday === 20 ? `${nameOf(3)} TRADING` : 'PAYROLL DD'));
    const without20 = everyPayday.filter((match) => !match.endsWith('R20'));
    expect(await result([...employees, ...named])).toEqual(without20);
  });

  test('is a line of a provider that pays another day as well, and of no stranger', async () => {
    const paidBy = (days: readonly number[], provider = 'ZENPAY WAGES') =>
      lines(paydays, (payday) => (days.includes(payday) ? provider : 'PAYROLL DD'));
    expect(await result([...employees, ...paidBy([20, 30])])).toEqual(everyPayday);
    const without20 = everyPayday.filter((match) => !match.endsWith('R20'));
    expect(sure(await result([...employees, ...paidBy([20])]))).toEqual(without20);
    // the line says what it is for
    expect(await result([...employees, ...paidBy([20], 'ZENPAY PAYROLL')])).toEqual(everyPayday);
    // a loan has the sum of two invoices of a day
    const invoices = [left('A', '3120.51', sunrise), left('B', '1820.13', { counterparty: 'Golden Harvest' })];
    expect(sure(await result([...invoices, right('R', '4940.64', 'LOAN ZAINAL ABIDIN')]))).toEqual([]);
  });

  test('is not a line of more than a week later or of days before', async () => {
    expect(await result([...employees, ...lines(paydays, undefined, 7)])).toEqual(everyPayday);
    expect(await result([...employees, ...lines(paydays, undefined, 8)])).toEqual([]);
    expect(await result([...employees, ...lines(paydays, undefined, -2)])).toEqual([]);
  });

  test('is not sure where two lines have its sum', async () => {
    const again = right('again', decimal(-totalOf(20)), 'PAYROLL DD', dayOf(22));
    const without20 = everyPayday.filter((match) => !match.endsWith('R20'));
    expect(sure(await result([...employees, ...lines(paydays), again]))).toEqual(without20);
  });

  test('is not sure where another day has the same sum', async () => {
    const day = (key: string, cents: number, at: string) => [
      left(`${key}1`, decimal(cents), { at }),
      left(`${key}2`, decimal(158_023 - cents), { at }),
    ];
    const line = right('R', '1580.23', 'DUITNOW', dayOf(73));
    expect(await result([...day('A', 123_456, dayOf(70)), line])).toEqual(['A1+A2 = R']);
    const both = [...day('A', 123_456, dayOf(70)), ...day('B', 98_765, dayOf(72)), line];
    expect(sure(await result(both))).toEqual([]);
  });

  test('of equal amounts is not sure', async () => {
    const equal = [1, 2, 3, 4, 5].map((key) => left(`E${key}`, '100', { at: dayOf(70) }));
    expect(sure(await result([...equal, right('R', '500', 'DUITNOW', dayOf(71))]))).toEqual([]);
  });
});

test('Companies are apart', async () => {
  const records = [
    left('A', '1234.56', { ...sunrise, company: 'other' }),
    left('B', '2345.67', sunrise),
    right('R', '3580.23', ofSunrise),
  ];
  expect(await result(records)).toEqual([]);
});

describe('A number proves no sum', () => {
  const invoices = ['1234.56', '345.67', '500.05'].map((amount, at) =>
    left(`L${at}`, amount, { counterparty: nameOf(at + 70), reference: `INV/2026/30${at}1` }),
  );

  test('that is a year', async () => {
    expect(sure(await result([...invoices, right('R', '1900.00', 'INSURANCE 2026')]))).toEqual([]);
  });

  test('that names two sums of the same amount', async () => {
    const records = [
      left('A', '600.10', { reference: 'INV-30011' }),
      left('B', '400.20', { reference: 'INV-30011' }),
      left('C', '700.15', { reference: 'INV-30022' }),
      left('D', '300.15', { reference: 'INV-30022' }),
      right('R', '1000.30', 'DUITNOW 30011 30022'),
    ];
    expect(sure(await result(records))).toEqual([]);
    expect(await result(records.slice(0, 2).concat(right('R', '1000.30', 'DUITNOW 30011')))).toEqual(['A+B = R']);
  });

  test('of records that are months apart', async () => {
    const records = [
      left('A', '1234.56', { reference: 'INV-30011' }),
      left('B', '345.67', { reference: 'INV-30011' }),
      right('R', '1580.23', 'DUITNOW 30011', dayOf(90)),
    ];
    expect(sure(await result(records))).toEqual([]);
  });
});
