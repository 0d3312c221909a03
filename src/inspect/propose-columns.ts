import { columnOf, normaliseHeader, type TableRow, type TableSpec } from 'tieout-files';
import { nearest } from '../config/nearest.ts';
import type { ReadingTerms } from '../domain/reading.ts';
import {
  bestHeader,
  type ColumnPlan,
  hasFigures,
  isAmount,
  isCurrencyCode,
  isDay,
  isFigure,
  isMail,
  shareOf,
  specOf,
} from './cell-content.ts';
import { headerWords, identifies, otherMoney, otherParty, partialAmounts, plainWords } from './header-words.ts';

/** A header that may be a column, by its words, its cells, or both. */
export type ProposedColumn = {
  column: string;
  header: string;
  why: string;
  /** Other headers of the file that are equally likely to be the column. */
  rivals: readonly string[];
};

type ColumnProposal = {
  header: TableRow | undefined;
  proposed: readonly ProposedColumn[];
  /** Required columns for which nothing was found; of a group, all of them. */
  missing: readonly (readonly string[])[];
  /** The share of the required columns that was found, from 0, weighted by certainty. */
  score: number;
};

const amounts = new Set(['amount', 'fee', 'net_amount', 'refunded', 'balance', 'debit', 'credit', 'gross']);
/** The certainty of a column that is recognised only by its cells, because other columns may fit too. */
const certainByCells = 0.5;
const leastScore = 0.45;

/** The certainty with which the words of a header name a column, from 0 to 1. */
function nameScore(header: string, column: string, spec: TableSpec): number {
  const words = plainWords(header);
  if (
    words === '' ||
    (column === 'account' && otherParty.test(words)) ||
    (column === 'currency' && otherMoney.test(words))
  )
    return 0;
  const hints = [...(headerWords[column] ?? []), ...(spec.columns[column] ?? []).map(plainWords)];
  if (hints.includes(words)) return 1 - hints.indexOf(words) / 200;
  const within = hints.findIndex((hint) => hint.length >= 3 && ` ${words} `.includes(` ${hint} `));
  if (within >= 0) return 0.8 - within / 200;
  const near = words.length >= 5 ? nearest(words, hints) : undefined;
  const sameStart = near === undefined ? 0 : [...words].findIndex((letter, at) => letter !== near[at]);
  const isTypo = near !== undefined && Math.abs(near.length - words.length) <= 1 && sameStart * 5 >= words.length * 3;
  return isTypo ? 0.6 : 0;
}

type Content = { form: number; isDistinctive: boolean };

/** Whether the cells below a header can be a column. `form` 0: they cannot. */
function contentOf(cells: readonly string[], column: string, dates: readonly string[]): Content {
  if (dates.includes(column)) return { form: shareOf(cells, isDay), isDistinctive: true };
  if (amounts.has(column)) return { form: shareOf(cells, isAmount), isDistinctive: true };
  if (column === 'currency') return { form: shareOf(cells, isCurrencyCode), isDistinctive: true };
  if (column === 'customer_email' || column === 'client_email')
    return { form: shareOf(cells, isMail), isDistinctive: false };
  const present = cells.filter((cell) => cell.trim() !== '');
  const distinct = new Set(present).size;
  const isText = present.length === 0 || shareOf(present, isDay) < 0.5;
  if (column === 'order' || column === 'id')
    return { form: isText && distinct * 2 > present.length ? 1 : 0, isDistinctive: false };
  if (column === 'account')
    return {
      form: isText && shareOf(present, (cell) => isCurrencyCode(cell) || /[.,]\d{2}$/.test(cell)) < 0.5 ? 1 : 0,
      isDistinctive: false,
    };
  if (column === 'status' || column === 'type')
    return {
      form: isText && shareOf(present, (cell) => isAmount(cell) || isMail(cell)) < 0.5 ? 1 : 0,
      isDistinctive: false,
    };
  return { form: isText ? 1 : 0, isDistinctive: false };
}

const isFilled = (row: TableRow, position: number) => isAmount((row.cells[position] ?? '').trim());

/** Whether each row has an amount in one of two columns: one is money in, the other money out, and neither is the amount. */
function isOneOfTwo(position: number, header: TableRow, below: readonly TableRow[]): boolean {
  return header.cells.some((_, other) => {
    if (other === position) return false;
    const [own, others, both] = [
      below.filter((row) => isFilled(row, position)).length,
      below.filter((row) => isFilled(row, other)).length,
      below.filter((row) => isFilled(row, position) && isFilled(row, other)).length,
    ];
    return both === 0 && own > 0 && others > 0 && (own + others) * 5 >= below.length * 4;
  });
}

/** Whether an amount can be recognised by its cells, because no other column fits. */
function isOnlyAmount(position: number, header: TableRow, below: readonly TableRow[]): boolean {
  const amountsAt = header.cells.flatMap((title, at) => {
    const cells = below.map((row) => row.cells[at] ?? '');
    return shareOf(cells, isAmount) >= 0.8 && !identifies.test(plainWords(title)) ? [at] : [];
  });
  return amountsAt.length === 1 && amountsAt[0] === position;
}

type Pair = Omit<ProposedColumn, 'rivals'> & { position: number; score: number };

