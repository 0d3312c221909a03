import { overlap, type PdfLine } from './page-lines.ts';
import type { PdfWord } from './page-words.ts';
import { isClearAmount, isSignWord, printedAmount } from './printed-amount.ts';
import type { HeadCell } from './table-head.ts';

/** A figure in the column of an amount: the word, with a sign behind it, and its column. */
export type AmountCell = { column: string; text: string; left: number; right: number; words: readonly PdfWord[] };

const amountColumns = new Set(['amount', 'credit', 'debit', 'balance']);

/** Right edges that differ by less belong to one column, in points. */
const sameEdge = 4;
/** A column of figures may end this far before its head, in points. */
const farthest = 30;

/** The right edge of the digits, without a sign behind them. */
function digitEdge({ text, left, right }: PdfWord): number {
  const sign = /(?:[-+−)]|CR|DR|OD|DB)$/i.exec(text)?.[0].length ?? 0;
  return right - ((right - left) * sign) / Math.max(text.length, 1);
}

type Edge = { at: number; words: PdfWord[]; column: string | undefined };

/** Right edges that many figures have in common. */
function edgesOf(words: readonly PdfWord[]): Edge[] {
  const edges: Edge[] = [];
  for (const word of words.toSorted((a, b) => digitEdge(a) - digitEdge(b))) {
    const last = edges.at(-1);
    if (last !== undefined && digitEdge(word) - last.at < sameEdge) {
      last.words.push(word);
      // follows the edge along its words, because the widths of signs are estimated
      last.at = digitEdge(word);
    } else edges.push({ at: digitEdge(word), words: [word], column: undefined });
  }
  return edges;
}

/** The head to which figures with a common edge belong: that above them, otherwise the last one that begins before them. */
function headOf({ words, at }: Edge, heads: readonly HeadCell[]): HeadCell | undefined {
  const shared = (head: HeadCell) => words.reduce((sum, word) => sum + Math.max(0, overlap(head, word)), 0);
  const best = heads.reduce<HeadCell | undefined>(
    (top, head) => (shared(head) > (top === undefined ? 0 : shared(top)) ? head : top),
    undefined,
  );
  if (best !== undefined) return best;
  // figures that are aligned to the right may end far behind a short head
  const before = heads.findLast(({ left }) => left <= at);
  if (before?.column !== undefined && amountColumns.has(before.column)) return before;
  const next = heads.find(({ left }) => left > at);
  return next !== undefined && next.left - at <= farthest ? next : before;
}

/** Where the figures of a table are: the right edges of its amount columns. */
export type AmountEdges = readonly { at: number; left: number; column: string }[];

/**
 * Finds the columns of the figures of a table by the position of its heads and the common edges of its figures, which are aligned to
 * the right. A figure within a description has no head above it.
 */
export function amountEdges(
  lines: readonly PdfLine[],
  heads: readonly HeadCell[],
  decimalMark: '.' | ',',
): AmountEdges {
  const figures = lines.flatMap(({ words }) => words.filter(({ text }) => isClearAmount(text, decimalMark)));
  const withDecimals = figures.filter(({ text }) => new RegExp(`\\${decimalMark}\\d\\d`).test(text));
  // only currencies without decimals have no figure with them
  const clear = withDecimals.length > 0 ? withDecimals : figures;
  const ofAmounts = heads.filter(({ column }) => column !== undefined && amountColumns.has(column));
  const edges = edgesOf(clear).flatMap((edge) => {
    const head = headOf(edge, heads);
    return head?.column === undefined || !ofAmounts.includes(head) ? [] : [{ edge, head, column: head.column }];
  });
  return edges.flatMap(({ edge, head, column }) => {
    const most = Math.max(...edges.filter((one) => one.head === head).map((one) => one.edge.words.length));
    // single figures beside a column of many are part of a text
    if (edge.words.length * 10 < most) return [];
    const left = edge.words.reduce((least, word) => Math.min(least, word.left), Number.POSITIVE_INFINITY);
    const places = new Set(edge.words.map((word) => Math.round(digitEdge(word) * 2) / 2));
    return [...places].map((at) => ({ at, left, column }));
  });
}

/** Whether a word in an amount column is meant as a figure: digits with separators, even where it cannot be read. */
const isFigure = (text: string) => /\d/.test(text) && !/^[A-Za-z]{3,}/.test(text) && !/[A-Za-z]{3,}/.test(text);

function edgeAt(word: PdfWord, edges: AmountEdges): AmountEdges[number] | undefined {
  const distance = ({ at }: AmountEdges[number]) => Math.abs(at - digitEdge(word));
  const nearest = edges.reduce<AmountEdges[number] | undefined>(
    (best, edge) => (best === undefined || distance(edge) < distance(best) ? edge : best),
    undefined,
  );
  return nearest !== undefined && distance(nearest) <= sameEdge + word.size * 0.3 ? nearest : undefined;
}

/** The figures of a line in the amount columns; the other words are its texts. */
export function amountCells(
  { words }: Pick<PdfLine, 'words'>,
  edges: AmountEdges,
  decimalMark: '.' | ',',
): { cells: AmountCell[]; others: PdfWord[] } {
  const cells: AmountCell[] = [];
  const others: PdfWord[] = [];
  for (const word of words) {
    const last = cells.at(-1);
    const isBehind = last !== undefined && word.left - last.right < word.size;
    if (isSignWord(word.text) && isBehind && printedAmount(last.text, decimalMark)?.mark === null) {
      cells.splice(-1, 1, {
        ...last,
        text: `${last.text} ${word.text}`,
        right: word.right,
        words: [...last.words, word],
      });
      continue;
    }
    const edge = isFigure(word.text) ? edgeAt(word, edges) : undefined;
    if (edge === undefined) others.push(word);
    else cells.push({ column: edge.column, text: word.text, left: word.left, right: word.right, words: [word] });
  }
  return { cells, others: withoutFillers(others, edges) };
}

/** Drops the currency before a figure and the dashes of empty cells. */
function withoutFillers(words: readonly PdfWord[], edges: AmountEdges): PdfWord[] {
  const first = Math.min(...edges.map(({ left }) => left));
  return words.filter(({ text, left }) => left < first - 20 || !/^(?:[-–—]+|RM|[S]?\$|[A-Z]{3})$/.test(text));
}
