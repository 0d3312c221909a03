import type { Words } from '../messages/words.ts';
import type { KeptReport } from './kept-reports.ts';
import { defaultReport } from './load-definition.ts';
import { lastDay, moneyHtml, periodText, shortDay } from './page/figures.ts';
import { escaped } from './page/html.ts';
import type { Position } from './position.ts';
import { unexplainedSides, verdictOrder } from './states.ts';

/** The newest daily report of each company: that of the latest day, or the shortest period that ends with it. */
export function latestReports(kept: readonly KeptReport[]): KeptReport[] {
  const latest = new Map<string, KeptReport>();
  for (const one of kept) {
    const known = latest.get(one.company);
    if (one.report !== defaultReport) continue;
    if (known === undefined || one.to > known.to || (one.to === known.to && one.from > known.from))
      latest.set(one.company, one);
  }
  return [...latest.values()].sort((a, b) => (a.company < b.company ? -1 : 1));
}

function balanceHtml({ balances, currency }: Position, statement: 'gateway' | 'payout'): string {
  const own = balances.filter((balance) => balance.statement === statement);
  if (own.length === 0) return '–';
  const lines = own.map(({ subject, amount }) => {
    const name = own.length === 1 || subject === '' ? '' : `<small>${escaped(subject)}</small> `;
    return `${name}${moneyHtml(amount, currency)}`;
  });
  return `<span>${lines.join('<br>')}</span>`;
}

/** The amount due to the company and, as a negative amount, the money that it holds without a claim to it. */
function openHtml({ open_debit: debit, open_credit: credit, currency }: Position): string {
  const sides = unexplainedSides(debit, credit).map((amount) => moneyHtml(amount, currency));
  return `<span>${sides.join('<br>')}</span>`;
}

function actionsHtml({ actions, open_count: count }: Position, words: Words): string {
  const head = `<b>${escaped(words.say('index-to_do'))}</b>`;
  if (count === 0) return `${head} ${escaped(words.say('index-nothing_to_do'))}`;
  const rest = count - actions.reduce((sum, action) => sum + action.cause_count, 0);
  const lines = actions.map(
    ({ what_to_do: action, cause_count: causes }) =>
      `<li>${escaped(words.phrase(action))} <small>${escaped(words.say('count-causes', { causes }))}</small></li>`,
  );
  return `${head}<ol class="facts-list">${lines.join('')}</ol>${rest > 0 ? escaped(words.say('index-more_causes', { causes: rest })) : ''}`;
}

function rowsOf(report: KeptReport, words: Words): string[] {
  const address = `${encodeURIComponent(report.period)}/${encodeURIComponent(report.folder)}/${encodeURIComponent(report.folder)}.html`;
  const test = report.is_test ? ` <span class="chip breaks">${escaped(words.say('masthead-test_mode'))}</span>` : '';
  const old =
    report.superseded === undefined ? '' : ` <span class="chip aside">${escaped(words.say('index-superseded'))}</span>`;
  const last = lastDay(report);
  const days = last === report.from ? shortDay(last, words) : periodText(report, words);
  return report.positions.map((position, place) => {
    const { currency, open_count: count, oldest_days: age } = position;
    const verdicts = report.verdicts.filter((row) => row.currency === currency);
    const verdict = verdictOrder.find((name) => verdicts.some((row) => row.verdict === name)) ?? 'incomplete';
    const name =
      place === 0
        ? `<b>${escaped(report.company)}</b>${test}`
        : `<span class="unseen">${escaped(report.company)}</span>`;
    const cell = (label: string, html: string, kind = '') =>
      `<td${kind === '' ? '' : ` class="${kind}"`} data-label="${escaped(label)}">${html}</td>`;
    return `<tr><th scope="row">${name}</th><td>${escaped(currency)}</td>${[
      cell(
        words.say('index-latest'),
        `<span><a href="${address}">${escaped(days)}</a>${old}<br><span class="chip ${verdict}">${escaped(words.say(`verdict-${verdict}`))}</span></span>`,
      ),
      cell(words.say('index-gateway'), balanceHtml(position, 'gateway'), 'num'),
      cell(words.say('index-payout'), balanceHtml(position, 'payout'), 'num'),
      cell(words.say('index-open'), count === 0 ? '' : openHtml(position), 'num'),
      cell(words.say('index-oldest'), count === 0 ? '' : escaped(words.say('count-days', { days: age })), 'num'),
    ].join('')}</tr><tr class="to-do"><td></td><td colspan="6">${actionsHtml(position, words)}</td></tr>`;
  });
}

/** The latest position of each company and currency, from the newest report of the company. */
export function positionsHtml(kept: readonly KeptReport[], words: Words): string {
  const rows = latestReports(kept).flatMap((report) => rowsOf(report, words));
  if (rows.length === 0) return '';
  const heads = [
    ...[words.say('index-company'), words.say('index-currency'), words.say('index-latest')].map(
      (name) => `<th scope="col">${escaped(name)}</th>`,
    ),
    ...[words.say('index-gateway'), words.say('index-payout'), words.say('index-open'), words.say('index-oldest')].map(
      (name) => `<th scope="col" class="num">${escaped(name)}</th>`,
    ),
  ];
  return `<section id="positions"><h2>${escaped(words.say('index-positions'))}</h2><p class="about">${escaped(words.say('index-about_positions'))}</p><div class="scroll" tabindex="0" role="region" aria-label="${escaped(words.say('index-positions'))}"><table class="controls stack"><thead><tr>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
}
