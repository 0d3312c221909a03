import { expect, test } from 'vitest';
import { bank, books, folderWith, givenMatch, matchIn } from '../given/match-files.ts';
import { figuresOf, readWorkbook } from '../given/read-workbook.ts';

const sides = ['books.csv', 'bank.csv', '--currency', 'MYR'];

test('two files are matched without a configuration, and the statement goes from one total to the other', async () => {
  const { match, columns, text, workbook } = givenMatch({ 'books.csv': books, 'bank.csv': bank }, ...sides);
  const { status, out } = await match();
  expect(status).toBe(3);
  expect(out).toContain('6 records matched; 1 record only in books, 1 record only in bank.');
  const summary = (await readWorkbook(workbook)).getWorksheet('Summary');
  // by hand: 1250.50 + 300.00 - 45.10 + 999.99, and 1250.50 + 300.00 - 45.10 - 10.00
  expect(figuresOf(summary)['Statement in MYR']).toEqual({
    books: 2505.39,
    'Less: only in books': -999.99,
    'Plus: only in bank': -10,
    'Differences of certain matches': 0,
    'Differences of suggested matches': 0,
    bank: 1495.4,
    'Unexplained difference': 0,
  });
  expect(columns('record_key', 'outcome', 'pass', 'matched_with')).toEqual([
    ['books.csv:2', 'matched', 'same_reference_and_amount', 'bank.csv:2'],
    ['books.csv:3', 'matched', 'normalised_reference', 'bank.csv:3'],
    ['books.csv:4', 'matched', 'same_reference_and_amount', 'bank.csv:4'],
    ['books.csv:5', 'missing_right', null, null],
    ['bank.csv:2', 'matched', 'same_reference_and_amount', 'books.csv:2'],
    ['bank.csv:3', 'matched', 'normalised_reference', 'books.csv:3'],
    ['bank.csv:4', 'matched', 'same_reference_and_amount', 'books.csv:4'],
    ['bank.csv:5', 'missing_left', null, null],
  ]);
  // both sides are beside each other, and their columns name their side
  const page = text('tieout-match/index.html');
  const [, matched = ''] = /id="table-matched"><thead>(.*?)<\/thead>/s.exec(page) ?? [];
  expect([...matched.matchAll(/>([^<>]+)<\/button>/g)].map(([, title]) => title)).toEqual([
    'Day',
    'Left amount',
    'Right amount',
    'Right less left',
    'Left text',
    'Right text',
    'Why',
  ]);
});

test('payments less a tax that payers withhold belong to their invoices, and the reason says how much is missing in how many', async () => {
  const customers = ['ALDERTON', 'BREWSTER', 'CASTELLO', 'DUNMORE', 'ELLSWORTH', 'FARRADAY'];
  const invoices = Array.from({ length: 48 }, (_, at) => {
    const cents = 30_000 + ((at * 137_911) % 570_000);
    // Brewster withholds 10 %
    const paid = at % 6 === 1 ? Math.round(cents * 0.9) : cents;
    const day = `2026-10-${String(1 + Math.floor(at / 2)).padStart(2, '0')}`;
    return { day, cents, paid, name: customers[at % 6] };
  });
  const amount = (cents: number) => (cents / 100).toFixed(2);
  const files = {
    'books.csv': `Date,Customer,Amount\n${invoices.map(({ day, name, cents }) => `${day},${name},${amount(cents)}\n`).join('')}`,
    'bank.csv': `Date,Description,Amount\n${invoices.map(({ day, name, paid }) => `${day},GIRO ${name},${amount(paid)}\n`).join('')}`,
  };
  const { answer, records } = givenMatch(files, ...sides);
  const { totals } = await answer();
  expect(totals).toMatchObject([{ matched: 80, differing: 16, suggested: 0 }]);
  const differing = records().filter(({ outcome }) => outcome === 'amount_differs');
  for (const { record_key, matched_with, reason } of differing) {
    const [line, other] = [record_key, matched_with].map((key) => key?.split(':')[1]);
    expect(line).toBe(other);
    expect(reason).toBe(
      'Amount, day, names and numbers together, by how rare each is. The right amount is 10.0 % less, as in 8 matches.',
    );
  }
});

