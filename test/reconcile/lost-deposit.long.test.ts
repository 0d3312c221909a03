import { beforeEach, describe, expect, test } from 'vitest';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';
import { type GivenFile, type GivenPayment, givenStatement } from '../given/facts.ts';
import { givenFreshRules } from '../given/rules.ts';

/*
 * Deposits that were at the bank and are not any more: a later file of the day does not have them, or the bank returned them.
 * Their transfer is not matched, and no deadline makes it an item in transit again.
 */

const transfers: [key: string, reference: string, amount: string, paid: string][] = [
  ['old', 'DISB-0', '10', '2026-10-20 09:00'],
  ['d1', 'DISB-1', '500', '2026-11-09 16:00'],
  ['d2', 'DISB-2', '600', '2026-11-09 16:01'],
  ['d3', 'DISB-3', '70', '2026-11-10 16:00'],
];

type Entry = [day: string, mark: 'C' | 'D' | 'RC' | 'RD', amount: number, reference: string, text?: string];
const deposits: Entry[] = [
  ['09', 'C', 500, 'DISB-1'],
  ['09', 'C', 600, 'DISB-2'],
  ['10', 'C', 70, 'DISB-3'],
];
const isOut = (mark: string) => mark === 'D' || mark === 'RC';

/** An MT940 statement from 8 to 10 November, and beyond. */
function mt940(entries: readonly Entry[], to = '10'): string {
  const closing = entries.reduce((sum, [, mark, amount]) => sum + (isOut(mark) ? -amount : amount), 10_000);
  const lines = entries.map(
    ([day, mark, amount, reference, text]) =>
      `:61:2611${day}11${day}${mark}${amount},NTRF${reference}\n:86:${text ?? `PAYOUT ${reference}`}`,
  );
  return `:20:S\n:25:5140\n:28C:1/1\n:60F:C261108MYR10000,\n${lines.join('\n')}\n:62F:C2611${to}MYR${closing},\n-\n`;
}

const bank = (entries: readonly Entry[], file_name: string, to?: string) =>
  acme.receive(
    mt940(entries, to),
    { kind: 'bank_statement', ext: 'sta', currency: 'MYR', received_at: '2026-11-12T00:10:00.000Z', file_name },
    { books: { bank: {} } },
  );

const [definition] = (await reconciliations()).filter(({ name }) => name === 'bank_to_settlement');
const declared = definition?.reasons.map(({ code, outcome }) => `${code} ${outcome}`);

async function open() {
  await acme.find(['bank_to_settlement'], '2026-11-08', '2026-11-12');
  const items = await acme.rows(`select coalesce(right_reference, left_reference) as item, outcome, reason_code, reason
     from recon.item where outcome <> 'matched' order by item_key`);
  for (const { outcome, reason_code } of items) expect(declared).toContain(`${reason_code} ${outcome}`);
  return items;
}

const acme = givenFreshRules({ hasPayout: false, books: { bank: {} } });
beforeEach(async () => {
  const file: GivenFile = { covers: ['2026-10-20', '2026-11-11'], received: '2026-11-12T00:10:00Z' };
  const payments = transfers.map(([key, reference, amount, paid]): GivenPayment => {
    return { key, reference, amount, paid, kind: 'disbursement', method: 'bank_transfer' };
  });
  await givenStatement(acme.connection, file, payments);
  await bank(deposits, 'bank.sta');
});

test('Each deposit is matched as long as it is at the bank', async () => {
  expect(await open()).toEqual([]);
});

describe('A bank file that is sent again', () => {
  test('without a deposit leaves its transfer without one, whatever its usual time', async () => {
    await bank(deposits.slice(0, 2), 'bank-corrected.sta');
    expect(await open()).toEqual([
      {
        item: 'DISB-3',
        outcome: 'missing_left',
        reason_code: 'deposit_gone',
        reason:
          'Deposit of MYR 70.00 of 10 Nov 2026 is no longer at the bank: bank-corrected.sta covers the day and does not have it.',
      },
    ]);
    await bank(deposits, 'bank-corrected-again.sta');
    expect(await open()).toEqual([]);
  });

  test('with another amount of the deposit shows the difference', async () => {
    await bank([...deposits.slice(0, 2), ['10', 'C', 69, 'DISB-3']], 'bank-corrected.sta');
    expect(await open()).toMatchObject([{ item: 'DISB-3', outcome: 'amount_differs' }]);
  });

  test('with the deposit on another day keeps the match', async () => {
    await bank([...deposits.slice(1), ['10', 'C', 500, 'DISB-1']], 'bank-corrected.sta');
    expect(await open()).toEqual([]);
  });
});

describe('A deposit that the bank returns', () => {
  const returned = {
    item: 'DISB-1',
    outcome: 'missing_left',
    reason_code: 'deposit_returned',
    reason: 'Deposit of MYR 500.00 of 9 Nov 2026 was returned by the bank on 11 Nov 2026.',
  };

  test('is none, by the mark of the bank or by its reference', async () => {
    for (const mark of ['RC', 'D'] as const) {
      await bank([...deposits, ['11', mark, 500, 'DISB-1']], `${mark}.sta`, '11');
      expect(await open()).toEqual([returned]);
    }
  });

  test('and deposits again is deposited', async () => {
    await bank([...deposits, ['10', 'D', 500, 'DISB-1'], ['11', 'C', 500, 'DISB-1']], 'again.sta', '11');
    expect(await open()).toEqual([]);
  });

  test('without a reference is found when the bank marks it, and only one line fits', async () => {
    await bank([...deposits, ['11', 'RC', 500, 'NONREF']], 'marked.sta', '11');
    expect(await open()).toEqual([returned]);
  });

  test('is a suggestion when a description alone says so, or several lines fit', async () => {
    await bank([...deposits, ['11', 'D', 500, 'NONREF', 'RETURNED PAYOUT']], 'described.sta', '11');
    expect(await open()).toMatchObject([{ outcome: 'suggested', reason_code: 'reversal_unclear' }]);
    await bank([...deposits, ['10', 'C', 500, 'X'], ['11', 'RC', 500, 'NONREF']], 'two.sta', '11');
    expect(await open()).toMatchObject([
      { item: 'X', outcome: 'missing_right' },
      { outcome: 'suggested', reason_code: 'reversal_unclear', reason: expect.stringContaining('may reverse') },
    ]);
  });
});

test('A reversal of a line that was never seen is an item', async () => {
  await bank([...deposits, ['11', 'RC', 44, 'Z-9']], 'unseen.sta', '11');
  expect(await open()).toEqual([
    {
      item: 'Z-9',
      outcome: 'missing_left',
      reason_code: 'reversal_unmatched',
      reason: 'Reversal of MYR 44.00 on 11 Nov 2026: no earlier bank line fits.',
    },
  ]);
});

test('Money in that takes a payment out back is no deposit', async () => {
  await bank([...deposits, ['10', 'D', 80, 'RENT-1'], ['11', 'RD', 80, 'RENT-1']], 'rent.sta', '11');
  expect(await open()).toEqual([]);
});
