import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '../disk/files.ts';
import type { Words } from '../messages/words.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { positionsHtml } from './index-positions.ts';
import { type KeptReport, keptReports } from './kept-reports.ts';
import { defaultReport } from './load-definition.ts';
import { countText, periodText, shortDay } from './page/figures.ts';
import { escaped } from './page/html.ts';
import { pageStyle } from './page/style.ts';
import { contentPolicy, verdictOrder } from './states.ts';
import { judgedAgain, replaceText } from './superseded.ts';

const worst = (verdicts: KeptReport['verdicts']) =>
  verdictOrder.find((name) => verdicts.some(({ verdict }) => verdict === name)) ?? 'incomplete';

function rowHtml(kept: KeptReport, words: Words): string {
  const { period, folder, company, from, to, report, title, is_test: isTest, verdicts, superseded, judgedOn } = kept;
  const sum = (field: 'break_count' | 'rejected_count') => verdicts.reduce((total, row) => total + row[field], 0);
  const address = `${encodeURIComponent(period)}/${encodeURIComponent(folder)}/${encodeURIComponent(folder)}`;
  const currencies = [...new Set(verdicts.map(({ currency }) => currency))].sort().map((currency) => {
    const own = worst(verdicts.filter((row) => row.currency === currency));
    return `${escaped(currency)} ${escaped(words.say(`verdict-${own}`))}`;
  });
  const verdict = worst(verdicts);
  const chips = [
    ...(isTest ? [{ tone: 'breaks', text: words.say('masthead-test_mode') }] : []),
    ...(superseded === undefined ? [] : [{ tone: 'aside', text: words.say('index-superseded') }]),
    ...(judgedOn === undefined
      ? []
      : [{ tone: 'aside', text: words.say('index-judged_again', { day: shortDay(judgedOn, words) }) }]),
  ].map(({ tone, text }) => ` <span class="chip ${tone}">${escaped(text)}</span>`);
  const name = report === defaultReport ? company : `${company}, ${words.phrase(title)}`;
  return `<tr><td class="date"><a href="${address}.html">${escaped(periodText({ from, to }, words))}</a></td><td>${escaped(name)}${chips.join('')}</td>
<td data-label="${escaped(words.say('index-worst'))}"><span class="chip ${verdict}">${escaped(words.say(`verdict-${verdict}`))}</span></td><td data-label="${escaped(words.say('index-by_currency'))}"><span>${currencies.join('<br>')}</span></td><td class="num" data-label="${escaped(words.say('index-breaks'))}">${countText(sum('break_count'))}</td><td class="num" data-label="${escaped(words.say('index-rejected'))}">${countText(sum('rejected_count'))}</td><td><a href="${address}.xlsx">${escaped(words.say('index-workbook'))}</a></td></tr>`;
}

function tableHtml(title: string, entries: readonly KeptReport[], words: Words): string {
  if (entries.length === 0) return '';
  const heads = [
    words.say('index-days'),
    words.say('index-company'),
    words.say('index-worst'),
    words.say('index-by_currency'),
  ].map((name) => `<th scope="col">${escaped(name)}</th>`);
  const counts = [words.say('index-breaks'), words.say('index-rejected')].map(
    (name) => `<th scope="col" class="num">${escaped(name)}</th>`,
  );
  return `<section><h2>${escaped(title)}</h2><div class="scroll" tabindex="0" role="region" aria-label="${escaped(title)}"><table class="controls stack"><thead><tr>${[...heads, ...counts].join('')}<th scope="col">${escaped(words.say('index-workbook'))}</th></tr></thead>
<tbody>${entries.map((entry) => rowHtml(entry, words)).join('\n')}</tbody></table></div></section>`;
}

/** Writes a page that lists reports or closed months in place of the earlier one. */
export async function writeListPage(path: string, language: string, title: string, list: string): Promise<string> {
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(pageStyle)}">
<title>${escaped(title)}</title><style>${pageStyle}</style></head>
<body><main><h1>${escaped(title)}</h1>
${list}</main></body></html>
`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceText(path, html);
  return path;
}

/** Writes the page with links to all reports, newest first, and to the closed months. `inForce` has the verdicts of the snapshots. */
export async function writeIndexPage(reports: string, words: Words, inForce: readonly WarehouseRow[] = []) {
  const kept = await keptReports(reports);
  kept.sort((a, b) => (a.to > b.to ? -1 : a.to < b.to ? 1 : a.folder < b.folder ? -1 : 1));
  const entries = kept.map((report) => judgedAgain(report, inForce));
  const isDay = ({ from, to }: KeptReport) => Date.parse(to) - Date.parse(from) <= 86_400_000;
  const longer = entries.filter((entry) => !isDay(entry));
  const single = entries.filter(isDay);
  const hasClosed = await isThere(join(reports, '../closed/index.html'));
  const list = [
    ...(hasClosed ? [`<p><a href="../closed/index.html">${escaped(words.say('index-closed'))}</a></p>`] : []),
    ...(kept.length === 0
      ? [`<p class="nothing">${escaped(words.say('index-nothing'))}</p>`]
      : [positionsHtml(kept, words)]),
    ...[tableHtml(words.say('index-months'), longer, words), tableHtml(words.say('index-single'), single, words)],
  ];
  return writeListPage(join(reports, 'index.html'), words.language, words.say('index-title'), list.join('\n'));
}
