import { archiveOf, mainNamespace, relationships, rowsXml, rowXml, sheetXml, workbookParts } from '../workbook-file.ts';
import {
  oneSheet,
  oneSheetXml,
  payment,
  statementHeader,
  statementOf,
  statementRows,
  statementXml,
} from './statement-rows.ts';

const parts = workbookParts({ sheets: [{ name: 'Statement', xml: statementXml }] });
const sheetPart = 'xl/worksheets/sheet1.xml';
const without = (name: string) => Object.fromEntries(Object.entries(parts).filter(([part]) => part !== name));

/** XML with a prefix on every element, as some libraries write it. */
const prefixed = (xml: string) =>
  xml
    .replaceAll(/<(\/?)([A-Za-z])/g, '<$1x:$2')
    .replaceAll('xmlns=', 'xmlns:x=')
    .replace('<x:?xml', '<?xml');

const strict = (xml: string) =>
  xml
    .replaceAll(mainNamespace, 'http://purl.oclc.org/ooxml/spreadsheetml/main')
    .replaceAll(
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      'http://purl.oclc.org/ooxml/officeDocument/relationships',
    );

const everyPart = (change: (xml: string) => string) =>
  archiveOf(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? change(part) : part]),
    ),
  );

const blankRows = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `<row r="${from + index}" s="1"><c r="A${from + index}" s="1"/></row>`,
  ).join('');

/** How a workbook is laid out in its archive and in its XML. */
export const structureWorkbooks: Record<string, () => Buffer> = {
  'xml-with-prefix.xlsx': () =>
    archiveOf({
      ...parts,
      'xl/workbook.xml': prefixed(String(parts['xl/workbook.xml'])),
      [sheetPart]: prefixed(statementXml),
    }),
  'xml-strict-namespaces.xlsx': () => everyPart(strict),
  'xml-in-utf-16.xlsx': () =>
    archiveOf({
      ...parts,
      [sheetPart]: Buffer.from(`\uFEFF${statementXml.replace('encoding="UTF-8"', 'encoding="UTF-16"')}`, 'utf16le'),
    }),
  'xml-with-comments-and-cdata.xlsx': () =>
    oneSheetXml(
      statementXml
        .replace('<sheetData>', '<!-- <row r="1"><c r="A1"><v>1</v></c></row> --><sheetData>')
        .replace('>INV-2<', '><![CDATA[INV-2]]><')
        .replace('<row r="4">', '<?app state?><!-- next --><row r="4">'),
    ),
  'xml-on-many-lines.xlsx': () =>
    oneSheetXml(
      statementXml
        .replaceAll(/(<\/?(?:row|c|sheetData|is|v)\b[^>]*>)/g, '\r\n  $1\r\n  ')
        .replaceAll(/\s+(\d[\d.]*)\s+</g, '$1<'),
    ),
  'xml-with-other-quotes-and-spaces.xlsx': () =>
    oneSheetXml(
      statementXml
        .replaceAll(/ r="([A-Z]+\d+)"/g, " r = '$1' ")
        .replaceAll(/<row r="(\d+)">/g, "<row spans='1:7' r='$1' >"),
    ),
  'cells-without-references.xlsx': () => oneSheetXml(statementXml.replaceAll(/<(row|c) r="[A-Z]*\d+"/g, '<$1')),
  'cells-out-of-order.xlsx': () =>
    oneSheetXml(statementXml.replace(/(<c r="C3">.*?<\/c>)(<c r="D3">.*?<\/c>)/, '$2$1')),
  'part-names-with-backslashes.xlsx': () =>
    archiveOf({
      '[Content_Types].xml': String(parts['[Content_Types].xml']),
      '_rels\\.rels': relationships([['rId1', 'officeDocument', '\\xl\\workbook.xml']]),
      'xl\\workbook.xml': String(parts['xl/workbook.xml']),
      'xl\\_rels\\workbook.xml.rels': relationships([['rId1', 'worksheet', 'worksheets\\sheet1.xml']]),
      'xl\\worksheets\\sheet1.xml': statementXml,
    }),
  'part-names-absolute.xlsx': () =>
    archiveOf({
      ...parts,
      'xl/_rels/workbook.xml.rels': relationships([['rId1', 'worksheet', '/xl/worksheets/sheet1.xml']]),
    }),
  'part-names-percent-encoded.xlsx': () =>
    archiveOf({
      ...without(sheetPart),
      'xl/worksheets/November%202026.xml': statementXml,
      'xl/_rels/workbook.xml.rels': relationships([['rId1', 'worksheet', 'worksheets/November%202026.xml']]),
    }),
  'part-names-in-other-case.xlsx': () => archiveOf({ ...without(sheetPart), 'xl/Worksheets/Sheet1.xml': statementXml }),
  'rows-of-text-below.xlsx': () =>
    oneSheet([
      ...statementRows,
      [],
      ['All amounts are in Malaysian ringgit.'],
      ['This statement is computer generated', 'and needs no signature.'],
      ['Please report differences to your account manager.'],
    ]),
  'rows-blank-and-formatted.xlsx': () =>
    oneSheetXml(
      sheetXml(
        rowXml(statementHeader, 1) +
          blankRows(2, 41) +
          rowsXml(statementRows.slice(1), 42) +
          '<row r="60" s="1" customFormat="1"/>',
      ),
      [0, 4],
    ),
  'rows-with-gaps.xlsx': () =>
    oneSheetXml(
      sheetXml(
        rowXml(statementHeader, 3) + rowXml(payment('INV-1', 100, 1), 10) + rowXml(payment('INV-2', 'x', 1), 1000),
      ),
    ),
  'dimension-states-more-rows.xlsx': () =>
    oneSheetXml(sheetXml(rowsXml(statementRows), { before: '<dimension ref="A1:G5000"/>' })),
  'merged-title-and-footer.xlsx': () =>
    oneSheetXml(
      sheetXml(
        rowsXml([['Statement', null, null], ...statementRows, [null], ['This is a computer-generated statement.']]),
        {
          after: '<mergeCells count="2"><mergeCell ref="A1:G1"/><mergeCell ref="A7:G9"/></mergeCells>',
        },
      ),
    ),
  'merged-over-lines.xlsx': () =>
    oneSheetXml(
      sheetXml(rowsXml([statementHeader, payment('INV-1', 100, 1), payment(null, 51.9, 0.52)]), {
        after: '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells><pageMargins left="0.7"/>',
      }),
    ),
  'row-twice.xlsx': () =>
    oneSheetXml(statementXml.replace('<row r="4">', '<row r="3">').replaceAll(/r="([A-G])4"/g, 'r="$13"')),
  'rows-out-of-order.xlsx': () =>
    oneSheetXml(
      sheetXml(
        rowsXml(statementRows.slice(0, 1)) + rowXml(payment('INV-2', 5, 0), 9) + rowXml(payment('INV-3', 5, 0), 4),
      ),
    ),
  'row-too-wide.xlsx': () => statementOf(payment('INV-1', 100, 1), [...payment('INV-2', 5, 0), 'stray']),
};
