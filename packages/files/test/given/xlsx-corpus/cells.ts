import { type GivenCell, sharedXml } from '../workbook-file.ts';
import {
  formula,
  oneSheet,
  oneSheetXml,
  payment,
  shared,
  sheetOf,
  sheetsOf,
  statementHeader,
  statementOf,
  statementXml,
  styled,
  threePayments,
  typed,
} from './statement-rows.ts';

const orderHeader = ['Order', 'Date', 'Amount', 'Status'];
/** Orders of 10, 20 and so on, all paid, placed on these days. */
const ordersOn = (...days: GivenCell[]): GivenCell[][] => [
  orderHeader,
  ...days.map((day, at): GivenCell[] => [`SO-${at + 1}`, day, 10 * (at + 1), 'paid']),
];
const bankHeader = ['Date', 'Description', 'Reference', 'Amount'];

/** What cells hold. 46328 is 2 November 2026 in the numbering from 1900, 44866 in that from 1904. */
export const cellWorkbooks: Record<string, () => Buffer> = {
  // a spreadsheet stores numbers with a point whatever mark it shows; only the texts have the comma
  'amount-numbers-with-a-decimal-comma-configured.xlsx': () =>
    statementOf(
      payment('INV-1', 100, 1),
      payment('INV-2', 51.9, 0.52),
      payment('INV-3', '1.234,50', '12,34'),
      payment('INV-4', 1234.567, 1),
      payment('INV-5', styled('51.899999999999999', 7), formula('C3/100', '0.51900000000000002')),
      payment('INV-6', formula('C3*2', '103.8'), styled('1.04', 0)),
    ),
  // 46085 is 4 March 2026 and 46146 is 4 May: the other dates are texts because no month is the 14th
  'date-day-and-month-exchanged.xlsx': () =>
    oneSheet(ordersOn('14/04/2026', styled('46085', 1), styled('46146', 1), '15/04/2026 10:30'), [0, 14]),
  // the 14th of a date cell shows that nothing was exchanged
  'date-texts-among-date-cells.xlsx': () =>
    oneSheet(ordersOn('14/04/2026', styled('46085', 1), styled('46126', 1)), [0, 14]),
  'date-iso-cells.xlsx': () =>
    statementOf(
      payment('INV-1', 100, 1, typed('d', '2026-11-02T09:00:00')),
      payment('INV-2', 51.9, 0.52, typed('d', '2026-11-02')),
      payment('INV-3', 20, 0.2, typed('d', '2026-11-02T23:59:59.000Z')),
    ),
  'date-numbers.xlsx': () =>
    oneSheet(
      [
        statementHeader,
        payment('INV-1', 100, 1, styled('46328.375', 1)),
        payment('INV-2', 51.9, 0.52, styled('46328.999988425923', 2)),
        payment('INV-3', 20, 0.2, styled('46328', 3)),
      ],
      [0, 22, 'dd/mm/yyyy hh:mm:ss', '[$-409]d" day "mmm yyyy;@'],
    ),
  // 0.999999 of a day is a tenth of a second before midnight only because six digits hold no more: it is midnight
  'date-number-just-before-midnight.xlsx': () =>
    oneSheet(ordersOn(styled('46328.999999', 1), styled('46328.99999', 1), styled('46328.999', 1)), [0, 22]),
  'date-1904-numbering.xlsx': () =>
    sheetsOf(
      {
        Orders: sheetOf(...ordersOn(styled('44866', 1), styled('44867.5', 1))),
      },
      { is1904: true, formats: [0, 14] },
    ),
  'date-1900-false-leap-day.xlsx': () =>
    oneSheet(ordersOn(styled('60', 1), styled('0', 1), styled('46328', 1)), [0, 14]),
  'date-number-without-date-format.xlsx': () => oneSheet(ordersOn({ n: '46328' }, '2026-11-02')),
  'date-negative-number.xlsx': () => oneSheet(ordersOn(styled('-1', 1), styled('46328', 1)), [0, 14]),
  'amount-with-17-digits.xlsx': () =>
    statementOf(
      payment('INV-1', { n: '100.00000000000001' }, { n: '1' }),
      payment('INV-2', { n: '51.899999999999999' }, { n: '0.52000000000000002' }),
      payment('INV-3', { n: '20' }, { n: '0.20000000000000001' }),
    ),
  // 51.90 - 0.52 = 51.38 and 0.1 + 0.2 = 0.30, in binary fractions
  'amount-calculated-in-binary.xlsx': () =>
    oneSheet([
      orderHeader,
      ['SO-1', '2026-11-02', formula('51.9-0.52', '51.379999999999995'), 'paid'],
      ['SO-2', '2026-11-02', formula('0.1+0.2', '0.30000000000000004'), 'paid'],
      ['SO-3', '2026-11-02', formula('1000000.1-1000000', '9.9999999976716936E-2'), 'paid'],
    ]),
  'amount-with-exponent.xlsx': () =>
    oneSheet([
      orderHeader,
      ['SO-1', '2026-11-02', { n: '1.25E+2' }, 'paid'],
      ['SO-2', '2026-11-02', { n: '5E-2' }, 'paid'],
      ['SO-3', '2026-11-02', { n: '1E-3' }, 'paid'],
    ]),
  'formula-with-value.xlsx': () =>
    statementOf(
      payment('INV-1', formula('50*2', '100'), 1),
      payment('INV-2', formula('50+1.9', '51.9'), 0.52),
      payment({ xml: '<c r="{r}" t="str"><f>CONCATENATE("INV-",3)</f><v>INV-3</v></c>' }, 20, 0.2),
    ),
  'formula-without-value.xlsx': () =>
    statementOf(
      payment('INV-1', 100, 1),
      payment('INV-2', 51.9, formula('ROUND(C3*1%,2)')),
      payment('INV-3', { xml: '<c r="{r}"><f>C2/5</f><v></v></c>' }, 0.2),
    ),
  'formula-without-value-in-unknown-column.xlsx': () =>
    statementOf(...threePayments.map((cells, index) => [...cells.slice(0, 6), formula(`C${index + 2}`)])),
  'cell-error-in-amount.xlsx': () =>
    statementOf(
      payment('INV-1', 100, 1),
      payment('INV-2', typed('e', '#REF!'), 0.52),
      payment('INV-3', 20, { xml: '<c r="{r}" t="e"><f>VLOOKUP(B4,X:Y,2,0)</f><v>#N/A</v></c>' }),
    ),
  'cell-error-in-unknown-column.xlsx': () =>
    statementOf(...threePayments.map((cells) => [...cells.slice(0, 6), typed('e', '#N/A')])),
  'text-rich-and-phonetic.xlsx': () =>
    sheetsOf(
      {
        Statement: sheetOf(
          statementHeader,
          payment(shared(0), 100, 1),
          payment(shared(1), 51.9, 0.52),
          payment(shared(2), 20, 0.2),
        ),
      },
      {
        shared: sharedXml([
          '<si><r><t>INV</t></r><r><rPr><b/></rPr><t xml:space="preserve">-1</t></r></si>',
          '<si><t>INV-2</t><rPh sb="0" eb="3"><t>インボイス</t></rPh><phoneticPr fontId="1"/></si>',
          'INV-3',
        ]),
      },
    ),
  // the status "paid" with an entity, an escaped carriage return and letters beside ASCII in the note
  'text-entities-and-escapes.xlsx': () =>
    oneSheetXml(
      statementXml
        .replace('>paid<', '>&#112;a&#x69;d<')
        .replace('>INV-2<', '>INV_x002D_2<')
        .replace('>2026-11-02 09:00:00<', '>2026-11-02 09:00:00_x000D__x000A_<'),
    ),
  'text-of-other-scripts.xlsx': () =>
    statementOf(...threePayments.map((cells) => [...cells.slice(0, 6), '付款 – café 😀'])),
  'number-shown-with-leading-zeros.xlsx': () =>
    oneSheet(
      [bankHeader, ['2026-11-02', 'Deposit', styled('123', 1), 150], ['2026-11-03', 'Charge', styled('124', 1), -1.5]],
      [0, '000000'],
    ),
  'number-with-more-than-15-digits.xlsx': () =>
    oneSheet([
      bankHeader,
      ['2026-11-02', 'Deposit', { n: '1.2345678901234501E+17' }, 150],
      ['2026-11-03', 'Charge', '123456789012345019', -50],
    ]),
  'boolean-in-unknown-column.xlsx': () =>
    statementOf(...threePayments.map((cells) => [...cells.slice(0, 6), typed('b', '1')])),
  'shared-string-is-missing.xlsx': () =>
    sheetsOf(
      { Statement: sheetOf(statementHeader, payment(shared(0), 100, 1), payment(shared(7), 5, 0)) },
      { shared: sharedXml(['INV-1']) },
    ),
  'shared-strings-part-is-missing.xlsx': () => statementOf(payment(shared(0), 100, 1)),
};
