import { normaliseHeader } from 'tieout-files';
import type { ReadingTerms } from '../domain/reading.ts';
import { amountsOf, type ProvenFigures, provenFigures, sumText } from './bank-figures.ts';
import { isFigure, plainFigure, shareOf } from './cell-content.ts';
import { type Column, type ColumnPlan, columnsOf, type Evidence, figureColumns, type Table } from './columns.ts';
import { identifies, isDebt, moneyOut, plainWords, sideWord, wayToPay } from './header-words.ts';
import { asked, nothingProposed, type Proposal, type ProposedTerms, proposed, withProposal } from './proposal.ts';

const figureNames = ['amount', 'credit', 'debit', 'direction', 'balance'] as const;

/** Whether amounts of a kind of file are money in or money out, which must be proven: not those of a list. */
export const areSignsProven = (plan: ColumnPlan): boolean =>
  plan.format === 'table' && (plan.examine ?? []).includes('bank_unsigned');

/** The terms that name a column: by its header, or by its number in a table without one. */
const termsFor = (column: string, { title, position }: Column): ProposedTerms =>
  title === '' ? { columns: { [column]: position + 1 } } : { aliases: { [column]: [title] } };

/** The words for the sides prove themselves where each stands on two lines: the balance before the oldest line is not known. */
const areWordsRepeated = ({ lines }: Pick<Table, 'lines'>, { direction = -1, words }: ProvenFigures) =>
  words === undefined ||
  [words.credit, words.debit].every(
    (word) => lines.filter(({ cells }) => (cells[direction] ?? '').trim() === word).length >= 2,
  );

const provenReason = ({ steps }: ProvenFigures) => `proven by the balances beside ${steps + 1} lines`;

/** The columns of a bank table that its balances prove, where they are not read as such; undefined where nothing is proven. */
export function provenByBalances(table: Table, plan: ColumnPlan, reading: ReadingTerms): Proposal | undefined {
  const found = plan.section === 'books.bank' ? provenFigures(table.lines.map(({ cells }) => cells)) : undefined;
  if (found === undefined || isDebt.test(table.columns[found.balance]?.words ?? '') || !areWordsRepeated(table, found))
    return undefined;
  const named = figureNames.flatMap((column) => {
    const from = table.columns[found[column] ?? -1];
    return from === undefined ? [] : [{ column, title: from.title }];
  });
  const open = named.filter(({ column, title }) => table.readAs(title) !== column);
  const configured = Object.values(reading.aliases).flatMap((headers) => (headers ?? []).map(normaliseHeader));
  const titles = table.columns.map(({ title }) => normaliseHeader(title));
  // a column can have no other name below a cell of a line or beside a header with the same words; a header that is known or
  // configured as another column says otherwise than the balances, and a person must decide
  const isUnfit = (title: string) =>
    isFigure(title) ||
    identifies.test(plainWords(title)) ||
    titles.filter((one) => one === normaliseHeader(title)).length > 1 ||
    /^$|\uFFFD/.test(title);
  const isOther = (title: string) =>
    configured.includes(normaliseHeader(title)) || figureNames.some((column) => table.readAs(title) === column);
  // beside a debt, money out leads to a higher balance
  const isDebtLike = named.some(({ column, title }) => column === 'credit' && moneyOut.test(plainWords(title)));
  const isReadElsewhere = figureNames.some((column) => {
    const position = table.positions.get(column);
    return position !== undefined && !named.some((one) => one.title === table.columns[position]?.title);
  });
  if (open.length === 0 || isDebtLike || isReadElsewhere) return undefined;
  if (named.some(({ title }) => isUnfit(title)) || open.some(({ title }) => isOther(title))) return undefined;
  return proposed(
    { aliases: Object.fromEntries(open.map(({ column, title }) => [column, [title]])) },
    Object.fromEntries(open.map(({ column }) => [`aliases.${column}`, provenReason(found)])),
  );
}

