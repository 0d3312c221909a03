import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection);
});
afterAll(() => warehouse.close());

/** The same table as CSV and as a workbook: both must give the same rows. */
const above = [
  ['Company statement', '', '', '', '', '', '', ''],
  ['Period', '1 Nov 2026 - 3 Nov 2026', '', '', '', '', '', ''],
  ['Total', 'RM 1,286.40', '', '', '', '', '', ''],
];
const header = ['Type', 'Reference Nr.', 'Amount', 'Fee', 'Status', 'Paid On', 'Settled On', 'Description'];
const lines = [
  ['purchase', 'INV-1', '"1,234.50"', '12.35', 'paid', '2026-11-02 09:00:00', '2026-11-04', 'Chairs, two'],
  [' purchase ', 'INV-2', 'RM 51.90', 'RM 0.52', 'Paid', '2026-11-02 10:00:00', '', ''],
  ['purchase', 'INV-2', 'RM 51.90', 'RM 0.52', 'paid', '2026-11-02 10:03:00', '', 'paid twice'],
  ['refund', 'INV-1', '(100.00)', '', 'success', '2026-11-02 11:00:00', '', ''],
  ['', '', '', '', '', '', '', ''],
  ['purchase', 'INV-3', '20.00', '0.20', 'overdue', '', '', ''],
  ['custom', 'D-1', '-500.00', '', 'paid', '2026-11-02 23:59:59', '', 'to bank'],
  ['purchase', 'INV-4', 'fifty', '0.50', 'paid', '2026-11-02 12:00:00', '', ''],
  ['purchase', 'INV-5', '10.005', '0.10', 'paid', '2026-11-02 12:00:00', '', ''],
  ['voucher', 'INV-6', '10.00', '0.10', 'paid', '2026-11-02 12:00:00', '', ''],
  ['purchase', 'INV-7', '10.00', '0.10', 'paid', '30/02/2026', '', ''],
  ['purchase', 'INV-8', 'SGD 10.00', '0.10', 'paid', '2026-11-02 12:00:00', '', ''],
  ['purchase', 'INV-9', '10.00', '0.10', 'mystery', '2026-11-02 12:00:00', '', ''],
  ['Total', '', '1286.40', '', '', '', '', ''],
];
const csv = [...above, header, ...lines]
  .map((cells) => cells.map((cell) => (cell.includes(',') && !cell.startsWith('"') ? `"${cell}"` : cell)).join(','))
  .join('\n');

