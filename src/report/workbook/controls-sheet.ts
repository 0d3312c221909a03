import type { WorkbookFile } from '../xlsx/workbook-file.ts';
import { isZero } from './amounts.ts';
import { type Bridge, type BridgeLine, hasGap } from './bridges.ts';
import type { WrittenSection } from './detail-sheet.ts';
import { type FigureSheet, figureColumns, figureSheet } from './figure-rows.ts';
import { type Condition, sumFormula } from './formula.ts';
import type { WorkbookOptions } from './options.ts';
import { controlsTitle, pageFooter, remainderRemark } from './words.ts';

/** The rows of the bridges sheet that a line of a bridge adds up; on one day alone where that is asked. */
export function bridgeConditions(bridge: Bridge, line: Pick<BridgeLine, 'code'>, day?: string): Condition[] {
  return [
    { field: 'currency', is: bridge.currency },
    { field: 'reconciliation_title', is: bridge.control },
    { field: 'subject', is: bridge.subject },
    { field: 'measure', is: bridge.measure },
    { field: 'line_code', is: line.code },
    ...(day === undefined ? [] : [{ field: 'business_date', on: day }]),
  ];
}

export function bridgeFormula(
  bridges: WrittenSection,
  bridge: Bridge,
  line: Pick<BridgeLine, 'code'>,
  day?: string,
): string | undefined {
  return sumFormula(bridges, 'amount', bridgeConditions(bridge, line, day));
}

/** A line over all days; of a balance, what it was on the first day, or on the last. */
function figureOf(
  bridge: Bridge,
  line: BridgeLine,
  bridges: WrittenSection,
): { amount: string; formula: string | undefined } {
  if (bridge.isOfBalances && line.code === 'opening')
    return { amount: line.first, formula: bridgeFormula(bridges, bridge, line, bridge.firstDay) };
  if (bridge.isOfBalances && line.isTotal)
    return { amount: line.last, formula: bridgeFormula(bridges, bridge, line, bridge.lastDay) };
  return { amount: line.amount, formula: bridgeFormula(bridges, bridge, line) };
}

/** What the days of a bridge of balances leave between them, as a formula. */
export function gapFormula(bridges: WrittenSection, bridge: Bridge): string | undefined {
  const closing = bridge.lines.findLast(({ isTotal }) => isTotal);
  if (closing === undefined) return undefined;
  const opening = { code: 'opening' };
  const parts = [
    bridgeFormula(bridges, bridge, opening),
    bridgeFormula(bridges, bridge, opening, bridge.firstDay),
    bridgeFormula(bridges, bridge, closing),
    bridgeFormula(bridges, bridge, closing, bridge.lastDay),
  ];
  const [openings, first, closings, last] = parts;
  return parts.some((part) => part === undefined) ? undefined : `${openings}-(${first})-(${closings})+${last}`;
}

function writeBridge(sheet: FigureSheet, bridge: Bridge, bridges: WrittenSection): void {
  const { control, subject, measure, currency } = bridge;
  sheet.heading(`${control}, ${subject}, ${measure} (${currency})`);
  const counted = { currency, isCount: measure === 'count' };
  for (const line of bridge.lines) {
    const gapComesFirst = line.isTotal && hasGap(bridge) && bridge.lines.find(({ isTotal }) => isTotal) === line;
    if (gapComesFirst) {
      const title = 'Moved between days of which a balance is known';
      sheet.figure({ title, ...counted, amount: bridge.gap, formula: gapFormula(bridges, bridge) });
    }
    const kind = line.isResidual ? 'residual' : line.isTotal ? 'total' : 'line';
    const remark = line.isResidual ? { remark: remainderRemark(line.daysNotZero, isZero(line.amount)) } : {};
    sheet.figure({ title: line.title, ...counted, ...figureOf(bridge, line, bridges), kind, ...remark });
  }
  sheet.gap();
}

/** Each control as the bridge that it is, over all days of the report; every figure a formula over the bridges' rows. */
export async function writeControls(
  workbook: WorkbookFile,
  all: readonly Bridge[],
  bridges: WrittenSection,
  options: WorkbookOptions,
  order: number,
): Promise<void> {
  const writer = await workbook.sheet({
    name: controlsTitle,
    columns: figureColumns,
    orientation: 'landscape',
    footer: pageFooter(options.scope.company),
    order,
  });
  const sheet = figureSheet(writer, workbook.styles, options);
  sheet.heading(`${controlsTitle}: ${options.scope.company}`, 14);
  sheet.text('From one total to the other in signed lines. The last line has to be zero, on every day.', {
    isItalic: true,
    colour: '616E7C',
  });
  sheet.gap();
  for (const bridge of all) writeBridge(sheet, bridge, bridges);
  await writer.end();
}
