import { columnOf, normaliseHeader } from 'tieout-files';
import { bestHeader, isAmount, shareOf, specOf } from './cell-content.ts';
import { otherMoney, outgoingKinds, plainWords } from './header-words.ts';
import type { Evidence, Proposal } from './proposal.ts';

/** A column of a table with a header: its title, its cells, and the column of the kind of file that it is read as. */
type Column = { title: string; cells: readonly string[]; column: string | undefined };

function columnsOf({ plan, rows, reading }: Evidence): Column[] {
  const file = { path: '', fileName: '', spec: specOf(plan), reading };
  const { row } = bestHeader(rows, file.spec, reading);
  if (row === undefined) return [];
  const below = rows.filter(({ line }) => line > row.line);
  const cellsAt = (position: number) =>
    below.map(({ cells }) => (cells[position] ?? '').trim()).filter((cell) => cell !== '');
  const isIgnored = (title: string) => reading.ignored.some((one) => normaliseHeader(one) === normaliseHeader(title));
  return row.cells.flatMap((cell, position) =>
    isIgnored(cell) ? [] : [{ title: cell.trim(), cells: cellsAt(position), column: columnOf(cell, file) }],
  );
}

/** The word of a header that shows that it is about another amount than the line's: `original`, `foreign`. */
const otherWord = (title: string) => otherMoney.exec(plainWords(title))?.[0];

/** A column of currencies that belongs to another amount of the line, as its header says: it is not the line's currency. */
export function ignoredCurrency(title: string, evidence: Evidence): Proposal | undefined {
  const word = otherWord(title);
  const beside = columnsOf(evidence).find(
    (other) =>
      other.title !== title &&
      other.column === undefined &&
      otherWord(other.title) === word &&
      shareOf(other.cells, isAmount) >= 0.8,
  );
  if (word === undefined || beside === undefined) return undefined;
  const reason = `"${title}" is the currency of "${beside.title}": check it`;
  return { terms: { ignore: [title] }, reasons: { ignore: reason } };
}

const hasSign = (cell: string) => /^\(|[-−–+]|\d\s*[CD]R\b/i.test(cell);

/**
 * The amount as money out, where no amount has a sign and a column that is not read has two words or more, all of them for money out.
 */
export function proposedAllDebits(evidence: Evidence): Proposal | undefined {
  const columns = columnsOf(evidence);
  const amount = columns.find(({ column }) => column === 'amount');
  if (amount === undefined || amount.cells.some(hasSign)) return undefined;
  const kinds = columns.find(({ column, cells }) => {
    const words = new Set(cells.map((cell) => cell.toLowerCase()));
    return column === undefined && words.size > 1 && [...words].every((word) => outgoingKinds.test(word));
  });
  if (kinds === undefined) return undefined;
  const reason = `no amount has a sign, and the words of "${kinds.title}" on the first lines are usually money out: check it`;
  return { terms: { aliases: { debit: [amount.title] } }, reasons: { 'aliases.debit': reason } };
}
