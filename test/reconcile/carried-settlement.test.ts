import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derive } from '../../src/warehouse/derive.ts';
import {
  type GivenBankLine,
  type GivenOrder,
  type GivenPayment,
  givenBankLines,
  givenOrders,
  givenStatement,
} from '../given/facts.ts';
import { givenFreshRules } from '../given/rules.ts';

/* Deposits that are settlements: a settlement below zero makes no deposit, and reduces the next one. */

type Day = [day: string, net: string];
type Given = { settled: Day[]; deposited?: Day[]; to?: string; currency?: string; orders?: GivenOrder[] };

const books = { orders: {}, bank: { deposits_are: 'settlements' } };
const acme = givenFreshRules({
  hasPayout: false,
  currencies: ['MYR', 'JPY'],
  books,
  changes: { starts_on: '2026-10-26' },
});

/** Each settlement is one line: a payment, or a refund where it is below zero. */
async function judge({
  settled,
  deposited = [],
  to = '2026-11-14',
  currency = 'MYR',
  orders = [],
}: Given): Promise<void> {
  const received = `${to}T23:00:00Z`;
  const payments = settled.map(
    ([day, net], at): GivenPayment => ({
      key: `p${at}`,
      amount: net.replace('-', ''),
      paid: '2026-10-25 09:00',
      settled: day,
      kind: net.startsWith('-') ? 'refund' : 'payment',
      reference: `INV-${at}`,
    }),
  );
  const lines = deposited.map(([day, amount]): GivenBankLine => ({ day, amount, text: 'GATEWAY' }));
  await givenStatement(acme.connection, { covers: ['2026-10-25', to], received, currency }, payments);
  await givenBankLines(acme.connection, { covers: ['2026-10-25', to], received, currency }, lines);
  if (orders.length > 0) await givenOrders(acme.connection, { covers: ['2026-10-25', to], received }, orders);
  await acme.find(['bank_to_settlement', ...(orders.length > 0 ? ['orders_to_statement'] : [])], '2026-10-25', to);
}

/** Each item as `day outcome reason sent = deposited`. */
const items = () =>
  acme.lines(
    `select strftime(business_date, '%d'), outcome, coalesce(reason_code, '-'), coalesce(right_amount::decimal(18, 2)::text, '-'), '=',
       coalesce(left_amount::decimal(18, 2)::text, '-')
     from recon.item where reconciliation = 'bank_to_settlement' order by business_date, item_key`,
  );

const sentences = async () =>
  (
    await acme.said(
      `select reason from recon.item where reconciliation = 'bank_to_settlement' order by business_date, item_key`,
    )
  ).map(({ reason }) => reason);

const twice: Day[] = [
  ['2026-11-02', '-50.00'],
  ['2026-11-03', '-20.00'],
  ['2026-11-04', '200.00'],
];

test('Settlements below zero over several days reduce the next deposit, whose item names what it was reduced by', async () => {
  await judge({ settled: twice, deposited: [['2026-11-05', '130.00']] });
  expect(await items()).toEqual(['02 matched - -50.00 = -', '03 matched - -20.00 = -', '04 matched - 130.00 = 130.00']);
  expect(await sentences()).toEqual([
    'No deposit for the settlement of 2 Nov 2026, MYR -50.00: it was carried forward to the settlement of 4 Nov 2026.',
    'No deposit for the settlement of 3 Nov 2026, MYR -20.00: it was carried forward to the settlement of 4 Nov 2026.',
    'MYR 130.00 was deposited on 5 Nov 2026. MYR 70.00, carried forward since 2 Nov 2026, is deducted from the settlement.',
  ]);
});

test('A settlement that does not make up for it is carried forward with it', async () => {
  await judge({
    settled: [
      ['2026-11-02', '-50.00'],
      ['2026-11-03', '20.00'],
      ['2026-11-04', '200.00'],
    ],
    deposited: [['2026-11-05', '170.00']],
  });
  expect(await items()).toEqual(['02 matched - -50.00 = -', '03 matched - 20.00 = -', '04 matched - 170.00 = 170.00']);
});

test('What no deposit was reduced by yet is outstanding, however long it takes', async () => {
  await judge({ settled: twice.slice(0, 2) });
  expect(await items()).toEqual(['02 timing carried_forward -50.00 = -', '03 timing carried_forward -20.00 = -']);
  expect((await sentences())[0]).toBe(
    'No deposit for the settlement of 2 Nov 2026, MYR -50.00: it is carried forward to the next deposit.',
  );
});

test('A settlement of exactly what was carried forward leaves nothing open, and one of zero is no item', async () => {
  await judge({
    settled: [
      ['2026-11-02', '-50.00'],
      ['2026-11-03', '50.00'],
      ['2026-11-04', '10.00'],
      ['2026-11-04', '-10.00'],
      ['2026-11-05', '30.00'],
    ],
    deposited: [['2026-11-06', '30.00']],
  });
  expect(await items()).toEqual(['02 matched - -50.00 = -', '03 matched - 50.00 = -', '05 matched - 30.00 = 30.00']);
  expect((await sentences())[1]).toBe(
    'No deposit for the settlement of 3 Nov 2026, MYR 50.00: it makes up for what was brought forward.',
  );
});

