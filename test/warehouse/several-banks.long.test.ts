import { describe, expect, test } from 'vitest';
import { bankPreset } from '../../src/connectors/files/bank-preset.ts';
import { mt940 } from '../given/mt940.ts';
import { givenFreshRules } from '../given/rules.ts';

/*
 * A company with several banks. Some of the banks name no account in their files. A line without an account and a file with an account are
 * of the same account only on evidence.
 */

const acme = givenFreshRules({ hasPayout: false, books: { bank: {} } });

type File = { name: string; ext: string; content: string };

/** Loads files one after the other and returns the notes about the last one. */
const load = (...files: File[]) => loadAs({}, ...files);

async function loadAs(company: object, ...files: File[]): Promise<string> {
  let id = 0;
  for (const { name, ext, content } of files) {
    const facts = { ext, file_name: `${name}.${ext}`, currency: 'MYR', received_at: '2026-11-20T00:00:00.000Z' };
    const read = { books: { bank: {} }, ...company };
    id = (await acme.receive(content, { ...facts, kind: 'bank_statement' }, read)).receipt_id;
  }
  const [row] = await acme.rows('select notes from raw.receipt where receipt_id = $id', { id });
  return JSON.stringify(row?.notes ?? []);
}

const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;
const period = `Period,${dayOf(1)} to ${dayOf(10)}\n`;

/** A line is written as `day text amount`, and its account where that is not the account of its file. */
function read(line: string) {
  const [day, text = '', amount, account] = line.split(' ');
  return { day: Number(day), text, amount: Number(amount), account };
}

/** The cells of each line. With its sign: without one, nothing shows that a file's amounts are money in. */
const rowsOf = (lines: readonly string[]) =>
  lines.map(read).map(({ day, text, amount }) => `${dayOf(day)},${text},${amount > 0 ? '+' : ''}${amount}`);
const table = (name: string, head: string, rows: readonly string[]): File => ({
  name,
  ext: 'csv',
  content: `${head}\n${rows.map((row) => `${row}\n`).join('')}`,
});

/** A table of a bank that names no account. */
const plain = (name: string, lines: readonly string[], above = period) =>
  table(name, `${above}Date,Description,Amount`, rowsOf(lines));

/** A table of a bank that names its account on each line. */
const named = (name: string, account: string, lines: readonly string[], above = period) =>
  table(
    name,
    `${above}Date,Description,Amount,Account No`,
    rowsOf(lines).map((row, at) => `${row},${read(lines[at] ?? '').account ?? account}`),
  );

/** A table of a bank that names no account and has a balance beside each line. */
function balanced(name: string, opening: number, lines: readonly string[]): File {
  let balance = opening;
  const rows = rowsOf(lines).map((row, at) => {
    balance += read(lines[at] ?? '').amount;
    return `${row},${balance}`;
  });
  return table(name, 'Date,Description,Amount,Balance', rows);
}

const swift = (name: string, account: string, lines: readonly string[]): File => ({
  name,
  ext: 'sta',
  content: mt940({ from: 1, to: 10, account, opening: 700, lines: lines.map(read) }),
});

/** The lines in force as `day amount`, with the account where it is known. */
const current = () =>
  acme.lines(
    `select day(booked_on), amount::bigint, account from core.bank_line_now order by booked_on, amount, account nulls first`,
  );

/** The lines of bank A, which names no account, and of bank B, on the same days. */
const ofA = ['3 A1 10', '4 A2 20', '5 A3 30'];
const ofB = ['3 B1 100', '4 B2 200'];
const fileOfA = plain('a', ofA);
const linesOfBoth = (account: string) => ['3 10', `3 100 ${account}`, '4 20', `4 200 ${account}`, '5 30'];

