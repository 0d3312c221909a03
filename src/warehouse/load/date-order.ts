import type { DuckDBConnection } from '@duckdb/node-api';
import type { DateOrder, FileFormat, TableHeader } from 'tieout-files';
import { z } from 'zod';
import { headerZone } from '../../domain/header-zone.ts';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, readRows, sqlText } from '../duckdb-values.ts';
import { sqlStatement } from '../sql-files.ts';
import type { LandedFile } from './landed-file.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

const place = z.object({
  line: z.number(),
  text: z.string(),
  column: z.string(),
  /** The day under each order, YYYY-MM-DD; null where the calendar has no such day. */
  day_first: z.string().nullable(),
  month_first: z.string().nullable(),
});
type Place = z.infer<typeof place>;
const placeText = z
  .string()
  .nullable()
  .transform((text) => (text === null ? undefined : place.parse(JSON.parse(text))));
const evidence = z.object({
  day_first: placeText,
  month_first: placeText,
  either: placeText,
  order_by_window: z.enum(['day_first', 'month_first']).nullable(),
  window_place: placeText,
});
/** The evidence of a file's dates; empty where all dates begin with the year, because they prove nothing about day and month. */
type Evidence = Partial<z.infer<typeof evidence>>;

/** Blanks and the invisible marks that may be before a date, as in staging.tidy_text. */
const blanks = ' \u200E\u200F\u202A\u202B\u202C\u202D\u2066\u2067\u2068\u2069\uFEFF';

/** The start of a numeric date whose day or month is first, and of a numeric date whose year is first. */
const numberedDate = `^[${blanks}]*[0-9]{1,2}[-/.]`;
const yearFirstDate = `^[${blanks}]*[0-9]{4}-[0-9]{2}-[0-9]{2}`;

/**
 * What the dates of a file prove about their order. Only the dates of a workbook may have been converted by a spreadsheet program
 * before.
 */
async function readEvidence(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  format: FileFormat,
): Promise<Evidence> {
  const isWorkbook = format === 'xlsx';
  const pattern = isWorkbook ? `${numberedDate}|${yearFirstDate}` : numberedDate;
  // each distinct date once, with its first line: a million times of day have few distinct dates
  const cells = plan.dates.map(
    (column) =>
      `select ${sqlText(column)} as column_name, split_part(ltrim(${column}, ${sqlText(blanks)}), ' ', 1) as written,
         min(line_no) as line_no, ${column === plan.requestedBy} as is_bounded
       from file_line
       where regexp_matches(${column}, ${sqlText(pattern)})
       group by written`,
  );
  await execute(connection, `create or replace temp table date_cell as ${cells.join(' union all ')}`);
  const isYearFirst = (await readRows(connection, 'select 1 from date_cell limit 1')).length === 0;
  // true for most files, and far faster to find out than planning the query for the proof
  if (isYearFirst) {
    await execute(connection, 'drop table date_cell');
    return {};
  }
  const [row] = await readRows(connection, await sqlStatement('load', 'date_evidence'), {
    receipt_id: file.receipt_id,
  });
  const [exchanged] = isWorkbook ? await readRows(connection, await sqlStatement('load', 'date_exchanged')) : [];
  await execute(connection, 'drop table date_cell');
  if (exchanged !== undefined) throw exchangedDates(file, exchangedPair.parse(exchanged));
  return evidence.parse(row);
}

const exchangedPair = z.object({
  column_name: z.string(),
  text_line: z.coerce.number(),
  text: z.string(),
  date_line: z.coerce.number(),
  date: z.string(),
});

function exchangedDates(
  file: LandedFile,
  { column_name: column, ...pair }: z.infer<typeof exchangedPair>,
): TieoutError {
  return new TieoutError({
    code: 'FILE_DATE_ORDER_CONTRADICTS',
    message:
      `Some dates of the workbook seem to have day and month exchanged: line ${pair.text_line} has the text ${pair.text} ` +
      `and line ${pair.date_line} the date ${pair.date} (${column}). Each text can be read in one way only, and no date has a day after ` +
      'the 12th. This happens when a program reads dates in the wrong order and leaves the others as text.',
    remedy: 'Import the original file. If the dates are right, make every cell of the column a date.',
    place: { file: file.file_name, line: pair.date_line },
    exitStatus: 4,
  });
}

