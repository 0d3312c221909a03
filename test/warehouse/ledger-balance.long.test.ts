import { expect, test } from 'vitest';
import { oneSheet } from '../../packages/files/test/given/xlsx-corpus/statement-rows.ts';
import { figuresOfFile } from '../../src/warehouse/load/file-figures.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { landed } from '../given/landed.ts';
import { givenFreshRules } from '../given/rules.ts';

type Accounts = Partial<Record<'gateway' | 'bank' | 'payout', string | string[]>>;

const acme = givenFreshRules();
let books: object;

/** The company, whose ledger has these accounts. */
function given(accounts: Accounts | null = { gateway: '1150' }, currencies = ['MYR']) {
  books = { ledger: accounts === null ? {} : { accounts } };
  return acme.configure({ currencies, hasPayout: false, books });
}

/** Loads a ledger file: its outcome, the rejected lines with their reasons, and the notes. */
async function load(content: string | Buffer, facts: Partial<LandedFile> = {}) {
  const file = landed(content, { kind: 'ledger_balances', file_name: 'ledger.csv', currency: 'MYR', ...facts });
  const { status, rows, message } = await acme.load(file, { books });
  const id = { id: file.receipt_id };
  const rejected = await acme.rows(
    'select line_no::integer as line, reason_code as code, reason from staging.rejected_row where receipt_id = $id order by all',
    id,
  );
  const [receipt] = await acme.rows('select notes from raw.receipt where receipt_id = $id', id);
  return { status, rows, message, rejected, notes: receipt?.notes ?? null, id: file.receipt_id };
}

/** The balances of the configured accounts: role, currency, day, balance and number of accounts. */
const now = () =>
  acme.lines('select role, currency, balance_on, balance, account_count from core.ledger_balance_now order by all');
/** All balances that are or were known. */
const versions = (condition = 'true') =>
  acme.lines(
    `select account, currency, balance_on, balance, if(known_to is null, null, 'replaced')
     from core.ledger_balance where ${condition} order by account, currency, balance_on, known_from, balance`,
  );

const head = 'Account,Currency,Date,Balance\n';

test('All accounts of a trial balance are kept, and the configured ones have their balance by role', async () => {
  await given({ gateway: '1150', bank: '1010' });
  const trial = `${head}1010,MYR,2026-11-02,"1,000.00"\n1150,MYR,2026-11-02,250.50\n4000,MYR,2026-11-02,(1250.50)\n`;
  expect(await load(trial)).toMatchObject({ status: 'loaded', rows: 3, rejected: [], notes: [] });
  expect(await versions()).toEqual([
    '1010 MYR 2026-11-02 1000.0000',
    '1150 MYR 2026-11-02 250.5000',
    '4000 MYR 2026-11-02 -1250.5000',
  ]);
  expect(await now()).toEqual(['bank MYR 2026-11-02 1000.0000 1', 'gateway MYR 2026-11-02 250.5000 1']);
});

test('A later file replaces the balances of its accounts and days, and leaves the others', async () => {
  await given();
  const days = (...balances: string[]) =>
    head + balances.map((one, at) => `1150,MYR,2026-11-0${at + 1},${one}\n`).join('');
  await load(days('1', '2'));
  const { id } = await load(days('1', '5', '6'), { received_at: '2026-11-04T00:10:00Z' });
  // half a file: a day that it leaves out keeps its balance
  await load(`${head}1150,MYR,2026-11-03,7\n`, { file_name: 'other.csv', received_at: '2026-11-05T00:10:00Z' });
  expect(await now()).toEqual([
    'gateway MYR 2026-11-01 1.0000 1',
    'gateway MYR 2026-11-02 5.0000 1',
    'gateway MYR 2026-11-03 7.0000 1',
  ]);
  expect(await versions('known_to is not null')).toEqual([
    '1150 MYR 2026-11-02 2.0000 replaced',
    '1150 MYR 2026-11-03 6.0000 replaced',
  ]);
  expect(
    await acme.rows(
      `select receipt_id::integer = ${id} as is_second, line_no::integer as line from core.ledger_balance_now where balance_on = '2026-11-02'`,
    ),
  ).toEqual([{ is_second: true, line: 3 }]);
});

test('A doubled file and doubled lines count once', async () => {
  await given();
  const line = '1150,MYR,2026-11-02,10.00\n';
  const first = await load(head + line + line + head + line);
  expect(first).toMatchObject({ status: 'loaded', rejected: [{ line: 4, code: 'header_repeated' }] });
  expect(await figuresOfFile(acme.connection, first.id)).toMatchObject({ loaded: 1, rejected: 0, noRecord: 1 });
  expect(await load(head + line + line + head + line)).toMatchObject({ status: 'repeated' });
  expect(await versions()).toHaveLength(1);
  // another spelling of the same balance is the same balance
  await load(`${head}1150,MYR,02 Nov 2026,RM 10\n`, { file_name: 'again.csv' });
  expect(await versions()).toHaveLength(1);
});

