import { expect, test } from 'vitest';
import { fillMart } from '../../src/warehouse/fill-mart.ts';
import { days as daysFrom, givenRules } from '../given/rules.ts';

/*
 * Three days: 100 and 50 are sold on the 1st, the second without an order; 90 is sent to the bank on the 2nd and arrives on the 3rd; 20 is
 * refunded and 30 charged back on the 2nd, and the chargeback is reversed on the 3rd. The shop marks an order of 40 as paid on the 2nd, and
 * the statement has no payment for it. On the 3rd the gateway has 10 more than its statement explains, and the bank 7 that nobody sent. The ledger
 * lacks 1 of what its account at the gateway should have.
 */
const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Related To';
const lines: Record<string, string[]> = {
  '2026-11-01': [
    'p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-01 09:00:00,2026-11-02 00:09:00,',
    'p2,purchase,INV-2,MYR,50.00,0.50,visa,paid,2026-11-01 10:00:00,2026-11-03 00:09:00,',
  ],
  '2026-11-02': [
    'd1,custom_payment,PO-1,MYR,90.00,0.00,bank_transfer,paid,2026-11-02 10:00:00,,',
    'r1,refund,INV-1,MYR,20.00,0.00,fpx,success,2026-11-02 11:00:00,,p1',
    'c1,chargeback,INV-2,MYR,30.00,0.00,visa,success,2026-11-02 12:00:00,,p2',
  ],
  '2026-11-03': ['c2,chargeback_reversal,INV-2,MYR,30.00,0.00,visa,success,2026-11-03 12:00:00,,p2'],
};
const balances = { '2026-11-01': 0, '2026-11-02': 148.5, '2026-11-03': 8.5, '2026-11-04': 48.5 };
const orders = `Period,2026-11-01 to 2026-11-03
Order,Reference,Placed On,Amount,Status,Currency
SO-1,INV-1,2026-11-01 08:00:00,100.00,paid,MYR
SO-2,INV-3,2026-11-02 08:00:00,40.00,paid,MYR
`;
const bank = `Statement period,2026-11-01 to 2026-11-03
Date,Description,Reference,Amount,Balance,Currency
2026-11-03,GATEWAY PAYOUT,PO-1,+90.00,590.00,MYR
2026-11-03,TRANSFER,XX,+7.00,597.00,MYR
`;
const ledger = `Account,Currency,Date,Balance
1150,MYR,2026-11-02,-1.50
1010,MYR,2026-11-02,590.00
1150,MYR,2026-11-03,27.50
1010,MYR,2026-11-03,590.00
`;
const books = {
  orders: {},
  bank: { deposits_are: 'disbursements' },
  ledger: { accounts: { gateway: '1150', bank: '1010' } },
};
const changes = { starts_on: '2026-11-01' };
const next = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Loads what the balance was when a day began. */
const receiveBalance = (day: string, balance: number, received_at: string) => {
  const { window_from } = daysFrom(day);
  const facts = { kind: 'balance', window_from, window_to: window_from, received_at };
  return acme.receive(JSON.stringify({ MYR: { balance, available_balance: balance } }), facts, changes);
};

const acme = givenRules({ hasPayout: false, books, changes }, async () => {
  const received_at = '2026-11-04T00:10:00Z';
  for (const [day, rows] of Object.entries(lines))
    await acme.receive([header, ...rows, ''].join('\n'), { kind: 'statement', ...daysFrom(day), received_at }, changes);
  for (const [day, balance] of Object.entries(balances)) await receiveBalance(day, balance * 100, received_at);
  for (const [kind, content] of Object.entries({ orders, bank_statement: bank, ledger_balances: ledger }))
    await acme.receive(content, { kind, received_at: '2026-11-04T00:05:00Z' }, changes);
  await acme.reconcile('2026-11-01', '2026-11-04');
  await fillMart(acme.connection);
});

/** The lines of a statement from a day to the end of another: `part line kind amount`, without lines of zero. */
const statement = (name: string, first: string, last: string) =>
  acme.martLines(
    `select part, line_code, if(kind = line_code, null, kind), amount
     from mart.statement('acme', date '${first}', date '${next(last)}')
     where statement = '${name}' and amount <> 0 and part <> 'ageing'`,
  );

const days = ['2026-11-01', '2026-11-02', '2026-11-03'] as const;

