import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { titlesOf } from './code-text.ts';
import type { ReportDefinition } from './definition.ts';
import { calendarHtml } from './page/calendar.ts';
import { controlsHtml } from './page/controls.ts';
import { coverageHtml } from './page/coverage.ts';
import { countText, longDay, periodText, shortDay } from './page/figures.ts';
import { findingsHtml } from './page/findings.ts';
import { flowHtml } from './page/flow.ts';
import { escaped } from './page/html.ts';
import { agesHtml, feesHtml, lagHtml } from './page/measures.ts';
import type { PageData } from './page/page-data.ts';
import { registerHtml } from './page/register.ts';
import { bytesOfTable, collapsedSections, narrowStyle, tableHtml } from './page/rows.ts';
import { pageScript } from './page/script.ts';
import { pageStyle } from './page/style.ts';
import { summaryHtml } from './page/summary.ts';
import type { ReportScope, ReportTable } from './table.ts';
import { contentPolicy } from './verdict-words.ts';
import { phraseIn, type Words } from './words/words.ts';

export type PageOptions = { scope: ReportScope; isPersonalShown: boolean; words: Words };

/** The most that the tables of a page take: it is mailed, and opened on phones. */
const bytesOfTables = 4_000_000;

type Chart = ReportDefinition['charts'][number];

/** The views that a chart shows whole, so that the page needs no table of them. */
const viewsOfCharts: Partial<Record<Chart, string>> = {
  register: 'mart.control',
  coverage: 'mart.input_day',
};

function chartHtml(chart: Chart, data: PageData, options: PageOptions & { sections: ReadonlySet<string> }): string {
  const { scope, words } = options;
  switch (chart) {
    case 'register':
      return registerHtml(data, scope, options);
    case 'coverage':
      return coverageHtml(data, words);
    case 'flow':
      return flowHtml(data.flow, words);
    case 'controls':
      return controlsHtml(data, scope, words);
    case 'ages':
      return agesHtml(data.ages, words);
    case 'calendar':
      return calendarHtml(data.verdicts, words);
    case 'lag':
      return lagHtml(data.lag, words);
    case 'fees':
      return feesHtml(data.fees, words);
    default:
      return chart satisfies never;
  }
}

/** The texts of the page's script, in the language of the page. */
function scriptWords(words: Words): string {
  const { table } = words;
  const { shown, details, history, pairs } = table;
  return JSON.stringify({ shown, details, history, pairs }).replaceAll('<', '\\u003c');
}

function daysIn({ from, to }: ReportScope): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function mastheadHtml(
  definition: ReportDefinition,
  { knownOn, isTest }: PageData,
  title: string,
  { scope, words }: PageOptions,
): string {
  const { masthead } = words;
  const days = daysIn(scope);
  const about = days === 1 ? masthead.day(scope.zone) : masthead.days(days, scope.zone);
  const known = knownOn === undefined ? '' : `, ${masthead.known(shortDay(knownOn, words))}`;
  const mode = isTest ? `<p class="banner test-mode"><strong>${escaped(masthead.testMode)}</strong></p>\n` : '';
  return `${mode}<header><p class="kind">${escaped(phraseIn(words, definition.title))}</p><h1>${escaped(scope.company)}</h1><p class="period"><b>${escaped(days === 1 ? longDay(scope.from, words) : periodText(scope, words))}</b> <span>${escaped(about + known)}</span></p>
<nav aria-label="${escaped(masthead.files)}"><a href="${escaped(encodeURIComponent(title))}.xlsx">${escaped(masthead.workbook)}</a><a href="verdicts.json">${escaped(masthead.verdictsFile)}</a><a href="../../index.html">${escaped(masthead.allReports)}</a></nav></header>`;
}

/** Links to the charts and tables of the page. */
function contentsHtml(parts: readonly { id: string; title: string; count?: number }[], words: Words): string {
  const links = parts.map(
    ({ id, title, count }) =>
      `<span><a href="#${id}">${escaped(title)}</a>${count === undefined ? '' : ` <small>${countText(count)}</small>`}</span>`,
  );
  return `<nav class="contents" aria-label="${escaped(words.masthead.contents)}">${links.join('')}</nav>`;
}

/**
 * Writes the page: one file that needs no network, with the verdict, the findings, the charts and the tables. The same
 * content gives the same bytes.
 */
export async function writePage(
  definition: ReportDefinition,
  tables: readonly ReportTable[],
  data: PageData,
  path: string,
  options: PageOptions,
): Promise<void> {
  const { scope, words } = options;
  const titles = titlesOf(data.reconciliations);
  // items that need a person come before tables that repeat the charts
  const isUrgent = ({ section }: ReportTable) => !collapsedSections.includes(section.name);
  const drawn = definition.charts.flatMap((chart) => viewsOfCharts[chart] ?? []);
  const listed = tables.filter(({ section }) => !drawn.includes(section.view) && section.view !== 'mart.waived');
  const ordered = [...listed.filter(isUrgent), ...listed.filter((other) => !isUrgent(other))];
  const carried = tables.find(({ section }) => section.name === 'carried')?.count ?? 0;
  const filled = ordered.filter(({ count }) => count > 0);
  const empty = ordered.filter(({ count }) => count === 0).map(({ section }) => phraseIn(words, section.title));
  const sections: string[] = [];
  let room = bytesOfTables;
  for (const table of filled) {
    const html = await tableHtml(table, Math.min(bytesOfTable, room), { ...options, titles });
    room = Math.max(room - Buffer.byteLength(html), 0);
    sections.push(html);
  }
  const named = new Set(filled.map(({ section }) => section.name));
  const linked = new Set([...named, ...definition.charts]);
  const charts = definition.charts
    .map((chart) => ({
      id: chart,
      title: words[chart].title,
      html: chartHtml(chart, data, { ...options, sections: linked }),
    }))
    .filter(({ html }) => html !== '');
  const contents = [
    { id: 'findings', title: words.findings.title },
    ...charts,
    ...filled.map(({ section, count }) => ({ id: section.name, title: phraseIn(words, section.title), count })),
  ];
  const narrow = filled.map((table) => narrowStyle(table, scope, words)).join('');
  const style = `${pageStyle}@media (max-width:760px){${narrow}}`;
  const title = `${phraseIn(words, definition.title)}: ${scope.company}, ${periodText(scope, words)}`;
  const html = `<!doctype html>
<html lang="${words.code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, pageScript)}">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><a class="skip" href="#findings">${escaped(words.masthead.skip)}</a><main>
${mastheadHtml(definition, data, basename(path, '.html'), options)}
${summaryHtml(data, words)}
${contentsHtml(contents, words)}
${findingsHtml(data, carried, { ...options, sections: named })}
${charts.map(({ html }) => html).join('\n')}
<noscript><p class="about">${escaped(words.table.noScript)}</p></noscript>
${sections.join('\n')}
${empty.length === 0 ? '' : `<p class="empty">${escaped(words.table.empty(empty.join(', ')))}</p>`}
<footer>${escaped(words.footer)}</footer>
</main><script type="application/json" id="words">${scriptWords(words)}</script><script>${pageScript}</script></body></html>
`;
  await writeFile(path, html, { mode: 0o600 });
}