test('A deposit that was not reduced differs by exactly what was carried forward', async () => {
  await judge({ settled: twice, deposited: [['2026-11-05', '200.00']] });
  expect((await items()).at(-1)).toBe('04 amount_differs amount_differs 130.00 = 200.00');
  expect(await acme.items('bank_to_settlement')).toEqual([
    'sent:settlement:MYR:2026-11-04 amount_differs amount_differs -70.0000',
  ]);
  expect((await sentences()).at(-1)).toBe(
    'MYR 130.00 was sent and MYR 200.00 was deposited. MYR 70.00, carried forward since 2 Nov 2026, is deducted from the settlement.',
  );
});

test('A deposit that is short of the reduced amount is a break', async () => {
  await judge({ settled: twice, deposited: [['2026-11-05', '129.00']] });
  expect((await items()).slice(2)).toEqual([
    '04 missing_left deposit_missing 130.00 = -',
    '05 missing_right deposit_not_sent - = 129.00',
  ]);
});

test('A currency without decimals, and a settlement of another currency, which is not reduced', async () => {
  await judge({ settled: [['2026-11-03', '90.00']], deposited: [['2026-11-04', '90.00']] });
  await judge({
    settled: [
      ['2026-11-02', '-500'],
      ['2026-11-03', '1200'],
    ].map(([day = '', net = '']): Day => [day, net]),
    deposited: [['2026-11-04', '700']],
    currency: 'JPY',
  });
  expect(await items()).toEqual([
    '02 matched - -500.00 = -',
    '03 matched - 700.00 = 700.00',
    '03 matched - 90.00 = 90.00',
  ]);
  expect((await sentences())[1]).toContain(
    'JPY 500, carried forward since 2 Nov 2026, is deducted from the settlement.',
  );
});

test('Across the end of a month the amount is in transit, and the next month sends that much less', async () => {
  await judge({
    settled: [
      ['2026-10-30', '-50.00'],
      ['2026-11-02', '200.00'],
    ],
    deposited: [['2026-11-03', '150.00']],
  });
  const lines = (from: string, after: string) =>
    acme.martLines(
      `select line_code, amount::decimal(18, 2) from mart.statement('acme', date '${from}', date '${after}')
       where statement = 'deposits' and part in ('roll_forward', 'composition') order by part desc, line_no, line_code`,
    );
  expect(await lines('2026-10-01', '2026-11-01')).toEqual(['sent -50.00', 'closing -50.00', 'carried_forward -50.00']);
  expect(await lines('2026-11-01', '2026-12-01')).toEqual([
    ...['opening -50.00', 'sent 200.00', 'received -150.00', 'closing 0.00'],
  ]);
});

test('The payments of a settlement that was carried forward are deposited with the deposit that made up for it', async () => {
  const orders = ['100.00', '20.00', '200.00'].map((amount, at) => ({
    id: `O-${at}`,
    amount,
    day: '2026-10-25',
    reference: `INV-${at + 1}`,
  }));
  const settled: Day[] = [
    ['2026-11-02', '-150.00'],
    ['2026-11-02', '100.00'],
    ['2026-11-03', '20.00'],
    ['2026-11-04', '200.00'],
  ];
  const reached = () => acme.martLines('select order_id, reached from mart.order_path order by order_id');
  await judge({ settled, orders, deposited: [['2026-11-05', '170.00']] });
  expect(await reached()).toEqual(['O-0 deposited', 'O-1 deposited', 'O-2 deposited']);
  await acme.empty();
  await acme.configure({ hasPayout: false, books, changes: { starts_on: '2026-10-26' } });
  await judge({ settled: settled.slice(0, 3), orders });
  expect(await reached()).toEqual(['O-0 in_transit', 'O-1 in_transit', 'O-2 not_collected']);
});

const dayAfter = (at: number) => new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10);

test('Law: deposits and what is carried forward are those of an account that pays out whatever is above zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 40 }), async (nets) => {
      // the last settlement makes up for everything
      const all = [...nets, 20_000];
      let balance = 0;
      const expected = all.flatMap((net, at) => {
        balance += net;
        const sent = Math.max(balance, 0);
        balance -= sent;
        return sent > 0 ? [`${dayAfter(at)} ${sent}.0000`] : [];
      });
      await acme.empty();
      await acme.configure({ hasPayout: false, books, changes: { starts_on: '2026-10-26' } });
      const payments = all.map((net, at): GivenPayment => {
        const kind = net < 0 ? 'refund' : 'payment';
        return { key: `p${at}`, amount: String(Math.abs(net)), paid: '2026-08-31 09:00', settled: dayAfter(at), kind };
      });
      await givenStatement(
        acme.connection,
        { covers: ['2026-08-31', '2026-11-30'], received: '2026-11-30T23:00:00Z' },
        payments,
      );
      await derive(acme.connection);
      const sent = await acme.lines(
        'select sent_on::text, amount from core.gateway_deposit where amount > 0 order by sent_on',
      );
      expect(sent).toEqual(expected);
      const [sums] = await acme.rows(
        `select (sum(amount) - sum(net_amount))::double as over, count(*) filter (carried_to is null) as open from core.gateway_deposit`,
      );
      expect(sums).toEqual({ over: 0, open: 0n });
    }),
    { numRuns: 25 },
  );
});
