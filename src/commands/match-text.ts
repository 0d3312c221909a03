import { relative } from 'node:path';
import { fileParts, outcomeSentence } from '../match/outcome-sentence.ts';
import type { SideFile } from '../match/read-side.ts';
import type { MatchResult } from '../match/result.ts';
import { statementLines } from '../match/statement-lines.ts';
import { passText, type SuggestedPasses } from '../match/suggest-passes.ts';
import type { WrittenMatch } from '../match/write-result.ts';
import { decimalsOf, groupedText } from '../report/shown-value.ts';
import { verdictText } from '../report/workbook/cells.ts';
import { textTable } from '../terminal/text-table.ts';
import type { WarehouseRow, WarehouseValue } from '../warehouse/duckdb-values.ts';

/** The result of a matching for the terminal: its state, the statement of each currency, and where it was written. */
export function matchText(result: MatchResult, { workbook, page }: WrittenMatch): string {
  const parts = [`${verdictText(result.outcome)}: ${outcomeSentence(result)}`];
  for (const total of result.totals) {
    const lines = statementLines(result, total).map(({ title, amount, remark, kind }) => [
      title,
      groupedText(amount, decimalsOf(total.currency, amount)),
      kind === 'residual' ? '' : remark,
    ]);
    parts.push(textTable([{ title: total.currency }, { title: 'amount', isRight: true }, { title: 'records' }], lines));
  }
  for (const note of result.notes) parts.push(note);
  parts.push(`Workbook: ${relative('.', workbook)}\nPage: ${relative('.', page)}`);
  return `${parts.join('\n\n')}\n`;
}

const textOf = (value: WarehouseValue | undefined): string =>
  value === null || value === undefined ? '' : String(value);

type Explained = Record<'passes' | 'candidates' | 'converted', readonly WarehouseRow[]>;

/** The result of each pass for a record, the candidates of the other side, and the original amounts of those that are converted. */
export function explainedText({ passes, candidates, converted }: Explained, width: number): string {
  const made = passes
    .filter(({ result }) => result !== 'already matched')
    .map(({ record_key, pass, result, why }) => [record_key, pass, result, why].map(textOf));
  const found = candidates.map((row) => {
    const { record_key, other_key, other_amount, currency, other_on, same, right_minus_left, days_later, result } = row;
    const money = (amount: WarehouseValue | undefined) =>
      typeof amount === 'string' ? groupedText(amount, decimalsOf(currency, amount)) : '';
    const cells = [
      record_key,
      other_key,
      money(other_amount),
      other_on,
      same,
      money(right_minus_left),
      days_later,
      result,
    ];
    return cells.map(textOf);
  });
  const columns = (titles: readonly string[], right: readonly string[] = []) =>
    titles.map((title) => ({ title, isRight: right.includes(title) }));
  const parts = [`Match passes\n${textTable(columns(['record', 'pass', 'result', 'why']), made, width)}`];
  const heads = ['record', 'candidate', 'amount', 'day', 'equal', 'difference', 'days later', 'result'];
  if (found.length > 0)
    parts.push(`Candidates\n${textTable(columns(heads, ['amount', 'difference', 'days later']), found, width)}`);
  if (converted.length > 0)
    parts.push(converted.map((row) => `${textOf(row.record_key)}: ${textOf(row.sentence)}`).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

/** How the files are read, and the terms that say so. */
export function sidesText(files: readonly SideFile[], snippet: string, out: string | undefined): string {
  const listed = files.map((file) => {
    const read = [...file.columns].map(([column, header]) => `  ${column}: ${header}`);
    return [fileParts(file).join(', '), ...read].join('\n');
  });
  const where = out === undefined ? 'As a file for --config:' : `Written to ${out}:`;
  return `${listed.join('\n\n')}\n\n${where}\n\n${snippet}`;
}

/** The passes that would have decided as people did, the best first, with the lines for the terms. */
export function suggestedText(now: SuggestedPasses, better: readonly SuggestedPasses[], width: number): string {
  const first = `Without the decisions, the passes make ${now.agreed} of ${now.decided} decisions as people did.`;
  const [best] = better;
  if (best === undefined)
    return `${first}${now.agreed < now.decided ? ' No change of their settings that was tried makes more.' : ''}\n`;
  const rows = better.map(({ change, agreed, decided, gained, lost }) => [
    change,
    `${agreed} of ${decided}`,
    `+${gained}`,
    `-${lost}`,
  ]);
  const columns = ['change', 'as decided', 'other sure matches', 'fewer'].map((title, index) => ({
    title,
    isRight: index > 0,
  }));
  const lines = best.passes.map((pass) => `  - ${JSON.stringify(passText(pass))}`);
  return [
    first,
    textTable(columns, rows, width).trimEnd(),
    `Nothing was changed. The first of them, for the file of --config:\n\npasses:\n${lines.join('\n')}`,
    '',
  ].join('\n\n');
}
