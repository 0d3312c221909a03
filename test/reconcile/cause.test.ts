import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ofCauses, writeCauses } from '../../src/reconcile/reconcile.ts';
import { say } from '../../src/warehouse/say.ts';
import { givenFreshRules } from '../given/rules.ts';

type Item = {
  key: string;
  reconciliation: string;
  outcome: string;
  reason_code?: string;
  currency?: string;
  day?: string;
  left_key?: string;
  left_reference?: string;
  left_amount?: string;
  left_at?: string;
  left_receipt_id?: number;
  right_key?: string;
  right_at?: string;
  right_minus_left: string;
  evidence?: string;
  item_key?: string;
};

let lastRun = 0;
const acme = givenFreshRules();

/** Writes these items as those of a run of 2 November, opens them and groups them. Items left out are closed. */
async function grouped(items: readonly Item[], fees: Record<string, string> = {}) {
  lastRun += 1;
  const run = { run_id: lastRun };
  await acme.execute('delete from recon.item');
  await acme.execute(
    `insert into recon.run (run_id, period_start, period_end, known_through, known_at, as_of)
     values ($run_id, '2026-11-02', '2026-11-03', $run_id, '2026-11-03 00:10:00+08', '2026-11-03')`,
    run,
  );
  await acme.execute(
    `insert into recon.item by name
     select $run_id as run_id, coalesce(currency, 'MYR') as currency, coalesce(day, '2026-11-02')::date as business_date,
       coalesce(item_key, key) as item_key, md5(key) as break_id, key as reason, one.* exclude (key, day, currency, item_key)
     from (select unnest(from_json($items::json,
       '[{"key":"text","reconciliation":"text","outcome":"text","reason_code":"text","currency":"text","day":"text","left_key":"text",
         "left_reference":"text","left_amount":"decimal(38,4)","left_at":"timestamptz","left_receipt_id":"integer","right_key":"text","right_at":"timestamptz",
         "right_minus_left":"decimal(38,4)","evidence":"text","item_key":"text"}]'), recursive := true)) as one`,
    { ...run, items: JSON.stringify(items) },
  );
  await acme.execute(
    `insert into recon.bridge_line by name
     select $run_id as run_id, 'statement_to_turnover' as reconciliation, 'MYR' as currency,
       date '2026-11-02' as business_date, key as subject, 'fee' as measure, 5 as line_no, 'residual' as line_code,
       'Unexplained difference' as title, value::decimal(38, 4) as amount, false as is_total, true as is_residual
     from (select unnest(map_entries(from_json($fees::json, '"map(text, text)"')), recursive := true))`,
    { ...run, fees: JSON.stringify(fees) },
  );
  await acme.execute('delete from recon.break_life where break_id not in (select break_id from recon.item)');
  await acme.execute(`insert into recon.break_life
     select break_id, reconciliation, currency, business_date, item_key, outcome, reason, right_minus_left,
       date '2026-11-03', date '2026-11-03', null, null
     from recon.item where break_id not in (select break_id from recon.break_life)`);
  await writeCauses(acme.connection, lastRun);
  await say(acme.connection, ofCauses);
  return acme.rows(`select cause_id, currency, debit, credit, net, item_count, reconciliations, reason, status, is_difference
     from mart.cause order by debit desc, credit desc, reconciliations`);
}

const order = (key: string, amount: string, changes: Partial<Item> = {}): Item => ({
  key,
  reconciliation: 'orders_to_statement',
  outcome: 'missing_right',
  reason_code: 'order_without_payment',
  left_key: key,
  left_reference: `INV-${key}`,
  left_amount: amount,
  right_minus_left: `-${amount}`,
  ...changes,
});

const callback = (payment: string, amount: string, changes: Partial<Item> = {}): Item => ({
  key: `callback ${payment}`,
  reconciliation: 'callbacks_to_statement',
  outcome: 'missing_right',
  reason_code: 'callback_without_line',
  left_key: `payment:${payment}`,
  left_amount: amount,
  left_at: '2026-11-02T14:03:00+08:00',
  right_minus_left: `-${amount}`,
  ...changes,
});

