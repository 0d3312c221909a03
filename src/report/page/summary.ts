import type { WarehouseRow } from '../../warehouse/border.ts';
import { decimalsOf, groupedText } from '../cell.ts';
import type { ReportScope } from '../table.ts';
import { type Verdict, verdictOrder } from '../verdict-words.ts';
import { phraseIn, type Words } from '../words/words.ts';
import type { PageFacts } from './facts.ts';
import { countOf, countText, isZero, lastDay, moneyHtml, shortDay, sizeText } from './figures.ts';
import { escaped } from './html.ts';

/** The worst of some verdicts; incomplete where there are none. */
export function worstOf(verdicts: readonly WarehouseRow[]): Verdict {
  return verdictOrder.find((verdict) => verdicts.some((row) => row.verdict === verdict)) ?? 'incomplete';
}

const sum = (rows: readonly WarehouseRow[], field: string) =>
  rows.reduce((total, row) => total + countOf(row, field), 0);

/** Money is added up where it is exact: in whole ten-thousandths. */
function moneySum(rows: readonly WarehouseRow[], field: string): string {
  const total = rows.reduce((known, row) => {
    const [whole = '0', fraction = ''] = String(row[field] ?? '0').split('.');
    return known + BigInt(`${whole}${fraction.padEnd(4, '0').slice(0, 4)}`);
  }, 0n);
  const digits = String(total < 0n ? -total : total).padStart(5, '0');
  return `${total < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Why a currency's days have their verdict, put together from their counts. */
function whyText(rows: readonly WarehouseRow[], missing: readonly WarehouseRow[], words: Words): string {
  const { summary } = words;
  const verdict = worstOf(rows);
  const inputs = [
    ...new Set(missing.map(({ input }) => words.inputs[String(input)] ?? String(input).replaceAll('_', ' '))),
  ];
  const residual = moneySum(rows, 'residual');
  const currency = String(rows[0]?.currency ?? '');
  const money = `${currency} ${groupedText(residual, decimalsOf(currency))}`;
  const isProven = (row: WarehouseRow) => row.verdict === 'reconciled' || row.verdict === 'reconciled_with_timing';
  const parts = [
    inputs.length > 0 ? summary.notReceived(inputs.join(', ')) : '',
    sum(rows, 'rejected_count') > 0 ? summary.notUnderstood(sum(rows, 'rejected_count')) : '',
    isZero(residual) ? '' : summary.unexplainedAmount(money),
    sum(rows, 'break_count') > 0 ? summary.disagreeing(sum(rows, 'break_count')) : '',
    sum(rows, 'suggested_count') > 0 ? summary.suggested(sum(rows, 'suggested_count')) : '',
    verdict !== 'reconciled' && sum(rows, 'timing_count') > 0 ? summary.waiting(sum(rows, 'timing_count')) : '',
    sum(rows, 'decided_count') > 0 ? summary.decided(sum(rows, 'decided_count')) : '',
  ].filter((part) => part !== '');
  const days = rows.length > 1 ? `${summary.daysOf(rows.filter(isProven).length, rows.length)} ` : '';
  const text = parts.join('; ');
  if (text === '') return days + words.verdictSentence[verdict];
  return `${days}${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The verdict of each currency, over all days of the scope: the first thing on the page. */
export function summaryHtml(facts: PageFacts, words: Words): string {
  const verdicts = facts.verdicts.filter((row) => row.is_in_scope === true);
  const currencies = [...new Set(verdicts.map((row) => String(row.currency)))];
  const rows = currencies.map((currency) => {
    const own = verdicts.filter((row) => row.currency === currency);
    const worst = worstOf(own);
    const cells = (['matched_count', 'break_count', 'timing_count'] as const).map(
      (field) =>
        `<td class="num" data-label="${escaped(summaryTitle(field, words))}">${countText(sum(own, field))}</td>`,
    );
    const missing = facts.missing.filter((row) => row.currency === currency);
    return `<tr><th scope="row">${escaped(currency)}</th><td><span class="chip ${worst}">${escaped(words.verdict[worst])}</span></td><td class="why">${escaped(whyText(own, missing, words))}</td>${cells.join('')}<td class="num" data-label="${escaped(words.summary.unexplained)}">${moneyHtml(moneySum(own, 'residual'), currency)}</td></tr>`;
  });
  const worst = worstOf(verdicts);
  const { summary } = words;
  return `<section id="verdict" class="verdict-block"><div class="banner ${worst}"><strong>${escaped(words.verdict[worst])}</strong><span>${escaped(words.verdictSentence[worst])}</span></div>
<table class="summary"><thead><tr><th scope="col">${escaped(summary.currency)}</th><th scope="col">${escaped(summary.verdict)}</th><th scope="col">${escaped(summary.why)}</th><th scope="col" class="num">${escaped(summary.agree)}</th><th scope="col" class="num">${escaped(summary.disagree)}</th><th scope="col" class="num">${escaped(summary.timing)}</th><th scope="col" class="num">${escaped(summary.unexplained)}</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function summaryTitle(field: 'matched_count' | 'break_count' | 'timing_count', words: Words): string {
  return {
    matched_count: words.summary.agree,
    break_count: words.summary.disagree,
    timing_count: words.summary.timing,
  }[field];
}

/** More kinds of findings than this are left to the tables. */
const findingsOnPage = 15;

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

/**
 * One cause often shows in several reconciliations, by the very same amount: on the page of one day such findings are one
 * point, under the reconciliation that comes first in the order of the work.
 */
function causes(findings: readonly WarehouseRow[], isOneDay: boolean): WarehouseRow[][] {
  const groups = new Map<string, WarehouseRow[]>();
  findings.forEach((row, index) => {
    const isAlone = !isOneDay || countOf(row, 'item_count') !== 1 || isZero(row.amount ?? null);
    const key = isAlone ? String(index) : `${row.currency} ${row.amount}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  });
  return [...groups.values()].map((rows) => rows.sort((a, b) => countOf(a, 'list_order') - countOf(b, 'list_order')));
}

function findingHtml(rows: readonly WarehouseRow[], isOneDay: boolean, words: Words): string {
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
  const wanted = others.length > 0 ? sizeText(row.amount ?? null, row.currency ?? null) : control;
  const link = ` <a href="#${table}" class="rows" data-filter="${escaped(wanted)}" data-table="table-${table}">${escaped(findings.showRows)}</a>`;
  const also = others.map(
    (other) => `${escaped(phraseIn(words, String(other.reconciliation_title)))}: ${escaped(String(other.reason))}`,
  );
  const detail = [
    ...(items === 1 ? [escaped(String(row.reason))] : []),
    ...(also.length > 0 ? [`<span class="also">${escaped(findings.also)}</span><br>${also.join('<br>')}`] : []),
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
export function findingsHtml(facts: PageFacts, scope: ReportScope, carried: number, words: Words): string {
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
  const grouped = causes(open, isOneDay);
  points.push(...grouped.slice(0, findingsOnPage).map((rows) => findingHtml(rows, isOneDay, words)));
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
