import type { Words } from '../../messages/words.ts';
import { lastDay, shortDay } from '../page/figures.ts';
import { added, decimalsOf, groupedText, isZero, negated } from '../shown-value.ts';
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
  const phrase = words.phrase(title);
  if (code === 'written_off' && kind !== '')
    return words.say('statements-to_account', { title: phrase, account: kind });
  if (code === 'sales') return `${phrase}, ${kind.replaceAll('_', ' ')}`;
  return code === 'reserved' && day !== undefined ? `${phrase} ${shortDay(day, words)}` : phrase;
}

function remarkOf({ code, count, day, due, takenOn }: StatementLine, words: Words, currency: string): string {
  if (takenOn !== undefined) {
    const { amount, file } = takenOn;
    return words.say('statements-taken_on', { amount: groupedText(amount, decimalsOf(currency, amount)), file });
  }
  if (count === undefined || code === 'reserved') return '';
  if (day === undefined) return words.say('count-records', { records: count });
  const since = words.say('statements-items', { items: count, since: shortDay(day, words) });
  return due === undefined ? since : `${since}; ${words.say('statements-due', { day: shortDay(due, words) })}`;
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
  const opening = lines.find(({ code }) => code === 'opening');
  const closing = lines.find(({ code }) => code === 'closing');
  rows.heading(words.say('statements-roll_forward'));
  const moved = rows.lines(lines.filter(({ code }) => code !== 'closing'));
  if (closing?.amount === undefined) return;
  if (opening !== undefined && opening.amount === undefined) {
    rows.figure('total', words.phrase(closing.title), closing.amount, {
      remark: words.say('statements-opening_unknown'),
    });
    return;
  }
  const expected = rows.total(words.say('statements-expected'), moved);
  const remark =
    closing.day === undefined ? '' : words.say('statements-derived', { day: shortDay(closing.day, words) });
  const found = rows.figure('total', words.phrase(closing.title), closing.amount, { remark });
  rows.difference(words.say('statements-not_explained'), found, expected, {
    agree: words.say('statements-explained'),
    differ: words.say('statements-open'),
  });
}

const isOfLedger = ({ code }: StatementLine) => code === 'balance_per_ledger';

/** From the balance of the service or bank to that of the ledger, by the items that only one of them has. */
function balanceRows(rows: RowList, { name, lines: { balance, open } }: Statement, words: Words, day: string): void {
  if (balance.length === 0) return;
  // receipts without a transfer are in the balance of the bank, and not in the books
  const reconcilingItems = ({ kind, sign }: StatementLine): FigureSource => ({
    items: { kind, sign, isNegated: name === 'deposits' && open.some((line) => line.kind === kind) },
  });
  const isReconciling = ({ code }: StatementLine) => code === 'add' || code === 'less';
  rows.heading(words.say('statements-balance_on', { day }));
  const stated = rows.lines(balance.filter((line) => !isReconciling(line) && !isOfLedger(line)));
  const reconciling = (['add', 'less'] as const).flatMap((code) => {
    const lines = balance.filter((line) => line.code === code);
    if (lines.length > 0) rows.heading(words.say(`statements-${code}`));
    return rows.lines(lines, reconcilingItems);
  });
  const [ledger] = balance.filter(isOfLedger);
  const remark = ledger === undefined ? words.say('statements-no_ledger') : '';
  const perBooks = rows.total(words.say('statements-per_books'), [...stated, ...reconciling], remark);
  const [perLedger] = ledger === undefined ? [] : rows.lines([ledger]);
  if (perLedger === undefined) return;
  const remarks = { agree: words.say('statements-ties_out'), differ: words.say('statements-does_not_tie_out') };
  rows.difference(words.say('statements-unexplained'), perBooks, perLedger, remarks);
}

/** The roll-forward of an account, what its balance consists of, and figures that are not part of a sum. */
function accountRows(rows: RowList, { name, lines }: Statement, words: Words): void {
  rollForward(rows, lines.roll_forward, words);
  if (lines.composition.length > 0) {
    rows.heading(words.say('statements-consists_of'));
    rows.total(words.say('statements-sum'), rows.lines(lines.composition, name === 'deposits' ? items : undefined));
  }
  if (lines.open.length === 0) return;
  const titles = {
    gateway: words.say('statements-for_information'),
    deposits: words.say('statements-unidentified'),
    payout: words.say('statements-open_items'),
  };
  rows.heading(titles[name]);
  rows.lines(lines.open, items);
}

/** The items written off within the limit in the period; the roll-forward of deposits has the amounts that were in transit. */
function writtenOffRows(rows: RowList, { lines }: Statement, words: Words): void {
  if (lines.written_off.length === 0) return;
  rows.heading(words.say('statements-written_off'));
  rows.lines(lines.written_off);
}

/** The items of an age, by the code of the line: `age_8_30`, or `age_91` without an upper bound. */
function agedItems({ code, kind }: StatementLine): FigureSource {
  const [, first = '0', last] = /^age_(\d+)(?:_(\d+))?$/.exec(code) ?? [];
  return { aged: { part: kind, first: Number(first), last: last === undefined ? undefined : Number(last) } };
}

/** The open items by age. Receipts without a transfer are apart, because they are not in the balance. */
function ageingRows(rows: RowList, { lines: { ageing } }: Statement, words: Words): void {
  const parts = [
    { title: words.say('statements-ageing'), lines: ageing.filter(({ kind }) => kind !== 'unidentified') },
    { title: words.say('statements-unidentified_ageing'), lines: ageing.filter(({ kind }) => kind === 'unidentified') },
  ];
  for (const { title, lines } of parts) {
    if (lines.length === 0) continue;
    rows.heading(title);
    rows.total(words.say('statements-sum'), rows.lines(lines, agedItems));
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
  const isReconciled = lines.balance.some(isOfLedger);
  const title =
    name === 'deposits' && isReconciled
      ? words.say('statements-bank_reconciliation')
      : words.say(`statements-titles-${name}`);
  const account = subject === '' ? currency : `${subject}, ${currency}`;
  return `${title}, ${account}${name === 'gateway' && !isReconciled ? ` (${words.say('statements-not_reconciled')})` : ''}`;
}
