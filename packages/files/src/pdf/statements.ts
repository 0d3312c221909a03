import { newClaim } from '../bank/opened-bank-file.ts';
import type { DateOrder } from '../file-terms.ts';
import type { FileClaim } from '../opened-file.ts';
import { lineNumber, placeText } from '../paged-line.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { Label } from './balance-labels.ts';
import { dateOrderOf, dayOrNull, type PlacedDate } from './date-order.ts';
import type { PdfLine } from './page-lines.ts';
import { signedDigits } from './printed-amount.ts';
import { entryDay, type Span } from './printed-date.ts';
import type { PrintedEntry, PrintedItem, PrintedMark, SummaryLine } from './read-rows.ts';
import { refusedPdf } from './refusals.ts';
import { balanceMarks, type Section, sectionsOf } from './sections.ts';
import { statedTotal } from './totals.ts';

/** A statement of a document: what it states, its entries, and its lines with balances and totals. */
export type PdfStatement = {
  claim: FileClaim;
  span: Span;
  entries: readonly PrintedEntry[];
  /** The lines that are no entries; `balance` is a balance that must agree with the entries above it. */
  summaries: readonly (SummaryLine & { balance: string | null })[];
};

function spanOf({ period, date }: Section, order: DateOrder): Span {
  if (period !== undefined) return { from: dayOrNull(period.from, order), to: dayOrNull(period.to, order) };
  return { from: null, to: dayOrNull(date?.date, order) };
}

function datesOf({ entries, period, date }: Section): { entries: PlacedDate[]; head: PlacedDate[] } {
  return {
    entries: entries.flatMap(({ bookedOn, valueDate, line }) =>
      [bookedOn, valueDate].flatMap((one) => (one === undefined ? [] : [{ date: one, line }])),
    ),
    head: [
      ...(period === undefined ? [] : [period.from, period.to].map((one) => ({ date: one, line: period.line }))),
      ...(date === undefined ? [] : [{ date: date.date, line: date.line }]),
    ],
  };
}

/** The printed balance with a label; refuses two that differ. */
function statedBalance(file: TableFile, label: 'opening' | 'closing', marks: readonly PrintedMark[]) {
  const [first, ...others] = marks;
  if (first === undefined) return null;
  const amount = signedDigits(first.amount);
  const other = others.find((one) => signedDigits(one.amount) !== amount);
  if (other !== undefined)
    throw refusedPdf(
      file,
      'FILE_BALANCE_CONTRADICTS',
      `The ${file.spec.title} states two ${label} balances: ${amount} (${placeText(first.line)}) and ${signedDigits(other.amount)} (${placeText(other.line)}).`,
      { place: other.line },
    );
  return { amount, on: null, line: lineNumber(first.line) };
}

function entryCountOf(total: (label: Label) => string | null): number | null {
  const [credits, debits, all] = [total('creditCount'), total('debitCount'), total('count')];
  if (credits !== null && debits !== null) return Number(credits) + Number(debits);
  return all === null ? null : Number(all);
}

function statementOf(
  file: TableFile,
  section: Section,
  statementNo: number,
  order: DateOrder,
  currency: string | null,
): PdfStatement {
  const total = (label: Label) => statedTotal(file, label, section.marks, section.entries);
  const { opening, closing, between } = balanceMarks(section);
  const span = spanOf(section, order);
  const places: PdfLine[] = [...section.entries.map(({ line }) => line), ...section.marks.map(({ mark }) => mark.line)];
  const first = places.map(lineNumber).reduce((least, one) => Math.min(least, one));
  const end = statedBalance(file, 'closing', closing);
  // without a printed end, the closing balance is that of the last entry's day
  const days = section.entries.flatMap(({ bookedOn }) => (bookedOn && entryDay(bookedOn, order, span)) ?? []);
  const lastDay = span.to === null ? (days.toSorted().at(-1) ?? null) : null;
  const balances = new Map(between.map((mark) => [lineNumber(mark.line), signedDigits(mark.amount)]));
  return {
    claim: {
      ...newClaim(statementNo, first),
      account: section.account,
      currency: section.currency ?? currency,
      from: span.from,
      to: span.to,
      opening: statedBalance(file, 'opening', opening),
      closing: end === null ? null : { ...end, on: lastDay },
      entryCount: entryCountOf(total),
      creditSum: total('credits'),
      debitSum: total('debits'),
    },
    span,
    entries: section.entries,
    summaries: section.summaries.map((one) => ({ ...one, balance: balances.get(lineNumber(one.line)) ?? null })),
  };
}

/**
 * The statements of a document with the order of its dates. `currency` is that of its heads. Throws FILE_BALANCE_CONTRADICTS,
 * FILE_TOTALS_CONTRADICT, FILE_DATE_ORDER_CONTRADICTS and FILE_DATE_ORDER_UNPROVEN.
 */
export function statementsOf(
  file: TableFile,
  items: readonly PrintedItem[],
  currency: string | null,
): { order: DateOrder; statements: PdfStatement[] } {
  const sections = sectionsOf(items);
  const dates = sections.map(datesOf);
  const entries = dates.flatMap((one) => one.entries);
  const head = dates.flatMap((one) => one.head);
  const spans = sections.map((section) => (order: DateOrder) => spanOf(section, order));
  const order = dateOrderOf(file, [...head, ...entries], entries, spans);
  return {
    order,
    statements: sections.map((section, index) => statementOf(file, section, index + 1, order, currency)),
  };
}
