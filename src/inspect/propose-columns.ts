import { normaliseHeader } from 'tieout-files';
import { headerZone } from '../domain/header-zone.ts';
import { isAmount, isFigure, isMail, shareOf } from './cell-content.ts';
import { type Column, type ColumnPlan, type Evidence, figureColumns, specOf, type Table, tableOf } from './columns.ts';
import {
  headerWords,
  identifies,
  isDebt,
  originalMoney,
  otherDay,
  otherParty,
  partialAmounts,
  plainWords,
  unitPrice,
} from './header-words.ts';
import { asked, nothingProposed, type Proposal, proposed, withProposal } from './proposal.ts';
import { amountProposal, areSignsProven, provenByBalances, provenNet } from './propose-figures.ts';

type ColumnProposal = {
  table: Table;
  proposal: Proposal;
  /** The number of columns that are read, proposed or asked for. */
  found: number;
  /** Required columns for which nothing was found; of a group, all of them. */
  missing: readonly (readonly string[])[];
  /** The share of the required columns that was found, from 0, weighted by certainty. */
  score: number;
};

const figures = new Set(['amount', 'fee', 'net_amount', 'refunded', 'balance', 'debit', 'credit', 'gross']);

/** The certainty with which the words of a header name a column, from 0 to 1; above 0.9 they are its name. */
function nameScore({ words }: Column, column: string, hints: readonly string[]): number {
  const isOther =
    (column === 'account' && otherParty.test(words)) ||
    (column === 'currency' && !hints.includes(words)) ||
    (/^(amount|balance)$/.test(column) && isDebt.test(words));
  if (words === '' || isOther) return 0;
  const exact = hints.indexOf(words);
  if (exact >= 0) return 1 - exact / 1000;
  const padded = ` ${words} `;
  const within = hints.findIndex((hint) => hint.length >= 3 && padded.includes(` ${hint} `));
  const isPart = column === 'amount' && [partialAmounts, unitPrice, originalMoney].some((has) => has.test(words));
  return within < 0 ? 0 : Math.max(0, 0.8 - within / 200 - (isPart ? 0.6 : 0));
}

/** Whether cells can be a column of text. */
function isTextFor(column: string, { cells, days, amounts, filled }: Column): boolean {
  if (days >= 0.5 || (column === 'customer' && amounts >= 0.5)) return false;
  if (column === 'customer_email' || column === 'client_email') return shareOf(cells, isMail) >= 0.8;
  if (column === 'order' || column === 'id') return new Set(cells.filter((cell) => cell !== '')).size * 2 > filled;
  if (column === 'account') return shareOf(cells, (cell) => /^[A-Z]{3}$|[.,]\d{2}$/.test(cell)) < 0.5;
  if (column === 'status' || column === 'type') return shareOf(cells, (cell) => isAmount(cell) || isMail(cell)) < 0.5;
  return true;
}

/** Amounts of which each row has one: one column is money in, the other money out, and neither is the amount. */
function oneOfTwo(columns: readonly Column[], lines: number): Set<Column> {
  const partial = figureColumns(columns).filter(({ filled }) => filled < lines);
  const isPair = (one: Column, other: Column) =>
    (one.filled + other.filled) * 5 >= lines * 4 &&
    one.cells.every((cell, row) => cell === '' || other.cells[row] === '');
  return new Set(partial.filter((one) => partial.some((other) => other !== one && isPair(one, other))));
}

type Pair = { column: string; from: Column; name: number; score: number };

