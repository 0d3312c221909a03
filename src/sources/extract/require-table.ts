import { open } from 'node:fs/promises';
import { TieoutError } from '../../errors/tieout-error.ts';

/** Refuses a download that is no table of the kind that was asked for, before it is kept as one. */
export async function requireTable(path: string, format: 'csv' | 'xlsx', statementId: string): Promise<void> {
  const file = await open(path, 'r');
  const head = Buffer.alloc(512);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  await file.close();
  const start = head
    .subarray(0, bytesRead)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  const isHtml = start.startsWith('<!doctype html') || start.startsWith('<html') || start.startsWith('<head');
  const isZip = head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  if (bytesRead > 0 && !isHtml && isZip === (format === 'xlsx')) return;
  const found = bytesRead === 0 ? 'an empty file' : isHtml ? 'a web page' : isZip ? 'a workbook' : 'something else';
  throw new TieoutError({
    code: 'STATEMENT_NOT_A_TABLE',
    message: `Statement ${statementId} should be ${format.toUpperCase()}, and ${found} came.`,
    remedy: 'Run again: a new link is asked for. Nothing of the file was kept.',
    exitStatus: 4,
  });
}
