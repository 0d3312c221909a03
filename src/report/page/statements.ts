import type { Words } from '../../messages/words.ts';
import type { Statement } from '../statement/read-statements.ts';
import { type StatementRow, statementRows, statementTitle } from '../statement/statement-rows.ts';
import type { ReportScope } from '../table.ts';
import { lastDay, moneyHtml, shortDay } from './figures.ts';
import { escaped, figures, rowHead, sectionHtml, tableHtml, texts } from './html.ts';

function statementHtml(statement: Statement, rows: readonly StatementRow[], shown: number, words: Words): string {
  const { currency } = statement;
  return tableHtml<StatementRow>({
    kind: 'statement',
    caption: escaped(statementTitle(statement, words)),
    columns: [
      rowHead(words.say('statements-line'), ({ title }) => escaped(title)),
      figures(words.say('statements-amount'), (row) => (row.row === 'heading' ? '' : moneyHtml(row.amount, currency))),
      texts(words.say('statements-remark'), (row) => (row.row === 'heading' ? '' : escaped(row.remark)), 'remark'),
    ],
    rows,
    rowKind: (row) => {
      const kind = row.row === 'heading' ? 'part' : `${row.row}${row.isItem ? ' item' : ''}`;
      return `${kind}${rows.indexOf(row) < shown ? '' : ' screen'}`;
    },
    partTitle: (row) => (row.row === 'heading' ? row.title : undefined),
  });
}

/** The statements of each currency as of the end of the scope, as the workbook has them. */
export function statementsHtml(statements: readonly Statement[], scope: ReportScope, words: Words): string {
  const ageingTitles = [words.say('statements-ageing'), words.say('statements-unidentified_ageing')];
  const tables = statements.map((statement) => {
    const rows = statementRows(statement, scope, words);
    // the ageing is the last part, and a day must fit on four sheets of paper; the workbook prints it
    const ageing = rows.findIndex((row) => row.row === 'heading' && ageingTitles.includes(row.title));
    return statementHtml(statement, rows, ageing === -1 ? rows.length : ageing, words);
  });
  const isMissing = statements.every(({ name }) => name !== 'gateway');
  const content = isMissing ? `<p class="nothing">${escaped(words.say('statements-missing'))}</p>` : '';
  const about = words.say('statements-about', { day: shortDay(lastDay(scope), words) });
  const list = `${content}<div class="statement-list">${tables.join('')}</div>`;
  return sectionHtml('statements', words.say('statements-title'), about, list);
}
