import { groupedBy } from '../../domain/grouped-by.ts';
import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { countOf, countText, moneyHtml, sizeText } from './figures.ts';
import { bars, escaped, figures, rowHead, sectionHtml, tableHtml } from './html.ts';

const width = 1000;
const top = 58;
const tallest = 132;
const bar = 9;
const nodeNames = ['ordered', 'paid', 'settled', 'allocated', 'paid_out'] as const;
/** The outflows after each node. */
const leavingAfter: Record<string, readonly string[]> = {
  ordered: ['not_paid'],
  paid: ['fees', 'refunded', 'charged_back'],
  settled: ['to_bank'],
  allocated: [],
  paid_out: [],
};

type Steps = Map<string, WarehouseRow>;

const px = (value: number) => String(Math.round(value * 10) / 10);

/** The size of an amount in the chart. A double is precise enough: no figure comes from the chart. */
function sizeOf(steps: Steps, step: string): number {
  return Math.abs(Number(steps.get(step)?.amount ?? 0));
}

/** A band from the right edge of one node to the left edge of the next. */
function onwardBand(x: number, next: number, y: number, nextY: number, height: number): string {
  const middle = (x + next) / 2;
  return `<path class="band" d="M${px(x)} ${px(y)}C${px(middle)} ${px(y)} ${px(middle)} ${px(nextY)} ${px(next)} ${px(nextY)}V${px(nextY + height)}C${px(middle)} ${px(nextY + height)} ${px(middle)} ${px(y + height)} ${px(x)} ${px(y + height)}Z"/>`;
}

/** An outflow: a band that turns down. */
function leavingBand(x: number, y: number, height: number, bottom: number): string {
  const inner = x + 22;
  const outer = inner + height;
  const bend = (from: number, to: number, share: number) => px(from + (to - from) * share);
  return `<path class="band out" d="M${px(x)} ${px(y)}C${bend(x, outer, 0.6)} ${px(y)} ${px(outer)} ${bend(y, bottom, 0.4)} ${px(outer)} ${px(bottom)}H${px(inner)}C${px(inner)} ${bend(y + height, bottom, 0.4)} ${bend(x, inner, 0.6)} ${px(y + height)} ${px(x)} ${px(y + height)}Z"/>`;
}

function text(x: number, y: number, kind: string, content: string): string {
  return `<text x="${px(x)}" y="${px(y)}" class="${kind}">${escaped(content)}</text>`;
}

function chartHtml(steps: Steps, currency: string, words: Words): string {
  const nodes = nodeNames.filter((name) => steps.has(name));
  const largest = Math.max(...nodes.map((name) => sizeOf(steps, name)), 1);
  const scale = tallest / largest;
  const gap = (width - 190) / Math.max(nodes.length, 2);
  const bottom = top + tallest + 26;
  const drawn: string[] = [];
  nodes.forEach((name, index) => {
    const x = index * gap;
    const amount = sizeOf(steps, name);
    const height = Math.max(amount * scale, 1.5);
    const leaving = (leavingAfter[name] ?? []).filter((step) => sizeOf(steps, step) > 0);
    const lost = leaving.reduce((sum, step) => sum + sizeOf(steps, step), 0);
    const next = nodes[index + 1];
    const onward = next === undefined ? 0 : Math.max(Math.min(amount - lost, sizeOf(steps, next)), 0);
    if (next !== undefined && onward > 0) {
      drawn.push(onwardBand(x + bar, x + gap, top, top, Math.max(onward * scale, 1)));
    }
    if (leaving.length > 0) {
      const begin = Math.min(onward * scale, height - 1);
      drawn.push(leavingBand(x + bar, top + begin, Math.max(Math.min(lost * scale, height - begin), 1), bottom));
      leaving.forEach((step, line) => {
        const label = `${words.find(`flow-nodes-${step}`) ?? step} ${sizeText(steps.get(step)?.amount, currency)}`;
        drawn.push(text(x + bar + 18, bottom + 18 + line * 17, 'small', label));
      });
    }
    drawn.push(`<rect class="node" x="${px(x)}" y="${top}" width="${bar}" height="${px(height)}"/>`);
    drawn.push(text(x, 20, 'name', words.find(`flow-nodes-${name}`) ?? name));
    drawn.push(text(x, 42, 'sum', sizeText(steps.get(name)?.amount, currency)));
  });
  const balances = ['gateway_balance', 'payout_balance'].filter((name) => steps.has(name));
  balances.forEach((name, index) => {
    const y = 20 + index * 62;
    drawn.push(`<line class="rule" x1="${width - 178}" x2="${width}" y1="${y + 32}" y2="${y + 32}"/>`);
    drawn.push(text(width - 178, y, 'name', words.find(`flow-nodes-${name}`) ?? name));
    const amount = String(steps.get(name)?.amount ?? '0');
    const sign = amount.startsWith('-') ? '\u2212' : '';
    drawn.push(text(width - 178, y + 22, sign === '' ? 'sum' : 'sum bad', `${sign}${sizeText(amount, currency)}`));
  });
  const tall = bottom + 60;
  return `<svg class="flow-chart" viewBox="0 0 ${width} ${tall}" role="img" aria-label="${escaped(words.say('flow-chart_label', { currency }))}">${drawn.join('')}</svg>`;
}

function stepsHtml(steps: Steps, currency: string, words: Words): string {
  const largest = Math.max(...[...steps.values()].map((row) => Math.abs(Number(row.amount))), 1);
  const kindOf = (row: WarehouseRow) =>
    row.is_balance === true ? 'balance' : String(row.amount).startsWith('-') ? 'less' : 'stage';
  const count = (row: WarehouseRow) => (row.item_count === null ? '' : countText(countOf(row, 'item_count')));
  return tableHtml<WarehouseRow>({
    kind: 'flow',
    columns: [
      rowHead(words.say('flow-step'), ({ step }) => escaped(words.find(`flow-steps-${String(step)}`) ?? String(step))),
      bars(({ amount }) => [{ from: 0, to: (Math.abs(Number(amount)) / largest) * 100 }]),
      { ...figures(words.say('flow-count'), count), kind: 'num count' },
      figures(words.say('flow-amount'), ({ amount }) => moneyHtml(amount, currency)),
    ],
    rows: [...steps.values()],
    rowKind: kindOf,
  });
}

/** The money flow of each currency, as a chart and a table. */
export function flowHtml(flow: readonly WarehouseRow[], words: Words): string {
  if (flow.length === 0) return '';
  const parts = [...groupedBy(flow, ({ currency }) => String(currency))].map(([currency, rows]) => {
    const steps: Steps = new Map(rows.map((row) => [String(row.step), row]));
    return `<h3>${escaped(currency)}</h3>${chartHtml(steps, currency, words)}${stepsHtml(steps, currency, words)}`;
  });
  return sectionHtml('flow', words.say('flow-title'), words.say('flow-about'), parts.join(''));
}