/** The words for debit and credit of a column whose words are unknown, as the balances prove them. */
export function provenSides(table: Table): Proposal {
  const found = provenFigures(table.lines.map(({ cells }) => cells));
  if (found?.words === undefined || !areWordsRepeated(table, found)) return nothingProposed;
  const { credit, debit } = found.words;
  if (moneyOut.test(credit) || isDebt.test(table.columns[found.balance]?.words ?? '')) return nothingProposed;
  return proposed({ sides: { credit: [credit], debit: [debit] } }, { sides: provenReason(found) });
}

/** The net amount of a bank table, where gross less fee is net on every line: it is what the account received. */
export function provenNet({ columns, readAs }: Table, plan: ColumnPlan): Proposal | undefined {
  if (!areSignsProven(plan)) return undefined;
  const amounts = figureColumns(columns);
  const [net, fee] = [/\b(net|nett|netto|neto|bersih)\b/, /\b(fees?|commission|mdr|gebühr(en)?|caj|frais)\b/].map(
    (words) => amounts.find((column) => words.test(column.words)),
  );
  if (net === undefined || fee === undefined || readAs(net.title) !== undefined) return undefined;
  const [nets, fees] = [amountsOf(net.cells), amountsOf(fee.cells)];
  const gross = amounts.find((column) => {
    const values = amountsOf(column.cells);
    const isNet = (sign: bigint) =>
      values.every((value, row) => value !== undefined && value + sign * (fees[row] ?? 0n) === nets[row]);
    // a fee on top of what was bought is in a total; a fee that is deducted leaves less of what was received
    const isDeducted = values.every((value = 0n, row) => value <= 0n || (nets[row] ?? 0n) <= value);
    return column !== net && column !== fee && !/total/.test(column.words) && isDeducted && (isNet(-1n) || isNet(1n));
  });
  if (gross === undefined || nets.length < 2 || !fees.some((value) => value !== undefined && value !== 0n))
    return undefined;
  const reason = `proven: "${gross.title}" less "${fee.title}" is "${net.title}" on every line`;
  return proposed({ aliases: { amount: [net.title] }, ignore: [fee.title] }, { 'aliases.amount': reason });
}

