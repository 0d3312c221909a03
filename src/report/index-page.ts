import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '../disk/files.ts';
import { groupedBy } from '../domain/grouped-by.ts';
import type { Words } from '../messages/words.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { positionsHtml } from './index-positions.ts';
import { addressOf, type KeptReport, keptReports } from './kept-reports.ts';
import { defaultReport } from './load-definition.ts';
import { documentHtml } from './page/document.ts';
import { countText, daysIn, periodText, shortDay } from './page/figures.ts';
import { chipHtml, escaped, figures, labelled, scrolling, tableHtml, texts } from './page/html.ts';
import { worstVerdict } from './states.ts';
import { judgedAgain, replaceText } from './superseded.ts';

function nameHtml(kept: KeptReport, words: Words): string {
  const { company, report, title, is_test: isTest, superseded, judgedOn } = kept;
  const chips = [
    ...(isTest ? [chipHtml('breaks', words.say('masthead-test_mode'))] : []),
    ...(superseded === undefined ? [] : [chipHtml('aside', words.say('index-superseded'))]),
    ...(judgedOn === undefined
      ? []
      : [chipHtml('aside', words.say('index-judged_again', { day: shortDay(judgedOn, words) }))]),
  ];
  const name = report === defaultReport ? company : `${company}, ${words.phrase(title)}`;
  return [escaped(name), ...chips].join(' ');
}

function byCurrencyHtml({ verdicts }: KeptReport, words: Words): string {
  const byCurrency = groupedBy(verdicts, ({ currency }) => currency);
  const lines = [...byCurrency]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => `${escaped(currency)} ${escaped(words.say(`verdict-${worstVerdict(own)}`))}`);
  return `<span>${lines.join('<br>')}</span>`;
}

function listHtml(title: string, reports: readonly KeptReport[], words: Words): string {
  if (reports.length === 0) return '';
  const count = (head: string, field: 'break_count' | 'rejected_count') =>
    figures(head, ({ verdicts }: KeptReport) => countText(verdicts.reduce((total, row) => total + row[field], 0)));
  const link = (kept: KeptReport, ending: string, text: string) =>
    `<a href="${addressOf(kept, ending)}">${escaped(text)}</a>`;
  const worst = ({ verdicts }: KeptReport) => worstVerdict(verdicts);
  const table = tableHtml<KeptReport>({
    kind: 'controls stack',
    columns: [
      texts(words.say('index-days'), (kept) => link(kept, 'html', periodText(kept, words)), 'date'),
      texts(words.say('index-company'), (kept) => nameHtml(kept, words)),
      labelled(texts(words.say('index-worst'), (kept) => chipHtml(worst(kept), words.say(`verdict-${worst(kept)}`)))),
      labelled(texts(words.say('index-by_currency'), (kept) => byCurrencyHtml(kept, words))),
      count(words.say('index-breaks'), 'break_count'),
      count(words.say('index-rejected'), 'rejected_count'),
      texts(words.say('index-workbook'), (kept) => link(kept, 'xlsx', words.say('index-workbook'))),
    ],
    rows: reports,
  });
  return `<section><h2>${escaped(title)}</h2>${scrolling(title, table)}</section>`;
}

/** Writes a page that lists reports or closed months in place of the earlier one. */
export async function writeListPage(path: string, language: string, title: string, list: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceText(path, documentHtml({ language, title, main: `<h1>${escaped(title)}</h1>\n${list}` }));
  return path;
}

/** Writes the page with links to all reports, newest first, and to the closed months. `inForce` has the verdicts of the snapshots. */
export async function writeIndexPage(reports: string, words: Words, inForce: readonly WarehouseRow[] = []) {
  const kept = await keptReports(reports);
  kept.sort((a, b) => (a.to > b.to ? -1 : a.to < b.to ? 1 : a.folder < b.folder ? -1 : 1));
  const entries = kept.map((report) => judgedAgain(report, inForce));
  const longer = entries.filter((entry) => daysIn(entry) > 1);
  const single = entries.filter((entry) => daysIn(entry) <= 1);
  const hasClosed = await isThere(join(reports, '../closed/index.html'));
  const list = [
    ...(hasClosed ? [`<p><a href="../closed/index.html">${escaped(words.say('index-closed'))}</a></p>`] : []),
    ...(kept.length === 0
      ? [`<p class="nothing">${escaped(words.say('index-nothing'))}</p>`]
      : [positionsHtml(kept, words)]),
    ...[listHtml(words.say('index-months'), longer, words), listHtml(words.say('index-single'), single, words)],
  ];
  return writeListPage(join(reports, 'index.html'), words.language, words.say('index-title'), list.join('\n'));
}