function pairOf(
  column: string,
  position: number,
  header: TableRow,
  below: readonly TableRow[],
  plan: ColumnPlan,
): Pair {
  const title = (header.cells[position] ?? '').trim();
  const cells = below.map((row) => row.cells[position] ?? '');
  const dates = plan.format === 'table' ? plan.dates : ['received_at'];
  const isEmpty = cells.every((cell) => cell.trim() === '');
  const { form, isDistinctive } = contentOf(cells, column, dates);
  const named = nameScore(title, column, specOf(plan));
  const isPart = column === 'amount' && named < 0.9 && partialAmounts.test(plainWords(title));
  const name = Math.max(0, named - (isPart ? 0.6 : 0));
  const isAmountColumn = amounts.has(column);
  const isOther =
    isAmountColumn &&
    (identifies.test(plainWords(title)) ||
      (column === 'amount' && isOneOfTwo(position, header, below)) ||
      (name === 0 && (column !== 'amount' || !isOnlyAmount(position, header, below))));
  // the column of one side may be empty on the first lines
  const isEmptySide = isEmpty && (column === 'debit' || column === 'credit') && name >= 0.9;
  const fits = !isOther && (isEmpty ? isEmptySide || (below.length === 0 && name > 0) : form >= 0.8);
  const byCells = isDistinctive && form >= 0.8 ? certainByCells : 0;
  const score = fits ? (byCells > 0 ? byCells + name / 2 : name) : 0;
  const why = name === 0 ? 'by its cells' : 'by its header';
  return { column, header: title, why, position, score };
}

/** Whether a row has a cell above nearly every column that most of the rows below it fill. */
function coversBelow({ cells }: TableRow, below: readonly TableRow[]): boolean {
  const width = Math.max(0, ...below.map((row) => row.cells.length));
  const isFull = (position: number) =>
    below.filter((row) => (row.cells[position] ?? '').trim() !== '').length * 2 > below.length;
  const full = Array.from({ length: width }, (_, position) => position).filter(isFull);
  const titled = cells.filter((cell) => cell.trim() !== '').length;
  return titled * 4 >= full.length * 3;
}

/** The row that most looks like a header: words only, above rows of the same width with days or amounts. A row with a day or an amount is data. */
function likelyHeader(
  rows: readonly TableRow[],
  known: TableRow | undefined,
  knownColumns: number,
): TableRow | undefined {
  const scoreOf = (row: TableRow, index: number) => {
    const present = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const below = rows.slice(index + 1);
    // words below the last figures are a footer
    if (present.length < 2 || hasFigures(row) || (rows.some(hasFigures) && !below.some(hasFigures))) return -1;
    const next = below.slice(0, 5);
    if (row !== known && !coversBelow(row, next)) return -1;
    const cells = next.flatMap((other) => other.cells.map((cell) => cell.trim()));
    const hasData = cells.some(isDay) && cells.some(isAmount);
    return (hasData ? present.length : present.length / 4) + (row === known ? knownColumns : 0);
  };
  const scored = rows.map((row, index) => ({ row, score: scoreOf(row, index) }));
  const best = scored.reduce((top, one) => (one.score > top.score ? one : top), { row: known, score: 0 });
  return best.row;
}

/** The columns that a header and its cells propose for a kind of file, besides the columns that are already known. */
export function proposeColumns(plan: ColumnPlan, rows: readonly TableRow[], reading: ReadingTerms): ColumnProposal {
  const spec = specOf(plan);
  const best = bestHeader(rows, spec, reading);
  const header = best.missing.length === 0 ? best.row : likelyHeader(rows, best.row, best.positions.size);
  if (header === undefined) return { header, proposed: [], missing: best.missing, score: 0 };
  const below = rows.filter(({ line }) => line > header.line);
  const positions = bestHeader([header], spec, reading).positions;
  const ignored = new Set(reading.ignored.map(normaliseHeader));
  const free = header.cells.flatMap((cell, position) =>
    cell.trim() === '' ||
    isFigure(cell) ||
    cell.includes('\uFFFD') ||
    ignored.has(normaliseHeader(cell)) ||
    columnOf(cell, { path: '', fileName: '', spec, reading }) !== undefined
      ? []
      : [position],
  );
  // a column without known headers is read only where the configuration names it
  const open = Object.entries(spec.columns).flatMap(([column, known]) =>
    known.length === 0 || positions.has(column) ? [] : [column],
  );
  const isRequired = (column: string) => spec.required.some((one) => [one].flat().includes(column));
  const pairs = open
    .flatMap((column) => free.map((position) => pairOf(column, position, header, below, plan)))
    // an optional column needs a clear header, because its absence is no error
    .filter(
      ({ column, score, why }) =>
        score >= leastScore && (isRequired(column) || (why === 'by its header' && score >= 0.75)),
    )
    .sort((a, b) => b.score - a.score || a.position - b.position);
  // by their words: two headers with the same words cannot name two columns
  const taken = new Set<string>();
  const proposed = new Map<string, Pair>();
  for (const pair of pairs) {
    if (taken.has(normaliseHeader(pair.header)) || proposed.has(pair.column)) continue;
    taken.add(normaliseHeader(pair.header));
    proposed.set(pair.column, pair);
  }
  const isFound = (column: string) => positions.has(column) || proposed.has(column);
  const groups = spec.required.map((one): readonly string[] => [one].flat());
  const missing = groups.filter((group) => !group.some(isFound));
  const sureness = [...proposed.values()].reduce((sum, { score }) => sum + score, 0) + positions.size;
  return {
    header,
    proposed: [...proposed.values()].map(({ column, header: name, why, score: own }) => ({
      column,
      header: name,
      why,
      rivals: pairs
        .filter(
          (pair) => pair.column === column && pair.score >= own - 0.01 && !taken.has(normaliseHeader(pair.header)),
        )
        .map((pair) => pair.header),
    })),
    missing,
    score: (groups.length - missing.length) / Math.max(1, groups.length) + sureness / 100,
  };
}