test('The clearing account: balance per gateway, what the books do not have, and the roll-forward by kind', async () => {
  expect(await statement('gateway', days[0], days[2])).toEqual([
    'balance balance_per_gateway 48.5000',
    'balance add order_without_payment 40.0000',
    'balance less not_in_statement -10.0000',
    'balance less payment_without_order -50.0000',
    'balance balance_per_ledger 27.5000',
    'composition available 48.5000',
    'roll_forward sales fpx 100.0000',
    'roll_forward sales visa 50.0000',
    'roll_forward refunded -20.0000',
    'roll_forward charged_back -30.0000',
    'roll_forward chargeback_reversed 30.0000',
    'roll_forward fees -1.5000',
    'roll_forward disbursed -90.0000',
    'roll_forward closing 48.5000',
  ]);
});

test('Items are carried forward from the day on which they arose, and a day begins where the day before ends', async () => {
  expect(await statement('gateway', days[1], days[1])).toEqual([
    'balance balance_per_gateway 8.5000',
    'balance add order_without_payment 40.0000',
    'balance less payment_without_order -50.0000',
    'balance balance_per_ledger -1.5000',
    'composition available 8.5000',
    'open not_settled 49.5000',
    'roll_forward opening 148.5000',
    'roll_forward refunded -20.0000',
    'roll_forward charged_back -30.0000',
    'roll_forward disbursed -90.0000',
    'roll_forward closing 8.5000',
  ]);
});

test('A deposit is in transit on the days before it arrived, although it is known to have arrived', async () => {
  expect(await statement('deposits', days[0], days[1])).toEqual([
    'balance balance_per_bank 500.0000',
    'balance add in_transit 90.0000',
    'balance balance_per_ledger 590.0000',
    'composition in_transit 90.0000',
    'roll_forward sent 90.0000',
    'roll_forward closing 90.0000',
  ]);
  expect(await statement('deposits', days[2], days[2])).toEqual([
    'balance balance_per_bank 597.0000',
    'balance less deposit_not_sent -7.0000',
    'balance balance_per_ledger 590.0000',
    'open deposit_not_sent 7.0000',
    'roll_forward opening 90.0000',
    'roll_forward received -90.0000',
  ]);
});

test('The balances of a day and what stands between them are the same in every period that ends with it', async () => {
  const standing = (lines: readonly string[]) => lines.filter((line) => !/^roll_forward (?!closing)/.test(line));
  for (const name of ['gateway', 'deposits'])
    for (const last of days)
      expect(standing(await statement(name, days[0], last))).toEqual(standing(await statement(name, last, last)));
});

test('A day without a known balance has no statement, and a period without a known opening balance no opening', async () => {
  expect(await statement('gateway', '2026-11-04', '2026-11-04')).toEqual([]);
  const from = await acme.mart(
    `select amount from mart.statement('acme', date '2026-10-31', date '2026-11-02') where statement = 'gateway' and line_code = 'opening'`,
  );
  // nobody asked for the balance of that instant
  expect(from).toEqual([{ amount: null }]);
  expect(await acme.mart(`from mart.statement('other', date '2026-11-01', date '2026-11-04')`)).toEqual([]);
});

/** The ageing of a statement as of the end of a day: `kind line amount count`; and the amounts and items between its balances. */
async function ageing(name: string, last: string): Promise<{ bands: string[]; between: string }> {
  const rows = await acme.rows(`select part, concat_ws(' ', kind, line_code, amount, item_count) as line,
       concat_ws(' ', sum(amount) filter (line_code in ('add', 'less')) over (), sum(item_count) filter (line_code in ('add', 'less')) over ()) as between
     from mart.statement('acme', date '${last}', date '${next(last)}') where statement = '${name}'`);
  const bands = rows.filter(({ part }) => part === 'ageing').map(({ line }) => String(line));
  return { bands: bands.sort(), between: String(rows[0]?.between) };
}

test('Open items are aged by the days from the day on which they arose to the end of the last day', async () => {
  expect((await ageing('gateway', days[2])).bands).toEqual(['reconciling age_0_7 -20.0000 3']);
  expect((await ageing('deposits', days[1])).bands).toEqual(['in_transit age_0_7 90.0000 1']);
  expect((await ageing('deposits', days[2])).bands).toEqual(['unidentified age_0_7 7.0000 1']);
});

