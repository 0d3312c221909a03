import { expect, test } from 'vitest';
import { givenMatch } from '../given/match-files.ts';

type Line = { reference: string; amount: string; currency: string };

const fileOf = (lines: readonly Line[]): string =>
  `Date,Reference,Currency,Amount\n${lines.map(({ reference, amount, currency }) => `2026-10-05,${reference},${currency},${amount}\n`).join('')}`;

const linesIn = (currency: string, amounts: Record<string, string>): Line[] =>
  Object.entries(amounts).map(([reference, amount]) => ({ reference, amount, currency }));

const invoices = { 'INV-1': '100.00', 'INV-2': '200.00', 'INV-3': '50.00', 'INV-4': '80.00', 'INV-5': '40.00' };
// 4.70, 4.71, 4.72, 4.73 and 4.75 for a dollar
const received = { 'INV-1': '470.00', 'INV-2': '942.00', 'INV-3': '236.00', 'INV-4': '378.40', 'INV-5': '190.00' };

/** The invoices and the lines of the bank in a folder, with other files. */
function given(invoices: readonly Line[], bank: readonly Line[], others: Record<string, string> = {}) {
  const files = { 'invoices.csv': fileOf(invoices), 'bank.csv': fileOf(bank), ...others };
  const match = givenMatch(files, 'invoices.csv', 'bank.csv');
  const outcomes = () => match.columns('record_key', 'currency', 'amount', 'outcome', 'right_minus_left');
  return { ...match, outcomes };
}

const wrongTerms = { status: 2, err: expect.stringContaining('MATCH_TERMS_WRONG') };

test('sides with a currency each are matched at the rate that equal references show, and the difference is shown', async () => {
  const { match, answer, records, outcomes } = given(
    linesIn('USD', { ...invoices, 'INV-6': '10.00', 'INV-7': '300.00' }),
    linesIn('MYR', { ...received, 'INV-7': '1650.00' }),
  );
  const { notes, totals } = await answer();
  // the middle of 4.70, 4.71, 4.72, 4.73, 4.75 and 5.50; the lower of the two
  expect(notes).toEqual([
    'Amounts in USD count as MYR at 4.72, the median of 6 pairs of records with equal references; 5 are within 2 %.',
  ]);
  // 50.00 at 4.72 is 236.00
  expect(totals).toMatchObject([{ currency: 'MYR', matched: 2, differing: 8, suggested: 0 }]);
  expect(outcomes().filter(([key]) => key?.startsWith('invoices.csv'))).toEqual([
    ['invoices.csv:2', 'MYR', '472.0000', 'amount_differs', '-2.0000'],
    ['invoices.csv:3', 'MYR', '944.0000', 'amount_differs', '-2.0000'],
    ['invoices.csv:4', 'MYR', '236.0000', 'matched', '0.0000'],
    ['invoices.csv:5', 'MYR', '377.6000', 'amount_differs', '0.8000'],
    ['invoices.csv:6', 'MYR', '188.8000', 'amount_differs', '1.2000'],
    ['invoices.csv:7', 'MYR', '47.2000', 'missing_right', null],
    ['invoices.csv:8', 'MYR', '1416.0000', 'missing_right', null],
  ]);
  const reasons = new Map(records().map(({ record_key, reason }) => [record_key, reason]));
  expect(reasons.get('invoices.csv:2')).toContain('The right amount is 0.4 % less. Converted from USD 100.00 at 4.72.');
  const [record] = records();
  expect(record).toMatchObject({ original_currency: 'USD', original_amount: '100.0000' });
  expect(records().at(-1)).toMatchObject({ original_currency: null, original_amount: null });
  expect(reasons.get('invoices.csv:7')).toBe('No record of the other side fits. Converted from USD 10.00 at 4.72.');
  // 5.50 is more than 2 % from the rate
  expect(reasons.get('invoices.csv:8')).toBe(
    'bank.csv:7 has the same reference, and another amount. Converted from USD 300.00 at 4.72.',
  );
  // explain says so of the candidates of a line as well
  const { out } = await match('--explain', 'bank.csv:7');
  expect(out).toContain('\n\ninvoices.csv:8: Converted from USD 300.00 at 4.72.\n');
  const shown = outcomes();
  await match('--inspect', '--out', 'terms.yaml');
  expect((await answer('--config', 'terms.yaml')).notes).toEqual(notes);
  expect(outcomes()).toEqual(shown);
});

