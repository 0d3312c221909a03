import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText, isZero, negated } from './shown-value.ts';

/** A debit and a credit as signed amounts, which never cancel: those that are not zero, or one zero. */
export function unexplainedSides(debit: string, credit: string): string[] {
  const sides = [...(isZero(debit) ? [] : [debit]), ...(isZero(credit) ? [] : [negated(credit)])];
  return sides.length === 0 ? [debit] : sides;
}

/** The unexplained amount of a verdict in one cell: due to the company, and less than zero what it holds without being due. */
export function unexplainedText(
  { unexplained_debit, unexplained_credit }: { unexplained_debit: string; unexplained_credit: string },
  currency: string,
): string {
  return unexplainedSides(unexplained_debit, unexplained_credit)
    .map((amount) => groupedText(amount, decimalsOf(currency, amount)))
    .join(' / ');
}

/** The verdicts, the worst first. */
export const verdictOrder = ['incomplete', 'breaks', 'reconciled_with_timing', 'reconciled'] as const;
export type Verdict = (typeof verdictOrder)[number];

/** The worst of some verdicts; incomplete without verdicts. */
export const worstVerdict = (rows: readonly { verdict?: unknown }[]): Verdict =>
  verdictOrder.find((name) => rows.some(({ verdict }) => verdict === name)) ?? 'incomplete';

/** The states of a control and of an input, the worst first, each with its mark and its kind of colour. */
export const stateMarks = {
  not_made: { mark: '✕', tone: 'incomplete' },
  missing: { mark: '✕', tone: 'incomplete' },
  out_of_balance: { mark: '≠', tone: 'breaks' },
  waived: { mark: '◇', tone: 'aside' },
  decided: { mark: '≈', tone: 'reconciled_with_timing' },
  awaited: { mark: '◷', tone: 'reconciled_with_timing' },
  declared: { mark: '◆', tone: 'reconciled' },
  balanced: { mark: '✓', tone: 'reconciled' },
  covered: { mark: '✓', tone: 'reconciled' },
  not_set_up: { mark: '–', tone: 'aside' },
} as const;

export type State = keyof typeof stateMarks;

/** The states, the worst first. */
export const stateOrder = Object.keys(stateMarks) as readonly State[];

/** The state of a row of mart.control or mart.input_day; a decided difference and a declared coverage are states of their own. */
export function stateOf({ state, is_decided, is_declared }: WarehouseRow): State {
  if (state === 'out_of_balance' && is_decided === true) return 'decided';
  if (state === 'covered' && is_declared === true) return 'declared';
  return stateOrder.find((one) => one === state) ?? 'not_made';
}

/** The worst state of some rows. */
export function worstState(rows: readonly WarehouseRow[]): State | undefined {
  const states = new Set(rows.map(stateOf));
  return stateOrder.find((state) => states.has(state));
}
