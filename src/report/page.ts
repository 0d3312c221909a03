import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ReportDefinition } from './definition.ts';
import { calendarHtml } from './page/calendar.ts';
import { controlsHtml } from './page/controls.ts';
import type { PageFacts } from './page/facts.ts';
import { countText, longDay, periodText, shortDay } from './page/figures.ts';
import { findingsHtml } from './page/findings.ts';
import { flowHtml } from './page/flow.ts';
import { escaped } from './page/html.ts';
import { agesHtml, feesHtml, lagHtml } from './page/measures.ts';
import { bytesOfTable, foldedSections, narrowStyle, tableHtml } from './page/rows.ts';
import { pageScript } from './page/script.ts';
import { pageStyle } from './page/style.ts';
import { summaryHtml } from './page/summary.ts';
import type { ReportScope, ReportTable } from './table.ts';
import { contentPolicy } from './verdict-words.ts';
import { phraseIn, type Words } from './words/words.ts';

export type PageOptions = { scope: ReportScope; isPersonalShown: boolean; words: Words };

/** So much of a page is tables at most: it goes by mail, and opens on a phone. */
const bytesOfTables = 4_000_000;

type Picture = ReportDefinition['pictures'][number];

function pictureHtml(picture: Picture, facts: PageFacts, { scope, words }: PageOptions): string {
  switch (picture) {
    case 'flow':
      return flowHtml(facts.flow, words);
    case 'controls':
      return controlsHtml(facts, scope, words);
    case 'ages':
      return agesHtml(facts.ages, words);
    case 'calendar':
      return calendarHtml(facts.verdicts, words);
    case 'lag':
      return lagHtml(facts.lag, words);
    case 'fees':
      return feesHtml(facts.fees, words);
    default:
      return picture satisfies never;
  }
}

/** What the script of the page says, in the language of the page. */
function scriptWords(words: Words): string {
  const { table } = words;
  const said = { shown: table.shown, story: table.story, ask: table.ask, pairs: table.pairs };
  return JSON.stringify(said).replaceAll('<', '\\u003c');
}

function daysIn({ from, to }: ReportScope): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function mastheadHtml(
  definition: ReportDefinition,
  { knownOn }: PageFacts,
  title: string,
  { scope, words }: PageOptions,
): string {
  const { masthead } = words;
  const days = daysIn(scope);
  const about = days === 1 ? masthead.day(scope.zone) : masthead.days(days, scope.zone);
  const known = knownOn === undefined ? '' : `, ${masthead.known(shortDay(knownOn, words))}`;
  return `<header><p class="kind">${escaped(phraseIn(words, definition.title))}</p><h1>${escaped(scope.company)}</h1><p class="period"><b>${escaped(days === 1 ? longDay(scope.from, words) : periodText(scope, words))}</b> <span>${escaped(about + known)}</span></p>
<nav aria-label="${escaped(masthead.files)}"><a href="${escaped(encodeURIComponent(title))}.xlsx">${escaped(masthead.workbook)}</a><a href="verdicts.json">${escaped(masthead.verdictsFile)}</a><a href="../../index.html">${escaped(masthead.allReports)}</a></nav></header>`;
}

/** Where things stand on the page: its pictures, and its tables with their rows. */
function contentsHtml(parts: readonly { id: string; title: string; count?: number }[], words: Words): string {
  const links = parts.map(
    ({ id, title, count }) =>
      `<span><a href="#${id}">${escaped(title)}</a>${count === undefined ? '' : ` <small>${countText(count)}</small>`}</span>`,
  );
  return `<nav class="contents" aria-label="${escaped(words.masthead.contents)}">${links.join('')}</nav>`;
}

/**
 * Writes the page: one file, nothing from a network, the verdict first, then what is wrong and what to do, then the
 * pictures, then the tables. The same content gives the same bytes.
 */
export async function writePage(
  definition: ReportDefinition,
  tables: readonly ReportTable[],
  facts: PageFacts,
  path: string,
  options: PageOptions,
): Promise<void> {
  const { scope, words } = options;
  const { reconciliations } = facts;
  // what needs a person comes first; what says the same as the pictures above, after it
  const isUrgent = ({ section }: ReportTable) => !foldedSections.includes(section.name);
  const ordered = [...tables.filter(isUrgent), ...tables.filter((other) => !isUrgent(other))];
  const carried = tables.find(({ section }) => section.name === 'carried')?.count ?? 0;
  const filled = ordered.filter(({ count }) => count > 0);
  const empty = ordered.filter(({ count }) => count === 0).map(({ section }) => phraseIn(words, section.title));
  const sections: string[] = [];
  let room = bytesOfTables;
  for (const table of filled) {
    const html = await tableHtml(table, Math.min(bytesOfTable, room), { ...options, reconciliations });
    room = Math.max(room - Buffer.byteLength(html), 0);
    sections.push(html);
  }
  const pictures = definition.pictures
    .map((picture) => ({ id: picture, title: words[picture].title, html: pictureHtml(picture, facts, options) }))
    .filter(({ html }) => html !== '');
  const contents = [
    { id: 'findings', title: words.findings.title },
    ...pictures,
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
${mastheadHtml(definition, facts, basename(path, '.html'), options)}
${summaryHtml(facts, words)}
${contentsHtml(contents, words)}
${findingsHtml(facts, carried, options)}
${pictures.map(({ html: drawn }) => drawn).join('\n')}
<noscript><p class="about">${escaped(words.table.noScript)}</p></noscript>
${sections.join('\n')}
${empty.length === 0 ? '' : `<p class="empty">${escaped(words.table.empty(empty.join(', ')))}</p>`}
<footer>${escaped(words.footer)}</footer>
</main><script type="application/json" id="words">${scriptWords(words)}</script><script>${pageScript}</script></body></html>
`;
  await writeFile(path, html, { mode: 0o600 });
}
