import type { Words } from '../messages/words.ts';
import { addressOf, type KeptReport } from './kept-reports.ts';
import { defaultReport } from './load-definition.ts';
import { lastDay, moneyHtml, periodText, shortDay } from './page/figures.ts';
import {
  chipHtml,
  escaped,
  figures,
  labelled,
  rowHead,
  scrolling,
  sectionHtml,
  tableHtml,
  texts,
} from './page/html.ts';
import type { Position } from './position.ts';
import { unexplainedSides, worstVerdict } from './states.ts';

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

type Line = { report: KeptReport; position: Position; isFirst: boolean };

function latestHtml({ report, position: { currency } }: Line, words: Words): string {
  const old = report.superseded === undefined ? '' : ` ${chipHtml('aside', words.say('index-superseded'))}`;
  const last = lastDay(report);
  const days = last === report.from ? shortDay(last, words) : periodText(report, words);
  const verdict = worstVerdict(report.verdicts.filter((row) => row.currency === currency));
  const link = `<a href="${addressOf(report, 'html')}">${escaped(days)}</a>`;
  return `<span>${link}${old}<br>${chipHtml(verdict, words.say(`verdict-${verdict}`))}</span>`;
}

function companyHtml({ report, isFirst }: Line, words: Words): string {
  if (!isFirst) return `<span class="unseen">${escaped(report.company)}</span>`;
  const test = report.is_test ? ` ${chipHtml('breaks', words.say('masthead-test_mode'))}` : '';
  return `<b>${escaped(report.company)}</b>${test}`;
}

/** The latest position of each company and currency, from the newest report of the company. */
export function positionsHtml(kept: readonly KeptReport[], words: Words): string {
  const lines = latestReports(kept).flatMap((report) =>
    report.positions.map((position, place): Line => ({ report, position, isFirst: place === 0 })),
  );
  if (lines.length === 0) return '';
  const figure = (title: string, html: (position: Position) => string) =>
    figures(title, ({ position }: Line) => html(position));
  const table = tableHtml<Line>({
    kind: 'controls stack',
    columns: [
      rowHead(words.say('index-company'), (line) => companyHtml(line, words)),
      texts(words.say('index-currency'), ({ position: { currency } }) => escaped(currency)),
      labelled(texts(words.say('index-latest'), (line) => latestHtml(line, words))),
      figure(words.say('index-gateway'), (position) => balanceHtml(position, 'gateway')),
      figure(words.say('index-payout'), (position) => balanceHtml(position, 'payout')),
      figure(words.say('index-open'), (position) => (position.open_count === 0 ? '' : openHtml(position))),
      figure(words.say('index-oldest'), ({ open_count: count, oldest_days: days }) =>
        count === 0 ? '' : escaped(words.say('count-days', { days })),
      ),
    ],
    rows: lines,
    below: ({ position }) => actionsHtml(position, words),
  });
  const title = words.say('index-positions');
  return sectionHtml('positions', title, words.say('index-about_positions'), scrolling(title, table));
}