const words: Readonly<Record<DateOrder, string>> = { day_first: 'day first', month_first: 'month first' };
const other: Readonly<Record<DateOrder, DateOrder>> = { day_first: 'month_first', month_first: 'day_first' };

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dayText = (day: string | null) =>
  day === null ? 'not a calendar day' : longDay.format(new Date(`${day}T00:00:00Z`));

/** The line of the configuration that sets an order: `books: { bank: { date_order: day_first } }`. */
function configurationLine({ section }: TablePlan, order: DateOrder): string {
  const keys = section.split('.');
  return `${keys[0]}: ${keys.slice(1).reduceRight((inner, key) => `{ ${key}: ${inner} }`, `{ date_order: ${order} }`)}`;
}

function refused(file: LandedFile, code: string, { line }: Place, message: string, remedy: string): TieoutError {
  return new TieoutError({ code, message, remedy, place: { file: file.file_name, line }, exitStatus: 4 });
}

function mixedOrders(file: LandedFile, plan: TablePlan, one: Place, two: Place): TieoutError {
  const [earlier, later] = one.line <= two.line ? [one, two] : [two, one];
  const written = ({ line, text }: Place, order: DateOrder) => `line ${line} has ${text} (${words[order]})`;
  const orderOf = (each: Place): DateOrder => (each === one ? 'day_first' : 'month_first');
  return refused(
    file,
    'FILE_DATE_ORDER_CONTRADICTS',
    later,
    `The ${plan.title} has dates in two orders: ${written(earlier, orderOf(earlier))}, ${written(later, orderOf(later))}.`,
    'Export the file again with one form of dates, preferably YYYY-MM-DD.',
  );
}

function notAsConfigured(
  file: LandedFile,
  plan: TablePlan,
  configured: DateOrder,
  found: Place,
  reason: string,
): TieoutError {
  return refused(
    file,
    'FILE_DATE_ORDER_CONTRADICTS',
    found,
    `The configuration has ${plan.section}.date_order: ${configured}, but ${found.text} in line ${found.line} ${reason}.`,
    `Change ${plan.section}.date_order to ${other[configured]} if all files of this kind have that order; otherwise export the file again.`,
  );
}

function unproven(file: LandedFile, plan: TablePlan, { line, text, column, ...days }: Place): TieoutError {
  const line1 = `"${configurationLine(plan, 'day_first')}" if it is ${dayText(days.day_first)}`;
  const line2 = `"${configurationLine(plan, 'month_first')}" if it is ${dayText(days.month_first)}`;
  return refused(
    file,
    'FILE_DATE_ORDER_UNPROVEN',
    { line, text, column, ...days },
    `The dates of the ${plan.title} can be read in two ways: ${text} in line ${line} (${column}) is ${dayText(days.day_first)} or ${dayText(days.month_first)}, and no date in the file proves which.`,
    `Set the order in the configuration: ${line1}, or ${line2}.`,
  );
}

/**
 * The order of day and month in a file: by its dates, then by the window for which it was requested, then by the configuration;
 * undefined where no date depends on the order.
 */
