import { normaliseHeader, type OpenedFile } from 'tieout-files';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/** The values with which rules examine what a file says outside the columns that are read: JSON lists, by the name of the parameter. */
export type UnreadValues = Readonly<{
  unread?: string;
  stated?: string;
  /** The unread headers, as an empty list where every column is read. */
  other_headers: string;
  table: string;
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
  return texts.filter(({ text }) => /[A-Z]{3}|\p{Sc}/u.test(text));
}

/** What a table says outside the columns that are read. A parameter is missing where there is nothing to examine. */
export function unreadValues(opened: OpenedFile, plan: TablePlan, reading: ReadingTerms): UnreadValues {
  const isTable = opened.format === 'csv' || opened.format === 'xlsx';
  const unread = isTable ? unreadHeaders(opened, reading) : [];
  const stated = isTable ? statingTexts(opened, plan) : [];
  return {
    ...(unread.length === 0 ? {} : { unread: JSON.stringify(unread) }),
    ...(stated.length === 0 ? {} : { stated: JSON.stringify(stated) }),
    other_headers: JSON.stringify(unread),
    table: plan.table,
    section: plan.section,
    title: plan.title,
  };
}

/** The rules about the currency of a file whose lines name none. */
export function currencyRules(plan: TablePlan, { header }: OpenedFile): string[] {
  const isNamed = !Object.hasOwn(plan.columns, 'currency') || header.positions.has('currency');
  return isNamed ? [] : ['load/currency_column', 'load/currency_stated'];
}
