import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { verdictOrder } from '../verdict-words.ts';
import type { Words } from '../words/words.ts';
import { countOf, shortDay, weekday } from './figures.ts';
import { escaped } from './html.ts';

const marks = { reconciled: '✓', reconciled_with_timing: '◷', breaks: '≠', incomplete: '✕' } as const;

function dayHtml(row: WarehouseRow, isNow: boolean, words: Words): string {
  const day = String(row.business_date);
  const verdict = verdictOrder.find((name) => name === row.verdict) ?? 'incomplete';
  const breaks = countOf(row, 'break_count');
  const label = `${shortDay(day, words)}: ${words.verdict[verdict]}${breaks > 0 ? `, ${words.summary.breaks(breaks)}` : ''}`;
  const date = day.endsWith('-01')
    ? `${Number(day.slice(8))} ${words.shortMonths[Number(day.slice(5, 7)) - 1]}`
    : String(Number(day.slice(8)));
  return `<td class="${verdict}${isNow ? ' now' : ''}" title="${escaped(label)}"><span aria-hidden="true">${escaped(date)}<b>${marks[verdict]}</b></span><span class="unseen">${escaped(label)}</span></td>`;
}

function weeksHtml(rows: readonly WarehouseRow[], words: Words): string {
  const weeks: string[][] = [];
  // the page of one day marks that day
  const inScope = rows.filter((row) => row.is_in_scope === true);
  const isNow = (row: WarehouseRow) => inScope.length === 1 && inScope.includes(row);
  for (const row of rows) {
    const column = weekday(String(row.business_date));
    const week = weeks.at(-1);
    if (week === undefined || week.length >= 7 || column < week.length) {
      weeks.push([...Array.from({ length: column }, () => '<td class="gap"></td>'), dayHtml(row, isNow(row), words)]);
    } else {
      while (week.length < column) week.push('<td class="gap"></td>');
      week.push(dayHtml(row, isNow(row), words));
    }
  }
  for (const week of weeks) while (week.length < 7) week.push('<td class="gap"></td>');
  return weeks.map((week) => `<tr>${week.join('')}</tr>`).join('');
}

/** A calendar of verdicts for each currency: the last thirty days, or every day of a longer period. */
export function calendarHtml(verdicts: readonly WarehouseRow[], words: Words): string {
  const currencies = [...new Set(verdicts.map((row) => String(row.currency)))];
  const tables = currencies.map((currency) => {
    const own = verdicts.filter((row) => row.currency === currency);
    const heads = words.shortWeekdays.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
    return `<table class="calendar"><caption>${escaped(currency)}</caption><thead><tr>${heads}</tr></thead><tbody>${weeksHtml(own, words)}</tbody></table>`;
  });
  const legend = [...verdictOrder]
    .reverse()
    .map((name) => `<li><span class="mark ${name}">${marks[name]}</span> ${escaped(words.verdict[name])}</li>`);
  const isLong = currencies.some((currency) => verdicts.filter((row) => row.currency === currency).length > 31);
  return `<section id="calendar"><h2>${escaped(isLong ? words.calendar.longTitle : words.calendar.title)}</h2><p class="about">${escaped(words.calendar.about)}</p><div class="calendars">${tables.join('')}</div><ul class="legend" aria-label="${escaped(words.calendar.legend)}">${legend.join('')}</ul></section>`;
}
