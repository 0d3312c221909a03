import { Temporal } from 'temporal-polyfill';
import { columnOf, normaliseHeader, type TableRow } from 'tieout-files';
import { headerZone } from '../domain/header-zone.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import { bestHeader, hasDecimalComma, hasDecimalPoint, isAmount, specOf } from './cell-content.ts';
import { paidWords, unpaidWords } from './header-words.ts';
import { type Evidence, nothingProposed, type Proposal, type ProposedTerms, withProposal } from './proposal.ts';
import { type ProposedColumn, proposeColumns } from './propose-columns.ts';
import { byNumber, otherSums, proposedFigures, proposedNumbers, proposedSides } from './propose-figures.ts';
import { ignoredCurrency, proposedAllDebits } from './propose-unread.ts';

/** The cells below the header, by column. */
function cellsOf({ plan, rows, reading }: Evidence): Map<string, string[]> {
  const { row, positions: named } = bestHeader(rows, specOf(plan), reading);
  const numbers = Object.entries(reading.columns);
  const isNumbered = numbers.length > 0 && !numbers.every(([column]) => named.has(column));
  const positions = isNumbered ? new Map(numbers.map(([column, number]) => [column, number - 1])) : named;
  const below = isNumbered ? rows : row === undefined ? [] : rows.filter(({ line }) => line > row.line);
  return new Map(
    [...positions].map(([column, position]) => [
      column,
      below.map(({ cells }) => (cells[position] ?? '').trim()).filter((cell) => cell !== ''),
    ]),
  );
}

/** Headers that are columns by their words or their cells. */
export function proposedAliases(evidence: Evidence): Proposal {
  const { plan, rows, reading } = evidence;
  const { header, proposed: found } = proposeColumns(plan, rows, reading);
  const figures = proposedFigures(evidence);
  const isProven = Object.keys(figures.terms.aliases ?? {});
  const proven = new Set(isProven.length === 0 ? [] : [...figureColumns]);
  const provenTitles = new Set(Object.values(figures.terms.aliases ?? {}).flat());
  const proposed = found.filter(({ column, header: title }) => !proven.has(column) && !provenTitles.has(title));
  return withProposal(figures, namedColumns(evidence, header, proposed));
}

const figureColumns = ['amount', 'credit', 'debit', 'direction', 'balance'];

/** The proposed columns, with the doubts about each. */
function namedColumns(
  evidence: Evidence,
  headerRow: TableRow | undefined,
  proposed: readonly ProposedColumn[],
): Proposal {
  return {
    terms:
      proposed.length === 0
        ? {}
        : { aliases: Object.fromEntries(proposed.map(({ column, header }) => [column, [header]])) },
    reasons: Object.fromEntries(
      proposed.flatMap(({ column, header, why, rivals }) => {
        const sums =
          column === 'amount' && headerRow !== undefined ? otherSums(evidence, headerRow, header) : undefined;
        const other = rivals.length === 0 ? [] : [`or ${rivals.map((header) => `"${header}"`).join(', ')}`];
        const { areInstants = false, dates = [] } = evidence.plan.format === 'table' ? evidence.plan : {};
        const zone = areInstants && dates.includes(column) ? headerZone(header) : undefined;
        const doubts = [...(why === 'by its cells' ? [why] : []), ...other, ...(sums === undefined ? [] : [sums])];
        const reasons = [
          ...(doubts.length === 0 ? [] : [`${doubts.join(', ')}: check it`]),
          ...(zone === undefined ? [] : [`times are read in the zone of the header (${zone})`]),
        ];
        return reasons.length === 0 ? [] : [[`aliases.${column}`, reasons.join('; ')]];
      }),
    ),
  };
}

/** Of several headers of the same column, all except the first in the column's list of headers. */
function proposedIgnored({ plan, rows, reading }: Evidence): Proposal {
  const spec = specOf(plan);
  const { row } = bestHeader(rows, spec, reading);
  const file = { path: '', fileName: '', spec, reading };
  const reasons: Record<string, string> = {};
  const ignore = Object.entries(spec.columns).flatMap(([column, headers]) => {
    const named = (row?.cells ?? []).filter((cell) => columnOf(cell, file) === column);
    const rank = (cell: string) => {
      const isConfigured = (reading.aliases[column] ?? []).map(normaliseHeader).includes(normaliseHeader(cell));
      return isConfigured ? -1 : headers.indexOf(normaliseHeader(cell));
    };
    const [kept = '', ...rest] = [...named].sort((a, b) => rank(a) - rank(b));
    // no term distinguishes two headers with the same words
    const others = rest.filter((cell) => normaliseHeader(cell) !== normaliseHeader(kept));
    if (others.length > 0) reasons.ignore = `the ${column} is read from "${kept.trim()}": check it`;
    return others.map((cell) => cell.trim());
  });
  return ignore.length === 0 ? nothingProposed : { terms: { ignore }, reasons };
}

