import { beforeAll, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

/* A day with a single deposit and no sign: the balance before it proves that it is money in, if an earlier file closed with that balance. */

const acme = givenRules({ currencies: ['MYR', 'SGD'], hasPayout: false, books: { bank: {} } });
beforeAll(async () => {
  // 1,000.00 + 300.00 - 50.00
  expect(await load('2026-11-12', '5140,MYR,300.00,1300.00', '5140,MYR,-50.00,1250.00')).toBe('loaded');
});

/** Loads a table with the account, currency, amount and balance of each line. Returns the code of the refusal, or `loaded`. */
async function load(day: string, ...lines: string[]): Promise<string> {
  const rows = lines.map((line, index) => `${day},PAYOUT ${index},${line}\n`);
  const file = landed(`Date,Description,Account,Currency,Amount,Balance\n${rows.join('')}`, {
    kind: 'bank_statement',
    file_name: `bank-${day}-${lines.join()}.csv`,
    received_at: '2026-11-30T00:00:00.000Z',
  });
  const { status, error } = await acme.load(file, { books: { bank: {} } });
  return error?.code ?? status;
}

test.each([
  ['with another balance before it', '2026-11-13', '5140,MYR,40.00,1300.00'],
  ['of another account', '2026-11-13', '5139,MYR,40.00,1290.00'],
  ['in another currency', '2026-11-13', '5140,SGD,40.00,1290.00'],
  ['before the closing balance', '2026-11-11', '5140,MYR,40.00,1290.00'],
])('A deposit %s is refused', async (_, day, line) => {
  expect(await load(day, line)).toBe('FILE_SIGN_UNPROVEN');
});

test('A deposit that continues the closing balance is money in', async () => {
  expect(await load('2026-11-13', '5140,MYR,40.00,1290.00')).toBe('loaded');
});
