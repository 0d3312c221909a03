import { open } from 'node:fs/promises';
import type { TableFile } from '../table/table-spec.ts';
import { refused } from './refused.ts';

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
 * Refuses a file in the container of Office before 2007, by what is in it: a workbook with a password is one too. Throws
 * FILE_ENCRYPTED or FILE_FORMAT_NOT_ACCEPTED.
 */
export async function refuseOldOfficeFile(
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
