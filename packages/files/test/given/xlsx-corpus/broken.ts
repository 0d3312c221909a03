import { archiveOf, type GivenPart, workbookParts } from '../workbook-file.ts';
import { oneSheetXml, statementXml } from './statement-rows.ts';

const parts = workbookParts({ sheets: [{ name: 'Statement', xml: statementXml }] });
const sheetPart = 'xl/worksheets/sheet1.xml';
/** A workbook whose directory states something untrue of its sheet. */
const stating = (states: GivenPart['states'] & object) =>
  archiveOf({ ...parts, [sheetPart]: { content: statementXml, states } });

/** The container of Office before 2007, with a directory that names these streams. */
function oldOfficeFile(streams: readonly string[]): Buffer {
  const file = Buffer.alloc(1536);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [index, name] of streams.entries()) file.write(`${name}\0`, 1024 + index * 128, 'utf16le');
  return file;
}

/** Workbooks that are not whole, hostile, or not of this format. */
export const brokenWorkbooks: Record<string, () => Buffer> = {
  'ends-within-the-rows.xlsx': () => oneSheetXml(statementXml.slice(0, statementXml.indexOf('<row r="4">'))),
  'ends-without-the-end-of-the-sheet.xlsx': () => oneSheetXml(statementXml.replace('</worksheet>', '')),
  'ends-within-a-cell.xlsx': () => oneSheetXml(statementXml.slice(0, statementXml.indexOf('INV-3') + 2)),
  'checksum-is-wrong.xlsx': () => stating({ crc: 7 }),
  'size-is-more-than-stated.xlsx': () => stating({ size: 500 }),
  'size-is-less-than-stated.xlsx': () => stating({ size: 50_000 }),
  'archive-is-cut-off.xlsx': () => {
    const whole = archiveOf(parts);
    return whole.subarray(0, Math.floor(whole.length / 2));
  },
  // the directory alone says that 200 MiB come out of 2 KiB
  'unpacks-to-many-times-its-size.xlsx': () => stating({ size: 200 * 1024 ** 2 }),
  'unpacks-to-more-than-the-limit.xlsx': () => stating({ size: 40 * 1024 ** 2 }),
  'document-type-with-entities.xlsx': () =>
    oneSheetXml(
      statementXml
        .replace('<worksheet', '<!DOCTYPE worksheet [<!ENTITY a "INV"><!ENTITY b "&a;&a;&a;&a;">]><worksheet')
        .replace('INV-2', '&b;'),
    ),
  'entity-unknown.xlsx': () => oneSheetXml(statementXml.replace('INV-2', 'INV&nbsp;2')),
  'part-twice.xlsx': () => archiveOf({ ...parts, 'xl/Worksheets/sheet1.xml': statementXml }),
  'sheet-part-missing.xlsx': () =>
    archiveOf(Object.fromEntries(Object.entries(parts).filter(([name]) => name !== sheetPart))),
  'with-a-password.xlsx': () => oldOfficeFile(['Root Entry', 'EncryptionInfo', 'EncryptedPackage']),
  'old-workbook.xls': () => oldOfficeFile(['Root Entry', 'Workbook', 'SummaryInformation']),
  'binary-workbook.xlsx': () =>
    archiveOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': Buffer.from([1, 2]) }),
  'open-document.xlsx': () =>
    archiveOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<office/>' }),
  'archive-of-a-csv-file.xlsx': () => archiveOf({ 'orders.csv': 'Order,Date,Amount,Status\n' }),
};
