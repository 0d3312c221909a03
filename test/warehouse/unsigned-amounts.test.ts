import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

/* Amounts of a bank table without any sign, and what may show that they are money in. */

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection, ['MYR'], false, { bank: {} });
});
beforeEach(async () => {
  for (const table of ['core.bank_line', 'raw.bank_statement_line', 'raw.receipt'])
    await warehouse.connection.run(`delete from ${table}`);
});
afterAll(() => warehouse.close());

let files = 0;

/** Loads a table with an account and an amount on each line: `5140 250.00`. Returns the code of the refusal, or `loaded`. */
async function load(...lines: string[]): Promise<string> {
  files += 1;
  const rows = lines.map((line, index) => {
    const [account = '', amount = ''] = line.split(' ');
    return `2026-11-${String(files).padStart(2, '0')},PAYOUT ${index},${amount},${account}\n`;
  });
  const file = landed(`Date,Description,Amount,Account\n${rows.join('')}`, {
    kind: 'bank_statement',
    source: 'files',
    page: null,
    ext: 'csv',
    file_name: `bank-${files}.csv`,
    currency: 'MYR',
    received_at: '2026-11-30T00:00:00.000Z',
  });
  const { status, error } = await loadLanded(warehouse.connection, file, { books: { bank: {} } });
  return error?.code ?? status;
}

test('An earlier file of the account that has signs shows that amounts without a sign are money in', async () => {
  expect(await load('5140 250.00')).toBe('FILE_SIGN_UNPROVEN');
  expect(await load('5140 250.00', '5140 -80.00')).toBe('loaded');
  expect(await load('5140 250.00')).toBe('loaded');
});

test('An earlier file of another account shows nothing', async () => {
  expect(await load('5140 250.00', '5140 -80.00')).toBe('loaded');
  expect(await load('5139 250.00')).toBe('FILE_SIGN_UNPROVEN');
  expect(await load('5140 250.00', '5139 250.00')).toBe('FILE_SIGN_UNPROVEN');
});

test('An earlier file without an account shows nothing: it may be of another bank', async () => {
  expect(await load(' 250.00', ' -80.00')).toBe('loaded');
  expect(await load(' 250.00')).toBe('FILE_SIGN_UNPROVEN');
});
