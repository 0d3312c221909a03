import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bankPreset } from '../../src/connectors/files/bank-preset.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { readDerived } from '../given/derived.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { mt940 } from '../given/mt940.ts';
import { givenWarehouse } from '../given/warehouse.ts';
import { rowsXml, sheetXml, workbookOf } from '../given/workbook-file.ts';

/*
 * A company with several banks. Some of the banks name no account in their files. A line without an account and a file with an account are
 * of the same account only on evidence.
 */

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection, ['MYR'], false, { bank: {} });
});
beforeEach(async () => {
  for (const table of [
    ...['core.bank_line', 'core.bank_statement', 'raw.file_claim', 'raw.bank_statement_line', 'raw.receipt'],
    ...['raw.file_span', 'raw.stated_span', 'staging.rejected_row', 'core.declared_span'],
  ])
    await warehouse.connection.run(`delete from ${table}`);
});
afterAll(() => warehouse.close());

type File = { name: string; ext: string; content: string | Buffer };

async function load({ name, ext, content }: File, configuration: object = { books: { bank: {} } }) {
  const file = landed(content, {
    kind: 'bank_statement',
    source: 'files',
    page: null,
    ext,
    file_name: `${name}.${ext}`,
    currency: 'MYR',
    received_at: '2026-11-20T00:00:00.000Z',
  });
  const { status, message } = await loadLanded(warehouse.connection, file, configuration);
  expect({ status, message }).toEqual({ status: 'loaded' });
  return file.receipt_id;
}

async function declare(content: string | Buffer, first_day: string, last_day: string) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const declared_at = '2026-11-20T00:00:00Z';
  const body = { kind: 'bank_statement', sha256, file_name: 'x', first_day, last_day, author: 'mei', declared_at };
  const file = landed(JSON.stringify(body), { kind: 'declared_span', source: 'decision', page: null });
  expect(await loadLanded(warehouse.connection, file)).toMatchObject({ status: 'loaded' });
}

/** A line as day, text and amount, and its account where that is not the account of its file. */
type Line = readonly [day: number, text: string, amount: number, account?: string];
const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;
const period = `Period,${dayOf(1)} to ${dayOf(10)}\n`;

/** An amount with its sign: without one, nothing shows that a file's amounts are money in. */
const signed = (amount: number) => (amount > 0 ? `+${amount}` : String(amount));

/** A table of a bank that names no account. */
const plain = (name: string, lines: readonly Line[], above = period): File => ({
  name,
  ext: 'csv',
  content: `${above}Date,Description,Amount\n${lines.map(([day, text, amount]) => `${dayOf(day)},${text},${signed(amount)}\n`).join('')}`,
});

/** A table of a bank that names its account on each line. */
const named = (name: string, account: string, lines: readonly Line[], above = period): File => ({
  name,
  ext: 'csv',
  content: `${above}Date,Description,Amount,Account No\n${lines.map(([day, text, amount, own = account]) => `${dayOf(day)},${text},${signed(amount)},${own}\n`).join('')}`,
});

/** The same table as a workbook. */
const workbook = ({ name, content }: File): File => {
  const rows = String(content).trimEnd().split('\n');
  return {
    name,
    ext: 'xlsx',
    content: workbookOf({ sheets: [{ name: 'Sheet1', xml: sheetXml(rowsXml(rows.map((row) => row.split(',')))) }] }),
  };
};

/** A table of a bank that names no account and has a balance beside each line. */
function balanced(name: string, opening: number, lines: readonly Line[]): File {
  let balance = opening;
  const rows = lines.map(([day, text, amount]) => {
    balance += amount;
    return `${dayOf(day)},${text},${signed(amount)},${balance}\n`;
  });
  return { name, ext: 'csv', content: `Date,Description,Amount,Balance\n${rows.join('')}` };
}

const swift = (name: string, account: string, lines: readonly Line[], opening = 700): File => ({
  name,
  ext: 'sta',
  content: mt940({
    from: 1,
    to: 10,
    account,
    opening,
    lines: lines.map(([day, text, amount]) => ({ day, amount, text })),
  }),
});

