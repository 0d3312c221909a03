import { parse } from 'csv-parse/sync';
import type { Arbitrary } from 'fast-check';
import { array, boolean, constantFrom, integer, record, shuffledSubarray, string } from 'fast-check';

/*
 * Ledgers of a bank account, and the ways in which banks write them as a table: heads in five languages, orders of columns and lines,
 * forms of signs, dates and decimals. The text is written here and nowhere else, so that what is read can only be the ledger.
 */

/** A line of a ledger: the day, the amount in sen with its sign, and whether it is booked. */
export type LedgerLine = { day: string; sen: number; text: string; isBooked: boolean; currency: string };

/** The heads of columns, and the words for money in and out. */
const heads: Record<string, string>[] = parse(
  `language,day,text,amount,debit,credit,side,balance,currency,status,other,in,out
english,Date,Description,Amount,Debit,Credit,Transaction Type,Balance,Currency,Status,Batch,Credit,Debit
malay,Tarikh,Keterangan,Amaun,Debit,Kredit,Jenis,Baki,Mata Wang,Status,Batch,Masuk,Keluar
german,Buchungstag,Verwendungszweck,Betrag,Soll,Haben,Kennzeichen,Saldo,Währung,Buchungsstatus,Batch,H,S
dutch,Datum,Omschrijving,Bedrag,Af,Bij,Af Bij,Saldo,Munt,Status,Batch,Bij,Af
chinese,日期,摘要,金额,借方,贷方,收支,余额,币种,状态,Batch,收入,支出`,
  { columns: true },
);

/** An amount with its sign, in one column. */
const signs = {
  minus: (plain, isOut) => (isOut ? `-${plain}` : plain),
  minus_behind: (plain, isOut) => (isOut ? `${plain}-` : plain),
  brackets: (plain, isOut) => (isOut ? `(${plain})` : plain),
  plus_and_minus: (plain, isOut) => `${isOut ? '-' : '+'}${plain}`,
  sides_behind: (plain, isOut) => `${plain} ${isOut ? 'DR' : 'CR'}`,
} satisfies Record<string, (plain: string, isOut: boolean) => string>;

const months = ['', ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']];

const dates = {
  iso: (year, month, date) => `${year}-${month}-${date}`,
  day_first: (year, month, date) => `${date}/${month}/${year}`,
  month_first: (year, month, date) => `${month}/${date}/${year}`,
  points: (year, month, date) => `${date}.${month}.${year}`,
  named: (year, month, date) => `${date} ${months[Number(month)]} ${year}`,
  short: (year, month, date) => `${date}/${month}/${year.slice(2)}`,
} satisfies Record<string, (year: string, month: string, date: string) => string>;

type Dialect = {
  language: string;
  signs: keyof typeof signs | 'columns' | 'side_column';
  isComma: boolean;
  isGrouped: boolean;
  dates: keyof typeof dates;
  columns: readonly string[];
  isNewestFirst: boolean;
  hasHeader: boolean;
  delimiter: ',' | ';' | '\t';
};

const optional = ['balance', 'currency', 'status', 'other'];

export const anyDialect: Arbitrary<Dialect> = record({
  language: constantFrom(...heads.map(({ language = '' }) => language)),
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

/** A ledger as the text of a table. Lines in another currency are only in a table that has a column for it, and states likewise. */
export function writtenLedger(ledger: readonly LedgerLine[], dialect: Dialect): { text: string; lines: LedgerLine[] } {
  const { language, signs: form, columns, hasHeader, isNewestFirst, delimiter } = dialect;
  const names = heads.find((one) => one.language === language) ?? {};
  const figuresOf = (plain: string, isOut: boolean) => {
    if (form === 'columns') return isOut ? [plain, ''] : ['', plain];
    return form === 'side_column' ? [plain, isOut ? names.out : names.in] : [signs[form](plain, isOut)];
  };
  const figureHeads =
    form === 'columns' ? [names.debit, names.credit] : [names.amount, ...(form === 'side_column' ? [names.side] : [])];
  const lines = ledger.map((line) => ({
    ...line,
    isBooked: line.isBooked || !columns.includes('status'),
    currency: columns.includes('currency') && !columns.includes('balance') ? line.currency : 'MYR',
  }));
  let balance = 500_000_000;
  const rows = lines.map(({ day, sen, text, isBooked, currency }) => {
    if (isBooked) balance += sen;
    const [year = '', month = '', date = ''] = day.split('-');
    const cells: Record<string, (string | undefined)[]> = {
      day: [dates[dialect.dates](year, month, date)],
      text: [text],
      figures: figuresOf(money(Math.abs(sen), dialect), sen < 0),
      balance: [isBooked ? money(balance, dialect) : ''],
      currency: [currency],
      status: [isBooked ? 'Booked' : 'Pending'],
      other: [`N${date}`],
    };
    return columns.flatMap((column) => cells[column] ?? []);
  });
  const header = columns.flatMap((column) => (column === 'figures' ? figureHeads : [names[column]]));
  const quoted = (cell = '') => (/[,;\t"]/.test(cell) ? `"${cell}"` : cell);
  const all = [...(hasHeader ? [header] : []), ...(isNewestFirst ? rows.toReversed() : rows)];
  return { text: all.map((cells) => `${cells.map(quoted).join(delimiter)}\n`).join(''), lines };
}
