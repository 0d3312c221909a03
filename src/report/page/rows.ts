import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText, localTime, shownText } from '../cell.ts';
import type { Column, Section } from '../definition.ts';
import type { ReportScope, ReportTable } from '../table.ts';
import { verdictOrder } from '../verdict-words.ts';
import { phraseIn, sentenceIn, type Words } from '../words/words.ts';
import { countText, lastDay, moneyHtml, shortDay, withGroupedAmounts } from './figures.ts';
import { escaped } from './html.ts';

export type RowOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  words: Words;
  /** The title of each reconciliation and of its sides. */
  reconciliations: readonly WarehouseRow[];
};

/** A page is for reading: what is beyond this many rows or bytes of a table is in the CSV and the workbook, and the page says so. */
const rowsOnPage = 500;
export const bytesOfTable = 1_000_000;
/** A text of one field is cut here; a cell of the CSV holds it whole. */
const textOnPage = 1_500;
/** The columns a table shows at once; the others are in the story that its row opens. */
const shownAtOnce = 7;
/** What says the same as the pictures, or agrees: folded away until somebody wants to see it. */
export const foldedSections = ['verdicts', 'bridges', 'matched', 'fees', 'settlements', 'payouts', 'sources'];

const isCountRow = (row: WarehouseRow) => row.measure === 'count';

function cut(text: string, words: Words): string {
  return text.length > textOnPage ? `${text.slice(0, textOnPage)} ${words.table.cut}` : text;
}

/** What the database writes into JSON as an instant, as wall-clock time in the company's zone. */
function withLocalTimes(json: string, zone: string): string {
  return json.replaceAll(
    /"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?\+00"/g,
    (_whole, day: string, time: string) => `"${localTime(`${day}T${time}Z`, zone)}"`,
  );
}

/** A reconciliation by its title; and what is missing on one of its sides, by that side's title. */
function namedByReconciliation(row: WarehouseRow, field: string, options: RowOptions): string | undefined {
  const { words, reconciliations } = options;
  const own = reconciliations.find(({ reconciliation }) => reconciliation === row.reconciliation);
  if (field === 'reconciliation' && typeof own?.title === 'string') return phraseIn(words, own.title);
  const side = field === 'outcome' ? /^missing_(left|right)$/.exec(String(row.outcome))?.[1] : undefined;
  const title = side === undefined ? undefined : own?.[`${side}_title`];
  return typeof title === 'string' ? words.table.missing(phraseIn(words, title)) : undefined;
}

/** A value as people read it, as plain text. */
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
      return options.words.verdict[verdictOrder.find((name) => name === text) ?? 'incomplete'];
    default: {
      const named = namedByReconciliation(row, field, options);
      if (named !== undefined) return named;
      const shown = cut(shownText(text, format, options.isPersonalShown), options.words);
      const isWord = format === 'word' || ['match_pass', 'kind', 'method'].includes(field);
      if (field === 'reason') return withGroupedAmounts(sentenceIn(options.words, shown));
      return phraseIn(options.words, isWord ? shown.replaceAll('_', ' ') : shown);
    }
  }
}

function cellHtml(row: WarehouseRow, column: Column, options: RowOptions): string {
  const { field, format, width } = column;
  const value = row[field] ?? row[field.replace(/^left_/, 'right_')];
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
    default: {
      const kind = format === 'code' ? 'code' : width >= 40 ? 'wide' : '';
      return `<td${kind === '' ? '' : ` class="${kind}"`}>${escaped(valueText(row, column, options))}</td>`;
    }
  }
}

const sidePattern = /^(left|right)_(?!minus)/;

/** What a row shows at once: of the two sides, which the story tells one beside the other, the reference and the amount. */
function shownColumns(columns: readonly Column[], { shown }: Section): Column[] {
  if (shown !== undefined) return columns.filter(({ field }) => shown.includes(field));
  return columns
    .filter(({ field }) => !sidePattern.test(field) || /^left_(reference|amount)$/.test(field))
    .slice(0, shownAtOnce);
}

/** A column's title; that of one side's amount or reference without the side, for it stands for both. */
function titleOf({ field, title }: Column, words: Words): string {
  return sidePattern.test(field)
    ? (words.table.pairs[field.replace(sidePattern, '')] ?? title)
    : phraseIn(words, title);
}

