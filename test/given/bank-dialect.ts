import type { Arbitrary } from 'fast-check';
import { array, boolean, constantFrom, integer, record, shuffledSubarray, string } from 'fast-check';

/*
 * Ledgers of a bank account, and the ways in which banks write them as a table: heads in five languages, orders of columns and lines,
 * forms of signs, dates and decimals. The text is written here and nowhere else, so that what is read can only be the ledger.
 */

/** A line of a ledger: the day, the amount in sen with its sign, and whether it is booked. */
export type LedgerLine = { day: string; sen: number; text: string; isBooked: boolean; currency: string };

type Heads = Readonly<
  Record<'day' | 'text' | 'amount' | 'debit' | 'credit' | 'side' | 'balance' | 'currency' | 'status', string>
> & {
  words: { credit: string; debit: string };
};

const heads: Readonly<Record<string, Heads>> = {
  english: {
    ...{
      day: 'Date',
      text: 'Description',
      amount: 'Amount',
      debit: 'Debit',
      credit: 'Credit',
      side: 'Transaction Type',
    },
    ...{ balance: 'Balance', currency: 'Currency', status: 'Status', words: { credit: 'Credit', debit: 'Debit' } },
  },
  malay: {
    ...{ day: 'Tarikh', text: 'Keterangan', amount: 'Amaun', debit: 'Debit', credit: 'Kredit', side: 'Jenis' },
    ...{ balance: 'Baki', currency: 'Mata Wang', status: 'Status', words: { credit: 'Masuk', debit: 'Keluar' } },
  },
  german: {
    ...{
      day: 'Buchungstag',
      text: 'Verwendungszweck',
      amount: 'Betrag',
      debit: 'Soll',
      credit: 'Haben',
      side: 'Kennzeichen',
    },
    ...{ balance: 'Saldo', currency: 'Währung', status: 'Buchungsstatus', words: { credit: 'H', debit: 'S' } },
  },
  dutch: {
    ...{ day: 'Datum', text: 'Omschrijving', amount: 'Bedrag', debit: 'Af', credit: 'Bij', side: 'Af Bij' },
    ...{ balance: 'Saldo', currency: 'Munt', status: 'Status', words: { credit: 'Bij', debit: 'Af' } },
  },
  chinese: {
    ...{ day: '日期', text: '摘要', amount: '金额', debit: '借方', credit: '贷方', side: '收支' },
    ...{ balance: '余额', currency: '币种', status: '状态', words: { credit: '收入', debit: '支出' } },
  },
};

export type Dialect = {
  language: string;
  signs: 'minus' | 'minus_behind' | 'brackets' | 'plus_and_minus' | 'sides_behind' | 'columns' | 'side_column';
  isComma: boolean;
  isGrouped: boolean;
  dates: 'iso' | 'day_first' | 'month_first' | 'points' | 'named' | 'short';
  columns: readonly string[];
  isNewestFirst: boolean;
  hasHeader: boolean;
  delimiter: ',' | ';' | '\t';
};

const optional = ['balance', 'currency', 'status', 'other'];

export const anyDialect: Arbitrary<Dialect> = record({
  language: constantFrom(...Object.keys(heads)),
  signs: constantFrom<Dialect['signs']>(
    ...(['minus', 'minus_behind', 'brackets', 'plus_and_minus', 'sides_behind', 'columns', 'side_column'] as const),
  ),
  isComma: boolean(),
  isGrouped: boolean(),
  dates: constantFrom<Dialect['dates']>('iso', 'day_first', 'month_first', 'points', 'named', 'short'),
  columns: shuffledSubarray(['day', 'text', 'figures', ...optional], { minLength: 3 }).filter((columns) =>
    ['day', 'text', 'figures'].every((column) => columns.includes(column)),
  ),
  isNewestFirst: boolean(),
  hasHeader: constantFrom(true, true, true, false),
  delimiter: constantFrom<Dialect['delimiter']>(',', ';', '\t'),
});

/** A ledger of November 2026, in the order of its lines. */
export const anyLedger: Arbitrary<LedgerLine[]> = array(
  record({
    day: integer({ min: 1, max: 20 }),
    sen: integer({ min: -2_000_000, max: 2_000_000 }).filter((sen) => sen !== 0),
    text: string({ unit: constantFrom(...'ABCDEFGH '), minLength: 3, maxLength: 20 }).map(
      (text) => `PAY ${text.trim()}X`,
    ),
    isBooked: constantFrom(true, true, true, true, false),
    isForeign: constantFrom(...Array.from({ length: 12 }, () => false), true),
  }),
  { minLength: 1, maxLength: 12 },
).map((lines) =>
  lines
    .sort((one, other) => one.day - other.day)
    .map(({ day, sen, text, isBooked, isForeign }) => {
      const currency = isForeign ? 'CHF' : 'MYR';
      return { day: `2026-11-${String(day).padStart(2, '0')}`, sen, text, isBooked, currency };
    }),
);

