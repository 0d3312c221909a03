import { archiveOf, relationships, rowsXml, sheetXml, workbookOf, workbookParts } from '../workbook-file.ts';
import { payment, statementHeader, statementRows, statementXml } from './statement-rows.ts';

const cover = sheetXml(
  rowsXml([['Statement of account'], ['Prepared for Acme Sdn. Bhd.'], [null, 'Total', { n: '171.9' }]]),
);
const older = sheetXml(rowsXml([statementHeader, payment('OLD-1', 999, 9)]));

/** A second page: a preamble above its header, one line that is right and one that is not. */
const secondPage = sheetXml(
  rowsXml([['Page 2'], statementHeader, payment('INV-4', 10, 0.1), payment('INV-5', 'ten', 0.1)]),
);

/** Which sheets of a workbook are read. */
export const sheetWorkbooks: Record<string, () => Buffer> = {
  'sheet-after-a-cover.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Cover', xml: cover },
        { name: 'Lines', xml: statementXml },
      ],
    }),
  // the parts are numbered in the order in which the sheets were made, not in that of their tabs
  'sheet-tab-order-is-not-file-order.xlsx': () => {
    const parts = workbookParts({
      sheets: [
        { name: 'Lines', xml: sheetXml(rowsXml([statementHeader, payment('INV-9', 10, 0.1)])) },
        { name: 'More', xml: statementXml },
      ],
    });
    return archiveOf({
      ...parts,
      'xl/_rels/workbook.xml.rels': relationships([
        ['rId1', 'worksheet', 'worksheets/sheet2.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet1.xml'],
      ]),
    });
  },
  'sheet-hidden-with-old-lines.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'October', xml: older, state: 'hidden' },
        { name: 'November', xml: statementXml },
      ],
    }),
  'sheet-very-hidden-with-old-lines.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'November', xml: statementXml },
        { name: 'Backup', xml: older, state: 'veryHidden' },
      ],
    }),
  'sheet-hidden-is-the-only-one-with-the-header.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Cover', xml: cover },
        { name: 'Lines', xml: statementXml, state: 'hidden' },
      ],
    }),
  'sheet-second-continues.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Page 1', xml: statementXml },
        { name: 'Page 2', xml: secondPage },
      ],
    }),
  'sheet-second-has-other-column-order.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Page 1', xml: statementXml },
        {
          name: 'Page 2',
          xml: sheetXml(
            rowsXml([
              ['Fee', 'Amount', 'Paid On', 'Status', 'Type', 'Reference Nr.'],
              [0.1, 10, '2026-11-02 12:00:00', 'paid', 'purchase', 'INV-4'],
              [0.3, 30, '2026-11-02 12:30:00', 'paid', 'purchase', 'INV-5'],
            ]),
          ),
        },
      ],
    }),
  // without the fee of the second sheet in its own place, the sum of fees is wrong
  'sheet-second-has-a-column-more.xlsx': () =>
    workbookOf({
      sheets: [
        {
          name: 'Shop',
          xml: sheetXml(
            rowsXml([
              ['Type', 'Reference Nr.', 'Amount', 'Status', 'Paid On'],
              ['purchase', 'INV-1', 100, 'paid', '2026-11-02 09:00:00'],
            ]),
          ),
        },
        {
          name: 'Web',
          xml: sheetXml(
            rowsXml([
              ['Type', 'Reference Nr.', 'Fee', 'Amount', 'Status', 'Paid On', 'Campaign'],
              ['purchase', 'INV-2', 0.52, 51.9, 'paid', '2026-11-02 10:00:00', 'autumn'],
            ]),
          ),
        },
      ],
    }),
  'sheet-second-lacks-a-column.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Lines', xml: statementXml },
        {
          name: 'Refunds',
          xml: sheetXml(
            rowsXml([
              ['Type', 'Amount', 'Paid On'],
              ['refund', 5, '2026-11-02 12:00:00'],
            ]),
          ),
        },
      ],
    }),
  'sheet-named-by-configuration.xlsx': () =>
    workbookOf({
      sheets: [
        {
          name: 'October',
          xml: sheetXml(
            rowsXml([
              ['Order', 'Date', 'Amount', 'Status'],
              ['SO-1', '2026-10-31', 999, 'paid'],
            ]),
          ),
        },
        {
          name: 'November',
          xml: sheetXml(
            rowsXml([
              ['Order', 'Date', 'Amount', 'Status'],
              ['SO-2', '2026-11-01', 12.5, 'paid'],
              ['SO-3', '2026-11-02', 7.5, 'paid'],
            ]),
          ),
        },
      ],
    }),
  'sheet-named-is-not-there.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Nov 2026', xml: statementXml },
        { name: 'Dec 2026', xml: older },
      ],
    }),
  'sheet-of-a-chart-first.xlsx': () => {
    const parts = workbookParts({
      sheets: [
        { name: 'Chart', xml: '<chartsheet/>' },
        { name: 'Lines', xml: statementXml },
      ],
    });
    return archiveOf({
      ...parts,
      'xl/_rels/workbook.xml.rels': relationships([
        ['rId1', 'chartsheet', 'worksheets/sheet1.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ]),
    });
  },
  'sheet-empty-first.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Sheet1', xml: sheetXml('') },
        { name: 'Lines', xml: statementXml },
      ],
    }),
  'header-repeated-within-the-sheet.xlsx': () =>
    workbookOf({
      sheets: [
        { name: 'Lines', xml: sheetXml(rowsXml([...statementRows, statementHeader, payment('INV-4', 10, 0.1)])) },
      ],
    }),
  'macros.xlsm': () =>
    archiveOf({
      ...workbookParts({ sheets: [{ name: 'Lines', xml: statementXml }] }),
      'xl/vbaProject.bin': Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    }),
};
