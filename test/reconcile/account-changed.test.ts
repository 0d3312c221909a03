import { expect, test } from 'vitest';
import { givenPayoutTerms, landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

async function load(kind: string, results: object[], received_at: string) {
  const file = landed(JSON.stringify({ results, meta: {} }), { kind, received_at });
  expect(await acme.load(file)).toMatchObject({ status: 'loaded', rejected: 0 });
}
const holder = (id: number, account_number: string, updated_at: string | null) => ({
  id,
  status: 'verified',
  account_number,
  bank_code: 'MBBEMYKL',
  name: `Payee ${id}`,
  reference: `B${id}`,
  created_at: '2026-10-01T00:00:00.000Z',
  updated_at,
  deleted_at: null,
});

const paid = (id: number, bank_account_id: number, created_at: string) => ({
  id,
  bank_account_id,
  amount: '25.00',
  state: 'completed',
  reference: `R${id}`,
  description: `Invoice ${id}`,
  created_at,
  updated_at: created_at,
});

test("A payout after a change of its recipient's account is a breach, even if both fall between two readings", async () => {
  const verified = '2026-10-01T00:05:00.000Z';
  const account = {
    id: 7,
    currency: 'MYR',
    status: 'active',
    current_balance: 0,
    updated_at: verified,
    ...givenPayoutTerms,
  };
  await load('accounts', [account], verified);
  await load(
    'bank_accounts',
    [1, 2, 3].map((id) => holder(id, `100${id}`, verified)),
    '2026-11-05T00:00:00.000Z',
  );
  // account 1 changed its number on the 5th at 02:00; account 2 at an unknown time; account 3 only its timestamp
  await load(
    'bank_accounts',
    [
      holder(1, '9999', '2026-11-05T02:00:00.000Z'),
      holder(2, '8888', null),
      holder(3, '1003', '2026-11-05T02:00:00.000Z'),
    ],
    '2026-11-06T00:00:00.000Z',
  );
  await load(
    'send_instructions',
    [
      paid(1, 1, '2026-11-05T01:59:59.000Z'),
      paid(2, 1, '2026-11-05T02:00:01.000Z'),
      paid(3, 2, '2026-11-05T23:59:59.000Z'),
      paid(4, 2, '2026-11-06T00:00:01.000Z'),
      paid(5, 3, '2026-11-05T02:00:01.000Z'),
    ],
    '2026-11-07T00:00:00.000Z',
  );
  await load('bank_accounts', [], '2026-11-07T00:00:00.000Z');
  const rows = await acme.rows(
    `select item_key from recon.beneficiaries(date '2026-11-01', date '2026-12-01') where reason_code = 'account_changed' order by item_key`,
  );
  expect(rows.map(({ item_key }) => item_key)).toEqual(['instruction:2', 'instruction:4']);
});