test('Lines that cannot be read are rejected with their reason, and two balances of one account and day both', async () => {
  await given({ gateway: '1150' }, ['MYR', 'SGD']);
  const lines = [
    ',MYR,2026-11-02,1.00',
    '1150,,2026-11-02,1.00',
    '1150,XXQ,2026-11-02,1.00',
    '1150,USD,2026-11-02,1.00',
    '1150,MYR,,1.00',
    '1150,MYR,2026-02-30,1.00',
    '1150,MYR,02 Nov 26,1.00',
    '1150,MYR,2031-01-01,1.00',
    '1150,MYR,2026-11-02,',
    '1150,MYR,2026-11-02,-',
    '1150,MYR,2026-11-02,1.00 CR',
    '1150,MYR,2026-11-02,1.005',
    '1150,SGD,2026-11-02,1.00',
    '1150,SGD,2026-11-02,2.00',
    '1150,SGD,2026-11-02,1.00',
    '1150,SGD,2026-11-01,3.00',
    'Total,,,9.00',
  ];
  const { status, rejected } = await load(`${head}${lines.join('\n')}\n`, { currency: null });
  expect(status).toBe('loaded');
  expect(rejected.map(({ line, code, reason }) => `${line} ${code}: ${reason}`)).toEqual([
    '2 account_missing: The line names no account.',
    '3 currency_missing: The line names no currency.',
    '4 currency_unknown: The currency "XXQ" is unknown.',
    '5 currency_not_configured: The currency "USD" is not among the currencies of the company.',
    '6 date_missing: The line has no date.',
    '7 date_unreadable: The date "2026-02-30" is not a valid date.',
    '8 year_two_digits: The year of the date "02 Nov 26" has two digits: set books.ledger.two_digit_years.',
    '9 date_implausible: The date "2031-01-01" is not between 2000-01-01 and 2026-11-05.',
    '10 balance_missing: The line has no balance.',
    '11 balance_unreadable: The balance "-" is not a valid amount in MYR.',
    '12 balance_unreadable: The balance "1.00 CR" is not a valid amount in MYR.',
    '13 balance_unreadable: The balance "1.005" is not a valid amount in MYR.',
    '14 balances_differ: The file has different balances of account "1150" in SGD on 2026-11-02.',
    '15 balances_differ: The file has different balances of account "1150" in SGD on 2026-11-02.',
    '16 balances_differ: The file has different balances of account "1150" in SGD on 2026-11-02.',
    '18 summary_row: Summary row among the lines: "Total".',
  ]);
  expect(await now()).toEqual(['gateway SGD 2026-11-01 3.0000 1']);
});

test('Without a column for it, the currency is that of a company with one currency', async () => {
  await given();
  await load('Account code,As at,Closing balance\n1150,02/11/2026,5.00\n1150,13/11/2026,6.00\n', {
    received_at: '2026-11-14T00:10:00Z',
  });
  expect(await now()).toEqual(['gateway MYR 2026-11-02 5.0000 1', 'gateway MYR 2026-11-13 6.0000 1']);
  expect(
    await load('Account,Date,Balance\n1150,2026-11-02,5.00\n', { currency: null, file_name: 'b.csv' }),
  ).toMatchObject({
    rejected: [{ line: 2, code: 'currency_missing' }],
  });
});

test('Several accounts of a role are added up on days on which each has a balance', async () => {
  await given({ bank: ['1010', '1011'], payout: '1160' }, ['MYR', 'USD']);
  const lines = [
    '1010,MYR,2026-11-01,1.25',
    '1011,MYR,2026-11-01,2.50',
    '1010,MYR,2026-11-02,4.00',
    '1160,MYR,2026-11-02,0.00',
  ];
  await load(`${head}${lines.join('\n')}\n`);
  const sum = 'bank MYR 2026-11-01 3.7500 2';
  expect(await now()).toEqual([sum, 'payout MYR 2026-11-02 0.0000 1']);
  // an account in another currency is not missing in this one, and an account that was never seen may be in any
  await given({ bank: ['1010', '1011', '1012'] }, ['MYR', 'USD']);
  expect(await now()).toEqual([]);
  await load(`${head}1012,USD,2026-11-01,9.00\n`, { file_name: 'usd.csv' });
  expect(await now()).toEqual([sum, 'bank USD 2026-11-01 9.0000 1']);
});

test('An empty file, and the file of another company, say that they have none of the accounts', async () => {
  await given({ gateway: '1150', bank: '1010' });
  const note = 'No line has a balance of an account in books.ledger.accounts: 1010, 1150.';
  expect(await load(head)).toMatchObject({ status: 'loaded', rows: 0, notes: [note] });
  expect(await load(`${head}9150,MYR,2026-11-02,1.00\n`)).toMatchObject({ rows: 1, rejected: [], notes: [note] });
  expect(await now()).toEqual([]);
  await given(null);
  expect(await load(`${head}1150,MYR,2026-11-02,1.00\n`)).toMatchObject({
    notes: [
      'No balance is used until books.ledger.accounts names the account of the gateway, the bank or the payout service.',
    ],
  });
  expect(await load('Account,Date\n1150,2026-11-02\n')).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('balance'),
  });
});

test('A workbook is read as well, with codes as numbers and days of a spreadsheet', async () => {
  await given();
  const rows = [
    ['Account', 'Date', 'Balance'],
    [1150, { n: '46328', s: 1 }, 12.5],
  ];
  expect(await load(oneSheet(rows, [0, 14]), { ext: 'xlsx', file_name: 'ledger.xlsx' })).toMatchObject({
    rows: 1,
    rejected: [],
  });
  expect(await now()).toEqual(['gateway MYR 2026-11-02 12.5000 1']);
});

test('The balances of a thousand accounts on each day of a month are loaded', async () => {
  await given({ gateway: '1150', bank: ['1010', '1999'] });
  const days = Array.from({ length: 30 }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`);
  const accounts = Array.from({ length: 1000 }, (_, at) => `${1000 + at}`);
  const lines = days.flatMap((day) => accounts.map((account) => `${account},MYR,${day},${account}.10\n`));
  expect(await load(head + lines.join(''))).toMatchObject({ rows: 30_000, rejected: [] });
  expect(await now()).toHaveLength(60);
  expect((await now())[0]).toEqual('bank MYR 2026-10-01 3009.2000 2');
});
