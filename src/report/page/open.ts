import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { isZero, negated } from '../shown-value.ts';
import { actionOf, bothSidesHtml, countOf, countText, moneyHtml, shortDay } from './figures.ts';
import { escaped, figures, rowHead, sectionHtml, tableHtml } from './html.ts';
import type { PageData } from './page-data.ts';

/** The statement of a row of what is open, or the currency where the row is the total of its statements. */
export const openName = ({ statement, currency }: WarehouseRow, words: Words): string =>
  statement === null
    ? String(currency)
    : (words.find(`statements-titles-${String(statement)}`) ?? words.say('open-other'));

/** The section on everything that is open at the end of the period: amounts by currency and statement, and the first actions. */
export function openHtml({ open, actions }: PageData, to: string, words: Words): string {
  const section = (html: string) =>
    sectionHtml('open', words.say('open-title'), words.say('open-about', { day: shortDay(to, words) }), html);
  if (open.length === 0) return section(`<p class="nothing">${escaped(words.say('open-nothing'))}</p>`);
  const table = tableHtml<WarehouseRow>({
    kind: 'open',
    columns: [
      rowHead('', (row) => escaped(openName(row, words))),
      figures(words.say('open-due'), ({ debit, currency }) => moneyHtml(debit, currency)),
      figures(words.say('open-held'), ({ credit, currency }) => moneyHtml(negated(String(credit)), currency)),
      figures(words.say('open-causes'), (row) => countText(countOf(row, 'cause_count'))),
      figures(words.say('open-oldest'), (row) =>
        escaped(words.say('count-days', { days: countOf(row, 'oldest_days') })),
      ),
    ],
    rows: open,
    rowKind: ({ statement }) => (statement === null ? 'total' : ''),
  });
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
  return section(`${table}<h3>${escaped(words.say('open-first'))}</h3><ol>${items.join('')}</ol>`);
}
