import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { configurationSnippet } from '../../src/commands/inspect-snippet.ts';
import type { CompanyTerms } from '../../src/company/write-company.ts';
import { configSchema } from '../../src/config/schema.ts';
import type { Inspection } from '../../src/inspect/inspect-file.ts';
import { likelyTerms, withTerms } from '../../src/inspect/proposal.ts';
import { givenInspections, kindNamed, nobody } from '../given/inspected.ts';

/*
 * Files in the style of shops and banks for which nothing was built. What `tieout inspect` prints is pasted into a
 * configuration, and the file then has to fit. The totals are computed by hand.
 */

const folder = join(import.meta.dirname, 'files');
const zone = 'Asia/Kuala_Lumpur';

const given = givenInspections();
const inspect = (name: string, currency: string | null = null, company: CompanyTerms = nobody) =>
  given.inspect(join(folder, name), { company, currency });

/** A company of a new configuration into which the lines of the snippet were pasted. */
function pasted(snippet: string): CompanyTerms {
  const lines = z.object({ companies: z.array(z.looseObject({})).length(1) }).parse(parse(snippet)).companies[0];
  const gateway = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'TIEOUT_TEST_SECRET' } };
  const [company] = configSchema.parse({ companies: [{ ...lines, gateway }] }).companies;
  if (company === undefined) throw new Error('there is no company');
  return company;
}

/** A snippet in which a person removed the mark before the lines that answer its questions. */
function answered(snippet: string, answers: readonly string[]): string {
  const chosen = snippet.split('\n').map((line) => {
    const [, indent = '', text = ''] = /^( *)# (.*)$/.exec(line) ?? [];
    const isAnswer = answers.some((answer) => text.trim() === answer || text.trim().startsWith(`${answer} #`));
    return isAnswer || (answers.length > 0 && text === 'aliases:') ? `${indent}${text}` : line;
  });
  return chosen.join('\n');
}

/** Lines and amount by currency and kind, without insignificant zeros. */
const totalsOf = ({ now: { figures } }: Inspection) =>
  Object.fromEntries(
    (figures?.totals ?? []).map(({ currency, kind, lines, amount }) => [
      `${currency} ${kind}`,
      `${lines}: ${amount?.replace(/(\.\d\d)\d*$/, '$1')}`,
    ]),
  );

