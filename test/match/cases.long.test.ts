import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { folderWith, matchAnswer, recordsIn } from '../given/match-files.ts';

/*
 * Traps of matching as files: in each folder, books.csv and bank.csv with thirty ordinary payments and a trap, and case.yaml with the
 * outcome and reason of the lines in question. `wrong` has settings with which the trap would catch somebody.
 */
const cases = join(import.meta.dirname, 'cases');
const caseShape = z.strictObject({
  title: z.string(),
  records: z.record(z.string(), z.strictObject({ outcome: z.string(), reason: z.string() })),
  wrong: z.strictObject({
    because: z.string(),
    passes: z.array(z.string()),
    outcomes: z.record(z.string(), z.string()),
  }),
});

/** The lines of a result with their outcome and reason. */
const linesIn = (folder: string) =>
  new Map(recordsIn(folder).map(({ record_key: key, outcome, reason }) => [key ?? '', { outcome, reason }]));

describe.each(readdirSync(cases))('%s', (name) => {
  const text = readFileSync(join(cases, name, 'case.yaml'), 'utf8');
  const { title, records, wrong } = caseShape.parse(parse(text));
  const folder = folderWith({});
  cpSync(join(cases, name), folder, { recursive: true });
  const match = (...args: string[]) => matchAnswer(folder, 'books.csv', 'bank.csv', '--currency', 'MYR', ...args);

  test(title, async () => {
    await match();
    const lines = linesIn(folder);
    expect(Object.fromEntries(Object.keys(records).map((key) => [key, lines.get(key)]))).toEqual(records);
    // the ordinary payments are lines 2 to 31 of both files
    const ordinary = [...lines].filter(([key]) => Number(key.split(':')[1]) <= 31);
    expect(ordinary.map(([, { outcome }]) => outcome)).toEqual(Array.from({ length: 60 }, () => 'matched'));
  });

  test(`is a trap: ${wrong.because}`, async () => {
    writeFileSync(join(folder, 'wrong.yaml'), stringify({ passes: wrong.passes }));
    await match('--config', 'wrong.yaml');
    const lines = linesIn(folder);
    const outcomes = Object.keys(wrong.outcomes).map((key) => [key, lines.get(key)?.outcome]);
    expect(Object.fromEntries(outcomes)).toEqual(wrong.outcomes);
  });
});
