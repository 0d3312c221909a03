import { join } from 'node:path';
import { expect, test } from 'vitest';
import { likelyTerms, withTerms } from '../../src/inspect/proposal.ts';
import { givenInspections, kindNamed, nobody } from '../given/inspected.ts';

/*
 * Exports of ten banks, in the layouts of their websites, written by somebody who had not seen the code. Each is read with what
 * `tieout inspect` proposes and the first answer to each question. The sums are those of the writer.
 */

const given = givenInspections();

const banks: [string, string | null, Record<string, string>][] = [
  ['bca.csv', 'IDR', { 'IDR money in, money out': '44: 172435977.00, 75579790.00' }],
  ['cimb.xlsx', 'MYR', { 'MYR money in, money out': '38: 92725.73, 55269.75' }],
  ['dbs.csv', 'SGD', { 'SGD money in, money out': '47: 49832.07, 36346.12' }],
  ['deutsche-bank.csv', 'EUR', { 'EUR money in, money out': '50: 35695.89, 20134.76' }],
  ['hsbc-hk.csv', 'HKD', { 'HKD money in, money out': '36: 366437.88, 192119.80' }],
  ['maybank.csv', 'MYR', { 'MYR money in, money out': '42: 51850.12, 35763.75' }],
  ['ocbc.csv', 'SGD', { 'SGD money in, money out': '29: 36389.23, 16184.00' }],
  ['publicbank.csv', 'MYR', { 'MYR money in, money out': '33: 38054.30, 26479.80' }],
  ['wells-fargo.csv', 'USD', { 'USD money in, money out': '57: 32272.70, 24057.86' }],
  [
    'wise.csv',
    null,
    {
      'EUR money in, money out': '7: 1373.86, 1261.99',
      'GBP money in, money out': '9: 10520.47, 878.35',
      'SGD money in, money out': '11: 16837.99, 1256.72',
      'USD money in, money out': '10: 4394.78, 4554.80',
    },
  ],
];

test.each(banks)('%s is read by what is proposed and answered', async (name, currency, sums) => {
  const path = join(import.meta.dirname, 'banks', name);
  const as = kindNamed('bank');
  const { proposal, section } = await given.inspect(path, { as, currency });
  const company = withTerms(nobody, section, likelyTerms(proposal));
  const { now } = await given.inspect(path, { as, currency, company });
  expect(now.error).toBeNull();
  const totals = now.figures?.totals ?? [];
  const found = [...new Set(totals.map((total) => total.currency))].map((code) => {
    const own = totals.filter((total) => total.currency === code);
    const amounts = ['money in', 'money out'].map(
      (kind) => own.find((total) => total.kind === kind)?.amount ?? '0.0000',
    );
    const lines = own.reduce((sum, total) => sum + total.lines, 0);
    return [`${code} money in, money out`, `${lines}: ${amounts.map((amount) => amount.slice(0, -2)).join(', ')}`];
  });
  expect(Object.fromEntries(found)).toEqual(sums);
});