/** The file, the currency of its lines, its kind, its totals, and the answers to what it does not prove. */
const found: [string, string | null, string, Record<string, string>, string[]?][] = [
  // 29.90 + 13.90 + 1,045.00 and 18.00 + 120.00
  [
    'pesanan-kedai.csv',
    null,
    'orders',
    { 'MYR order, paid': '3: 1088.80', 'MYR order, not paid': '2: 138.00' },
    ['date_order: day_first'],
  ],
  // 98.00 + 58.00; the second row of order 1001 is a further item
  ['orders_export_1.csv', null, 'orders', { 'MYR order, paid': '2: 156.00', 'MYR order, not paid': '1: 28.00' }],
  // 45.00 + 85.50 and 15.00 + 22.00
  ['orders-2026-11-20.csv', null, 'orders', { 'MYR order, paid': '2: 130.50', 'MYR order, not paid': '2: 37.00' }],
  ['orders-api.json', null, 'orders', { 'MYR order, paid': '1: 45.00', 'MYR order, not paid': '1: 85.50' }],
  // 120.50 + 80.00; the last row of the sheet is the total
  ['sales-report.xlsx', null, 'orders', { 'SGD order, paid': '2: 200.50', 'SGD order, not paid': '1: 15.25' }],
  // 1,250.40 + 3,000.00 and 2.00 + 500.00
  [
    'TRANSACTION_HISTORY.csv',
    'MYR',
    'bank',
    { 'MYR money in': '2: 4250.40', 'MYR money out': '2: 502.00' },
    ['date_order: day_first'],
  ],
  // 2.000,00 and 1.234,56 + 9,90
  ['Umsaetze_DE89.csv', null, 'bank', { 'EUR money in': '1: 2000.00', 'EUR money out': '2: 1244.46' }],
  // 45.00, and 20.00 + 12.00; which word means that an order is paid is proposed
  [
    'eksport-pasaran.csv',
    'MYR',
    'orders',
    { 'MYR order, paid': '1: 45.00', 'MYR order, not paid': '2: 32.00' },
    ['not_paid: [returned]'],
  ],
  ['commandes.csv', null, 'orders', { 'EUR order, paid': '1: 12.50', 'EUR order, not paid': '1: 7.00' }],
  // the first line is the opening balance
  ['penyata.csv', null, 'bank', { 'MYR money in': '1: 150.00', 'MYR money out': '1: 1.50' }, ['date_order: day_first']],
  // 1,520.33 + 880.10 and 250.00 + 12.00
  // 250,00 + 5,00 and 80,00 + 1,50; the balances prove which word is money out
  ['tiliote.csv', 'MYR', 'bank', { 'MYR money in': '2: 255.00', 'MYR money out': '2: 81.50' }],
  // 97.00 + 48.00 and 300.00: the balances move by the net amount, not by the gross one
  ['wallet-activity.csv', 'MYR', 'bank', { 'MYR money in': '2: 145.00', 'MYR money out': '1: 300.00' }],
  // without a header
  ['cuenta.csv', 'MYR', 'bank', { 'MYR money in': '1: 250.00', 'MYR money out': '2: 1081.50' }],
  // 500.00 + 1,200.00 and 250.00 + 45.50 + 60.00; the opposite column has zero
  ['check-register.csv', 'USD', 'bank', { 'USD money in': '2: 1700.00', 'USD money out': '3: 355.50' }],
  // 4.50 + 81.20 + 40.00; the word debit in a line is no header
  ['headerless-with-kinds.csv', 'USD', 'bank', { 'USD money in': '1: 2500.00', 'USD money out': '3: 125.70' }],
  // 4,50 + 800,00; the owner above the lines is no header
  [
    'owner-above-lines.csv',
    'EUR',
    'bank',
    { 'EUR money in': '1: 1200.00', 'EUR money out': '2: 804.50' },
    ['amount: 3'],
  ],
  // 120.00 + 45.00; the currency beside the original amount is not that of the line
  ['original-amounts.csv', 'MYR', 'bank', { 'MYR money in': '1: 2000.00', 'MYR money out': '2: 165.00' }],
  // 120,00 + 200,00 + 45,00; no amount has a sign
  ['card-kinds.csv', 'EUR', 'bank', { 'EUR money out': '3: 365.00' }, ['debit: [Importe]']],
  // 2.000,00 and 120,00 + 45,00; years of two digits, a decimal comma and an order of days that nothing proves
  [
    'short-years.csv',
    'EUR',
    'bank',
    { 'EUR money in': '1: 2000.00', 'EUR money out': '2: 165.00' },
    ['date_order: day_first'],
  ],
  // 2.000 and 1.234 + 1.250; only the rates, which are not read, have decimals
  ['whole-amounts.csv', 'EUR', 'bank', { 'EUR money in': '1: 2000.00', 'EUR money out': '2: 2484.00' }],
  [
    'Checking_Export.csv',
    'USD',
    'bank',
    { 'USD money in': '2: 2400.43', 'USD money out': '2: 262.00' },
    ['date_order: month_first'],
  ],
  // 45.20 + 88.00 and the refund of 30.00: that one amount has a minus does not prove that the others are money in
  [
    'card-with-a-refund.csv',
    'MYR',
    'bank',
    { 'MYR money in': '1: 30.00', 'MYR money out': '2: 133.20' },
    ['debit: [Charged Amount]'],
  ],
  // 44.97, and 19.00 + 25.97: gross less fee is net on every line
  [
    'gross-fee-net.csv',
    null,
    'bank',
    { 'EUR money in': '1: 44.97', 'EUR money out': '2: 44.97' },
    ['booked_on: [created_utc]'],
  ],
  // 500,00 and 11,50 in windows-1250
  [
    'czech-letters.csv',
    null,
    'bank',
    { 'CZK money in': '1: 500.00', 'CZK money out': '1: 11.50' },
    ['amount: [Částka]'],
  ],
];

test.each(found)('%s fits with the printed configuration', async (name, currency, kind, totals, answers = []) => {
  const first = await inspect(name, currency);
  expect(first.kind.importable.import.name).toBe(kind);
  const open = first.proposal.questions.filter(({ choices }) =>
    choices.some(({ terms }) => Object.keys(terms).length > 0),
  );
  expect(open.length).toBe(answers.length);
  const currencies = [...new Set(Object.keys(totals).map((each) => each.slice(0, 3)))];
  const snippet = configurationSnippet({ name: 'acme', zone, currencies }, first.section, first.proposal);
  const only = currencies.length === 1 ? (currencies[0] ?? null) : null;
  if (answers.length > 0) {
    const unanswered = await inspect(name, only, pasted(snippet));
    // what nothing proves is not loaded before a person says it
    expect(unanswered.now.error !== null || (unanswered.now.figures?.rejected ?? 0) > 0).toBe(true);
  }
  const again = await inspect(name, only, pasted(answered(snippet, answers)));
  expect(again.now.error).toBeNull();
  expect(again.now.figures?.rejected).toBe(0);
  expect(totalsOf(again)).toEqual(totals);
  // what was printed is all that there is to say
  expect(again.proposal).toMatchObject({ terms: {}, questions: [] });
});

