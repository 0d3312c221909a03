import { expect, test } from 'vitest';
import { givenInspections, kindNamed } from '../given/inspected.ts';

/* Marks and words that do not prove what is money in: the amount is asked for, and nothing is filled in. */

const { inspectText } = givenInspections();
const inspect = (content: string) => inspectText('bank.csv', content, { as: kindNamed('bank') });

const unproven: [string, string, string[]][] = [
  [
    'kinds of which one may be money in',
    'Kind,Value\n2026-11-13,Purchase,45.20\n2026-11-14,Payment,20.00',
    ['credit', 'debit'],
  ],
  ['a refund among purchases', 'Kind,Value\n2026-11-13,Purchase,45.20\n2026-11-14,Refund,20.00', ['credit', 'debit']],
  ['one minus', 'Kind,Value\n2026-11-13,a,45.20\n2026-11-14,b,20.00\n2026-11-15,c,-3.00', ['amount', 'debit']],
  [
    'a plus and a minus, and no sign',
    'Kind,Value\n2026-11-13,a,45.20\n2026-11-14,b,+20.00\n2026-11-15,c,-3.00',
    ['amount', 'debit'],
  ],
  // the load refuses money in beside the word of a side; a list of customers' purchases has such words, too
  [
    'kinds that may be money out',
    'Kind,Value\n2026-11-13,Purchase,45.20\n2026-11-14,Withdrawal,20.00',
    ['debit', 'credit'],
  ],
  [
    'words of a free text',
    'Details,Value\n2026-11-13,Purchase order Alpha,10.00\n2026-11-14,School fee Aina,30.00',
    ['credit', 'debit'],
  ],
  ['the state of the lines', 'Kind,Value\n2026-11-13,C,45.20\n2026-11-14,C,20.00', ['credit', 'debit']],
  [
    'a balance that is a debt',
    'Value,Amount owed\n2026-11-13,45.20,145.20\n2026-11-14,20.00,165.20\n2026-11-15,-100.00,65.20\n2026-11-16,10.00,75.20',
    ['amount', 'debit'],
  ],
];

test.each(unproven)('%s: the sign is asked', async (_what, content, columns) => {
  const { proposal, fitted } = await inspect(`Date,${content}\n`);
  expect(fitted?.figures ?? null).toBeNull();
  expect(proposal.terms.aliases).toBeUndefined();
  expect(proposal.questions.map(({ question }) => question)).toEqual([
    'Nothing in the file proves whether an amount without a sign is money in or money out.',
  ]);
  const answers = proposal.questions.flatMap(({ choices }) => choices.map(({ terms }) => terms.aliases));
  expect(answers).toEqual(columns.map((column) => ({ [column]: ['Value'] })));
});

test.each([
  ['a sign on each amount', 'Kind,Value\n2026-11-13,a,+45.20\n2026-11-14,b,-20.00', { amount: ['Value'] }],
  ['letters on each amount', 'Kind,Value\n2026-11-13,a,45.20 CR\n2026-11-14,b,20.00 DR', { amount: ['Value'] }],
  ['words for the sides', 'DC,Value\n2026-11-13,D,45.20\n2026-11-14,C,20.00', { amount: ['Value'], direction: ['DC'] }],
  [
    'gross less fee',
    'Amount,Fee,Net\n2026-11-13,100.00,3.00,97.00\n2026-11-14,-20.00,0.00,-20.00',
    { amount: ['Net'] },
  ],
])('%s: the sign is proven', async (_what, content, aliases) => {
  const { proposal, fitted } = await inspect(`Date,${content}\n`);
  expect(proposal.terms.aliases).toEqual(aliases);
  expect(proposal.questions).toEqual([]);
  expect(fitted?.figures).toMatchObject({ loaded: 2, rejected: 0 });
});