test('Every age is in one band, and the bands add up to the items between the balance and the books', async () => {
  // a reading of each day that is looked at: the items of 1, 2 and 3 November are unchanged
  const bands: Record<string, string[]> = {
    '2026-11-08': ['age_0_7 -20.0000 3'],
    '2026-11-09': ['age_0_7 30.0000 2', 'age_8_30 -50.0000 1'],
    '2026-12-01': ['age_8_30 -20.0000 3'],
    '2026-12-02': ['age_31_60 -50.0000 1', 'age_8_30 30.0000 2'],
    '2026-12-31': ['age_31_60 -20.0000 3'],
    '2027-01-01': ['age_31_60 30.0000 2', 'age_61_90 -50.0000 1'],
    '2027-01-30': ['age_61_90 -20.0000 3'],
    '2027-01-31': ['age_61_90 30.0000 2', 'age_91 -50.0000 1'],
  };
  for (const day of Object.keys(bands)) await receiveBalance(next(day), 4850, daysFrom(next(day)).window_from);
  for (const [day, expected] of Object.entries(bands)) {
    expect({ day, ...(await ageing('gateway', day)) }).toEqual({
      day,
      bands: expected.map((line) => `reconciling ${line}`),
      between: '-20.0000 3',
    });
  }
});

const sent = givenRules({ hasPayout: false, books: { bank: { deposits_are: 'disbursements' } }, changes });

test('A deposit is overdue in the statement of the day from which its finding says so', async () => {
  const rows = [header, ...(lines['2026-11-02'] ?? []).slice(0, 1), ''].join('\n');
  await sent.receive(
    rows,
    { kind: 'statement', ...daysFrom('2026-11-02'), received_at: '2026-11-03T00:10:00Z' },
    changes,
  );
  const seen: string[] = [];
  for (const last of ['04', '05', '06', '09'].map((day) => `2026-11-${day}`)) {
    const received_at = `${next(last)}T00:05:00Z`;
    await sent.receive(
      `Statement period,2026-11-02 to ${last}\nDate,Description,Reference,Amount,Balance,Currency\n2026-11-02,FEE,F,-1.00,9.00,MYR\n`,
      { kind: 'bank_statement', received_at },
      changes,
    );
    await sent.reconcile('2026-11-02', next(last));
    const [finding] = await sent.rows(
      `select outcome from recon.item where reconciliation = 'bank_to_settlement' and starts_with(item_key, 'sent:')`,
    );
    const [line] = await sent.rows(
      `select line_code, due_on::text as due from mart.statement('acme', date '2026-11-02', date '${next(last)}')
       where statement = 'deposits' and part = 'composition'`,
    );
    seen.push(`${last.slice(-2)} ${finding?.outcome} ${line?.line_code}`);
    expect(line?.due).toBe('2026-11-05');
  }
  // sent on a Monday: usually three bank days, at the most four
  expect(seen).toEqual([
    '04 timing in_transit',
    '05 overdue overdue',
    '06 missing_left overdue',
    '09 missing_left overdue',
  ]);
});

const doubtful = givenRules({ hasPayout: false, books: { bank: { deposits_are: 'disbursements' } }, changes });

test('A deposit whose transfers are only suggested is a receipt without a transfer, and they are in transit', async () => {
  const received_at = '2026-11-04T00:10:00Z';
  for (const [day, row] of [
    ['2026-11-02', 'd1,custom_payment,PO-1,MYR,100.00,0.00,bank_transfer,paid,2026-11-02 10:00:00,,'],
    ['2026-11-03', 'd2,custom_payment,PO-2,MYR,200.00,0.00,bank_transfer,paid,2026-11-03 10:00:00,,'],
  ] as const)
    await doubtful.receive(`${header}\n${row}\n`, { kind: 'statement', ...daysFrom(day), received_at }, changes);
  await doubtful.receive(
    'Statement period,2026-11-02 to 2026-11-03\nDate,Description,Amount,Balance,Currency\n2026-11-03,GATEWAY,+300.00,300.00,MYR\n',
    { kind: 'bank_statement', received_at },
    changes,
  );
  await doubtful.reconcile('2026-11-02', '2026-11-04');
  const standing = await doubtful.mart(
    `select part, since_on::text as since, amount::integer as amount, ended_on from mart.composition where statement = 'deposits' order by all`,
  );
  expect(standing).toEqual([
    { part: 'in_transit', since: '2026-11-02', amount: 100, ended_on: null },
    { part: 'in_transit', since: '2026-11-03', amount: 200, ended_on: null },
    { part: 'unidentified', since: '2026-11-03', amount: 100, ended_on: null },
    { part: 'unidentified', since: '2026-11-03', amount: 200, ended_on: null },
  ]);
});