test('fewer than five pairs show no rate, and a rate that is declared is used', async () => {
  const { answer, outcomes } = given(
    linesIn('USD', { 'INV-1': '100.00', 'INV-2': '0.35' }),
    linesIn('JPY', { 'INV-1': '15100', 'INV-2': '53' }),
    {
      'terms.yaml': 'rates: [{ from: USD, to: JPY, rate: 151.3 }]\n',
      'narrow.yaml': 'rates: [{ from: USD, to: JPY, rate: 151.3 }]\nrate_band: 0.1\n',
    },
  );
  const { notes, totals } = await answer();
  expect(notes).toEqual([
    'Amounts in USD match no amounts in JPY, because no rate is known: 2 pairs of records with equal references show it, 2 of them within 2 % of the median; it takes 5, and 60 %. Give it under `rates` in the terms.',
  ]);
  expect(totals.map(({ currency, matched, differing }) => [currency, matched, differing])).toEqual([
    ['JPY', 0, 0],
    ['USD', 0, 0],
  ]);
  const declared = await answer('--config', 'terms.yaml');
  expect(declared.notes).toEqual(['Amounts in USD count as JPY at 151.3.']);
  // 100.00 is 15,130 yen; 0.35 is 52.955, which is 53
  expect(outcomes().slice(0, 2)).toEqual([
    ['invoices.csv:2', 'JPY', '15130.0000', 'amount_differs', '-30.0000'],
    ['invoices.csv:3', 'JPY', '53.0000', 'matched', '0.0000'],
  ]);
  // 30 of 15,130 are 0.2 %
  await answer('--config', 'narrow.yaml');
  expect(outcomes().map(([, , , outcome]) => outcome)).toEqual(['missing_right', 'matched', 'missing_left', 'matched']);
});

test('what both sides have in a currency is not converted, and has no band beside converted records', async () => {
  const { answer, outcomes } = given(
    [
      ...linesIn('IDR', { 'A-1': '10000.00' }),
      ...linesIn('MYR', { 'A-2': '100.00' }),
      ...linesIn('USD', { 'A-3': '10.00' }),
    ],
    [...linesIn('IDR', { 'A-1': '10050.00' }), ...linesIn('MYR', { 'A-2': '98.50', 'A-3': '47.10' })],
    { 'terms.yaml': 'rates: [{ from: IDR, to: MYR, rate: 0.00027 }, { from: USD, to: MYR, rate: 4.72 }]\n' },
  );
  const { notes } = await answer('--config', 'terms.yaml');
  expect(notes).toEqual([
    'No amounts are converted from IDR: only a currency that one side alone has is converted.',
    'Amounts in USD count as MYR at 4.72.',
  ]);
  expect(outcomes().slice(0, 3)).toEqual([
    ['invoices.csv:2', 'IDR', '10000.0000', 'missing_right', null],
    ['invoices.csv:3', 'MYR', '100.0000', 'missing_right', null],
    ['invoices.csv:4', 'MYR', '47.2000', 'amount_differs', '-0.1000'],
  ]);
});

test('several currencies of a side count in the only currency of the other, also where its lines name no currency', async () => {
  const ringgit = Object.fromEntries(
    Object.entries(invoices).map(([key, amount]) => [`S${key}`, (Number(amount) * 3.5).toFixed(2)]),
  );
  const dollars = Object.fromEntries(Object.entries(invoices).map(([key, amount]) => [`S${key}`, amount]));
  const bank = linesIn('MYR', { ...received, ...ringgit });
  const { answer, write, text } = given([...linesIn('USD', invoices), ...linesIn('SGD', dollars)], bank, {
    'terms.yaml': 'rates: [{ from: USD, to: MYR, rate: 4.72 }, { from: SGD, to: MYR }]\n',
  });
  const expected = [
    'Amounts in SGD count as MYR at 3.5, the median of 5 pairs of records with equal references; 5 are within 2 %.',
    'Amounts in USD count as MYR at 4.72, the median of 5 pairs of records with equal references; 5 are within 2 %.',
  ];
  expect((await answer()).notes).toEqual(expected);
  write('bank.csv', text('bank.csv').replaceAll(',MYR,', ',').replace('Currency,', ''));
  const { notes, totals } = await answer('--config', 'terms.yaml');
  expect(notes).toEqual([
    'Lines that name no currency count as MYR, the currency in which the other lines count.',
    expected[0],
    'Amounts in USD count as MYR at 4.72.',
  ]);
  // all five of the second currency, and the invoice at exactly 4.72
  expect(totals).toMatchObject([{ currency: 'MYR', matched: 12, differing: 8 }]);
});

