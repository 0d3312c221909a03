import { archiveOf, relationships, sheetXml, workbookParts } from '../workbook-file.ts';
import { payment, sheetOf, sheetsOf, statementHeader, statementRows, statementXml } from './statement-rows.ts';

const cover = sheetOf(['Statement of account'], ['Prepared for Acme Sdn. Bhd.'], [null, 'Total', { n: '171.9' }]);
const older = sheetOf(statementHeader, payment('OLD-1', 999, 9));

/** A second page: a preamble above its header, one line that is right and one that is not. */
const secondPage = sheetOf(['Page 2'], statementHeader, payment('INV-4', 10, 0.1), payment('INV-5', 'ten', 0.1));
const orderHeader = ['Order', 'Date', 'Amount', 'Status'];

/** A workbook whose parts are of other kinds, or in other places, than their numbers say. */
const related = (sheets: { name: string; xml: string }[], targets: readonly (readonly [string, string, string])[]) =>
  archiveOf({ ...workbookParts({ sheets }), 'xl/_rels/workbook.xml.rels': relationships(targets) });

/** Which sheets of a workbook are read. */
export const sheetWorkbooks: Record<string, () => Buffer> = {
  'sheet-after-a-cover.xlsx': () => sheetsOf({ Cover: cover, Lines: statementXml }),
  // the parts are numbered in the order in which the sheets were made, not in that of their tabs
  'sheet-tab-order-is-not-file-order.xlsx': () =>
    related(
      [
        { name: 'Lines', xml: sheetOf(statementHeader, payment('INV-9', 10, 0.1)) },
        { name: 'More', xml: statementXml },
      ],
      [
        ['rId1', 'worksheet', 'worksheets/sheet2.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet1.xml'],
      ],
    ),
  'sheet-hidden-with-old-lines.xlsx': () =>
    sheetsOf({ October: older, November: statementXml }, { states: { October: 'hidden' } }),
  'sheet-very-hidden-with-old-lines.xlsx': () =>
    sheetsOf({ November: statementXml, Backup: older }, { states: { Backup: 'veryHidden' } }),
  'sheet-hidden-is-the-only-one-with-the-header.xlsx': () =>
    sheetsOf({ Cover: cover, Lines: statementXml }, { states: { Lines: 'hidden' } }),
  'sheet-second-continues.xlsx': () => sheetsOf({ 'Page 1': statementXml, 'Page 2': secondPage }),
  'sheet-second-lacks-a-column.xlsx': () =>
    sheetsOf({
      Lines: statementXml,
      Refunds: sheetOf(['Type', 'Amount', 'Paid On'], ['refund', 5, '2026-11-02 12:00:00']),
    }),
  'sheet-named-by-configuration.xlsx': () =>
    sheetsOf({
      October: sheetOf(orderHeader, ['SO-1', '2026-10-31', 999, 'paid']),
      November: sheetOf(orderHeader, ['SO-2', '2026-11-01', 12.5, 'paid'], ['SO-3', '2026-11-02', 7.5, 'paid']),
    }),
  'sheet-named-is-not-there.xlsx': () => sheetsOf({ 'Nov 2026': statementXml, 'Dec 2026': older }),
  'sheet-of-a-chart-first.xlsx': () =>
    related(
      [
        { name: 'Chart', xml: '<chartsheet/>' },
        { name: 'Lines', xml: statementXml },
      ],
      [
        ['rId1', 'chartsheet', 'worksheets/sheet1.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ],
    ),
  'sheet-empty-first.xlsx': () => sheetsOf({ Sheet1: sheetXml(''), Lines: statementXml }),
  'header-repeated-within-the-sheet.xlsx': () =>
    sheetsOf({ Lines: sheetOf(...statementRows, statementHeader, payment('INV-4', 10, 0.1)) }),
  'macros.xlsm': () =>
    archiveOf({
      ...workbookParts({ sheets: [{ name: 'Lines', xml: statementXml }] }),
      'xl/vbaProject.bin': Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    }),
};
