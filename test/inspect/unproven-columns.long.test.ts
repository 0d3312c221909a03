import { expect, test } from 'vitest';
import { givenInspections, kindNamed } from '../given/inspected.ts';

const { inspectText } = givenInspections();

/** The files, and the answers to the question which column is meant. */
const unproven: readonly [string, string, string, Record<string, string[]>[]][] = [
  [
    'a header with a word for a day, beside other days',
    'bank',
    'Processed,Settlement Date,Text,Amount\n2026-11-13,2026-11-15,Deposit,+100.00\n2026-11-14,2026-11-16,Fee,-2.50\n',
    [{ booked_on: ['Processed'] }, { booked_on: ['Settlement Date'] }],
  ],
  [
    'days above as many totals',
    'bank',
    'Processing,Value day,Text,Amount\n2026-11-13,2026-11-15,a,+1.00\nTotal,,,1.00\n2026-11-14,2026-11-16,b,-2.00\nTotal,,,-2.00\n',
    [{ booked_on: ['Processing'] }, { booked_on: ['Value day'] }],
  ],
  [
    'the delivery of an order',
    'orders',
    'Order,Ordered,Delivery date,Amount,Status\nA-1,2026-11-13,2026-11-15,100.00,paid\nA-2,2026-11-14,2026-11-16,30.00,paid\n',
    [{ placed_on: ['Ordered'] }, { placed_on: ['Delivery date'] }],
  ],
  [
    'a header with a word for an amount, beside another amount',
    'bank',
    'Date,Text,Authorised amount,Cleared\n2026-11-13,Sale,+40.00,+38.80\n2026-11-14,Refund,-12.30,-12.30\n',
    [{ amount: ['Authorised amount'] }, { amount: ['Cleared'] }],
  ],
  [
    'an amount beside a header with a word for one side',
    'bank',
    'Date,Text,Order total,Received amount\n2026-11-13,Sale,+40.00,+38.80\n2026-11-14,Refund,-12.30,-12.30\n',
    [{ amount: ['Order total'] }, { amount: ['Received amount'] }],
  ],
];

test.each(unproven)('%s: the column is asked', async (_what, kind, content, answers) => {
  const { proposal } = await inspectText('file.csv', content, { as: kindNamed(kind) });
  expect(proposal.terms.aliases).toBeUndefined();
  expect(proposal.questions.map(({ choices }) => choices.map(({ terms }) => terms.aliases))).toEqual([answers]);
});

test('Words above a header are no header, however many they are', async () => {
  const { proposal } = await inspectText(
    'file.csv',
    'Account;51401234;Branch;Kajang;Owner\nTag;Zweck;Wert\n14.11.2026;Einzahlung;+40,00\n15.11.2026;Kosten;-1,00\n',
    { as: kindNamed('bank') },
  );
  expect(proposal.terms.aliases).toEqual({ booked_on: ['Tag'], amount: ['Wert'] });
});