test('where records were compared with the nearest only, the result says so, and explain as well', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')},50.00\n`).join('');
  const files = { 'books.csv': `Date,Amount\n${lines(26)}`, 'bank.csv': `Date,Amount\n${lines(20)}` };
  const { match, answer, records } = givenMatch(files, ...sides);
  const { notes } = await answer();
  // a right line comes at most 7 days before its left one: those of 1 to 15 October have more than 12 possible partners, and leave 16 out
  expect(notes).toContain(
    '31 unmatched records were not compared with all records that may belong to them; their reasons say why.',
  );
  const sentence = 'It was compared only with the nearest of the many records that have its amount, number or name.';
  const reasons = records().map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === `No record that fits was found. ${sentence}`)).toHaveLength(31);
  expect(reasons.filter((reason) => reason === 'No record of the other side fits.')).toHaveLength(15);
  const { out } = await match('--explain', 'books.csv:7');
  expect(out.replaceAll(/\s+/g, ' ')).toContain('It was compared only with the nearest');
});

test('a header that no file of a side has is noted, and so is that of a column with another meaning', async () => {
  const terms =
    'left: { counterparty: [Payee, Payer], fee: [Amount], number: [Nr, No] }\nright: { date_order: day_first }\n';
  const { answer } = givenMatch({ 'books.csv': books, 'bank.csv': bank, 'terms.yaml': terms }, ...sides);
  const { notes } = await answer('--config', 'terms.yaml');
  expect(notes).toEqual([
    'The column "Amount" (left.fee) is read as amount, so it has no other meaning.',
    'There is no column "Nr" or "No" (left.number).',
  ]);
});

test('a side without a file, an unreadable file and wrong terms are errors for people', async () => {
  const folder = folderWith({
    'books.csv': books,
    'bank.csv': bank,
    'words.csv': 'Name,City\nTan,Ipoh\nLim,Klang\n',
    'key.yaml': 'left:\n  alias: { amount: [Total] }\n',
    'pass.yaml': 'passes: [same_referenc]\n',
    'setting.yaml': 'passes: [weighed_evidence(most_false := 2)]\n',
    'name.yaml': 'passes: [weighed_evidence(most_fals := 0.1)]\n',
    'query.yaml': 'passes: [same_reference(absolut := 1)]\n',
  });
  const wrong = async (...args: string[]) => {
    const { status, err } = await matchIn(folder, ...args);
    return [status, /^error (\w+)/m.exec(err)?.[1]];
  };
  // the folder of the result is replaced as a whole
  expect(await wrong('books.csv', 'bank.csv', '--out', '.')).toEqual([2, 'OPTION_WRONG']);
  expect(await wrong('books.csv', 'bank.csv', '--out', 'words.csv')).toEqual([2, 'OPTION_WRONG']);
  expect(await wrong('books.csv', 'bank.csv', '--currency', 'ZZZ')).toEqual([2, 'OPTION_WRONG']);
  expect(await wrong('books.csv')).toEqual([2, 'OPTION_WRONG']);
  expect(await wrong('books.csv', 'none.csv')).toEqual([2, 'IMPORT_FILE_MISSING']);
  expect(await wrong('books.csv', 'words.csv')).toEqual([4, 'FILE_HEADER_NOT_FOUND']);
  expect(await wrong('books.csv', 'bank.csv', '--config', 'key.yaml')).toEqual([2, 'MATCH_TERMS_WRONG']);
  expect(await wrong('books.csv', 'bank.csv', '--config', 'pass.yaml')).toEqual([2, 'MATCH_TERMS_WRONG']);
  expect(await wrong('books.csv', 'bank.csv', '--config', 'setting.yaml')).toEqual([2, 'MATCHING_PASS_WRONG']);
  expect(await wrong('books.csv', 'bank.csv', '--config', 'name.yaml')).toEqual([2, 'MATCH_TERMS_WRONG']);
  expect(await wrong('books.csv', 'bank.csv', '--config', 'query.yaml')).toEqual([2, 'MATCH_TERMS_WRONG']);
});
