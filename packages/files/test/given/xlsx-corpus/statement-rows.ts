import { type GivenCell, type GivenWorkbook, rowsXml, sheetXml, workbookOf } from '../workbook-file.ts';

export const statementHeader: GivenCell[] = ['Type', 'Reference Nr.', 'Amount', 'Fee', 'Status', 'Paid On', 'Note'];

/** A payment with its amount and fee as cells. */
export const payment = (
  reference: GivenCell,
  amount: GivenCell,
  fee: GivenCell,
  paidOn: GivenCell = '2026-11-02 09:00:00',
  note: GivenCell = null,
): GivenCell[] => ['purchase', reference, amount, fee, 'paid', paidOn, note];

/** Three payments: 100.00, 51.90 and 20.00, with fees of 1.00, 0.52 and 0.20. */
export const threePayments: GivenCell[][] = [
  payment('INV-1', 100, 1),
  payment('INV-2', 51.9, 0.52),
  payment('INV-3', 20, 0.2),
];

export const statementRows: GivenCell[][] = [statementHeader, ...threePayments];
export const statementXml = sheetXml(rowsXml(statementRows));

/** The XML of a sheet with these rows. */
export const sheetOf = (...rows: readonly (readonly GivenCell[])[]): string => sheetXml(rowsXml(rows));

/** A workbook with these sheets by their names, the states of some of them, and what else it has. */
export const sheetsOf = (
  sheets: Readonly<Record<string, string>>,
  { states = {}, ...rest }: Partial<GivenWorkbook> & { states?: Readonly<Record<string, string>> } = {},
): Buffer => {
  const named = Object.entries(sheets).map(([name, xml]) => ({
    name,
    xml,
    ...(states[name] && { state: states[name] }),
  }));
  return workbookOf({ sheets: named, ...rest });
};

/** A workbook with one sheet of these rows below the header of a statement. */
export const statementOf = (...rows: readonly (readonly GivenCell[])[]): Buffer => oneSheet([statementHeader, ...rows]);

/** A workbook with one sheet of these rows. */
export const oneSheet = (rows: readonly (readonly GivenCell[])[], formats?: readonly (number | string)[]): Buffer =>
  oneSheetXml(sheetOf(...rows), formats);

export const oneSheetXml = (xml: string, formats?: readonly (number | string)[]): Buffer =>
  sheetsOf({ Statement: xml }, formats ? { formats } : {});

export const typed = (type: string, value: string): GivenCell => ({
  xml: `<c r="{r}" t="${type}"><v>${value}</v></c>`,
});
export const formula = (text: string, value?: string): GivenCell => ({
  xml: `<c r="{r}"><f>${text}</f>${value === undefined ? '' : `<v>${value}</v>`}</c>`,
});
export const shared = (index: number): GivenCell => typed('s', String(index));
export const styled = (n: string, s: number): GivenCell => ({ n, s });
