import { added, isZero, negated } from '../shown-value.ts';
import { type BooksStatement, listsItems, lowersBalance, type ReconcilingLine } from './balance-statement.ts';
import { type Bridge, type BridgeLine, hasGap } from './bridges.ts';
import { gapTitle } from './cells.ts';
import { bridgeFormula, gapFormula } from './controls-sheet.ts';
import type { WrittenSection } from './detail-sheet.ts';
import type { FigureSheet } from './figure-rows.ts';
import { type Condition, sumFormula } from './formula.ts';

type Written = ReadonlyMap<string, WrittenSection>;

/** The movements of the gateway's balance besides what was collected: refunds, fees and the like. */
const otherMovements = ({ lines }: Bridge) =>
  lines.filter(
    ({ code, isTotal, isResidual }) => !isTotal && !isResidual && code !== 'opening' && code !== 'collected',
  );

function itemConditions(currency: string, title: string): Condition[] {
  return [
    { field: 'currency', is: currency },
    { field: 'reconciliation_title', is: title },
  ];
}

function lineFormula(
  { section, reasonCode }: ReconcilingLine,
  { bridge, booksTitle = '' }: BooksStatement,
  sign: '<0' | '>0',
  written: Written,
): string | undefined {
  const from = written.get(section);
  if (from === undefined) return undefined;
  const reason: Condition[] = section === 'matched' ? [] : [{ field: 'reason_code', is: reasonCode }];
  const conditions: Condition[] = [...itemConditions(bridge.currency, booksTitle), ...reason];
  const sum = sumFormula(from, 'right_minus_left', [...conditions, { field: 'right_minus_left', compares: sign }]);
  return sum === undefined ? undefined : `-(${sum})`;
}

/** The sum of a column over all sheets with items of the reconciliation with the books. */
function itemsFormula(
  field: string,
  { bridge, booksTitle = '' }: BooksStatement,
  written: Written,
): string | undefined {
  const sections = [...written.values()].filter(({ section }) => listsItems(section));
  const sums = sections.map((section) => sumFormula(section, field, itemConditions(bridge.currency, booksTitle)));
  return sums.some((sum) => sum === undefined) ? undefined : sums.join('+');
}

const joined = (sign: '+' | '-', ...parts: (string | undefined)[]) =>
  parts.some((part) => part === undefined) ? undefined : parts.map((part) => `(${part})`).join(sign);

function reconcilingLines(
  sheet: FigureSheet,
  title: string,
  lines: readonly ReconcilingLine[],
  statement: BooksStatement,
  sign: '<0' | '>0',
  written: Written,
): number[] {
  const { currency } = statement.bridge;
  if (lines.length === 0) return [sheet.figure({ title: `${title}: none`, currency, amount: '0' })];
  sheet.text(`${title}:`);
  return lines.map((line) =>
    sheet.figure({
      title: line.reasonCode.replaceAll('_', ' '),
      currency,
      amount: line.amount,
      formula: lineFormula(line, statement, sign, written),
      indent: 2,
      remark: `${line.count} ${line.count === 1 ? 'item' : 'items'}: see ${written.get(line.section)?.section.title ?? line.section}.`,
    }),
  );
}

const sumOf = (rows: readonly number[]) => `SUM(${rows.map((row) => `C${row}`).join(',')})`;

/** The amounts in the gateway's turnover, and so in its balance, that are neither in its statement nor in the books. */
function notInStatement(sheet: FigureSheet, statement: BooksStatement, bridges: WrittenSection): number[] {
  const { bridge, turnover, notInStatement: amount } = statement;
  if (turnover.length === 0) return [];
  const parts = turnover.map((other) => {
    const residual = other.lines.find(({ isResidual }) => isResidual);
    const formula = residual && bridgeFormula(bridges, other, residual);
    return formula === undefined ? undefined : `${lowersBalance(other) ? '+' : '-'}(${formula})`;
  });
  return [
    sheet.figure({
      title: "Less: in the gateway's turnover, not in its statement",
      currency: bridge.currency,
      amount,
      formula: parts.some((part) => part === undefined) ? undefined : parts.join(''),
      remark: 'Request these payments from the gateway; see Unmatched.',
    }),
  ];
}

