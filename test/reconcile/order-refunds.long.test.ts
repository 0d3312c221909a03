import { expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

const statement = (lastDay: string, refunds = '') => ({
  ...days('2026-11-01', lastDay),
  text: `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,100.00,1.00,paid,2026-11-02 09:00:00,
p2,purchase,INV-2,MYR,50.00,0.50,paid,2026-11-02 10:00:00,
p3,purchase,INV-3,MYR,70.00,0.70,paid,2026-11-02 11:00:00,
${refunds}`,
});

const orders = (refunded: readonly [string, string, string], status = ['paid', 'paid', 'paid']) =>
  `Period,2026-11-01 to 2026-11-10\nOrder,Reference,Placed On,Currency,Amount,Status,Refunded\n${refunded
    .map(
      (amount, at) =>
        `O-${at + 1},INV-${at + 1},2026-11-02T08:5${at}:00+08:00,MYR,${[100, 50, 70][at]}.00,${status[at]},${amount}\n`,
    )
    .join('')}`;

const company = { hasPayout: false, books: { orders: { file: 'orders.csv' } } };
const acme = givenRules(company);

/** The items of November after these files. */
async function items(file: ReturnType<typeof statement>, ...books: readonly { text: string; received: string }[]) {
  await acme.empty();
  await acme.configure(company);
  const { text, ...window } = file;
  await acme.receive(text, { kind: 'statement', ...window, received_at: '2026-11-12T00:10:00.000Z' });
  for (const { text: content, received } of books)
    await acme.receive(content, { kind: 'orders', received_at: `${received}T00:10:00.000Z` });
  return acme.derived(`select left_key, outcome, reason, business_date::text as day
     from recon.order_refunds(date '2026-11-01', date '2026-12-01') order by left_key`);
}
const outstanding = (day: string, amount: string, by: string) => [
  {
    ...{ left_key: 'O-1', outcome: 'timing', day },
    reason: `Refund of ${amount} on order O-1 is outstanding in the statement: expected by ${by}.`,
  },
];
const none = orders(['0.00', '0.00', '0.00']);

test('An order reported as refunded without a refund is outstanding, then overdue, then a break by covered days', async () => {
  const book = { text: orders(['100.00', '0.00', '0.00'], ['refunded', 'paid', 'paid']), received: '2026-11-03' };
  expect(await items(statement('2026-11-02'), book)).toEqual(outstanding('2026-11-02', 'MYR 100.00', '3 Nov 2026'));
  expect(await items(statement('2026-11-04'), book)).toMatchObject([{ outcome: 'overdue' }]);
  expect(await items(statement('2026-11-05'), book)).toMatchObject([
    {
      outcome: 'missing_right',
      reason: 'Missing in statement: refund of MYR 100.00 on order O-1, which is refunded.',
    },
  ]);
});

test('A refund that the first file with an order reports may have been made until that file was received', async () => {
  const whole = { text: orders(['100.00', '0.00', '0.00'], ['refunded', 'paid', 'paid']), received: '2026-11-11' };
  expect(await items(statement('2026-11-09'), whole)).toEqual(outstanding('2026-11-02', 'MYR 100.00', '10 Nov 2026'));
  expect(await items(statement('2026-11-10'), whole)).toMatchObject([{ outcome: 'missing_right' }]);
  // a statement that ends more than a week before the file is not awaited: a break may be wrong, a green day must not be
  expect(await items(statement('2026-11-05'), { ...whole, received: '2026-11-13' })).toMatchObject([
    { outcome: 'timing' },
  ]);
  expect(await items(statement('2026-11-05'), { ...whole, received: '2026-11-14' })).toMatchObject([
    { outcome: 'missing_right' },
  ]);
  // the second of two refunds was made after the day to which the statement reaches
  const first = 'r1,refund,INV-1,MYR,40.00,0.00,success,2026-11-05 09:00:00,p1\n';
  const rest = outstanding('2026-11-05', 'MYR 60.00', '10 Nov 2026');
  expect(await items(statement('2026-11-06', first), whole)).toEqual(rest);
  const second = `${first}r2,refund,INV-1,MYR,60.00,0.00,success,2026-11-09 09:00:00,p1\n`;
  expect(await items(statement('2026-11-10', second), whole)).toMatchObject([{ outcome: 'matched' }]);
  expect(await items(statement('2026-11-10', first), whole)).toMatchObject([{ outcome: 'amount_differs' }]);
});

test('A refund that the shop does not report is a break once a file could report it', async () => {
  const refund = 'r1,refund,INV-2,MYR,50.00,0.00,success,2026-11-05 09:00:00,p2\n';
  const late = { text: none, received: '2026-11-11' };
  expect(await items(statement('2026-11-10', refund), late)).toEqual([
    {
      left_key: 'O-2',
      outcome: 'missing_left',
      day: '2026-11-05',
      reason: 'Missing in orders: refund of MYR 50.00 on order O-2, which is paid.',
    },
  ]);
  const early = { text: none, received: '2026-11-05' };
  expect(await items(statement('2026-11-10', refund), early)).toMatchObject([
    {
      outcome: 'matched',
      reason: 'Order O-2 has a refund of MYR 50.00 that no orders file of its day could report yet.',
    },
  ]);
});

test('Refunds in part are summed; another amount, or another currency, differs', async () => {
  const refunds = `r1,refund,INV-3,MYR,20.00,0.00,success,2026-11-05 09:00:00,p3
r2,refund,INV-3,MYR,10.00,0.00,success,2026-11-06 09:00:00,
`;
  const reported = (amount: string) => ({
    text: orders(['0.00', '0.00', amount], ['paid', 'paid', 'partly_refunded']),
    received: '2026-11-11',
  });
  expect(await items(statement('2026-11-10', refunds), reported('30.00'))).toMatchObject([
    { outcome: 'matched', day: '2026-11-06', reason: 'Order O-3 and statement agree: MYR 30.00 refunded.' },
  ]);
  expect(await items(statement('2026-11-10', refunds), reported('25.00'))).toMatchObject([
    {
      outcome: 'amount_differs',
      reason: 'Order O-3 is reported with a refund of MYR 25.00; the statement has MYR 30.00.',
    },
  ]);
  // zero is an amount, and a file without the column has none
  expect(await items(statement('2026-11-10', refunds), reported('0.00'))).toMatchObject([
    {
      outcome: 'amount_differs',
      reason: 'Order O-3 is reported with a refund of MYR 0.00; the statement has MYR 30.00.',
    },
  ]);
  const withoutColumn = reported('')
    .text.replace(',Refunded', '')
    .replaceAll(/,(0\.00)?$/gm, '');
  expect(await items(statement('2026-11-10', refunds), { text: withoutColumn, received: '2026-11-11' })).toMatchObject([
    { outcome: 'matched', reason: 'Order O-3 is partly_refunded, without an amount; the statement has MYR 30.00.' },
  ]);
  const inDollars = refunds.replaceAll('MYR', 'SGD');
  expect(await items(statement('2026-11-10', inDollars), reported('30.00'))).toMatchObject([
    { outcome: 'missing_right', day: '2026-11-02' },
  ]);
});

test('A refund that names its payment by the reference alone is found for an order with a reference of its own', async () => {
  const refund = 'r1,refund,INV-2,MYR,50.00,0.00,success,2026-11-05 09:00:00,\n';
  const text = `Period,2026-11-01 to 2026-11-10
Order,Reference,Placed On,Currency,Amount,Status,Refunded,Purchase ID
O-2,web 1002,2026-11-02T08:51:00+08:00,MYR,50.00,refunded,50.00,p2
`;
  expect(await items(statement('2026-11-10', refund), { text, received: '2026-11-11' })).toMatchObject([
    { left_key: 'O-2', outcome: 'matched', reason: 'Order O-2 and statement agree: MYR 50.00 refunded.' },
  ]);
});

test('An order without a refunded amount among zeros is compared, and only its refunds are not proven', async () => {
  // 19 orders without a payment, with a refunded amount of zero
  const others = Array.from({ length: 19 }, (_, at) => `X-${at},,2026-11-03T08:00:00+08:00,MYR,1.00,paid,0.00\n`);
  const book = (amount: string, status = 'paid') => ({
    text: `${orders(['0.00', amount, '0.00'], ['paid', status, 'paid'])}${others.join('')}`,
    received: '2026-11-11',
  });
  const refund = 'r1,refund,INV-2,MYR,50.00,0.00,success,2026-11-05 09:00:00,p2\n';
  const unproven = async () =>
    acme.said(`select business_date::text as day, no_figures
         from recon.order_refunds_unproven(date '2026-11-01', date '2026-12-01') order by day`);
  const no_figures = '1 order has no refunded amount, although its file has 0 where nothing was refunded.';
  expect(await items(statement('2026-11-10'), book(''))).toEqual([]);
  expect(await unproven()).toEqual([{ day: '2026-11-02', no_figures }]);
  expect(await acme.rows("select amount from core.merchant_order where order_id = 'O-2'")).toEqual([
    { amount: '50.0000' },
  ]);
  // whether the shop knows of the refund is unknown on its day too
  expect(await items(statement('2026-11-10', refund), book(''))).toEqual([]);
  expect(await unproven()).toEqual([
    { day: '2026-11-02', no_figures },
    { day: '2026-11-05', no_figures },
  ]);
  // the status is the amount
  expect(await items(statement('2026-11-10', refund), book('', 'refunded'))).toMatchObject([{ outcome: 'matched' }]);
  expect(await unproven()).toEqual([]);
});
