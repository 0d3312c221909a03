import { writeFile } from 'node:fs/promises';
import type { WarehouseRow } from '../warehouse/border.ts';
import { cleanText, decimalsOf, groupedText, localTime, maskedText } from './cell.ts';
import type { Column, ReportDefinition } from './definition.ts';
import { escaped } from './html.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import type { ReportScope, ReportTable } from './table.ts';
import { contentPolicy, verdictOrder, verdictSentences, verdictWords } from './verdict-words.ts';

export type PageOptions = { scope: ReportScope; isPersonalShown: boolean };

/** A page is for reading: what is beyond this many rows of a table is in the CSV and the workbook, and the page says so. */
const rowsOnPage = 400;
function moneyHtml(row: WarehouseRow, field: string): string {
  const text = groupedText(String(row[field]), row.measure === 'count' ? 0 : decimalsOf(row.currency ?? null));
  return text.startsWith('-') ? `<span class="neg">${text}</span>` : text;
}

function cellHtml(row: WarehouseRow, { field, format, width }: Column, options: PageOptions): string {
  const value = row[field];
  if (value === null || value === undefined) return '<td></td>';
  const text = String(value);
  switch (format) {
    case 'money':
    case 'signed':
      return `<td class="num" data-sort="${escaped(text)}">${moneyHtml(row, field)}</td>`;
    case 'count':
      return `<td class="num" data-sort="${escaped(text)}">${escaped(text)}</td>`;
    case 'date':
      return `<td class="date">${escaped(text)}</td>`;
    case 'instant':
      return `<td class="date">${escaped(localTime(text, options.scope.zone))}</td>`;
    case 'verdict':
      return `<td><span class="chip ${escaped(text)}">${escaped(verdictWords[text] ?? text)}</span></td>`;
    default: {
      const shown = format === 'raw' && !options.isPersonalShown ? maskedText(cleanText(text)) : cleanText(text);
      const kind = [...(width >= 40 && format !== 'code' ? ['wide'] : []), ...(format === 'code' ? ['code'] : [])].join(
        ' ',
      );
      return `<td${kind ? ` class="${kind}"` : ''}>${escaped(field === 'outcome' ? shown.replaceAll('_', ' ') : shown)}</td>`;
    }
  }
}

/** The columns a table shows at once; the others are in the story that its row opens. */
const shownAtOnce = 8;

function rowHtml(row: WarehouseRow, columns: readonly Column[], options: PageOptions): string {
  const cells = columns.slice(0, shownAtOnce).map((column) => cellHtml(row, column, options));
  const rest = columns.slice(shownAtOnce).filter(({ field }) => row[field] !== null && row[field] !== undefined);
  if (rest.length === 0) return `<tr>${cells.join('')}</tr>`;
  const story = rest
    .map((column) => {
      const inner = cellHtml(row, column, options)
        .replace(/^<td[^>]*>/, '')
        .replace(/<\/td>$/, '');
      return `<dt>${escaped(column.title)}</dt><dd>${inner}</dd>`;
    })
    .join('');
  const last = cells.pop() ?? '<td></td>';
  return `<tr>${cells.join('')}${last.replace(/<\/td>$/, `<details><summary>The whole story</summary><dl>${story}</dl></details></td>`)}</tr>`;
}

async function tableHtml(table: ReportTable, options: PageOptions): Promise<string> {
  const { section, count } = table;
  const head = `<h2 id="${section.name}">${escaped(section.title)}${count > 0 ? ` (${count})` : ''}</h2><p class="about">${escaped(section.about)}</p>`;
  if (count === 0) return `<section>${head}<p>There is nothing here.</p></section>`;
  const shown = section.columns.slice(0, shownAtOnce);
  const rows: string[] = [];
  for await (const records of table.rows()) {
    for (const record of records) {
      if (rows.length < rowsOnPage) rows.push(rowHtml(record, section.columns, options));
    }
    if (rows.length >= rowsOnPage) break;
  }
  const rest =
    count > rows.length
      ? `<p>The first ${rows.length} of ${count} rows; all of them are in ${section.name}.csv and in the workbook.</p>`
      : '';
  const id = `table-${section.name}`;
  return `<section>${head}
<div class="filter"><label for="filter-${section.name}">Filter</label><input type="search" id="filter-${section.name}" data-table="${id}"><output></output></div>
<div class="scroll" tabindex="0" role="region" aria-labelledby="${section.name}"><table class="list" id="${id}"><thead><tr>${shown
    .map(({ title }) => `<th scope="col"><button type="button">${escaped(title)}</button></th>`)
    .join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>${rest}</section>`;
}

async function allRows(table: ReportTable | undefined): Promise<WarehouseRow[]> {
  const all: WarehouseRow[] = [];
  if (table !== undefined) for await (const rows of table.rows()) all.push(...rows);
  return all;
}

