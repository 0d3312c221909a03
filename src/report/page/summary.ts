import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { added, isZero } from '../amounts.ts';
import { inputName, proofText } from '../proof.ts';
import { unexplainedText } from '../unexplained.ts';
import { type Verdict, verdictOrder } from '../verdict-words.ts';
import type { Words } from '../words/words.ts';
import { bothSidesHtml, countOf, countText } from './figures.ts';
import { escaped } from './html.ts';
import type { PageData } from './page-data.ts';

/** The worst of some verdicts; incomplete where there are none. */
export function worstOf(verdicts: readonly WarehouseRow[]): Verdict {
  return verdictOrder.find((verdict) => verdicts.some((row) => row.verdict === verdict)) ?? 'incomplete';
}

const sum = (rows: readonly WarehouseRow[], field: string) =>
  rows.reduce((total, row) => total + countOf(row, field), 0);

const unexplainedOf = (rows: readonly WarehouseRow[]) => ({
  unexplained_debit: added(...rows.map((row) => row.unexplained_debit)),
  unexplained_credit: added(...rows.map((row) => row.unexplained_credit)),
});

/** Why the days of a currency have their verdict, from their counts. */
function whyText(rows: readonly WarehouseRow[], missing: readonly WarehouseRow[], words: Words): string {
  const { summary } = words;
  const verdict = worstOf(rows);
  const inputs = [...new Set(missing.map(({ input }) => inputName(String(input), words)))];
  const notMade = sum(rows, 'control_count') - sum(rows, 'made_count');
  const currency = rows[0]?.currency;
  const causes = sum(rows, 'cause_count');
  const unexplained = unexplainedOf(rows);
  // a cause may have no amount, such as a wrong status
  const hasAmount = !isZero(unexplained.unexplained_debit) || !isZero(unexplained.unexplained_credit);
  const money = hasAmount ? `${currency ?? ''} ${unexplainedText(unexplained, String(currency ?? ''))}` : undefined;
  const isReconciled = (row: WarehouseRow) => row.verdict === 'reconciled' || row.verdict === 'reconciled_with_timing';
  const parts = [
    notMade > 0 ? summary.notMade(notMade) : '',
    inputs.length > 0 ? summary.notReceived(inputs.join(', ')) : '',
    sum(rows, 'rejected_count') > 0 ? summary.rejected(sum(rows, 'rejected_count')) : '',
    causes > 0 ? summary.causes(causes, sum(rows, 'cause_item_count'), money) : '',
    causes === 0 && sum(rows, 'break_count') > 0 ? summary.earlierBreaks(sum(rows, 'break_count')) : '',
    sum(rows, 'suggested_count') > 0 ? summary.suggested(sum(rows, 'suggested_count')) : '',
    verdict !== 'reconciled' && sum(rows, 'timing_count') > 0 ? summary.outstanding(sum(rows, 'timing_count')) : '',
    sum(rows, 'decided_count') > 0 ? summary.decided(sum(rows, 'decided_count')) : '',
  ].filter((part) => part !== '');
  const days = rows.length > 1 ? `${summary.daysOf(rows.filter(isReconciled).length, rows.length)} ` : '';
  const text = parts.join('; ');
  if (text === '') return days + words.verdictSentence[verdict];
  return `${days}${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The verdict of each currency over all days of the period, at the top of the page. */
export function summaryHtml(data: PageData, words: Words): string {
  const verdicts = data.verdicts.filter((row) => row.is_in_scope === true);
  const currencies = [...new Set(verdicts.map((row) => String(row.currency)))];
  const { summary } = words;
  const inputs = data.inputs.filter((row) => row.is_in_scope === true);
  const rows = currencies.map((currency) => {
    const own = verdicts.filter((row) => row.currency === currency);
    const worst = worstOf(own);
    const cells = (['matched_count', 'break_count', 'timing_count'] as const).map(
      (field) =>
        `<td class="num" data-label="${escaped(summaryTitle(field, words))}">${countText(sum(own, field))}</td>`,
    );
    const unexplained = unexplainedOf(own);
    const missing = inputs.filter((row) => row.currency === currency && row.state === 'missing');
    const made = `<td class="num" data-label="${escaped(summary.controls)}">${escaped(summary.of(sum(own, 'made_count'), sum(own, 'control_count')))}</td>`;
    return `<tr><th scope="row">${escaped(currency)}</th><td><span class="chip ${worst}">${escaped(words.verdict[worst])}</span></td><td class="why">${escaped(whyText(own, missing, words))}</td>${made}${cells.join('')}<td class="num" data-label="${escaped(words.summary.unexplained)}">${bothSidesHtml(unexplained.unexplained_debit, unexplained.unexplained_credit, currency)}</td></tr>`;
  });
  const worst = worstOf(verdicts);
  const proof = proofText(data.register, inputs, words);
  return `<section id="verdict" class="verdict-block"><div class="banner ${worst}"><strong>${escaped(words.verdict[worst])}</strong><span>${escaped(words.verdictSentence[worst])}</span></div>
<p class="proof">${escaped(proof.charAt(0).toUpperCase() + proof.slice(1))}</p>
<table class="summary"><thead><tr><th scope="col">${escaped(summary.currency)}</th><th scope="col">${escaped(summary.verdict)}</th><th scope="col">${escaped(summary.why)}</th><th scope="col" class="num">${escaped(summary.controls)}</th><th scope="col" class="num">${escaped(summary.agree)}</th><th scope="col" class="num">${escaped(summary.disagree)}</th><th scope="col" class="num">${escaped(summary.timing)}</th><th scope="col" class="num">${escaped(summary.unexplained)}</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function summaryTitle(field: 'matched_count' | 'break_count' | 'timing_count', words: Words): string {
  return {
    matched_count: words.summary.agree,
    break_count: words.summary.disagree,
    timing_count: words.summary.timing,
  }[field];
}
