import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { isZero } from '../amounts.ts';
import { shownText } from '../cell.ts';
import type { ReportScope } from '../table.ts';
import { phraseIn, sentenceIn, type Words } from '../words/words.ts';
import { type Cause, causesOf } from './causes.ts';
import { briefly, countOf, lastDay, shortDay, sizeText } from './figures.ts';
import { escaped } from './html.ts';
import { notMadeOf } from './not-made.ts';
import type { PageData } from './page-data.ts';

/** Findings beyond this number are only in the tables. */
const findingsOnPage = 15;
/** A reason can hold references of any length from outside; the table shows more of it. */
const reasonOnPage = 600;

export type FindingOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  words: Words;
  /** The sections that have a table on the page, to which a finding can link. */
  sections: ReadonlySet<string>;
};

/** A link to the rows of a finding, where the page has them; filtered where a filter is given. */
export function rowsLink(
  section: string,
  { words, sections }: Pick<FindingOptions, 'words' | 'sections'>,
  filter?: string,
): string {
  if (!sections.has(section)) return '';
  const label = escaped(words.findings.showRows);
  if (filter === undefined) return ` <a href="#${section}">${label}</a>`;
  return ` <a href="#${section}" class="rows" data-filter="${escaped(filter)}" data-table="table-${section}">${label}</a>`;
}

function point(
  head: string,
  facts: readonly string[],
  detail: string,
  toDo: string,
  link: string,
  words: Words,
): string {
  return `<li><p class="what"><strong>${escaped(head)}</strong></p><p class="facts">${facts.filter((fact) => fact !== '').join(' · ')}</p>${detail === '' ? '' : `<p class="detail">${detail}</p>`}<p class="todo"><b>${escaped(words.findings.toDo)}</b> ${escaped(toDo)}${link}</p></li>`;
}

function findingHtml({ rows, lessFees, fees }: Cause, isOneDay: boolean, options: FindingOptions): string {
  const { words, isPersonalShown } = options;
  const reasonOf = ({ reason }: WarehouseRow) =>
    sentenceIn(words, briefly(shownText(String(reason), 'text', isPersonalShown), reasonOnPage));
  const { findings } = words;
  const [row = {}, ...others] = rows;
  const items = countOf(row, 'item_count');
  const days = countOf(row, 'day_count');
  const age = countOf(row, 'age_days');
  const control = phraseIn(words, String(row.reconciliation_title));
  const when = isOneDay
    ? ''
    : days === 1
      ? escaped(shortDay(String(row.first_day), words))
      : escaped(findings.days(days));
  const currency = escaped(String(row.currency));
  const facts = [
    isZero(row.amount ?? null)
      ? currency
      : `<b class="money">${currency} ${sizeText(row.amount ?? null, row.currency ?? null)}</b>`,
    escaped(typeof row.own_file === 'string' ? `${control} (${row.own_file})` : control),
    escaped(findings.items(items)),
    when,
    age > 1 ? escaped(items === 1 ? findings.age(age) : findings.oldest(age)) : '',
    row.status === 'awaiting_approval' ? escaped(findings.awaiting) : '',
  ];
  const table = row.is_break === true ? 'unmatched' : 'suggested';
  const sizeOf = ({ amount, currency: own }: WarehouseRow) => sizeText(amount ?? null, own ?? null);
  const sizes = [row, ...lessFees].map(sizeOf).join(' | ');
  const target = others.length + lessFees.length > 0 ? sizes : control;
  const link = rowsLink(table, options, target);
  const alsoIn = (found: readonly WarehouseRow[], heading: string) => {
    if (found.length === 0) return [];
    const lines = found.map(
      (other) => `${escaped(phraseIn(words, String(other.reconciliation_title)))}: ${escaped(reasonOf(other))}`,
    );
    return [`<span class="also">${escaped(heading)}</span><br>${lines.join('<br>')}`];
  };
  const detail = [
    ...(items === 1 ? [escaped(reasonOf(row))] : []),
    ...alsoIn(others, findings.also),
    ...alsoIn(lessFees, findings.alsoLessFees(`${row.currency} ${sizeOf({ ...row, amount: fees })}`)),
  ];
  return point(
    phraseIn(words, String(row.meaning)),
    facts,
    detail.join('<br>'),
    phraseIn(words, String(row.what_to_do)),
    link,
    words,
  );
}

/** The findings, most serious first, each with the action to take; and the number of items brought forward. */
export function findingsHtml(data: PageData, carried: number, options: FindingOptions): string {
  const { scope, words } = options;
  const { findings } = words;
  const isOneDay = scope.from === lastDay(scope);
  const notMade = notMadeOf(data, isOneDay, words);
  const points = notMade
    .slice(0, findingsOnPage)
    .map(({ head, facts, details, toDo, link }) =>
      point(
        head,
        facts.map(escaped),
        details.map(escaped).join('<br>'),
        toDo,
        link === undefined ? '' : rowsLink(link, options),
        words,
      ),
    );
  const inScope = data.verdicts.filter((row) => row.is_in_scope === true);
  const rejected = Math.max(0, ...inScope.map((row) => countOf(row, 'rejected_count')));
  // a control that was not made for rejected rows names them
  if (rejected > 0 && !notMade.some(({ link }) => link === 'rejected')) {
    const link = rowsLink('rejected', options);
    points.push(point(findings.rejected(rejected), [], '', findings.rejectedToDo, link, words));
  }
  const open = data.findings.filter((row) => row.status === 'open' || row.status === 'awaiting_approval');
  const grouped = causesOf(open, data.controls, isOneDay);
  points.push(...grouped.slice(0, findingsOnPage).map((cause) => findingHtml(cause, isOneDay, options)));
  const more = Math.max(grouped.length - findingsOnPage, 0) + Math.max(notMade.length - findingsOnPage, 0);
  const body =
    points.length === 0
      ? `<p class="nothing">${escaped(findings.nothing)}</p>`
      : `<p class="about">${escaped(findings.about)}</p><ol class="findings">${points.join('')}</ol>${more > 0 ? `<p class="about">${escaped(findings.more(more))}</p>` : ''}`;
  const earlier =
    carried === 0 ? '' : `<p class="carried">${escaped(findings.carried(carried))}${rowsLink('carried', options)}</p>`;
  return `<section id="findings"><h2>${escaped(findings.title)}</h2>${body}${earlier}</section>`;
}