/** The columns of a kind of file that the free columns of a table may be, the likeliest first. */
function pairsOf(plan: ColumnPlan, { columns, lines, positions }: Table, free: readonly Column[]): Pair[] {
  const dates = plan.format === 'table' ? plan.dates : ['received_at'];
  const halves = oneOfTwo(columns, lines.length);
  const amounts = figureColumns(columns).filter(({ words }) => !isDebt.test(words));
  const scoreOf = (column: string, from: Column, name: number) => {
    // the column of one side may be empty on the first lines
    if (from.filled === 0) return lines.length === 0 || (name >= 0.9 && /^(debit|credit)$/.test(column)) ? name : 0;
    if (!figures.has(column) && !dates.includes(column) && column !== 'currency')
      return name > 0 && isTextFor(column, from) ? name : 0;
    const isOnly = column === 'amount' && amounts.length === 1 && amounts[0] === from;
    if (figures.has(column) && (identifies.test(from.words) || (name === 0 && !isOnly))) return 0;
    if (column === 'amount' && halves.has(from)) return 0;
    const form = column === 'currency' ? from.codes : figures.has(column) ? from.amounts : from.days;
    return form >= 0.8 ? 0.5 + name / 2 : 0;
  };
  // amounts are read from one column or from two, so what is read already leaves the other to be ignored
  const others = positions.has('amount')
    ? ['debit', 'credit']
    : positions.has('debit') || positions.has('credit')
      ? ['amount']
      : [];
  return (
    Object.entries(plan.columns)
      .filter(([column, known]) => known.length > 0 && !positions.has(column) && !others.includes(column))
      .flatMap(([column, known]) => {
        const hints = [...(headerWords[column] ?? []), ...known.map(plainWords)];
        return free.map((from) => {
          const name = nameScore(from, column, hints);
          return { column, from, name, score: scoreOf(column, from, name) };
        });
      })
      // an optional column needs a clear header, because its absence is no error
      .filter(({ column, name, score }) => score >= 0.45 && (isRequired(plan, column) || (name > 0 && score >= 0.75)))
      .sort((one, other) => other.score - one.score || one.from.position - other.from.position)
  );
}

const isRequired = ({ required }: ColumnPlan, column: string) => required.some((one) => [one].flat().includes(column));

/** Columns that may as well be the day or the amount as one whose header has only a word for it: by their cells. */
function alikeBesides({ column }: Pair, free: readonly Column[], plan: ColumnPlan, table: Table): Column[] {
  if (plan.format === 'table' && plan.dates.includes(column)) return free.filter(({ days }) => days >= 0.8);
  if (!/^(amount|credit|debit)$/.test(column)) return [];
  const halves = column === 'amount' ? oneOfTwo(table.columns, table.lines.length) : new Set<Column>();
  const isPart = ({ words }: Column) => [isDebt, partialAmounts, originalMoney].some((has) => has.test(words));
  return figureColumns(free).filter((one) => !halves.has(one) && !isPart(one));
}

/** Takes the credits or debits that are alone beside an amount out of the chosen columns: either may be the amount. */
function loneSide(chosen: Map<string, Pair>): Column[] {
  const sides = ['credit', 'debit'].filter((column) => chosen.has(column));
  const [side = ''] = sides;
  const lone = chosen.has('amount') && sides.length === 1 ? chosen.get(side) : undefined;
  if (lone === undefined) return [];
  chosen.delete(side);
  return [lone.from];
}

/** How well a header names a column: by its name, by words in it, by parts of them, not at all. */
const rank = ({ name }: Pair) => [0.9, 0.5, 0.001].findIndex((least) => name >= least);

/** No setting is the zone of a column, so both answers are instructions. */
const zoneAsked = ({ title }: Column): Proposal =>
  asked(
    `Nothing in the file says in which zone the times of "${title}" are.`,
    { answer: 'in the zone of the company: nothing to add', terms: {} },
    { answer: `in another zone: write it into the header, such as "${title} (UTC)"`, terms: {} },
  );

