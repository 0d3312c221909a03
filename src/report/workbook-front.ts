import type { Worksheet } from 'exceljs';
import type { WarehouseRow } from '../warehouse/border.ts';
import { decimalsOf, moneyText } from './cell.ts';
import type { ReportDefinition } from './definition.ts';
import type { ReportTable } from './table.ts';
import type { StreamedWorkbook, WorkbookOptions } from './workbook.ts';
import { moneyCell, moneyFormat } from './workbook-money.ts';

/** One line of a reconciliation statement over the whole period: what the sheet behind it sums to. */
type StatementLine = {
  title: string;
  subject: string;
  measure: string;
  control: string;
  currency: string;
  amount: string;
  isTotal: boolean;
  isResidual: boolean;
  /** Days on which the line is not zero: a remainder of one day and its opposite of another must not hide each other. */
  daysNotZero: number;
};

const scale = 10_000n;

/** Decimal text with at most four places as a whole number of ten-thousandths: exact, and easy to add. */
function tenThousandths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0').slice(0, 4));
  return text.startsWith('-') ? -size : size;
}

function decimalText(value: bigint): string {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size / scale}.${String(size % scale).padStart(4, '0')}`;
}

/** The bridges of all days, line by line added up: one statement a control, currency, subject and measure. */
async function statementLines(bridges: ReportTable): Promise<StatementLine[]> {
  const lines = new Map<string, StatementLine & { order: string }>();
  for await (const rows of bridges.rows()) for (const row of rows) addLine(lines, row);
  return [...lines.values()].sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
}

function addLine(lines: Map<string, StatementLine & { order: string }>, row: WarehouseRow): void {
  const text = (name: string) => String(row[name] ?? '');
  const order = [
    text('currency'),
    text('reconciliation_title'),
    text('subject'),
    text('measure'),
    text('line_no').padStart(4, '0'),
  ].join('\0');
  const known = lines.get(order);
  const amount = decimalText(tenThousandths(known?.amount ?? '0') + tenThousandths(text('amount')));
  const title = text('title');
  lines.set(order, {
    order,
    title,
    subject: text('subject'),
    measure: text('measure'),
    control: text('reconciliation_title'),
    currency: text('currency'),
    amount,
    isTotal: title.startsWith('Total') || title.startsWith('Balance'),
    isResidual: title.startsWith('Unexplained'),
    daysNotZero: (known?.daysNotZero ?? 0) + (tenThousandths(text('amount')) === 0n ? 0 : 1),
  });
}

function heading(sheet: Worksheet, at: number, text: string, size: number): void {
  const row = sheet.getRow(at);
  row.getCell(1).value = text;
  row.getCell(1).font = { bold: true, size };
  row.commit();
}

/** The letter of a column of a section's sheet. */
function letter(definition: ReportDefinition, section: string, field: string): string {
  const columns = definition.sections.find(({ name }) => name === section)?.columns ?? [];
  const index = columns.findIndex((column) => column.field === field);
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** A spreadsheet text literal. */
function literal(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * The front sheet: the verdicts in short, then each control as a reconciliation statement. Every figure is a formula
 * over the Bridges sheet, so that a reviewer can follow it; the result beside it is what the database says.
 */
export async function writeFront(
  workbook: StreamedWorkbook,
  definition: ReportDefinition,
  tables: readonly ReportTable[],
  { scope }: WorkbookOptions,
): Promise<void> {
  const sheet = workbook.addWorksheet('Front', {
    pageSetup: { orientation: 'portrait', paperSize: 9, fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    headerFooter: { oddFooter: '&L&A&C&P of &N&Rtieout' },
  });
  sheet.columns = [{ width: 58 }, { width: 12 }, { width: 22 }, { width: 4 }, { width: 60 }];
  const last = new Date(Date.parse(`${scope.to}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  heading(sheet, 1, `${definition.title}: ${scope.company}`, 16);
  const period = sheet.getRow(2);
  period.getCell(1).value =
    scope.from === last
      ? `Business day ${last} (${scope.zone})`
      : `Business days ${scope.from} to ${last} (${scope.zone})`;
  period.commit();

  let at = 4;
  heading(sheet, at, 'Verdict', 13);
  const verdicts = new Map<string, number>();
  const table = tables.find(({ section }) => section.name === 'verdicts');
  if (table !== undefined) {
    for await (const rows of table.rows()) {
      for (const row of rows) verdicts.set(String(row.verdict), (verdicts.get(String(row.verdict)) ?? 0) + 1);
    }
  }
  const verdictColumn = letter(definition, 'verdicts', 'verdict');
  for (const name of ['incomplete', 'breaks', 'reconciled_with_timing', 'reconciled']) {
    const count = verdicts.get(name);
    if (count === undefined) continue;
    at += 1;
    const row = sheet.getRow(at);
    row.getCell(1).value = name.replaceAll('_', ' ');
    row.getCell(3).value = {
      formula: `COUNTIF(Verdicts!${verdictColumn}:${verdictColumn},${literal(name.replaceAll('_', ' '))})`,
      result: count,
    };
    row.getCell(3).numFmt = '#,##0';
    row.getCell(5).value = 'days and currencies';
    row.commit();
  }
  at += 2;
  const bridges = tables.find(({ section }) => section.name === 'bridges');
  const lines = bridges === undefined ? [] : await statementLines(bridges);
  let group = '';
  for (const line of lines) {
    const name = `${line.control}, ${line.subject}, ${line.measure} (${line.currency})`;
    if (name !== group) {
      if (group !== '') at += 1;
      group = name;
      heading(sheet, at, name, 12);
      at += 1;
    }
    const decimals = line.measure === 'count' ? 0 : decimalsOf(line.currency);
    const row = sheet.getRow(at);
    row.getCell(1).value = line.title;
    row.getCell(2).value = line.measure === 'count' ? '' : line.currency;
    const conditions = [
      ['currency', line.currency],
      ['reconciliation_title', line.control],
      ['subject', line.subject],
      ['measure', line.measure],
      ['title', line.title],
    ] as const;
    const criteria = conditions.map(([field, value]) => {
      const column = letter(definition, 'bridges', field);
      return `Bridges!${column}:${column},${literal(value)}`;
    });
    const amounts = letter(definition, 'bridges', 'amount');
    row.getCell(3).value = {
      formula: `SUMIFS(Bridges!${amounts}:${amounts},${criteria.join(',')})`,
      result: moneyCell(moneyText(line.amount, decimals)),
    };
    row.getCell(3).numFmt = moneyFormat(decimals);
    if (line.isTotal || line.isResidual) {
      for (const index of [1, 2, 3]) row.getCell(index).font = { bold: true };
      row.getCell(3).border = { top: { style: 'thin' }, ...(line.isResidual ? { bottom: { style: 'double' } } : {}) };
    }
    if (line.isResidual) {
      row.getCell(5).value =
        line.daysNotZero === 0
          ? 'Ties out, every day.'
          : `${line.daysNotZero} day(s) leave a remainder: see Unmatched.`;
    }
    row.commit();
    at += 1;
  }
  sheet.commit();
}
