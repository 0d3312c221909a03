import { open } from 'node:fs/promises';
import type { FileFormat } from './file-format.ts';
import { FileRefusal, refused } from './file-refusal.ts';
import type { TableFile } from './table/table-spec.ts';
import { readHead } from './text/read-head.ts';
import { shownEncoding } from './text/source-encoding.ts';

const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** The names of the streams in the first sector of the file's directory, where the main ones are. */
async function streamNames(head: Buffer, path: string): Promise<string> {
  const sectorSize = 2 ** Math.min(Math.max(head.readUInt16LE(30), 9), 12);
  const sector = Buffer.alloc(sectorSize);
  const file = await open(path, 'r');
  try {
    await file.read(sector, 0, sectorSize, (head.readUInt32LE(48) + 1) * sectorSize);
  } finally {
    await file.close();
  }
  return sector.toString('utf16le');
}

/**
 * Refuses a file in the container of Office before 2007, by its content; a workbook with a password uses it too. Throws FILE_ENCRYPTED
 * or FILE_FORMAT_NOT_ACCEPTED.
 */
async function refuseOldOfficeFile(
  head: Buffer,
  { path, fileName, spec: { title } }: Pick<TableFile, 'path' | 'fileName' | 'spec'>,
): Promise<void> {
  if (!head.subarray(0, signature.length).equals(signature) || head.length < 512) return;
  const names = await streamNames(head, path);
  if (names.includes('EncryptedPackage') || names.includes('EncryptionInfo') || names.includes('DataSpaces'))
    throw refused(fileName, 'FILE_ENCRYPTED', `The ${title} is a workbook with a password.`, {
      remedy: 'Open it with its password, save it without one, and import that file.',
    });
  const found = /(Workbook|Book)\0/.test(names) ? 'an old Excel workbook (.xls)' : 'an old Office document';
  throw refused(fileName, 'FILE_FORMAT_NOT_ACCEPTED', `The ${title} is ${found}, which is not read.`, {
    remedy: 'Save it as Excel workbook (.xlsx) or as CSV, and import that file.',
  });
}

export const formatNames: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  jsonl: 'JSON lines',
  camt053: 'camt.053',
  mt940: 'MT940',
  ofx: 'OFX',
  pdf: 'PDF',
};

const zipStart = Buffer.from([0x50, 0x4b, 3, 4]);

/** The start of a text in any Unicode encoding, without its byte order mark. */
function startOf(head: Buffer): string {
  const { name, markBytes } = shownEncoding(head) ?? { name: 'utf-8', markBytes: 0 };
  const bytes = head.subarray(markBytes, 4096 + markBytes);
  if (name === 'utf-16le') return bytes.toString('utf16le').trimStart();
  // the names by which a format is recognised are ASCII, so without zero bytes they are the same in every other encoding
  return bytes.toString('utf8').replaceAll('\0', '').trimStart();
}

/** The format of a file by its first bytes, because its name may be wrong. */
export function formatOf(head: Buffer): FileFormat {
  if (head.subarray(0, 4).equals(zipStart)) return 'xlsx';
  // some programs write lines of their own before the signature
  if (/(^|[\r\n])%PDF-\d/.test(head.subarray(0, 1024).toString('latin1'))) return 'pdf';
  const start = startOf(head);
  if (/^(<!--\s*)?(OFXHEADER|DATA:OFXSGML)|^<\?OFX|(^|[\r\n])\s*<OFX>/i.test(start)) return 'ofx';
  if (/^<\?xml[^>]*>\s*(<\?OFX|<OFX)/i.test(start) || /^<(BANKMSGSRSV1|STMTTRNRS|STMTRS|STMTTRN)>/.test(start))
    return 'ofx';
  // related messages are not statements; the reader refuses them by name
  if (/camt\.05[234]/.test(start) || /<([\w-]+:)?BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)/.test(start)) return 'camt053';
  // a part of a message begins with any field; some banks write lines of their own above the first statement
  if (/^(\{[1-5]:|:\d\d[A-Z]?:)/.test(start) || /^:(6[02][FM]:[CD]\d{6}[A-Z]{3}|61:\d{6}|34F:[A-Z]{3})/m.test(start))
    return 'mt940';
  if (/^\{(?!\\rtf)/.test(start) || /^\[\s*[{\]]/.test(start)) return 'jsonl';
  return 'csv';
}

/** The format of a file by its content; a text of no other format is read as CSV. */
export async function formatOfFile(path: string): Promise<FileFormat> {
  return formatOf(await readHead(path));
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

/** The format of a file among those that are accepted. Throws FILE_FORMAT_NOT_ACCEPTED or FILE_ENCRYPTED. */
export async function recogniseFormat(file: TableFile, accepted: readonly FileFormat[]): Promise<FileFormat> {
  const head = await readHead(file.path);
  await refuseOldOfficeFile(head, file);
  const found = formatOf(head);
  if (accepted.includes(found)) return found;
  throw new FileRefusal({
    code: 'FILE_FORMAT_NOT_ACCEPTED',
    message: `The ${file.spec.title} is ${formatNames[found]}; accepted are ${listOf(accepted.map((name) => formatNames[name]))}.`,
    remedy: 'Export it in one of these formats.',
    place: { file: file.fileName },
  });
}
