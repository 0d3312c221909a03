import { join } from 'node:path';
import { writeListFile } from '../report/workbook/list-file.ts';
import { daysOfCause, type Gate } from './gates.ts';
import type { MonthChange } from './month-facts.ts';
import type { Reopening } from './reopening.ts';

export const checklistName = 'checklist.xlsx';

/** Writes the gates of a close as a checklist: each gate with the causes that keep it open, their days and actions. Returns the file name. */
export async function writeChecklist(
  folder: string,
  company: string,
  month: string,
  gates: readonly Gate[],
): Promise<string> {
  const passed = gates.filter(({ is_passed: isPassed }) => isPassed).length;
  await writeListFile(join(folder, checklistName), company, {
    name: 'Checklist',
    title: `${company}: close of ${month}`,
    about: [`${passed} of ${gates.length} gates passed.`],
    columns: [
      ...[
        { title: 'No.', width: 5 },
        { title: 'Gate', width: 32 },
        { title: 'State', width: 8 },
      ],
      ...[
        { title: 'Currency', width: 9 },
        { title: 'Subject', width: 22 },
        { title: 'Days', width: 18 },
      ],
      ...[
        { title: 'Reason', width: 34 },
        { title: 'Action', width: 34 },
        { title: 'Done by', width: 11 },
      ],
    ],
    rows: gates.flatMap(({ title, is_passed: isPassed, counted, causes }, index) => {
      const [number, state] = [String(index + 1), isPassed ? 'passed' : 'open'];
      if (causes.length === 0) return [[number, title, state, '', '', '', counted]];
      return causes.map((cause) => [
        ...[number, title, state, cause.currency ?? '', cause.subject],
        ...[daysOfCause(cause), cause.causes.join(' '), cause.action],
      ]);
    }),
  });
  return checklistName;
}

/** What is said of a change, in the order of the columns. */
export const changeColumns = ['subject', 'reference', 'day', 'currency', 'before', 'now'] as const;

/** Writes the differences between a version of a closed month and the version before it. Returns the file name. */
export async function writeDifferences(
  folder: string,
  company: string,
  {
    month,
    version,
    changes,
    reopening: { requested, approved },
  }: { month: string; version: number; changes: readonly MonthChange[]; reopening: Reopening },
): Promise<string> {
  const [before, now] = [`v${version - 1}`, `v${version}`];
  const name = `differences-${before}-${now}.xlsx`;
  await writeListFile(join(folder, name), company, {
    name: 'Differences',
    title: `${company}: ${month}, differences between ${before} and ${now}`,
    about: [
      `Reason: ${requested.reason}`,
      `Requested by ${requested.author}, approved by ${approved?.author ?? ''}.`,
      ...(changes.length === 0 ? ['Records and statements are the same.'] : []),
    ],
    columns: [
      ...[
        { title: 'Subject', width: 60 },
        { title: 'Reference', width: 24 },
        { title: 'Day', width: 12 },
        { title: 'Currency', width: 10 },
      ],
      ...[
        { title: before, width: 28, isRight: true },
        { title: now, width: 28, isRight: true },
      ],
    ],
    rows: changes.map((one) => changeColumns.map((column) => one[column] ?? '')),
  });
  return name;
}
