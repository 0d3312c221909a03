import type { Words } from '../../messages/words.ts';
import { lastDay, periodText, shortDay } from '../page/figures.ts';
import { controlsText, inputName, notSetUp, unique, waivedTitles } from '../proof.ts';
import { added, decimalsOf, groupedText, shownText } from '../shown-value.ts';
import { statementRows, statementTitle } from '../statement/statement-rows.ts';
import { unexplainedText } from '../states.ts';
import type { DecisionGroup, ListedDecision, SignOff } from './read-sign-off.ts';
import { reducedStatements, withSalesInOneLine } from './reduce-statements.ts';

/** A line of the page, from top to bottom. */
export type PageLine =
  | { line: 'title' | 'heading' | 'text'; text: string }
  | {
      line: 'item' | 'figure' | 'total' | 'residual';
      title: string;
      remark: string;
      /** The amount as people read it; empty for a line without one. */
      amount: string;
    };

/** The height of each line, in points. */
export const lineHeights = {
  title: 17,
  heading: 11.5,
  text: 11,
  item: 10.5,
  figure: 10.5,
  total: 12,
  residual: 13,
} as const;

export const heightOf = (lines: readonly PageLine[]): number =>
  lines.reduce((height, { line }) => height + lineHeights[line], 0);

/** The longest text from outside that the page can show in a line. */
const longest = 160;

type PageTerms = { words: Words; isPersonalShown: boolean };

/** An amount with the decimals of its currency, and a minus sign. */
const moneyOf = (amount: string, currency: string) =>
  groupedText(amount, decimalsOf(currency, amount)).replace('-', '\u2212');

/** A text from outside: printable, in one line, bounded, and masked like in the reports. */
export function outsideText(text: string, isPersonalShown: boolean, format = 'text'): string {
  // a cut before the rules of masking bounds their work, and one after them what they made of it
  const shown = shownText(text.slice(0, longest * 4), format, isPersonalShown)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...shown];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : shown;
}

/** The lines of the statements: what each balance is, what stands between it and the books, and how it moved. */
function statementLines(
  signOff: SignOff,
  { surplus, hasAgeing }: { surplus: number; hasAgeing: boolean },
  { words }: PageTerms,
): PageLine[] {
  const { scope, currency } = signOff;
  // what the balance of the gateway consists of is in the workbook
  const shown = signOff.statements
    .map(withSalesInOneLine)
    .map((statement) => (hasAgeing ? statement : { ...statement, lines: { ...statement.lines, ageing: [] } }))
    .map((statement) =>
      statement.name === 'gateway'
        ? { ...statement, lines: { ...statement.lines, composition: [], open: [] } }
        : statement,
    );
  const lines = reducedStatements(shown, surplus, words).flatMap((statement): PageLine[] => {
    const rows = statementRows(statement, scope, words);
    return [
      { line: 'title', text: outsideText(statementTitle(statement, words), true) },
      ...rows.map((row): PageLine => {
        if (row.row === 'heading') return { line: 'heading', text: row.title };
        const { title, remark, amount } = row;
        const kind = row.row === 'line' ? (row.isItem ? 'item' : 'figure') : row.row;
        return { line: kind, title: outsideText(title, true), remark, amount: moneyOf(amount, currency) };
      }),
    ];
  });
  const isMissing = signOff.statements.every(({ name }) => name !== 'gateway');
  return isMissing ? [{ line: 'text', text: words.say('statements-missing') }, ...lines] : lines;
}