test('A bank format needs no configuration', async () => {
  const inspection = await inspect('C53_20261116.xml');
  expect(inspection).toMatchObject({ kind: { importable: { import: { name: 'bank' } } }, fitted: null });
  expect(totalsOf(inspection)).toEqual({ 'EUR money in': '1: 150.00', 'EUR money out': '1: 20.00' });
  expect(inspection.now.claims).toMatchObject([{ opening: { amount: '1000' }, closing: { amount: '1130' } }]);
});

test.each([
  ['statement-november.csv', 'a damaged PDF', 'FILE_DAMAGED'],
  ['account-activity.xls', 'a web page', 'FILE_NOT_A_TABLE'],
])('%s is refused, and nothing is proposed', async (name, what, code) => {
  const { now, proposal } = await inspect(name);
  expect(now.error?.code).toBe(code);
  expect(now.error?.message).toContain(what);
  expect(proposal.terms).toEqual({});
});

test('A file that names no currency is not given one', async () => {
  const { currency, needsCurrency } = await inspect('Checking_Export.csv');
  expect({ currency, needsCurrency }).toEqual({ currency: null, needsCurrency: true });
});

test('Which of two columns is the day of booking is asked', async () => {
  const { proposal } = await inspect('business-account.csv');
  expect(proposal.terms).toEqual({ ignore: ['Orig currency'] });
  expect(proposal.questions).toEqual([
    {
      question: 'Nothing in the file proves which column is booked_on: "Date started (UTC)" or "Date completed (UTC)".',
      choices: [
        { answer: '"Date started (UTC)"', terms: { aliases: { booked_on: ['Date started (UTC)'] } } },
        { answer: '"Date completed (UTC)"', terms: { aliases: { booked_on: ['Date completed (UTC)'] } } },
      ],
    },
    {
      question: 'Nothing in the file proves whether "Payment currency" is the currency of the amounts.',
      choices: [
        { answer: 'yes', terms: { aliases: { currency: ['Payment currency'] } } },
        { answer: 'no, of other amounts', terms: { ignore: ['Payment currency'] } },
      ],
    },
  ]);
});

test('No column is proposed that would take the proof from balances which refuse a file', async () => {
  const { now, proposal } = await inspect('savings-with-a-lost-line.csv', 'MYR');
  expect(now.error?.code).toBe('FILE_BALANCE_CONTRADICTS');
  expect(proposal.terms).toEqual({});
});

test('A column is not proposed with which a file that loads would be refused', async () => {
  const name = 'running-balance-with-a-gap.csv';
  const { now, proposal } = await inspect(name, 'USD');
  expect(now.error).toBeNull();
  expect(now.figures?.loaded).toBe(45);
  // the first lines prove the balance, a later line contradicts it
  const withBalance = withTerms(nobody, 'books.bank', { aliases: { balance: ['RunningBalance'] } });
  const tried = await inspect(name, 'USD', withBalance);
  expect(tried.now.error?.code).toBe('FILE_BALANCE_CONTRADICTS');
  expect(proposal.terms).toEqual({});
});

test('Amounts between which nothing decides are shown with their sums', async () => {
  const { proposal } = await inspect('two-amounts.csv', 'MYR');
  expect(proposal.terms).toEqual({});
  const [{ choices } = { choices: [] }] = proposal.questions;
  expect(choices.map(({ answer }) => answer)).toEqual([
    '"Gross amount", which adds up to 50.00, without a sign money in',
    expect.stringContaining('"Gross amount", which adds up to 50.00, without a sign money out: no setting'),
    '"Settled amount", which adds up to 47.00, without a sign money in',
    expect.stringContaining('"Settled amount", which adds up to 47.00, without a sign money out: no setting'),
  ]);
});