/** One line of days a currency. */
function calendarHtml(verdicts: readonly WarehouseRow[]): string {
  const currencies = [...new Set(verdicts.map((row) => String(row.currency)))].sort();
  const lines = currencies.map((currency) => {
    const days = verdicts
      .filter((row) => row.currency === currency)
      .map((row) => {
        const verdict = String(row.verdict);
        return `<li class="${escaped(verdict)}">${escaped(String(row.business_date))}<small>${escaped(verdictWords[verdict] ?? verdict)}</small></li>`;
      });
    return `<h3>${escaped(currency)}</h3><ul class="calendar">${days.join('')}</ul>`;
  });
  return `<h2>Day by day</h2>${lines.join('')}`;
}

/** The bridges that leave a remainder, and where there are few of them all: a picture of what ties and what does not. */
function bridgesHtml(lines: readonly WarehouseRow[]): string {
  const groups = new Map<string, WarehouseRow[]>();
  for (const line of lines) {
    if (line.measure !== 'amount') continue;
    const name = `${line.reconciliation_title}: ${line.subject}, ${line.currency}, ${line.business_date}`;
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  const isOpen = (group: readonly WarehouseRow[]) =>
    group.some((line) => String(line.title).startsWith('Unexplained') && !/^-?0\.0*$/.test(String(line.amount)));
  const shown = [...groups].filter(([, group]) => groups.size <= 6 || isOpen(group)).slice(0, 12);
  if (shown.length === 0)
    return groups.size === 0 ? '' : '<h2>Bridges</h2><p>Every control comes out to the last unit.</p>';
  const cards = shown.map(([name, group]) => {
    const rows = group.map((line) => {
      const title = String(line.title);
      const kind = title.startsWith('Unexplained') ? 'residual' : /^(Total|Balance)/.test(title) ? 'total' : '';
      return `<tr class="${kind}"><td>${escaped(title)}</td><td class="num">${moneyHtml(line, 'amount')}</td></tr>`;
    });
    return `<div class="card bridge"><h3>${escaped(name)}</h3><table><tbody>${rows.join('')}</tbody></table></div>`;
  });
  return `<h2>Bridges that need a look</h2><p class="about">From one total to the other; the last line has to be zero.</p><div class="bridges">${cards.join('')}</div>`;
}

function cardsHtml(verdicts: readonly WarehouseRow[]): string {
  const sum = (field: string) => verdicts.reduce((total, row) => total + Number(row[field] ?? 0), 0);
  const cards = [
    ['matched_count', 'items that agree'],
    ['break_count', 'items that do not'],
    ['timing_count', 'not due yet'],
    ['rejected_count', 'rows not understood'],
  ] as const;
  return `<div class="cards">${cards.map(([field, text]) => `<div class="card"><b>${sum(field).toLocaleString('en')}</b><span>${text}</span></div>`).join('')}</div>`;
}

/** Writes the page: one file, nothing from a network, the verdict first. The same content gives the same bytes. */
export async function writePage(
  definition: ReportDefinition,
  tables: readonly ReportTable[],
  path: string,
  options: PageOptions,
): Promise<void> {
  const { scope } = options;
  const named = (name: string) => tables.find(({ section }) => section.name === name);
  const verdicts = await allRows(named('verdicts'));
  const worst = verdictOrder.find((verdict) => verdicts.some((row) => row.verdict === verdict)) ?? 'incomplete';
  const last = new Date(Date.parse(`${scope.to}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const period = scope.from === last ? last : `${scope.from} to ${last}`;
  const policy = contentPolicy(pageStyle, pageScript);
  const sections: string[] = [];
  // what needs a person comes first; the list of verdicts, which the calendar shows already, comes after it
  const isUrgent = ({ section }: ReportTable) => !['verdicts', 'matched', 'sources'].includes(section.name);
  for (const table of [...tables.filter(isUrgent), ...tables.filter((other) => !isUrgent(other))]) {
    if (table.section.name === 'bridges') continue;
    sections.push(await tableHtml(table, options));
  }
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(`${definition.title}: ${scope.company}, ${period}`)}</title><style>${pageStyle}</style></head>
<body><main><h1>${escaped(definition.title)}: ${escaped(scope.company)}</h1><p class="about">Business ${scope.from === last ? 'day' : 'days'} ${escaped(period)}, ${escaped(scope.zone)}</p>
<div class="banner ${worst}"><strong>${verdictWords[worst]}</strong><span>${verdictSentences[worst]}</span></div>
${cardsHtml(verdicts)}
${calendarHtml(verdicts)}
${bridgesHtml(await allRows(named('bridges')))}
${sections.join('\n')}
<footer>Made by tieout from the files listed under Sources; the workbook and the CSV files beside this page hold the same figures.</footer>
</main><script>${pageScript}</script></body></html>
`;
  await writeFile(path, html, { mode: 0o600 });
}
