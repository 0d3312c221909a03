import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import exceljs from 'exceljs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requireStatementFile } from '../../src/connectors/gateway/statement-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-statement-file-'));

async function resultOf(content: string | Buffer, format: 'csv' | 'xlsx' = 'csv'): Promise<unknown> {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return requireStatementFile(path, format, 's-1').then(
    () => 'accepted',
    (error: unknown) => error,
  );
}

const header = 'ID,Type,Amount,Status,Country';
const row = '1,purchase,"RM 1,234.50",paid,MY';

describe('a valid CSV statement', () => {
  test.each([
    ['with an end of its last line', `${header}\n${row}\n${row}\n`],
    ['without one', `${header}\r\n${row}\r\n${row}`],
    ['with a preamble', `Statement for May\nTotal;12\n\n${header}\n${row}\n`],
    ['with a short footer', `${header}\n${row}\nTotal,1234.50`],
    ['with a line break in a cell', `${header}\n${row}\n2,purchase,"RM 1\n.00",paid,MY`],
    ['with semicolons', `${header.replaceAll(',', ';')}\n1;purchase;1,00;paid;MY\n2;refund;1,00;paid;MY`],
    ['without a row', header],
    ['in UTF-16', Buffer.from(`\uFEFF${header}\n${row}\n`, 'utf16le')],
  ])('%s', async (_, content) => {
    expect(await resultOf(content)).toBe('accepted');
  });
});

test('a CSV that was sent as UTF-8 and has other bytes was altered on the way', async () => {
  const path = join(folder, 'altered');
  const check = (content: Buffer, contentType: string | null) => {
    writeFileSync(path, content);
    return requireStatementFile(path, 'csv', 's-1', contentType);
  };
  const sent = Buffer.from(`${header}\n${row}\n`);
  await check(Buffer.from(`${header}\n${row.replace('MY', 'Perú')}\n`), 'text/csv; charset=utf-8');
  const altered = Buffer.from(sent);
  altered[40] = (altered[40] ?? 0) ^ 0xff;
  await expect(check(altered, 'text/csv; charset=UTF-8')).rejects.toMatchObject({
    code: 'FILE_ALTERED',
    exitStatus: 4,
  });
  await check(altered, 'text/csv; charset=windows-1252');
  await check(altered, null);
});

describe('a file that is not a table is rejected with its kind', () => {
  test.each([
    ['an empty file', ''],
    ['an empty file', ' \r\n \n'],
    ['a web page', '\uFEFF\n<!DOCTYPE html><html><body>Sign in</body></html>'],
    ['an XML message', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    ['a JSON message', '{"__all__":[{"message":"Not found."}]}'],
    ['a PDF', '%PDF-1.7 …'],
    ['a workbook', Buffer.from('PK\u0003\u0004 something')],
    ['a compressed file (gzip)', gzipSync(`${header}\n${row}\n`)],
  ])('%s', async (found, content) => {
    expect(await resultOf(content)).toMatchObject({
      code: 'FILE_NOT_A_TABLE',
      exitStatus: 4,
      message: `Statement s-1 should be CSV; received ${found}.`,
    });
  });

  test('a CSV in place of a workbook', async () => {
    expect(await resultOf(`${header}\n${row}\n`, 'xlsx')).toMatchObject({
      code: 'FILE_NOT_A_TABLE',
      message: 'Statement s-1 should be XLSX; received something else.',
    });
  });
});

test('a CSV that ends within a row is rejected', async () => {
  const whole = `${header}\n${`${row}\n`.repeat(4)}`;
  // the last row is cut anywhere from its first byte to the delimiter before `MY`
  const shortest = whole.length - row.length;
  const longest = whole.length - ',MY\n'.length;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: shortest, max: longest }), async (length) => {
      expect(await resultOf(whole.slice(0, length))).toMatchObject({ code: 'FILE_TRUNCATED', exitStatus: 4 });
    }),
  );
});

test('a complete workbook is accepted, a truncated one rejected', async () => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Statement');
  for (let line = 0; line < 200; line += 1) sheet.addRow([line, 'purchase', Math.sqrt(line), 'paid']);
  const whole = Buffer.from(await book.xlsx.writeBuffer());
  expect(await resultOf(whole, 'xlsx')).toBe('accepted');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 30, max: whole.length - 1 }), async (length) => {
      expect(await resultOf(whole.subarray(0, length), 'xlsx')).toMatchObject({ code: 'FILE_TRUNCATED' });
    }),
    { numRuns: 40 },
  );
});
