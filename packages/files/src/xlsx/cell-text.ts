import type { FileTerms } from '../file-terms.ts';
import { type CellType, longestCell } from './cell.ts';
import { plainText } from './cell-escapes.ts';
import { type CellStyle, type DateSystem, dateText, isBeyondPrecision, isoDateText, numberText } from './date-text.ts';

/** The text of a cell from its content in the file. */
type CellText = (written: string, type: CellType, style: number, line: number) => string;

export type CellReader = {
  cellText: CellText;
  shared(index: number): string | undefined;
  /** Whether a number with this style is read as written. */
  isPlainNumber(style: number): boolean;
  /** The first row with a number whose last digits the spreadsheet did not keep. */
  firstImprecise(): number | undefined;
  isAsStored: boolean;
};

/** Before each number where cells are read as they are stored; no XML has it. */
export const numberMark = '\u0000';

type CellFacts = {
  /** The styles by their index; a style that is not listed shows a number unchanged. */
  styles: readonly CellStyle[];
  system: DateSystem;
  /** The mark before the decimals of amounts; undefined is a point. */
  decimalMark: FileTerms['decimalMark'];
  /** The shared string at an index; undefined if the workbook lacks it. */
  shared(index: number): string | undefined;
  /** Whether numbers are marked and not shown by their style, and formulas are faults. */
  isAsStored: boolean;
  damaged(message: string, line?: number): Error;
};

/** Returns the conversion of cells to text. */
export function cellReader({ styles, system, decimalMark, shared, isAsStored, damaged }: CellFacts): CellReader {
  let firstImprecise: number | undefined;
  /** The last date, because neighbouring columns and rows often have the same. */
  let last: { written: string; style: CellStyle; text: string } = { written: '', style: 'number', text: '' };

  function styledNumber(written: string, style: CellStyle, line: number): string {
    if (style === 'day' || style === 'time' || style === 'duration') {
      if (written !== last.written || style !== last.style)
        last = { written, style, text: dateText(written.trim(), style, system) };
      return last.text;
    }
    const text = numberText(written);
    if (isBeyondPrecision(text)) firstImprecise ??= line;
    if (typeof style === 'object' && /^\d+$/.test(text)) return text.padStart(style.digits, '0');
    // a workbook stores every number with a point, regardless of the configured decimal mark for texts
    return decimalMark === ',' ? text.replace('.', ',') : text;
  }

  function sharedText(written: string, line: number): string {
    const index = written.trim();
    const text = /^\d+$/.test(index) ? shared(Number(index)) : undefined;
    if (text === undefined)
      throw damaged(
        `row ${line} refers to the shared string "${index.slice(0, 40)}", which the workbook does not have`,
        line,
      );
    return text;
  }

  const plain = Uint8Array.from(styles, (style) => (style === 'number' ? 1 : 0));

  return {
    shared,
    isAsStored,
    firstImprecise: () => firstImprecise,
    isPlainNumber: (style) => !isAsStored && decimalMark !== ',' && plain[style] !== 0,
    cellText(written, type, style, line) {
      if (written.length > longestCell) throw damaged(`row ${line} has a cell of more than a million letters`, line);
      if (type === 'shared') return sharedText(written, line);
      if (type === 'number' && isAsStored) return numberMark + numberText(written);
      if (type === 'number') return styledNumber(written, styles[style] ?? 'number', line);
      if (type === 'boolean') return written.trim() === '1' || written.trim() === 'true' ? 'TRUE' : 'FALSE';
      if (type === 'date') return isoDateText(written.trim());
      const text = plainText(written);
      if (text === undefined) throw damaged(`row ${line} has an entity that XML does not define`, line);
      return text;
    },
  };
}
