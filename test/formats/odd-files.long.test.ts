import { expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules();

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
const table = [...above, header, ...lines];
const csv = table
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

// by hand: line numbers are those of the file; the header is line 4, the first payment line 5; 09:00 in Kuala Lumpur is 01:00 in UTC
const expectedPayments = [
  '5 payment 1234.5000 12.3500 1 moved 2026-11-02T01:00:00.000Z',
  '6 payment 51.9000 0.5200 1 moved 2026-11-02T02:00:00.000Z',
  '7 payment 51.9000 0.5200 1 moved 2026-11-02T02:03:00.000Z',
  '8 refund 100.0000 0.0000 1 moved 2026-11-02T03:00:00.000Z',
  '10 payment 20.0000 0.2000 1 not moved null',
  '11 disbursement 500.0000 0.0000 1 moved 2026-11-02T15:59:59.000Z',
];
const expectedRejects = [
  '12 amount_unreadable: The amount "fifty" is not a valid amount in MYR.',
  '13 amount_unreadable: The amount "10.005" is not a valid amount in MYR.',
  '14 type_unknown: The type "voucher" is unknown.',
  '15 paid_unreadable: The paid time "30/02/2026" is not a valid time.',
  '16 amount_unreadable: The amount "SGD 10.00" is not a valid amount in MYR.',
  '17 status_unknown: The status "mystery" is unknown.',
  '18 summary_row: Summary row among the lines: "Total".',
];

const withSemicolons = table.map((cells) => cells.map((cell) => cell.replaceAll('"', '')).join(';')).join('\r\n');

test.each<[string, 'csv' | 'xlsx', () => string | Buffer | Promise<Buffer>]>([
  ['as CSV', 'csv', () => csv],
  ['as CSV with semicolons, a byte order mark and CRLF line ends', 'csv', () => `\uFEFF${withSemicolons}\r\n`],
  ['as CSV in UTF-16', 'csv', () => Buffer.from(`\uFEFF${csv}`, 'utf16le')],
  ['as a workbook with typed numbers and dates', 'xlsx', () => workbook(table)],
])(
  'A statement with a preamble, odd amounts, unpaid rows and a repeated reference is read %s',
  async (_, ext, content) => {
    const file = landed(await content(), { kind: 'statement', ext, currency: 'MYR' });
    expect(await acme.load(file)).toMatchObject({ status: 'loaded', rows: 13, rejected: 7 });
    const payments = await acme.rows('from core.payment order by line_no');
    expect(
      payments.map(({ line_no, kind, amount, fee, occurrence, is_money_moved: isMoved, paid_at }) =>
        [line_no, kind, amount, fee, occurrence, isMoved ? 'moved' : 'not moved', String(paid_at)].join(' '),
      ),
    ).toEqual(expectedPayments);
    const rejects = await acme.rows('from staging.rejected_row order by line_no');
    expect(rejects.map(({ line_no, reason_code, reason }) => `${line_no} ${reason_code}: ${reason}`)).toEqual(
      expectedRejects,
    );
  },
);
