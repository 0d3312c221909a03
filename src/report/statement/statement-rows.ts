import { lastDay, shortDay } from '../page/figures.ts';
import { added, decimalsOf, groupedText, isZero, negated } from '../shown-value.ts';
import { phraseIn, type Words } from '../words/words.ts';
import type { Statement, StatementLine } from './read-statements.ts';

/** How a figure follows from others: a sum or a difference of rows, by their place in the list, or a sum of items, of a kind or an age in days. */
export type FigureSource =
  | { sum: number[] }
  | { less: [from: number, subtracted: number] }
  | { aged: { part: string; first: number; last: number | undefined } }
  | { items: { kind: string; sign: number; isOverdue?: boolean; isNegated?: boolean } };

/** A row of a statement as pages and workbooks show it. */
export type StatementRow =
  | { row: 'heading'; title: string }
  | {
      row: 'line' | 'total' | 'residual';
      title: string;
      amount: string;
      source?: FigureSource | undefined;
      /** Below a heading of its own. */
      isItem: boolean;
      remark: string;
    };

type Period = { from: string; to: string };

/** Lines that are shown even if they are zero. */
const always = new Set([
  ...['balance_per_gateway', 'balance_per_bank', 'balance_per_account', 'balance_per_ledger'],
  ...['opening', 'closing', 'available'],
]);

function titleOf({ code, kind, title, day }: StatementLine, words: Words): string {
  const phrase = phraseIn(words, title);
  if (code === 'written_off' && kind !== '') return words.statements.toAccount(phrase, kind);
  if (code === 'sales') return `${phrase}, ${kind.replaceAll('_', ' ')}`;
  return code === 'reserved' && day !== undefined ? `${phrase} ${shortDay(day, words)}` : phrase;
}

function remarkOf({ code, count, day, due, takenOn }: StatementLine, words: Words, currency: string): string {
  if (takenOn !== undefined) {
    const { amount, file } = takenOn;
    return words.statements.takenOn(groupedText(amount, decimalsOf(currency, amount)), file);
  }
  if (count === undefined || code === 'reserved') return '';
  const { statements } = words;
  if (day === undefined) return statements.count(count);
  const since = statements.items(count, shortDay(day, words));
  return due === undefined ? since : `${since}; ${statements.due(shortDay(due, words))}`;
}

type Extent = { source?: FigureSource | undefined; isItem?: boolean; remark?: string };

/** Collects the rows of a statement; each figure has a place, by which later figures refer to it. */
function rowList(words: Words, currency: string) {
  const rows: StatementRow[] = [];
  const amountOf = (place: number) => {
    const row = rows[place];
    return row === undefined || row.row === 'heading' ? '0' : row.amount;
  };
  const figure = (
    row: 'line' | 'total' | 'residual',
    title: string,
    amount: string,
    { source, isItem = false, remark = '' }: Extent = {},
  ) => rows.push({ row, title, amount, source, isItem, remark }) - 1;
  return {
    rows,
    figure,
    heading: (title: string) => {
      rows.push({ row: 'heading', title });
    },
    /** Adds the lines that are not zero, and returns their places. */
    lines: (lines: readonly StatementLine[], sourceOf?: (line: StatementLine) => FigureSource): number[] =>
      lines.flatMap((line) => {
        const { code, amount, count } = line;
        if (amount === undefined || (isZero(amount) && !always.has(code) && count === undefined)) return [];
        const source = sourceOf?.(line);
        const extent = { source, isItem: source !== undefined, remark: remarkOf(line, words, currency) };
        return [figure('line', titleOf(line, words), amount, extent)];
      }),
    /** Adds the sum of the figures at these places. */
    total: (title: string, of: readonly number[], remark = ''): number =>
      figure('total', title, added(...of.map(amountOf)), { source: { sum: [...of] }, remark }),
    /** Adds a figure less another; the remark depends on whether they agree. */
    difference: (title: string, from: number, subtracted: number, remarks: { agree: string; differ: string }) => {
      const amount = added(amountOf(from), negated(amountOf(subtracted)));
      const remark = isZero(amount) ? remarks.agree : remarks.differ;
      figure('residual', title, amount, { source: { less: [from, subtracted] }, remark });
    },
  };
}

type RowList = ReturnType<typeof rowList>;

const items = ({ kind, sign, code }: StatementLine): FigureSource => ({
  items: { kind, sign, ...(code === 'in_transit' || code === 'overdue' ? { isOverdue: code === 'overdue' } : {}) },
});

/** The roll-forward: the opening balance and what moved it, the closing balance, and what the movements do not explain. */
function rollForward(rows: RowList, lines: readonly StatementLine[], words: Words): void {
  const { statements } = words;
  const opening = lines.find(({ code }) => code === 'opening');
  const closing = lines.find(({ code }) => code === 'closing');
  rows.heading(statements.rollForward);
  const moved = rows.lines(lines.filter(({ code }) => code !== 'closing'));
  if (closing?.amount === undefined) return;
  if (opening !== undefined && opening.amount === undefined) {
    rows.figure('total', phraseIn(words, closing.title), closing.amount, { remark: statements.openingUnknown });
    return;
  }
  const expected = rows.total(statements.expected, moved);
  const remark = closing.day === undefined ? '' : statements.derived(shortDay(closing.day, words));
  const found = rows.figure('total', phraseIn(words, closing.title), closing.amount, { remark });
  rows.difference(statements.notExplained, found, expected, { agree: statements.explained, differ: statements.open });
}

