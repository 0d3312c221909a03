import { columnOf, normaliseHeader, type TableRow } from 'tieout-files';
import { type ProvenFigures, provenFigures, sumText } from './bank-figures.ts';
import { isAmount, isCurrencyCode, isDay, isFigure, shareOf, specOf } from './cell-content.ts';
import { identifies, plainWords } from './header-words.ts';
import { type Evidence, nothingProposed, type Proposal, type ProposedTerms, withProposal } from './proposal.ts';
import { proposeColumns } from './propose-columns.ts';

const figureNames = ['amount', 'credit', 'debit', 'direction', 'balance'] as const;

const provenReason = ({ steps }: ProvenFigures) => `proven by the balances beside ${steps + 1} lines`;

/** Headers of a balance that is a debt, which grows by money out. */
const isDebt = /owed|owing|overdr|debt|due|outstanding|payable|schuld|hutang|tertunggak|dette|deuda|欠/i;

/** The words for the sides prove themselves where each stands on two lines. */
const areWordsRepeated = (rows: readonly TableRow[], { direction, words }: ProvenFigures) =>
  words === undefined ||
  [words.credit, words.debit].every(
    (word) => rows.filter(({ cells }) => (cells[direction ?? -1] ?? '').trim() === word).length >= 2,
  );

const cellsAt = (rows: readonly TableRow[], position: number) =>
  rows.map(({ cells }) => (cells[position] ?? '').trim());

/** The figures of a bank table below its header, as its balances prove them; undefined for another kind of file. */
function provenBelow(evidence: Evidence): { header: TableRow; found: ProvenFigures } | undefined {
  const { plan, rows, reading } = evidence;
  if (plan.section !== 'books.bank') return undefined;
  const { header } = proposeColumns(plan, rows, reading);
  if (header === undefined) return undefined;
  const below = rows.filter(({ line }) => line > header.line).map(({ cells }) => cells);
  const found = provenFigures(below);
  return found === undefined ? undefined : { header, found };
}

/** The headers of the figures of a bank table that its balances prove, as far as they are not read as such already. */
export function proposedFigures(evidence: Evidence): Proposal {
  const proven = provenBelow(evidence);
  if (proven === undefined) return nothingProposed;
  const { header, found } = proven;
  const file = { path: '', fileName: '', spec: specOf(evidence.plan), reading: evidence.reading };
  const named = figureNames.flatMap((column) => {
    const title = header.cells[found[column] ?? -1]?.trim();
    return title === undefined ? [] : [{ column, title }];
  });
  // a column can have no other name without a header, below a cell of a line, or beside a header with the same words
  const words = header.cells.map(normaliseHeader);
  const isNameless = (title: string) =>
    title === '' || isFigure(title) || words.filter((one) => one === normaliseHeader(title)).length > 1;
  if (named.some(({ title }) => isNameless(title))) return nothingProposed;
  const open = named.filter(({ column, title }) => columnOf(title, file) !== column);
  const isSure = !isDebt.test(header.cells[found.balance] ?? '') && areWordsRepeated(evidence.rows, found);
  const reason = `${provenReason(found)}${isSure ? '' : '; the words in the file may say otherwise: check it'}`;
  const configured = Object.values(evidence.reading.aliases).flatMap((headers) => (headers ?? []).map(normaliseHeader));
  const isOther = (title: string) =>
    configured.includes(normaliseHeader(title)) || figureNames.some((column) => columnOf(title, file) === column);
  // a header that is known as another figure, or configured as another column, says otherwise than the balances: a person must decide
  if (open.some(({ title }) => isOther(title))) return nothingProposed;
  return {
    terms: open.length === 0 ? {} : { aliases: Object.fromEntries(open.map(({ column, title }) => [column, [title]])) },
    reasons: Object.fromEntries(open.map(({ column }) => [`aliases.${column}`, reason])),
  };
}

/** The words for debit and credit in a column whose words are unknown, as the balances prove them. */
export function proposedSides(evidence: Evidence): Proposal {
  const found = provenBelow(evidence)?.found;
  if (found?.words === undefined) return nothingProposed;
  const isSure = areWordsRepeated(evidence.rows, found);
  const { credit, debit } = found.words;
  return {
    terms: { sides: { credit: [credit], debit: [debit] } },
    reasons: { sides: `${provenReason(found)}${isSure ? '' : ', but a word occurs on a single line: check it'}` },
  };
}

