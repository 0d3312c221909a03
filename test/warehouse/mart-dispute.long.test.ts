import { createSign, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { days, givenRules } from '../given/rules.ts';

const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Created On,Related To';
const currencies = ['MYR', 'JPY', 'KWD'];
const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = key.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const acme = givenRules({ currencies, hasPayout: false });

/** Loads a statement of these lines of a currency. Each test has references of its own, as all share a warehouse. */
const statement = (rows: string[], received_at = '2026-11-20T00:10:00Z', currency = 'MYR') =>
  acme.receive([header, ...rows, ''].join('\n'), {
    ...days('2026-11-01', '2026-11-19'),
    ...{ kind: 'statement', currency, received_at },
  });

type Message = { id: string; reference: string; amount: number; day: string; currency?: string; isReversal?: boolean };

function delivery({ id, reference, amount, day, currency = 'MYR', isReversal = false }: Message): string {
  const seconds = Date.parse(`${day}T12:00:00+08:00`) / 1000;
  const body = JSON.stringify({
    type: 'payment',
    id,
    reference,
    updated_on: seconds,
    payment: { is_outgoing: !isReversal, amount, currency, paid_on: seconds },
    event_type: isReversal ? 'payment.chargeback_reversed' : 'payment.charged_back',
  });
  const signature = createSign('RSA-SHA256').update(body).sign(key.privateKey, 'base64');
  return JSON.stringify({ received_at: `${day}T12:00:05+08:00`, signature, body });
}

async function messages(...all: Message[]): Promise<void> {
  await acme.load(landed(publicKey, { kind: 'public_key', ext: 'pem' }));
  const received = { ext: 'jsonl', received_at: '2026-11-20T00:20:00Z' };
  await acme.receive(`${all.map(delivery).join('\n')}\n`, { kind: 'callbacks', ...received });
}

/** The disputes of some references at the end of a day, as a report of the days has them. */
const disputes = (references: string, last = '2026-11-30', first = '2026-11-01'): Promise<string[]> =>
  acme.martLines(
    `select reference, currency, state, opened_on, charged_back, reversed, fee, net_amount, not_moved from mart.dispute
     where company = 'acme' and reference like '${references}%' and since_on <= date '${last}'
       and (ended_on is null or ended_on > date '${last}') and (closed_on is null or closed_on >= date '${first}')
     order by all`,
  );

test('A chargeback is open from its day, and reversed from the day on which all of it came back', async () => {
  await statement([
    'a1,purchase,A-1,MYR,100.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'a2,chargeback,A-1,MYR,100.00,15.00,visa,success,2026-11-03 09:00:00,,a1',
    'a3,chargeback_reversal,A-1,MYR,100.00,0.00,visa,success,2026-11-09 09:00:00,,a1',
  ]);
  expect(await disputes('A-', '2026-11-02')).toEqual([]);
  expect(await disputes('A-', '2026-11-08')).toEqual([
    'A-1 MYR open 2026-11-03 100.0000 0.0000 15.0000 -115.0000 0.0000',
  ]);
  const reversed = 'A-1 MYR reversed 2026-11-03 100.0000 100.0000 15.0000 -15.0000 0.0000';
  expect(await disputes('A-', '2026-11-09', '2026-11-09')).toEqual([reversed]);
  // closed before the days of the report
  expect(await disputes('A-', '2026-11-10', '2026-11-10')).toEqual([]);
  expect(await disputes('A-', '2026-11-30', '2026-11-01')).toEqual([reversed]);
});

test('Each side names its file and line', async () => {
  const lines = 'payment_line_no, chargeback_line_no, reversal_line_no, chargeback_file_name = payment_file_name';
  const payment = 'payment_on, method, payment_amount, known_by, meaning';
  expect(
    await acme.martLines(`select ${lines}, ${payment} from mart.dispute where reference = 'A-1' and ended_on is null`),
  ).toEqual(['2 3 4 true 2026-11-01 visa 100.0000 statement Reversed in full.']);
});

test('Chargebacks of a part add up, and a reversal of a part leaves the dispute open', async () => {
  await statement([
    'b1,purchase,B-1,MYR,100.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'b2,chargeback,B-1,MYR,30.00,5.00,visa,success,2026-11-03 09:00:00,,b1',
    'b3,chargeback,B-1,MYR,50.00,5.00,visa,success,2026-11-04 09:00:00,,b1',
    'b4,chargeback_reversal,B-1,MYR,30.00,0.00,visa,success,2026-11-05 09:00:00,,b1',
  ]);
  expect(await disputes('B-', '2026-11-03')).toEqual(['B-1 MYR open 2026-11-03 30.0000 0.0000 5.0000 -35.0000 0.0000']);
  expect(await disputes('B-')).toEqual(['B-1 MYR open 2026-11-03 80.0000 30.0000 10.0000 -60.0000 0.0000']);
});

test('A dispute that is charged back again after its reversal is open again', async () => {
  await statement([
    'c1,purchase,C-1,MYR,40.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'c2,chargeback,C-1,MYR,40.00,0.00,visa,success,2026-11-03 09:00:00,,c1',
    'c3,chargeback_reversal,C-1,MYR,40.00,0.00,visa,success,2026-11-05 09:00:00,,c1',
    'c4,chargeback,C-1,MYR,40.00,0.00,visa,success,2026-11-07 09:00:00,,c1',
  ]);
  expect(await disputes('C-', '2026-11-06')).toEqual([
    'C-1 MYR reversed 2026-11-03 40.0000 40.0000 0.0000 0.0000 0.0000',
  ]);
  expect(await disputes('C-')).toEqual(['C-1 MYR open 2026-11-03 80.0000 40.0000 0.0000 -40.0000 0.0000']);
});

test('A payment before the first known day, and a reversal without a chargeback', async () => {
  await statement([
    'd2,chargeback,D-1,MYR,40.00,0.00,visa,success,2026-11-03 09:00:00,,gone-1',
    'd3,chargeback_reversal,D-1,MYR,40.00,0.00,visa,success,2026-11-05 09:00:00,,',
    'd4,chargeback_reversal,D-2,MYR,60.00,0.00,visa,success,2026-11-05 09:00:00,,gone-2',
  ]);
  expect(await disputes('D-')).toEqual([
    'D-1 MYR reversed 2026-11-03 40.0000 40.0000 0.0000 0.0000 0.0000',
    'D-2 MYR unknown 2026-11-05 0.0000 60.0000 0.0000 60.0000 0.0000',
  ]);
  // money came back and none is open: it is in the reports of its day only
  expect(await disputes('D-', '2026-11-30', '2026-11-06')).toEqual([]);
  const [row] = await acme.mart(`select * from mart.dispute where reference = 'D-2'`);
  expect(row).toMatchObject({
    dispute_key: 'gone-2',
    payment_currency: null,
    meaning: 'Reversed; no chargeback is known in this currency.',
  });
});

test('A message without a line is money that has not moved; with its line it counts once, whatever it states', async () => {
  await statement([
    'e1,purchase,E-1,MYR,100.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'e2,purchase,E-2,MYR,70.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'e3,chargeback,E-2,MYR,70.00,0.00,visa,success,2026-11-04 09:00:00,,e2',
    'e4,purchase,E-3,MYR,50.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'e5,chargeback,E-3,MYR,50.00,0.00,visa,success,2026-11-04 09:00:00,,e4',
  ]);
  await messages(
    { id: 'x1', reference: 'E-1', amount: 4000, day: '2026-11-05' },
    { id: 'e3', reference: 'E-2', amount: 7100, day: '2026-11-03' },
    { id: 'x3', reference: 'E-3', amount: 5000, day: '2026-11-08', isReversal: true },
    { id: 'x4', reference: 'E-4', amount: 900, day: '2026-11-08' },
  );
  expect(await disputes('E-')).toEqual([
    'E-1 MYR open 2026-11-05 0.0000 0.0000 0.0000 0.0000 -40.0000',
    'E-2 MYR open 2026-11-03 70.0000 0.0000 0.0000 -70.0000 0.0000',
    'E-3 MYR reversed 2026-11-04 50.0000 0.0000 0.0000 -50.0000 50.0000',
    'E-4 MYR open 2026-11-08 0.0000 0.0000 0.0000 0.0000 -9.0000',
  ]);
  // before its line, the chargeback was reported only
  expect(await disputes('E-2', '2026-11-03')).toEqual(['E-2 MYR open 2026-11-03 0.0000 0.0000 0.0000 0.0000 -70.0000']);
  const [row] = await acme.mart(
    `select dispute_key, known_by, chargeback_file_name, chargeback_line_no, payment_line_no, closed_on from mart.dispute where reference = 'E-1'`,
  );
  expect(row).toMatchObject({ dispute_key: 'e1', known_by: 'message', chargeback_line_no: 1n, payment_line_no: 2n });
  expect(String(row?.chargeback_file_name)).toMatch(/^callbacks-/);
  // the reversal is reported, and its money is awaited: the dispute stays in the reports
  expect(await disputes('E-3', '2026-11-30', '2026-11-20')).toHaveLength(1);
});

test('The status of a payment alone shows a dispute, from the day of the statement that had it, until a line has its money', async () => {
  await statement(['f1,purchase,F-1,MYR,25.00,1.00,visa,chargeback,2026-11-01 09:00:00,,'], '2026-11-21T01:00:00Z');
  expect(await disputes('F-', '2026-11-20')).toEqual([]);
  expect(await disputes('F-')).toEqual(['F-1 MYR open 2026-11-21 0.0000 0.0000 0.0000 0.0000 -25.0000']);
  await statement(
    [
      'f1,purchase,F-1,MYR,25.00,1.00,visa,charged_back,2026-11-01 09:00:00,,',
      'f2,chargeback,F-1,MYR,10.00,0.00,visa,success,2026-11-18 09:00:00,,f1',
    ],
    '2026-11-22T01:00:00Z',
  );
  expect(await disputes('F-')).toEqual(['F-1 MYR open 2026-11-18 10.0000 0.0000 0.0000 -10.0000 0.0000']);
});

test('A line whose money has not moved is awaited', async () => {
  await statement([
    'g1,purchase,G-1,MYR,25.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'g2,chargeback,G-1,MYR,25.00,0.00,visa,pending,,2026-11-07 09:00:00,g1',
  ]);
  expect(await disputes('G-')).toEqual([
    expect.stringMatching(/^G-1 MYR open \S+ 0\.0000 0\.0000 0\.0000 0\.0000 -25\.0000$/),
  ]);
});

test('Amounts of another currency than the payment are on a row of their own, with the decimals of the currency', async () => {
  await statement(['h1,purchase,H-1,MYR,100.00,1.00,visa,chargeback,2026-11-01 09:00:00,,']);
  await statement(['h2,chargeback,H-1,KWD,7.125,0.250,visa,success,2026-11-03 09:00:00,,h1'], undefined, 'KWD');
  await statement(['h3,chargeback_reversal,H-1,JPY,900,0,visa,success,2026-11-04 09:00:00,,h1'], undefined, 'JPY');
  const rows =
    await acme.mart(`select currency, state, charged_back, net_amount, not_moved, payment_currency, payment_amount
     from mart.dispute where reference = 'H-1' and ended_on is null order by currency`);
  const payment = { payment_currency: 'MYR', payment_amount: '100.0000', not_moved: '0.0000' };
  expect(rows).toEqual([
    { currency: 'JPY', state: 'unknown', charged_back: '0.0000', net_amount: '900.0000', ...payment },
    { currency: 'KWD', state: 'open', charged_back: '7.1250', net_amount: '-7.3750', ...payment },
  ]);
});

test('A statement that is loaded twice and a repeated line change nothing', async () => {
  const rows = [
    'i1,purchase,I-1,MYR,100.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'i2,chargeback,I-1,MYR,100.00,0.00,visa,success,2026-11-03 09:00:00,,i1',
  ];
  await statement(rows);
  const once = await disputes('I-');
  await statement([...rows, rows[1] ?? ''], '2026-11-23T00:10:00Z');
  expect(await disputes('I-')).toEqual(once);
});

test('The key is unique, and the money of all disputes is that of the chargebacks', async () => {
  const repeated = 'group by company, dispute_key, currency, since_on having count(*) > 1';
  expect(await acme.mart(`select dispute_key from mart.dispute ${repeated}`)).toEqual([]);
  const [row] = await acme.mart(`select
       (select sum(net_amount) from mart.dispute where ended_on is null) as of_disputes,
       (select sum(if(kind = 'chargeback', -amount, amount) - fee) from core.payment_now
        where kind in ('chargeback', 'chargeback_reversal') and is_money_moved and occurrence = 1) as of_lines`);
  expect(row?.of_disputes).toBe(row?.of_lines);
});

test('What was refunded of a disputed payment is in its dispute from the day of the refund on', async () => {
  await statement([
    'j1,purchase,J-1,MYR,100.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'j2,refund,J-1,MYR,60.00,0.00,visa,success,2026-11-02 09:00:00,,j1',
    'j3,chargeback,J-1,MYR,100.00,0.00,visa,success,2026-11-04 09:00:00,,j1',
    'j4,refund,J-1,MYR,40.00,0.00,visa,success,2026-11-06 09:00:00,,j1',
    'j5,chargeback_reversal,J-1,MYR,100.00,0.00,visa,success,2026-11-08 09:00:00,,j1',
    'j6,refund,J-1,MYR,10.00,0.00,visa,success,2026-11-10 09:00:00,,j1',
    'k1,purchase,K-1,MYR,100.00,1.00,visa,paid,2026-11-01 09:00:00,,',
    'k2,refund,K-1,MYR,100.00,0.00,visa,success,2026-11-02 09:00:00,,k1',
  ]);
  expect(
    await acme.martLines(
      `select reference, opened_on, since_on, closed_on, refunded, charged_back, meaning from mart.dispute
       where reference in ('J-1', 'K-1') order by since_on`,
    ),
  ).toEqual([
    'J-1 2026-11-04 2026-11-04 60.0000 100.0000 Already refunded: answer the dispute with the refund.',
    'J-1 2026-11-04 2026-11-06 100.0000 100.0000 Already refunded: answer the dispute with the refund.',
    'J-1 2026-11-04 2026-11-08 2026-11-08 100.0000 100.0000 Reversed in full.',
    'J-1 2026-11-04 2026-11-10 2026-11-08 110.0000 100.0000 Reversed in full.',
  ]);
});