const isOfLedger = ({ code }: StatementLine) => code === 'balance_per_ledger';

/** From the balance of the service or bank to that of the ledger, by the items that only one of them has. */
function balanceRows(rows: RowList, { name, lines: { balance, open } }: Statement, words: Words, day: string): void {
  if (balance.length === 0) return;
  const { statements } = words;
  // receipts without a transfer are in the balance of the bank, and not in the books
  const reconcilingItems = ({ kind, sign }: StatementLine): FigureSource => ({
    items: { kind, sign, isNegated: name === 'deposits' && open.some((line) => line.kind === kind) },
  });
  const isReconciling = ({ code }: StatementLine) => code === 'add' || code === 'less';
  rows.heading(statements.balanceOn(day));
  const stated = rows.lines(balance.filter((line) => !isReconciling(line) && !isOfLedger(line)));
  const reconciling = (['add', 'less'] as const).flatMap((code) => {
    const lines = balance.filter((line) => line.code === code);
    if (lines.length > 0) rows.heading(statements[code]);
    return rows.lines(lines, reconcilingItems);
  });
  const [ledger] = balance.filter(isOfLedger);
  const remark = ledger === undefined ? statements.noLedger : '';
  const perBooks = rows.total(statements.perBooks, [...stated, ...reconciling], remark);
  const [perLedger] = ledger === undefined ? [] : rows.lines([ledger]);
  if (perLedger === undefined) return;
  const remarks = { agree: statements.tiesOut, differ: statements.doesNotTieOut };
  rows.difference(statements.unexplained, perBooks, perLedger, remarks);
}

/** The roll-forward of an account, what its balance consists of, and figures that are not part of a sum. */
function accountRows(rows: RowList, { name, lines }: Statement, words: Words): void {
  const { statements } = words;
  rollForward(rows, lines.roll_forward, words);
  if (lines.composition.length > 0) {
    rows.heading(statements.consistsOf);
    rows.total(statements.sum, rows.lines(lines.composition, name === 'deposits' ? items : undefined));
  }
  if (lines.open.length === 0) return;
  const titles = {
    gateway: statements.forInformation,
    deposits: statements.unidentified,
    payout: statements.openItems,
  };
  rows.heading(titles[name]);
  rows.lines(lines.open, items);
}

/** The items written off within the limit in the period; the roll-forward of deposits has the amounts that were in transit. */
function writtenOffRows(rows: RowList, { lines }: Statement, words: Words): void {
  if (lines.written_off.length === 0) return;
  rows.heading(words.statements.writtenOff);
  rows.lines(lines.written_off);
}

/** The items of an age, by the code of the line: `age_8_30`, or `age_91` without an upper bound. */
function agedItems({ code, kind }: StatementLine): FigureSource {
  const [, first = '0', last] = /^age_(\d+)(?:_(\d+))?$/.exec(code) ?? [];
  return { aged: { part: kind, first: Number(first), last: last === undefined ? undefined : Number(last) } };
}

/** The open items by age. Receipts without a transfer are apart, because they are not in the balance. */
function ageingRows(rows: RowList, { lines: { ageing } }: Statement, words: Words): void {
  const { statements } = words;
  const parts = [
    { title: statements.ageing, lines: ageing.filter(({ kind }) => kind !== 'unidentified') },
    { title: statements.unidentifiedAgeing, lines: ageing.filter(({ kind }) => kind === 'unidentified') },
  ];
  for (const { title, lines } of parts) {
    if (lines.length === 0) continue;
    rows.heading(title);
    rows.total(statements.sum, rows.lines(lines, agedItems));
  }
}

/** The rows of a statement in the language of the texts. */
export function statementRows(statement: Statement, period: Period, words: Words): StatementRow[] {
  const rows = rowList(words, statement.currency);
  balanceRows(rows, statement, words, shortDay(lastDay(period), words));
  accountRows(rows, statement, words);
  writtenOffRows(rows, statement, words);
  ageingRows(rows, statement, words);
  return rows.rows;
}

/** The title of a statement: what it is, whether it is compared with the ledger, and its account and currency. */
export function statementTitle({ name, currency, subject, lines }: Statement, words: Words): string {
  const { titles, notReconciled, bankReconciliation } = words.statements;
  const isReconciled = lines.balance.some(isOfLedger);
  const title = name === 'deposits' && isReconciled ? bankReconciliation : (titles[name] ?? name);
  const account = subject === '' ? currency : `${subject}, ${currency}`;
  return `${title}, ${account}${name === 'gateway' && !isReconciled ? ` (${notReconciled})` : ''}`;
}
