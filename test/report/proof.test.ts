import { expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { coverageHtml } from '../../src/report/page/coverage.ts';
import { notMadeOf } from '../../src/report/page/findings.ts';
import type { PageData } from '../../src/report/page/page-data.ts';
import { registerHtml } from '../../src/report/page/register.ts';
import { daysText, proofText } from '../../src/report/proof.ts';
import { wordsOf } from '../../src/report/words.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';

const words = english();

const day = '2026-11-20';

const control = (name: string, state: string, more: WarehouseRow = {}): WarehouseRow => ({
  currency: 'MYR',
  business_date: day,
  control: name,
  subject: '',
  title: name,
  state,
  is_decided: false,
  reason: 'In balance.',
  what_to_do: null,
  input: null,
  due_on: null,
  ...more,
});
const input = (name: string, state: string, more: WarehouseRow = {}): WarehouseRow => ({
  input: name,
  currency: 'MYR',
  business_date: day,
  state,
  basis: 'window',
  covered_from: day,
  covered_to: day,
  is_declared: false,
  declared_by: null,
  due_on: null,
  reason: null,
  is_in_scope: true,
  ...more,
});
const pageData = (data: Partial<PageData>): PageData => ({
  knownOn: day,
  isTest: false,
  verdicts: [],
  causes: [],
  causeCount: 0,
  register: [],
  inputs: [],
  waivers: [],
  statements: [],
  actions: [],
  open: [],
  flow: [],
  controls: [],
  openBridges: [],
  openBridgeCount: 0,
  ages: [],
  lag: [],
  reconciliations: [],
  fees: [],
  ...data,
});
const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from: day, to: '2026-11-21' };
const options = { words, sections: new Set(['unmatched']), file: 'register.csv' };
const text = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const declared = input('bank', 'covered', {
  basis: 'declared',
  covered_from: '2026-11-01',
  is_declared: true,
  declared_by: 'Aina',
});

test('A green day says in one line what was proven, with the span of each file and who declared it', () => {
  const register = [
    control('Statement to turnover', 'balanced'),
    control('Gateway balance', 'balanced'),
    control('Fees', 'not_set_up', { input: 'fee schedule' }),
    control('Callbacks', 'not_set_up', { input: 'callbacks' }),
  ];
  expect(proofText(register, [input('statement', 'covered'), declared], words)).toBe(
    '2 of 2 controls made and in balance; inputs for 20 Nov 2026: statement, bank statement 1–20 Nov 2026 (declared by Aina); not set up: callbacks, fee schedule.',
  );
});

test('An input that was set up within the days of a report is named with its days, for its currency', () => {
  const early = { business_date: '2026-11-19', input: 'bank, orders' };
  const text = (currency: string) =>
    proofText(
      [control('bank_to_settlement', 'not_set_up', { ...early, currency: 'MYR' }), control('a', 'balanced')],
      [input('bank', 'covered', { currency })],
      words,
    );
  expect(text('MYR')).toMatch(/not set up: orders\.$/);
  expect(text('SGD')).toMatch(/not set up: bank statement, orders\.$/);
});

test('A day with open controls says how many were made, what is awaited, and what is waived', () => {
  const register = [
    control('a', 'balanced'),
    control('b', 'out_of_balance'),
    control('c', 'out_of_balance', { is_decided: true }),
    control('d', 'not_made'),
    control('e', 'awaited'),
    control('f', 'waived'),
  ];
  expect(proofText(register, [input('bank', 'awaited', { due_on: '2026-12-05' })], words)).toBe(
    '3 of 4 controls made, 1 out of balance, 1 out of balance and decided; awaited: bank statement until 5 Dec 2026; waived: f.',
  );
  expect(proofText([], [], words)).toBe('No control was made.');
  const rule = { ...declared, basis: 'rule', declared_by: null };
  expect(proofText([], [rule, input('bank', 'missing', { business_date: '2026-11-21' })], words)).toContain(
    'bank statement 1–20 Nov 2026 (1 of 2 days) (declared in the configuration)',
  );
});

test('A control that was not made is a finding with its input, reason and action', () => {
  const reason = 'No bank statement covers the day: bank.csv ends on 12 Nov 2026.';
  const [found, other] = notMadeOf(
    pageData({
      register: [
        control('Proof of deposits', 'not_made', { input: 'bank', reason }),
        control('Fees', 'not_made', { subject: 'card', reason: 'No rule fits card.', what_to_do: 'Add a rule.' }),
      ],
      inputs: [input('bank', 'missing', { reason })],
    }),
    true,
    words,
  );
  expect(found).toMatchObject({
    head: 'Missing: bank statement.',
    details: [reason, 'Controls not made: Proof of deposits.'],
  });
  expect(other).toMatchObject({ head: '1 control was not made.', toDo: 'Add a rule.' });
});

test('The register shows what is not in balance with its reason, every state as a word, and each waiver', async () => {
  const register = [
    control('Orders', 'out_of_balance', { reason: '1 break: MYR 7.00.', what_to_do: 'Compare the order.' }),
    control('Gateway balance', 'waived', { reason: 'Waived by Aina: closed wallet' }),
    control('Statement', 'balanced'),
  ];
  const waivers = [
    {
      title: 'Gateway balance',
      subject: '',
      reason: 'closed wallet',
      waived_by: 'Aina',
      first_day: day,
      last_day: null,
    },
  ];
  const html = registerHtml(pageData({ register, waivers }), scope, options);
  expect(text(html)).toContain('≠ Out of balance Orders MYR 1 break: MYR 7.00. Show items Compare the order.');
  expect(text(html)).toContain('Statement ✓ In balance');
  expect(text(html)).toContain('Gateway balance closed wallet Aina 20 Nov 2026 no end');
  const words = {
    ...(await wordsOf('ms')),
    sentence: (given: string) => given.replace('Waived by', 'Dikecualikan oleh'),
  };
  const malay = registerHtml(pageData({ register, waivers }), scope, { ...options, words });
  expect(text(malay)).toContain('≠ Tidak seimbang Pesanan');
  expect(text(malay)).toContain('Dikecualikan oleh Aina: closed wallet');
});

test('The calendar of inputs names what is missing, and what rests on the word of a person', () => {
  const inputs = [declared, input('statement', 'missing', { reason: 'No statement covers the day.' })];
  const html = coverageHtml(pageData({ inputs }), words);
  expect(text(html)).toContain('✕ Missing Statement MYR 20 Nov 2026 No statement covers the day.');
  expect(text(html)).toContain('◆ Covered, declared');
  expect(text(html)).toContain('Bank statement, 1–20 Nov 2026: declared complete by Aina.');
});

test('Days are listed as spans, those of a month together', () => {
  const days = ['2026-11-02', '2026-11-01', '2026-11-04', '2026-12-31', '2027-01-01'];
  expect(daysText(days, words)).toBe('1–2, 4 Nov 2026, 31 Dec 2026 – 1 Jan 2027');
});
