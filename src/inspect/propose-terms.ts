import { normaliseHeader } from 'tieout-files';
import type { TieoutError } from '../domain/tieout-error.ts';
import { hasDecimalComma, hasDecimalPoint, isAmount } from './cell-content.ts';
import type { Evidence, Table } from './columns.ts';
import {
  headerWords,
  originalMoney,
  paidWords,
  plainWords,
  unclearStatus,
  unpaidWords,
  wayToPay,
} from './header-words.ts';
import { asked, nothingProposed, type Proposal, proposed, withProposal } from './proposal.ts';
import { proposeColumns } from './propose-columns.ts';
import { amountProposal, areSignsProven, numberedColumns, provenSides } from './propose-figures.ts';
import type { FileReading } from './read-file.ts';

type Read = { column: string; cells: readonly string[] };

/** The cells of the columns that are read: by their headers or, without them, by the configured numbers. */
function readColumns({ rows, reading }: Evidence, table: Table): Read[] {
  const numbers = Object.entries(reading.columns);
  if (numbers.length > 0 && !numbers.every(([column]) => table.positions.has(column)))
    return numbers.map(([column, number]) => ({
      column,
      cells: rows.map(({ cells }) => (cells[number - 1] ?? '').trim()),
    }));
  return [...table.positions].map(([column, position]) => ({ column, cells: table.columns[position]?.cells ?? [] }));
}

const ignoring = (titles: readonly string[]) => ({ ignore: titles });

/** Of several headers of the same column, the one that is read: which figure or day is meant is asked. */
function columnTwice({ plan }: Evidence, { columns, readAs }: Table): Proposal {
  const proposals = Object.entries(plan.columns).map(([column, headers]) => {
    const named = columns.map(({ title }) => title).filter((title) => readAs(title) === column);
    const rank = (title: string) => headers.indexOf(normaliseHeader(title));
    // no term distinguishes two headers with the same words
    const titles = [...new Map(named.map((title) => [normaliseHeader(title), title])).values()].sort(
      (a, b) => rank(a) - rank(b),
    );
    const [first = '', ...others] = titles;
    if (others.length === 0) return nothingProposed;
    const amounts = plan.format === 'table' ? [...plan.dates, ...(plan.amounts ?? [])] : [];
    if (!amounts.includes(column))
      return proposed(ignoring(others), { ignore: `the ${column} is read from "${first}": check it` });
    return asked(
      `Several columns are known as ${column}: ${titles.map((title) => `"${title}"`).join(', ')}. Which is meant?`,
      ...titles.map((title) => ({
        answer: `"${title}"`,
        terms: ignoring(titles.filter((other) => other !== title)),
      })),
    );
  });
  return proposals.reduce(withProposal, nothingProposed);
}

/** A column with codes of currencies: that of the amounts, or that of another amount of the line. */
function currencyColumn(title: string, { columns, readAs }: Table): Proposal {
  const word = originalMoney.exec(columns.find((one) => one.title === title)?.words ?? '')?.[0];
  const beside = columns.find(
    (one) =>
      one.title !== title &&
      readAs(one.title) === undefined &&
      one.amounts >= 0.8 &&
      word !== undefined &&
      one.words.includes(word),
  );
  if (beside !== undefined)
    return proposed(ignoring([title]), { ignore: `"${title}" is the currency of "${beside.title}": check it` });
  const isNamed = headerWords.currency?.includes(plainWords(title)) ?? false;
  if (isNamed && columns.filter(({ codes }) => codes >= 0.8).length === 1)
    return proposed({ aliases: { currency: [title] } }, { 'aliases.currency': 'the only column with currencies' });
  return asked(
    `Nothing in the file proves whether "${title}" is the currency of the amounts.`,
    { answer: 'yes', terms: { aliases: { currency: [title] } } },
    { answer: 'no, of other amounts', terms: ignoring([title]) },
  );
}

/** The order of day and month, which the load found unproven; the month changes less often than the day, which is likely and no proof. */
function dateOrder(message: string, { plan }: Evidence, columns: readonly Read[]): Proposal {
  const [, example, dayFirst = '', monthFirst = ''] =
    /: (\S+) in line .+? is (.+) or (.+), and no date/.exec(message) ?? [];
  const isDate = ({ column }: Read) => plan.format === 'table' && plan.dates.includes(column);
  const parts = columns
    .filter(isDate)
    .flatMap(({ cells }) => cells.flatMap((cell) => [/^(\d{1,2})[-/.](\d{1,2})[-/.]/.exec(cell) ?? []]));
  const [firsts, seconds] = [1, 2].map((part) => new Set(parts.map((found) => Number(found[part]))).size);
  const choices = [
    { answer: dayFirst, terms: { date_order: 'day_first' as const } },
    { answer: monthFirst, terms: { date_order: 'month_first' as const } },
  ];
  const question = `Nothing in the file proves whether ${example} is ${dayFirst} or ${monthFirst}.`;
  return asked(question, ...((firsts ?? 0) < (seconds ?? 0) ? choices.reverse() : choices));
}

