import type { Words } from '../../messages/words.ts';
import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText } from '../shown-value.ts';
import { unexplainedSides } from '../states.ts';
import { escaped } from './html.ts';

const currenciesOf = (rows: readonly WarehouseRow[]) => [...new Set(rows.map((row) => String(row.currency)))];
const col = (title: string, kind = '') =>
  `<th scope="col"${kind === '' ? '' : ` class="${kind}"`}>${escaped(title)}</th>`;

/** The heading of a column that the bars show too, with the colour of its bars. */
const key = (kind: string, title: string) =>
  `<th scope="col" class="num"><i class="key ${kind}" aria-hidden="true"></i>${escaped(title)}</th>`;

/** The groups of days open, as the query of the page numbers them. */
const ageBuckets = [0, 1, 2, 3, 4, 5];

/** The ageing of undecided causes by currency: bars of cause counts, with amounts. */
export function agesHtml(ages: readonly WarehouseRow[], words: Words): string {
  const head = `<section id="ages"><h2>${escaped(words.say('ages-title'))}</h2>`;
  if (ages.length === 0) return `${head}<p class="nothing">${escaped(words.say('ages-nothing'))}</p></section>`;
  const largest = Math.max(
    ...currenciesOf(ages).flatMap((currency) =>
      ageBuckets.map((bucket) =>
        ages
          .filter((row) => row.currency === currency && Number(row.bucket) === bucket)
          .reduce((total, row) => total + countOf(row, 'cause_count'), 0),
      ),
    ),
  );
  const tables = currenciesOf(ages).map((currency) => {
    const rows = ageBuckets.map((bucket) => {
      const own = (isBreak: boolean) =>
        ages.find((row) => row.currency === currency && Number(row.bucket) === bucket && row.is_break === isBreak);
      const [breaks, others] = [own(true), own(false)];
      const [open, waiting] = [countOf(breaks ?? {}, 'cause_count'), countOf(others ?? {}, 'cause_count')];
      const scale = 100 / largest;
      const svg = `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="broken" width="${(open * scale).toFixed(2)}" height="10"/><rect class="waiting" x="${(open * scale).toFixed(2)}" width="${(waiting * scale).toFixed(2)}" height="10"/></svg>`;
      return `<tr><th scope="row">${escaped(words.say(`ages-bucket_${bucket}`))}</th><td class="bar">${svg}</td><td class="num">${open === 0 ? '' : countText(open)}</td><td class="num">${breaks === undefined ? '' : bothSidesHtml(breaks.debit, breaks.credit, currency)}</td><td class="num">${waiting === 0 ? '' : countText(waiting)}</td></tr>`;
    });
    return `<table class="ages"><caption>${escaped(currency)}</caption><thead><tr>${col(words.say('ages-age'))}<td class="bar"></td>${key('broken', words.say('ages-is_break'))}${col(words.say('ages-amount'), 'num')}${key('waiting', words.say('ages-is_timing'))}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `${head}<p class="about">${escaped(words.say('ages-about'))}</p><div class="pair">${tables.join('')}</div></section>`;
}

/** The settlement lag by method: a mark at the median on a bar from the minimum to the 95th percentile. */
export function lagHtml(lag: readonly WarehouseRow[], words: Words): string {
  const known = lag.filter((row) => countOf(row, 'settled_count') > 0);
  if (known.length === 0) return '';
  const longest = Math.max(...known.map((row) => countOf(row, 'most_days')), 1);
  const tables = currenciesOf(known).map((currency) => {
    const rows = known
      .filter((row) => row.currency === currency)
      .map((row) => {
        const at = (field: string) => (countOf(row, field) / longest) * 94 + 3;
        const [least, usual, high, most] = [at('least_days'), at('usual_days'), at('high_days'), at('most_days')];
        const svg = `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="span" x="${least.toFixed(1)}" y="4" width="${Math.max(most - least, 0.5).toFixed(1)}" height="2"/><rect class="usual" x="${(least - 0.8).toFixed(1)}" y="1.5" width="${(high - least + 1.6).toFixed(1)}" height="7"/><rect class="mark" x="${(usual - 0.8).toFixed(1)}" width="1.6" height="10"/></svg>`;
        return `<tr><th scope="row">${plainCode(row.method)}</th><td class="bar">${svg}</td><td class="num">${escaped(words.say('count-days', { days: countOf(row, 'usual_days') }))}</td><td class="num">${escaped(words.say('count-days', { days: countOf(row, 'high_days') }))}</td><td class="num">${countText(countOf(row, 'settled_count'))}</td><td class="num">${countText(countOf(row, 'waiting_count'))}</td></tr>`;
      });
    return `<table class="lag"><caption>${escaped(currency)}</caption><thead><tr>${col(words.say('lag-method'))}<td class="bar"></td>${col(words.say('lag-usual'), 'num')}${col(words.say('lag-high'), 'num')}${col(words.say('lag-settled'), 'num')}${col(words.say('lag-waiting'), 'num')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<section id="lag"><h2>${escaped(words.say('lag-title'))}</h2><p class="about">${escaped(words.say('lag-about'))}</p><div class="pair">${tables.join('')}</div></section>`;
}

/** Fees agreed and charged by method; the row without a method is the total. */
export function feesHtml(fees: readonly WarehouseRow[], words: Words): string {
  if (fees.length === 0) return '';
  const tables = currenciesOf(fees).map((currency) => {
    const rows = fees
      .filter((row) => row.currency === currency)
      .map((row) => {
        const isTotal = row.method === null;
        const isDifferent = countOf(row, 'differing_count') > 0;
        const kind = isTotal ? ' class="total"' : isDifferent ? ' class="open"' : '';
        const cell = (label: string, html: string) => `<td class="num" data-label="${escaped(label)}">${html}</td>`;
        const money = (field: string, label: string) => cell(label, moneyHtml(row[field], currency));
        const title = (name: string) => words.say(`agreed_fees-${name}`);
        return `<tr${kind}><th scope="row">${isTotal ? escaped(words.say('agreed_fees-total')) : plainCode(row.method)}</th>${cell(title('payments'), countText(countOf(row, 'payment_count')))}${money('amount', title('collected'))}${money('agreed_fee', title('agreed'))}${money('charged_fee', title('charged'))}${money('charged_minus_agreed', title('difference'))}${cell(title('differing'), isDifferent ? countText(countOf(row, 'differing_count')) : '')}</tr>`;
      });
    return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(`${words.say('agreed_fees-title')}, ${currency}`)}"><table class="fees stack"><caption>${escaped(currency)}</caption><thead><tr>${col(words.say('agreed_fees-method'))}${col(words.say('agreed_fees-payments'), 'num')}${col(words.say('agreed_fees-collected'), 'num')}${col(words.say('agreed_fees-agreed'), 'num')}${col(words.say('agreed_fees-charged'), 'num')}${col(words.say('agreed_fees-difference'), 'num')}${col(words.say('agreed_fees-differing'), 'num')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  });
  return `<section id="fees"><h2>${escaped(words.say('agreed_fees-title'))}</h2><p class="about">${escaped(words.say('agreed_fees-about'))}</p>${tables.join('')}</section>`;
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

/** A text cut to so many characters. */
export function briefly(text: string, most: number): string {
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
