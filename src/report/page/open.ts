import type { Words } from '../../messages/words.ts';
import { isZero, negated } from '../shown-value.ts';
import { actionOf, bothSidesHtml, countOf, countText, moneyHtml, shortDay } from './figures.ts';
import { escaped } from './html.ts';
import type { PageData } from './page-data.ts';

/** The section on everything that is open at the end of the period: amounts by currency and statement, and the first actions. */
export function openHtml({ open, actions }: PageData, to: string, words: Words): string {
  const head = `<section id="open"><h2>${escaped(words.say('open-title'))}</h2><p class="about">${escaped(words.say('open-about', { day: shortDay(to, words) }))}</p>`;
  if (open.length === 0) return `${head}<p class="nothing">${escaped(words.say('open-nothing'))}</p></section>`;
  const rows = open.map((row) => {
    const { currency, statement } = row;
    const name =
      statement === null
        ? String(currency)
        : (words.find(`statements-titles-${String(statement)}`) ?? words.say('open-other'));
    return `<tr${statement === null ? ' class="total"' : ''}><th scope="row">${escaped(name)}</th><td class="num">${moneyHtml(row.debit, currency)}</td><td class="num">${moneyHtml(negated(String(row.credit)), currency)}</td><td class="num">${countText(countOf(row, 'cause_count'))}</td><td class="num">${escaped(words.say('count-days', { days: countOf(row, 'oldest_days') }))}</td></tr>`;
  });
  const titles = [
    words.say('open-due'),
    words.say('open-held'),
    words.say('open-causes'),
    words.say('open-oldest'),
  ].map((title) => `<th scope="col" class="num">${escaped(title)}</th>`);
  const items = actions.map((row) => {
    const { meaning, toDo } = actionOf(row, words);
    const facts = [
      words.say('count-causes', { causes: countOf(row, 'cause_count') }),
      words.say('findings-age', { days: countOf(row, 'age_days') }),
    ].join(', ');
    const isDue = !isZero(String(row.debit)) || !isZero(String(row.credit));
    const amount = isDue
      ? bothSidesHtml(row.debit, row.credit, row.currency)
      : words.say('open-at_stake', { amount: moneyHtml(row.stake, row.currency) });
    return `<li><b>${escaped(String(row.currency))} ${amount}</b> ${escaped(meaning)} <span>${escaped(facts)}</span> <br>${escaped(toDo)}</li>`;
  });
  return `${head}<table class="open"><thead><tr><td></td>${titles.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table><h3>${escaped(words.say('open-first'))}</h3><ol>${items.join('')}</ol></section>`;
}
