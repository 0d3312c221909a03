import { groupedBy } from '../../domain/grouped-by.ts';
import type { Words } from '../../messages/words.ts';
import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText } from '../shown-value.ts';
import { unexplainedSides } from '../states.ts';
import { type Bar, bars, escaped, figures, rowHead, scrolling, sectionHtml, tableHtml } from './html.ts';

/** A table for each currency, next to each other where there is room. */
const currencyTables = (rows: readonly WarehouseRow[], table: (own: WarehouseRow[], currency: string) => string) =>
  `<div class="pair">${[...groupedBy(rows, ({ currency }) => String(currency))].map(([currency, own]) => table(own, currency)).join('')}</div>`;

const countOrNothing = (count: number) => (count === 0 ? '' : countText(count));

/** The groups of days open, as the query of the page numbers them. */
const ageBuckets = [0, 1, 2, 3, 4, 5] as const;

/** The undecided causes of an age: differences, and others that wait. */
type Age = { bucket: (typeof ageBuckets)[number]; breaks: WarehouseRow; waiting: number };

/** The ageing of undecided causes by currency: bars of cause counts, with amounts. */
export function agesHtml(ages: readonly WarehouseRow[], words: Words): string {
  const section = (about: string, html: string) => sectionHtml('ages', words.say('ages-title'), about, html);
  if (ages.length === 0) return section('', `<p class="nothing">${escaped(words.say('ages-nothing'))}</p>`);
  const ofBuckets = [...groupedBy(ages, ({ currency, bucket }) => JSON.stringify([currency, bucket])).values()];
  const sizes = ofBuckets.map((rows) => rows.reduce((total, row) => total + countOf(row, 'cause_count'), 0));
  const scale = 100 / Math.max(...sizes);
  const tables = currencyTables(ages, (own, currency) => {
    const rowOf = (bucket: number, isBreak: boolean) =>
      own.find((row) => Number(row.bucket) === bucket && row.is_break === isBreak) ?? {};
    const openOf = ({ breaks }: Age) => countOf(breaks, 'cause_count');
    const dueHtml = ({ debit, credit }: WarehouseRow) => bothSidesHtml(debit, credit, currency);
    const barsOf = (age: Age): Bar[] => [
      { kind: 'broken', from: 0, to: openOf(age) * scale },
      { kind: 'waiting', from: openOf(age) * scale, to: (openOf(age) + age.waiting) * scale },
    ];
    return tableHtml<Age>({
      kind: 'ages',
      caption: escaped(currency),
      columns: [
        rowHead(words.say('ages-age'), ({ bucket }) => escaped(words.say(`ages-bucket_${bucket}`))),
        bars(barsOf),
        { ...figures(words.say('ages-is_break'), (age) => countOrNothing(openOf(age))), key: 'broken' },
        figures(words.say('ages-amount'), ({ breaks }) => (breaks.debit === undefined ? '' : dueHtml(breaks))),
        { ...figures(words.say('ages-is_timing'), ({ waiting }) => countOrNothing(waiting)), key: 'waiting' },
      ],
      rows: ageBuckets.map((bucket) => ({
        bucket,
        breaks: rowOf(bucket, true),
        waiting: countOf(rowOf(bucket, false), 'cause_count'),
      })),
    });
  });
  return section(words.say('ages-about'), tables);
}

/** The settlement lag by method: a mark at the median on a bar from the minimum to the 95th percentile. */
export function lagHtml(lag: readonly WarehouseRow[], words: Words): string {
  const known = lag.filter((row) => countOf(row, 'settled_count') > 0);
  if (known.length === 0) return '';
  const longest = Math.max(...known.map((row) => countOf(row, 'most_days')), 1);
  const barsOf = (row: WarehouseRow): Bar[] => {
    const at = (field: string) => (countOf(row, field) / longest) * 94 + 3;
    const [least, usual, high, most] = [at('least_days'), at('usual_days'), at('high_days'), at('most_days')];
    return [
      { kind: 'span', from: least, to: Math.max(most, least + 0.5), top: 4, height: 2 },
      { kind: 'usual', from: least - 0.8, to: high + 0.8, top: 1.5, height: 7 },
      { kind: 'mark', from: usual - 0.8, to: usual + 0.8 },
    ];
  };
  const days = (title: string, field: string) =>
    figures(title, (row: WarehouseRow) => escaped(words.say('count-days', { days: countOf(row, field) })));
  const count = (title: string, field: string) => figures(title, (row: WarehouseRow) => countText(countOf(row, field)));
  const tables = currencyTables(known, (rows, currency) =>
    tableHtml<WarehouseRow>({
      kind: 'lag',
      caption: escaped(currency),
      columns: [
        rowHead(words.say('lag-method'), ({ method }) => plainCode(method)),
        bars(barsOf),
        days(words.say('lag-usual'), 'usual_days'),
        days(words.say('lag-high'), 'high_days'),
        count(words.say('lag-settled'), 'settled_count'),
        count(words.say('lag-waiting'), 'waiting_count'),
      ],
      rows,
    }),
  );
  return sectionHtml('lag', words.say('lag-title'), words.say('lag-about'), tables);
}

