import type { Cell } from '../xlsx/sheet.ts';
import { formulaText } from '../xlsx/xml-text.ts';
import { figureCell } from './cells.ts';
import { columnName, type WrittenSection } from './detail-sheet.ts';

/** A condition on a column: equal to a text, on a day (YYYY-MM-DD), or a comparison such as `<0`. */
export type Condition = { field: string } & ({ is: string } | { on: string } | { compares: string });

/** A text longer than this, or with signs that mean something in a condition, cannot stand in one as itself. */
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

function overParts({ section, parts }: WrittenSection, write: (name: (field: string) => string) => string): string {
  return parts.map(({ suffix }) => write((field) => columnName(section, field, suffix))).join('+');
}

/**
 * The sum of a column of a section, over all sheets that hold it, where the conditions hold; nothing where a text cannot
 * stand in a condition, or not all rows are in the workbook: then no formula would come out right.
 */
export function sumFormula(
  section: WrittenSection,
  field: string,
  conditions: readonly Condition[],
): string | undefined {
  if (!isWhole(section) || conditions.some((condition) => criterion(condition) === undefined)) return undefined;
  return overParts(section, (name) => {
    const criteria = conditions.map((condition) => `${name(condition.field)},${criterion(condition)}`);
    return `SUMIFS(${[name(field), ...criteria].join(',')})`;
  });
}

/** How many rows of a section there are where the conditions hold, as `sumFormula` has their sum. */
export function countFormula(section: WrittenSection, conditions: readonly Condition[]): string | undefined {
  if (!isWhole(section) || conditions.some((condition) => criterion(condition) === undefined)) return undefined;
  return overParts(
    section,
    (name) =>
      `COUNTIFS(${conditions.map((condition) => `${name(condition.field)},${criterion(condition)}`).join(',')})`,
  );
}

/**
 * A figure as a live formula, with what the database says as its result; as the bare figure where rows that it rests on
 * are in the CSV alone.
 */
export function formulaCell(formula: string | undefined, amount: string, decimals: number, style: number): Cell {
  const figure = figureCell(amount, decimals, style);
  if (formula === undefined || figure.kind !== 'number') return figure;
  return { kind: 'formula', formula, result: { number: figure.text }, style };
}

/** Whether all of a section's rows are in the workbook, so that formulas over them come out right. */
export const isWhole = ({ count, written }: WrittenSection) => count === written;
