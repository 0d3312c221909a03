import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { visibleLine } from './visible-text.ts';

export type Column = {
  title: string;
  /** Figures: aligned right and never broken over lines. */
  isRight?: boolean;
  /** A column that may be left out where the terminal is too narrow; the highest number goes first. */
  minor?: number;
};

const gap = 2;
/** The least readable width of a column of sentences. */
const narrowestText = 20;
/** The least readable width of a column of a few words, such as a title. */
const narrowestWords = 12;
/** The length from which an identifier (a hash, a path) is broken over lines; 36 characters are not. */
const longestIdentifier = 40;

function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);
}

/** Lines of limited width, broken between words where possible. */
function wrapped(text: string, width: number): string[] {
  return widthOf(text) <= width ? [text] : wrapAnsi(text, width, { hard: true }).split('\n');
}

/** A sentence on as many lines as the width needs. */
export const sentenceText = (text: string, width: number): string => wrapped(visibleLine(text), width).join('\n');

type Measured = Column & { index: number; natural: number; least: number };

function measure(columns: readonly Column[], rows: readonly (readonly string[])[]): Measured[] {
  return columns.map((column, index) => {
    let natural = widthOf(column.title);
    let word = natural;
    let isText = false;
    for (const row of rows) {
      const cell = row[index] ?? '';
      natural = Math.max(natural, widthOf(cell));
      isText ||= cell.includes(' ');
      if (column.isRight !== true) for (const part of cell.split(' ')) word = Math.max(word, widthOf(part));
    }
    const identifier = Math.min(natural, longestIdentifier);
    const words = Math.min(
      natural,
      narrowestText,
      Math.max(word, natural > 2 * narrowestText ? narrowestText : narrowestWords),
    );
    return { ...column, index, natural, least: column.isRight === true ? natural : isText ? words : identifier };
  });
}

const needed = (columns: readonly Measured[]) =>
  columns.reduce((sum, { least }) => sum + least, gap * (columns.length - 1));

/** The widths of the columns: the widest shrink first, none below its minimum. */
function widthsFor(columns: readonly Measured[], width: number): number[] {
  const widths = columns.map(({ natural }) => natural);
  let excess = widths.reduce((sum, each) => sum + each, gap * (columns.length - 1)) - width;
  while (excess > 0) {
    let widest = -1;
    for (const [index, { least }] of columns.entries())
      if ((widths[index] ?? 0) > least && (widest < 0 || (widths[index] ?? 0) > (widths[widest] ?? 0))) widest = index;
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function lay(columns: readonly Measured[], widths: readonly number[], cells: readonly string[]): string[] {
  const blocks = columns.map(({ index }, at) => wrapped(cells[index] ?? '', widths[at] ?? 0));
  const height = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ isRight }, at) => {
        const text = blocks[at]?.[line] ?? '';
        const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)));
        return isRight === true ? space + text : text + space;
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

/** One field per line, for rows that are too wide for a table: its name, then its value with a hanging indent. */
export function factsText(facts: readonly (readonly [string, string])[], width = Number.POSITIVE_INFINITY): string {
  const shown = facts.map(([name, value]) => [visibleLine(name), visibleLine(value)] as const);
  const names = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  const room = Math.max(narrowestText, width - names - 2 * gap);
  return shown
    .flatMap(([name, value]) =>
      wrapped(value, room).map((line, index) => {
        const title = index === 0 ? name : '';
        return `${' '.repeat(gap)}${title}${' '.repeat(names - widthOf(title) + gap)}${line}`.trimEnd();
      }),
    )
    .join('\n');
}

/**
 * A table that fits a width, measured in the terminal columns of each character. Prose is wrapped; if that is not enough, minor columns
 * are left out and named below; otherwise each row is a list of facts.
 */
export function textTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string {
  const cells = rows.map((row) => row.map(visibleLine));
  const measured = measure(
    columns.map((column) => ({ ...column, title: visibleLine(column.title) })),
    cells,
  );
  const kept = [...measured];
  while (needed(kept) > width) {
    const least = kept.reduce((worst, column) => ((column.minor ?? 0) > (worst.minor ?? 0) ? column : worst));
    if (least.minor === undefined) {
      const titles = measured.map(({ title }) => title);
      return cells
        .map((row) =>
          factsText(
            titles.map((title, index) => [title, row[index] ?? ''] as const).filter(([, value]) => value !== ''),
            width,
          ),
        )
        .join('\n\n');
    }
    kept.splice(kept.indexOf(least), 1);
  }
  const widths = widthsFor(kept, width);
  const titles = measured.map(({ title }) => title);
  const lines = [
    ...lay(kept, widths, titles),
    widths.map((each) => '─'.repeat(each)).join(' '.repeat(gap)),
    ...cells.flatMap((row) => lay(kept, widths, row)),
  ];
  const left = measured.filter((column) => !kept.includes(column)).map(({ title }) => title);
  if (left.length > 0) lines.push(...wrapped(`Too narrow for: ${left.join(', ')}. --json has them.`, width));
  return lines.join('\n');
}