/** From the gateway's balance to the balance per books, by the reconciling items. Returns the row and amount of the total. */
function fromGateway(
  sheet: FigureSheet,
  statement: BooksStatement,
  bridges: WrittenSection,
  written: Written,
): { row: number; amount: string } {
  const { bridge, booksTitle, add, less } = statement;
  const { currency, lastDay } = bridge;
  const closing = bridge.lines.findLast(({ isTotal }) => isTotal);
  const rows = [
    sheet.figure({
      title: `Balance per gateway, end of ${lastDay}`,
      currency,
      amount: closing?.last ?? '0',
      formula: closing && bridgeFormula(bridges, bridge, closing, lastDay),
    }),
  ];
  if (booksTitle !== undefined) {
    rows.push(...reconcilingLines(sheet, 'Add: in your books, not at the gateway', add, statement, '<0', written));
    rows.push(...reconcilingLines(sheet, 'Less: at the gateway, not in your books', less, statement, '>0', written));
  }
  rows.push(...notInStatement(sheet, statement, bridges));
  const items = [...add, ...less].map((line) => line.amount);
  const amount = added(closing?.last ?? '0', ...items, statement.notInStatement);
  const title = booksTitle === undefined ? 'Balance to be explained' : 'Balance per books, from the gateway';
  return { row: sheet.figure({ title, currency, amount, formula: sumOf(rows), kind: 'total' }), amount };
}

/** What was collected per books; without books, per statement. */
function collectedRows(
  sheet: FigureSheet,
  statement: BooksStatement,
  bridges: WrittenSection,
  written: Written,
): number[] {
  const { bridge, booksTitle, collectedPerBooks, collectedOtherwise } = statement;
  const { currency } = bridge;
  const line = bridge.lines.find(({ code }) => code === 'collected');
  const collected = line && bridgeFormula(bridges, bridge, line);
  if (booksTitle === undefined)
    return [
      sheet.figure({
        title: line?.title ?? 'Add: collected',
        currency,
        amount: line?.amount ?? '0',
        formula: collected,
      }),
    ];
  const paid = itemsFormula('right_amount', statement, written);
  const rows = [
    sheet.figure({
      title: 'Add: collected, per your orders',
      currency,
      amount: collectedPerBooks,
      formula: joined('-', paid, itemsFormula('right_minus_left', statement, written)),
    }),
  ];
  if (!isZero(collectedOtherwise))
    rows.push(
      sheet.figure({
        title: 'Add: collected, not in an orders file',
        currency,
        amount: collectedOtherwise,
        formula: joined('-', collected, paid),
        remark: 'Payments on days without an orders file, and payments without an order.',
      }),
    );
  return rows;
}

/** The roll-forward of the balance per books: opening balance and movements. */
function rolledForward(
  sheet: FigureSheet,
  statement: BooksStatement,
  bridges: WrittenSection,
  written: Written,
): { row: number; amount: string } {
  const { bridge, booksTitle, collectedPerBooks, collectedOtherwise } = statement;
  const { currency, firstDay } = bridge;
  const opening = bridge.lines.find(({ code }) => code === 'opening');
  const collected = bridge.lines.find(({ code }) => code === 'collected')?.amount ?? '0';
  const figure = (line: BridgeLine) =>
    sheet.figure({ title: line.title, currency, amount: line.amount, formula: bridgeFormula(bridges, bridge, line) });
  const rows = [
    sheet.figure({
      title: `Opening balance, start of ${firstDay}`,
      currency,
      amount: opening?.first ?? '0',
      formula: opening && bridgeFormula(bridges, bridge, opening, firstDay),
    }),
    ...collectedRows(sheet, statement, bridges, written),
    ...otherMovements(bridge).map(figure),
  ];
  if (hasGap(bridge))
    rows.push(
      sheet.figure({
        title: gapTitle,
        currency,
        amount: bridge.gap,
        formula: gapFormula(bridges, bridge),
      }),
    );
  const movements = otherMovements(bridge).map(({ amount }) => amount);
  const income = booksTitle === undefined ? [collected] : [collectedPerBooks, collectedOtherwise];
  const amount = added(opening?.first ?? '0', ...income, ...movements, bridge.gap);
  const title = booksTitle === undefined ? 'Balance per statement' : 'Balance per books';
  return { row: sheet.figure({ title, currency, amount, formula: sumOf(rows), kind: 'total' }), amount };
}

/**
 * The reconciliation statement: balance per gateway, add, less, balance per books; the roll-forward from the opening
 * balance; and the unexplained difference between the two, which must be zero.
 */
export function writeStatement(
  sheet: FigureSheet,
  company: string,
  statement: BooksStatement,
  bridges: WrittenSection,
  written: Written,
): void {
  const { bridge, booksTitle } = statement;
  sheet.heading(`Reconciliation statement: ${company}, ${bridge.currency}`);
  const gateway = fromGateway(sheet, statement, bridges, written);
  sheet.text('Roll-forward from the opening balance:', { isItalic: true, colour: '616E7C' });
  const books = rolledForward(sheet, statement, bridges, written);
  const amount = added(gateway.amount, negated(books.amount));
  const ties =
    booksTitle === undefined ? 'Ties out to the statement; there is no orders file for these days.' : 'Ties out.';
  sheet.figure({
    title: 'Unexplained difference',
    currency: bridge.currency,
    amount,
    formula: `C${gateway.row}-C${books.row}`,
    kind: 'residual',
    remark: isZero(amount) ? ties : 'Out of balance: the controls below show the days, Unmatched lists the items.',
  });
  sheet.gap();
}