const payment = (key: string, amount: string, changes: Partial<Item> = {}): Item => ({
  ...{ key, reconciliation: 'orders_to_statement', outcome: 'missing_left', reason_code: 'payment_without_order' },
  ...{ right_key: key, right_minus_left: amount },
  ...changes,
});

const located = (parts: readonly object[]) =>
  JSON.stringify(
    parts.map((part) => ({
      from: '2026-11-02 14:00:00+08',
      to: '2026-11-02 14:05:00+08',
      fee: '0',
      count: 1,
      line_count: 0,
      ...part,
    })),
  );
const turnover = (amount: string, changes: Partial<Item> = {}): Item => ({
  key: 'turnover',
  reconciliation: 'statement_to_turnover',
  outcome: 'missing_left',
  left_key: 'incoming',
  reason_code: 'turnover_without_line',
  right_minus_left: amount,
  ...changes,
});

const balance = (amount: string): Item => ({
  key: 'balance',
  reconciliation: 'gateway_balance',
  outcome: 'control_breach',
  left_key: 'balance MYR',
  reason_code: 'balance_not_explained',
  right_minus_left: amount,
});

test('A missing statement line that four reconciliations show is one cause with one amount', async () => {
  const items = [
    order('7', '36.49'),
    callback('p7', '36.49', { left_reference: 'INV-7' }),
    turnover('36.49', { evidence: located([{ turnover_minus_statement: '36.4900', fee: '1.3000' }]) }),
    balance('35.19'),
  ];
  expect(await grouped(items, { incoming: '1.30' })).toMatchObject([
    {
      debit: '36.4900',
      credit: '0.0000',
      net: '36.4900',
      item_count: 4n,
      reason: 'turnover',
      status: 'open',
      reconciliations: 'statement_to_turnover, gateway_balance, orders_to_statement, callbacks_to_statement',
    },
  ]);
});

test('Equal amounts without a link are causes of their own, and opposite amounts do not cancel', async () => {
  expect(await grouped([order('1', '100'), callback('p2', '100', { left_reference: 'INV-2' })])).toMatchObject([
    { debit: '100.0000', item_count: 1n },
    { debit: '100.0000', item_count: 1n },
  ]);
  // the same reference, but not the same amount; and two orders with one reference
  expect(await grouped([order('1', '100'), callback('p1', '90', { left_reference: 'INV-1' })])).toHaveLength(2);
  const twins = [order('1', '5'), order('2', '5', { left_reference: 'INV-1' })];
  expect(await grouped([...twins, callback('p1', '5', { left_reference: 'INV-1' })])).toHaveLength(3);
  // not located, or two callbacks of that time and amount
  expect(await grouped([callback('p1', '50'), turnover('50')])).toHaveLength(2);
  const evidence = located([{ turnover_minus_statement: '50.0000' }]);
  expect(await grouped([callback('p1', '50'), callback('p2', '50'), turnover('50', { evidence })])).toHaveLength(3);
  // without callbacks, the only order that was placed shortly before
  const placed = (key: string, at: string) => order(key, '50', { left_at: `2026-11-02T${at}:00+08:00` });
  expect(await grouped([placed('1', '13:40'), turnover('50', { evidence })])).toHaveLength(1);
  expect(await grouped([placed('1', '09:40'), turnover('50', { evidence })])).toHaveLength(2);
  expect(await grouped([placed('1', '13:40'), placed('2', '13:50'), turnover('50', { evidence })])).toHaveLength(3);
  const twice = located([
    { turnover_minus_statement: '50.0000' },
    { turnover_minus_statement: '50.0000', from: '2026-11-02 14:05:00+08', to: '2026-11-02 14:10:00+08' },
  ]);
  expect(await grouped([placed('1', '13:40'), turnover('100', { evidence: twice })])).toHaveLength(2);

  await acme.empty();
  await acme.execute(`insert into recon.verdict by name select 1 as run_id, 'MYR' as currency, date '2026-11-02' as business_date,
       'breaks' as verdict, '' as reason, unnest([0]) as matched_count, 0 as matched_amount, 2 as break_count, 0 as break_amount,
       0 as timing_count, 0 as timing_amount, 0 as suggested_count, 0 as overdue_count, 0 as rejected_count, 0 as residual`);
  const received = order('2', '100', { outcome: 'missing_left', reason_code: 'payment_without_order' });
  const { left_key: _key, left_amount: _amount, ...payment } = received;
  await grouped([order('1', '100'), { ...payment, right_key: 'p2', right_minus_left: '100' }]);
  expect(
    await acme.rows(
      'select cause_count, unexplained_debit as debit, unexplained_credit as credit, unexplained_net as net from mart.verdict',
    ),
  ).toEqual([{ cause_count: 2n, debit: '100.0000', credit: '100.0000', net: '0.0000' }]);
});