describe('Two banks, and bank A names no account', () => {
  const filesOfB = {
    'a table': named('b', '5140', ofB),
    MT940: swift('b', '5140', ofB),
  };

  describe.each(Object.entries(filesOfB))('and bank B sends %s', (_, fileOfB) => {
    test.each([
      ['after', [fileOfA, fileOfB]],
      ['before', [fileOfB, fileOfA]],
    ])('keep their lines where it is sent %s the file of bank A', async (_order, files) => {
      await load(...files);
      expect(await current()).toEqual(linesOfBoth('5140'));
    });
  });

  test('keep their lines where a file is declared whole, before or after the other one', async () => {
    const [a, b] = [plain('a', ofA, ''), named('b', '5140', ofB, '')];
    await load(a, b);
    await acme.declareWhole(b.content, 'bank_statement', dayOf(1), dayOf(10));
    await acme.declareWhole(a.content, 'bank_statement', dayOf(1), dayOf(10));
    expect(await current()).toEqual(linesOfBoth('5140'));
  });

  test('keep their lines where the other bank has no lines', async () => {
    await load(fileOfA, swift('b', '5140', []), plain('empty', []));
    expect(await current()).toEqual(['3 10', '4 20', '5 30']);
  });

  test.each([true, false])('keep an equal charge twice (the file without an account first: %s)', async (isFirst) => {
    const charge = '4 FEE -1';
    const files = [plain('a', [...ofA, charge]), named('b', '5140', [charge])];
    if (!isFirst) files.reverse();
    await load(...files);
    expect(await current()).toEqual(['3 10', '4 -1', '4 -1 5140', '4 20', '5 30']);
  });

  test.each([true, false])(
    'keep an equal charge twice in a file of both (the known account first: %s)',
    async (isFirst) => {
      const charge = '4 FEE -1';
      const other = [...ofB, charge].map((line) => `${line} 5140`);
      const lines = isFirst ? [...ofA, charge, ...other] : [...other, ...ofA, charge];
      await load(plain('a', [...ofA, charge]), named('both', '5139', lines));
      expect(await current()).toEqual(['3 10', '3 100 5140', '4 -1', '4 -1 5140', '4 20', '4 200 5140', '5 30']);
    },
  );

  test('keep an equal charge twice where it is half of the lines of a day', async () => {
    const charge = '4 FEE -1';
    await load(plain('a', [...ofA.slice(0, 1), charge]));
    const notes = await load(named('b', '5140', [...ofB.slice(0, 1), charge]));
    expect(await current()).toEqual(['3 10', '3 100 5140', '4 -1', '4 -1 5140']);
    expect(notes).toContain('kept twice');
    await load(named('c', '5140', [charge, '6 B6 60'], ''));
    expect(await current()).toEqual(['3 10', '3 100 5140', '4 -1', '4 -1 5140', '6 60 5140']);
  });

  test('end lines of their own only', async () => {
    await load(
      fileOfA,
      named('b', '5140', ofB),
      plain('a-corrected', ofA.slice(1)),
      named('b-corrected', '5140', ofB.slice(1)),
    );
    expect(await current()).toEqual(['4 20', '4 200 5140', '5 30']);
    await load(plain('a', ofA.slice(2)));
    expect(await current()).toEqual(['4 200 5140', '5 30']);
  });
});

test('Three banks keep their lines and end their own, although a bank names no account', async () => {
  const ofC = ['3 C1 1000', '5 C2 2000'];
  await load(named('b', '5140', ofB), fileOfA, swift('c', '6200', ofC));
  const all = ['3 10', '3 100 5140', '3 1000 6200', '4 20', '4 200 5140', '5 30', '5 2000 6200'];
  expect(await current()).toEqual(all);
  await load(named('b-corrected', '5140', ofB.slice(1)), swift('c-corrected', '6200', ofC.slice(1)));
  expect(await current()).toEqual(['3 10', '4 20', '4 200 5140', '5 30', '5 2000 6200']);
  await load(plain('a-corrected', ofA.slice(1)));
  expect(await current()).toEqual(['4 20', '4 200 5140', '5 30', '5 2000 6200']);
});

describe('A bank that names its account from now on', () => {
  const later = ['5 A3 30', '6 A4 40'];

  test('has its lines once, and a corrected file ends those without an account', async () => {
    await load(fileOfA);
    const notes = await load(named('a-with-account', '5140', [...ofA.slice(1), ...later.slice(1)]));
    // the days and most lines are those of the first file, which has one line more
    expect(await current()).toEqual(['4 20', '5 30', '6 40 5140']);
    expect(notes).toContain('a.csv');
    expect(notes).toContain('same account');
  });

  test('has its lines once under the same name, whatever changed', async () => {
    await load(fileOfA, { ...named('a', '5140', ['3 A1 11']), name: 'a' });
    expect(await current()).toEqual(['3 11 5140']);
    await load(plain('a', ['3 A1 12']));
    expect(await current()).toEqual(['3 12']);
  });

  test('has its lines once where a balance beside a line is equal', async () => {
    const file = balanced('a', 500, ofA);
    await load(file);
    const [head, ...rows] = file.content.trimEnd().split('\n');
    const content = `${head},Account No\n${rows
      .slice(2)
      .map((row) => `${row},5140\n`)
      .join('')}${dayOf(6)},A4,40,600,5140\n`;
    await load({ name: 'a-with-account', ext: 'csv', content });
    expect(await current()).toEqual(['3 10', '4 20', '5 30', '6 40 5140']);
  });

  test('has its lines once in another format that states the same balances', async () => {
    await load(balanced('a', 700, ofA));
    await load(swift('a', '5140', ['3 A1-BOOKED 10', '4 A2-BOOKED 20', '5 A3-BOOKED 30']));
    expect(await current()).toEqual(['3 10 5140', '4 20 5140', '5 30 5140']);
  });
});

