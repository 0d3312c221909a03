import type { TableFile } from '../table/table-spec.ts';
import { type AmountCell, type AmountEdges, amountCells } from './amount-columns.ts';
import { type Label, labelledAmounts, labelsOf } from './balance-labels.ts';
import { factsAt, type HeadFact } from './head-facts.ts';
import { lineText, overlap, type PdfLine, phrasesOf } from './page-lines.ts';
import type { PdfWord } from './page-words.ts';
import { type PrintedAmount, printedAmount } from './printed-amount.ts';
import type { PrintedDate } from './printed-date.ts';
import { isRemark } from './remarks.ts';
import type { HeadCell, TableHead } from './table-head.ts';
import { type DocumentLine, dateCells, documentLines, edgesByHead, textCells } from './table-lines.ts';

/** An entry as printed: on one line, or with further lines of description. */
export type PrintedEntry = {
  kind: 'entry';
  line: PdfLine;
  bookedOn: PrintedDate | undefined;
  /** What is printed in place of the date, where it is no date. */
  unreadDate: string | undefined;
  valueDate: PrintedDate | undefined;
  /** By column. A figure that cannot be read stays as text. */
  figures: Map<string, string>;
  /** By column, and by the name of a head without a column. */
  texts: Map<string, string>;
};

/** A labelled balance or total. `isInTable`: on a line below the head of a table. */
export type PrintedMark = {
  kind: 'mark';
  label: Label;
  text: string;
  amount: PrintedAmount;
  line: PdfLine;
  isInTable: boolean;
  on: PrintedDate | undefined;
};

/** A line in a table that states balances or totals, and so is no entry. */
export type SummaryLine = { kind: 'summary'; text: string; line: PdfLine };

/** A fact outside a table. `isAboveTable`: above the first table of its page. */
export type PrintedFact = { kind: 'fact'; fact: HeadFact; line: PdfLine; isAboveTable: boolean };

export type PrintedItem = PrintedEntry | PrintedMark | SummaryLine | PrintedFact;

/** What the figures of a total row are, by column: below the balances is the balance up to there. */
const totalLabels: Readonly<Record<string, Label>> = { credit: 'credits', debit: 'debits', balance: 'forward' };

type Table = { head: TableHead; edges: AmountEdges };

/** Reads the lines of a document into entries, labelled amounts and facts. */
export class RowReader {
  readonly items: PrintedItem[] = [];
  readonly #file: TableFile;
  readonly #mark: '.' | ',';
  readonly #descriptionLeft = new Map<TableHead, number>();
  #entry: PrintedEntry | undefined;
  /** The last line of the entry or of its description; undefined where no description may follow. */
  #last: PdfLine | undefined;
  #date: PrintedDate | undefined;
  #valueDate: PrintedDate | undefined;

  constructor(file: TableFile) {
    this.#file = file;
    this.#mark = file.reading.decimalMark ?? '.';
  }