function money(sen: number, { isComma, isGrouped }: Dialect): string {
  const [mark, group] = isComma ? [',', '.'] : ['.', ','];
  const whole = String(Math.floor(sen / 100));
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, group) : whole;
  return `${grouped}${mark}${String(sen % 100).padStart(2, '0')}`;
}

function written(sen: number, dialect: Dialect): string {
  const plain = money(Math.abs(sen), dialect);
  const isOut = sen < 0;
  switch (dialect.signs) {
    case 'minus':
      return isOut ? `-${plain}` : plain;
    case 'minus_behind':
      return isOut ? `${plain}-` : plain;
    case 'brackets':
      return isOut ? `(${plain})` : plain;
    case 'plus_and_minus':
      return isOut ? `-${plain}` : `+${plain}`;
    case 'sides_behind':
      return `${plain} ${isOut ? 'DR' : 'CR'}`;
    default:
      return plain;
  }
}

const months = ['', ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']];

function dayText(day: string, form: Dialect['dates']): string {
  const [year = '', month = '', date = ''] = day.split('-');
  switch (form) {
    case 'iso':
      return day;
    case 'day_first':
      return `${date}/${month}/${year}`;
    case 'month_first':
      return `${month}/${date}/${year}`;
    case 'points':
      return `${date}.${month}.${year}`;
    case 'named':
      return `${date} ${months[Number(month)]} ${year}`;
    case 'short':
      return `${date}/${month}/${year.slice(2)}`;
  }
}

/** A ledger as the text of a table. Lines in another currency are only in a table that has a column for it, and states likewise. */
export function writtenLedger(ledger: readonly LedgerLine[], dialect: Dialect): { text: string; lines: LedgerLine[] } {
  const names = heads[dialect.language] ?? heads.english;
  if (names === undefined) throw new Error('no heads');
  const has = (column: string) => dialect.columns.includes(column);
  const lines = ledger.map((line) => ({
    ...line,
    isBooked: line.isBooked || !has('status'),
    currency: has('currency') && !has('balance') ? line.currency : 'MYR',
  }));
  let balance = 500_000_000;
  const rows = lines.map((line) => {
    if (line.isBooked) balance += line.sen;
    const magnitude = money(Math.abs(line.sen), dialect);
    const figures = {
      columns: [line.sen < 0 ? magnitude : '', line.sen > 0 ? magnitude : ''],
      side_column: [magnitude, line.sen < 0 ? names.words.debit : names.words.credit],
    };
    const cells: Record<string, string[]> = {
      day: [dayText(line.day, dialect.dates)],
      text: [line.text],
      figures:
        dialect.signs === 'columns' || dialect.signs === 'side_column'
          ? figures[dialect.signs]
          : [written(line.sen, dialect)],
      balance: [line.isBooked ? money(balance, dialect) : ''],
      currency: [line.currency],
      status: [line.isBooked ? 'Booked' : 'Pending'],
      other: [`N${line.day.slice(-2)}`],
    };
    return dialect.columns.flatMap((column) => cells[column] ?? []);
  });
  const figureHeads =
    dialect.signs === 'columns'
      ? [names.debit, names.credit]
      : dialect.signs === 'side_column'
        ? [names.amount, names.side]
        : [names.amount];
  const titles: Record<string, string[]> = { ...wrapped(names), figures: figureHeads, other: ['Batch'] };
  const header = dialect.columns.flatMap((column) => titles[column] ?? []);
  const quoted = (cell: string) => (/[,;\t"]/.test(cell) ? `"${cell}"` : cell);
  const all = [...(dialect.hasHeader ? [header] : []), ...(dialect.isNewestFirst ? [...rows].reverse() : rows)];
  return { text: all.map((cells) => `${cells.map(quoted).join(dialect.delimiter)}\n`).join(''), lines };
}

const wrapped = ({ day, text, balance, currency, status }: Heads): Record<string, string[]> => ({
  day: [day],
  text: [text],
  balance: [balance],
  currency: [currency],
  status: [status],
});
