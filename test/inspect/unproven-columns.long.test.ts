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
    'the day of the statement beside days that cannot be read',
    'bank',
    'Statement Date,Txn,Amount\n2026-11-28,03 NOV,-23.40\n2026-11-28,05 NOV,+210.15\n',
    [{ booked_on: ['Statement Date'] }, {}],
  ],
  [
    'fees with a word for one side, beside another amount',
    'bank',
    'Date,Text,Deposits,Withdrawal charge,Payments\n2026-11-03,Sale,100.00,,\n2026-11-04,Transfer,,1.00,50.00\n2026-11-05,Sale,30.00,,\n2026-11-06,Transfer,,1.00,20.00\n',
    [{ debit: ['Withdrawal charge'] }, { debit: ['Payments'] }],
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
  expect(proposal.questions.map(({ choices }) => choices.map(({ terms }) => terms.aliases ?? {}))).toEqual([answers]);
});

const linesOf = (...rows: string[]) => `${rows.join('\n')}\n`;

test.each([
  [
    'the kind of a card',
    linesOf(
      'Date,Text,Card Type,Amount',
      '2026-11-03,a,Credit,120.00',
      '2026-11-03,b,Debit,45.50',
      '2026-11-04,c,Credit,80.00',
    ),
    'direction',
  ],
  [
    'the currency of a purchase',
    linesOf(
      'Date,Text,Purchase Currency,Purchase Amount,Amount',
      '2026-11-03,a,USD,-20.00,-94.10',
      '2026-11-04,b,MYR,-210.15,-210.15',
    ),
    'currency',
  ],
])('%s is no term of the amounts, but a question', async (_what, content, column) => {
  const { proposal } = await inspectText('file.csv', content, { as: kindNamed('bank') });
  expect(proposal.terms).toEqual({});
  const answers = proposal.questions.flatMap(({ choices }) =>
    choices.map(({ terms }) => Object.keys(terms.aliases ?? terms)),
  );
  expect(answers).toEqual([[column], ['ignore']]);
});

test.each([
  // a debt grows by what is bought
  [
    'a debt',
    linesOf(
      'Date,Text,Charges,Payments,Balance',
      '2026-11-02,a,23.40,,1023.40',
      '2026-11-03,b,210.15,,1233.55',
      '2026-11-04,c,,500.00,733.55',
    ),
  ],
  [
    'a bonus, beside an amount that is read',
    linesOf(
      'Date,Text,Amount,Bonus,Bonus Balance',
      '2026-11-03,a,-50.00,100,100',
      '2026-11-04,b,20.00,-40,60',
      '2026-11-05,c,-15.00,30,90',
    ),
  ],
  [
    'points',
    linesOf(
      'Date,Text,Amount,Points,Points Balance',
      '2026-11-03,a,-50.00,100,100',
      '2026-11-04,b,20.00,-40,60',
      '2026-11-05,c,-15.00,30,90',
    ),
  ],
  ['sen', linesOf('Date,Text,Amount (sen)', '2026-11-03,a,+12050', '2026-11-04,b,-5000')],
])('Nothing is proposed for figures of %s', async (_what, content) => {
  expect((await inspectText('file.csv', content, { as: kindNamed('bank') })).proposal.terms).toEqual({});
});

test.each([
  ['below a charge on top', ['Net,Service fee,Total charged', '+100.00,10.00,+110.00', '+50.00,5.00,+55.00']],
  ['above a gross amount', ['Net,Fee,Gross', '+100.00,-6.00,+94.00', '+50.00,-3.00,+47.00']],
])('A net amount %s is not proven to be what the account received', async (_what, [head = '', ...rows]) => {
  const content = linesOf(`Date,Text,${head}`, ...rows.map((row, index) => `2026-11-0${index + 3},a,${row}`));
  const { proposal } = await inspectText('file.csv', content, { as: kindNamed('bank') });
  expect(Object.values(proposal.reasons).join()).not.toContain('proven');
});

test('Years of two digits are proposed where they change less often than days', async () => {
  const yearsOf = async (...days: string[]) => {
    const lines = days.map((day, index) => `${day},a,${index === 0 ? '-' : '+'}1.00`);
    return (await inspectText('file.csv', linesOf('Date,Text,Amount', ...lines), { as: kindNamed('bank') })).proposal
      .terms.two_digit_years;
  };
  expect(await yearsOf('13/11/26', '14/11/26')).toBe(true);
  // 24, 25 and 26 November 2020
  expect(await yearsOf('20/11/24', '20/11/25', '20/11/26')).toBeUndefined();
});

test('A status that denies a known word, or has it in part, is asked', async () => {
  const statuses = [
    'Paid',
    'Unpaid',
    'Not paid',
    'Incomplete',
    'Partially paid',
    'Tidak dibayar',
    'Nicht bezahlt',
    'Impayé',
    'Selesai',
  ];
  const rows = statuses.map((status, index) => `A-${index},2026-11-13,100.00,${status}`);
  const { proposal } = await inspectText('file.csv', linesOf('Order,Ordered On,Amount,State', ...rows), {
    as: kindNamed('orders'),
  });
  expect(proposal.terms.statuses).toEqual({ paid: ['Selesai'] });
  const asked = proposal.questions.flatMap(({ question }) => /status "(.+)"/.exec(question)?.[1] ?? []);
  expect(asked.sort()).toEqual([
    'Impayé',
    'Incomplete',
    'Nicht bezahlt',
    'Not paid',
    'Partially paid',
    'Tidak dibayar',
  ]);
});

test('Words above a header are no header, however many they are', async () => {
  const { proposal } = await inspectText(
    'file.csv',
    'Account;Main;Branch;Kajang;Owner\nTag;Zweck;Wert\n14.11.2026;Einzahlung;+40,00\n15.11.2026;Kosten;-1,00\n',
    { as: kindNamed('bank') },
  );
  expect(proposal.terms.aliases).toEqual({ booked_on: ['Tag'], amount: ['Wert'] });
});