/** A decimal comma, where amounts prove it: those that are read or, for amounts such as 1.234, those of another column. */
function decimalMark({ reading, rows }: Evidence, columns: readonly Read[]): Proposal {
  const read = columns.flatMap(({ column, cells }) =>
    /amount|fee|balance|debit|credit|refunded|gross/.test(column) ? cells.filter(isAmount) : [],
  );
  if (reading.decimalMark !== undefined || read.some(hasDecimalPoint)) return nothingProposed;
  const example = read.find(hasDecimalComma);
  if (example !== undefined) return proposed({ decimal_mark: ',' }, { decimal_mark: `for amounts such as ${example}` });
  const all = rows.flatMap(({ cells }) => cells.map((cell) => cell.trim()).filter(isAmount));
  const other = all.some(hasDecimalPoint) ? undefined : all.find(hasDecimalComma);
  if (other === undefined || !read.some((cell) => /\d\.\d{3}(?!\d)/.test(cell))) return nothingProposed;
  return proposed({ decimal_mark: ',' }, { decimal_mark: `another column has ${other}: check it` });
}

/** Rejected words in the status column: by their meaning in the known languages, or asked for. */
function statusWords({ plan }: Evidence, unknown: readonly string[]): Proposal {
  if (plan.section !== 'books.orders') return nothingProposed;
  const meaning = (written: string) => {
    const word = written.trim().toLowerCase();
    if (unpaidWords.test(word)) return 'not_paid';
    return paidWords.test(word) && !unclearStatus.test(word) ? 'paid' : undefined;
  };
  const known = (of: string) => unknown.filter((word) => meaning(word) === of);
  const statuses = {
    ...(known('paid').length === 0 ? {} : { paid: known('paid') }),
    ...(known('not_paid').length === 0 ? {} : { not_paid: known('not_paid') }),
  };
  const words =
    Object.keys(statuses).length === 0
      ? nothingProposed
      : proposed({ statuses }, { statuses: 'what the words of the status mean: check them' });
  const questions = unknown
    .filter((word) => meaning(word) === undefined)
    .map((word) =>
      asked(
        `Nothing shows whether an order with the status "${word}" is paid.`,
        { answer: 'not paid', terms: { statuses: { not_paid: [word] } } },
        { answer: 'paid', terms: { statuses: { paid: [word] } } },
      ),
    );
  return questions.reduce(withProposal, words);
}

/** Years of two digits at the end of dates, where they are near the current one, and the first parts are not years as well. */
function shortYears({ plan, year: current }: Evidence, columns: readonly Read[]): Proposal {
  const isDate = ({ column }: Read) => plan.format === 'table' && plan.dates.includes(column);
  const parts = columns.filter(isDate).flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const [, first, last] = /^(\d{1,2})[-/. ](?:\d{1,2}|\p{L}{3,9})[-/. ]'?(\d{2})(?!\d)/u.exec(cell) ?? [];
      return last === undefined ? [] : [{ first: Number(first), last: Number(last) }];
    }),
  );
  const isNear = (year: number) => Math.abs(2000 + year - current) <= 5;
  const [firsts, lasts] = [new Set(parts.map(({ first }) => first)), new Set(parts.map(({ last }) => last))];
  if (!parts.every(({ last }) => isNear(last)) || parts.every(({ first }) => isNear(first))) return nothingProposed;
  // the year changes less often than the day
  if (lasts.size > firsts.size) return nothingProposed;
  return proposed({ two_digit_years: true }, { two_digit_years: 'only the last part of every date can be the year' });
}

/** The unit of the amounts of orders, where none has decimals. */
function unitOf({ plan, isInCents }: Evidence, columns: readonly Read[]): Proposal {
  const cells = columns.flatMap(({ column, cells }) =>
    column === 'amount' ? cells.filter((cell) => cell !== '') : [],
  );
  const [example] = cells;
  if (plan.section !== 'books.orders' || isInCents || example === undefined) return nothingProposed;
  if (!cells.every((cell) => /^[1-9]\d{2,}$/.test(cell))) return nothingProposed;
  return asked(
    `Nothing in the file proves whether ${example} is ${example}.00 or ${example.slice(0, -2)}.${example.slice(-2)}.`,
    { answer: `${example}.00: nothing to add`, terms: {} },
    { answer: 'amounts are in sen or cents', terms: { amounts: 'minor_units' } },
  );
}