test('amounts of billions are converted to the last digit, half of it up, at the rate as it is written', async () => {
  const { match, answer, outcomes } = given(
    [
      ...linesIn('USD', { 'A-1': '5.00', 'A-2': '-5.00', 'A-3': '1200000000.00' }),
      ...linesIn('IDR', { 'B-1': '11000000000', 'B-2': '12000000000' }),
    ],
    [
      ...linesIn('VND', { 'A-1': '127161', 'A-2': '-127161', 'A-3': '30518520000000' }),
      ...linesIn('IDR', { 'B-3': '13000000000' }),
    ],
    {
      'terms.yaml': 'rates: [{ from: USD, to: VND, rate: 25432.1 }]\n',
      'large.yaml': 'rates: [{ from: USD, to: VND, rate: 254321 }]\n',
      'small.yaml': 'rates: [{ from: USD, to: VND, rate: 0.0000000000001 }]\n',
    },
  );
  const { notes } = await answer('--config', 'terms.yaml');
  expect(notes).toEqual(['Amounts in USD count as VND at 25432.1.']);
  // 5.00 is 127,160.5
  expect(outcomes().filter(([, , , outcome]) => outcome === 'matched')).toHaveLength(6);
  for (const file of ['small.yaml', 'large.yaml']) expect(await match('--config', file)).toMatchObject(wrongTerms);
});

test('a decision about converted records holds when further pairs show another rate', async () => {
  const ours = { ...invoices, 'INV-8': '60.00' };
  const theirs = { ...received, 'PAID-8': '283.00' };
  const { answer, records, write, decide } = given(linesIn('USD', ours), linesIn('MYR', theirs));
  await answer();
  await decide('Unmatched', 'Match as', () => 'eight');
  const further = Array.from({ length: 9 }, (_, at) => `INV-${at + 10}`);
  const all = (amount: string) => Object.fromEntries(further.map((reference) => [reference, amount]));
  write('invoices.csv', fileOf(linesIn('USD', { ...ours, ...all('100.00') })));
  write('bank.csv', fileOf(linesIn('MYR', { ...theirs, ...all('475.00') })));
  const { notes } = await answer('--by', 'Aina');
  // 4.75 is the middle by now
  expect(notes).toEqual([
    'Amounts in USD count as MYR at 4.75, the median of 14 pairs of records with equal references; 14 are within 2 %.',
  ]);
  expect(records().filter(({ pass }) => pass === 'by_hand')).toMatchObject([
    {
      record_key: 'invoices.csv:7',
      matched_with: 'bank.csv:7',
      reason: 'Decided by Aina. Converted from USD 60.00 at 4.75.',
    },
    { record_key: 'bank.csv:7', matched_with: 'invoices.csv:7' },
  ]);
});

test('records without a reference are matched after conversion where names are similar and amounts near', async () => {
  const line = (day: number, text: string, amount: string) =>
    `2026-10-${String(day).padStart(2, '0')},${text},${amount}\n`;
  const invoiced = [line(5, 'Alderton Foods', '100.00'), line(6, 'Brewster Mills', '120.00')];
  const { answer, columns } = given([], [], {
    'invoices.csv': `Date,Customer,Amount\n${[...invoiced, line(6, 'Castello Wines', '120.00')].join('')}`,
    // 1 % less than at 4.70, the same of nobody's name, and 3 % less
    'bank.csv': `Date,Description,Amount\n${line(6, 'TT ALDERTON FOODS', '465.30')}${line(7, 'TT UNKNOWN TRADING', '564.00')}${line(7, 'TT CASTELLO WINES', '547.00')}`,
    'terms.yaml': `rates: [{ from: USD, to: MYR, rate: 4.7 }]
left: { currency: USD, counterparty: [Customer] }
right: { currency: MYR }
`,
  });
  await answer('--config', 'terms.yaml');
  expect(columns('record_key', 'outcome', 'pass').slice(0, 3)).toEqual([
    ['invoices.csv:2', 'amount_differs', 'converted_description'],
    ['invoices.csv:3', 'missing_right', null],
    ['invoices.csv:4', 'missing_right', null],
  ]);
});

test.each([
  ['twice', 'rates:\n  - { from: USD, to: EUR }\n  - { from: USD, to: MYR }\n'],
  ['in a chain', 'rates:\n  - { from: USD, to: EUR }\n  - { from: EUR, to: MYR }\n'],
  ['of a currency in itself', 'rates: [{ from: USD, to: USD }]\n'],
  ['of zero', 'rates: [{ from: USD, to: EUR, rate: 0 }]\n'],
  ['of a word', 'rates: [{ from: DOLLAR, to: EUR, rate: 1 }]\n'],
])('rates that contradict each other are refused with their place: %s', async (_what, terms) => {
  const lines = linesIn('USD', { 'A-1': '1.00' });
  const { match } = given(lines, lines, { 'terms.yaml': terms });
  const { status, err } = await match('--config', 'terms.yaml');
  expect({ status, err }).toMatchObject(wrongTerms);
  expect(err).toContain('rates');
});
