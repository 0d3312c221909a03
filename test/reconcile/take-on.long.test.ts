import { expect, test } from 'vitest';
import { readStatements } from '../../src/report/statement/read-statements.ts';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

// A company starts on 2 November. Before it: a deposit in transit of 300.00, a paid order of 40.00, a payment of 80.00.
const opening = `item,id,reference,date,currency,amount,fee
balance,gateway,,,MYR,500.00,
deposit,D-1,PO-1,2026-10-30,MYR,300.00,
order,SO-1,INV-1,2026-11-01,MYR,40.00,
payment,p0,INV-0,2026-10-30,MYR,80.00,0.80
order,SO-9,INV-9,2026-11-02,MYR,10.00,
`;
// the payment of the order, and the refund of the payment, come after the first day has begun
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,40.00,0.40,paid,2026-11-02 09:00:00,
r1,refund,INV-0,MYR,80.00,0.00,success,2026-11-02 12:00:00,p0
`;
const bank = `Statement period,2026-11-02 to 2026-11-03
Date,Description,Reference,Amount,Currency
2026-11-02,GATEWAY PAYOUT,PO-1,+300.00,MYR
`;
const orders = `Period,2026-11-02 to 2026-11-03
Order,Reference,Placed On,Amount,Status,Currency
SO-2,INV-2,2026-11-02 20:00:00,5.00,pending,MYR
`;
const at = '2026-11-01T16:00:00Z';
const day = { window_from: at, window_to: '2026-11-02T16:00:00Z', currency: 'MYR' };
const books = { orders: {}, bank: { deposits_are: 'disbursements' } };
const acme = givenRules();

const run = () => acme.reconcile('2026-11-02', '2026-11-03');
const openItems = () =>
  acme.mart(`select reconciliation, reason_code from mart.item where is_open order by reconciliation, reason_code`);

test('What was open before the first day explains what arrives after it', async () => {
  const company = { starts_on: '2026-11-02' };
  await acme.configure({ hasPayout: false, books, changes: company });
  const file = (content: string, kind: string) =>
    acme.load(landed(content, { kind, received_at: '2026-11-04T00:05:00Z' }), company);
  await acme.load(landed(statement, { kind: 'statement', ...day }));
  await acme.load(
    landed(JSON.stringify({ MYR: { balance: 50000 } }), { kind: 'balance', window_from: at, window_to: at }),
  );
  await file(orders, 'orders');
  await file(bank, 'bank_statement');
  await run();
  const without = await openItems();
  expect(without).toEqual(
    expect.arrayContaining([
      { reconciliation: 'bank_to_settlement', reason_code: 'deposit_not_sent' },
      { reconciliation: 'orders_to_statement', reason_code: 'payment_without_order' },
      { reconciliation: 'refunds_to_purchases', reason_code: 'refund_without_payment' },
    ]),
  );

  expect(await file(opening, 'opening_items')).toMatchObject({ status: 'loaded', rows: 5, rejected: 1 });
  expect(await acme.rows('select reason_code from staging.rejected_row')).toEqual([
    { reason_code: 'not_before_start' },
  ]);
  await run();
  expect(await openItems()).toEqual([]);
  const balance = "select state, subject from mart.control where control = 'opening_balance'";
  // a rejected line may be a balance
  expect(await acme.rows(balance)).toEqual([{ state: 'not_made', subject: 'gateway' }]);
  await file(opening.replace(/order,SO-9.*\n/, ''), 'opening_items');
  await run();
  expect(await openItems()).toEqual([]);
  expect(await acme.rows(balance)).toEqual([{ state: 'balanced', subject: 'gateway' }]);
  // the first statement names the take-on beside its opening balance, and a later statement does not
  const takenOn = async (from: string) =>
    (await readStatements(acme.connection, { company: 'acme', from, to: '2026-11-03' })).flatMap(({ name, lines }) =>
      lines.roll_forward.flatMap((line) =>
        line.takenOn === undefined ? [] : [[name, line.code, line.takenOn.amount]],
      ),
    );
  expect(await takenOn('2026-11-02')).toEqual([['deposits', 'opening', '300.0000']]);
  expect(await takenOn('2026-11-01')).toEqual([]);

  // a corrected file replaces the first one as a whole
  await file('item,id,reference,date,currency,amount\nbalance,gateway,,,MYR,499.99\n', 'opening_items');
  await run();
  expect(await acme.rows(balance)).toEqual([{ state: 'out_of_balance', subject: 'gateway' }]);
  expect(await acme.rows("select 1 from core.payment where known_to is null and status = 'taken_on'")).toEqual([]);
});

test('A company without a first business day takes nothing on', async () => {
  await acme.execute("delete from core.company_setting where name = 'starts_on'");
  const file = landed(`${opening}balance,31,,,MYR,1.00,\n`, { kind: 'opening_items' });
  expect(await acme.load(file)).toMatchObject({ error: { code: 'TAKE_ON_START_MISSING' } });
});
