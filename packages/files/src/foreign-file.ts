import { FileRefusal } from './file-refusal.ts';
import type { TableFile } from './table/table-spec.ts';

const starts: readonly { found: string; bytes: readonly number[] }[] = [
  { found: 'a PDF', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { found: 'a compressed file (gzip)', bytes: [0x1f, 0x8b, 0x08] },
  { found: 'an image (PNG)', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { found: 'an image (JPEG)', bytes: [0xff, 0xd8, 0xff] },
  { found: 'a formatted text (RTF)', bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66] },
];

/** The format of a file by its first bytes, when it is not a table. */
export function foreignFormat(head: Buffer): string | undefined {
  if (head.length === 0) return 'an empty file';
  if (head.every((byte) => byte === 0)) return 'a file of zero bytes';
  const start = head
    .subarray(0, 512)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  if (/^<(!doctype html|html|head|table)/.test(start)) return 'a web page (HTML)';
  if (/^!(type|account|option):/.test(start)) return 'a Quicken file (QIF)';
  if (/^01,[^,\n]*,[^,\n]*,\d{6},\d{4},.*\s+02,/.test(start)) return 'a cash management report (BAI2)';
  return starts.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))?.found;
}

function remedyFor(foreign: string): string {
  if (foreign.includes('HTML'))
    return 'If it shows a table in a spreadsheet, save it there as XLSX. Otherwise the download link has probably expired or asked for a login: request the file again.';
  if (foreign.includes('QIF') || foreign.includes('BAI2'))
    return 'Export a bank statement as CSV, XLSX, camt.053, MT940 or OFX.';
  return 'Export the file again and check that it opens in a spreadsheet.';
}

/** Refuses, by its first bytes, a file that is not in the expected format. Throws FILE_NOT_A_TABLE. */
export function refuseForeignFile(head: Buffer, { fileName, spec }: TableFile, expected: 'csv' | 'xlsx'): void {
  const isZip = head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const foreign = foreignFormat(head) ?? (isZip && expected === 'csv' ? 'a workbook (XLSX)' : undefined);
  if (foreign === undefined && isZip === (expected === 'xlsx')) return;
  throw new FileRefusal({
    code: 'FILE_NOT_A_TABLE',
    message: `Expected a ${spec.title} as ${expected.toUpperCase()}; found ${foreign ?? 'another format'}.`,
    remedy: remedyFor(foreign ?? ''),
    place: { file: fileName },
  });
}
