import { writeFile } from 'node:fs/promises';
import { english } from '../messages/words.ts';
import { documentHtml } from '../report/page/document.ts';
import { moneyHtml } from '../report/page/figures.ts';
import { bannerHtml, escaped, figures, rowHead, sectionHtml, tableHtml, texts } from '../report/page/html.ts';
import { narrowStyle, sectionsHtml } from '../report/page/rows.ts';
import type { ReportScope } from '../report/table.ts';
import { fileParts, outcomeSentence } from './outcome-sentence.ts';
import type { CurrencyTotal, MatchResult } from './result.ts';
import { type StatementLine, statementLines } from './statement-lines.ts';

function statementHtml(result: MatchResult, total: CurrencyTotal): string {
  return tableHtml<StatementLine>({
    kind: 'summary',
    caption: escaped(total.currency),
    columns: [
      rowHead('Statement', ({ kind, title }) => (kind === 'line' ? escaped(title) : `<b>${escaped(title)}</b>`)),
      figures('Amount', ({ amount }) => moneyHtml(amount, total.currency)),
      texts('Records', ({ remark }) => escaped(remark)),
    ],
    rows: statementLines(result, total),
  });
}

function passesHtml({ passes }: MatchResult): string {
  const made = passes.filter(({ sure, suggested }) => sure + suggested > 0);
  if (made.length === 0) return '';
  const table = tableHtml<MatchResult['passes'][number]>({
    kind: 'list',
    columns: [
      texts('Pass', ({ passNo, pass }) => `${passNo}. ${escaped(pass)}`),
      figures('Certain', ({ sure }) => String(sure)),
      figures('Suggested', ({ suggested }) => String(suggested)),
    ],
    rows: made,
  });
  const about = 'The passes run from strict to loose; each sees only the records that are still unmatched.';
  return sectionHtml('passes', 'Matches by pass', about, table);
}

function filesHtml({ files, notes }: MatchResult): string {
  const listed = files.map((file) => `<li>${escaped(fileParts(file).join(', '))}</li>`);
  return `<ul class="declared">${[...listed, ...notes.map((note) => `<li>${escaped(note)}</li>`)].join('')}</ul>`;
}

/** Writes the page: one file that needs no network, with the statements, the passes and the tables. The same content gives the same bytes. */
export async function writeMatchPage(
  result: MatchResult,
  path: string,
  { scope, isPersonalShown }: { scope: ReportScope; isPersonalShown: boolean },
): Promise<void> {
  const filled = result.tables.filter(({ count }) => count > 0);
  const words = english();
  const links = filled.map(
    ({ section, count }) =>
      `<span><a href="#${section.name}">${escaped(section.title)}</a> <small>${count}</small></span>`,
  );
  const files = ['match.xlsx', 'records.csv', 'match.json'].map((file) => `<a href="${file}">${file}</a>`);
  const sections = await sectionsHtml(filled, { scope, isPersonalShown, words, titles: new Map() });
  const html = documentHtml({
    language: words.language,
    title: result.title,
    style: narrowStyle(filled, scope, words),
    scriptWords: words,
    main: `<header><p class="kind">Match</p><h1>${escaped(result.title)}</h1><nav aria-label="Files">${files.join('')}</nav></header>
<section id="verdict" class="verdict-block">${bannerHtml(result.outcome, words.say(`verdict-${result.outcome}`), outcomeSentence(result))}
${filesHtml(result)}
${result.totals.map((total) => statementHtml(result, total)).join('\n')}</section>
<nav class="contents" aria-label="Contents">${links.join('')}</nav>
${sections}
${passesHtml(result)}
<footer>${escaped(words.say('footer'))}</footer>`,
  });
  await writeFile(path, html, { mode: 0o600 });
}
