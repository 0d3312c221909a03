import { describe, expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import type { Statement } from '../../src/report/statement/read-statements.ts';
import { type StatementRow, statementRows, statementTitle } from '../../src/report/statement/statement-rows.ts';
import { givenStatement as given, statementLine as line } from '../given/sign-off.ts';

const words = english();

const october = { from: '2026-10-01', to: '2026-11-01' };
const shown = (row: StatementRow) =>
  row.row === 'heading' ? `# ${row.title}` : `${row.row} ${row.title} ${row.amount} ${row.remark}`.trim();
const rowsOf = (statement: Statement) => statementRows(statement, october, words).map(shown);

const perGateway = line('balance_per_gateway', '48.5000', { title: 'Balance per gateway' });
const add = line('add', '40.0000', { kind: 'order_without_payment', sign: 1, count: 1, day: '2026-10-02' });
const less = line('less', '-60.0000', { kind: 'payment_without_order', sign: -1, count: 3, day: '2026-10-01' });

describe('The clearing account', () => {
  test('without a balance of the ledger is a roll-forward, and nothing ties out', () => {
    const statement = given('gateway', { balance: [perGateway, add, less] });
    expect(statementTitle(statement, words)).toBe(
      'Gateway clearing account, MYR (roll-forward, not reconciled to the ledger)',
    );
    expect(rowsOf(statement).slice(0, 7)).toEqual([
      '# Balance at the end of 31 Oct 2026',
      'line Balance per gateway 48.5000',
      '# Add',
      'line add 40.0000 1 item, of 2 Oct 2026',
      '# Less',
      'line less -60.0000 3 items, the oldest of 1 Oct 2026',
      'total Balance that the books should show 28.5000 No ledger balance is given, so nothing is compared with the books.',
    ]);
    expect(rowsOf(statement).join()).not.toContain('Ties out');
  });

  test('with a balance of the ledger has the difference that no item explains', () => {
    const reconciled = (ledger: string) =>
      given('gateway', { balance: [perGateway, add, less, line('balance_per_ledger', ledger)] });
    expect(statementTitle(reconciled('28.5000'), words)).toBe('Gateway clearing account, MYR');
    expect(rowsOf(reconciled('28.5000'))).toContain('residual Unexplained difference 0.0000 Ties out to the ledger.');
    expect(rowsOf(reconciled('27.5000'))).toContain(
      'residual Unexplained difference 1.0000 No listed item explains it: compare the entries of the ledger.',
    );
  });

  test('opens on the first business day with the take-on and its file beside the balance', () => {
    const takenOn = { amount: '1234.5000', file: 'opening.csv' };
    const opening = line('opening', '1234.5000', { title: 'Opening balance per gateway', takenOn });
    expect(rowsOf(given('gateway', { roll_forward: [opening, line('closing', '1234.5000')] }))).toContain(
      'line Opening balance per gateway 1234.5000 Take-on: 1,234.50 per opening.csv.',
    );
  });

  test('says what the movements do not explain, and proves nothing without an opening balance', () => {
    const moved = (opening: string | undefined) =>
      given('gateway', {
        roll_forward: [
          line('opening', opening),
          line('sales', '150.0000', { title: 'Add: sales', kind: 'fpx_b2b1', count: 2 }),
          line('other', '0.0000'),
          line('closing', '160.0000', { title: 'closing' }),
        ],
      });
    expect(rowsOf(moved('0.0000')).slice(0, 6)).toEqual([
      '# Roll-forward',
      'line opening 0.0000',
      'line Add: sales, fpx b2b1 150.0000 2 records',
      'total Balance by the movements 150.0000',
      'total closing 160.0000',
      'residual Not explained by the movements 10.0000 Out of balance: see the controls.',
    ]);
    expect(rowsOf(moved(undefined)).slice(0, 3)).toEqual([
      '# Roll-forward',
      'line Add: sales, fpx b2b1 150.0000 2 records',
      'total closing 160.0000 The opening balance is not known, so the movements are not proven.',
    ]);
  });
});

test('A total is the sum of the rows above it, and a difference that of two rows', () => {
  const rows = statementRows(
    given('gateway', { balance: [perGateway, add, less, line('balance_per_ledger', '1.0000')] }),
    october,
    words,
  );
  const sources = rows.flatMap((row) => (row.row === 'heading' || row.source === undefined ? [] : [row.source]));
  expect(sources.slice(0, 4)).toEqual([
    { items: { kind: 'order_without_payment', sign: 1, isNegated: false } },
    { items: { kind: 'payment_without_order', sign: -1, isNegated: false } },
    { sum: [1, 3, 5] },
    { less: [6, 7] },
  ]);
});

test('With a balance of the ledger the proof of deposits is a bank reconciliation', () => {
  const unknown = { kind: 'deposit_not_sent', count: 1, day: '2026-10-30' };
  const statement = given('deposits', {
    balance: [
      line('balance_per_bank', '597.0000'),
      line('less', '-7.0000', unknown),
      line('balance_per_ledger', '590.0000'),
    ],
    open: [line('deposit_not_sent', '7.0000', unknown)],
  });
  expect(statementTitle(statement, words)).toBe('Bank reconciliation and proof of deposits, MYR');
  expect(rowsOf(statement)).toContain('residual Unexplained difference 0.0000 Ties out to the ledger.');
  // its list has the receipt as it is, and the statement deducts it
  const deducted = statementRows(statement, october, words).find(
    (row) => row.row === 'line' && row.amount === '-7.0000',
  );
  expect(deducted).toMatchObject({ source: { items: { kind: 'deposit_not_sent', isNegated: true } } });
  expect(statementTitle(given('deposits', {}), words)).toBe('Proof of deposits, MYR');
});

test('The closing balance of a payout account names the reading from which it is derived', () => {
  const closing = line('closing', '1116.9300', { title: 'Closing balance of the account', day: '2026-11-26' });
  const statement = given(
    'payout',
    { roll_forward: [line('opening', '1116.9300'), closing] },
    { subject: 'account 31' },
  );
  expect(statementTitle(statement, words)).toBe('Payout account, account 31, MYR');
  expect(rowsOf(statement)).toContain(
    'total Closing balance of the account 1116.9300 Derived from the reading of 26 Nov 2026 and the ledger.',
  );
});

test('Every statement shows the write-offs of the period by account, outside its sums', () => {
  const lines = [
    line('written_off', '-1.1000', { kind: '6990 Rounding', title: 'Written off within the limit', count: 3 }),
  ];
  for (const name of ['gateway', 'deposits', 'payout'] as const)
    expect(rowsOf(given(name, { written_off: lines })).slice(-2)).toEqual([
      '# Written off in the period (in the books from the day of the decision)',
      'line Written off within the limit: 6990 Rounding -1.1000 3 records',
    ]);
});

test('Open items by age have their sum, and receipts without a transfer have a sum of their own', () => {
  const aged = (code: string, kind: string, amount: string, count: number) =>
    line(code, amount, { kind, title: code, count, day: '2026-10-02' });
  const ageing = [
    aged('age_8_30', 'in_transit', '90.0000', 1),
    aged('age_91', 'in_transit', '-20.0000', 2),
    aged('age_0_7', 'unidentified', '7.0000', 1),
  ];
  const rows = statementRows(given('deposits', { ageing }), october, words);
  expect(rows.slice(-7).map(shown)).toEqual([
    '# Open items by age at the end of the period',
    'line age_8_30 90.0000 1 item, of 2 Oct 2026',
    'line age_91 -20.0000 2 items, the oldest of 2 Oct 2026',
    'total Sum 70.0000',
    '# Receipts without a transfer by age',
    'line age_0_7 7.0000 1 item, of 2 Oct 2026',
    'total Sum 7.0000',
  ]);
  const sources = rows.flatMap((row) =>
    'source' in row && row.source !== undefined && 'aged' in row.source ? [row.source.aged] : [],
  );
  expect(sources).toEqual([
    { part: 'in_transit', first: 8, last: 30 },
    { part: 'in_transit', first: 91, last: undefined },
    { part: 'unidentified', first: 0, last: 7 },
  ]);
});
