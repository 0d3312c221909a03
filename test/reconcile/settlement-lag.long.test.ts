import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { writeCalendar } from '../../src/company/write-calendar.ts';
import { calendarField } from '../../src/config/company-schema.ts';
import { type GivenFile, type GivenPayment, givenStatement } from '../given/facts.ts';
import { givenFreshRules } from '../given/rules.ts';

type Line = { day: string; method?: string; settled?: string; status?: string };
type ReceivedStatement = { received: string; lines: readonly Line[]; currency?: string; hasTraded?: boolean };

const acme = givenFreshRules({ hasPayout: false });

async function deleteAll() {
  for (const table of ['core.payment', 'raw.receipt']) await acme.execute(`delete from ${table}`);
}

/** Receives one statement of October and November and returns the items of its days. */
async function itemsAfter({ received, lines, currency = 'MYR', hasTraded = true }: ReceivedStatement) {
  const payments = lines.map(
    ({ day, ...rest }, at): GivenPayment => ({
      key: `${currency}-${at}`,
      reference: `INV-${at}`,
      amount: '10.00',
      fee: '1.00',
      paid: `${day} 10:00`,
      ...rest,
    }),
  );
  // an order of the previous evening
  const evening = Temporal.PlainDate.from(received).subtract({ days: 1 }).toString();
  if (hasTraded) payments.push({ key: `q${received}`, amount: '1.00', status: 'created', created: `${evening} 20:00` });
  const file: GivenFile = { covers: ['2026-10-01', '2026-11-30'], received: `${received}T02:00:00Z`, currency };
  // it replaces the one before, as loading does
  await acme.execute('delete from core.payment where currency = $currency', { currency });
  await givenStatement(acme.connection, file, payments);
  const items =
    await acme.derived(`select item_key, outcome, reason, right_minus_left, expected_on::text as expected_on, becomes_break_on::text as becomes_break_on
     from recon.payments_to_settlement(date '2026-10-01', date '2026-12-01')`);
  return new Map(items.map((item) => [String(item.item_key).slice(-10), item]));
}

const carryForward = () => acme.judge(['payments_to_settlement'], '2026-11-12', '2026-11-13');

const many = (line: Line, count = 20): Line[] => Array.from({ length: count }, () => line);
const expectation = async (method: string, weekday: number) => {
  const [row] = await acme.mart(
    `select basis, settled_count, usual_days, high_days, is_in_business_days from mart.expected_lag
     where method = $method and weekday = $weekday`,
    { method, weekday },
  );
  return row;
};

describe('A settlement is expected', () => {
  // 2026-11-05 is a Thursday, 2026-11-06 a Friday, 2026-11-09 a Monday
  const thursdays = many({ day: '2026-11-05', settled: '2026-11-09' });

  test('by the observed lag of its method and weekday, of its method, of its currency, else as configured', async () => {
    await itemsAfter({
      received: '2026-11-12',
      lines: [...thursdays, { day: '2026-11-06' }, { day: '2026-11-06', method: 'visa' }],
    });
    expect(await expectation('fpx', 4)).toEqual({
      basis: 'method and weekday',
      settled_count: 20n,
      usual_days: 4,
      high_days: 4,
      is_in_business_days: false,
    });
    expect(await expectation('fpx', 5)).toMatchObject({ basis: 'method', settled_count: 20n, usual_days: 2 });
    expect(await expectation('visa', 5)).toMatchObject({ basis: 'currency', is_in_business_days: true, usual_days: 2 });
  });

  test('as configured while fewer than twenty were observed', async () => {
    await itemsAfter({ received: '2026-11-12', lines: thursdays.slice(1) });
    expect(await expectation('fpx', 4)).toMatchObject({
      basis: 'configuration',
      settled_count: 19n,
      usual_days: 2,
      high_days: 5,
      is_in_business_days: true,
    });
  });
});