test('A total of a day is explained by the payments to which it was narrowed down, to the last unit', async () => {
  const parts = [
    { turnover_minus_statement: '40.0000' },
    { turnover_minus_statement: '-0.0100', count: 0, line_count: 1, payment: 'p2' },
  ];
  const items = [
    callback('p1', '40'),
    callback('p2', '9', {
      reason_code: 'amount_differs',
      outcome: 'amount_differs',
      right_key: 'p2',
      right_minus_left: '0.01',
    }),
  ];
  const all = await grouped([...items, turnover('39.99', { evidence: located(parts) }), balance('39.99')]);
  expect(all).toMatchObject([
    { debit: '40.0000', credit: '0.0000', reason: 'callback p1' },
    { debit: '0.0000', credit: '0.0100', reason: 'callback p2' },
  ]);
  // one cent that no payment explains remains with the totals; the balance says the same as turnover
  const rest = await grouped([...items, turnover('40', { evidence: located(parts) }), balance('40')]);
  expect(rest.map(({ debit, credit }) => [debit, credit])).toEqual([
    ['40.0000', '0.0000'],
    ['0.0100', '0.0000'],
    ['0.0000', '0.0100'],
  ]);
  // a balance that differs by anything else is a cause of its own
  expect(await grouped([...items, turnover('39.99', { evidence: located(parts) }), balance('39.98')])).toHaveLength(3);
});

test('A fee that is too high is one cause of the fee schedule and of the located difference of fees', async () => {
  const fee = (payment: string, charged: string, at = '14:03'): Item => ({
    ...{
      key: `fee ${payment}`,
      reconciliation: 'fees_to_schedule',
      outcome: 'fee_differs',
      reason_code: 'fee_too_high',
    },
    ...{ left_key: 'fpx', right_key: payment, right_at: `2026-11-02T${at}:00+08:00`, right_minus_left: charged },
  });
  const fees = (amount: string, ...parts: readonly object[]) => ({
    ...turnover(`-${amount}`, { outcome: 'fee_differs', reason_code: 'fee_differs' }),
    evidence: located(parts.map((part) => ({ turnover_minus_statement: '0', count: 0, line_count: 1, ...part }))),
  });
  const one = [{ debit: '0.0100', credit: '0.0000', item_count: 2n }];
  // narrowed down to its line; then to thirteen lines, of which it alone differs by as much
  expect(await grouped([fee('p1', '0.01'), fees('0.01', { fee: '-0.0100', payment: 'p1' })])).toMatchObject(one);
  const wide = { fee: '-0.0100', line_count: 13 };
  expect(await grouped([fee('p1', '0.01'), fees('0.01', wide)])).toMatchObject(one);
  expect(await grouped([fee('p1', '0.01'), fee('p2', '0.01'), fees('0.01', wide)])).toHaveLength(3);
  expect(await grouped([fee('p1', '0.01', '15:03'), fees('0.01', wide)])).toHaveLength(2);
  expect(await grouped([fee('p1', '0.02'), fees('0.01', wide)])).toHaveLength(2);
  // two fees of a day explain its total
  const both = fees('0.03', { fee: '-0.0100', payment: 'p1' }, { fee: '-0.0200', payment: 'p2' });
  expect(await grouped([fee('p1', '0.01'), fee('p2', '0.02'), both])).toMatchObject([
    { debit: '0.0200', reason: 'fee p2' },
    { debit: '0.0100', reason: 'fee p1' },
  ]);
});

