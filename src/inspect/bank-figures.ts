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

/** An amount in ten-thousandths, with the sign that is written; undefined for a text that is not an amount. */
function amountOf(text: string, isComma: boolean): bigint | undefined {
  const cell = plainFigure(text);
  if (!isAmount(cell) && !/\d\s*(cr|dr)\.?$/i.test(cell)) return undefined;
  const figures = cell.replaceAll(isComma ? /[^\d,]/g : /[^\d.]/g, '').replace(',', '.');
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(figures) ?? [];
  if (whole === '') return undefined;
  const value = BigInt(whole + decimals.padEnd(4, '0'));
  return /^\(|-|dr\.?$/i.test(cell) ? -value : value;
}

/** More columns of figures than this are not compared with each other. */
const mostFigureColumns = 10;

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

/** The words of a column, where it has at most two. */
function twoWords(cells: readonly string[]): readonly string[] | undefined {
  const words = [...new Set(cells.filter((cell) => cell !== ''))];
  return words.length === 2 && words.every((word) => word.length <= 24 && !/\d/.test(word)) ? words : undefined;
}

type Column = { position: number; cells: readonly string[]; figures: Figures };

function columnsOf(rows: readonly (readonly string[])[]): Column[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, position) => {
    const cells = rows.map((row) => (row[position] ?? '').trim());
    const isComma = cells.some(hasDecimalComma) && !cells.some(hasDecimalPoint);
    const isFigures = shareOf(cells, (cell) => isAmount(cell) || /\d\s*(cr|dr)\.?$/i.test(cell)) >= 0.8;
    return { position, cells, figures: isFigures ? cells.map((cell) => amountOf(cell, isComma)) : [] };
  });
}

function signedAmount(amounts: readonly Column[], balance: Column): ProvenFigures[] {
  // a column that is blank on some lines is one of two
  const filled = amounts.filter(({ figures }) => figures.every((value) => value !== undefined));
  return filled.map(({ position, figures }) => ({
    amount: position,
    balance: balance.position,
    steps: agreeingSteps(balance.figures, figures),
  }));
}

function creditAndDebit(amounts: readonly Column[], balance: Column): ProvenFigures[] {
  return amounts.flatMap((credit) =>
    amounts
      .filter((debit) => debit !== credit)
      .map((debit) => {
        const magnitude = (value: bigint | undefined) => (value === undefined ? 0n : value < 0n ? -value : value);
        const changes = credit.figures.map((money, row) => magnitude(money) - magnitude(debit.figures[row]));
        const isEither = changes.every((_, row) => !credit.figures[row] || !debit.figures[row]);
        const isUsed = [credit, debit].every(({ figures }) =>
          figures.some((value) => value !== undefined && value !== 0n),
        );
        return {
          credit: credit.position,
          debit: debit.position,
          balance: balance.position,
          steps: isEither && isUsed ? agreeingSteps(balance.figures, changes) : 0,
        };
      }),
  );
}

function amountWithSide(columns: readonly Column[], amounts: readonly Column[], balance: Column): ProvenFigures[] {
  return columns.flatMap((side) => {
    const words = twoWords(side.cells);
    if (words === undefined || side.figures.length > 0) return [];
    return amounts.flatMap(({ position, figures }) =>
      words.map((debit) => {
        const changes = figures.map((value, row) =>
          value !== undefined && side.cells[row] === debit ? -value : value,
        );
        const credit = words.find((word) => word !== debit) ?? '';
        return {
          amount: position,
          direction: side.position,
          words: { credit, debit },
          balance: balance.position,
          steps: agreeingSteps(balance.figures, changes),
        };
      }),
    );
  });
}

/**
 * The columns of a table that hold amounts and balances, proven by the balances: each line leads from one balance to the next. Of
 * several readings the plainest counts: an amount with its sign, then credit and debit, then an amount with its side. Undefined where
 * nothing proves them.
 */
export function provenFigures(rows: readonly (readonly string[])[]): ProvenFigures | undefined {
  const columns = columnsOf(rows);
  const figured = columns.filter(({ figures }) => figures.length > 0).slice(0, mostFigureColumns);
  const readings = figured.flatMap((balance) => {
    const amounts = figured.filter((column) => column !== balance);
    return [
      signedAmount(amounts, balance),
      creditAndDebit(amounts, balance),
      amountWithSide(columns, amounts, balance),
    ];
  });
  const kinds = [0, 1, 2].map((kind) => readings.filter((_, index) => index % 3 === kind).flat());
  return kinds
    .flatMap((found) => [...found].sort((one, other) => other.steps - one.steps).slice(0, 1))
    .find(({ steps }) => steps > 0);
}

/** The sum of the amounts in a column, as written text; undefined where a cell is not an amount. */
export function sumText(cells: readonly string[]): string | undefined {
  const isComma = cells.some(hasDecimalComma) && !cells.some(hasDecimalPoint);
  const amounts = cells.filter((cell) => cell.trim() !== '').map((cell) => amountOf(cell, isComma));
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  const digits = (sum < 0n ? -sum : sum).toString().padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -4).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}
