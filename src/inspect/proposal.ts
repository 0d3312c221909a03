import { normaliseHeader } from 'tieout-files';

/** Proposed configuration below the section of a kind of file, by the keys of the configuration file. */
export type ProposedTerms = {
  aliases?: Readonly<Record<string, readonly string[]>>;
  columns?: Readonly<Record<string, number>>;
  ignore?: readonly string[];
  encoding?: string;
  date_order?: 'day_first' | 'month_first';
  two_digit_years?: true;
  decimal_mark?: ',';
  amounts?: 'minor_units';
  statuses?: { paid?: readonly string[]; not_paid?: readonly string[] };
  sides?: { credit: readonly string[]; debit: readonly string[] };
};

/** An answer to a question, and the terms that it means; without terms, no configuration expresses or needs it. */
type Choice = { answer: string; terms: ProposedTerms };

/** What nothing in the file proves: a sentence for a person, and the possible answers, the likeliest first. */
export type Question = { question: string; choices: readonly Choice[] };

/** What the file proves, with a reason for each key by its path (`aliases.amount`), and what a person must say. */
export type Proposal = {
  terms: ProposedTerms;
  reasons: Readonly<Record<string, string>>;
  questions: readonly Question[];
};

export const nothingProposed: Proposal = { terms: {}, reasons: {}, questions: [] };

export const proposed = (terms: ProposedTerms, reasons: Proposal['reasons'] = {}): Proposal => ({
  ...{ terms, reasons, questions: [] },
});

export const asked = (question: string, ...choices: readonly Choice[]): Proposal => ({
  ...{ terms: {}, reasons: {}, questions: [{ question, choices }] },
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Two parts of a configuration: lists are joined, and a single value of the second replaces that of the first. */
function merged(before: unknown, added: unknown): unknown {
  if (Array.isArray(added)) return [...new Set([...(Array.isArray(before) ? before : []), ...added])];
  if (!isObject(added)) return added;
  const known = isObject(before) ? before : {};
  return {
    ...known,
    ...Object.fromEntries(Object.entries(added).map(([key, value]) => [key, merged(known[key], value)])),
  };
}

/** A term in a section of a company's configuration. */
export const termOf = (company: object, section: string, key: string): unknown =>
  [...section.split('.'), key].reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), company);

/** A company with further terms in the section of its configuration, such as `books.orders`. */
export function withTerms<Company extends object>(company: Company, section: string, terms: ProposedTerms): Company {
  const nested = section.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), terms);
  return Object.assign({}, company, merged(company, nested));
}

/** Terms with further terms. A header names one column, that of the later terms: the configuration refuses it for two. */
export function joinedTerms(before: ProposedTerms, { aliases = {}, ...others }: ProposedTerms): ProposedTerms {
  const taken = new Set(Object.values(aliases).flat().map(normaliseHeader));
  const kept = Object.entries(before.aliases ?? {})
    .map(([column, headers]) => [column, headers.filter((header) => !taken.has(normaliseHeader(header)))] as const)
    .filter(([, headers]) => headers.length > 0);
  const all = Object.assign({}, merged(Object.fromEntries(kept), aliases));
  const joined: ProposedTerms = Object.assign({}, merged({ ...before, aliases: undefined }, others));
  const { aliases: _, ...rest } = joined;
  return Object.keys(all).length === 0 ? rest : { aliases: all, ...rest };
}

/** Combines two proposals; a term has the reasons of both. */
export function withProposal(before: Proposal, added: Proposal): Proposal {
  const reasons = { ...before.reasons };
  for (const [path, reason] of Object.entries(added.reasons)) {
    const earlier = reasons[path];
    reasons[path] = earlier === undefined || earlier.includes(reason) ? reason : `${earlier}; ${reason}`;
  }
  const isNew = ({ question }: Question) => !before.questions.some((known) => known.question === question);
  return {
    terms: joinedTerms(before.terms, added.terms),
    reasons,
    questions: [...before.questions, ...added.questions.filter(isNew)],
  };
}

/** The terms of a proposal with the likeliest answers, with which a file is read to find what else it needs. */
export const likelyTerms = ({ terms, questions }: Proposal): ProposedTerms =>
  questions.reduce((sum, { choices: [first] }) => joinedTerms(sum, first?.terms ?? {}), terms);

export const isNothing = ({ terms, questions }: Proposal): boolean =>
  Object.keys(terms).length === 0 && questions.length === 0;
