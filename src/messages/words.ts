import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentBundle, type FluentFunction, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import { grouped } from '../domain/counted.ts';
import { currencyProblem, exponentOf } from '../domain/currencies.ts';
import { groupedBy } from '../domain/grouped-by.ts';
import { packageRoot } from '../package-root.ts';
import { messageOf, type Part } from './message.ts';

/**
 * An amount (core.money_figure: `MYR 1234.5000`) for people: `MYR 1,234.50`. It has the decimals of its currency (ISO 4217), or more
 * where the figure has more, because nothing is rounded.
 */
function moneyText(figure: string): string {
  const [, currency = '', sign = '', whole = '', fraction = ''] = /^(\S+) (-?)(\d+)(?:\.(\d*?)0*)?$/.exec(figure) ?? [];
  if (whole === '') return figure;
  const decimals = fraction.padEnd(currencyProblem(currency) === undefined ? exponentOf(currency) : 0, '0');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${currency} ${sign}${grouped}${decimals === '' ? '' : `.${decimals}`}`;
}

/** A date (`2026-11-03`) for people: `3 Nov 2026`. */
function dayText(figure: string, months: readonly string[]): string {
  const [, year = '', month = '', day = ''] = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(figure) ?? [];
  return year === '' ? figure : `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** A local time (core.instant_figure: `2026-11-03 12:00`) for people: `3 Nov 2026 12:00`. */
function instantText(figure: string, months: readonly string[]): string {
  const [day = '', time = ''] = figure.split(' ');
  return time === '' ? figure : `${dayText(day, months)} ${time}`;
}

/** The figures of a message by their names. A figure that is undefined is a missing one. */
type Figures = Readonly<Record<string, string | number | undefined>>;

/** A text that a head of sql/reconcile or a report declares in English, with the code of its message in other languages. */
export type DeclaredText = readonly [code: string, english: string];

/** All texts of reports, notices and rules in one language, from its file in messages/. */
export type Words = {
  language: string;
  months: readonly string[];
  shortMonths: readonly string[];
  /** From Monday. */
  weekdays: readonly string[];
  shortWeekdays: readonly string[];
  /** A message with its figures; in English where the language lacks it. Throws where it has no English text either. */
  say: (code: string, figures?: Figures) => string;
  /** A message without figures, in English where the language lacks it; undefined where there is none. */
  find: (code: string) => string | undefined;
  /** A fixed English text, such as a title of sql/ or reports/, in this language; unchanged where it has none. */
  phrase: (english: string) => string;
  /** A text of sql/ for people: the sentences of a message, or a fixed text. */
  sentence: (text: string) => string;
};

/** A count without separators, independent of the number formats of Intl, which change with Node. */
class Count extends FluentNumber {
  override toString(): string {
    return String(this.value);
  }
}

const isSaid = (text: string) => text !== '';

const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A figure as a Fluent variable. A missing figure is an empty text, which the function `GIVEN` distinguishes. */
function variable(figure: unknown): FluentVariable {
  if (typeof figure === 'number') return new Count(figure);
  return typeof figure === 'string' ? figure : figure == null ? '' : JSON.stringify(figure);
}

/** The shared functions of messages: MONEY reads `core.money_figure`, INSTANT `core.instant_figure`, and COUNT groups thousands. */
function functionsOf(
  months: () => readonly string[],
  sentence: Words['sentence'],
  phrase: Words['phrase'],
): Record<string, FluentFunction> {
  const textOf = (given: Parameters<FluentFunction>[0], place = 0) => String(given[place]?.valueOf() ?? '');
  return {
    COUNT: (given) => grouped(Number(given[0]?.valueOf())),
    MONEY: (given) => moneyText(textOf(given)),
    DAY: (given) => dayText(textOf(given), months()),
    INSTANT: (given) => instantText(textOf(given), months()),
    WORD: (given) => phrase(textOf(given).replaceAll('_', ' ')),
    SAID: (given) => sentence(textOf(given)),
    OR: (given) => textOf(given) || textOf(given, 1),
    SAME: (given) => (textOf(given) === textOf(given, 1) ? 'yes' : 'no'),
    INPUT: (given) => phrase(titled(textOf(given).replaceAll('_', ' '))),
    PHRASE: (given) => phrase(textOf(given)),
    GIVEN: (given) => (textOf(given) === '' ? 'no' : 'yes'),
  };
}

const resources = new Map<string, FluentResource>();

/** The messages of a language, which are read once. Throws where the file is missing, because it is part of the program. */
function resourceOf(language: string): FluentResource {
  const known = resources.get(language);
  if (known !== undefined) return known;
  const read = new FluentResource(readFileSync(join(packageRoot, 'messages', `${language}.ftl`), 'utf8'));
  resources.set(language, read);
  return read;
}

/** The codes by which an English text may be known: those of declared texts first, then those of the English messages without figures. */
function codesOf(declared: readonly DeclaredText[]): ReadonlyMap<string, readonly string[]> {
  const fixed = resourceOf('en').body.flatMap(({ id, value }) =>
    typeof value === 'string' ? [[id, value] as const] : [],
  );
  const known = groupedBy([...declared, ...fixed], ([, text]) => text);
  return new Map([...known].map(([text, own]) => [text, own.map(([code]) => code)]));
}

/** The texts of a language; `declared` are the texts of heads and reports that it may translate. */
export function wordsIn(language: string, declared: readonly DeclaredText[] = []): Words {
  const codes = codesOf(declared);
  const ofLanguage = (id: string) => bundle.getMessage(id)?.value ?? undefined;
  const plain = (id: string) => {
    const pattern = ofLanguage(id);
    return pattern === undefined ? undefined : bundle.formatPattern(pattern);
  };
  const said = (code: string, figures: Readonly<Record<string, unknown>>): string | undefined => {
    const pattern = ofLanguage(code);
    if (pattern === undefined) return undefined;
    const variables = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, variable(figure)]));
    // a missing figure is visible in the sentence; without a list for its errors, Fluent would throw them
    return bundle.formatPattern(pattern, variables, []);
  };
  const phrase = (text: string): string => {
    const own = codes.get(text) ?? [`word-${text.replaceAll(' ', '_')}`];
    const code = own.find((one) => ofLanguage(one) !== undefined);
    return code === undefined ? text : (plain(code) ?? text);
  };
  // what is said within several messages, such as the cause of several missing inputs, is said once
  const partsOf = (part: Part): Part[] =>
    typeof part !== 'string' && 'all' in part ? part.all.flatMap(partsOf) : [part];
  const partText = (part: Part): string => {
    if (typeof part === 'string') return sentence(part);
    if ('say' in part) return said(part.say, part.with ?? {}) ?? JSON.stringify(part);
    if ('all' in part) return [...new Set(partsOf(part).map(partText))].filter(isSaid).join(' ');
    return part.list.map((one) => partText(one).replace(/\.$/, '')).join('; ');
  };
  const sentence = (text: string): string => {
    const message = messageOf(text);
    return message === undefined ? phrase(text) : partText(message);
  };
  const listOf = (id: string) => (plain(id) ?? '').split(' ');
  const bundle = new FluentBundle(language, {
    functions: functionsOf(() => listOf('months'), sentence, phrase),
    useIsolating: false,
  });
  bundle.addResource(resourceOf(language));
  return {
    language,
    months: listOf('long_months'),
    shortMonths: listOf('months'),
    weekdays: listOf('weekdays'),
    shortWeekdays: listOf('short_weekdays'),
    find: (code) => plain(code) ?? (language === 'en' ? undefined : english().find(code)),
    say: (code, figures = {}) => {
      const text = said(code, figures);
      if (text !== undefined) return text;
      if (language === 'en') throw new Error(`messages/en.ftl has no message ${code}.`);
      return english().say(code, figures);
    },
    phrase,
    sentence,
  };
}

let inEnglish: Words | undefined;

/** The English texts. */
export function english(): Words {
  inEnglish ??= wordsIn('en');
  return inEnglish;
}