/** Fees agreed and charged by method; the row without a method is the total. */
export function feesHtml(fees: readonly WarehouseRow[], words: Words): string {
  if (fees.length === 0) return '';
  const title = words.say('agreed_fees-title');
  const tables = [...groupedBy(fees, ({ currency }) => String(currency))].map(([currency, rows]) => {
    const money = (head: string, field: string) =>
      figures(head, (row: WarehouseRow) => moneyHtml(row[field], currency));
    const nameOf = ({ method }: WarehouseRow) =>
      method === null ? escaped(words.say('agreed_fees-total')) : plainCode(method);
    const table = tableHtml<WarehouseRow>({
      kind: 'fees stack',
      caption: escaped(currency),
      columns: [
        rowHead(words.say('agreed_fees-method'), nameOf),
        figures(words.say('agreed_fees-payments'), (row) => countText(countOf(row, 'payment_count'))),
        money(words.say('agreed_fees-collected'), 'amount'),
        money(words.say('agreed_fees-agreed'), 'agreed_fee'),
        money(words.say('agreed_fees-charged'), 'charged_fee'),
        money(words.say('agreed_fees-difference'), 'charged_minus_agreed'),
        figures(words.say('agreed_fees-differing'), (row) => countOrNothing(countOf(row, 'differing_count'))),
      ],
      rows,
      rowKind: (row) => (row.method === null ? 'total' : countOf(row, 'differing_count') > 0 ? 'open' : ''),
    });
    return scrolling(`${title}, ${currency}`, table);
  });
  return sectionHtml('fees', title, words.say('agreed_fees-about'), tables.join(''));
}

/** Money with its currency's decimals, or a count; negative figures are marked. */
export function moneyHtml(
  amount: WarehouseValue | undefined,
  currency: WarehouseValue | undefined,
  isCount = false,
): string {
  if (amount === null || amount === undefined) return '';
  const exact = String(amount);
  const text = groupedText(exact, isCount ? 0 : decimalsOf(currency, exact)).replace('-', '\u2212');
  return text.startsWith('\u2212') ? `<span class="neg">${text}</span>` : text;
}

/** The amount or count without its sign. */
export function sizeText(amount: WarehouseValue | undefined, currency: WarehouseValue | undefined): string {
  const size = String(amount ?? '0').replace('-', '');
  return groupedText(size, decimalsOf(currency, size));
}

/** A debit and a credit, which never cancel: each that is not zero, the credit marked as negative; 0 where both are. */
export function bothSidesHtml(
  debit: WarehouseValue | undefined,
  credit: WarehouseValue | undefined,
  currency: WarehouseValue | undefined,
): string {
  return unexplainedSides(String(debit ?? '0'), String(credit ?? '0'))
    .map((amount) => moneyHtml(amount, currency))
    .join(' / ');
}

/** A whole number of a row; an empty field is zero. */
export function countOf(row: WarehouseRow, field: string): number {
  return Number(row[field] ?? 0);
}

export function countText(count: number): string {
  return groupedText(String(count), 0);
}

/** `20 Nov 2026` in the language of the texts. */
export function shortDay(day: string, words: Words): string {
  const [year = '', month = '1', date = '1'] = day.split('-');
  return `${Number(date)} ${words.shortMonths[Number(month) - 1] ?? month} ${year}`;
}

/** `1–20 Nov 2026`, or one day; what the two days share is written once. */
export function daySpan(first: string, last: string, words: Words): string {
  if (first === last) return shortDay(first, words);
  const [year, month] = [first.slice(0, 4), first.slice(0, 7)];
  if (month === last.slice(0, 7)) return `${Number(first.slice(8))}–${shortDay(last, words)}`;
  const from = shortDay(first, words);
  return `${year === last.slice(0, 4) ? from.slice(0, -5) : from} – ${shortDay(last, words)}`;
}

/** `Friday, 20 November 2026` in the language of the texts. */
export function longDay(day: string, words: Words): string {
  const [year = '', month = '1', date = '1'] = day.split('-');
  return `${words.weekdays[weekday(day)] ?? ''}, ${Number(date)} ${words.months[Number(month) - 1] ?? month} ${year}`;
}

/** 0 for a Monday, 6 for a Sunday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The day so many days later, or earlier for a negative number. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The number of days of a period, which ends before `to`. */
export const daysIn = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The last day of a period, which ends before `to`. */
export function lastDay({ to }: { to: string }): string {
  return dayFrom(to, -1);
}

/** A period as people name it: a day, a month by its name, or its first and last day. */
export function periodText({ from, to }: { from: string; to: string }, words: Words): string {
  const last = lastDay({ to });
  if (from === last) return longDay(from, words);
  const [year = '', month = '1'] = from.split('-');
  if (from.endsWith('-01') && to.endsWith('-01') && dayFrom(from, 27).slice(0, 7) === last.slice(0, 7)) {
    return `${words.months[Number(month) - 1] ?? month} ${year}`;
  }
  return `${shortDay(from, words)} ${words.say('to')} ${shortDay(last, words)}`;
}

/** A text cut to so many characters. It can hold references of any length from outside; the tables show more of it. */
export function briefly(text: string, most = 600): string {
  return text.length > most ? `${text.slice(0, most).replace(/\p{Cs}$/u, '')} …` : text;
}

/** A code of the data as words: `fpx_b2b1` as `fpx b2b1`. */
export function plainCode(code: WarehouseValue | undefined): string {
  return escaped(briefly(String(code ?? '').replaceAll('_', ' '), 60));
}

/** What the causes of a kind mean, and what to do about them. Differences that are proposed for write-off have a text of their own. */
export function actionOf(row: WarehouseRow, words: Words): { isWriteOff: boolean; meaning: string; toDo: string } {
  if (row.outcome === 'write_off')
    return {
      isWriteOff: true,
      meaning: words.say('findings-small_differences'),
      toDo: words.say('findings-write_off', { items: countOf(row, 'item_count') }),
    };
  const [meaning, toDo] = [words.phrase(String(row.meaning)), words.phrase(String(row.what_to_do))];
  return { isWriteOff: false, meaning, toDo };
}
