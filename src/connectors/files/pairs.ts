import { z } from 'zod';
import { nameField } from './lists.ts';

/** The sides of a pair besides the lists: inputs of every company, and their titles. */
export const sidesOfPairs: ReadonlyMap<string, string> = new Map([
  ['bank', 'Bank statement'],
  ['orders', 'Orders'],
  ['statement', 'Payments in the statement'],
]);

const side = z.string().min(1);
const sideText = z.string().trim().min(1).optional();

const pair = z
  .strictObject({
    title: z
      .string()
      .trim()
      .regex(/^[^\n\r]{1,80}$/, 'must be a text of one line')
      .optional()
      .describe('Its title, as reports show it; by default the names of its sides.'),
    left: side.describe('A list of `books.lists`, or bank, orders or statement.'),
    right: side.describe('Another one, on which the records of the left side are expected.'),
    left_text: sideText.describe(
      'Only lines of the left side with this text in names or description belong to the pair.',
    ),
    right_text: sideText.describe(
      'Only lines of the right side with this text belong to it, such as COURIER in a bank statement.',
    ),
    unmatched: z
      .enum(['both', 'left', 'right'])
      .default('both')
      .describe(
        'The side whose records without a match are items: left, where the right side has other lines as well.',
      ),
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

export type Pair = z.output<typeof pair> & { name: string };

/** Endings and beginnings of names that objects of a pair and of the matching engine have. */
const takenName = /^(?:match|pair)_|_(?:item|record|subject|unproven)$/;

const pairName = nameField.refine(
  (name) => !takenName.test(name),
  'must not begin with match_ or pair_, or end with _item, _record, _subject or _unproven',
);

export const pairsField = z
  .record(pairName, pair)
  .optional()
  .describe('Pairs of lists and books by name that are matched every day, each a reconciliation of that name.');

/** The configured pairs with their names. */
export const pairsOf = ({ pairs = {} }: { pairs?: z.output<typeof pairsField> }): Pair[] =>
  Object.entries(pairs).map(([name, each]) => ({ ...each, name }));

/** The sides of pairs that no files or services provide: key, and the sides that there are. */
export function unknownSides(pairs: readonly Pair[], configured: readonly string[]) {
  const known = [...configured, 'statement'];
  return pairs.flatMap((each) =>
    (['left', 'right'] as const)
      .filter((key) => !known.includes(each[key]))
      .map((key) => ({ path: ['pairs', each.name, key], side: each[key], known })),
  );
}
