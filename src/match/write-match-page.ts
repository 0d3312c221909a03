import { writeFile } from 'node:fs/promises';
import { english } from '../messages/words.ts';
import { moneyHtml } from '../report/page/figures.ts';
import { escaped } from '../report/page/html.ts';
import { bytesOfTable, narrowStyle, tableHtml } from '../report/page/rows.ts';
import { pageScript, scriptWords } from '../report/page/script.ts';
import { pageStyle } from '../report/page/style.ts';
import { contentPolicy } from '../report/states.ts';
import type { ReportScope } from '../report/table.ts';
import { fileParts, outcomeSentence } from './outcome-sentence.ts';
import type { CurrencyTotal, MatchResult } from './result.ts';
import { statementLines } from './statement-lines.ts';

/** The greatest size of the page's tables, in bytes. */
const bytesOfTables = 4_000_000;

function statementHtml(result: MatchResult, total: CurrencyTotal): string {
  const rows = statementLines(result, total).map(({ title, amount, remark, kind }) => {
    const name = kind === 'line' ? escaped(title) : `<b>${escaped(title)}</b>`;
    return `<tr><th scope="row">${name}</th><td class="num">${moneyHtml(amount, total.currency, false)}</td><td>${escaped(remark)}</td></tr>`;
  });
  return `<table class="summary"><caption>${escaped(total.currency)}</caption><thead><tr><th scope="col">Statement</th><th scope="col" class="num">Amount</th><th scope="col">Records</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function passesHtml({ passes }: MatchResult): string {
  const made = passes.filter(({ sure, suggested }) => sure + suggested > 0);
  const rows = made.map(
    ({ passNo, pass, sure, suggested }) =>
      `<tr><td>${passNo}. ${escaped(pass)}</td><td class="num">${sure}</td><td class="num">${suggested}</td></tr>`,
  );
  if (made.length === 0) return '';
  return `<section><h2 id="passes">Matches by pass</h2><p class="about">The passes run from strict to loose; each sees only the records that are still unmatched.</p><table class="list"><thead><tr><th scope="col">Pass</th><th scope="col" class="num">Certain</th><th scope="col" class="num">Suggested</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
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
  const options = { scope, isPersonalShown, words: english(), titles: new Map() };
  const sections: string[] = [];
  let room = bytesOfTables;
  for (const table of filled) {
    const html = await tableHtml(table, Math.min(bytesOfTable, room), options);
    room = Math.max(room - Buffer.byteLength(html), 0);
    sections.push(html);
  }
  const style = `${pageStyle}@media screen and (max-width:760px){${filled.map((table) => narrowStyle(table, scope, english())).join('')}}`;
  const links = filled.map(
    ({ section, count }) =>
      `<span><a href="#${section.name}">${escaped(section.title)}</a> <small>${count}</small></span>`,
  );
  const files = ['match.xlsx', 'records.csv', 'match.json'].map((file) => `<a href="${file}">${file}</a>`);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, pageScript)}">
<title>${escaped(result.title)}</title><style>${style}</style></head>
<body><main>
<header><p class="kind">Match</p><h1>${escaped(result.title)}</h1><nav aria-label="Files">${files.join('')}</nav></header>
<section id="verdict" class="verdict-block"><div class="banner ${result.outcome}"><strong>${escaped(english().say(`verdict-${result.outcome}`))}</strong><span>${escaped(outcomeSentence(result))}</span></div>
${filesHtml(result)}
${result.totals.map((total) => statementHtml(result, total)).join('\n')}</section>
<nav class="contents" aria-label="Contents">${links.join('')}</nav>
${sections.join('\n')}
${passesHtml(result)}
<footer>${escaped(english().say('footer'))}</footer>
</main><script type="application/json" id="words">${scriptWords(english())}</script><script>${pageScript}</script></body></html>
`;
  await writeFile(path, html, { mode: 0o600 });
}