/** A column that the rules of loading found to say something about every line, by its header: read or ignored. */
const whichColumn = (column: string, title: string, meaning: string) =>
  asked(
    `Nothing in the file proves that "${title}" ${meaning}.`,
    { answer: 'it does', terms: { aliases: { [column]: [title] } } },
    { answer: 'it does not', terms: ignoring([title]) },
  );

function forRefusal(
  { code, message, suggestion }: TieoutError,
  evidence: Evidence,
  table: Table,
  isNetProven: boolean,
): Proposal {
  const [[column, [title = '']] = ['', []]] = Object.entries(suggestion.aliases ?? {});
  const columns = readColumns(evidence, table);
  switch (code) {
    case 'FILE_HEADER_NOT_FOUND':
    case 'FILE_COLUMN_MISSING':
      return table.row === undefined ? numberedColumns(evidence) : nothingProposed;
    case 'FILE_SIGN_UNPROVEN': {
      if (column !== '' && wayToPay.test(plainWords(title)))
        return whichColumn(column, title, 'states which amounts are money out');
      if (column !== '')
        return proposed(
          { aliases: { [column]: [title] } },
          { [`aliases.${column}`]: 'its words are those for debit and credit' },
        );
      const amount = table.columns[table.positions.get('amount') ?? -1];
      return amount === undefined
        ? nothingProposed
        : amountProposal([amount], table.columns, areSignsProven(evidence.plan));
    }
    case 'FILE_STATUS_UNPROVEN':
      return column === '' ? nothingProposed : whichColumn(column, title, 'says whether a line is booked');
    case 'FILE_CURRENCY_UNPROVEN':
      return column === '' ? nothingProposed : currencyColumn(title, table);
    case 'FILE_AMOUNT_UNPROVEN': {
      // what is proven needs no answer
      if (isNetProven) return nothingProposed;
      const unread = /^The column "(.+?)" is not read/.exec(message)?.[1];
      return unread === undefined ? nothingProposed : afterFees(unread, table);
    }
    case 'FILE_COLUMN_TWICE':
      return columnTwice(evidence, table);
    case 'FILE_DATE_ORDER_UNPROVEN':
      return dateOrder(message, evidence, columns);
    case 'FILE_ENCODING_UNKNOWN':
      return proposed(suggestion, { encoding: message.replace(/^.*declared\. /, '').replace(/\.$/, '') });
    // amounts read with the wrong decimal mark contradict each other
    case 'FILE_COLUMNS_CONTRADICT':
    case 'FILE_BALANCE_CONTRADICTS':
    case 'FILE_TOTALS_CONTRADICT':
      return decimalMark(evidence, columns);
    default:
      return proposed(suggestion);
  }
}

/** Whether the amounts that are read are after the fees beside them, or a net amount beside them is. */
function afterFees(title: string, { columns }: Table): Proposal {
  const isNet = columns.some((one) => one.title === title && /\bnet/.test(one.words));
  return asked(
    `Nothing in the file proves that the amounts are after fees, beside "${title}".`,
    ...(isNet ? [{ answer: `"${title}" is what the account received`, terms: { aliases: { amount: [title] } } }] : []),
    { answer: 'the amounts are after fees', terms: ignoring([title]) },
    ...(isNet ? [] : [{ answer: 'they are before fees: export what the account received', terms: {} }]),
  );
}

/** The configuration with which more of a file would be read than by this reading. */
export function proposalFor({ error, figures, unknownStatuses }: FileReading, evidence: Evidence): Proposal {
  const { table, proposal } = proposeColumns(evidence);
  if (error !== null)
    return withProposal(forRefusal(error, evidence, table, proposal.terms.aliases?.amount !== undefined), proposal);
  const codes = figures?.reasons.map(({ code }) => code) ?? [];
  const columns = readColumns(evidence, table);
  return [
    codes.some((code) => /unreadable|differs|missing/.test(code)) ? decimalMark(evidence, columns) : nothingProposed,
    codes.includes('direction_unknown') ? provenSides(table) : nothingProposed,
    codes.includes('year_two_digits') ? shortYears(evidence, columns) : nothingProposed,
    codes.includes('status_unknown') ? statusWords(evidence, unknownStatuses) : nothingProposed,
    unitOf(evidence, columns),
    proposal,
  ].reduce(withProposal);
}