test('A table without a header is configured by the numbers of its columns', async () => {
  const { proposal } = await inspect('headerless-with-kinds.csv', 'USD');
  expect(proposal.terms).toEqual({ columns: { booked_on: 1, amount: 4, description: 3, direction: 5 } });
  expect(proposal.reasons.columns).toBe('no header was found: by the cells: check each');
});

const proposedFor = async (name: string) => (await inspect(name, 'EUR')).proposal;

test('The currency of an original amount is ignored, and kinds of transactions do not prove the sign', async () => {
  const original = await proposedFor('original-amounts.csv');
  expect(original.terms).toEqual({ ignore: ['Original currency'] });
  expect(original.reasons.ignore).toBe('"Original currency" is the currency of "Original amount": check it');
  const kinds = await proposedFor('card-kinds.csv');
  expect(kinds.terms.aliases).toEqual({ booked_on: ['Fecha'], description: ['Concepto'] });
  expect(kinds.questions[0]?.choices.map(({ terms }) => terms.aliases)).toEqual([
    { credit: ['Importe'] },
    { debit: ['Importe'] },
  ]);
});

test('An empty column is not proposed', async () => {
  const { terms } = await proposedFor('empty-receipts.csv');
  expect(terms.aliases).toEqual({ booked_on: ['Fecha'], description: ['Concepto'] });
});

test('Headers with the same words cannot name two columns', async () => {
  const { proposal } = await inspect('same-words-twice.csv', 'EUR');
  expect(proposal.terms.aliases).toEqual({ booked_on: ['Fecha'] });
  expect(proposal.questions[0]?.choices[0]?.terms).toEqual({ aliases: { amount: ['Importe'] } });
});

test("The account of another party is not proposed as one's own", async () => {
  const { now, proposal } = await inspect('other-party.csv', 'MYR');
  expect(now.error).toBeNull();
  expect(proposal.terms).toEqual({});
});

test('A list of trades is no bank statement', async () => {
  const { now, proposal, fitted } = await inspect('trades.csv', 'USD');
  expect(now.error?.code).toBe('FILE_FORMAT_NOT_ACCEPTED');
  expect(now.error?.message).toContain('a list of trades');
  expect(proposal).toMatchObject({ terms: {}, questions: [] });
  expect(fitted).toBeNull();
});

test.each([
  ['first-row-longer.csv', 'EUR', 0],
  ['penyata.csv', 'MYR', 0],
  ['cuenta.csv', 'EUR', 0],
  ['Umsaetze_DE89.csv', null, 1],
  ['owner-above-lines.csv', 'EUR', 1],
] as const)('Every row of %s is loaded, listed with its reason, or above the lines', async (name, currency, above) => {
  const { proposal, section } = await inspect(name, currency);
  const lines = readFileSync(join(folder, name), 'latin1')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const { now } = await inspect(name, currency, withTerms(nobody, section, likelyTerms(proposal)));
  expect(now.above).toHaveLength(above);
  const { lines: rows = 0, loaded = 0, rejected = 0, noRecord = 0, rejectedLines = [] } = now.figures ?? {};
  expect(rows).toBe(loaded + rejected + noRecord);
  expect(rejectedLines).toHaveLength(rejected + noRecord);
  const hasHeader = proposal.terms.columns === undefined;
  expect(rows + now.above.length + (hasHeader ? 1 : 0)).toBe(lines.length);
});

test('The unit of amounts without decimals is asked, and the zone of times whose header names none', async () => {
  const lines =
    'Order No;Order Created;Amount;Status\n1001;2026-11-10 10:01:00;5327;paid\n1002;2026-11-10 10:02:00;5464;paid\n';
  const { proposal, fitted } = await given.inspectText('sen.csv', lines, { as: kindNamed('orders') });
  expect(fitted?.figures).toMatchObject({ loaded: 2, rejected: 0 });
  expect(proposal.questions).toMatchObject([
    { question: 'Nothing in the file says in which zone the times of "Order Created" are.' },
    {
      question: 'Nothing in the file proves whether 5327 is 5327.00 or 53.27.',
      choices: [{ terms: {} }, { terms: { amounts: 'minor_units' } }],
    },
  ]);
  const company = withTerms(nobody, 'books.orders', { amounts: 'minor_units', ...proposal.terms });
  const again = await given.inspectText('sen.csv', lines, { as: kindNamed('orders'), company });
  expect(again.proposal.questions).toEqual([]);
  expect(totalsOf(again)).toEqual({ 'MYR order, paid': '2: 107.91' });
});
