import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { codeText, type ReconciliationTitles } from '../code-text.ts';
import type { Column, Section } from '../definition.ts';
import { decimalsOf, groupedText, localTime, shownText, withLocalTimes } from '../shown-value.ts';
import { stateOf, verdictOrder } from '../states.ts';
import type { ReportScope, ReportTable } from '../table.ts';
import { stateChip } from './coverage.ts';
import { countText, lastDay, moneyHtml, shortDay } from './figures.ts';
import { escaped } from './html.ts';

type RowOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  words: Words;
  titles: ReconciliationTitles;
};

/** The page is for reading: it says which rows beyond these limits are in the file of the section only. */
const rowsOnPage = 500;
export const bytesOfTable = 1_000_000;
/** The longest text of one field; the file of the section has the full text. */
const textOnPage = 1_500;
/** The number of columns that a table shows; the others are in the details of a row. */
const columnsShown = 7;
/** Tables of evidence, and those that repeat the charts: collapsed until a reader opens them. */
export const collapsedSections = [
  'verdicts',
  'causes',
  'bridges',
  'composition',
  'disputes',
  'fee-totals',
  'trend',
  'match-rates',
  'matched',
  'fees',
  'settlements',
  'payouts',
  'sources',
];

const isCountRow = (row: WarehouseRow) => row.measure === 'count';

function cut(text: string, words: Words): string {
  return text.length > textOnPage ? `${text.slice(0, textOnPage)} ${words.say('table-cut')}` : text;
}

/** A value as plain text for people. */
function valueText(row: WarehouseRow, { field, format }: Column, options: RowOptions): string {
  const value = row[field];
  if (value === null || value === undefined) return '';
  const text = String(value);
  switch (format) {
    case 'money':
    case 'signed':
      return groupedText(text, isCountRow(row) ? 0 : decimalsOf(row.currency, text)).replace('-', '\u2212');
    case 'count':
      return countText(Number(text));
    case 'date':
      return shortDay(text, options.words);
    case 'instant':
      return localTime(text, options.scope.zone);
    case 'facts':
      return cut(withLocalTimes(shownText(text, format, options.isPersonalShown), options.scope.zone), options.words);
    case 'verdict':
      return options.words.say(`verdict-${verdictOrder.find((name) => name === text) ?? 'incomplete'}`);
    case 'state':
      return options.words.find(`state-${stateOf(row)}`) ?? text;
    case 'word':
      return cut(
        shownText(codeText(row, field, options.titles, options.words), format, options.isPersonalShown),
        options.words,
      );
    default: {
      const said = field === 'reason' ? options.words.sentence(text) : text;
      const shown = cut(shownText(said, format, options.isPersonalShown), options.words);
      if (field === 'reason') return shown;
      return options.words.phrase(field === 'method' ? shown.replaceAll('_', ' ') : shown);
    }
  }
}

/** A cell; where the column stands for both sides, that of the right side if the left side has none. */
function cellHtml(row: WarehouseRow, column: Column, isForBoth: boolean, options: RowOptions): string {
  const { field, format, width } = column;
  const value = row[field] ?? (isForBoth ? row[field.replace(/^left_/, 'right_')] : null);
  if (value === null || value === undefined) return '<td></td>';
  const raw = escaped(String(value).slice(0, 40));
  switch (format) {
    case 'money':
    case 'signed':
      return `<td class="num" data-sort="${raw}">${moneyHtml(value, row.currency ?? null, isCountRow(row))}</td>`;
    case 'count':
      return `<td class="num" data-sort="${raw}">${escaped(valueText(row, column, options))}</td>`;
    case 'date':
      return `<td class="date" data-sort="${raw}">${escaped(valueText(row, column, options))}</td>`;
    case 'instant':
      return `<td class="date">${escaped(valueText(row, column, options))}</td>`;
    case 'verdict':
      return `<td><span class="chip ${raw}">${escaped(valueText(row, column, options))}</span></td>`;
    case 'state':
      return `<td>${stateChip(stateOf(row), options.words)}</td>`;
    default: {
      const kind = format === 'code' ? 'code' : width >= 40 ? 'wide' : '';
      return `<td${kind === '' ? '' : ` class="${kind}"`}>${escaped(valueText(row, column, options))}</td>`;
    }
  }
}

const sidePattern = /^(left|right)_(?!minus)/;

/** The columns in the table; the details of a row show both sides next to each other, the table only reference and amount. */
function shownColumns(columns: readonly Column[], { shown }: Section): Column[] {
  if (shown !== undefined) return columns.filter(({ field }) => shown.includes(field));
  return columns
    .filter(({ field }) => !sidePattern.test(field) || /^left_(reference|amount)$/.test(field))
    .slice(0, columnsShown);
}

/** Whether a column of a side stands for both sides, because the table does not show that of the other side. */
function standsForBoth({ field }: Column, shown: readonly Column[]): boolean {
  const [, side = ''] = sidePattern.exec(field) ?? [];
  const other = `${side === 'left' ? 'right' : 'left'}_${field.slice(side.length + 1)}`;
  return side !== '' && !shown.some((column) => column.field === other);
}