test('An unsettled payment is outstanding, then overdue, then a break, and closes when settled', async () => {
  // 18 of 20 on the fourth day, two on the sixth: usual 4, and 19 of 20 took 6 at most
  const observed = [
    ...many({ day: '2026-11-05', settled: '2026-11-09' }, 18),
    ...many({ day: '2026-11-05', settled: '2026-11-11' }, 2),
  ];
  const itemsOn = (received: string, settled?: string) =>
    itemsAfter({
      received,
      lines: [
        ...observed,
        { day: '2026-11-12', ...(settled === undefined ? {} : { settled }) },
        { day: '2026-11-12', status: 'refunded' },
      ],
    });
  const of = async (received: string) => (await itemsOn(received)).get('2026-11-12');
  expect(await of('2026-11-16')).toMatchObject({
    outcome: 'timing',
    right_minus_left: '-9.0000',
    expected_on: '2026-11-16',
    becomes_break_on: '2026-11-19',
  });
  // the same statement on a later day shows that nothing was settled
  expect(await of('2026-11-17')).toMatchObject({ outcome: 'overdue' });
  expect(await of('2026-11-19')).toMatchObject({ outcome: 'overdue' });
  expect(await of('2026-11-20')).toMatchObject({
    outcome: 'missing_right',
    reason: 'Settlement missing: 1 of 1 payments, MYR 9.00, due since 19 Nov 2026: INV-20.',
  });
  await carryForward();
  expect((await itemsOn('2026-11-23', '2026-11-23')).get('2026-11-12')).toMatchObject({ outcome: 'matched' });
  await carryForward();
  const history =
    await acme.rows(`select first_seen_on::text as first_seen_on, closed_on::text as closed_on from recon.break_life
     where item_key = 'settlement:MYR:2026-11-12'`);
  expect(history).toEqual([{ first_seen_on: '2026-11-20', closed_on: '2026-11-23' }]);
});

// November 2026 begins with a Sunday; calculated by hand, with a usual lag of two and at most five business days and a day of grace
test.each([
  ['Thursday', '2026-11-05', '2026-11-09', '2026-11-13'],
  ['Friday', '2026-11-06', '2026-11-10', '2026-11-14'],
  ['Saturday', '2026-11-07', '2026-11-10', '2026-11-14'],
  ['Sunday', '2026-11-08', '2026-11-10', '2026-11-14'],
  ['Monday', '2026-11-09', '2026-11-11', '2026-11-17'],
  ['Friday before a month ends', '2026-10-30', '2026-11-03', '2026-11-07'],
])('A payment on a %s is expected after the weekend as configured, then a break', async (_, day, expected, broken) => {
  const after = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
  // one settled payment, so that this company's statements have settlements
  const lines = [{ day: '2026-10-01', settled: '2026-10-05' }, { day }];
  const at = async (received: string) => (await itemsAfter({ received, lines })).get(day);
  const dates = { expected_on: expected, becomes_break_on: broken };
  expect(await at(after(expected, 0))).toMatchObject({ outcome: 'timing', ...dates });
  expect(await at(after(expected, 1))).toMatchObject({ outcome: 'overdue', ...dates });
  expect(await at(after(broken, 0))).toMatchObject({ outcome: 'overdue', ...dates });
  expect(await at(after(broken, 1))).toMatchObject({ outcome: 'missing_right', ...dates });
});

test('A lag learned in business days excludes the weekend, and one of a weekday includes it', async () => {
  // twenty Thursdays settled on Monday: four days of that weekday, and two business days for every other day
  const lines = [
    ...many({ day: '2026-11-05', settled: '2026-11-09' }),
    ...['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-16'].map((day) => ({ day })),
  ];
  const items = await itemsAfter({ received: '2026-11-16', lines });
  expect(
    [...items].slice(1).map(([day, { expected_on, becomes_break_on }]) => [day, expected_on, becomes_break_on]),
  ).toEqual([
    ['2026-11-12', '2026-11-16', '2026-11-17'],
    ['2026-11-13', '2026-11-17', '2026-11-18'],
    ['2026-11-14', '2026-11-17', '2026-11-18'],
    ['2026-11-16', '2026-11-18', '2026-11-19'],
  ]);
});

