import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { redactFile } from '../../src/evidence/forget/redact-file.ts';
import { valueFinder } from '../../src/privacy/find-values.ts';
import { createZip } from '../../src/report/xlsx/zip-file.ts';
import { unpackedBytes } from '../given/unpacked.ts';

const finder = valueFinder([
  { value: 'tan@shop.example', by: 'M' },
  { value: 'José Tan', by: 'N' },
  { value: 'Tan', by: 'T' },
  { value: '5640071112', by: '9000000001' },
]);

describe('Values are found in files', () => {
  test('in whatever notation they are written, and not within others', () => {
    const shown = (text: string) => finder.redacted(Buffer.from(text)).toString();
    expect(shown('TAN@Shop.example;daniel.tan@shop.example;tan@shop.example.my')).toBe(
      'M;daniel.tan@shop.example;tan@shop.example.my',
    );
    expect(shown('tan@shop.example.csv')).toBe('M.csv');
    expect(shown('JOSÉ  TAN, Tania, tan')).toBe('N, Tania, T');
    expect(shown(String.raw`{"a":"Jos\u00e9 Tan","b":"{\"c\":\"tan\\u0040shop.example\"}"}`)).toBe(
      String.raw`{"a":"N","b":"{\"c\":\"M\"}"}`,
    );
    expect(shown('<n>Jos&#233; Tan</n>?email=tan%40shop.example&x')).toBe('<n>N</n>?email=M&x');
    expect(shown('5640 0711-12, 15640071112, 5640071112.00')).toBe('9000 0000-01, 15640071112, 9000000001.00');
  });

  test('among many others', () => {
    const many = Array.from({ length: 3000 }, (_, at) => ({ value: `Name${at} Tan`, by: `n${at}` }));
    const all = valueFinder([...many, { value: '陈大文', by: 'c' }, { value: '5640071112', by: '9000000001' }]);
    const text = `${'INV-1,12.50,paid\n'.repeat(20_000)}name2999 TAN,陈大文,5640-071112,Name1 Lim`;
    expect(all.redacted(Buffer.from(text)).toString().slice(-40)).toContain('paid\nn2999,c,9000-000001,Name1 Lim');
  });

  test('in the encodings of files; a file without any is the same bytes', () => {
    expect(finder.redacted(Buffer.from('José Tan', 'latin1')).toString('latin1')).toBe('N');
    const wide = Buffer.from('\uFEFFname\tJosé Tan\r\n', 'utf16le');
    expect(finder.redacted(wide).toString('utf16le')).toBe('\uFEFFname\tN\r\n');
    expect(finder.redacted(Buffer.from(wide).swap16()).swap16().toString('utf16le')).toBe('\uFEFFname\tN\r\n');
    const other = Buffer.from([0xff, 0, 0x80, 0x41]);
    expect(finder.redacted(other)).toBe(other);
  });

  test('in every part of a workbook, which stays one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tieout-redact-'));
    const [path, copy] = [join(folder, 'orders.xlsx'), join(folder, 'copy.xlsx')];
    const zip = await createZip(path);
    const parts = { 'xl/sharedStrings.xml': '<t>José Tan</t>', 'xl/sheet1.xml': '<v>5640071112</v><v>12.50</v>' };
    for (const [name, text] of Object.entries(parts)) {
      const entry = await zip.entry(name);
      await entry.write(text);
      await entry.end();
    }
    await zip.close();
    expect(await redactFile(path, copy, finder)).toBe(true);
    expect(unpackedBytes(copy).toString()).toBe(
      'xl/sharedStrings.xml<t>N</t>xl/sheet1.xml<v>9000000001</v><v>12.50</v>',
    );
    expect(await redactFile(copy, undefined, finder)).toBe(false);
    writeFileSync(path, 'PK\x03\x04 José Tan');
    expect(await redactFile(path, copy, finder)).toBe(true);
    expect(readFileSync(copy, 'latin1')).toBe('PK\x03\x04 N');
    await expect(redactFile(copy, undefined, finder)).rejects.toThrow('not looked into');
  });
});
