import { isZero, negated } from './amounts.ts';
import { decimalsOf, groupedText } from './shown-value.ts';

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
