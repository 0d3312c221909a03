import type { Cell } from '../xlsx/sheet.ts';
import { formulaText } from '../xlsx/xml-text.ts';
import { figureCell } from './cells.ts';
import { columnName, type WrittenSection } from './detail-sheet.ts';

/** A condition on a column: equal to a text, on a day (YYYY-MM-DD), or a comparison such as `<0`. */
export type Condition = { field: string } & ({ is: string } | { on: string } | { compares: string });

/** A longer text, or one with wildcards or operators, cannot be compared literally in a condition. */
const longestCondition = 250;
const means = /[*?~]|^[<>=]/;

function criterion(condition: Condition): string | undefined {
  if ('is' in condition && (condition.is.length > longestCondition || means.test(condition.is))) return undefined;
  if ('on' in condition) {
    const [year, month, day] = condition.on.split('-').map(Number);
    return `DATE(${year},${month},${day})`;
  }
  return formulaText('is' in condition ? condition.is : condition.compares);
}

/** The conditions of a formula over the sheet of a section. None if one cannot be expressed, or if not all rows are on the sheet. */
function criteria(written: WrittenSection, conditions: readonly Condition[]): string[] | undefined {
  if (!isWhole(written)) return undefined;
  const all = conditions.map((condition) => {
    const compared = criterion(condition);
    return compared === undefined ? undefined : `${columnName(written.section, condition.field)},${compared}`;
  });
  return all.every((each) => each !== undefined) ? all : undefined;
}

/**
 * The sum of a column of a section, where the conditions hold. None if a condition cannot be expressed, or if not all rows are in the
 * workbook: the formula would give another figure.
 */
export function sumFormula(
  written: WrittenSection,
  field: string,
  conditions: readonly Condition[],
): string | undefined {
  const where = criteria(written, conditions);
  return where === undefined ? undefined : `SUMIFS(${[columnName(written.section, field), ...where].join(',')})`;
}

/** The number of rows of a section where the conditions hold; none in the cases of `sumFormula`. */
export function countFormula(written: WrittenSection, conditions: readonly Condition[]): string | undefined {
  const where = criteria(written, conditions);
  return where === undefined ? undefined : `COUNTIFS(${where.join(',')})`;
}

/** A figure as a formula with the database's figure as its result; the bare figure where there is no formula. */
export function formulaCell(formula: string | undefined, amount: string, decimals: number, style: number): Cell {
  const figure = figureCell(amount, decimals, style);
  if (formula === undefined || figure.kind !== 'number') return figure;
  return { kind: 'formula', formula, result: { number: figure.text }, style };
}

/** Whether all rows of a section are in the workbook, so that formulas over them are right. */
const isWhole = ({ count, written }: WrittenSection) => count === written;