const camt = (name: string, account: string, lines: readonly Line[], opening = 700): File => {
  const balance = (code: string, amount: number, day: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${dayOf(day)}</Dt></Dt></Bal>`;
  const entries = lines.map(
    ([day, text, amount]) =>
      `<Ntry><Amt Ccy="MYR">${Math.abs(amount)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${dayOf(day)}</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`,
  );
  const closing = lines.reduce((sum, [, , amount]) => sum + amount, opening);
  return {
    name,
    ext: 'xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-11T00:00:00</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><CreDtTm>2026-11-11T00:00:00</CreDtTm><FrToDt><FrDtTm>${dayOf(1)}T00:00:00</FrDtTm><ToDtTm>${dayOf(10)}T23:59:59</ToDtTm></FrToDt><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>
${balance('OPBD', opening, 1)}${balance('CLBD', closing, 10)}${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`,
  };
};

const current = async () =>
  (
    await readRows(
      warehouse.connection,
      `select day(booked_on) || ' ' || amount::bigint || coalesce(' ' || account, '') as line from core.bank_line_now
       order by booked_on, amount, account nulls first`,
    )
  ).map(({ line }) => String(line));

const notes = async (receiptId: number) => {
  const [row] = await readRows(warehouse.connection, 'select notes from raw.receipt where receipt_id = $id', {
    id: receiptId,
  });
  return JSON.stringify(row?.notes ?? []);
};

/** The lines of bank A, which names no account, and of bank B, on the same days. */
const ofA: Line[] = [
  [3, 'A1', 10],
  [4, 'A2', 20],
  [5, 'A3', 30],
];
const ofB: Line[] = [
  [3, 'B1', 100],
  [4, 'B2', 200],
];
const fileOfA = plain('a', ofA);
const linesOfBoth = (account: string) => ['3 10', `3 100 ${account}`, '4 20', `4 200 ${account}`, '5 30'];

describe('Two banks, and bank A names no account', () => {
  const filesOfB = {
    'a table': named('b', '5140', ofB),
    'a workbook': workbook(named('b', '5140', ofB)),
    MT940: swift('b', '5140', ofB),
    camt: camt('b', '5140', ofB),
  };

  test.each(Object.entries(filesOfB))('keep their lines where the other bank sends %s', async (_, fileOfB) => {
    await load(fileOfA);
    await load(fileOfB);
    expect(await current()).toEqual(linesOfBoth('5140'));
  });

  test.each(Object.entries(filesOfB))('keep their lines where the other bank sent %s before', async (_, fileOfB) => {
    await load(fileOfB);
    await load(fileOfA);
    expect(await current()).toEqual(linesOfBoth('5140'));
  });

  test('keep their lines where a file is declared whole, before or after the other one', async () => {
    const [a, b] = [plain('a', ofA, ''), named('b', '5140', ofB, '')];
    await load(a);
    await load(b);
    await declare(b.content, dayOf(1), dayOf(10));
    await declare(a.content, dayOf(1), dayOf(10));
    expect(await current()).toEqual(linesOfBoth('5140'));
  });

  test('keep their lines where the other bank has no lines', async () => {
    await load(fileOfA);
    await load(swift('b', '5140', []));
    await load(plain('empty', []));
    expect(await current()).toEqual(['3 10', '4 20', '5 30']);
  });

  test.each([true, false])('keep an equal charge twice (the file without an account first: %s)', async (isFirst) => {
    const charge: Line = [4, 'FEE', -1];
    const files = [plain('a', [...ofA, charge]), named('b', '5140', [charge])];
    if (!isFirst) files.reverse();
    for (const file of files) await load(file);
    expect(await current()).toEqual(['3 10', '4 -1', '4 -1 5140', '4 20', '5 30']);
  });

  test.each([true, false])(
    'keep an equal charge twice in a file of both (the known account first: %s)',
    async (isFirst) => {
      const charge: Line = [4, 'FEE', -1];
      const other = [...ofB, charge].map(([day, text, amount]): Line => [day, text, amount, '5140']);
      const lines = isFirst ? [...ofA, charge, ...other] : [...other, ...ofA, charge];
      await load(plain('a', [...ofA, charge]));
      await load(named('both', '5139', lines));
      expect(await current()).toEqual(['3 10', '3 100 5140', '4 -1', '4 -1 5140', '4 20', '4 200 5140', '5 30']);
    },
  );

  test('keep an equal charge twice where it is half of the lines of a day', async () => {
    const charge: Line = [4, 'FEE', -1];
    await load(plain('a', [...ofA.slice(0, 1), charge]));
    const b = await load(named('b', '5140', [...ofB.slice(0, 1), charge]));
    expect(await current()).toEqual(['3 10', '3 100 5140', '4 -1', '4 -1 5140']);
    expect(await notes(b)).toContain('kept twice');
    await load(named('c', '5140', [charge, [6, 'B6', 60]], ''));
    expect(await current()).toEqual(['3 10', '3 100 5140', '4 -1', '4 -1 5140', '6 60 5140']);
  });

  test('end lines of their own only', async () => {
    await load(fileOfA);
    await load(named('b', '5140', ofB));
    await load(plain('a-corrected', ofA.slice(1)));
    await load(named('b-corrected', '5140', ofB.slice(1)));
    expect(await current()).toEqual(['4 20', '4 200 5140', '5 30']);
    await load(plain('a', ofA.slice(2)));
    expect(await current()).toEqual(['4 200 5140', '5 30']);
  });
});

test('Three banks keep their lines and end their own, although a bank names no account', async () => {
  const ofC: Line[] = [
    [3, 'C1', 1000],
    [5, 'C2', 2000],
  ];
  for (const file of [named('b', '5140', ofB), fileOfA, swift('c', '6200', ofC)]) await load(file);
  const all = ['3 10', '3 100 5140', '3 1000 6200', '4 20', '4 200 5140', '5 30', '5 2000 6200'];
  expect(await current()).toEqual(all);
  await load(named('b-corrected', '5140', ofB.slice(1)));
  await load(swift('c-corrected', '6200', ofC.slice(1)));
  expect(await current()).toEqual(['3 10', '4 20', '4 200 5140', '5 30', '5 2000 6200']);
  await load(plain('a-corrected', ofA.slice(1)));
  expect(await current()).toEqual(['4 20', '4 200 5140', '5 30', '5 2000 6200']);
});

describe('A bank that names its account from now on', () => {
  const later: Line[] = [
    [5, 'A3', 30],
    [6, 'A4', 40],
  ];

  test('has its lines once, and a corrected file ends those without an account', async () => {
    await load(fileOfA);
    const overlap = await load(named('a-with-account', '5140', [...ofA.slice(1), ...later.slice(1)]));
    // the days and most lines are those of the first file, which has one line more
    expect(await current()).toEqual(['4 20', '5 30', '6 40 5140']);
    expect(await notes(overlap)).toContain('a.csv');
    expect(await notes(overlap)).toContain('same account');
  });

  test('has its lines once under the same name, whatever changed', async () => {
    await load(fileOfA);
    await load({ ...named('a', '5140', [[3, 'A1', 11]]), name: 'a' });
    expect(await current()).toEqual(['3 11 5140']);
    await load(plain('a', [[3, 'A1', 12]]));
    expect(await current()).toEqual(['3 12']);
  });

  test('has its lines once where a balance beside a line is equal', async () => {
    const file = balanced('a', 500, ofA);
    await load(file);
    const [head, ...rows] = String(file.content).trimEnd().split('\n');
    const content = `${head},Account No\n${rows
      .slice(2)
      .map((row) => `${row},5140\n`)
      .join('')}${dayOf(6)},A4,40,600,5140\n`;
    await load({ name: 'a-with-account', ext: 'csv', content });
    expect(await current()).toEqual(['3 10', '4 20', '5 30', '6 40 5140']);
  });

  test('has its lines once in another format that states the same balances', async () => {
    await load(balanced('a', 700, ofA));
    await load(
      swift(
        'a',
        '5140',
        ofA.map(([day, text, amount]) => [day, `${text}-BOOKED`, amount]),
      ),
    );
    expect(await current()).toEqual(['3 10 5140', '4 20 5140', '5 30 5140']);
  });
});

describe('Two banks that both name no account', () => {
  const charge: Line = [4, 'FEE', -1];

  test('keep their lines and an equal charge where most lines differ, and end their own', async () => {
    await load(plain('a', [...ofA, charge]));
    const b = await load(plain('b', [...ofB, [4, 'B3', 300], charge]));
    const all = ['3 10', '3 100', '4 -1', '4 -1', '4 20', '4 200', '4 300', '5 30'];
    expect(await current()).toEqual(all);
    expect(await notes(b)).toContain(
      'Neither this file nor a.csv names its account. They were read as different accounts: the line that both have was kept twice.',
    );
    const [keys] = await readRows(
      warehouse.connection,
      'select count(distinct bank_line_key) as n from core.bank_line_now',
    );
    expect(keys).toEqual({ n: 8n });
    // the next export of bank A, with the charge of both
    await load(plain('a-next', [...ofA.slice(1), charge, [7, 'A7', 70]], ''));
    expect(await current()).toEqual([...all, '7 70']);
    await load(plain('b-corrected', [...ofB, charge]));
    expect(await current()).toEqual(['3 10', '3 100', '4 -1', '4 -1', '4 20', '4 200', '5 30', '7 70']);
  });

  test('keep an equal charge where the balances beside it differ', async () => {
    const next: Line = [5, 'NEXT', 5];
    await load(balanced('a', 500, [charge, next]));
    await load(balanced('b', 900, [charge, [5, 'B5', 50]]));
    expect(await current()).toEqual(['4 -1', '4 -1', '5 5', '5 50']);
    // a line is added at the beginning of a corrected file, and all balances beside the lines change
    await load(balanced('a-corrected', 500, [[4, 'A0', 7], charge, next]));
    expect(await current()).toEqual(['4 -1', '4 -1', '4 -1', '4 7', '5 5', '5 50']);
  });
});

test('Balances of a bank without an account and of a bank with one continue independently', async () => {
  await load(balanced('a', 500, ofA));
  await load(swift('b', '5140', ofB));
  await load(
    balanced('a-next', 560, [
      [6, 'A6', 40],
      [7, 'A7', 1],
    ]),
  );
  expect(await readDerived(warehouse.connection, 'select reason from core.bank_gap')).toEqual([]);
  await load(
    balanced('a-gap', 999, [
      [8, 'A8', 1],
      [9, 'A9', 1],
    ]),
  );
  expect(await readDerived(warehouse.connection, 'select account, gap_from from core.bank_gap')).toEqual([
    { account: null, gap_from: '2026-11-08' },
  ]);
});

test('A bank that names no account ends the line that its corrected file lacks or has otherwise', async () => {
  await load(fileOfA);
  await load(plain('a-changed', [...ofA.slice(0, 1), [4, 'A2', 21], ...ofA.slice(2)]));
  expect(await current()).toEqual(['3 10', '4 21', '5 30']);
  await load(plain('a-shorter', ofA.slice(0, 1)));
  // the line of the second file has no line in common with the third
  expect(await current()).toEqual(['3 10', '4 21']);
});

test('A table with its account and a period ends lines of this account, also beside other accounts', async () => {
  await load(named('b', '5140', ofB));
  await load(named('c', '6200', ofA));
  await load(named('b-corrected', '5140', ofB.slice(1)));
  expect(await current()).toEqual(['3 10 6200', '4 20 6200', '4 200 5140', '5 30 6200']);
});

test('A preset names the account of files that do not: lines, balances and covered days are of this account', async () => {
  const configuration = {
    books: { bank: {} },
    banks: [bankPreset.parse({ bank: 'A', recognise: { text: ['Statement of bank A'] }, account: '6200' })],
  };
  const ofBankA = (file: File): File => ({ ...file, content: `Statement of bank A\n${String(file.content)}` });
  await load(named('b', '5140', ofB));
  await load(ofBankA(plain('a', ofA)), configuration);
  await load(
    ofBankA(
      balanced('c', 100, [
        [8, 'A4', 40],
        [9, 'A5', 50],
      ]),
    ),
    configuration,
  );
  expect(await current()).toEqual([
    ...linesOfBoth('5140').map((line) => (line.includes('5140') ? line : `${line} 6200`)),
    '8 40 6200',
    '9 50 6200',
  ]);
  expect(
    await readRows(warehouse.connection, 'select account, opening::integer as opening from core.bank_statement'),
  ).toEqual([{ account: '6200', opening: 100 }]);
  // a whole file of the account under another name, in which a line of another bank is no evidence
  await load(ofBankA(plain('a-corrected', ofA.slice(1), 'Period,2026-11-01 to 2026-11-07\n')), configuration);
  expect(await current()).toEqual(['3 100 5140', '4 20 6200', '4 200 5140', '5 30 6200', '8 40 6200', '9 50 6200']);
});
