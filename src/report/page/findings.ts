import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { shownText } from '../cell.ts';
import type { ReportScope } from '../table.ts';
import { phraseIn, sentenceIn, type Words } from '../words/words.ts';
import { type Cause, causesOf } from './causes.ts';
import type { PageFacts } from './facts.ts';
import { briefly, countOf, isZero, lastDay, shortDay, sizeText, withGroupedAmounts } from './figures.ts';
import { escaped } from './html.ts';

/** More kinds of findings than this are left to the tables. */
const findingsOnPage = 15;
/** A reason holds references as they came, of whatever length; the table shows more of it. */
const reasonOnPage = 600;

export type FindingOptions = { scope: ReportScope; isPersonalShown: boolean; words: Words };

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

function findingHtml(
  { rows, lessFees, fees }: Cause,
  isOneDay: boolean,
  { words, isPersonalShown }: FindingOptions,
): string {
  const reasonOf = ({ reason }: WarehouseRow) =>
    withGroupedAmounts(sentenceIn(words, briefly(shownText(String(reason), 'text', isPersonalShown), reasonOnPage)));
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
    escaped(control),
    escaped(findings.items(items)),
    when,
    age > 1 ? escaped(items === 1 ? findings.age(age) : findings.oldest(age)) : '',
    row.status === 'awaiting_approval' ? escaped(findings.awaiting) : '',
  ];
  const table = row.is_break === true ? 'unmatched' : 'suggested';
  const sizeOf = ({ amount, currency: own }: WarehouseRow) => sizeText(amount ?? null, own ?? null);
  const sizes = [row, ...lessFees].map(sizeOf).join(' | ');
  const wanted = others.length + lessFees.length > 0 ? sizes : control;
  const link = ` <a href="#${table}" class="rows" data-filter="${escaped(wanted)}" data-table="table-${table}">${escaped(findings.showRows)}</a>`;
  const alsoIn = (found: readonly WarehouseRow[], said: string) => {
    if (found.length === 0) return [];
    const lines = found.map(
      (other) => `${escaped(phraseIn(words, String(other.reconciliation_title)))}: ${escaped(reasonOf(other))}`,
    );
    return [`<span class="also">${escaped(said)}</span><br>${lines.join('<br>')}`];
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

/** What is wrong in plain words, the most serious first, each with what to do about it; and how much earlier days left open. */
export function findingsHtml(facts: PageFacts, carried: number, options: FindingOptions): string {
  const { scope, words } = options;
  const { findings } = words;
  const isOneDay = scope.from === lastDay(scope);
  const missing = new Map<string, WarehouseRow[]>();
  for (const row of facts.missing) missing.set(String(row.input), [...(missing.get(String(row.input)) ?? []), row]);
  const points = [...missing].map(([input, rows]) =>
    point(
      findings.missingInput(words.inputs[input] ?? input.replaceAll('_', ' ')),
      [
        escaped(rows.map(({ currency }) => String(currency)).join(', ')),
        isOneDay ? '' : escaped(findings.days(Math.max(...rows.map((row) => countOf(row, 'day_count'))))),
      ],
      '',
      findings.missingInputToDo,
      '',
      words,
    ),
  );
  const inScope = facts.verdicts.filter((row) => row.is_in_scope === true);
  const rejected = Math.max(0, ...inScope.map((row) => countOf(row, 'rejected_count')));
  if (rejected > 0) {
    const link = ` <a href="#rejected">${escaped(findings.showRows)}</a>`;
    points.push(point(findings.rejected(rejected), [], '', findings.rejectedToDo, link, words));
  }
  const open = facts.findings.filter((row) => row.status === 'open' || row.status === 'awaiting_approval');
  const grouped = causesOf(open, facts.controls, isOneDay);
  points.push(...grouped.slice(0, findingsOnPage).map((cause) => findingHtml(cause, isOneDay, options)));
  const more = grouped.length - findingsOnPage;
  const body =
    points.length === 0
      ? `<p class="nothing">${escaped(findings.nothing)}</p>`
      : `<p class="about">${escaped(findings.about)}</p><ol class="findings">${points.join('')}</ol>${more > 0 ? `<p class="about">${escaped(findings.more(more))}</p>` : ''}`;
  const earlier =
    carried === 0
      ? ''
      : `<p class="carried">${escaped(findings.carried(carried))} <a href="#carried">${escaped(findings.showRows)}</a></p>`;
  return `<section id="findings"><h2>${escaped(findings.title)}</h2>${body}${earlier}</section>`;
}
