import { expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { latestReports, positionsHtml } from '../../src/report/index-positions.ts';
import type { KeptReport } from '../../src/report/kept-reports.ts';
import type { PageData } from '../../src/report/page/page-data.ts';
import { type Position, positionsOf } from '../../src/report/position.ts';

const words = english();

const verdictOf = (currency: string, verdict: string) => ({ currency, verdict, break_count: 0, rejected_count: 0 });

const settled: Position = {
  currency: 'MYR',
  balances: [{ statement: 'gateway', subject: '', amount: '1234.5000' }],
  ...{ open_count: 0, open_debit: '0', open_credit: '0', oldest_days: 0, actions: [] },
};

function kept(company: string, from: string, to: string, changes: Partial<KeptReport> = {}): KeptReport {
  const verdicts = [verdictOf('MYR', 'reconciled')];
  const common = { report: 'daily', title: 'Reconciliation', is_test: false, positions: [settled], verdicts };
  return { company, from, to, period: from, folder: company, ...common, ...changes };
}

/** The text of each row of the table, with a bar between its cells. */
function rowsOf(reports: readonly KeptReport[]): string[] {
  const [, body = ''] = /<tbody>(.*)<\/tbody>/s.exec(positionsHtml(reports, words)) ?? [];
  return body
    .split('<tr')
    .slice(1)
    .map((row) =>
      row
        .replaceAll(/<\/t[dh]>|<br>|<\/li>/g, '|')
        .replaceAll(/<[^>]*>|^[^>]*>/g, '')
        .trim(),
    );
}

test('Each company is shown by its newest daily report, the shortest that ends on the day', () => {
  const reports = [
    kept('toko', '2026-11-24', '2026-11-25'),
    kept('kedai', '2026-11-01', '2026-11-26'),
    kept('kedai', '2026-11-25', '2026-11-26'),
    kept('kedai', '2026-11-26', '2026-11-27', { report: 'ageing' }),
    kept('kedai', '2026-11-20', '2026-11-21'),
  ];
  expect(latestReports(reports).map(({ company, from, to }) => [company, from, to])).toEqual([
    ['kedai', '2026-11-25', '2026-11-26'],
    ['toko', '2026-11-24', '2026-11-25'],
  ]);
  expect(positionsHtml([], words)).toBe('');
  // a report of an earlier version has no balances
  expect(positionsHtml([kept('old', '2026-11-24', '2026-11-25', { positions: [] })], words)).toBe('');
});

test('A row has the day, the verdict, balances, what is open and its age; the next one what to do', () => {
  const open: Position = {
    currency: 'SGD',
    balances: [
      { statement: 'payout', subject: 'account 31', amount: '10.0000' },
      { statement: 'payout', subject: 'account 32', amount: '-2.5000' },
    ],
    ...{ open_count: 6, open_debit: '100.0000', open_credit: '7.2500', oldest_days: 12 },
    actions: [
      { what_to_do: 'Ask the gateway which is right.', cause_count: 3 },
      { what_to_do: 'Call <them>.', cause_count: 1 },
    ],
  };
  const verdicts = [verdictOf('MYR', 'reconciled'), verdictOf('SGD', 'reconciled'), verdictOf('SGD', 'breaks')];
  const superseded = { at: '2026-11-26 09:00', current: '../../index.html' };
  const report = kept('kedai', '2026-11-24', '2026-11-25', { positions: [settled, open], verdicts, superseded });
  expect(rowsOf([report])).toEqual([
    'kedai|MYR|24 Nov 2026 Superseded|Reconciled|1,234.50|–|||',
    '|What to do first Nothing to do.|',
    'kedai|SGD|24 Nov 2026 Superseded|Breaks|–|account 31 10.00|account 32 −2.50|100.00|−7.25|12 days|',
    '|What to do firstAsk the gateway which is right. 3 causes|Call &lt;them&gt;. 1 cause|2 further causes: see the report|',
  ]);
  expect(positionsHtml([report], words)).toContain('href="2026-11-24/kedai/kedai.html"');
});

test('A position adds up the undecided differences of a currency, without outstanding items', () => {
  const closing = (amount: string | undefined) => ({
    lines: {
      ageing: [],
      written_off: [],
      balance: [],
      composition: [],
      open: [],
      roll_forward: [{ code: 'closing', kind: '', sign: 0, title: '', amount, count: undefined, day: undefined }],
    },
  });
  const age = { is_break: true, cause_count: 2n, debit: '10.00', credit: '1.00', oldest_days: 3 };
  const data = {
    verdicts: [
      { currency: 'MYR', is_in_scope: true },
      { currency: 'KWD', is_in_scope: true },
      { currency: 'USD', is_in_scope: false },
    ],
    statements: [
      { name: 'gateway', currency: 'MYR', subject: '', ...closing('5.00') },
      { name: 'deposits', currency: 'MYR', subject: '', ...closing('6.00') },
      { name: 'payout', currency: 'MYR', subject: 'account 1', ...closing(undefined) },
      { name: 'gateway', currency: 'KWD', subject: '', ...closing('7.000') },
    ],
    ages: [
      { currency: 'MYR', ...age },
      { currency: 'MYR', ...age, debit: '0.25', oldest_days: 40, cause_count: 1n },
      { currency: 'MYR', ...age, is_break: false, oldest_days: 99 },
      { currency: 'KWD', ...age, is_break: false },
    ],
    actions: [{ currency: 'MYR', what_to_do: 'Call them.', cause_count: 3n }],
  } satisfies Pick<PageData, 'verdicts' | 'statements' | 'ages' | 'actions'>;
  expect(positionsOf(data)).toEqual([
    {
      currency: 'KWD',
      balances: [{ statement: 'gateway', subject: '', amount: '7.000' }],
      ...{ open_count: 0, open_debit: '0.0000', open_credit: '0.0000', oldest_days: 0, actions: [] },
    },
    {
      currency: 'MYR',
      balances: [{ statement: 'gateway', subject: '', amount: '5.00' }],
      ...{ open_count: 3, open_debit: '10.2500', open_credit: '2.0000', oldest_days: 40 },
      actions: [{ what_to_do: 'Call them.', cause_count: 3 }],
    },
  ]);
});
