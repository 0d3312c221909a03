import { expect, test } from 'vitest';
import { givenInspections } from '../given/inspected.ts';

const { inspectText } = givenInspections();

async function inspect(content: string) {
  const found = await inspectText('file.csv', content);
  return { ...found, name: found.kind.importable.import.name };
}

test('A trial balance is recognised by its columns and read', async () => {
  const { name, section, now } = await inspect(
    'Account,Currency,As at,Balance\n1150,MYR,2026-11-02,1.00\n1010,USD,2026-11-02,2.00\n',
  );
  expect({ name, section }).toEqual({ name: 'ledger', section: 'books.ledger' });
  expect(now.figures).toMatchObject({ lines: 2, loaded: 2, rejected: 0, firstDay: '2026-11-02' });
});

test('The columns of a trial balance with other headers are proposed', async () => {
  const { name, proposal, fitted } = await inspect(
    'Nominal account;Period end;YTD balance\n1150;14.11.2026;1.234,50\n1010;14.11.2026;-2,00\n',
  );
  expect(name).toBe('ledger');
  expect(proposal.terms).toEqual({
    aliases: { account: ['Nominal account'], balance_on: ['Period end'], balance: ['YTD balance'] },
    decimal_mark: ',',
  });
  expect(fitted?.figures).toMatchObject({ loaded: 2, rejected: 0 });
});

test.each([
  'Account,Date,Description,Amount,Balance\n514,2026-11-02,x,+1.00,1.00\n514,2026-11-03,y,+2.00,3.00\n',
  'Account No,Date,Money received,Balance\n514,2026-11-02,1.00,1.00\n514,2026-11-03,2.00,3.00\n',
  'Account,Date,Debit,Credit,Balance\n514,2026-11-02,,1.00,1.00\n514,2026-11-03,2.00,,-1.00\n',
])('A bank statement that names its account is not called a ledger: %s', async (content) => {
  expect((await inspect(content)).name).toBe('bank');
});
