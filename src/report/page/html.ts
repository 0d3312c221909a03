import { cleanText } from '../shown-value.ts';

/** Text for an HTML page, escaped and without characters that disguise the page. */
export function escaped(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A column of a table: its title, and the HTML of its cells. Without a title it has no heading. */
export type HtmlColumn<Row> = {
  title: string;
  html: (row: Row) => string;
  /** Classes of the heading and the cells, such as `num` for figures. */
  kind?: string;
  /** Further classes of a cell. */
  cellKind?: string;
  /** Its cells are the headings of their rows. */
  isHead?: boolean;
  /** On a narrow screen, where a row is a list, its cells begin with the title. */
  isLabelled?: boolean;
  /** The bars whose amounts the column has, as their colour. */
  key?: string;
  /** A click on the title sorts the rows, by this value or by the text of the cell. */
  sortBy?: (row: Row) => string | undefined;
};

/** A table without its rows. */
export type TableLayout<Row> = {
  kind: string;
  columns: readonly HtmlColumn<Row>[];
  id?: string;
  /** HTML above the table. */
  caption?: string;
  /** A table of one kind of figures needs no headings. */
  isWithoutHeadings?: boolean;
  rowKind?: (row: Row) => string;
  /** The title of the rows that follow, in place of the cells of the row. */
  partTitle?: (row: Row) => string | undefined;
  /** HTML below the cells of a row. */
  below?: (row: Row) => string;
};

export type HtmlTable<Row> = TableLayout<Row> & { rows: readonly Row[] };

const classed = (...kinds: readonly string[]) => {
  const named = kinds.filter((kind) => kind !== '').join(' ');
  return named === '' ? '' : ` class="${named}"`;
};

function headingHtml<Row>({ title, kind = '', key, sortBy }: HtmlColumn<Row>): string {
  if (title === '') return `<td${classed(kind)}></td>`;
  const mark = key === undefined ? '' : `<i class="key ${key}" aria-hidden="true"></i>`;
  const text = sortBy === undefined ? escaped(title) : `<button type="button">${escaped(title)}</button>`;
  return `<th scope="col"${classed(kind)}>${mark}${text}</th>`;
}

function cellHtml<Row>(column: HtmlColumn<Row>, row: Row): string {
  const { kind = '', cellKind = '', title, isHead, isLabelled, sortBy, html } = column;
  const classes = classed(kind, cellKind);
  if (isHead) return `<th scope="row"${classes}>${html(row)}</th>`;
  const label = isLabelled ? ` data-label="${escaped(title)}"` : '';
  const sorted = sortBy?.(row);
  return `<td${classes}${label}${sorted === undefined ? '' : ` data-sort="${escaped(sorted)}"`}>${html(row)}</td>`;
}

/** A row of a table as HTML. */
export function rowHtml<Row>({ columns, rowKind, partTitle, below }: TableLayout<Row>, row: Row): string {
  const begin = `<tr${classed(rowKind?.(row) ?? '')}>`;
  const part = partTitle?.(row);
  if (part !== undefined) return `${begin}<th scope="rowgroup" colspan="${columns.length}">${escaped(part)}</th></tr>`;
  const cells = columns.map((column) => cellHtml(column, row)).join('');
  const under = below?.(row);
  const second =
    under === undefined ? '' : `<tr class="to-do"><td></td><td colspan="${columns.length - 1}">${under}</td></tr>`;
  return `${begin}${cells}</tr>${second}`;
}

/** A table whose rows are HTML already. */
export function tableOfRows<Row>(layout: TableLayout<Row>, rows: readonly string[]): string {
  const { kind, columns, id, caption, isWithoutHeadings } = layout;
  const named = id === undefined ? '' : ` id="${id}"`;
  const titled = caption === undefined ? '' : `<caption>${caption}</caption>`;
  const head = isWithoutHeadings ? '' : `<thead><tr>${columns.map(headingHtml).join('')}</tr></thead>`;
  return `<table${classed(kind)}${named}>${titled}${head}<tbody>${rows.join('\n')}</tbody></table>`;
}

export const tableHtml = <Row>(table: HtmlTable<Row>): string =>
  tableOfRows(
    table,
    table.rows.map((row) => rowHtml(table, row)),
  );

/** A part of a page that scrolls sideways on a narrow screen. */
export const scrolling = (label: string, html: string): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${html}</div>`;

/** A chart or table with its title and what it is about. */
export const sectionHtml = (id: string, title: string, about: string, html: string): string =>
  `<section id="${id}"><h2>${escaped(title)}</h2>${aboutHtml(about)}${html}</section>`;

/** A text about what follows or precedes; nothing without a text. */
export const aboutHtml = (text: string): string => (text === '' ? '' : `<p class="about">${escaped(text)}</p>`);

/** A bar of a chart: from where to where, in hundredths of its width; by default over the whole height. */
export type Bar = { from: number; to: number; kind?: string; top?: number; height?: number };

/** Bars in the cell of a table, for the eye only: the figures are beside them. */
function barsHtml(bars: readonly Bar[]): string {
  const drawn = bars.map(({ from, to, kind = '', top = 0, height = 10 }) => {
    const place = `${from === 0 ? '' : ` x="${from.toFixed(2)}"`}${top === 0 ? '' : ` y="${top}"`}`;
    return `<rect${classed(kind)}${place} width="${(to - from).toFixed(2)}" height="${height}"/>`;
  });
  return `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${drawn.join('')}</svg>`;
}

/** The verdict of a page and what it means. */
export const bannerHtml = (tone: string, head: string, text: string): string =>
  `<div class="banner ${tone}"><strong>${escaped(head)}</strong><span>${escaped(text)}</span></div>`;

/** A coloured word. */
export const chipHtml = (tone: string, text: string): string =>
  `<span class="chip ${escaped(tone)}">${escaped(text)}</span>`;

type Html<Row> = (row: Row) => string;

/** A column of the headings of the rows. */
export const rowHead = <Row>(title: string, html: Html<Row>): HtmlColumn<Row> => ({ title, html, isHead: true });
export const texts = <Row>(title: string, html: Html<Row>, cellKind = ''): HtmlColumn<Row> => ({
  title,
  html,
  cellKind,
});
export const figures = <Row>(title: string, html: Html<Row>): HtmlColumn<Row> => ({
  ...{ title, html, kind: 'num' },
  isLabelled: true,
});
export const bars = <Row>(barsOf: (row: Row) => readonly Bar[]): HtmlColumn<Row> => ({
  ...{ title: '', kind: 'bar' },
  html: (row) => barsHtml(barsOf(row)),
});
/** The column with its title before each cell where a narrow screen shows a row as a list. */
export const labelled = <Row>(column: HtmlColumn<Row>): HtmlColumn<Row> => ({ ...column, isLabelled: true });
