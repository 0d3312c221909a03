import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { daysText, inputName } from '../proof.ts';
import { phraseIn, sentenceIn, type Words } from '../words/words.ts';
import { briefly } from './figures.ts';
import type { PageData } from './page-data.ts';

/** Controls that were not made for one cause: a missing input, rejected rows, or what the control lacks. */
export type NotMade = { head: string; facts: string[]; details: string[]; toDo: string; link?: string };

const reasonsOnPage = 3;
const textOnPage = 600;

const unique = (texts: readonly string[]) => [...new Set(texts)];
const inputsOf = ({ input }: WarehouseRow) => (input == null ? [] : String(input).split(', '));

function controlsOf(rows: readonly WarehouseRow[], words: Words): string {
  return unique(
    rows.map(({ title, subject }) => {
      const name = phraseIn(words, String(title));
      return subject === '' ? name : `${name} (${briefly(String(subject), 60)})`;
    }),
  ).join(', ');
}

function factsOf(rows: readonly WarehouseRow[], isOneDay: boolean, words: Words): string[] {
  const days = daysText(
    rows.map(({ business_date }) => String(business_date)),
    words,
  );
  return [unique(rows.map(({ currency }) => String(currency))).join(', '), ...(isOneDay ? [] : [days])];
}

function reasonsOf(rows: readonly WarehouseRow[], words: Words): string[] {
  const reasons = unique(rows.flatMap(({ reason }) => (reason == null ? [] : [String(reason)])));
  return reasons.slice(0, reasonsOnPage).map((reason) => briefly(sentenceIn(words, reason), textOnPage));
}

/** The causes of controls that were not made, missing inputs first. */
export function notMadeOf({ register, inputs }: PageData, isOneDay: boolean, words: Words): NotMade[] {
  const { findings } = words;
  const notMade = register.filter(({ state }) => state === 'not_made');
  const missing = inputs.filter(({ is_in_scope, state }) => is_in_scope === true && state === 'missing');
  const names = unique(missing.map(({ input }) => String(input)));
  const ofInputs = names.map((name) => {
    const rows = missing.filter(({ input }) => input === name);
    const controls = notMade.filter((row) => inputsOf(row).includes(name));
    return {
      head: findings.missingInput(inputName(name, words)),
      facts: factsOf(rows, isOneDay, words),
      details: [
        ...reasonsOf(rows, words),
        ...(controls.length > 0 ? [findings.notMade(controlsOf(controls, words))] : []),
      ],
      toDo: findings.missingInputToDo,
    };
  });
  const others = notMade.filter((row) => !inputsOf(row).some((input) => names.includes(input)));
  const byReason = unique(others.map(({ reason, what_to_do }) => JSON.stringify([reason, what_to_do])));
  const ofReasons = byReason.map((key) => {
    const rows = others.filter(({ reason, what_to_do }) => JSON.stringify([reason, what_to_do]) === key);
    const [row = {}] = rows;
    return {
      head: findings.notMadeHead(unique(rows.map((one) => `${one.control} ${one.subject} ${one.currency}`)).length),
      facts: factsOf(rows, isOneDay, words),
      details: [...reasonsOf(rows, words), findings.notMade(controlsOf(rows, words))],
      toDo: row.what_to_do == null ? findings.notMadeToDo : sentenceIn(words, String(row.what_to_do)),
      ...(inputsOf(row).length > 0 ? { link: 'rejected' } : {}),
    };
  });
  return [...ofInputs, ...ofReasons];
}
