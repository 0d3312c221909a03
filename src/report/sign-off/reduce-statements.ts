import type { Words } from '../../messages/words.ts';
import { added, isZero } from '../shown-value.ts';
import type { Statement, StatementLine } from '../statement/read-statements.ts';

/** Lines of a statement that can be shown in part: those of one part, and of one code where the part has headings of its own. */
type LineList = { statement: number; part: keyof Statement['lines']; code: string | undefined; count: number };

/** Lines that are never summed up with others: balances, refunds, chargebacks and fees. */
const fixed = new Set([
  ...['opening', 'brought_forward', 'closing', 'balance_per_gateway', 'balance_per_bank', 'balance_per_ledger'],
  ...['refunded', 'charged_back', 'chargeback_reversed', 'fees', 'payout_fees'],
]);

const codesOfBalance = ['add', 'less'] as const;

const isShown = ({ code, amount, count }: StatementLine) =>
  !fixed.has(code) && amount !== undefined && (!isZero(amount) || count !== undefined);

/** The lists of the statements that can be shown in part, each with the number of its lines. */
function listsOf(statements: readonly Statement[]): LineList[] {
  return statements.flatMap(({ lines }, statement) => {
    const listOf = (part: LineList['part'], code?: string): LineList => ({
      statement,
      part,
      code,
      count: lines[part].filter((line) => isShown(line) && (code === undefined || line.code === code)).length,
    });
    return [
      ...codesOfBalance.map((code) => listOf('balance', code)),
      ...(['roll_forward', 'composition', 'open', 'written_off'] as const).map((part) => listOf(part)),
    ];
  });
}

/** A list never has fewer lines than this: the largest, and the sum of the others. */
const fewest = 2;
/** Movements are shortened to this before any other list: what stands between balance and books tells more. */
const fewestMovements = 4;

type Shortened = LineList & { most: number };

/** The list that is shortened next. */
function nextList(lists: readonly Shortened[]): Shortened | undefined {
  const longestOf = (some: readonly Shortened[]) => some.toSorted((a, b) => b.most - a.most)[0];
  const moved = longestOf(lists.filter(({ part }) => part === 'roll_forward'));
  return moved !== undefined && moved.most > fewestMovements ? moved : longestOf(lists);
}

/** A statement with the sales of all payment methods in one line; the workbook has them by method. */
export function withSalesInOneLine(statement: Statement): Statement {
  const moved = statement.lines.roll_forward;
  const sales = moved.filter(({ code }) => code === 'sales');
  const [first] = sales;
  if (first === undefined) return statement;
  const all: StatementLine = {
    ...first,
    code: 'all_sales',
    kind: '',
    amount: added(...sales.map(({ amount }) => amount)),
    count: sales.reduce((total, { count = 0 }) => total + count, 0),
  };
  const lines = moved.flatMap((line) => (line === first ? [all] : line.code === 'sales' ? [] : [line]));
  return { ...statement, lines: { ...statement.lines, roll_forward: lines } };
}

const sizeOf = ({ amount = '0' }: StatementLine) => (amount.startsWith('-') ? amount.slice(1) : amount);

/** Whether an exact decimal text is larger than another, both without a sign. */
const isLarger = (one: string, other: string) => added(other, `-${one}`).startsWith('-');

/** The sum of some lines as one line, so that what is added up with it does not change. */
function sumOf(lines: readonly StatementLine[], code: string | undefined, words: Words): StatementLine {
  const counts = lines.flatMap(({ count }) => (count === undefined ? [] : [count]));
  const [day] = lines.flatMap((line) => (line.day === undefined || line.code === 'reserved' ? [] : [line.day])).sort();
  return {
    code: code ?? 'further',
    kind: '',
    sign: 0,
    title: words.say('sign_off-further_kinds', { kinds: lines.length }),
    amount: added(...lines.map(({ amount }) => amount)),
    count: counts.reduce((total, count) => total + count, 0),
    day,
  };
}

/** A list with so many lines: the largest in their order, then the sum of the others. */
function shortened(lines: readonly StatementLine[], list: LineList, most: number, words: Words): StatementLine[] {
  const own = lines.filter((line) => isShown(line) && (list.code === undefined || line.code === list.code));
  if (own.length <= most) return [...lines];
  const bySize = own.toSorted((a, b) => {
    const [one, other] = [sizeOf(a), sizeOf(b)];
    return isLarger(one, other) ? -1 : isLarger(other, one) ? 1 : own.indexOf(a) - own.indexOf(b);
  });
  const rest = new Set(bySize.slice(most - 1));
  const last = own.at(-1);
  return lines.flatMap((line) => [
    ...(rest.has(line) ? [] : [line]),
    ...(line === last
      ? [
          sumOf(
            own.filter((one) => rest.has(one)),
            list.code,
            words,
          ),
        ]
      : []),
  ]);
}

/**
 * The statements with so many lines less, at least: always one of the longest list,
 * first of movements, whose smallest lines become one line with their sum.
 * Where every list is as short as it can be, the statements have more lines than that.
 */
export function reducedStatements(statements: readonly Statement[], surplus: number, words: Words): Statement[] {
  const lists = listsOf(statements).map((list) => ({ ...list, most: list.count }));
  for (let left = surplus; left > 0; left -= 1) {
    const next = nextList(lists);
    if (next === undefined || next.most <= fewest) break;
    next.most -= 1;
  }
  return statements.map((statement, index) => {
    const lines = { ...statement.lines };
    for (const list of lists)
      if (list.statement === index && list.most < list.count)
        lines[list.part] = shortened(lines[list.part], list, list.most, words);
    return { ...statement, lines };
  });
}