test('A cause keeps its id when items join it, and when the item that founded it is closed', async () => {
  const first = await grouped([callback('p7', '36.49')]);
  for (const also of ['a', 'b', 'c', 'd']) {
    const joined = await grouped([
      callback('p7', '36.49'),
      order(`order ${also}`, '36.49', {
        right_key: 'p7',
        outcome: 'status_differs',
        reason_code: 'order_paid_payment_not',
      }),
    ]);
    expect(joined.map(({ cause_id }) => cause_id)).toEqual([first[0]?.cause_id]);
  }
  const [left] = await grouped([order('order d', '36.49', { right_key: 'p7' })]);
  expect(left?.cause_id).toBe(first[0]?.cause_id);
  const again = await grouped([order('order d', '36.49', { right_key: 'p7' }), callback('p8', '1')]);
  expect(new Set(again.map(({ cause_id }) => cause_id)).size).toBe(2);
});

test('The sum over causes depends neither on how many reconciliations see a payment nor on the order of rows', async () => {
  const seen = fc.record({
    amount: fc.integer({ min: 1, max: 99_999_999 }).map((cents) => `${cents}`),
    isMissing: fc.boolean(),
    also: fc.subarray(['orders', 'callbacks', 'formats'], { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(seen, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      async (payments, order_of) => {
        await acme.empty();
        const items = payments.flatMap(({ amount, isMissing, also }, number) => {
          const sign = isMissing ? '-' : '';
          const shown = { outcome: isMissing ? 'missing_right' : 'missing_left', right_minus_left: `${sign}${amount}` };
          const own = { right_key: `p${number}`, left_amount: amount, ...shown };
          const { left_reference: _none, ...base } = order(`o${number}`, amount);
          return [
            ...(also.includes('orders') ? [{ ...base, reason_code: 'amount_differs', ...own }] : []),
            ...(also.includes('callbacks')
              ? [callback(`p${number}`, amount, { reason_code: 'amount_differs', ...own })]
              : []),
            ...(also.includes('formats')
              ? [
                  {
                    ...own,
                    key: `f${number}`,
                    reconciliation: 'statement_formats',
                    right_minus_left: `${isMissing ? '' : '-'}${amount}`,
                  },
                ]
              : []),
          ];
        });
        const ranks = new Map(items.map((item) => [item, order_of.next().value ?? 0]));
        const shuffled = [...items].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
        const causes = await grouped(shuffled);
        const total = (isMissing: boolean) =>
          payments.filter((one) => one.isMissing === isMissing).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
        const units = (field: 'debit' | 'credit') =>
          causes.reduce((sum, row) => sum + BigInt(String(row[field]).replace('.0000', '')), 0n);
        expect([causes.length, units('debit'), units('credit')]).toEqual([payments.length, total(true), total(false)]);
      },
    ),
    { numRuns: 8, seed: 20261122 },
  );
});

test('The orders of a file that differ by one factor are one cause, described by the file', async () => {
  const ofFile = { outcome: 'amount_differs', reason_code: 'as_the_file', left_receipt_id: 7 };
  const items = [
    order('1', '300.00', { ...ofFile, right_minus_left: '-297.00' }),
    order('2', '200.00', { ...ofFile, right_minus_left: '-198.00', day: '2026-11-03' }),
    { ...payment('file', '0.00'), ...ofFile, outcome: 'suggested', reason_code: 'one_factor' },
  ];
  expect(await grouped(items)).toMatchObject([{ reason: 'file', debit: '495.0000', credit: '0.0000', item_count: 3n }]);
  // another file
  expect(await grouped([...items, order('3', '100.00', { ...ofFile, left_receipt_id: 8 })])).toHaveLength(2);
});

/** What each open item says of other open items, by its key: `key: sum`, for these items. */
async function sums(items: readonly Item[]): Promise<string[]> {
  await grouped(items);
  const rows = await acme.mart(
    "select item_key, reason from mart.break where starts_with(what_to_do, 'If the open items') order by item_key",
  );
  return rows.map(({ item_key, reason }) => `${item_key}: ${String(reason).replace(/^.* items: /, '')}`);
}

test('Open items that add up to the opposite of one of them are named before anybody refunds, collects or books', async () => {
  const parts = [order('1', '100.00'), payment('a', '60.00'), payment('b', '40.00', { day: '2026-11-09' })];
  const sum = 'MYR 60.00 (a) + MYR 40.00 (b) = MYR 100.00 (INV-1).';
  expect(await sums(parts)).toEqual([`1: ${sum}`, `a: ${sum}`, `b: ${sum}`]);
  // a shortfall, and the payment that it lacks
  const short = {
    ...order('2', '100.00', { right_minus_left: '-40.00' }),
    outcome: 'amount_differs',
    reason_code: 'amount_differs',
  };
  expect(await sums([short, payment('c', '40.00')])).toHaveLength(2);
  expect(await acme.lines('select reason from mart.cause order by reason')).toEqual([
    '2 Perhaps explained by open items: MYR 40.00 (INV-2) = MYR 40.00 (c).',
    'c Perhaps explained by open items: MYR 40.00 (INV-2) = MYR 40.00 (c).',
  ]);
});

test('An open item names the nearest opposite amount within a week, and the first of a day', async () => {
  const on = (day: string) => ({ day: `2026-11-${day}` });
  const near = [order('1', '100.00', on('09')), payment('a', '100.00', on('02')), payment('b', '100.00', on('16'))];
  const [first, second] = ['MYR 100.00 (INV-1) = MYR 100.00 (a).', 'MYR 100.00 (INV-1) = MYR 100.00 (b).'];
  expect(await sums(near)).toEqual([`1: ${first}`, `a: ${first}`, `b: ${second}`]);
  expect(await sums([...near, payment('c', '100.00', on('10'))])).toContain('1: MYR 100.00 (INV-1) = MYR 100.00 (c).');
  const alike = [order('1', '100.00'), order('2', '100.00'), payment('a', '100.00'), payment('b', '100.00')];
  expect(await sums(alike)).toEqual([
    `1: ${first}`,
    '2: MYR 100.00 (INV-2) = MYR 100.00 (a).',
    `a: ${first}`,
    `b: ${second}`,
  ]);
});

test('Among more than 200 open items of a currency, opposite amounts are named, and sums of two are not', async () => {
  const pair = [order('1', '9000.00'), payment('a', '9000.00')];
  const sum = [order('2', '8000.00'), payment('b', '5000.00'), payment('c', '3000.00')];
  const others = (count: number) => Array.from({ length: count }, (_, index) => order(`o${index}`, `${index + 1}.50`));
  const names = async (items: readonly Item[]) => (await sums(items)).map((text) => text.split(':')[0]);
  expect(await names([...pair, ...sum, ...others(195)])).toEqual(['1', '2', 'a', 'b', 'c']);
  expect(await names([...pair, ...sum, ...others(196)])).toEqual(['1', 'a']);
});

test.each<[string, readonly Item[]]>([
  ['a sum that is another by a cent', [order('1', '100.00'), payment('a', '60.00'), payment('b', '40.01')]],
  ['another currency', [order('1', '100.00'), payment('a', '100.00', { currency: 'SGD' })]],
  ['more than a week between them', [order('1', '100.00'), payment('a', '100.00', { day: '2026-11-10' })]],
  ['another reconciliation', [order('1', '100.00'), payment('a', '100.00', { reconciliation: 'bank_to_settlement' })]],
  ['what is only outstanding', [order('1', '100.00'), payment('a', '100.00', { outcome: 'timing' })]],
  // 4 · 3 / 2 = 6 pairs, of 1,000 possible sums: 0.006
  ['a pair of many', [order('1', '10.00'), ...['1', '3', '7', '9'].map((amount) => payment(amount, `${amount}.00`))]],
])('A sum is not said of %s', async (_, items) => expect(await sums(items)).toEqual([]));
