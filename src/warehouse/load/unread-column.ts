import type { DuckDBConnection } from '@duckdb/node-api';
import { normaliseHeader, type OpenedFile } from 'tieout-files';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { execute, readRows, textOf } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';
import { boundStep } from './run-steps.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/**
 * The values with which rules examine what a file says outside the columns that are read, by the name of the parameter: JSON lists, and
 * the account and currency that are declared for it.
 */
export type UnreadValues = Readonly<{
  unread?: string;
  stated?: string;
  declared_account?: string;
  declared_currency?: string;
  /** The unread headers, as an empty list where every column is read. */
  other_headers: string;
  section: string;
  title: string;
}>;

/** The headers of columns that are neither read nor ignored by the configuration. */
function unreadHeaders({ header }: OpenedFile, { ignored }: ReadingTerms): string[] {
  const isIgnored = (name: string) => ignored.some((one) => normaliseHeader(one) === normaliseHeader(name));
  return header.others.map(({ name }) => name).filter((name) => !isIgnored(name));
}

type StatingText = { line: number; text: string; is_header: boolean };

/** The rows above the header, and the headers of amounts and balances: each may name a currency. */
function statingTexts({ above, header }: OpenedFile, plan: TablePlan): StatingText[] {
  const amounts = (plan.amounts ?? []).flatMap((column) => header.names?.get(column) ?? []);
  const balances = header.others.map(({ name }) => name).filter((name) => /balance|saldo|baki/i.test(name));
  const texts = [
    ...above.map(({ line, text }) => ({ line, text, is_header: false })),
    ...[...amounts, ...balances].map((text) => ({ line: header.line, text, is_header: true })),
  ];
  // without the letters of a code or a symbol, a text names no currency
  return texts.filter(({ text }) => /[A-Z]{2}|\p{Sc}/u.test(text));
}

/** What a table says outside the columns that are read. A parameter is missing where there is nothing to examine. */
export function unreadValues(opened: OpenedFile, plan: TablePlan, reading: ReadingTerms): UnreadValues {
  const isTable = opened.format === 'csv' || opened.format === 'xlsx';
  const unread = isTable ? unreadHeaders(opened, reading) : [];
  const stated = isTable ? statingTexts(opened, plan) : [];
  return {
    ...(unread.length === 0 ? {} : { unread: JSON.stringify(unread) }),
    ...(stated.length === 0 ? {} : { stated: JSON.stringify(stated) }),
    ...(reading.account === undefined ? {} : { declared_account: reading.account }),
    ...(reading.currency === undefined ? {} : { declared_currency: reading.currency }),
    other_headers: JSON.stringify(unread),
    section: plan.section,
    title: plan.title,
  };
}

/** The rules about the currency of a file whose lines name none. */
export function currencyRules(plan: TablePlan, { header }: OpenedFile): string[] {
  const isNamed = !Object.hasOwn(plan.columns, 'currency') || header.positions.has('currency');
  return isNamed ? [] : ['load/currency_column', 'load/currency_stated'];
}

/** What stands beside the figures of all amounts of a file: `RM` of "RM 45.00" and "RM 12.00 CR"; undefined where it is not one thing. */
async function unitOfAmounts(
  connection: DuckDBConnection,
  plan: TablePlan,
  { header }: OpenedFile,
): Promise<string | undefined> {
  const columns = (plan.amounts ?? []).filter((column) => header.positions.has(column));
  if (columns.length === 0) return undefined;
  const units = columns.map(
    (column) =>
      `select trim(regexp_replace(${column}, '[0-9.,''’()+\\s\\p{Z}-]|(?i:cr|dr|db)$', '', 'g')) as unit
       from file_line where ${column} is not null`,
  );
  const [only, other] = await readRows(connection, `select distinct unit from (${units.join(' union all ')}) limit 2`);
  return only === undefined || other !== undefined ? undefined : textOf(only, 'unit');
}

/**
 * Gives a file that was received without a currency, and whose lines name none, the one currency that it states: above its lines, in the
 * header of an amount, or beside each amount; otherwise the assumed one. A declared currency comes before what the file states.
 */
export async function settleCurrency(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  opened: OpenedFile,
  { stated = '[]', declared_currency: declared }: UnreadValues,
  assumed: string | undefined,
): Promise<void> {
  if (file.currency !== null || declared !== undefined || currencyRules(plan, opened).length === 0) return;
  const unit = await unitOfAmounts(connection, plan, opened);
  const texts: StatingText[] = JSON.parse(stated);
  if (unit) texts.push({ line: opened.header.line + 1, text: `(${unit})`, is_header: true });
  if (texts.length > 0) {
    const { sql, values } = await boundStep(file, 'load', 'currency_of_file', { stated: JSON.stringify(texts) });
    await execute(connection, sql, values);
  }
  if (assumed === undefined) return;
  const id = file.receipt_id;
  const unknown = 'update raw.receipt set currency = $assumed where receipt_id = $id and currency is null';
  await execute(connection, unknown, { assumed, id });
}
