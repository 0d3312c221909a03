import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { StatementFormat } from './plan.ts';

/** The columns of a company statement, with the known headers of each. */
export const statementColumns = {
  id: ['id', 'payment id', 'transaction id', 'uid', 'uuid'],
  type: ['type', 'payment type', 'transaction type'],
  reference: ['reference nr.', 'reference nr', 'reference', 'reference no.', 'reference no', 'reference number', 'ref'],
  description: ['description', 'details'],
  currency: ['currency', 'ccy'],
  amount: ['amount', 'gross amount', 'gross', 'total'],
  fee: ['fee', 'fees', 'fee amount'],
  net_amount: ['net amount', 'net', 'amount net'],
  payment_method: ['payment method', 'method'],
  status: ['status', 'state'],
  created_on: ['created on', 'created', 'created at', 'date created'],
  paid_on: ['paid on', 'paid', 'paid at', 'payment date', 'date paid'],
  settled_on: ['settled on', 'settled', 'settled at', 'settlement date'],
  client: ['client', 'client name', 'customer', 'customer name', 'full name'],
  client_email: ['client email', 'client e-mail', 'email', 'e-mail', 'customer email'],
  related_to: ['related to', 'related', 'original id', 'purchase id'],
  product: ['product', 'products'],
  flow: ['flow', 'transaction flow'],
  country: ['country', 'client country'],
  withheld: ['withheld', 'withheld amount', 'reserve', 'reserved', 'rolling reserve', 'pending amount'],
} as const satisfies Record<string, readonly string[]>;

export type StatementColumn = keyof typeof statementColumns;

/** The columns without which no row can be classified; a file that lacks one is refused. */
export const requiredStatementColumns = [
  'type',
  'reference',
  'amount',
  'status',
  'paid_on',
] as const satisfies StatementColumn[];

const headBytes = 512;
const tailBytes = 128 * 1024;
const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');
/** The length of the last record of a zip without its comment. */
const zipEndBytes = 22;
const delimiters = [',', ';', '\t', '|'] as const;

function notTable(statementId: string, format: string, found: string): TieoutError {
  return new TieoutError({
    code: 'FILE_NOT_A_TABLE',
    message: `Statement ${statementId} should be ${format.toUpperCase()}; received ${found}.`,
    remedy:
      'Run again to request a new link. If the error persists, check the statement in the portal. Nothing of it was used.',
    exitStatus: 4,
  });
}

function truncated(statementId: string, detail: string): TieoutError {
  return new TieoutError({
    code: 'FILE_TRUNCATED',
    message: `Statement ${statementId} is truncated: ${detail}.`,
    remedy:
      'Run again to download the file once more. If the error persists, run with --refresh to request a new statement. Nothing of it was used.',
    exitStatus: 4,
  });
}

function altered(statementId: string): TieoutError {
  return new TieoutError({
    code: 'FILE_ALTERED',
    message: `Statement ${statementId} was sent as UTF-8, but has bytes that are not valid UTF-8: it was altered in transit.`,
    remedy:
      'Run again to download the file once more. If the error persists, ask the gateway about the encoding of its statements.',
    exitStatus: 4,
  });
}

/** The format of a file by its first bytes; undefined for what may be a text table. */
function kindOf(head: Buffer): string | undefined {
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  if (head.subarray(0, 4).equals(zipStart)) return 'a workbook';
  if (start === '') return 'an empty file';
  if (start.startsWith('<!doctype html') || start.startsWith('<html') || start.startsWith('<head')) return 'a web page';
  if (start.startsWith('<')) return 'an XML message';
  if (start.startsWith('{')) return 'a JSON message';
  if (start.startsWith('%pdf')) return 'a PDF';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'a compressed file (gzip)';
  return undefined;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Whether a zip is complete: its last record gives the position of its directory, which must be complete too. */
function isZipWhole(tail: Buffer, size: number): boolean {
  const at = tail.lastIndexOf(zipEnd);
  if (at === -1 || at + zipEndBytes > tail.length) return false;
  const directoryBytes = tail.readUInt32LE(at + 12);
  const directoryAt = tail.readUInt32LE(at + 16);
  const isZip64 = directoryAt === 0xffffffff || directoryBytes === 0xffffffff;
  const commentBytes = tail.readUInt16LE(at + 20);
  const endAt = size - tail.length + at;
  return endAt + zipEndBytes + commentBytes <= size && (isZip64 || directoryAt + directoryBytes <= endAt);
}

const quotes = (line: string) => line.split('"').length - 1;
const cells = (line: string, delimiter: string) => line.replaceAll(/"[^"]*("|$)/g, '').split(delimiter).length;

/**
 * Whether a text table ends in the middle of a row: its last line has no line end, and fewer cells than the line before it. A footer
 * that names a total may be short.
 */
function isRowCut(tail: string): boolean {
  const lines = tail.split(/\r\n|\n|\r/);
  const [before, last] = [lines.at(-2), lines.at(-1)];
  if (!last || !before || lines.length < 3 || quotes(before) % 2 !== 0) return false;
  const counted = delimiters.map((delimiter) => ({ delimiter, count: cells(before, delimiter) }));
  const { delimiter, count } = counted.reduce((most, one) => (one.count > most.count ? one : most));
  const isFooter = /^["\s]*(grand |sub)?(total|sum|jumlah|end|count)\b/i.test(last);
  return count > 1 && !isFooter && (quotes(last) % 2 !== 0 || cells(last, delimiter) < count);
}

/** Whether a file has bytes that are invalid in the encoding with which it was sent; only UTF-8 has such bytes. */
async function isAltered(path: string, contentType: string | null): Promise<boolean> {
  if (!/charset\s*=\s*"?utf-?8/i.test(contentType ?? '')) return false;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return false;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}

/**
 * Refuses a download that is not a table in the requested format, is truncated, or was altered in transit, before it counts as received;
 * FILE_NOT_A_TABLE, FILE_TRUNCATED, FILE_ALTERED.
 */
export async function requireStatementFile(
  path: string,
  format: StatementFormat,
  statementId: string,
  contentType: string | null = null,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const found = kindOf(await readAt(file, 0, headBytes));
    const isWorkbook = found === 'a workbook';
    if (format === 'csv' ? found !== undefined : !isWorkbook) {
      throw notTable(statementId, format, found ?? 'something else');
    }
    const tail = await readAt(file, Math.max(0, size - tailBytes), Math.min(size, tailBytes));
    if (isWorkbook && !isZipWhole(tail, size)) throw truncated(statementId, 'the end of the workbook is missing');
    if (!isWorkbook && !tail.includes(0) && isRowCut(tail.toString('utf8'))) {
      throw truncated(statementId, 'its last row ends in the middle');
    }
    if (!isWorkbook && (await isAltered(path, contentType))) throw altered(statementId);
  } finally {
    await file.close();
  }
}