type NumberedDay = { first: number; second: number; year: number };

function numberedDay(cell: string): NumberedDay | undefined {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2}(?!\d))/.exec(cell) ?? [];
  if (year === undefined) return undefined;
  return { first: Number(first), second: Number(second), year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

function dayOf(
  { first, second, year }: NumberedDay,
  order: 'day_first' | 'month_first',
): Temporal.PlainDate | undefined {
  const [day, month] = order === 'day_first' ? [first, second] : [second, first];
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** A penalty for an order of day and month: low where no day is in the future, and days are monotonic and close together. */
function orderPenalty(days: readonly NumberedDay[], order: 'day_first' | 'month_first', now: Temporal.Instant): number {
  const read = days.map((day) => dayOf(day, order)).filter((day) => day !== undefined);
  const tomorrow = now.toZonedDateTimeISO('UTC').toPlainDate().add({ days: 1 });
  const future = read.filter((day) => Temporal.PlainDate.compare(day, tomorrow) > 0).length;
  const steps = read.slice(1).map((day, index) => Math.abs((read[index] ?? day).until(day).days));
  return (days.length - read.length + future) * 10_000 + steps.reduce((sum, step) => sum + step, 0);
}

const dayText = (day: Temporal.PlainDate | undefined) =>
  day === undefined ? 'no day' : day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

function proposedDateOrder(evidence: Evidence): Proposal {
  const { plan, now } = evidence;
  const cells = cellsOf(evidence);
  const dates = plan.format === 'table' ? plan.dates : [];
  const [first] = dates.map((column) => cells.get(column) ?? []).filter((found) => found.some(numberedDay));
  const days = (first ?? []).map(numberedDay).filter((day) => day !== undefined);
  const example = (first ?? []).find((cell) => numberedDay(cell) !== undefined);
  const [day] = days;
  if (day === undefined || example === undefined) return nothingProposed;
  const isMonthFirst = orderPenalty(days, 'month_first', now) < orderPenalty(days, 'day_first', now);
  const order = isMonthFirst ? 'month_first' : 'day_first';
  const other = order === 'day_first' ? 'month_first' : 'day_first';
  const written = example.split(/[ T]/)[0] ?? example;
  const reason = `${written} is ${dayText(dayOf(day, order))}; ${other} if it is ${dayText(dayOf(day, other))}`;
  return { terms: { date_order: order }, reasons: { date_order: reason } };
}

/** The amounts that are read, and those in the other columns of the table, which are written with the same mark. */
function amountsOf(evidence: Evidence): { read: readonly string[]; others: readonly string[] } {
  const read = [...cellsOf(evidence)]
    .filter(([column]) => /amount|fee|balance|debit|credit|refunded|gross/.test(column))
    .flatMap(([, cells]) => cells.filter(isAmount));
  const others = evidence.rows.flatMap(({ cells }) => cells.map((cell) => cell.trim()).filter(isAmount));
  return { read, others };
}

function proposedDecimalMark(evidence: Evidence): Proposal {
  if (evidence.reading.decimalMark !== undefined) return nothingProposed;
  const { read, others } = amountsOf(evidence);
  if (read.some(hasDecimalPoint)) return nothingProposed;
  const example = read.find(hasDecimalComma);
  const isThousands = example === undefined && read.some((cell) => /\d\.\d{3}(?!\d)/.test(cell));
  const other = isThousands && !others.some(hasDecimalPoint) ? others.find(hasDecimalComma) : undefined;
  if (example === undefined && other === undefined) return nothingProposed;
  const reason = example === undefined ? `another column has ${other}: check it` : `for amounts such as ${example}`;
  return { terms: { decimal_mark: ',' }, reasons: { decimal_mark: reason } };
}

/** Rejected words in the status column, by their meaning in the known languages. */
function proposedStatuses(evidence: Evidence, unknown: readonly string[]): Proposal {
  if (evidence.plan.section !== 'books.orders' || unknown.length === 0) return nothingProposed;
  const isUnpaid = (word: string) => unpaidWords.test(word.toLowerCase());
  const isPaid = (word: string) => !isUnpaid(word) && paidWords.test(word.toLowerCase());
  const paid = unknown.filter(isPaid);
  const notPaid = unknown.filter((word) => !isPaid(word));
  const guessed = notPaid.filter((word) => !isUnpaid(word));
  const check = guessed.length === 0 ? '' : `; whether ${guessed.join(', ')} is paid is your decision`;
  return {
    terms: { statuses: { paid, not_paid: notPaid } },
    reasons: { statuses: `what the words of the status mean: check them${check}` },
  };
}

const hasHeader = ({ plan, rows, reading }: Evidence) => proposeColumns(plan, rows, reading).header !== undefined;

/** One reason for each column that the terms name. */
function reasonsFor({ aliases, columns }: ProposedTerms, reason: string): Record<string, string> {
  const named = Object.keys(aliases ?? {}).map((column) => `aliases.${column}`);
  return Object.fromEntries([...named, ...(columns === undefined ? [] : ['columns'])].map((key) => [key, reason]));
}

/** What is proposed instead of the column that a refusal suggests; undefined where the column is likely to be meant. */
function insteadOf({ code, suggestion }: TieoutError, evidence: Evidence): Proposal | undefined {
  if (code === 'FILE_SIGN_UNPROVEN') return proposedAllDebits(evidence);
  const [currency] = suggestion.aliases?.currency ?? [];
  return currency === undefined ? undefined : ignoredCurrency(currency, evidence);
}

/** The proposed configuration with which a refused file would be read. */
export function proposalForRefusal(error: TieoutError, evidence: Evidence): Proposal {
  const isNumbered = Object.keys(evidence.reading.columns).length > 0;
  const terms = isNumbered ? byNumber({ ...error.suggestion }) : error.suggestion;
  const suggested: Proposal = { terms, reasons: {} };
  switch (error.code) {
    case 'FILE_HEADER_NOT_FOUND':
    case 'FILE_COLUMN_MISSING':
      return hasHeader(evidence) ? nothingProposed : proposedNumbers(evidence);
    case 'FILE_SIGN_UNPROVEN':
    case 'FILE_STATUS_UNPROVEN':
    case 'FILE_CURRENCY_UNPROVEN':
      return (
        insteadOf(error, evidence) ?? {
          terms,
          reasons: reasonsFor(terms, 'recognised by the words in its cells: check it'),
        }
      );
    case 'FILE_COLUMN_TWICE':
      return withProposal(suggested, proposedIgnored(evidence));
    case 'FILE_DATE_ORDER_UNPROVEN':
      return withProposal(suggested, proposedDateOrder(evidence));
    case 'FILE_ENCODING_UNKNOWN':
      return { ...suggested, reasons: { encoding: error.message.replace(/^.*declared\. /, '').replace(/\.$/, '') } };
    // amounts read with the wrong decimal mark contradict each other
    case 'FILE_COLUMNS_CONTRADICT':
    case 'FILE_BALANCE_CONTRADICTS':
    case 'FILE_TOTALS_CONTRADICT':
      return withProposal(suggested, proposedDecimalMark(evidence));
    default:
      return suggested;
  }
}

/** Whether years of two digits at the end of dates are near the current one; 26/11/12 may begin with the year. */
function hasNearYears(evidence: Evidence): boolean {
  const { year } = evidence.now.toZonedDateTimeISO('UTC');
  const dates = [...cellsOf(evidence).values()]
    .flat()
    .map((cell) => /^\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,9})[-/. ]'?(\d{2})(?!\d)/u.exec(cell)?.[1]);
  const years = dates.flatMap((short) => (short === undefined ? [] : [2000 + Number(short)]));
  return years.every((each) => Math.abs(each - year) <= 5);
}

/** The proposed configuration with which rejected rows would be read. */
export function proposalForRejected(
  codes: readonly string[],
  unknown: readonly string[],
  evidence: Evidence,
): Proposal {
  const isAmountWrong = codes.some((code) => /unreadable|differs|missing/.test(code));
  const marks = isAmountWrong ? proposedDecimalMark(evidence) : nothingProposed;
  const sides = codes.includes('direction_unknown') ? proposedSides(evidence) : nothingProposed;
  const years: Proposal =
    codes.includes('year_two_digits') && hasNearYears(evidence)
      ? {
          terms: { two_digit_years: true },
          reasons: { two_digit_years: 'years of two digits are from 2000 on: check it' },
        }
      : nothingProposed;
  return withProposal(
    withProposal(withProposal(marks, sides), years),
    proposedStatuses(evidence, codes.includes('status_unknown') ? unknown : []),
  );
}
