import { z } from 'zod';

/** The sides of a pair besides the lists: inputs of every company, and their titles. */
export const sidesOfPairs: ReadonlyMap<string, string> = new Map([
  ['bank', 'Bank statement'],
  ['orders', 'Orders'],
  ['statement', 'Payments in the statement'],
]);

const side = z.string().min(1);

const pair = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must have lower-case letters, digits and _, such as courier_to_bank')
      .describe('The name of the reconciliation.'),
    title: z
      .string()
      .trim()
      .regex(/^[^\n\r]{1,80}$/, 'must be a text of one line')
      .optional()
      .describe('Its title, as reports show it; by default the names of its sides.'),
    left: side.describe('A list of `books.lists`, or bank, orders or statement.'),
    right: side.describe('Another one, on which the records of the left side are expected.'),
    sign: z
      .enum(['same', 'opposite'])
      .default('same')
      .describe('Whether matching amounts have the same or the opposite sign.'),
    days_after: z
      .int()
      .min(0)
      .max(92)
      .default(31)
      .describe('Days within which the right side has a record of the left side. Afterwards its absence is a break.'),
    days_before: z
      .int()
      .min(0)
      .max(92)
      .default(7)
      .describe('Days by which the left side may be later than the right side.'),
    passes: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('The match passes in their order; by default those of `tieout match`.'),
  })
  .check(({ value, issues }) => {
    if (value.left === value.right)
      issues.push({ code: 'custom', input: value.right, path: ['right'], message: 'must be another side than left' });
  });

export type Pair = z.output<typeof pair>;

export const pairsField = z
  .array(pair)
  .check(({ value, issues }) => {
    for (const [index, { name }] of value.entries()) {
      if (value.findIndex((other) => other.name === name) === index) continue;
      issues.push({ code: 'custom', input: name, path: [index, 'name'], message: 'is the name of another pair' });
    }
  })
  .optional()
  .describe('Pairs of lists and books that are matched every day, each a reconciliation of its own.');

/** The sides of pairs that are neither an input of every company nor a configured list: pair, key, and the sides that are known. */
export function unknownSides(pairs: readonly Pair[], lists: readonly string[]) {
  const known = [...lists, ...sidesOfPairs.keys()];
  return pairs.flatMap((each, index) =>
    (['left', 'right'] as const)
      .filter((key) => !known.includes(each[key]))
      .map((key) => ({ index, key, side: each[key], known })),
  );
}
