import type { Words } from '../../messages/words.ts';
import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import { codeText, type ReconciliationTitles } from '../code-text.ts';
import { type Column, figureFormats, type Section } from '../definition.ts';
import { decimalsOf, groupedText, localTime, percentText, shownText, withLocalTimes } from '../shown-value.ts';
import { stateOf, verdictOrder } from '../states.ts';
import type { ReportScope, ReportTable } from '../table.ts';
import { stateChip } from './coverage.ts';
import { jsonInHtml } from './document.ts';
import { countText, daysIn, moneyHtml, shortDay } from './figures.ts';
import { aboutHtml, chipHtml, escaped, type HtmlColumn, rowHtml, tableOfRows } from './html.ts';

type RowOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  words: Words;
  titles: ReconciliationTitles;
};

/** The page is for reading: it says which rows beyond these limits are in the file of the section only. */
const rowsOnPage = 500;
const bytesOfTable = 1_000_000;
/** The greatest size of the tables of a page, which is mailed and opened on phones. */
const bytesOfPage = 4_000_000;
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
    case 'percent':
      return percentText(text).replace('-', '\u2212');
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
      // codes and unprocessed texts are as received, also where one happens to be a text of ours
      if (field === 'reason' || format !== 'text') return shown;
      return options.words.phrase(field === 'method' ? shown.replaceAll('_', ' ') : shown);
    }
  }
}

/** The HTML of a value in a cell. */
function valueHtml(row: WarehouseRow, column: Column, options: RowOptions): string {
  const value = row[column.field];
  if (value === null || value === undefined) return '';
  const text = valueText(row, column, options);
  switch (column.format) {
    case 'money':
    case 'signed':
      return moneyHtml(value, row.currency, isCountRow(row));
    case 'verdict':
      return chipHtml(String(value), text);
    case 'state':
      return stateChip(stateOf(row), options.words);
    default:
      return escaped(text);
  }
}

/** The value of a cell by which its column is sorted, if not by its text. */
function sortValue({ format }: Column, value: WarehouseValue | undefined): string | undefined {
  const isSorted = figureFormats.includes(format) || format === 'date';
  return isSorted && value !== null && value !== undefined ? String(value).slice(0, 40) : undefined;
}

function kindOf({ format, width }: Column): { kind?: string; cellKind?: string } {
  if (figureFormats.includes(format)) return { kind: 'num' };
  if (format === 'date' || format === 'instant') return { cellKind: 'date' };
  if (format === 'verdict' || format === 'state') return {};
  return format === 'code' ? { cellKind: 'code' } : width >= 40 ? { cellKind: 'wide' } : {};
}

/** A column in the table; where it stands for both sides, with the value of the right side if the left side has none. */
function htmlColumn(column: Column, isForBoth: boolean, options: RowOptions): HtmlColumn<WarehouseRow> {
  const right = { ...column, field: column.field.replace(/^left_/, 'right_') };
  const ofRow = (row: WarehouseRow) => (isForBoth && (row[column.field] ?? null) === null ? right : column);
  return {
    ...kindOf(column),
    title: titleOf(column, isForBoth, options.words),
    html: (row) => valueHtml(row, ofRow(row), options),
    sortBy: (row) => sortValue(column, row[ofRow(row).field]),
  };
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
  const isOneDay = daysIn(scope) === 1 && table.section.day === undefined;
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

/** A field that filters the rows of a table. */
function filterHtml(name: string, title: string, words: Words): string {
  const label = `${escaped(words.say('table-filter'))}<span class="unseen"> ${escaped(title)}</span>`;
  const input = `<input type="search" id="filter-${name}" data-table="table-${name}">`;
  return `<div class="filter"><label for="filter-${name}">${label}</label>${input}<output for="filter-${name}"></output></div>`;
}

/** A table of the page, with the details of its rows as data for the page's script. It stops at so many bytes. */
async function sectionOfRows(table: ReportTable, room: number, options: RowOptions): Promise<string> {
  const { section, count } = table;
  const { name } = section;
  const { words } = options;
  const columns = columnsOf(table, options.scope);
  const shown = shownColumns(columns, section);
  const detailed = columns.filter((column) => !shown.includes(column) || sidePattern.test(column.field));
  const layout = {
    kind: 'list',
    id: `table-${name}`,
    columns: shown.map((column) => htmlColumn(column, standsForBoth(column, shown), options)),
  };
  const rows: string[] = [];
  const details: string[][] = [];
  let bytes = 0;
  reading: for await (const records of table.rows(rowsOnPage)) {
    for (const record of records) {
      if (rows.length >= rowsOnPage || bytes > room) break reading;
      const html = rowHtml(layout, record);
      const rowDetails = detailed.map((column) => valueText(record, column, options));
      bytes += Buffer.byteLength(html) + Buffer.byteLength(jsonInHtml(rowDetails));
      rows.push(html);
      details.push(rowDetails);
    }
  }
  const capped = words.say('table-capped', { shown: rows.length, all: count, file: table.file });
  const rest = count > rows.length ? `<p class="rest">${escaped(capped)}</p>` : '';
  const title = words.phrase(section.title);
  const head = `<h2 id="${name}">${escaped(title)} <small>${countText(count)}</small></h2>${aboutHtml(words.phrase(section.about))}`;
  const body = `${filterHtml(name, title, words)}
<div class="scroll" tabindex="0" role="region" aria-labelledby="${name}">${tableOfRows(layout, rows)}</div>${rest}`;
  const collapsed = `<details class="evidence"><summary>${escaped(words.say('table-unfold', { rows: count }))}</summary>${body}</details>`;
  const isCollapsed = collapsedSections.includes(name);
  return `<section>${head}${isCollapsed ? collapsed : body}${detailsHtml(name, detailed, details, words)}</section>`;
}

/** The tables of a page. Together they have at most four million bytes; each says which of its rows are in its file only. */
export async function sectionsHtml(tables: readonly ReportTable[], options: RowOptions): Promise<string> {
  const sections: string[] = [];
  let room = bytesOfPage;
  for (const table of tables) {
    const html = await sectionOfRows(table, Math.min(bytesOfTable, room), options);
    room = Math.max(room - Buffer.byteLength(html), 0);
    sections.push(html);
  }
  return sections.join('\n');
}

/** On a narrow screen each cell of a table is a line of its own that begins with its column's title. */
export function narrowStyle(tables: readonly ReportTable[], scope: ReportScope, words: Words): string {
  const quoted = (text: string) => text.replaceAll(/["\\\n<]/g, '');
  const rules = tables.flatMap((table) => {
    const shown = shownColumns(columnsOf(table, scope), table.section);
    return shown.map((column, index) => {
      const title = quoted(titleOf(column, standsForBoth(column, shown), words));
      return `#table-${table.section.name} td:nth-of-type(${index + 1})::before{content:"${title}"}`;
    });
  });
  return `@media screen and (max-width:760px){${rules.join('')}}`;
}
