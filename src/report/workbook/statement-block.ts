import { english } from '../../messages/words.ts';
import type { Statement } from '../statement/read-statements.ts';
import { type FigureSource, type StatementRow, statementRows, statementTitle } from '../statement/statement-rows.ts';
import type { ReportScope } from '../table.ts';
import { serialDay } from './cells.ts';
import type { WrittenSection } from './detail-sheet.ts';
import type { FigureSheet } from './figure-rows.ts';
import { type Condition, sumFormula } from './formula.ts';

type ItemSource = Extract<FigureSource, { items: unknown }>;
type AgedSource = Extract<FigureSource, { aged: unknown }>;

/** The sum of the items of a line, over the sheet that lists what stands at the end of the period. */
function itemsFormula(
  { items: { kind, sign, isOverdue, isNegated } }: ItemSource,
  { name, currency }: Statement,
  composition: WrittenSection | undefined,
  to: string,
): string | undefined {
  if (composition === undefined) return undefined;
  const conditions: Condition[] = [
    { field: 'currency', is: currency },
    { field: 'statement', is: name },
    { field: 'kind', is: kind },
    ...(sign === 0 ? [] : [{ field: 'amount', compares: sign > 0 ? '>0' : '<0' }]),
    ...(isOverdue === undefined
      ? []
      : [{ field: 'overdue_on', compares: `${isOverdue ? '<' : '>='}${serialDay(to)}` }]),
  ];
  const sum = sumFormula(composition, 'amount', conditions);
  return isNegated && sum !== undefined ? `-(${sum})` : sum;
}

/** The sum of the items of an age: those since a day, or between two days, before the end of the period. */
function agedFormula(
  { aged: { part, first, last } }: AgedSource,
  { name, currency }: Statement,
  composition: WrittenSection | undefined,
  to: string,
): string | undefined {
  if (composition === undefined) return undefined;
  const lastDay = Number(serialDay(to)) - 1;
  return sumFormula(composition, 'amount', [
    { field: 'currency', is: currency },
    { field: 'statement', is: name },
    { field: 'part', is: part },
    { field: 'since_on', compares: `<=${lastDay - first}` },
    ...(last === undefined ? [] : [{ field: 'since_on', compares: `>=${lastDay - last}` }]),
  ]);
}

/**
 * Writes a statement. Its totals are formulas over the lines above them, and its items formulas over the sheet that lists them.
 * Returns the row of its title.
 */
export function writeStatement(
  sheet: FigureSheet,
  statement: Statement,
  composition: WrittenSection | undefined,
  scope: ReportScope,
): number {
  const { currency } = statement;
  // the row of the sheet of each row of the statement
  const written: number[] = [];
  const cell = (place: number) => `C${written[place] ?? 0}`;
  const formulaOf = (source: FigureSource | undefined): string | undefined => {
    if (source === undefined) return undefined;
    if ('sum' in source) return source.sum.length === 0 ? undefined : `SUM(${source.sum.map(cell).join(',')})`;
    if ('less' in source) return source.less.map(cell).join('-');
    if ('aged' in source) return agedFormula(source, statement, composition, scope.to);
    return itemsFormula(source, statement, composition, scope.to);
  };
  const write = (row: StatementRow): number => {
    if (row.row === 'heading') return sheet.text(row.title, { isItalic: true, colour: '616E7C' });
    const { row: kind, title, amount, source, isItem, remark } = row;
    const sheetTitle = isItem && composition !== undefined ? `; see ${composition.section.title}.` : '';
    return sheet.figure({
      title,
      currency,
      amount,
      formula: formulaOf(source),
      kind,
      ...(isItem ? { indent: 2 } : {}),
      remark: `${remark}${sheetTitle}`,
    });
  };
  const first = sheet.heading(statementTitle(statement, english()));
  for (const row of statementRows(statement, scope, english())) written.push(write(row));
  sheet.gap();
  return first;
}
