import fc from 'fast-check';
import { expect, test } from 'vitest';
import { givenBankLines, givenOrders, givenStatement } from '../given/facts.ts';
import { givenFreshRules } from '../given/rules.ts';
import { isWhole } from '../given/share.ts';

const acme = givenFreshRules({ hasPayout: false });
const file = { covers: ['2026-11-02', '2026-11-20'] as [string, string], received: '2026-11-21 00:10:00+00' };

/** Files of the merchant that were imported by hand: how many of the three payments, and whether the deposit, they have. */
type Imported = { orders: number | undefined; hasDeposit: boolean | undefined };

const payments = ['a', 'b', 'c'].map((key) => ({
  key,
  amount: '40.00',
  paid: '2026-11-02 10:00',
  reference: `INV-${key}`,
}));

async function importedDay({ orders, hasDeposit }: Imported) {
  const transfer = {
    key: 't',
    kind: 'disbursement',
    amount: '90.00',
    paid: '2026-11-02 12:00',
    reference: 'T-1',
  } as const;
  await givenStatement(acme.connection, file, [...payments, transfer]);
  if (orders !== undefined)
    await givenOrders(
      acme.connection,
      file,
      payments
        .slice(0, orders)
        .map(({ key, amount }) => ({ id: key, amount, day: '2026-11-02', reference: `INV-${key}` })),
    );
  if (hasDeposit !== undefined)
    await givenBankLines(
      acme.connection,
      file,
      hasDeposit ? [{ day: '2026-11-02', amount: '90.00', text: 'T-1' }] : [],
    );
  await acme.judge(['orders_to_statement', 'bank_to_settlement'], '2026-11-02', '2026-11-03');
  const states = await acme.rows(
    `select control, state from recon.control where currency = 'MYR' and control in ('orders_to_statement', 'bank_to_settlement')`,
  );
  return Object.fromEntries(states.map(({ control, state }) => [String(control), String(state)]));
}

test('Law: a control is never in balance where a file in use has nothing and the statement has records', async () => {
  const imported = fc.record({
    orders: fc.constantFrom(undefined, 0, 1, 3),
    hasDeposit: fc.constantFrom(undefined, false, true),
  });
  await fc.assert(
    fc
      .asyncProperty(imported, async (files) => {
        const state = await importedDay(files);
        const expected = (isUsed: boolean, isWhole: boolean) =>
          isUsed ? (isWhole ? 'balanced' : 'out_of_balance') : 'not_set_up';
        expect([files, state]).toEqual([
          files,
          {
            orders_to_statement: expected(files.orders !== undefined, files.orders === 3),
            bank_to_settlement: expected(files.hasDeposit !== undefined, files.hasDeposit === true),
          },
        ]);
      })
      .beforeEach(async () => {
        await acme.empty();
        await acme.configure({ hasPayout: false });
      }),
    { numRuns: isWhole ? 12 : 2, endOnFailure: true, examples: [[{ orders: 0, hasDeposit: false }]] },
  );
});