describe('On a holiday', () => {
  const holidays = (dates: readonly string[]) =>
    writeCalendar(
      acme.connection,
      { name: 'acme', calendar: calendarField.parse({ holidays: dates.map((date) => ({ date, name: 'Deepavali' })) }) },
      'tieout.yaml',
    );

  test('nothing is expected, and the reason names it', async () => {
    await holidays(['2026-11-09']);
    const lines = [{ day: '2026-10-01', settled: '2026-10-05' }, { day: '2026-11-06' }];
    const items = await itemsAfter({ received: '2026-11-11', lines });
    expect(items.get('2026-11-06')).toMatchObject({
      outcome: 'timing',
      expected_on: '2026-11-11',
      becomes_break_on: '2026-11-17',
      reason:
        'Settlement outstanding: 1 of 1 payments, MYR 9.00; expected by 11 Nov 2026 (2 business days; 9 Nov Deepavali).',
    });
  });

  test('a lag of a weekday is neither learned longer nor expected shorter', async () => {
    // twenty Thursdays settled on Tuesday, over the holiday of that Monday; the next Monday is a holiday too
    await holidays(['2026-11-09', '2026-11-16']);
    const lines = [...many({ day: '2026-11-05', settled: '2026-11-10' }), { day: '2026-11-12' }];
    const items = await itemsAfter({ received: '2026-11-16', lines });
    expect(await expectation('fpx', 4)).toMatchObject({ basis: 'method and weekday', usual_days: 4, high_days: 4 });
    expect(items.get('2026-11-12')).toMatchObject({
      outcome: 'timing',
      expected_on: '2026-11-17',
      reason: 'Settlement outstanding: 1 of 1 payments, MYR 9.00; expected by 17 Nov 2026 (without 16 Nov Deepavali).',
    });
  });
});

test('A settlement that never comes is a break, also in a currency without another line', async () => {
  const settled = { day: '2026-10-01', settled: '2026-10-05' };
  const last = { day: '2026-11-05' };
  const quiet = await itemsAfter({ received: '2026-11-14', lines: [settled, last], hasTraded: false });
  expect(quiet.get('2026-11-05')).toMatchObject({ outcome: 'missing_right', becomes_break_on: '2026-11-13' });
  // a currency of which nothing was ever settled
  await deleteAll();
  await itemsAfter({ received: '2026-11-14', lines: [settled] });
  const never = await itemsAfter({ received: '2026-11-14', lines: [last], currency: 'SGD', hasTraded: false });
  expect(never.get('2026-11-05')).toMatchObject({ outcome: 'missing_right' });
});

test('A settled day states the first and the last day of settlement', async () => {
  const settled = (day: string, dates: readonly string[]) => dates.map((date) => ({ day, settled: date }));
  const items = await itemsAfter({
    received: '2026-11-14',
    lines: [
      ...settled('2026-11-04', ['2026-11-06']),
      ...settled('2026-11-05', ['2026-11-09', '2026-11-09']),
      ...settled('2026-11-06', ['2026-11-11', '2026-11-09', '2026-11-10']),
    ],
  });
  expect([...items].map(([day, { outcome, reason }]) => [day, outcome, reason])).toEqual([
    ['2026-11-04', 'matched', '1 payment was settled on 6 Nov 2026.'],
    ['2026-11-05', 'matched', 'All 2 payments were settled on 9 Nov 2026.'],
    ['2026-11-06', 'matched', 'All 3 payments were settled from 9 Nov 2026 to 11 Nov 2026.'],
  ]);
});

describe('Without any settlement in the statements', () => {
  const state = async () => {
    await carryForward();
    const [row] = await acme.rows(`select state, reason, what_to_do from mart.control
       where control = 'payments_to_settlement' and business_date = date '2026-11-12'`);
    return row;
  };

  test('payments have no deadline: the control is made until the first one is older than a settlement takes', async () => {
    // a Thursday; by the defaults it is settled by the 12th at most
    expect(await itemsAfter({ received: '2026-11-13', lines: [{ day: '2026-11-05' }] })).toEqual(new Map());
    expect(await state()).toMatchObject({ state: 'balanced' });
    await deleteAll();
    await itemsAfter({ received: '2026-11-14', lines: [{ day: '2026-11-05' }] });
    expect(await state()).toEqual({
      state: 'not_made',
      reason:
        'No statement has reported a settlement of the payments since 5 Nov 2026, and no settlement term is configured.',
      what_to_do:
        'Set gateway.settlement_days in the configuration as agreed with the gateway. If its statements never report settlements, waive the control (waivers).',
    });
  });

  test('payments become overdue by the term that is configured', async () => {
    await acme.execute(
      "insert into core.company_setting (connector, name, value) values ('gateway', 'settlement_usual_days', '2'), ('gateway', 'settlement_most_days', '5')",
    );
    const items = await itemsAfter({ received: '2026-11-14', lines: [{ day: '2026-11-05' }, { day: '2026-11-12' }] });
    expect(items.get('2026-11-05')).toMatchObject({ outcome: 'missing_right', expected_on: '2026-11-09' });
    expect(items.get('2026-11-12')).toMatchObject({ outcome: 'timing', expected_on: '2026-11-16' });
    // a term that begins with the 12th changes nothing for payments before it
    await acme.execute(`insert into core.company_setting
       select connector, name, case name when 'settlement_usual_days' then '0' else '1' end, date '2026-11-12'
       from core.company_setting where name like 'settlement_%'`);
    await deleteAll();
    const changed = await itemsAfter({ received: '2026-11-14', lines: [{ day: '2026-11-05' }, { day: '2026-11-12' }] });
    expect(changed.get('2026-11-05')).toEqual(items.get('2026-11-05'));
    expect(changed.get('2026-11-12')).toMatchObject({ outcome: 'overdue', expected_on: '2026-11-12' });
  });
});

