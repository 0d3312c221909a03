import type { Label } from './balance-labels.ts';
import type { HeadFact } from './head-facts.ts';
import { lineText } from './page-lines.ts';
import { datesWithin } from './printed-date.ts';
import type { PrintedEntry, PrintedItem, PrintedMark, SummaryLine } from './read-rows.ts';
import type { PlacedMark } from './totals.ts';

type FactOf<Kind extends HeadFact['kind']> = Extract<HeadFact, { kind: Kind }>;

/** The lines of a document that are one statement, and the facts that are printed for it. */
export type Section = {
  account: string | null;
  currency: string | null;
  period: FactOf<'period'> | undefined;
  date: FactOf<'date'> | undefined;
  entries: PrintedEntry[];
  marks: PlacedMark[];
  summaries: SummaryLine[];
};

const isBegun = ({ entries, marks }: Section) => entries.length > 0 || marks.length > 0;

const has = ({ marks }: Section, label: Label) => marks.some(({ mark }) => mark.label === label);

/** A statement below another one: of the same account and currency, and of the same period, unless its head states otherwise. */
function newSection(before: Section | undefined): Section {
  return {
    account: before?.account ?? null,
    currency: before?.currency ?? null,
    period: before?.period,
    date: before?.date,
    entries: [],
    marks: [],
    summaries: [],
  };
}

/** The balances before and after the entries; where they have no label of their own, the first and the last one between pages. */
export function balanceMarks({ marks, entries }: Section): Record<'opening' | 'closing' | 'between', PrintedMark[]> {
  const of = (label: Label) => marks.filter(({ mark }) => mark.label === label).map(({ mark }) => mark);
  const forward = marks.filter(({ mark }) => mark.label === 'forward');
  const opening = of('opening');
  const closing = of('closing');
  const [first] = forward;
  const last = forward.at(-1);
  if (opening.length === 0 && first !== undefined && first.entriesBefore === 0) opening.push(first.mark);
  if (closing.length === 0 && last !== undefined && last !== first && last.entriesBefore === entries.length)
    closing.push(last.mark);
  return { opening, closing, between: forward.map(({ mark }) => mark) };
}

/** Divides a part of a document into its statements: another account begins one, and so does an opening balance below a closing one. */
function sectionsWithin(items: readonly PrintedItem[]): Section[] {
  const sections: Section[] = [];
  let section = newSection(undefined);
  // facts below a closing balance may belong to the statement that an opening balance begins further down
  let below: HeadFact[] = [];
  const begin = () => {
    if (isBegun(section)) sections.push(section);
    section = newSection(section);
    for (const fact of below) {
      if (fact.kind === 'currency') section.currency = fact.value;
      else if (fact.kind === 'period') section.period = fact;
      else if (fact.kind === 'date') section.date = fact;
    }
    below = [];
  };
  for (const item of items) {
    if (item.kind === 'entry') section.entries.push(item);
    else if (item.kind === 'summary') section.summaries.push(item);
    else if (item.kind === 'mark') {
      if (item.label === 'opening' && item.isInTable && has(section, 'closing') && section.entries.length > 0) begin();
      section.marks.push({ mark: item, entriesBefore: section.entries.length });
    } else takeFact(item.fact);
  }
  if (isBegun(section)) sections.push(section);
  return sections;

  function takeFact(fact: HeadFact): void {
    if (fact.kind === 'account') {
      const isOther = section.account !== null && section.account !== fact.value;
      if (isOther && section.entries.length > 0) {
        begin();
        section.currency = null;
      }
      section.account = fact.value;
    } else if (has(section, 'closing') && section.entries.length > 0) below.push(fact);
    else if (fact.kind === 'currency') section.currency ??= fact.value;
    else if (fact.kind === 'period') section.period ??= fact;
    else section.date ??= fact;
  }
}

/** Pages that follow one another, and the facts above their tables. */
type Part = { items: PrintedItem[]; facts: HeadFact[] };

