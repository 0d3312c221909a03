import { isZero } from '../shown-value.ts';
import type { WorkbookFile } from '../xlsx/workbook-file.ts';
import { type Bridge, type BridgeLine, hasGap } from './bridges.ts';
import type { WorkbookOptions } from './cells.ts';
import { controlsTitle, differenceRemark, gapTitle, pageFooter } from './cells.ts';
import type { WrittenSection } from './detail-sheet.ts';
import { type FigureSheet, figureColumns, figureSheet } from './figure-rows.ts';
import { type Condition, sumFormula } from './formula.ts';

/** The rows of the bridges sheet that a line of a bridge sums up, on all days or on one. */
function bridgeConditions(bridge: Bridge, line: Pick<BridgeLine, 'code'>, day?: string): Condition[] {
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

/** A line over all days; for a balance, its amount on the first day or the last. */
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

/** The movement between days without a known balance, as a formula. */
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

function writeBridge(sheet: FigureSheet, bridge: Bridge, bridges: WrittenSection, ownFile: string | undefined): void {
  const { control, subject, measure, currency } = bridge;
  sheet.heading(`${control}, ${subject}, ${measure} (${currency})`);
  if (ownFile !== undefined) sheet.text(ownFile, { isItalic: true, colour: '616E7C' });
  const counted = { currency, isCount: measure === 'count' };
  for (const line of bridge.lines) {
    const isFirstTotalAfterGap = line.isTotal && hasGap(bridge) && bridge.lines.find(({ isTotal }) => isTotal) === line;
    if (isFirstTotalAfterGap) {
      sheet.figure({ title: gapTitle, ...counted, amount: bridge.gap, formula: gapFormula(bridges, bridge) });
    }
    const kind = line.isResidual ? 'residual' : line.isTotal ? 'total' : 'line';
    const remark = line.isResidual ? { remark: differenceRemark(line.daysNotZero, isZero(line.amount)) } : {};
    sheet.figure({ title: line.title, ...counted, ...figureOf(bridge, line, bridges), kind, ...remark });
  }
  sheet.gap();
}

/** The bridge of each control over all days of the report; every figure is a formula over the rows of the bridges. */
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
  sheet.text('From one total to the other in signed lines. The unexplained difference must be zero on every day.', {
    isItalic: true,
    colour: '616E7C',
  });
  sheet.gap();
  for (const bridge of all) writeBridge(sheet, bridge, bridges, options.titles.get(bridge.reconciliation)?.ownFile);
  await writer.end();
}
