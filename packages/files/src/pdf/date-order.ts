import type { DateOrder } from '../file-terms.ts';
import { placeText } from '../paged-line.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { PdfLine } from './page-lines.ts';
import { dayOf, entryDay, fitsOrder, type PrintedDate, type Span } from './printed-date.ts';
import { refusedPdf } from './refusals.ts';

/** A date with its line. */
export type PlacedDate = { date: PrintedDate; line: PdfLine };

const words: Readonly<Record<DateOrder, string>> = { day_first: 'day first', month_first: 'month first' };
const orders: readonly DateOrder[] = ['day_first', 'month_first'];

/** Whether every date of the entries is in the period of the statement when it is read in an order. */
function isWithin(entries: readonly PlacedDate[], order: DateOrder, { from, to }: Span): boolean {
  return entries.every(({ date }) => {
    const day = entryDay(date, order, { from, to });
    return day !== undefined && (from === null || day >= from) && (to === null || day <= to);
  });
}

/**
 * The order of day and month in a document: by a number above 12, then by the period that its head states in words, then by the
 * configuration. Throws FILE_DATE_ORDER_CONTRADICTS, and FILE_DATE_ORDER_UNPROVEN where nothing decides.
 */
export function dateOrderOf(
  file: TableFile,
  all: readonly PlacedDate[],
  entries: readonly PlacedDate[],
  spans: readonly ((order: DateOrder) => Span)[],
): DateOrder {
  const { dateOrder: configured } = file.reading;
  const { section, title } = file.spec;
  const numeric = all.filter(({ date }) => date.isNumeric);
  const only = (order: DateOrder) =>
    numeric.find(({ date }) => fitsOrder(date, order) && !orders.every((one) => fitsOrder(date, one)));
  const [dayFirst, monthFirst] = [only('day_first'), only('month_first')];
  if (dayFirst !== undefined && monthFirst !== undefined)
    throw refusedPdf(
      file,
      'FILE_DATE_ORDER_CONTRADICTS',
      `The ${title} has dates in two orders: ${dayFirst.date.text} (${placeText(dayFirst.line)}) has the day first, ${monthFirst.date.text} (${placeText(monthFirst.line)}) the month.`,
      { place: monthFirst.line },
    );
  const proven = dayFirst !== undefined ? 'day_first' : monthFirst !== undefined ? 'month_first' : undefined;
  const proof = dayFirst ?? monthFirst;
  if (proven !== undefined && configured !== undefined && proven !== configured)
    throw refusedPdf(
      file,
      'FILE_DATE_ORDER_CONTRADICTS',
      `The configuration has ${section}.date_order: ${configured}, but ${proof?.date.text} (${proof === undefined ? '' : placeText(proof.line)}) can only be read ${words[proven]}.`,
      {
        ...(proof === undefined ? {} : { place: proof.line }),
        remedy: `Change ${section}.date_order to ${proven} if all files of this kind have that order; otherwise download the statement again.`,
      },
    );
  const decided = proven ?? configured;
  if (decided !== undefined) return decided;
  const doubtful = numeric.find(({ date }) => date.first !== date.second);
  if (doubtful === undefined) return 'day_first';
  const fitting = orders.filter((order) => spans.some((spanOf) => isWithin(entries, order, spanOf(order))));
  if (entries.length > 0 && fitting.length === 1 && fitting[0] !== undefined && spans.length > 0) return fitting[0];
  throw refusedPdf(
    file,
    'FILE_DATE_ORDER_UNPROVEN',
    `The dates of the ${title} can be read in two ways: nothing in the file proves whether ${doubtful.date.text} (${placeText(doubtful.line)}) has the day or the month first.`,
    {
      place: doubtful.line,
      remedy: `Set the order in the configuration: ${section}.date_order: day_first, or month_first.`,
    },
  );
}

/** A day of the head, read in an order; null where it does not exist. */
export const dayOrNull = (date: PrintedDate | undefined, order: DateOrder): string | null =>
  date === undefined ? null : (dayOf(date, order) ?? null);