/** The pages of a document, each with the facts above its first table. */
function pagesOf(items: readonly PrintedItem[]): Part[] {
  const pages = new Map<number, Part>();
  for (const item of items) {
    const page = pages.get(item.line.page) ?? { items: [], facts: [] };
    page.items.push(item);
    if (item.kind === 'fact' && item.isAboveTable) page.facts.push(item.fact);
    pages.set(item.line.page, page);
  }
  return [...pages.values()];
}

const factOf = <Kind extends HeadFact['kind']>({ facts }: Part, kind: Kind): FactOf<Kind> | undefined =>
  facts.find((fact): fact is FactOf<Kind> => fact.kind === kind);

/** What is printed beside the dates of a fact. */
const labelAround = ({ line }: HeadFact): string =>
  datesWithin(lineText(line))
    .reduce((rest, { date }) => rest.replace(date.text, ' '), lineText(line))
    .replaceAll(/[\d\s]+/g, ' ');

const daysOf = (fact: FactOf<'period' | 'date'>): string =>
  JSON.stringify(fact.kind === 'period' ? [fact.from, fact.to] : fact.date);

/** Whether two facts that are printed beside the same label state different days. */
const differs = (fact: FactOf<'period' | 'date'> | undefined, other: FactOf<'period' | 'date'> | undefined): boolean =>
  fact !== undefined &&
  other !== undefined &&
  labelAround(fact) === labelAround(other) &&
  daysOf(fact) !== daysOf(other);

/** Whether the head of a page names another period than that of the pages before it or, without a period, another day. */
function hasOtherDays(part: Part, page: Part): boolean {
  const [before, here] = [factOf(part, 'period'), factOf(page, 'period')];
  return here === undefined && before === undefined
    ? differs(factOf(part, 'date'), factOf(page, 'date'))
    : differs(before, here);
}

/** Whether each statement in a part has its opening and its closing balance. */
function isWhole({ items }: Part): boolean {
  const sections = sectionsWithin(items).map(balanceMarks);
  return sections.length > 0 && sections.every(({ opening, closing }) => opening.length > 0 && closing.length > 0);
}

const accountOf = ({ facts }: Part) => facts.findLast(({ kind }) => kind === 'account');

/** Whether the head of a page names another account than the entries before it have. */
function hasOtherAccount(part: Part, page: Part): boolean {
  const [before, here] = [accountOf(part), factOf(page, 'account')];
  const isOther = before?.kind === 'account' && here !== undefined && here.value !== before.value;
  return isOther && part.items.some(({ kind }) => kind === 'entry');
}

const joined = (part: Part, next: Part): Part => ({
  items: [...part.items, ...next.items],
  facts: [...part.facts, ...next.facts],
});

function divided(parts: readonly Part[], isDivided: (part: Part, next: Part) => boolean): Part[] {
  const found: Part[] = [];
  for (const next of parts) {
    const part = found.at(-1);
    if (part === undefined || isDivided(part, next)) found.push(next);
    else found.splice(-1, 1, joined(part, next));
  }
  return found;
}

/**
 * Divides a document where the head of a page names another account, or another period or day of the statement, as documents of several
 * months do. Another period or day counts only between parts that have their own balances, because a date in the head of a page may
 * have another meaning.
 */
function partsOf(items: readonly PrintedItem[]): Part[] {
  const likely = divided(pagesOf(items), (part, page) => hasOtherAccount(part, page) || hasOtherDays(part, page));
  return divided(likely, (part, next) => hasOtherAccount(part, next) || (isWhole(part) && isWhole(next)));
}

/** Divides a document into its statements. */
export function sectionsOf(items: readonly PrintedItem[]): Section[] {
  const sections = partsOf(items).flatMap((part) => sectionsWithin(part.items));
  let before: Section | undefined;
  for (const section of sections) {
    section.account ??= before?.account ?? null;
    if (section.account === before?.account) section.currency ??= before?.currency ?? null;
    before = section;
  }
  return sections;
}
