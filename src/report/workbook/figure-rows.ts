import { decimalsOf, shownInCell } from '../shown-value.ts';
import type { Cell, SheetWriter } from '../xlsx/sheet.ts';
import type { CellStyle, StyleBook } from '../xlsx/styles.ts';
import type { WorkbookOptions } from './cells.ts';
import { countFormat, heightOf, linesOf, moneyFormat } from './cells.ts';
import { formulaCell } from './formula.ts';

/** The columns of a sheet of figures: title, currency, figure, space, remark. */
const [titleWidth, remarkWidth] = [62, 54];
export const figureColumns = [
  { width: titleWidth },
  { width: 10 },
  { width: 22 },
  { width: 3 },
  { width: remarkWidth },
];

type Figure = {
  title: string;
  /** The currency of the figure, if any; the figure is an amount unless it is a count. */
  currency?: string;
  isCount?: boolean;
  /** The background of the title, six hex digits. */
  fill?: string | undefined;
  amount: string;
  /** Without a formula the bare figure is written. */
  formula?: string | undefined;
  remark?: string;
  kind?: 'line' | 'total' | 'residual';
  indent?: number;
};

/** Writes a sheet of figures from top to bottom. */
export type FigureSheet = {
  /** Returns the row of the heading. */
  heading: (text: string, size?: number) => number;
  /** Returns the row of the text. */
  text: (text: string, style?: CellStyle) => number;
  /** Returns the row of the figure, for totals below it. */
  figure: (figure: Figure) => number;
  /** A text with its title. */
  note: (title: string, text: string) => void;
  link: (title: string, to: string, count: string, remark: string) => void;
  gap: () => void;
  links: () => { cell: string; to: string }[];
};

export function figureSheet(sheet: SheetWriter, styles: StyleBook, options: WorkbookOptions): FigureSheet {
  let at = 0;
  const links: { cell: string; to: string }[] = [];
  const write = (cells: readonly (Cell | undefined)[], height?: number) => {
    at += 1;
    sheet.row(at, cells, height);
    return at;
  };
  const words = (text: string, style: CellStyle): Cell => ({
    kind: 'text',
    text: shownInCell(text, 'text', options),
    style: styles.of(style),
  });
  const height = (title: string, remark = '') =>
    heightOf(Math.max(linesOf(title, titleWidth), linesOf(remark, remarkWidth)));
  const remarkStyle: CellStyle = { colour: '616E7C', isWrapped: true };
  return {
    heading: (text, size = 12) =>
      write([words(text, { isBold: true, size, vertical: 'center' })], Math.round(size * 1.6)),
    text: (text, style = {}) => write([words(text, style)], style.isWrapped ? height(text) : undefined),
    figure: ({
      title,
      currency,
      isCount = currency === undefined,
      fill,
      amount,
      formula,
      remark,
      kind = 'line',
      indent,
    }) => {
      const decimals = isCount ? 0 : decimalsOf(currency, amount);
      const lines: CellStyle =
        kind === 'line'
          ? {}
          : { isBold: true, topLine: 'thin', ...(kind === 'residual' ? { bottomLine: 'double' as const } : {}) };
      const format = isCount ? countFormat : moneyFormat(decimals);
      const cells = [
        words(title, {
          ...lines,
          isWrapped: true,
          ...(indent === undefined ? {} : { indent }),
          ...(fill === undefined ? {} : { fill }),
        }),
        words(currency ?? '', lines),
        formulaCell(formula, amount, decimals, styles.of({ ...lines, format, horizontal: 'right' })),
        undefined,
        remark === undefined ? undefined : words(remark, remarkStyle),
      ];
      return write(cells, height(title, remark));
    },
    note: (title, text) => {
      const cells = [words(title, {}), undefined, undefined, undefined, words(text, { isWrapped: true })];
      write(cells, height(title, text));
    },
    link: (title, to, count, remark) => {
      const row = write(
        [
          words(title, { isUnderlined: true, colour: '1D4ED8' }),
          undefined,
          count === ''
            ? undefined
            : { kind: 'number', text: count, style: styles.of({ format: countFormat, horizontal: 'right' }) },
          undefined,
          words(remark, remarkStyle),
        ],
        height(title, remark),
      );
      links.push({ cell: `A${row}`, to });
    },
    gap: () => {
      at += 1;
    },
    links: () => links,
  };
}