  /** Throws FILE_COLUMN_TWICE. */
  read(pages: readonly (readonly PdfLine[])[]): { heads: readonly TableHead[] } {
    const lines = documentLines(pages, this.#file);
    const edges = edgesByHead(lines, this.#mark);
    const skipped = new Set<PdfLine>();
    for (const each of lines) {
      if (skipped.has(each.line)) continue;
      const table = each.head === undefined ? undefined : { head: each.head, edges: edges.get(each.head) ?? [] };
      if (table !== undefined && this.#takeLabels(each, table, skipped)) continue;
      if (table !== undefined && this.#takeRow(each, table)) continue;
      this.#takeOutside(each, skipped);
    }
    return { heads: [...new Set(lines.flatMap(({ head }) => head ?? []))] };
  }

  /** Takes a line that is a label with its amounts: a balance or a total. False where it is something else. */
  #takeLabels({ line, around, at, isBelowHead }: DocumentLine, table: Table, skipped: Set<PdfLine>): boolean {
    const { dates, others } = dateCells(line.words, table.head.cells);
    const columns = amountCells({ words: others }, table.edges, this.#mark);
    const byColumn = columns.cells.filter(({ column }) => column !== 'balance');
    const label = labelsOf([lineText({ words: columns.others })]);
    // a total below the columns of debits and credits, which may be on the line of a balance between pages
    const isTotal = label?.[0] === 'total' || (label?.[0] === 'forward' && columns.cells.length > 1);
    if (isTotal && dates.size === 0 && columns.cells.length > 0) {
      this.#takeTotalRow(line, columns.cells);
      return true;
    }
    const amounts = labelledAmounts(lineText({ words: others }), this.#mark);
    const isBalance = amounts?.every((one) => ['opening', 'closing', 'forward', 'other'].includes(one.label)) ?? false;
    const isDated = dates.size > 0;
    if (amounts === undefined || amounts.length === 0 || (isDated && !isBalance)) {
      return !isDated && this.#takeStacked(line, around, at, isBelowHead, skipped);
    }
    if (byColumn.length > 0 && isDated && columns.cells.length > byColumn.length) return false;
    for (const { label: one, text, amount } of amounts)
      this.items.push({
        kind: 'mark',
        label: one,
        text,
        amount,
        line,
        isInTable: isBelowHead,
        on: dates.get('booked_on'),
      });
    if (isBelowHead) this.#summary(line);
    return true;
  }

  #takeTotalRow(line: PdfLine, cells: readonly AmountCell[]): void {
    for (const { column, text } of cells) {
      const amount = printedAmount(text, this.#mark);
      const label = totalLabels[column];
      if (amount !== undefined && label !== undefined)
        this.items.push({ kind: 'mark', label, text: 'total', amount, line, isInTable: true, on: undefined });
    }
    this.#summary(line);
  }

  /** Takes labels side by side whose figures are on a line below them. */
  #takeStacked(
    line: PdfLine,
    around: readonly PdfLine[],
    at: number,
    isInTable: boolean,
    skipped: Set<PdfLine>,
  ): boolean {
    const labels = labelsOf(phrasesOf(line.words).map(({ text }) => text));
    if (labels === undefined) return false;
    if (labels.length < 2) return false;
    const below = around.slice(at + 1, at + 4).find(({ words }) => words.some(({ text }) => /\d/.test(text)));
    const figures = phrasesOf(below?.words ?? []).map(({ text }) => printedAmount(text, this.#mark));
    if (below === undefined || figures.length !== labels.length) return false;
    for (const [index, label] of labels.entries()) {
      const amount = figures[index];
      if (amount === undefined) return false;
      const text = phrasesOf(line.words)[index]?.text ?? '';
      this.items.push({ kind: 'mark', label, text, amount, line: below, isInTable: false, on: undefined });
    }
    // further lines of labels, in another language, are between them
    for (const between of around.slice(at + 1, around.indexOf(below) + 1)) skipped.add(between);
    if (isInTable) this.#summary(below);
    return true;
  }

  #summary(line: PdfLine): void {
    this.items.push({ kind: 'summary', text: lineText(line), line });
    this.#last = undefined;
  }

  /** Takes a line of an entry. False where it belongs to none. */
  #takeRow({ line, isBelowHead }: DocumentLine, { head, edges }: Table): boolean {
    const { dates, others } = dateCells(line.words, head.cells);
    const bookedOn = dates.get('booked_on');
    if (bookedOn === undefined && isRemark(line)) return false;
    const { cells, others: words } = amountCells({ words: others }, edges, this.#mark);
    const hasAmount = cells.some(({ column }) => column !== 'balance');
    // on a page without a head, only a whole entry is one
    if (!isBelowHead && (bookedOn === undefined || !hasAmount)) return false;
    if (bookedOn !== undefined) {
      this.#date = bookedOn;
      this.#valueDate = dates.get('value_date');
      this.#begin(line, cells, words, head);
      if (words[0] !== undefined)
        this.#descriptionLeft.set(head, Math.min(words[0].left, this.#descriptionLeft.get(head) ?? words[0].left));
      return true;
    }
    if (cells.length > 0) {
      const open = this.#entry;
      const isOpen = open !== undefined && this.#last !== undefined && open.figures.size === 0;
      const isBalanceOnly =
        !hasAmount && open !== undefined && this.#last !== undefined && !open.figures.has('balance');
      if (isOpen || isBalanceOnly) this.#complete(line, cells, words, head);
      else this.#begin(line, cells, words, head, this.#inPlaceOfDate(words, head));
      return true;
    }
    if (!this.#continues(line, words, head, edges)) return false;
    this.#complete(line, [], words, head);
    return true;
  }

  /** Whether a line without a date and without a figure belongs to the description of the entry above it. */
  #continues(line: PdfLine, words: readonly PdfWord[], head: TableHead, edges: AmountEdges): boolean {
    const last = this.#last;
    const [first] = words;
    if (last === undefined || first === undefined || isRemark(line)) return false;
    const isNear = last.page !== line.page || line.base - last.base < Math.max(last.size, line.size) * 2.3;
    const left = this.#descriptionLeft.get(head) ?? 0;
    const right = Math.min(...edges.map((edge) => edge.left));
    return isNear && first.left >= left - 4 && (words.at(-1)?.right ?? 0) <= right + 2;
  }

  /** The text below the head of the dates and left of the descriptions, where the date of an entry would be. */
  #inPlaceOfDate(words: readonly PdfWord[], head: TableHead): string | undefined {
    const dates = head.cells.find(({ column }) => column === 'booked_on');
    const left = this.#descriptionLeft.get(head) ?? Number.POSITIVE_INFINITY;
    const found = words.filter((word) => dates !== undefined && word.left < left - 4 && overlap(dates, word) > 0);
    return found.length === 0 ? undefined : found.map(({ text }) => text).join(' ');
  }

  #begin(
    line: PdfLine,
    cells: readonly AmountCell[],
    words: readonly PdfWord[],
    head: TableHead,
    unreadDate?: string,
  ): void {
    this.#entry = {
      kind: 'entry',
      line,
      bookedOn: unreadDate === undefined ? this.#date : undefined,
      unreadDate,
      valueDate: this.#valueDate,
      figures: new Map(),
      texts: new Map(),
    };
    this.items.push(this.#entry);
    this.#complete(line, cells, words, head);
  }

  #complete(line: PdfLine, cells: readonly AmountCell[], words: readonly PdfWord[], head: TableHead): void {
    const entry = this.#entry;
    if (entry === undefined) return;
    for (const { column, text } of cells) {
      const before = entry.figures.get(column);
      // two figures in one column cannot be read as one
      entry.figures.set(column, before === undefined ? text : `${before} ${text}`);
    }
    const nameOf = ({ column, name }: HeadCell) => column ?? name;
    for (const [cell, text] of textCells(words, head.cells)) {
      const before = entry.texts.get(nameOf(cell));
      entry.texts.set(nameOf(cell), before === undefined ? text : `${before} ${text}`);
    }
    this.#last = line;
  }

  /** Takes the facts and labelled amounts of a line outside a table. */
  #takeOutside({ line, around, at, isBelowHead }: DocumentLine, skipped: Set<PdfLine>): void {
    for (const fact of factsAt(around, at)) this.items.push({ kind: 'fact', fact, line, isAboveTable: !isBelowHead });
    const parts = labelledAmounts(lineText(line), this.#mark) ?? [];
    for (const { label, text, amount } of parts)
      this.items.push({ kind: 'mark', label, text, amount, line, isInTable: false, on: undefined });
    if (parts.length === 0) this.#takeStacked(line, around, at, false, skipped);
  }
}
