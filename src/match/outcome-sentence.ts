import { counted } from '../domain/counted.ts';
import type { SideFile } from './read-side.ts';
import type { MatchResult } from './result.ts';

/** The state of a result in one sentence for people: the numbers of records that need a person, or that every record is matched. */
export function outcomeSentence({ totals, rejected, leftTitle, rightTitle }: MatchResult): string {
  const sum = (of: (total: (typeof totals)[number]) => number) => totals.reduce((all, total) => all + of(total), 0);
  const [leftOnly, rightOnly] = [sum(({ left }) => left.onlyCount), sum(({ right }) => right.onlyCount)];
  const [differing, suggested] = [sum(({ differing: n }) => n), sum(({ suggested: n }) => n)];
  const matched = sum(({ matched: n }) => n);
  const parts = [
    ...(rejected > 0 ? [`${counted(rejected, 'row')} could not be read`] : []),
    ...(leftOnly > 0 ? [`${counted(leftOnly, 'record')} only in ${leftTitle}`] : []),
    ...(rightOnly > 0 ? [`${counted(rightOnly, 'record')} only in ${rightTitle}`] : []),
    ...(differing > 0 ? [`${counted(differing, 'record')} matched with a difference`] : []),
    ...(suggested > 0 ? [`${counted(suggested, 'record')} in suggested matches`] : []),
  ];
  const agreed = `${counted(matched, 'record')} matched`;
  if (parts.length === 0) return matched === 0 ? 'The files have no records.' : `Every record is matched (${agreed}).`;
  return `${agreed}; ${parts.join(', ')}.`;
}

/** The name of a file with its side, and the numbers of its records and rejected rows. */
export function fileParts({ side, name, lines, rejected }: Pick<SideFile, 'side' | 'name' | 'lines' | 'rejected'>) {
  const rows = rejected > 0 ? `, ${counted(rejected, 'row')} rejected` : '';
  return [`${side === 'left' ? 'Left' : 'Right'}: ${name}`, `${counted(lines, 'record')}${rows}`] as const;
}