/** A column's title; it names no side where the column stands for both. */
function titleOf({ field, title }: Column, isForBoth: boolean, words: Words): string {
  return isForBoth ? (words.find(`table-pairs-${field.replace(sidePattern, '')}`) ?? title) : words.phrase(title);
}

/** The columns of a page: without those that are the same in every row, the company and the day of a report of one day. */
function columnsOf(table: ReportTable, scope: ReportScope): Column[] {
  const isOneDay = scope.from === lastDay(scope) && table.section.day === undefined;
  return table.section.columns.filter(
    ({ field, hidden }) => field !== 'company' && !hidden && !(isOneDay && field === 'business_date'),
  );
}

/** How the script of the page shows a value in the details of a row. */
function detailKind({ field, format }: Column): string {
  if (field.startsWith('left_')) return 'left';
  if (field.startsWith('right_') && field !== 'right_minus_left') return 'right';
  if (format === 'facts') return 'facts';
  return format === 'code' ? 'code' : 'text';
}

type Details = { titles: string[]; kinds: string[]; pairs: string[]; rows: string[][] };

/** JSON for a page, without anything that could end the element around it. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function detailsHtml(name: string, columns: readonly Column[], rows: string[][], words: Words): string {
  if (columns.length === 0 || rows.length === 0) return '';
  const details: Details = {
    titles: columns.map(({ title }) => words.phrase(title)),
    kinds: columns.map(detailKind),
    // the two sides of a pair have the same name after left_ and right_
    pairs: columns.map(({ field }) => field.replace(/^(left|right)_/, '')),
    rows,
  };
  return `<script type="application/json" id="details-${name}">${jsonInHtml(details)}</script>`;
}

/**
 * A table of the page: its columns as HTML, the details of its rows as data for the page's script. It stops at so many
 * bytes.
 */
export async function tableHtml(table: ReportTable, room: number, options: RowOptions): Promise<string> {
  const { section, count } = table;
  const { words } = options;
  const title = words.phrase(section.title);
  const head = `<h2 id="${section.name}">${escaped(title)} <small>${countText(count)}</small></h2><p class="about">${escaped(words.phrase(section.about))}</p>`;
  const columns = columnsOf(table, options.scope);
  const shown = shownColumns(columns, section);
  const isForBoth = shown.map((column) => standsForBoth(column, shown));
  const detailed = columns.filter((column) => !shown.includes(column) || sidePattern.test(column.field));
  const rows: string[] = [];
  const details: string[][] = [];
  let bytes = 0;
  reading: for await (const records of table.rows(rowsOnPage)) {
    for (const record of records) {
      if (rows.length >= rowsOnPage || bytes > room) break reading;
      const html = `<tr>${shown.map((column, at) => cellHtml(record, column, isForBoth[at] === true, options)).join('')}</tr>`;
      const rowDetails = detailed.map((column) => valueText(record, column, options));
      bytes += Buffer.byteLength(html) + Buffer.byteLength(jsonInHtml(rowDetails));
      rows.push(html);
      details.push(rowDetails);
    }
  }
  const rest =
    count > rows.length
      ? `<p class="rest">${escaped(words.say('table-capped', { shown: rows.length, all: count, file: table.file }))}</p>`
      : '';
  const id = `table-${section.name}`;
  const heads = shown.map(
    (column, at) =>
      `<th scope="col"${['money', 'signed', 'count'].includes(column.format) ? ' class="num"' : ''}><button type="button">${escaped(titleOf(column, isForBoth[at] === true, words))}</button></th>`,
  );
  const body = `<div class="filter"><label for="filter-${section.name}">${escaped(words.say('table-filter'))}<span class="unseen"> ${escaped(title)}</span></label><input type="search" id="filter-${section.name}" data-table="${id}"><output for="filter-${section.name}"></output></div>
<div class="scroll" tabindex="0" role="region" aria-labelledby="${section.name}"><table class="list" id="${id}"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>${rest}`;
  const collapsed = `<details class="evidence"><summary>${escaped(words.say('table-unfold', { rows: count }))}</summary>${body}</details>`;
  const isCollapsed = collapsedSections.includes(section.name);
  return `<section>${head}${isCollapsed ? collapsed : body}${detailsHtml(section.name, detailed, details, words)}</section>`;
}

/** On a narrow screen each cell of a table is a line of its own that begins with its column's title. */
export function narrowStyle(table: ReportTable, scope: ReportScope, words: Words): string {
  const quoted = (text: string) => text.replaceAll(/["\\\n<]/g, '');
  const shown = shownColumns(columnsOf(table, scope), table.section);
  return shown
    .map(
      (column, index) =>
        `#table-${table.section.name} td:nth-of-type(${index + 1})::before{content:"${quoted(titleOf(column, standsForBoth(column, shown), words))}"}`,
    )
    .join('');
}
