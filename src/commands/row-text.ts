import { Temporal } from 'temporal-polyfill';
import type { LoadedConfig } from '../config/load-config.ts';
import { currencyProblem, exponentOf } from '../domain/currencies.ts';
import { type Column, factsText, textTable } from '../terminal/text-table.ts';
import type { WarehouseRow, WarehouseValue } from '../warehouse/duckdb-values.ts';
import type { Out } from './context.ts';

/** The layout of warehouse rows as text for a person: the width, and the zone for each company's times. */
export type RowLayout = { width: number; zoneOf(row: WarehouseRow): string | undefined };

type TableOptions = {
  /** Titles that differ from the column's name. */
  titles?: Record<string, string>;
  /** The columns, where their order is not that of the first row, because an object puts numeric names first. */
  names?: readonly string[];
  /** Columns to leave out where the terminal is too narrow; the last of the list goes first. */
  minor?: readonly string[];
  /** The company and the currency of rows that do not name them. */
  of?: WarehouseRow;
};

export function rowLayout(config: LoadedConfig, { out }: { out: Pick<Out, 'columns'> }): RowLayout {
  const zones = new Map(config.companies.map(({ name, zone }) => [name, zone]));
  const [only, ...others] = new Set(zones.values());
  return {
    width: out.columns,
    zoneOf: ({ company }) =>
      typeof company === 'string' ? zones.get(company) : others.length === 0 ? only : undefined,
  };
}

const isInstant = (value: WarehouseValue | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

/** An amount of the warehouse, which has four decimals, with the decimals of its currency; a non-zero digit is never removed. */
export function moneyText(amount: string, currency: WarehouseValue | undefined): string {
  const decimals = typeof currency === 'string' ? decimalsOf(currency) : undefined;
  const [, whole, digits = ''] = /^(-?\d+)\.(\d{4})$/.exec(amount) ?? [];
  if (decimals === undefined || whole === undefined || !/^0*$/.test(digits.slice(decimals))) return amount;
  return decimals === 0 ? whole : `${whole}.${digits.slice(0, decimals)}`;
}

function decimalsOf(currency: string): number | undefined {
  return currencyProblem(currency) === undefined ? exponentOf(currency) : undefined;
}

function valueText(
  value: WarehouseValue,
  currency: WarehouseValue | undefined,
  time: (instant: string) => string,
): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((each) => valueText(each, currency, time)).join(', ');
  if (isInstant(value)) return time(value);
  return typeof value === 'string' ? moneyText(value, currency) : String(value);
}

function localTime(instant: string, zone: string, withOffset: boolean): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  const text = time.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
  return withOffset ? `${text}${time.offset}` : text;
}

/** Rows as a table that fits the terminal, their times in the company's zone. */
export function rowsTable(rows: readonly WarehouseRow[], layout: RowLayout, options: TableOptions = {}): string {
  const [first] = rows;
  if (first === undefined) return 'No rows.';
  const { titles = {}, minor = [], of = {}, names = Object.keys(first) } = options;
  const timed = rows.filter((row) => Object.values(row).some(isInstant));
  const [zone, ...others] = new Set(timed.map((row) => layout.zoneOf({ ...of, ...row })));
  const time = (row: WarehouseRow) => (instant: string) => {
    const own = layout.zoneOf(row);
    return own === undefined ? instant : localTime(instant, own, others.length > 0);
  };
  const cells = rows.map((row) => {
    const whole = { ...of, ...row };
    return names.map((name) => valueText(row[name] ?? null, whole.currency, time(whole)));
  });
  const columns = names.map((name, index): Column => {
    const isRight = cells.every((row) => /^([A-Z]{3} )?(-?\d+(\.\d+)?)?$/.test(row[index] ?? ''));
    const rank = minor.indexOf(name);
    return { title: titles[name] ?? name, isRight, ...(rank < 0 ? {} : { minor: rank + 1 }) };
  });
  const note = zone === undefined || others.length > 0 ? '' : `\nTimes are in ${zone}.`;
  return textTable(columns, cells, layout.width) + note;
}

/** One row with many columns, one fact a line; empty fields are left out. */
export function factsTable(row: WarehouseRow, layout: RowLayout, of: WarehouseRow = {}): string {
  const whole = { ...of, ...row };
  const zone = layout.zoneOf(whole);
  const time = (instant: string) => (zone === undefined ? instant : `${localTime(instant, zone, false)} (${zone})`);
  const facts = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [name.replaceAll('_', ' '), valueText(value, whole.currency, time)] as const);
  return factsText(facts, layout.width);
}
