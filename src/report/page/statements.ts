import type { Words } from '../../messages/words.ts';
import type { Statement } from '../statement/read-statements.ts';
import { type StatementRow, statementRows, statementTitle } from '../statement/statement-rows.ts';
import type { ReportScope } from '../table.ts';
import { lastDay, moneyHtml, shortDay } from './figures.ts';
import { escaped } from './html.ts';

function rowHtml(row: StatementRow, currency: string, isOnScreenOnly: boolean): string {
  const screen = isOnScreenOnly ? ' screen' : '';
  if (row.row === 'heading')
    return `<tr class="part${screen}"><th scope="rowgroup" colspan="3">${escaped(row.title)}</th></tr>`;
  const { row: kind, title, amount, isItem, remark } = row;
  return `<tr class="${kind}${isItem ? ' item' : ''}${screen}"><th scope="row">${escaped(title)}</th><td class="num">${moneyHtml(amount, currency)}</td><td class="remark">${escaped(remark)}</td></tr>`;
}

/** The statements of each currency as of the end of the scope, as the workbook has them. */
export function statementsHtml(statements: readonly Statement[], scope: ReportScope, words: Words): string {
  const ageingTitles = [words.say('statements-ageing'), words.say('statements-unidentified_ageing')];
  const heads = `<th scope="col">${escaped(words.say('statements-line'))}</th><th scope="col" class="num">${escaped(words.say('statements-amount'))}</th><th scope="col">${escaped(words.say('statements-remark'))}</th>`;
  const tables = statements.map((statement) => {
    const all = statementRows(statement, scope, words);
    // the ageing is the last part, and a day must fit on four sheets of paper; the workbook prints it
    const ageing = all.findIndex((row) => row.row === 'heading' && ageingTitles.includes(row.title));
    const rows = all.map((row, index) => rowHtml(row, statement.currency, ageing !== -1 && index >= ageing));
    return `<table class="statement"><caption>${escaped(statementTitle(statement, words))}</caption><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  const isMissing = statements.every(({ name }) => name !== 'gateway');
  const content = isMissing ? `<p class="nothing">${escaped(words.say('statements-missing'))}</p>` : '';
  return `<section id="statements"><h2>${escaped(words.say('statements-title'))}</h2><p class="about">${escaped(words.say('statements-about', { day: shortDay(lastDay(scope), words) }))}</p>${content}<div class="statement-list">${tables.join('')}</div></section>`;
}
