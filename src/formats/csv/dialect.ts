import { open } from 'node:fs/promises';
import { TieoutError } from '../../domain/tieout-error.ts';
import { headerSearchRows } from '../table/header.ts';
import type { TableFile } from '../table/table-spec.ts';

export type CsvDialect = { delimiter: ',' | ';' | '\t' | '|'; encoding: 'utf-8' | 'utf-16' };

const headBytes = 256 * 1024;
const delimiters = [',', ';', '\t', '|'] as const;

/** The first bytes of a file, to recognise its format before it is read. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(buffer, 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Refuses, by its first bytes, a file that is not in the expected format. Throws FILE_NOT_A_TABLE. */
export function refuseForeignFile(head: Buffer, { fileName, spec }: TableFile, expected: 'csv' | 'xlsx'): void {
  const isZip = head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const start = head
    .subarray(0, 512)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  const isHtml = start.startsWith('<!doctype html') || start.startsWith('<html') || start.startsWith('<head');
  const found =
    head.length === 0 ? 'an empty file' : isHtml ? 'a web page (HTML)' : isZip ? 'a workbook (XLSX)' : undefined;
  const isWrong = head.length === 0 || isHtml || (expected === 'csv' ? isZip : !isZip);
  if (!isWrong) return;
  throw new TieoutError({
    code: 'FILE_NOT_A_TABLE',
    message: `Expected a ${spec.title} as ${expected.toUpperCase()}; found ${found ?? 'another format'}.`,
    remedy: isHtml
      ? 'The download link has probably expired or asked for a login: request the file again.'
      : 'Export the file again and check that it opens in a spreadsheet.',
    place: { file: fileName },
    exitStatus: 4,
  });
}

/** The encoding by the byte order mark; the delimiter that splits a row of the head into the most columns. */
export function findDialect(head: Buffer): CsvDialect {
  const encoding =
    (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) ? 'utf-16' : 'utf-8';
  const text = decodeHead(head, encoding);
  const lines = text.split(/\r?\n/).slice(0, headerSearchRows);
  const score = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length));
  const delimiter = [...delimiters].sort((a, b) => score(b) - score(a))[0] ?? ',';
  return { delimiter, encoding };
}

export function decodeHead(head: Buffer, encoding: CsvDialect['encoding']): string {
  if (encoding === 'utf-8') return head.toString('utf8').replace(/^\uFEFF/, '');
  const isBigEndian = head[0] === 0xfe;
  const even = head.subarray(0, head.length - (head.length % 2));
  const text = isBigEndian ? Buffer.from(even).swap16().toString('utf16le') : even.toString('utf16le');
  return text.replace(/^\uFEFF/, '');
}
