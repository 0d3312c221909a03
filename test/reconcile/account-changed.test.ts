import { expect, test } from 'vitest';
import { instruction, page, payoutAccount, recipient } from '../given/payout-records.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

const load = (kind: string, results: object[], received_at: string) =>
  acme.receive(page(results), { kind, received_at });
const holder = (id: number, account_number: string, updated_at: string | null) =>
  recipient(id, { account_number, name: `Payee ${id}`, created_at: '2026-10-01T00:00:00.000Z', updated_at });
const { bank_account_details: _, ...instructed } = instruction(0);
const paid = (id: number, bank_account_id: number, at: string) => ({
  ...instructed,
  ...{ id, bank_account_id, reference: `R${id}`, description: `Invoice ${id}`, created_at: at, updated_at: at },
});

test("A payout after a change of its recipient's account is a breach, even if both fall between two readings", async () => {
  const verified = '2026-10-01T00:05:00.000Z';
  await load('accounts', [payoutAccount(7, { updated_at: verified })], verified);
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
  const changed = `select item_key from recon.beneficiaries(date '2026-11-01', date '2026-12-01') where reason_code = 'account_changed'`;
  expect(await acme.lines(`${changed} order by item_key`)).toEqual(['instruction:2', 'instruction:4']);
});
