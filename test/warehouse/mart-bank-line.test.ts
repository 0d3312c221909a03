import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00,2026-11-03 00:09:00
`;
/** A settlement, a transfer that nobody sent, rent that comes back, and a day on which the value is that of the day before. */
const bank = `:20:S1
:25:ACME-1
:28C:1/1
:60F:C261102MYR500,00
:61:2611031103C99,00NTRFSETTLE//B1
:86:GATEWAY SETTLEMENT
:61:2611031103C33,00NTRFXX//B2
:86:TRANSFER
:61:2611041104D80,00NTRFRENT//B3
:86:RENT
:61:2611051105RD80,00NTRFRENT//B4
:86:RENT
:62F:C261105MYR632,00
-
`;
const books = { bank: { deposits_are: 'settlements' } };
const acme = givenRules({ hasPayout: false, books, changes: { starts_on: '2026-11-02' } });
const key = generateKeyPairSync('rsa', { modulusLength: 2048 });

function delivery(id: string, secret: KeyObject): string {
  const occurred = Date.parse('2026-11-02T23:30:00+08:00') / 1000;
  const body = JSON.stringify({
    ...{
      type: 'purchase',
      id,
      reference: `INV-${id}`,
      status: 'paid',
      updated_on: occurred + 60,
      event_type: 'purchase.paid',
    },
    ...{ purchase: { total: 10000, currency: 'MYR' }, payment: { amount: 10000, currency: 'MYR', paid_on: occurred } },
  });
  const signature = createSign('RSA-SHA256').update(body).sign(secret, 'base64');
  return JSON.stringify({ received_at: '2026-11-02T23:31:05+08:00', signature, body });
}

beforeAll(async () => {
  const received_at = '2026-11-06T01:00:00Z';
  await acme.receive(statement, { kind: 'statement', ...days('2026-11-02', '2026-11-05'), received_at }, { books });
  await acme.receive(bank, { kind: 'bank_statement', ext: 'sta', received_at }, { books });
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await acme.load(landed(pem, { kind: 'public_key', ext: 'pem' }));
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const lines = [delivery('p1', key.privateKey), delivery('p1', key.privateKey), delivery('p9', another.privateKey)];
  await acme.receive(`${lines.join('\n')}\n`, { kind: 'callbacks', ext: 'jsonl', received_at });
  await acme.reconcile('2026-11-02', '2026-11-06');
});

test('A line of the bank has its outcome: matched, open, or none where it is no deposit', async () => {
  expect(
    await acme.mart(
      `select business_date::text as day, account, amount, description, is_reversal, outcome, break_id is not null as has_item
       from mart.bank_line order by line_no`,
    ),
  ).toEqual([
    {
      day: '2026-11-03',
      account: 'ACME-1',
      amount: '99.0000',
      description: 'GATEWAY SETTLEMENT',
      is_reversal: false,
      outcome: 'matched',
      has_item: true,
    },
    {
      day: '2026-11-03',
      account: 'ACME-1',
      amount: '33.0000',
      description: 'TRANSFER',
      is_reversal: false,
      outcome: 'missing_right',
      has_item: true,
    },
    {
      day: '2026-11-04',
      account: 'ACME-1',
      amount: '-80.0000',
      description: 'RENT',
      is_reversal: false,
      outcome: null,
      has_item: false,
    },
    expect.objectContaining({ day: '2026-11-05', amount: '80.0000', is_reversal: true }),
  ]);
  expect(
    await acme.martLines(
      `select line.reference, item.outcome from mart.bank_line as line
       inner join mart.item as item on item.left_key = line.bank_line_key and item.break_id = line.break_id
       where line.outcome = 'missing_right'`,
    ),
  ).toEqual(['XX missing_right']);
});

test('A callback is one event, signed or not, with the payment that it reports', async () => {
  expect(
    await acme.mart(
      `select payment_key, kind, amount, is_signed, business_date::text as day, epoch(reported_at) - epoch(occurred_at) as reported,
         epoch(received_at) - epoch(reported_at) as received, reference, line_no
       from mart.callback order by payment_key`,
    ),
  ).toEqual([
    {
      ...{
        payment_key: 'p1',
        kind: 'payment',
        amount: '100.0000',
        is_signed: true,
        day: '2026-11-02',
        reported: 60,
        received: 5,
      },
      ...{ reference: 'INV-p1', line_no: 1n },
    },
    expect.objectContaining({ payment_key: 'p9', is_signed: false, line_no: 3n }),
  ]);
});