/** Amounts that may be meant instead of the proposed one, with their sums, as the reason to check a proposal. */
export function otherSums(evidence: Evidence, header: TableRow, proposed: string): string | undefined {
  const { plan, rows, reading } = evidence;
  const file = { path: '', fileName: '', spec: specOf(plan), reading };
  const below = rows.filter(({ line }) => line > header.line);
  const sums = header.cells.flatMap((cell, position) => {
    const title = cell.trim();
    const column = columnOf(title, file);
    const cells = cellsAt(below, position);
    const isOther = title !== proposed && (column !== undefined || identifies.test(plainWords(title)));
    const sum = isOther || shareOf(cells, isAmount) < 0.8 ? undefined : sumText(cells);
    return sum === undefined || title === '' ? [] : [{ title, sum }];
  });
  if (sums.length < 2) return undefined;
  return sums.map(({ title, sum }) => `"${title}" adds up to ${sum}`).join(', ');
}

/** The columns of a bank table without a header, by their cells; nothing where days or amounts are not clear. */
export function proposedNumbers({ plan, rows, reading }: Evidence): Proposal {
  if (plan.section !== 'books.bank' || Object.keys(reading.columns).length > 0) return nothingProposed;
  const widths = rows.map(({ cells }) => cells.length);
  const width = widths.sort((one, other) => countOf(widths, other) - countOf(widths, one))[0] ?? 0;
  const lines = rows.filter(({ cells }) => cells.length === width);
  const positions = Array.from({ length: width }, (_, position) => position);
  const shareAt = (position: number, has: (cell: string) => boolean) => shareOf(cellsAt(lines, position), has);
  const days = positions.filter((position) => shareAt(position, isDay) >= 0.8);
  const [bookedOn, valueDate] = days;
  const proven = provenFigures(lines.map(({ cells }) => cells));
  const amounts = positions.filter(
    (position) =>
      !days.includes(position) && shareAt(position, (cell) => isAmount(cell) && /[.,]\d{2}\D*$/.test(cell)) >= 0.8,
  );
  const [amount, another] = amounts;
  const isUnsigned =
    amount !== undefined && !cellsAt(lines, amount).some((cell) => /^\(|[-−–+]|\d\s*[CD]R/i.test(cell));
  const isClear = proven !== undefined || (amount !== undefined && another === undefined);
  if (bookedOn === undefined || lines.length < 2 || !isClear) return nothingProposed;
  const figures = Object.fromEntries(
    proven === undefined
      ? [['amount', amount]]
      : figureNames.flatMap((column) => (proven[column] === undefined ? [] : [[column, proven[column]]])),
  );
  const taken = new Set([...days, ...Object.values(figures)]);
  const currency = positions.find((position) => !taken.has(position) && shareAt(position, isCurrencyCode) === 1);
  const lengthAt = (position: number) =>
    cellsAt(lines, position)
      .filter((cell) => /\p{L}{2}/u.test(cell))
      .join('').length;
  const texts = positions
    .filter((position) => !taken.has(position) && position !== currency && lengthAt(position) > 0)
    .sort((one, other) => lengthAt(other) - lengthAt(one));
  const found = { booked_on: bookedOn, value_date: valueDate, ...figures, currency, description: texts[0] };
  const columns = Object.fromEntries(
    Object.entries(found).flatMap(([column, at]) => (at === undefined ? [] : [[column, at + 1]])),
  );
  const unproven = isUnsigned ? 'nothing proves that every amount is money in' : 'nothing proves them';
  const basis = proven === undefined ? `by the cells, ${unproven}` : `the figures are ${provenReason(proven)}`;
  const dates = valueDate === undefined ? '' : `; column ${bookedOn + 1} or ${valueDate + 1} is the day of booking`;
  return { terms: { columns }, reasons: { columns: `no header was found: ${basis}${dates}: check each` } };
}

const countOf = (values: readonly number[], value: number) => values.filter((one) => one === value).length;

/** Terms for headers of a table without a header, `column 4`, by the number of the column. */
export function byNumber({ aliases, ...terms }: ProposedTerms): ProposedTerms {
  const numbered = Object.entries(aliases ?? {}).flatMap(([column, [title = '']]) => {
    const number = /^column (\d+)$/.exec(title)?.[1];
    return number === undefined ? [] : [[column, Number(number)] as const];
  });
  if (numbered.length === 0) return aliases === undefined ? terms : { ...terms, aliases };
  return withProposal({ terms, reasons: {} }, { terms: { columns: Object.fromEntries(numbered) }, reasons: {} }).terms;
}