describe('Laws', () => {
  const first = Temporal.PlainDate.from('2026-10-01');
  const isBusiness = (day: Temporal.PlainDate) => day.dayOfWeek <= 5;
  const until = (from: Temporal.PlainDate, to: Temporal.PlainDate): number =>
    Array.from({ length: from.until(to).days }, (_, at) => from.add({ days: at + 1 })).filter(isBusiness).length;
  const daysAfter = (from: Temporal.PlainDate, days: number): Temporal.PlainDate => {
    let day = from;
    while (!isBusiness(day)) day = day.subtract({ days: 1 });
    for (let left = days; left > 0; ) {
      day = day.add({ days: 1 });
      if (isBusiness(day)) left -= 1;
    }
    return day;
  };

  const payment = fc.record({
    at: fc.integer({ min: 0, max: 40 }),
    method: fc.constantFrom('fpx', 'visa'),
    lag: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 5 }),
  });

  test('Each day is classified by its latest payment, in any order of the lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { minLength: 30, maxLength: 80 }),
        fc.integer({ min: 41, max: 55 }),
        async (payments, end) => {
          await deleteAll();
          const receivedOn = first.add({ days: end });
          const all = payments.map(({ at, method, lag }) => ({ day: first.add({ days: at }), method, lag }));
          const items = await itemsAfter({
            received: receivedOn.toString(),
            lines: all.map(({ day, method, lag }) => ({
              day: day.toString(),
              method,
              ...(lag === null ? {} : { settled: day.add({ days: lag }).toString() }),
            })),
          });
          const nth = (values: number[], share: number) =>
            values.sort((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
          const learned = (day: Temporal.PlainDate, method: string) => {
            const observed = all.flatMap((one) => (one.lag === null ? [] : [{ ...one, lag: one.lag }]));
            const ofMethod = observed.filter((one) => one.method === method);
            const ofWeekday = ofMethod.filter((one) => one.day.dayOfWeek === day.dayOfWeek);
            if (ofWeekday.length >= 20)
              return [0.5, 0.95].map((share) =>
                day.add({
                  days: nth(
                    ofWeekday.map(({ lag }) => lag),
                    share,
                  ),
                }),
              );
            const wider = ofMethod.length >= 20 ? ofMethod : observed;
            const business = wider.map((one) => until(one.day, one.day.add({ days: one.lag })));
            return wider.length >= 20
              ? [0.5, 0.95].map((share) => daysAfter(day, nth(business, share)))
              : [daysAfter(day, 2), daysAfter(day, 5)];
          };
          const state = ({ day, method, lag }: (typeof all)[number]) => {
            const [expected = day, high = day] = learned(day, method);
            if (lag !== null) return 0;
            if (Temporal.PlainDate.compare(receivedOn, expected) <= 0) return 1;
            return Temporal.PlainDate.compare(receivedOn, high.add({ days: 1 })) <= 0 ? 2 : 3;
          };
          const outcomes = ['matched', 'timing', 'overdue', 'missing_right'];
          const daysOf = [...new Set(all.map(({ day }) => day.toString()))];
          const isTold = all.some(({ lag }) => lag !== null);
          expect(new Map([...items].map(([day, { outcome }]) => [day, outcome]))).toEqual(
            new Map(
              isTold
                ? daysOf.map((date) => [
                    date,
                    outcomes[Math.max(...all.filter(({ day }) => day.toString() === date).map(state))],
                  ])
                : [],
            ),
          );
        },
      ),
      { numRuns: 8 },
    );
  });
});
