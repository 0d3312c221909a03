import { isZero, negated } from '../shown-value.ts';
import type { Words } from '../words/words.ts';
import { actionOf, bothSidesHtml, countOf, countText, moneyHtml, shortDay } from './figures.ts';
import { escaped } from './html.ts';
import type { PageData } from './page-data.ts';

/** The section on everything that is open at the end of the period: amounts by currency and statement, and the first actions. */
export function openHtml({ open, actions }: PageData, to: string, words: Words): string {
  const { open: own, findings, statements } = words;
  const head = `<section id="open"><h2>${escaped(own.title)}</h2><p class="about">${escaped(own.about(shortDay(to, words)))}</p>`;
  if (open.length === 0) return `${head}<p class="nothing">${escaped(own.nothing)}</p></section>`;
  const rows = open.map((row) => {
    const { currency, statement } = row;
    const name = statement === null ? String(currency) : (statements.titles[String(statement)] ?? own.other);
    return `<tr${statement === null ? ' class="total"' : ''}><th scope="row">${escaped(name)}</th><td class="num">${moneyHtml(row.debit, currency)}</td><td class="num">${moneyHtml(negated(String(row.credit)), currency)}</td><td class="num">${countText(countOf(row, 'cause_count'))}</td><td class="num">${escaped(findings.days(countOf(row, 'oldest_days')))}</td></tr>`;
  });
  const titles = [own.due, own.held, own.causes, own.oldest].map(
    (title) => `<th scope="col" class="num">${escaped(title)}</th>`,
  );
  const items = actions.map((row) => {
    const { meaning, toDo } = actionOf(row, words);
    const facts = [findings.causes(countOf(row, 'cause_count')), findings.age(countOf(row, 'age_days'))].join(', ');
    const isDue = !isZero(String(row.debit)) || !isZero(String(row.credit));
    const amount = isDue
      ? bothSidesHtml(row.debit, row.credit, row.currency)
      : own.atStake(moneyHtml(row.stake, row.currency));
    return `<li><b>${escaped(String(row.currency))} ${amount}</b> ${escaped(meaning)} <span>${escaped(facts)}</span> <br>${escaped(toDo)}</li>`;
  });
  return `${head}<table class="open"><thead><tr><td></td>${titles.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table><h3>${escaped(own.first)}</h3><ol>${items.join('')}</ol></section>`;
}