async function workbook(rows: string[][]): Promise<Buffer> {
  const { default: exceljs } = await import('exceljs');
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Statement');
  for (const cells of rows) {
    sheet.addRow(
      cells.map((cell) => {
        const text = cell.replaceAll('"', '');
        if (/^\d+\.\d{2}$/.test(text)) return Number(text);
        if (text === '2026-11-02 09:00:00') return new Date('2026-11-02T09:00:00Z');
        return text === '' ? null : text;
      }),
    );
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

// by hand: line numbers are those of the file; the header is line 4, the first payment line 5
const expectedPayments = [
  {
    line_no: 5n,
    kind: 'payment',
    amount: '1234.5000',
    fee: '12.3500',
    is_money_moved: true,
    paid_at: '2026-11-02T01:00:00.000Z',
    occurrence: 1,
  },
  {
    line_no: 6n,
    kind: 'payment',
    amount: '51.9000',
    fee: '0.5200',
    is_money_moved: true,
    paid_at: '2026-11-02T02:00:00.000Z',
    occurrence: 1,
  },
  {
    line_no: 7n,
    kind: 'payment',
    amount: '51.9000',
    fee: '0.5200',
    is_money_moved: true,
    paid_at: '2026-11-02T02:03:00.000Z',
    occurrence: 1,
  },
  {
    line_no: 8n,
    kind: 'refund',
    amount: '100.0000',
    fee: '0.0000',
    is_money_moved: true,
    paid_at: '2026-11-02T03:00:00.000Z',
    occurrence: 1,
  },
  {
    line_no: 10n,
    kind: 'payment',
    amount: '20.0000',
    fee: '0.2000',
    is_money_moved: false,
    paid_at: null,
    occurrence: 1,
  },
  {
    line_no: 11n,
    kind: 'disbursement',
    amount: '500.0000',
    fee: '0.0000',
    is_money_moved: true,
    paid_at: '2026-11-02T15:59:59.000Z',
    occurrence: 1,
  },
];
const expectedRejects = [
  { line_no: 12n, reason_code: 'amount_unreadable', reason: 'The amount "fifty" is not a valid amount in MYR.' },
  { line_no: 13n, reason_code: 'amount_unreadable', reason: 'The amount "10.005" is not a valid amount in MYR.' },
  { line_no: 14n, reason_code: 'type_unknown', reason: 'The type "voucher" is unknown.' },
  { line_no: 15n, reason_code: 'paid_unreadable', reason: 'The paid time "30/02/2026" is not a valid time.' },
  { line_no: 16n, reason_code: 'amount_unreadable', reason: 'The amount "SGD 10.00" is not a valid amount in MYR.' },
  { line_no: 17n, reason_code: 'status_unknown', reason: 'The status "mystery" is unknown.' },
  { line_no: 18n, reason_code: 'summary_row', reason: 'Summary row among the lines: "Total".' },
];

const paymentsOf = (receiptId: number) =>
  readRows(
    warehouse.connection,
    'select line_no, kind, amount, fee, is_money_moved, paid_at, occurrence from core.payment where receipt_id = $receipt_id order by line_no',
    { receipt_id: receiptId },
  );
const rejectsOf = (receiptId: number) =>
  readRows(
    warehouse.connection,
    'select line_no, reason_code, reason from staging.rejected_row where receipt_id = $receipt_id order by line_no',
    {
      receipt_id: receiptId,
    },
  );

describe('a statement with a preamble, extra spaces, commas, prefixes, brackets, unpaid rows and a repeated reference', () => {
  test('as CSV', async () => {
    const file = landed(csv, { kind: 'statement', currency: 'MYR' });
    expect(await loadLanded(warehouse.connection, file)).toMatchObject({
      status: 'loaded',
      rows: 13,
      rejected: 7,
    });
    expect(await paymentsOf(file.receipt_id)).toEqual(expectedPayments);
    expect(await rejectsOf(file.receipt_id)).toEqual(expectedRejects);
  });

  test('as CSV with semicolons, a byte order mark and CRLF line ends', async () => {
    await deleteAll();
    const text = `\uFEFF${[...above, header, ...lines].map((cells) => cells.map((cell) => cell.replaceAll('"', '')).join(';')).join('\r\n')}\r\n`;
    const file = landed(text, { kind: 'statement', currency: 'MYR' });
    await loadLanded(warehouse.connection, file);
    expect(await paymentsOf(file.receipt_id)).toEqual(expectedPayments);
    expect(await rejectsOf(file.receipt_id)).toEqual(expectedRejects);
  });

  test('as CSV in UTF-16', async () => {
    await deleteAll();
    const file = landed(Buffer.from(`\uFEFF${csv}`, 'utf16le'), { kind: 'statement', currency: 'MYR' });
    await loadLanded(warehouse.connection, file);
    expect(await paymentsOf(file.receipt_id)).toEqual(expectedPayments);
    expect(await rejectsOf(file.receipt_id)).toEqual(expectedRejects);
  });

  test('as a workbook with typed numbers and dates', async () => {
    await deleteAll();
    const file = landed(await workbook([...above, header, ...lines]), {
      kind: 'statement',
      ext: 'xlsx',
      currency: 'MYR',
    });
    await loadLanded(warehouse.connection, file);
    expect(await paymentsOf(file.receipt_id)).toEqual(expectedPayments);
    expect(await rejectsOf(file.receipt_id)).toEqual(expectedRejects);
  });

  async function deleteAll(): Promise<void> {
    for (const table of ['core.payment', 'staging.rejected_row', 'raw.statement_line', 'raw.receipt'])
      await warehouse.connection.run(`delete from ${table}`);
  }
});

test('loading a file twice changes nothing', async () => {
  const small = `${header.join(',')}\npurchase,T-1,5.00,0.05,paid,2026-11-02 09:00:00,,\n`;
  const first = landed(small, { kind: 'statement', currency: 'MYR' });
  await loadLanded(warehouse.connection, first);
  const before = await readRows(warehouse.connection, 'select * from core.payment order by all');
  const again = landed(small, { kind: 'statement', currency: 'MYR' });
  expect(await loadLanded(warehouse.connection, again)).toMatchObject({ status: 'repeated', rows: 0 });
  expect(await readRows(warehouse.connection, 'select * from core.payment order by all')).toEqual(before);
});

describe('an incomplete statement file is rejected entirely, with a remedy', () => {
  const row = 'purchase,Q-1,5.00,0.05,paid,2026-11-02 09:00:00,,';
  const cases: [string, string | Buffer, string, 'csv' | 'xlsx'][] = [
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'FILE_NOT_A_TABLE', 'csv'],
    ['an empty file', '', 'FILE_NOT_A_TABLE', 'csv'],
    ['a damaged workbook named csv', Buffer.from('PK\u0003\u0004xxxx'), 'FILE_TRUNCATED', 'csv'],
    ['a workbook cut off', Buffer.from('PK\u0003\u0004xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'), 'FILE_TRUNCATED', 'xlsx'],
    [
      'no Status column',
      `Type,Reference Nr.,Amount,Paid On\npurchase,Q-1,5.00,2026-11-02 09:00:00\n`,
      'FILE_COLUMN_MISSING',
      'csv',
    ],
    ['no header at all', `${row}\n${row}\n`, 'FILE_HEADER_NOT_FOUND', 'csv'],
    ['cut off inside a quoted cell', `${header.join(',')}\n${row}\npurchase,"Q-2`, 'FILE_TRUNCATED', 'csv'],
    ['two amount columns', `Amount,${header.join(',')}\n1,${row}\n`, 'FILE_COLUMN_TWICE', 'csv'],
  ];
  test.each(cases)('%s', async (_title, content, code, ext) => {
    const file = landed(content, { kind: 'statement', ext, currency: 'MYR' });
    expect(await loadLanded(warehouse.connection, file)).toMatchObject({ status: 'refused', rows: 0 });
    const [receipt] = await readRows(
      warehouse.connection,
      'select load_status, load_code from raw.receipt where receipt_id = $id',
      {
        id: file.receipt_id,
      },
    );
    expect(receipt).toEqual({ load_status: 'refused', load_code: code });
    expect(await paymentsOf(file.receipt_id)).toEqual([]);
  });
});

test.each(['in bulk', 'row by row'])('Two unknown columns may have the same header, read %s', async (way) => {
  const text = `order,date,amount,status,Note,NOTE,Note\n${way},2026-11-01,5.00,paid,a,b,c\n`;
  // the bulk reader does not accept a blank line
  const file = landed(way === 'in bulk' ? text : `${text}\n`, { kind: 'orders', ext: 'csv', currency: 'MYR' });
  expect(await loadLanded(warehouse.connection, file)).toMatchObject({ status: 'loaded', rows: 1, rejected: 0 });
  const [line] = await readRows(warehouse.connection, 'select other_cells from raw.order_line where receipt_id = $id', {
    id: file.receipt_id,
  });
  expect(JSON.parse(String(line?.other_cells))).toEqual({ Note: 'a', 'NOTE (2)': 'b', 'Note (3)': 'c' });
});

describe('rows that do not fit the header are rejected with a reason, and the others are loaded', () => {
  const good = (n: number) => `purchase,G-${n},5.00,0.05,paid,2026-11-02 09:0${n}:00,,`;
  const cases: [string, string | Buffer, { line_no: bigint; reason_code: string }[], bigint[]][] = [
    [
      'a cell too many',
      `${good(1)}\n${good(2)},surplus\n${good(3)}\n`,
      [{ line_no: 3n, reason_code: 'too_many_cells' }],
      [2n, 4n],
    ],
    [
      'a cell too few',
      `${good(1)}\npurchase,G-2\n${good(3)}\n`,
      [{ line_no: 3n, reason_code: 'too_few_cells' }],
      [2n, 4n],
    ],
    [
      'a line break in a cell',
      `purchase,G-1,5.00,0.05,paid,2026-11-02 09:01:00,,"two\nlines"\nbad,G-2,1,1,paid,2026-11-02,,\n`,
      [{ line_no: 4n, reason_code: 'type_unknown' }],
      [2n],
    ],
    [
      'the header again',
      `${good(1)}\n${header.join(',')}\n${good(3)}\n`,
      [{ line_no: 3n, reason_code: 'header_repeated' }],
      [2n, 4n],
    ],
    [
      'a blank line',
      `${good(1)}\n\n${good(3)}\nnothing,G-4,1,1,paid,2026-11-02,,\n`,
      [{ line_no: 5n, reason_code: 'type_unknown' }],
      [2n, 4n],
    ],
    [
      'bytes that are not UTF-8, in a file whose other letters are',
      Buffer.concat([
        Buffer.from(`${good(1)}café\n${good(2)}crème\npurchase,G-3,5.00,0.05,paid,2026-11-02 09:03:00,,caf`),
        Buffer.from([0xe9]),
        Buffer.from('\n'),
      ]),
      [{ line_no: 4n, reason_code: 'not_utf8' }],
      [2n, 3n],
    ],
  ];
  test.each(cases)('%s', async (_title, body, rejects, kept) => {
    const content = Buffer.concat([Buffer.from(`${header.join(',')}\n`), Buffer.from(body)]);
    const file = landed(content, { kind: 'statement', currency: 'MYR', company: `c${Math.abs(content.length)}` });
    await loadLanded(warehouse.connection, file);
    expect((await rejectsOf(file.receipt_id)).map(({ line_no, reason_code }) => ({ line_no, reason_code }))).toEqual(
      rejects,
    );
    expect((await paymentsOf(file.receipt_id)).map((payment) => payment.line_no)).toEqual(kept);
  });
});
