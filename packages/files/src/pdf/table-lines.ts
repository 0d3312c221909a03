import type { TableFile } from '../table/table-spec.ts';
import { type AmountEdges, amountEdges } from './amount-columns.ts';
import { overlap, type PdfLine, phraseOf, phrasesOf } from './page-lines.ts';
import type { PdfWord } from './page-words.ts';
import { type PrintedDate, printedDate } from './printed-date.ts';
import { isRemark } from './remarks.ts';
import { type HeadCell, headsOf, type TableHead } from './table-head.ts';

/** The lines of a document in their order: each in a table, or outside of one. A line of a head is neither. */
export type DocumentLine = {
  line: PdfLine;
  /** The head of the table in which the line is; undefined above the first one. */
  head: TableHead | undefined;
  /** Whether the line is on a page below the head. On a page without a head, a table may continue. */
  isBelowHead: boolean;
  /** The lines of its page, and its position among them. */
  around: readonly PdfLine[];
  at: number;
};

/** Divides pages into the lines in their tables and those outside. Throws FILE_COLUMN_TWICE. */
export function documentLines(pages: readonly (readonly PdfLine[])[], file: TableFile): DocumentLine[] {
  const found: DocumentLine[] = [];
  let head: TableHead | undefined;
  for (const lines of pages) {
    const heads = headsOf(lines, file);
    let isBelowHead = false;
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at];
      const begun = heads.find((one) => one.line === line);
      if (begun !== undefined) {
        head = begun;
        isBelowHead = true;
        at += begun.height - 1;
      } else if (line !== undefined) found.push({ line, head, isBelowHead, around: lines, at });
    }
  }
  return found;
}

/** The positions of heads, rounded: tables with the same positions have the same columns. */
const positionsOf = ({ cells }: TableHead) =>
  cells.map(({ column, left, right }) => `${column}:${Math.round(left / 4)}:${Math.round(right / 4)}`).join(' ');

/** The edges of the amount columns for each head. */
export function edgesByHead(lines: readonly DocumentLine[], decimalMark: '.' | ','): Map<TableHead, AmountEdges> {
  const groups = new Map<string, { heads: Set<TableHead>; lines: PdfLine[] }>();
  for (const { line, head } of lines) {
    if (head === undefined || isRemark(line)) continue;
    const key = positionsOf(head);
    const group = groups.get(key) ?? { heads: new Set(), lines: [] };
    group.heads.add(head);
    group.lines.push(line);
    groups.set(key, group);
  }
  const edges = new Map<TableHead, AmountEdges>();
  for (const { heads, lines: own } of groups.values()) {
    const [first] = heads;
    const found = amountEdges(own, first?.cells ?? [], decimalMark);
    for (const head of heads) edges.set(head, found);
  }
  return edges;
}

/** The distance between two places; 0 where they overlap. */
const gap = (a: { left: number; right: number }, b: { left: number; right: number }) =>
  Math.max(0, a.left - b.right, b.left - a.right);

const nearHead = 22;
const mostWords = 3;

type FoundDate = { date: PrintedDate; words: PdfWord[]; left: number; right: number };

/** The dates of a line, each of up to three words. */
function datesOf(words: readonly PdfWord[]): FoundDate[] {
  const dates: FoundDate[] = [];
  for (let at = 0; at < words.length; at += 1) {
    for (let length = mostWords; length > 0; length -= 1) {
      const part = words.slice(at, at + length);
      const isClose = part.every((word, index) => {
        const next = part[index + 1];
        return next === undefined || next.left - word.right < word.size;
      });
      const date = part.length === length && isClose ? printedDate(part.map(({ text }) => text).join(' ')) : undefined;
      if (date === undefined) continue;
      const { left, right } = phraseOf(part);
      dates.push({ date, words: part, left, right });
      at += length - 1;
      break;
    }
  }
  return dates;
}

const dateColumns = ['booked_on', 'value_date'];

/** The dates of a line in the date columns, and its other words. */
export function dateCells(
  words: readonly PdfWord[],
  heads: readonly HeadCell[],
): { dates: Map<string, PrintedDate>; others: PdfWord[] } {
  const dates = new Map<string, PrintedDate>();
  const taken = new Set<PdfWord>();
  const ofDates = heads.filter(({ column }) => column !== undefined && dateColumns.includes(column));
  for (const found of datesOf(words)) {
    const [nearest] = ofDates
      .filter(({ column }) => !dates.has(column ?? ''))
      .toSorted(
        (a, b) => gap(a, found) - gap(b, found) || Math.abs(a.left - found.left) - Math.abs(b.left - found.left),
      );
    if (nearest?.column === undefined || gap(nearest, found) > nearHead) continue;
    // a date that begins a description stands below the head of the descriptions, however near that of the dates is
    const isText = heads.some((head) => !ofDates.includes(head) && overlap(head, found) > 0);
    if (isText && gap(nearest, found) > 0) continue;
    dates.set(nearest.column, found.date);
    for (const word of found.words) taken.add(word);
  }
  return { dates, others: words.filter((word) => !taken.has(word)) };
}

const withoutText = new Set(['booked_on', 'value_date', 'amount', 'credit', 'debit', 'balance']);

/** The texts of a line by their columns: each belongs to the head above it or, without one, to the last head that begins before it. */
export function textCells(words: readonly PdfWord[], heads: readonly HeadCell[]): Map<HeadCell, string> {
  const ofTexts = heads.filter(({ column }) => column === undefined || !withoutText.has(column));
  const description = ofTexts.find(({ column }) => column === 'description') ?? ofTexts[0];
  const texts = new Map<HeadCell, string>();
  for (const phrase of phrasesOf(words)) {
    const [above] = ofTexts
      .filter((head) => overlap(head, phrase) > 0)
      .toSorted((a, b) => overlap(b, phrase) - overlap(a, phrase));
    const head = above ?? ofTexts.findLast(({ left }) => left <= phrase.left + 3) ?? description;
    if (head !== undefined) texts.set(head, `${texts.has(head) ? `${texts.get(head)} ` : ''}${phrase.text}`);
  }
  return texts;
}
