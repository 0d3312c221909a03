import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { CompanyTerms } from '../../src/company/write-company.ts';
import { configSchema } from '../../src/config/schema.ts';
import type { Inspection } from '../../src/inspect/inspect-file.ts';
import { withTerms } from '../../src/inspect/proposal.ts';
import { configurationSnippet } from '../../src/inspect/snippet.ts';
import { givenInspections, nobody } from '../given/inspected.ts';

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

/** Lines and amount by currency and kind, without insignificant zeros. */
const totalsOf = ({ now: { figures } }: Inspection) =>
  Object.fromEntries(
    (figures?.totals ?? []).map(({ currency, kind, lines, amount }) => [
      `${currency} ${kind}`,
      `${lines}: ${amount?.replace(/(\.\d\d)\d*$/, '$1')}`,
    ]),
  );

const found: [string, string | null, string, Record<string, string>][] = [
  // 29.90 + 13.90 + 1,045.00 and 18.00 + 120.00
  ['pesanan-kedai.csv', null, 'orders', { 'MYR order, paid': '3: 1088.80', 'MYR order, not paid': '2: 138.00' }],
  // 98.00 + 58.00; the second row of order 1001 is a further item
  ['orders_export_1.csv', null, 'orders', { 'MYR order, paid': '2: 156.00', 'MYR order, not paid': '1: 28.00' }],
  // 45.00 + 85.50 and 15.00 + 22.00
  ['orders-2026-11-20.csv', null, 'orders', { 'MYR order, paid': '2: 130.50', 'MYR order, not paid': '2: 37.00' }],
  ['orders-api.json', null, 'orders', { 'MYR order, paid': '1: 45.00', 'MYR order, not paid': '1: 85.50' }],
  // 120.50 + 80.00; the last row of the sheet is the total
  ['sales-report.xlsx', null, 'orders', { 'SGD order, paid': '2: 200.50', 'SGD order, not paid': '1: 15.25' }],
  // 1,250.40 + 3,000.00 and 2.00 + 500.00
  ['TRANSACTION_HISTORY.csv', 'MYR', 'bank', { 'MYR money in': '2: 4250.40', 'MYR money out': '2: 502.00' }],
  // 2.000,00 and 1.234,56 + 9,90
  ['Umsaetze_DE89.csv', null, 'bank', { 'EUR money in': '1: 2000.00', 'EUR money out': '2: 1244.46' }],
  // 45.00, and 20.00 + 12.00; which word means that an order is paid is proposed
  ['eksport-pasaran.csv', 'MYR', 'orders', { 'MYR order, paid': '1: 45.00', 'MYR order, not paid': '2: 32.00' }],
  ['commandes.csv', null, 'orders', { 'EUR order, paid': '1: 12.50', 'EUR order, not paid': '1: 7.00' }],
  // the first line is the opening balance
  ['penyata.csv', null, 'bank', { 'MYR money in': '1: 150.00', 'MYR money out': '1: 1.50' }],
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
  ['owner-above-lines.csv', 'EUR', 'bank', { 'EUR money in': '1: 1200.00', 'EUR money out': '2: 804.50' }],
  // 120.00 + 45.00; the currency beside the original amount is not that of the line
  ['original-amounts.csv', 'MYR', 'bank', { 'MYR money in': '1: 2000.00', 'MYR money out': '2: 165.00' }],
  // 120,00 + 200,00 + 45,00; each kind is money out, and no amount has a sign
  ['card-kinds.csv', 'EUR', 'bank', { 'EUR money out': '3: 365.00' }],
  // 2.000,00 and 120,00 + 45,00; years of two digits, a decimal comma and an order of days that nothing proves
  ['short-years.csv', 'EUR', 'bank', { 'EUR money in': '1: 2000.00', 'EUR money out': '2: 165.00' }],
  // 2.000 and 1.234 + 1.250; only the rates, which are not read, have decimals
  ['whole-amounts.csv', 'EUR', 'bank', { 'EUR money in': '1: 2000.00', 'EUR money out': '2: 2484.00' }],
  ['Checking_Export.csv', 'USD', 'bank', { 'USD money in': '2: 2400.43', 'USD money out': '2: 262.00' }],
];

test.each(found)('%s fits with the printed configuration', async (name, currency, kind, totals) => {
  const first = await inspect(name, currency);
  expect(first.kind.importable.import.name).toBe(kind);
  expect(first.fitted?.error ?? null).toBeNull();
  const currencies = [...new Set((first.fitted?.figures?.totals ?? []).map((total) => total.currency ?? ''))];
  const company = pasted(configurationSnippet({ name: 'acme', zone, currencies }, first.section, first.proposal));
  const again = await inspect(name, currencies.length === 1 ? (currencies[0] ?? null) : null, company);
  expect(again.now.error).toBeNull();
  expect(again.now.figures?.rejected).toBe(0);
  expect(totalsOf(again)).toEqual(totals);
  // what was printed is all that there is to say
  expect(again.proposal.terms).toEqual({});
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
  const { fitted } = await inspect('Checking_Export.csv');
  expect(fitted?.figures).toMatchObject({ loaded: 0, rejected: 4, reasons: [{ code: 'currency_missing', count: 4 }] });
});

test('A column that two headers could be is marked for a decision', async () => {
  const { proposal } = await inspect('business-account.csv');
  expect(proposal.reasons).toMatchObject({
    'aliases.currency': 'recognised by the words in its cells: check it',
    'aliases.booked_on': 'or "Date completed (UTC)": check it',
  });
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
  expect(proposal.reasons['aliases.amount']).toContain(
    '"Gross amount" adds up to 50.00, "Settled amount" adds up to 47.00: check it',
  );
});

test('A table without a header is configured by the numbers of its columns, and each must be checked', async () => {
  const { proposal } = await inspect('headerless-with-kinds.csv', 'USD');
  expect(proposal.terms).toEqual({ columns: { booked_on: 1, amount: 4, description: 3, direction: 5 } });
  expect(proposal.reasons.columns).toContain('nothing proves that every amount is money in: check each');
});

const proposedFor = async (name: string) => (await inspect(name, 'EUR')).proposal;

test('The currency of an original amount is ignored, and kinds that are all money out make each amount money out', async () => {
  const original = await proposedFor('original-amounts.csv');
  expect(original.terms).toEqual({ ignore: ['Original currency'] });
  expect(original.reasons.ignore).toBe('"Original currency" is the currency of "Original amount": check it');
  const kinds = await proposedFor('card-kinds.csv');
  expect(kinds.terms.aliases).toEqual({ booked_on: ['Fecha'], debit: ['Importe'], description: ['Concepto'] });
  expect(kinds.reasons['aliases.debit']).toContain('are usually money out: check it');
});

test('An empty column is not proposed', async () => {
  const { terms } = await proposedFor('empty-receipts.csv');
  expect(terms.aliases).toEqual({ booked_on: ['Fecha'], amount: ['Importe'], description: ['Concepto'] });
});

test('Headers with the same words cannot name two columns', async () => {
  const { proposal, fitted } = await inspect('same-words-twice.csv', 'EUR');
  expect(proposal.terms.aliases).toEqual({ booked_on: ['Fecha'], amount: ['Importe'] });
  expect(fitted?.error?.code).toBe('FILE_COLUMN_TWICE');
});

test("The account of another party is not proposed as one's own", async () => {
  const { now, proposal } = await inspect('other-party.csv', 'MYR');
  expect(now.error).toBeNull();
  expect(proposal.terms).toEqual({});
});
