import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { csvLine } from '../csv.ts';
import { neutralised } from '../shown-value.ts';

/** The outcome of a row, for people. */
export type OutcomeLine = {
  sheet: string;
  row: number;
  item: string | null;
  decision: string;
  reason: string;
  note: string;
  author: string;
  refusal?: { code: string; sentence: string };
  decisionId?: string;
};

const titles = [
  'Sheet',
  'Row',
  'Item',
  'Decision',
  'Reason',
  'Note',
  'Decided by',
  'Result',
  'Code',
  'Why',
  'Decision id',
];

function lineOf({ sheet, row, item, decision, reason, note, author, refusal, decisionId }: OutcomeLine): string {
  const result = refusal === undefined ? ['recorded', '', ''] : ['rejected', refusal.code, refusal.sentence];
  const cells = [sheet, String(row), item ?? '', decision, reason, note, author, ...result, decisionId ?? ''];
  return csvLine(cells.map(neutralised), ',');
}

/** Writes the recorded and rejected decisions to a new file next to the workbook and returns its path. Both paths are relative to `cwd`. */
export async function writeOutcomes(workbook: string, rows: readonly OutcomeLine[], cwd = '.'): Promise<string> {
  const text = `\uFEFF${csvLine(titles, ',')}${rows.map(lineOf).join('')}`;
  for (let number = 1; ; number += 1) {
    const path = join(dirname(workbook), `${parse(workbook).name}.decided${number === 1 ? '' : `-${number}`}.csv`);
    try {
      const file = await open(resolve(cwd, path), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
      try {
        await file.writeFile(text);
      } finally {
        await file.close();
      }
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
