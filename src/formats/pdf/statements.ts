import { lineNumber, placeText } from '../../domain/paged-line.ts';
import type { DateOrder } from '../../domain/reading.ts';
import { newClaim } from '../bank/opened-bank-file.ts';
import type { FileClaim } from '../opened-file.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { Label } from './balance-labels.ts';
import { dateOrderOf, dayOrNull, type PlacedDate } from './date-order.ts';
import type { HeadFact } from './head-facts.ts';
import type { PdfLine } from './page-lines.ts';
import { signedDigits } from './printed-amount.ts';
import { entryDay, type Span } from './printed-date.ts';
import type { PrintedEntry, PrintedItem, PrintedMark, SummaryLine } from './read-rows.ts';
import { refusedPdf } from './refusals.ts';
import { type PlacedMark, statedTotal } from './totals.ts';

/** A statement of a document: what it states, its entries, and its lines with balances and totals. */
export type PdfStatement = {
  claim: FileClaim;
  span: Span;
  entries: readonly PrintedEntry[];
  /** The lines that are no entries; `balance` is a balance that must agree with the entries above it. */
  summaries: readonly (SummaryLine & { balance: string | null })[];
};

type Section = {
  account: string | null;
  currency: string | null;
  period: Extract<HeadFact, { kind: 'period' }> | undefined;
  date: Extract<HeadFact, { kind: 'date' }> | undefined;
  entries: PrintedEntry[];
  marks: PlacedMark[];
  summaries: SummaryLine[];
};

const isBegun = ({ entries, marks }: Section) => entries.length > 0 || marks.length > 0;

const has = ({ marks }: Section, label: Label) => marks.some(({ mark }) => mark.label === label);

/** A statement below another one: of the same account and currency, and of the same period, unless its head states otherwise. */
function newSection(before: Section | undefined): Section {
  return {
    account: before?.account ?? null,
    currency: before?.currency ?? null,
    period: before?.period,
    date: before?.date,
    entries: [],
    marks: [],
    summaries: [],
  };
}

/** Divides a document into its statements: another account begins one, and so does an opening balance below a closing balance. */
function sectionsOf(items: readonly PrintedItem[]): Section[] {
  const sections: Section[] = [];
  let section = newSection(undefined);
  // facts below a closing balance may belong to the statement that an opening balance begins further down
  let below: HeadFact[] = [];
  const begin = () => {
    if (isBegun(section)) sections.push(section);
    section = newSection(section);
    for (const fact of below) {
      if (fact.kind === 'currency') section.currency = fact.value;
      else if (fact.kind === 'period') section.period = fact;
      else if (fact.kind === 'date') section.date = fact;
    }
    below = [];
  };
  for (const item of items) {
    if (item.kind === 'entry') section.entries.push(item);
    else if (item.kind === 'summary') section.summaries.push(item);
    else if (item.kind === 'mark') {
      if (item.label === 'opening' && item.isInTable && has(section, 'closing') && section.entries.length > 0) begin();
      section.marks.push({ mark: item, entriesBefore: section.entries.length });
    } else takeFact(item.fact);
  }
  if (isBegun(section)) sections.push(section);
  return sections;

  function takeFact(fact: HeadFact): void {
    if (fact.kind === 'account') {
      const isOther = section.account !== null && section.account !== fact.value;
      if (isOther && section.entries.length > 0) {
        begin();
        section.currency = null;
      }
      section.account = fact.value;
    } else if (has(section, 'closing') && section.entries.length > 0) below.push(fact);
    else if (fact.kind === 'currency') section.currency ??= fact.value;
    else if (fact.kind === 'period') section.period ??= fact;
    else section.date ??= fact;
  }
}

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

/** The balances before and after the entries; where they have no label of their own, the first and the last one between pages. */
function balanceMarks({ marks, entries }: Section) {
  const of = (label: Label) => marks.filter(({ mark }) => mark.label === label).map(({ mark }) => mark);
  const forward = marks.filter(({ mark }) => mark.label === 'forward');
  const opening = of('opening');
  const closing = of('closing');
  const [first] = forward;
  const last = forward.at(-1);
  if (opening.length === 0 && first !== undefined && first.entriesBefore === 0) opening.push(first.mark);
  if (closing.length === 0 && last !== undefined && last !== first && last.entriesBefore === entries.length)
    closing.push(last.mark);
  return { opening, closing, between: forward.map(({ mark }) => mark) };
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
