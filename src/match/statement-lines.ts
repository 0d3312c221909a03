import { added, negated } from '../report/shown-value.ts';
import type { CurrencyTotal, MatchResult } from './result.ts';

/** A line of the statement from the total of the left side to that of the right side. */
export type StatementLine = { title: string; amount: string; remark: string; kind: 'line' | 'total' | 'residual' };

const records = (count: number) => `${count} ${count === 1 ? 'record' : 'records'}`;

/** The statement of one currency; its last line is the difference that the lines above do not explain, and must be zero. */
export function statementLines(
  { leftTitle, rightTitle }: Pick<MatchResult, 'leftTitle' | 'rightTitle'>,
  total: CurrencyTotal,
): StatementLine[] {
  const { left, right, differing, suggested, differingAmount, suggestedAmount } = total;
  const explained = added(left.amount, negated(left.onlyAmount), right.onlyAmount, differingAmount, suggestedAmount);
  return [
    { title: leftTitle, amount: left.amount, remark: records(left.count), kind: 'total' },
    {
      title: `Less: only in ${leftTitle}`,
      amount: negated(left.onlyAmount),
      remark: records(left.onlyCount),
      kind: 'line',
    },
    { title: `Plus: only in ${rightTitle}`, amount: right.onlyAmount, remark: records(right.onlyCount), kind: 'line' },
    { title: 'Differences of certain matches', amount: differingAmount, remark: records(differing), kind: 'line' },
    { title: 'Differences of suggested matches', amount: suggestedAmount, remark: records(suggested), kind: 'line' },
    { title: rightTitle, amount: right.amount, remark: records(right.count), kind: 'total' },
    {
      title: 'Unexplained difference',
      amount: added(right.amount, negated(explained)),
      remark: 'Must be zero: every record is in one of the lines above.',
      kind: 'residual',
    },
  ];
}