/** What a page leaves out, for it says the same in every row: the company, and the day where there is but one. */
function columnsOf(table: ReportTable, scope: ReportScope): Column[] {
  const isOneDay = scope.from === lastDay(scope) && table.section.day === undefined;
  return table.section.columns.filter(
    ({ field, hidden }) => field !== 'company' && !hidden && !(isOneDay && field === 'business_date'),
  );
}

/** How the script of the page shows a value of a story. */
function storyKind({ field, format }: Column): string {
  if (field.startsWith('left_')) return 'left';
  if (field.startsWith('right_') && field !== 'right_minus_left') return 'right';
  if (format === 'facts') return 'facts';
  return format === 'code' ? 'code' : 'text';
}

type Story = { titles: string[]; kinds: string[]; pairs: string[]; rows: string[][] };

/** JSON that may stand in a page: nothing in it can end the element that holds it. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function storyHtml(name: string, columns: readonly Column[], rows: string[][], words: Words): string {
  if (columns.length === 0 || rows.length === 0) return '';
  const story: Story = {
    titles: columns.map(({ title }) => phraseIn(words, title)),
    kinds: columns.map(storyKind),
    // the two sides of one thing have the same name behind left_ and right_
    pairs: columns.map(({ field }) => field.replace(/^(left|right)_/, '')),
    rows,
  };
  return `<script type="application/json" id="story-${name}">${jsonInHtml(story)}</script>`;
}

/**
 * One table of the page, which has rows: what it shows at once as HTML, the story of each row as data for the page's script;
 * no more rows than have room in so many bytes.
 */
export async function tableHtml(table: ReportTable, room: number, options: RowOptions): Promise<string> {
  const { section, count } = table;
  const { words } = options;
  const title = phraseIn(words, section.title);
  const head = `<h2 id="${section.name}">${escaped(title)} <small>${countText(count)}</small></h2><p class="about">${escaped(phraseIn(words, section.about))}</p>`;
  const columns = columnsOf(table, options.scope);
  const shown = shownColumns(columns, section);
  const storied = columns.filter((column) => !shown.includes(column) || sidePattern.test(column.field));
  const rows: string[] = [];
  const stories: string[][] = [];
  let bytes = 0;
  reading: for await (const records of table.rows()) {
    for (const record of records) {
      if (rows.length >= rowsOnPage || bytes > room) break reading;
      const html = `<tr>${shown.map((column) => cellHtml(record, column, options)).join('')}</tr>`;
      const story = storied.map((column) => valueText(record, column, options));
      bytes += Buffer.byteLength(html) + Buffer.byteLength(jsonInHtml(story));
      rows.push(html);
      stories.push(story);
    }
  }
  const rest =
    count > rows.length
      ? `<p class="rest">${escaped(words.table.capped(rows.length, count, `${section.name}.csv`))}</p>`
      : '';
  const id = `table-${section.name}`;
  const heads = shown.map(
    (column) =>
      `<th scope="col"${['money', 'signed', 'count'].includes(column.format) ? ' class="num"' : ''}><button type="button">${escaped(titleOf(column, words))}</button></th>`,
  );
  const body = `<div class="filter"><label for="filter-${section.name}">${escaped(words.table.filter)}<span class="unseen"> ${escaped(title)}</span></label><input type="search" id="filter-${section.name}" data-table="${id}"><output for="filter-${section.name}"></output></div>
<div class="scroll" tabindex="0" role="region" aria-labelledby="${section.name}"><table class="list" id="${id}"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>${rest}`;
  const folded = `<details class="evidence"><summary>${escaped(words.table.unfold(count))}</summary>${body}</details>`;
  const isFolded = foldedSections.includes(section.name);
  return `<section>${head}${isFolded ? folded : body}${storyHtml(section.name, storied, stories, words)}</section>`;
}

/** Below the narrow width each cell of a table stands on a line of its own, with its column's title before it. */
export function narrowStyle(table: ReportTable, scope: ReportScope, words: Words): string {
  const quoted = (text: string) => text.replaceAll(/["\\\n<]/g, '');
  return shownColumns(columnsOf(table, scope), table.section)
    .map(
      (column, index) =>
        `#table-${table.section.name} td:nth-of-type(${index + 1})::before{content:"${quoted(titleOf(column, words))}"}`,
    )
    .join('');
}
