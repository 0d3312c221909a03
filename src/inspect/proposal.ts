import type { Temporal } from 'temporal-polyfill';
import { normaliseHeader, type TableRow } from 'tieout-files';
import type { ReadingTerms } from '../domain/reading.ts';
import type { ColumnPlan } from './cell-content.ts';

/** Proposed configuration below the section of a kind of file, by the keys of the configuration file. */
export type ProposedTerms = {
  aliases?: Readonly<Record<string, readonly string[]>>;
  columns?: Readonly<Record<string, number>>;
  ignore?: readonly string[];
  encoding?: string;
  date_order?: 'day_first' | 'month_first';
  two_digit_years?: true;
  decimal_mark?: ',';
  sheet?: string;
  statuses?: { paid: readonly string[]; not_paid: readonly string[] };
  sides?: { credit: readonly string[]; debit: readonly string[] };
};

/** The reason for each proposed key, as a comment of the snippet, by its path below the section: `aliases.amount`. */
type Reasons = Readonly<Record<string, string>>;

export type Proposal = { terms: ProposedTerms; reasons: Reasons };

export const nothingProposed: Proposal = { terms: {}, reasons: {} };

const joined = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];

/** The reasons of two proposals; different reasons for the same term are joined. */
function withReasons(before: Reasons, added: Reasons): Reasons {
  const both = Object.entries(added).map(([path, reason]) => {
    const earlier = before[path];
    return [path, earlier === undefined || earlier.includes(reason) ? reason : `${earlier}; ${reason}`];
  });
  return { ...before, ...Object.fromEntries(both) };
}

type Aliases = Readonly<Record<string, readonly string[]>>;

/** The headers of two proposals by column. A header names one column, that of the later proposal: the configuration refuses it for two. */
function joinedAliases(before: Aliases, added: Aliases): Aliases {
  const owner = new Map<string, string>();
  for (const [column, headers] of [...Object.entries(before), ...Object.entries(added).reverse()])
    for (const header of headers) owner.set(normaliseHeader(header), column);
  const named = joined(Object.keys(before), Object.keys(added)).map((column) => {
    const headers = joined(before[column], added[column]);
    return [column, headers.filter((header) => owner.get(normaliseHeader(header)) === column)] as const;
  });
  return Object.fromEntries(named.filter(([, headers]) => headers.length > 0));
}

/** Combines two proposals: lists are joined, and a single value of the later proposal replaces the earlier one. */
export function withProposal(before: Proposal, added: Proposal): Proposal {
  const [a, b] = [before.terms, added.terms];
  const aliases = joinedAliases(a.aliases ?? {}, b.aliases ?? {});
  const ignore = joined(a.ignore, b.ignore);
  const numbers = { ...a.columns, ...b.columns };
  const statuses = {
    paid: joined(a.statuses?.paid, b.statuses?.paid),
    not_paid: joined(a.statuses?.not_paid, b.statuses?.not_paid),
  };
  return {
    terms: {
      ...a,
      ...b,
      ...(Object.keys(aliases).length === 0 ? {} : { aliases }),
      ...(Object.keys(numbers).length === 0 ? {} : { columns: numbers }),
      ...(ignore.length === 0 ? {} : { ignore }),
      ...(statuses.paid.length + statuses.not_paid.length === 0 ? {} : { statuses }),
    },
    reasons: withReasons(before.reasons, added.reasons),
  };
}

export const isNothing = ({ terms }: Proposal): boolean => Object.keys(terms).length === 0;

type Section = Readonly<Record<string, unknown>>;
const sectionOf = (value: unknown): Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A section of the configuration with its proposed terms. */
function mergedSection(before: Section, { aliases, columns, ignore, statuses, ...single }: ProposedTerms): Section {
  const known = sectionOf(before.aliases);
  const own = sectionOf(before.statuses);
  return {
    ...before,
    ...single,
    aliases: {
      ...known,
      ...Object.fromEntries(
        Object.entries(aliases ?? {}).map(([key, names]) => [key, [...listOf(known[key]), ...names]]),
      ),
    },
    columns: { ...sectionOf(before.columns), ...columns },
    ignore: [...listOf(before.ignore), ...(ignore ?? [])],
    ...(statuses === undefined
      ? {}
      : {
          statuses: {
            paid: [...listOf(own.paid), ...statuses.paid],
            not_paid: [...listOf(own.not_paid), ...statuses.not_paid],
          },
        }),
  };
}

/** A company with the proposed terms in the section of its configuration, such as `books.orders`. */
export function withTerms<Company extends object>(company: Company, section: string, terms: ProposedTerms): Company {
  const [first = '', ...rest] = section.split('.');
  const within = (value: unknown, path: readonly string[]): Section => {
    const [next, ...further] = path;
    const known = sectionOf(value);
    return next === undefined ? mergedSection(known, terms) : { ...known, [next]: within(known[next], further) };
  };
  return { ...company, [first]: within(sectionOf(company)[first], rest) };
}

/** The basis of a proposal: the plan, the first rows, and the terms with which they were read. */
export type Evidence = {
  plan: ColumnPlan;
  rows: readonly TableRow[];
  reading: ReadingTerms;
  /** The current time; days long after it were read in the wrong order. */
  now: Temporal.Instant;
};
