import { hasDecimalComma, hasDecimalPoint, isAmount, plainFigure, shareOf } from './cell-content.ts';

/** The columns of a bank table that hold its figures, by position, as the balances beside the lines prove them. */
export type ProvenFigures = {
  amount?: number;
  credit?: number;
  debit?: number;
  /** The column that states the side of an amount without a sign, and its words for money in and out. */
  direction?: number;
  words?: { credit: string; debit: string };
  balance: number;
  /** The number of lines whose amount leads from one balance to the next. */
  steps: number;
};

const hasSideLetters = (cell: string) => /\d\s*(cr|dr|db)\.?$/i.test(cell);

/** An amount in ten-thousandths, with the sign that is written; undefined for a text that is not an amount. */
function amountOf(text: string, isComma: boolean): bigint | undefined {
  const cell = plainFigure(text);
  if (!isAmount(cell) && !hasSideLetters(cell)) return undefined;
  const figures = cell.replaceAll(isComma ? /[^\d,]/g : /[^\d.]/g, '').replace(',', '.');
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(figures) ?? [];
  if (whole === '') return undefined;
  const value = BigInt(whole + decimals.padEnd(4, '0'));
  return /^\(|-|d[rb]\.?$/i.test(cell) ? -value : value;
}

/** The amounts of cells that are written with one decimal mark. */
export function amountsOf(cells: readonly string[]): (bigint | undefined)[] {
  const isComma = cells.some(hasDecimalComma) && !cells.some(hasDecimalPoint);
  return cells.map((cell) => amountOf(cell, isComma));
}

/** The sum of the amounts in a column, as written text; undefined where a cell is not an amount. */
export function sumText(cells: readonly string[]): string | undefined {
  let sum = 0n;
  for (const amount of amountsOf(cells.filter((cell) => cell.trim() !== ''))) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  const digits = (sum < 0n ? -sum : sum).toString().padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -4).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

type Figures = readonly (bigint | undefined)[];

/**
 * How many lines lead from one balance to the next, in the better of both directions; 0 where a single line does not, or where fewer than
 * two balances change: a constant beside zeros proves nothing.
 */
function agreeingSteps(balances: Figures, changes: Figures): number {
  let [up, down, steps, changed] = [0, 0, 0, 0];
  for (let at = 1; at < balances.length; at += 1) {
    const [before, after] = [balances[at - 1], balances[at]];
    if (before === undefined || after === undefined) continue;
    steps += 1;
    if (before !== after) changed += 1;
    if (changes[at] !== undefined && after - before === changes[at]) up += 1;
    if (changes[at - 1] !== undefined && before - after === changes[at - 1]) down += 1;
  }
  return changed > 1 && (up === steps || down === steps) ? steps : 0;
}

type FigureColumn = { position: number; cells: readonly string[]; figures: Figures };
/** A way to read the change of the balance on each line. */
type Change = Omit<ProvenFigures, 'balance' | 'steps'> & { changes: Figures };

/** Each column as the amount with its sign; one that is blank on some lines is one of two. */
const signedChanges = (amounts: readonly FigureColumn[]): Change[] =>
  amounts
    .filter(({ figures }) => figures.every((value) => value !== undefined))
    .map(({ position, figures }) => ({ amount: position, changes: figures }));

/** Each pair of columns of which one has an amount on each line. */
function pairedChanges(amounts: readonly FigureColumn[]): Change[] {
  const magnitude = (value = 0n) => (value < 0n ? -value : value);
  const used = amounts.filter(({ figures }) => figures.some((value) => value !== undefined && value !== 0n));
  return used.flatMap((credit) =>
    used
      .filter((debit) => debit !== credit && credit.figures.every((money, row) => !money || !debit.figures[row]))
      .map((debit) => ({
        credit: credit.position,
        debit: debit.position,
        changes: credit.figures.map((money, row) => magnitude(money) - magnitude(debit.figures[row])),
      })),
  );
}

/** Each column of amounts beside a column of two words, either of which may be money out. */
function sidedChanges(columns: readonly FigureColumn[], amounts: readonly FigureColumn[]): Change[] {
  return columns.flatMap((side) => {
    const words = [...new Set(side.cells.filter((cell) => cell !== ''))];
    if (words.length !== 2 || words.some((word) => word.length > 24 || /\d/.test(word))) return [];
    return amounts.flatMap(({ position, figures }) =>
      words.map((debit) => ({
        amount: position,
        direction: side.position,
        words: { credit: words.find((word) => word !== debit) ?? '', debit },
        changes: figures.map((value, row) => (value !== undefined && side.cells[row] === debit ? -value : value)),
      })),
    );
  });
}

/**
 * The columns of a table that hold amounts and balances, proven by the balances: each line leads from one balance to the next. Of
 * several readings the plainest counts: an amount with its sign, then credit and debit, then an amount with its side. Undefined where
 * nothing proves them.
 */
export function provenFigures(rows: readonly (readonly string[])[]): ProvenFigures | undefined {
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, position): FigureColumn => {
    const cells = rows.map((row) => (row[position] ?? '').trim());
    const isFigures = shareOf(cells, (cell) => isAmount(cell) || hasSideLetters(cell)) >= 0.8;
    return { position, cells, figures: isFigures ? amountsOf(cells) : [] };
  });
  const figured = columns.filter(({ figures }) => figures.length > 0).slice(0, 10);
  const texts = columns.filter(({ figures }) => figures.length === 0);
  for (const changesOf of [signedChanges, pairedChanges, (amounts: FigureColumn[]) => sidedChanges(texts, amounts)]) {
    const readings = figured.flatMap((balance) =>
      changesOf(figured.filter((column) => column !== balance)).map(({ changes, ...columnsOfIt }) => ({
        ...columnsOfIt,
        balance: balance.position,
        steps: agreeingSteps(balance.figures, changes),
      })),
    );
    const best = readings.reduce<ProvenFigures | undefined>(
      (top, one) => (one.steps > (top?.steps ?? 0) ? one : top),
      undefined,
    );
    if (best !== undefined) return best;
  }
  return undefined;
}