function orderOf(
  file: LandedFile,
  plan: TablePlan,
  configured: DateOrder | undefined,
  found: Evidence,
): DateOrder | undefined {
  const { day_first: dayFirst, month_first: monthFirst, either, window_place: windowPlace } = found;
  if (dayFirst !== undefined && monthFirst !== undefined) throw mixedOrders(file, plan, dayFirst, monthFirst);
  const proof = dayFirst ?? monthFirst;
  if (proof !== undefined) {
    const order = proof === dayFirst ? 'day_first' : 'month_first';
    if (configured !== undefined && configured !== order)
      throw notAsConfigured(file, plan, configured, proof, `is ${words[order]}`);
    return order;
  }
  if (either === undefined) return undefined;
  const byWindow = found.order_by_window ?? undefined;
  if (byWindow !== undefined && windowPlace !== undefined && configured !== undefined && configured !== byWindow)
    throw notAsConfigured(
      ...([file, plan, configured, windowPlace] as const),
      `would be ${dayText(windowPlace[configured])}, outside the days that the file was requested for`,
    );
  const order = byWindow ?? configured;
  if (order === undefined) throw unproven(file, plan, either);
  return order;
}

/** Writes the years of two digits in the dates of a file with four, as years from 2000 to 2099, before anything reads them. */
export async function completeYears(connection: DuckDBConnection, { dates }: TablePlan): Promise<void> {
  const isShort = (column: string) => `coalesce(staging.has_short_year(${column}), false)`;
  const completed = (column: string) =>
    `${column} = case when ${isShort(column)} then staging.with_long_year(${column}) else ${column} end`;
  await execute(
    connection,
    `update file_line set ${dates.map(completed).join(', ')} where ${dates.map(isShort).join(' or ')}`,
  );
}

/** The columns of times whose header names a zone, each with its header and the zone. */
export function zonedColumns({ areInstants = false, dates }: TablePlan, names: TableHeader['names']) {
  return dates.flatMap((column) => {
    const header = names?.get(column) ?? '';
    const zone = areInstants ? headerZone(header) : undefined;
    return zone === undefined ? [] : [{ column, header, zone }];
  });
}

/** Writes the offset behind the times of the columns whose header names a zone. A day without a time, and a time with an offset, remain. */
export async function completeZones(
  connection: DuckDBConnection,
  { receipt_id: receiptId }: LandedFile,
  plan: TablePlan,
  names: TableHeader['names'],
): Promise<void> {
  for (const { column, zone } of zonedColumns(plan, names)) {
    const instant = `staging.instant_from_text(${column}, ${sqlText(zone)}, receipt.date_order)`;
    const exact = zone.includes('/')
      ? `coalesce(strftime(timezone('UTC', ${instant}), '%Y-%m-%d %H:%M:%S.%fZ'), ${column})`
      : `${column} || ${sqlText(zone)}`;
    await execute(
      connection,
      `update file_line as line set ${column} = ${exact} from raw.receipt as receipt
       where receipt.receipt_id = $receipt_id and regexp_matches(${column}, '[0-9]:[0-9]{2}|[ T][0-9]{6}$')
         and not regexp_matches(${column}, '(?i)(z|utc|gmt|[+-][0-9]{2}(:?[0-9]{2})?)$')`,
      { receipt_id: receiptId },
    );
  }
}

/** Records on the receipt the order of its dates, and the first and last day that they may have. */
export async function noteDateTerms(
  connection: DuckDBConnection,
  file: LandedFile,
  order: DateOrder | undefined,
): Promise<void> {
  await execute(
    connection,
    `update raw.receipt
     set date_order = $date_order, earliest_day = terms.earliest_day,
       latest_day = cast(timezone(zone, received_at) as date) + terms.days_ahead
     from (
       select any_value(earliest_day) as earliest_day, any_value(days_ahead) as days_ahead
       from core.company_terms
     ) as terms
     where receipt_id = $receipt_id`,
    { receipt_id: file.receipt_id, date_order: order ?? null },
  );
}

/**
 * Determines the order of day and month once for the file, and records it on the receipt. Throws FILE_DATE_ORDER_CONTRADICTS where two
 * dates, or a date and the configuration, contradict one another, and FILE_DATE_ORDER_UNPROVEN where nothing determines the order.
 */
export async function settleDateOrder(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  reading: ReadingTerms,
  format: FileFormat,
): Promise<void> {
  const found = await readEvidence(connection, file, plan, format);
  await noteDateTerms(connection, file, orderOf(file, plan, reading.dateOrder, found));
}