/** The proposal for a column: what its header and cells show, or a question where others show the same. */
function columnProposal(best: Pair, rivals: readonly Column[], plan: ColumnPlan, table: Table): Proposal {
  const { column, from } = best;
  const { areInstants = false, dates = [] } = plan.format === 'table' ? plan : {};
  const isDay = dates.includes(column);
  const candidates = [from, ...rivals].sort((one, other) => (isDay ? one.position - other.position : 0));
  const isBank = areSignsProven(plan);
  if (column === 'amount' && (isBank || best.name > 0)) return amountProposal(candidates, table.columns, isBank);
  const termsFor = ({ title }: Column) => ({ aliases: { [column]: [title] } });
  const names = candidates.map(({ title }) => `"${title}"`).join(' or ');
  if (rivals.length > 0 && (figures.has(column) || isDay))
    return asked(
      `Nothing in the file proves which column is ${column}: ${names}.`,
      ...candidates.map((one) => ({ answer: `"${one.title}"`, terms: termsFor(one) })),
    );
  if (column === 'amount' || (isDay && otherDay.test(from.words)))
    return asked(
      `Nothing but its cells shows that "${from.title}" is ${column === 'amount' ? 'the amount' : column}.`,
      { answer: 'it is', terms: termsFor(from) },
      { answer: 'it is not', terms: { ignore: [from.title] } },
    );
  const isTime = areInstants && isDay && from.cells.some((cell) => /\d:\d\d(:\d\d)?$/.test(cell));
  const zone = isTime ? headerZone(from.title) : undefined;
  const reasons = [
    ...(best.name === 0 ? ['by its cells: check it'] : []),
    ...(rivals.length === 0 ? [] : [`${names}: check it`]),
    ...(zone === undefined ? [] : [`times are read in the zone of the header (${zone})`]),
  ];
  const found = proposed(termsFor(from), reasons.length === 0 ? {} : { [`aliases.${column}`]: reasons.join('; ') });
  return isTime && zone === undefined ? withProposal(found, zoneAsked(from)) : found;
}

/** The columns that a header and its cells show for a kind of file, besides those that are read already. */
export function proposeColumns({ plan, rows, reading }: Evidence): ColumnProposal {
  const table = tableOf(rows, specOf(plan), reading);
  const ignored = new Set(reading.ignored.map(normaliseHeader));
  const free = table.columns.filter(
    ({ title }) =>
      title !== '' &&
      !isFigure(title) &&
      !title.includes('\uFFFD') &&
      !ignored.has(normaliseHeader(title)) &&
      table.readAs(title) === undefined,
  );
  const proven = provenByBalances(table, plan, reading) ?? provenNet(table, plan) ?? nothingProposed;
  const provenTitles = new Set(Object.values(proven.terms.aliases ?? {}).flat());
  const isSettled = (column: string) =>
    provenTitles.size > 0 && /^(amount|credit|debit|direction|balance)$/.test(column);
  // by their words: two headers with the same words cannot name two columns
  const taken = new Set<string>([...provenTitles].map(normaliseHeader));
  const chosen = new Map<string, Pair>();
  const pairs = pairsOf(plan, table, free).filter(({ column }) => !isSettled(column));
  for (const pair of pairs) {
    if (taken.has(normaliseHeader(pair.from.title)) || chosen.has(pair.column)) continue;
    taken.add(normaliseHeader(pair.from.title));
    chosen.set(pair.column, pair);
  }
  const isFree = ({ title }: Column) => !taken.has(normaliseHeader(title));
  const beside = loneSide(chosen);
  const rivalsOf = (best: Pair): Column[] => {
    const named = pairs.filter((pair) => pair.column === best.column && rank(pair) === rank(best));
    const alike = best.name < 0.9 && isRequired(plan, best.column) ? alikeBesides(best, free, plan, table) : [];
    const others = [...named.map(({ from }) => from), ...alike].filter(isFree);
    return [...new Set([...others, ...(best.column === 'amount' ? beside : [])])];
  };
  const proposal = [...chosen.values()].reduce(
    (sum, best) => withProposal(sum, columnProposal(best, rivalsOf(best), plan, table)),
    proven,
  );
  const isFound = (column: string) =>
    table.positions.has(column) || chosen.has(column) || Object.hasOwn(proven.terms.aliases ?? {}, column);
  const groups = plan.required.map((one): readonly string[] => [one].flat());
  const missing = groups.filter((group) => !group.some(isFound));
  const found = table.positions.size + chosen.size + provenTitles.size;
  const sureness =
    [...chosen.values()].reduce((sum, { score }) => sum + score, 0) + table.positions.size + provenTitles.size;
  const score = (groups.length - missing.length) / Math.max(1, groups.length) + sureness / 100;
  return { table, proposal, found, missing, score };
}
