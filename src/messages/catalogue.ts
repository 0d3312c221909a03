import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FluentBundle, type FluentFunction, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import { currencyProblem, exponentOf } from '../domain/currencies.ts';
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

/** The messages of one language. */
export type Catalogue = {
  /** The sentence of a message without figures; undefined where the language has no such message. */
  sentenceOf: (code: string) => string | undefined;
  /** A text from sql/ for people: the sentences of a message, or any other text unchanged. */
  sentence: (text: string) => string;
};

/** A count without separators, independent of the number formats of Intl, which change with Node. */
class Count extends FluentNumber {
  override toString(): string {
    return String(this.value);
  }
}

/**
 * The additional sources of a language other than English: the messages of English sentences (recon.sentence), and its phrases for the
 * fixed texts of sql/ and reports/, such as titles.
 */
type Sources = { origins: ReadonlyMap<string, string>; phrase: (text: string) => string };

const ofEnglish: Sources = { origins: new Map(), phrase: (text) => text };

const isSaid = (text: string) => text !== '';

const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A figure as a Fluent variable. A missing figure is an empty text, which the function `GIVEN` distinguishes. */
function variable(figure: unknown): FluentVariable {
  if (typeof figure === 'number') return new Count(figure);
  return typeof figure === 'string' ? figure : figure === null ? '' : JSON.stringify(figure);
}

/** The shared functions of messages: MONEY reads `core.money_figure`, and INSTANT reads `core.instant_figure`. */
function functionsOf(
  months: () => readonly string[],
  sentence: Catalogue['sentence'],
  phrase: (text: string) => string,
): Record<string, FluentFunction> {
  const textOf = (given: Parameters<FluentFunction>[0], place = 0) => String(given[place]?.valueOf() ?? '');
  return {
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
async function resourceOf(language: string): Promise<FluentResource> {
  const known = resources.get(language);
  if (known !== undefined) return known;
  const read = new FluentResource(await readFile(join(packageRoot, 'messages', `${language}.ftl`), 'utf8'));
  resources.set(language, read);
  return read;
}

/** The codes of the messages without figures, by their English sentences, which are the only way to identify them. */
async function fixedMessages(): Promise<ReadonlyMap<string, string>> {
  const { body } = await resourceOf('en');
  return new Map(body.flatMap(({ id, value }) => (typeof value === 'string' ? [[value, id] as const] : [])));
}

/** The catalogue of a language. */
export async function catalogueOf(language: string, { origins, phrase }: Sources = ofEnglish): Promise<Catalogue> {
  const plain = (id: string) => {
    const pattern = bundle.getMessage(id)?.value;
    return pattern === null || pattern === undefined ? undefined : bundle.formatPattern(pattern);
  };
  const said = (code: string, figures: Readonly<Record<string, unknown>>): string | undefined => {
    const pattern = bundle.getMessage(code)?.value;
    if (pattern === null || pattern === undefined) return undefined;
    const variables = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, variable(figure)]));
    // a missing figure is visible in the sentence; without a list for its errors, Fluent would throw them
    return bundle.formatPattern(pattern, variables, []);
  };
  const english = await fixedMessages();
  // what is said within several messages, such as the cause of several missing inputs, is said once
  const partsOf = (part: Part): Part[] =>
    typeof part !== 'string' && 'all' in part ? part.all.flatMap(partsOf) : [part];
  const partText = (part: Part): string => {
    if (typeof part === 'string') return sentence(part);
    if ('say' in part) return said(part.say, part.with ?? {}) ?? JSON.stringify(part);
    if ('all' in part) return [...new Set(partsOf(part).map(partText))].filter(isSaid).join(' ');
    return part.list.map((one) => partText(one).replace(/\.$/, '')).join('; ');
  };
  const sentence = (given: string): string => {
    const message = messageOf(given);
    return message === undefined ? (plain(english.get(given) ?? '') ?? phrase(given)) : partText(message);
  };
  const months = () => (plain('months') ?? '').split(' ');
  const bundle = new FluentBundle(language, {
    functions: functionsOf(months, sentence, phrase),
    useIsolating: false,
  });
  bundle.addResource(await resourceOf(language));
  // a part of a message is not a sentence of its own, although its English text may equal that of a whole message
  return { sentence: (given) => sentence(origins.get(given) ?? given), sentenceOf: plain };
}