describe('Two banks that both name no account', () => {
  const charge = '4 FEE -1';

  test('keep their lines and an equal charge where most lines differ, and end their own', async () => {
    await load(plain('a', [...ofA, charge]));
    const notes = await load(plain('b', [...ofB, '4 B3 300', charge]));
    const all = ['3 10', '3 100', '4 -1', '4 -1', '4 20', '4 200', '4 300', '5 30'];
    expect(await current()).toEqual(all);
    expect(notes).toContain(
      'Neither this file nor a.csv names its account. They were read as different accounts: the line that both have was kept twice.',
    );
    const [keys] = await acme.rows('select count(distinct bank_line_key) as n from core.bank_line_now');
    expect(keys).toEqual({ n: 8n });
    // the next export of bank A, with the charge of both
    await load(plain('a-next', [...ofA.slice(1), charge, '7 A7 70'], ''));
    expect(await current()).toEqual([...all, '7 70']);
    await load(plain('b-corrected', [...ofB, charge]));
    expect(await current()).toEqual(['3 10', '3 100', '4 -1', '4 -1', '4 20', '4 200', '5 30', '7 70']);
  });

  test('keep an equal charge where the balances beside it differ', async () => {
    const next = '5 NEXT 5';
    await load(balanced('a', 500, [charge, next]), balanced('b', 900, [charge, '5 B5 50']));
    expect(await current()).toEqual(['4 -1', '4 -1', '5 5', '5 50']);
    // a line is added at the beginning of a corrected file, and all balances beside the lines change
    await load(balanced('a-corrected', 500, ['4 A0 7', charge, next]));
    expect(await current()).toEqual(['4 -1', '4 -1', '4 -1', '4 7', '5 5', '5 50']);
  });
});

test('Balances of a bank without an account and of a bank with one continue independently', async () => {
  await load(balanced('a', 500, ofA), swift('b', '5140', ofB), balanced('a-next', 560, ['6 A6 40', '7 A7 1']));
  expect(await acme.derived('select reason from core.bank_gap')).toEqual([]);
  await load(balanced('a-gap', 999, ['8 A8 1', '9 A9 1']));
  expect(await acme.derived('select account, gap_from from core.bank_gap')).toEqual([
    { account: null, gap_from: '2026-11-08' },
  ]);
});

test('A bank that names no account ends the line that its corrected file lacks or has otherwise', async () => {
  await load(fileOfA, plain('a-changed', [...ofA.slice(0, 1), '4 A2 21', ...ofA.slice(2)]));
  expect(await current()).toEqual(['3 10', '4 21', '5 30']);
  await load(plain('a-shorter', ofA.slice(0, 1)));
  // the line of the second file has no line in common with the third
  expect(await current()).toEqual(['3 10', '4 21']);
});

test('A preset names the account of files that do not: lines, balances and covered days are of this account', async () => {
  const preset = bankPreset.parse({ bank: 'A', recognise: { text: ['Statement of bank A'] }, account: '6200' });
  const company = { banks: [preset] };
  const ofBankA = (file: File): File => ({ ...file, content: `Statement of bank A\n${file.content}` });
  await load(named('b', '5140', ofB));
  await loadAs(company, ofBankA(plain('a', ofA)), ofBankA(balanced('c', 100, ['8 A4 40', '9 A5 50'])));
  expect(await current()).toEqual([
    ...linesOfBoth('5140').map((line) => (line.includes('5140') ? line : `${line} 6200`)),
    '8 40 6200',
    '9 50 6200',
  ]);
  expect(await acme.rows('select account, opening::integer as opening from core.bank_statement')).toEqual([
    { account: '6200', opening: 100 },
  ]);
  // a whole file of the account under another name, in which a line of another bank is no evidence
  await loadAs(company, ofBankA(plain('a-corrected', ofA.slice(1), 'Period,2026-11-01 to 2026-11-07\n')));
  expect(await current()).toEqual(['3 100 5140', '4 20 6200', '4 200 5140', '5 30 6200', '8 40 6200', '9 50 6200']);
});
