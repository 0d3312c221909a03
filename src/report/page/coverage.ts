import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { daysText, inputName, inputsInOrder, spanOf } from '../proof.ts';
import { stateOf } from '../states.ts';
import { sentenceIn, type Words } from '../words/words.ts';
import { briefly } from './figures.ts';
import { escaped } from './html.ts';
import type { PageData } from './page-data.ts';
import { type GridLine, gridHtml, stackHtml, stateChip } from './state-grid.ts';

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const textOnPage = 600;
/** Rows beyond this number are in the workbook and the CSV file only. */
const rowsOnPage = 60;

/** One row for each input; one for each currency of it where the currencies differ. */
function gridLines(rows: readonly WarehouseRow[], words: Words): GridLine[] {
  return inputsInOrder(rows, words).flatMap((input) => {
    const own = rows.filter((row) => row.input === input);
    const byStates = new Map<string, { currencies: string[]; rows: WarehouseRow[] }>();
    for (const currency of new Set(own.map((row) => String(row.currency)))) {
      const ofCurrency = own.filter((row) => row.currency === currency);
      const key = ofCurrency.map((row) => `${row.business_date} ${stateOf(row)}`).join();
      const group = byStates.get(key) ?? { currencies: [], rows: [] };
      byStates.set(key, { currencies: [...group.currencies, currency], rows: [...group.rows, ...ofCurrency] });
    }
    return [...byStates.values()].map(({ currencies, rows: ofGroup }) => ({
      title: titled(inputName(input, words)),
      detail: byStates.size > 1 ? currencies.join(', ') : '',
      rows: ofGroup,
    }));
  });
}

/** What is missing or awaited in the days of the report, with the reason. */
function openTable(rows: readonly WarehouseRow[], words: Words): string {
  const open = rows.filter(({ state }) => state !== 'covered');
  const groups = new Map<string, WarehouseRow[]>();
  for (const row of open) {
    const key = JSON.stringify([row.state, row.input, row.reason]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  if (groups.size === 0) return '';
  const { register, coverage, summary } = words;
  const lines = [...groups.values()].slice(0, rowsOnPage).map((own) => {
    const [row = {}] = own;
    const currencies = [...new Set(own.map(({ currency }) => String(currency)))].join(', ');
    const days = daysText(
      own.map(({ business_date }) => String(business_date)),
      words,
    );
    return `<tr><td>${stateChip(stateOf(row), words)}</td><th scope="row">${escaped(titled(inputName(String(row.input), words)))}</th><td>${escaped(currencies)}</td><td data-label="${escaped(register.days)}">${escaped(days)}</td><td class="why">${escaped(briefly(sentenceIn(words, String(row.reason ?? '')), textOnPage))}</td></tr>`;
  });
  const heads = [register.state, coverage.input, summary.currency, register.days, coverage.reason];
  return stackHtml(heads, lines);
}

/** Each coverage that is based on a declaration of a person or a rule of the configuration, marked as such. */
function declaredHtml(rows: readonly WarehouseRow[], words: Words): string {
  const declared = rows.filter(({ is_declared }) => is_declared === true);
  const keys = [...new Set(declared.map((row) => JSON.stringify([row.input, row.declared_by ?? null])))];
  if (keys.length === 0) return '';
  const lines = keys.map((key) => {
    const own = declared.filter((row) => JSON.stringify([row.input, row.declared_by ?? null]) === key);
    const [row = {}] = own;
    const title = titled(inputName(String(row.input), words));
    const who = row.declared_by;
    const text =
      who == null
        ? words.coverage.rule(title, spanOf(own, words))
        : words.coverage.declared(title, spanOf(own, words), String(who));
    return `<li>${escaped(briefly(text, textOnPage))}</li>`;
  });
  return `<ul class="declared">${lines.join('')}</ul>`;
}

/** The calendar of inputs: the days of the report, at least the last fourteen, with what is missing, awaited or declared. */
export function coverageHtml({ inputs }: PageData, words: Words): string {
  if (inputs.length === 0) return '';
  const { coverage } = words;
  const inScope = inputs.filter(({ is_in_scope }) => is_in_scope === true);
  const columns = [...new Set(inputs.map(({ business_date }) => String(business_date)))].sort();
  const grid = gridHtml(
    { corner: coverage.input, label: coverage.matrix, lines: gridLines(inputs, words), columns, by: 'business_date' },
    words,
  );
  return `<section id="coverage"><h2>${escaped(coverage.title)}</h2><p class="about">${escaped(coverage.about)}</p>${openTable(inScope, words)}${grid}${declaredHtml(inScope, words)}</section>`;
}