const hasMinus = (cell: string) => /^\(|-/.test(plainFigure(cell));

/** The amount of a bank table with what proves its sign; undefined where nothing does. */
function provenSign(amount: Column, columns: readonly Column[]): Proposal | undefined {
  const cells = amount.cells.filter((cell) => cell !== '');
  const written = cells.filter((cell) => /[1-9]/.test(cell)).map(plainFigure);
  const areMarked = (forms: readonly RegExp[]) =>
    forms.every((form) => written.some((cell) => form.test(cell))) &&
    written.every((cell) => forms.some((form) => form.test(cell)));
  // where some amounts have no mark, the marks may be those of refunds or payments only
  if (areMarked([/\+/, /-|^\(/]) || areMarked([/\d\s*CR\b/i, /\d\s*D[RB]\b/i]))
    return proposed(termsFor('amount', amount));
  const wordsOf = (column: Column) => [
    ...new Set(column.cells.filter((_, row) => amount.cells[row] !== '').map((cell) => cell.toLowerCase())),
  ];
  const texts = columns.filter((column) => column.amounts + column.days === 0 && !wordsOf(column).includes(''));
  // a single letter on every line may be the state of the lines
  const side = texts.find(
    (column) =>
      !wayToPay.test(column.words) &&
      wordsOf(column).every((word, _, all) => sideWord.test(word) && word.length + all.length > 2),
  );
  return side === undefined
    ? undefined
    : withProposal(proposed(termsFor('amount', amount)), proposed(termsFor('direction', side)));
}

/** What amounts without a sign may be, as answers; `of` names the column where it is asked for, too. */
function signChoices(amount: Column, of: string) {
  const cells = amount.cells.filter((cell) => cell !== '' && /[1-9]/.test(cell));
  const minus = cells.filter(hasMinus).length;
  return [
    { answer: `${of}money in`, terms: termsFor(minus === 0 ? 'credit' : 'amount', amount) },
    // where most debits have a minus, the load takes the minus as money out
    minus * 2 < cells.length
      ? { answer: `${of}money out`, terms: termsFor('debit', amount) }
      : {
          answer: `${of}money out: no setting reads such a file; export it with a column that states the side`,
          terms: {},
        },
  ];
}

export const signUnproven = 'Nothing in the file proves whether an amount without a sign is money in or money out.';

/** The amount of a table: the only column that may be it, with the proof of its sign, or a question. */
export function amountProposal(candidates: readonly Column[], columns: readonly Column[], isBank: boolean): Proposal {
  const [only, another] = candidates;
  if (only === undefined) return nothingProposed;
  if (another === undefined && !isBank) return proposed(termsFor('amount', only));
  if (another === undefined) return provenSign(only, columns) ?? asked(signUnproven, ...signChoices(only, ''));
  const choices = candidates.flatMap((one) => {
    const sum = sumText(one.cells);
    const of = `"${one.title}"${sum === undefined ? '' : `, which adds up to ${sum}`}`;
    const sign = isBank ? provenSign(one, columns) : proposed(termsFor('amount', one));
    return sign === undefined ? signChoices(one, `${of}, without a sign `) : [{ answer: of, terms: sign.terms }];
  });
  const isSignOpen = isBank && candidates.some((one) => provenSign(one, columns) === undefined);
  const signs = isSignOpen ? `, and whether it is money in or money out where it has no sign.` : '.';
  return asked(`Nothing in the file proves which column is the amount${signs}`, ...choices);
}

const countOf = (values: readonly number[], value: number) => values.filter((one) => one === value).length;

/** The columns of a bank table without a header, by their cells; nothing where days or amounts are not clear. */
export function numberedColumns({ plan, rows, reading }: Evidence): Proposal {
  if (plan.section !== 'books.bank' || Object.keys(reading.columns).length > 0) return nothingProposed;
  const widths = rows.map(({ cells }) => cells.length);
  const width = [...widths].sort((one, other) => countOf(widths, other) - countOf(widths, one))[0] ?? 0;
  const lines = rows.filter(({ cells }) => cells.length === width);
  const columns = columnsOf(undefined, lines);
  const days = columns.filter((column) => column.days >= 0.8);
  const [bookedOn, ...otherDays] = days;
  const found = provenFigures(lines.map(({ cells }) => cells));
  const decimals = figureColumns(columns).filter(
    (column) => !days.includes(column) && shareOf(column.cells, (cell) => /[.,]\d{2}\D*$/.test(cell)) >= 0.8,
  );
  if (bookedOn === undefined || lines.length < 2 || (found === undefined && decimals.length !== 1))
    return nothingProposed;
  const isProven = found !== undefined && areWordsRepeated({ lines }, found);
  const amount = isProven
    ? figureNames.reduce((sum, column) => {
        const from = columns[found[column] ?? -1];
        return from === undefined ? sum : withProposal(sum, proposed(termsFor(column, from)));
      }, nothingProposed)
    : amountProposal(decimals, columns, areSignsProven(plan));
  const day =
    otherDays.length === 0
      ? proposed(termsFor('booked_on', bookedOn))
      : asked(
          'Nothing in the file proves which column is the day of booking.',
          ...days.map((one) => ({ answer: `column ${one.position + 1}`, terms: termsFor('booked_on', one) })),
        );
  const used = new Set(Object.values(amount.terms.columns ?? {}));
  const rest = columns.filter(
    (column) => !days.includes(column) && !decimals.includes(column) && !used.has(column.position + 1),
  );
  // codes that differ may be those of other amounts
  const currency = rest.find(({ codes, cells }) => codes === 1 && new Set(cells).size === 1);
  const lengthOf = ({ cells }: Column) => cells.filter((cell) => /\p{L}{2}/u.test(cell)).join('').length;
  const [text] = rest
    .filter((column) => column !== currency && lengthOf(column) > 0)
    .sort((a, b) => lengthOf(b) - lengthOf(a));
  const others = [
    ...(currency === undefined ? [] : [proposed(termsFor('currency', currency))]),
    ...(text === undefined ? [] : [proposed(termsFor('description', text))]),
  ];
  const basis = isProven ? `the figures are ${provenReason(found)}` : 'by the cells';
  return [amount, day, ...others, proposed({}, { columns: `no header was found: ${basis}: check each` })].reduce(
    withProposal,
  );
}