/** The controls that were made, and what was waived, is awaited and is not set up. */
function controlLines(
  { register, inputs, days, reconciledDays, openCount }: SignOff,
  { words }: PageTerms,
): PageLine[] {
  const waived = waivedTitles(register, words);
  const awaited = unique(
    inputs.filter(({ state }) => state === 'awaited').map(({ input }) => inputName(String(input), words)),
  );
  const absent = unique(notSetUp(register, inputs).map((name) => inputName(name, words)));
  const parts = [
    words.say('sign_off-days', { reconciled: reconciledDays, days }),
    ...controlsText(register, words),
    ...(openCount > 0 ? [words.say('sign_off-open_items', { items: openCount })] : []),
  ];
  const texts = [
    `${parts.join('; ')}.`,
    ...[
      ...(absent.length > 0 ? [words.say('proof-not_set_up', { list: absent.join(', ') })] : []),
      ...(awaited.length > 0 ? [words.say('proof-awaited', { list: awaited.join(', ') })] : []),
      ...(waived.length > 0 ? [words.say('proof-waived', { list: waived.join(', ') })] : []),
    ].map((text) => `${text}.`),
  ].map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`);
  return [
    { line: 'title', text: words.say('sign_off-controls') },
    ...texts.map((text): PageLine => ({ line: 'text', text })),
  ];
}

const titleOfDecision = (decision: string, words: Words) => words.find(`sign_off-decided-${decision}`) ?? decision;

/** The decisions by kind and author, and the largest of them. Groups beyond `groups` are one line with their sum. */
function decisionLines(signOff: SignOff, most: { groups: number; listed: number }, terms: PageTerms): PageLine[] {
  const { words, isPersonalShown } = terms;
  const { groups, largest, currency } = signOff;
  const name = (text: string) => outsideText(text, true).slice(0, 60);
  const sides = ({ debit, credit }: DecisionGroup) =>
    unexplainedText({ unexplained_debit: debit, unexplained_credit: credit }, currency).replaceAll('-', '\u2212');
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const groupLine = (group: DecisionGroup): PageLine => ({
    line: 'figure',
    title: `${titleOfDecision(group.decision, words)}: ${words.say('sign_off-decided_by', { author: name(group.author), approver: name(group.approver) })}`,
    remark: words.say('count-items', { items: group.count }),
    amount: sides(group),
  });
  const isWhole = groups.length <= most.groups;
  const shown = isWhole ? groups : groups.slice(0, most.groups - 1);
  const rest = groups.slice(shown.length);
  const restLine: PageLine[] = isWhole ? [] : [restOf(rest, terms, sides)];
  const listed = largest
    .slice(0, most.listed)
    .map((one): PageLine => listedLine(one, currency, { words, isPersonalShown }));
  const further = total - listed.length;
  return [
    { line: 'title', text: words.say('sign_off-decisions') },
    ...(groups.length === 0 ? [{ line: 'text' as const, text: words.say('sign_off-no_decisions') }] : []),
    ...shown.map(groupLine),
    ...restLine,
    ...(listed.length === 0 ? [] : [{ line: 'heading' as const, text: words.say('sign_off-largest') }, ...listed]),
    ...(listed.length > 0 && further > 0
      ? [{ line: 'text' as const, text: words.say('sign_off-further_decisions', { decisions: further }) }]
      : []),
  ];
}

function restOf(
  rest: readonly DecisionGroup[],
  { words }: PageTerms,
  sides: (group: DecisionGroup) => string,
): PageLine {
  const sum: DecisionGroup = {
    decision: '',
    author: '',
    approver: '',
    count: rest.reduce((total, { count }) => total + count, 0),
    debit: added(...rest.map(({ debit }) => debit)),
    credit: added(...rest.map(({ credit }) => credit)),
  };
  return {
    line: 'figure',
    title: words.say('sign_off-further_kinds', { kinds: rest.length }),
    remark: words.say('count-items', { items: sum.count }),
    amount: sides(sum),
  };
}

function listedLine(one: ListedDecision, currency: string, { words, isPersonalShown }: PageTerms): PageLine {
  const outside = (text: string, format?: string) => outsideText(text, isPersonalShown, format);
  const who = words.say('sign_off-decided_by', { author: one.author, approver: one.approver });
  const reason = one.reason.replaceAll('_', ' ');
  return {
    line: 'item',
    title: `${outside(one.reference)}: ${titleOfDecision(one.decision, words)}, ${outsideText(who, true)}`,
    remark: [reason, one.note]
      .filter((text) => text !== '')
      .map((text) => outside(text, 'raw'))
      .join(': '),
    amount: one.amount === undefined ? '' : moneyOf(one.amount, currency),
  };
}

/** The number of groups of decisions that are shown before the page is full. */
const mostGroups = 6;

/** The number of single decisions that are listed even if lines of the statements are shortened for them. */
const fewestListed = 3;

/** The sizes of the print. The largest size that fits is chosen; the smallest has seven points. */
const scales = [1, 0.94, 0.875] as const;

/** The lines of a page, and the scale of their heights and letters. */
export type FittedLines = { lines: PageLine[]; scale: number };

/**
 * The lines of the page that fit a height. A page that is too full is printed smaller. What still does not fit is shortened: first the
 * list of single decisions, then the longest lists of the statements, whose smallest kinds become one line with their sum, so that the
 * sums on the page add up.
 */
export function fittedLines(signOff: SignOff, height: number, terms: PageTerms): FittedLines {
  const { length: listed } = signOff.largest;
  const linesOf = (surplus: number, most: { groups: number; listed: number }, hasAgeing = false) => [
    ...statementLines(signOff, { surplus, hasAgeing }, terms),
    ...controlLines(signOff, terms),
    ...decisionLines(signOff, most, terms),
  ];
  const all = signOff.statements.reduce((sum, { lines: own }) => sum + Object.values(own).flat().length, 0);
  const least = Math.min(listed, fewestListed);
  const smallest = scales.at(-1) ?? 1;
  // the workbook has the ageing, so nothing is shortened or printed smaller for it
  const whole = linesOf(0, { groups: mostGroups, listed }, true);
  if (heightOf(whole) <= height) return { lines: whole, scale: 1 };
  const tries = [
    ...scales.map((scale) => ({ scale, surplus: 0, shown: listed })),
    ...Array.from({ length: listed - least }, (_, index) => ({
      scale: smallest,
      surplus: 0,
      shown: listed - index - 1,
    })),
    ...Array.from({ length: all }, (_, index) => ({ scale: smallest, surplus: index + 1, shown: least })),
  ];
  for (const { scale, surplus, shown } of tries) {
    const lines = linesOf(surplus, { groups: mostGroups, listed: shown });
    if (heightOf(lines) * scale <= height) return { lines, scale };
  }
  return { lines: linesOf(all, { groups: 2, listed: 0 }), scale: smallest };
}

/** The period, and the day whose end the balances are of. */
export function periodLine({ scope }: SignOff, words: Words): string {
  const text = periodText(scope, words);
  const [first, last] = [shortDay(scope.from, words), shortDay(lastDay(scope), words)];
  const isMonth = !text.includes(first) && first !== last;
  return isMonth ? `${text} (${first} ${words.say('to')} ${last})` : text;
}
