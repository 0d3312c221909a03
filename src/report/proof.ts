import type { Words } from '../messages/words.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { dayFrom, daySpan, shortDay } from './page/figures.ts';
import { stateOf } from './states.ts';

/** Proofs by the content of a file, or by a receiver, whose span is more specific than the day of the report. */
const fileProofs = ['stated_span', 'balance', 'later_line', 'listened', 'declared', 'rule'];

/** The name of an input, or of an item that is not set up, within a sentence. */
export function inputName(name: string, words: Words): string {
  return words.find(`inputs-${name.replaceAll(' ', '_')}`) ?? words.phrase(name.replaceAll('_', ' '));
}

/** Inputs in the order in which money flows. */
const inputOrder =
  'statement statement_comparison turnover balance payout_movements payouts payout_accounts recipients orders bank callbacks'.split(
    ' ',
  );

/** The inputs of rows, each once, in the order in which money flows. */
export function inputsInOrder(rows: readonly WarehouseRow[]): string[] {
  const place = (input: string) => (inputOrder.includes(input) ? inputOrder.indexOf(input) : inputOrder.length);
  return [...new Set(rows.map(({ input }) => String(input)))].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** The texts without repetitions. */
export const unique = (texts: readonly string[]) => [...new Set(texts)];
const daysOf = (rows: readonly WarehouseRow[]) => unique(rows.map(({ business_date }) => String(business_date)));

/** The first and last day of the spans that cover some days. */
export function spanOf(rows: readonly WarehouseRow[], words: Words): string {
  const first = rows.map((row) => String(row.covered_from ?? row.business_date)).sort()[0] ?? '';
  const last =
    rows
      .map((row) => String(row.covered_to ?? row.business_date))
      .sort()
      .at(-1) ?? '';
  return daySpan(first, last, words);
}

/** An input with the days that it covers, where they differ from the days of the report, and the person who declared it. */
function inputText(input: string, rows: readonly WarehouseRow[], words: Words): string {
  const covered = rows.filter(({ state }) => state === 'covered');
  const open = new Set(rows.filter(({ state }) => state !== 'covered').map(({ business_date }) => business_date));
  const all = daysOf(rows).length;
  const name = inputName(input, words);
  const isOfFile = covered.some(({ basis }) => fileProofs.includes(String(basis)));
  const spanned = isOfFile ? `${name} ${spanOf(covered, words)}` : name;
  const text =
    open.size > 0 ? words.say('proof-partly', { input: spanned, covered: all - open.size, days: all }) : spanned;
  const declared = covered.filter(({ is_declared }) => is_declared === true);
  if (declared.length === 0) return text;
  const people = unique(declared.flatMap(({ declared_by }) => (declared_by == null ? [] : [String(declared_by)])));
  return people.length > 0
    ? words.say('proof-declared', { input: text, who: people.join(', ') })
    : words.say('proof-rule', { input: text });
}

function inputsText(inputs: readonly WarehouseRow[], words: Words): string[] {
  const texts = inputsInOrder(inputs).flatMap((name) => {
    const own = inputs.filter(({ input }) => input === name);
    return own.some(({ state }) => state === 'covered') ? [inputText(name, own, words)] : [];
  });
  const days = daysOf(inputs).sort();
  const [first = ''] = days;
  return texts.length === 0
    ? []
    : [words.say('proof-inputs', { days: daySpan(first, days.at(-1) ?? first, words), list: texts.join(', ') })];
}

function awaitedText(inputs: readonly WarehouseRow[], words: Words): string[] {
  const awaited = inputs.filter(({ state }) => state === 'awaited');
  const texts = awaited.map(({ input, due_on }) => {
    const name = inputName(String(input), words);
    return due_on == null ? name : words.say('proof-until', { input: name, day: shortDay(String(due_on), words) });
  });
  return texts.length === 0 ? [] : [words.say('proof-awaited', { list: unique(texts).join(', ') })];
}

/** The number of controls that must be made, were made and are out of balance. */
export function controlCounts(register: readonly WarehouseRow[]) {
  const states = register.map(stateOf);
  const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length;
  const made = count('balanced', 'out_of_balance', 'decided');
  return {
    made,
    required: made + count('not_made'),
    outOfBalance: count('out_of_balance'),
    decided: count('decided'),
  };
}

/** The controls that were made, with those that are out of balance. */
export function controlsText(register: readonly WarehouseRow[], words: Words): string[] {
  const { made, required, outOfBalance, decided } = controlCounts(register);
  if (required === 0) return [words.say('proof-none').replace(/\.$/, '')];
  if (made === required && outOfBalance + decided === 0)
    return [words.say('proof-in_balance', { made, controls: required })];
  const counts = [
    words.say('proof-made', { made, controls: required }),
    ...(outOfBalance > 0 ? [words.say('proof-out_of_balance', { controls: outOfBalance })] : []),
    ...(decided > 0 ? [words.say('proof-decided', { controls: decided })] : []),
  ];
  return [counts.join(', ')];
}

/**
 * The items that are not set up, as the register names them. An input that another day of the report needs was set up within the report;
 * its days say which of them it covers.
 */
export function notSetUp(register: readonly WarehouseRow[], inputs: readonly WarehouseRow[]): string[] {
  const needed = new Set(inputs.map(({ currency, input }) => `${currency} ${String(input).replaceAll('_', ' ')}`));
  const rows = register.filter(({ state }) => state === 'not_set_up');
  const names = rows.flatMap(({ currency, input }) =>
    input == null
      ? []
      : String(input)
          .split(', ')
          .filter((name) => !needed.has(`${currency} ${name}`)),
  );
  return unique(names).sort();
}

/** The titles of the waived controls. */
export const waivedTitles = (register: readonly WarehouseRow[], words: Words): string[] =>
  unique(register.filter(({ state }) => state === 'waived').map(({ title }) => words.phrase(String(title))));

/** The proof of a report, in parts: the controls that were made, the inputs, and the awaited, waived and not configured ones. */
export function proofParts(register: readonly WarehouseRow[], inputs: readonly WarehouseRow[], words: Words): string[] {
  const waived = waivedTitles(register, words);
  const absent = notSetUp(register, inputs).map((name) => inputName(name, words));
  return [
    ...controlsText(register, words),
    ...inputsText(inputs, words),
    ...awaitedText(inputs, words),
    ...(waived.length > 0 ? [words.say('proof-waived', { list: waived.join(', ') })] : []),
    ...(absent.length > 0 ? [words.say('proof-not_set_up', { list: absent.join(', ') })] : []),
  ];
}

/** The proof in one line. The rows are those of mart.control and mart.input_day for the days of the report. */
export function proofText(register: readonly WarehouseRow[], inputs: readonly WarehouseRow[], words: Words): string {
  return `${proofParts(register, inputs, words).join('; ')}.`;
}

/** The days of a list as spans, those of a month together: `1–4, 7 Nov 2026`. */
export function daysText(days: readonly string[], words: Words): string {
  const spans: { first: string; last: string }[] = [];
  for (const day of unique(days).sort()) {
    const open = spans.at(-1);
    if (open !== undefined && dayFrom(open.last, 1) === day) open.last = day;
    else spans.push({ first: day, last: day });
  }
  return spans
    .map(({ first, last }, index) => {
      const next = spans[index + 1];
      const month = last.slice(0, 7);
      if (first.slice(0, 7) !== month || next?.first.slice(0, 7) !== month || next.last.slice(0, 7) !== month)
        return daySpan(first, last, words);
      const [from, to] = [Number(first.slice(8)), Number(last.slice(8))];
      return from === to ? String(from) : `${from}–${to}`;
    })
    .join(', ');
}
