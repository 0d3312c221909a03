import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mt940 } from '../given/mt940.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules({ hasPayout: false, books: { bank: {} } });

const load = (content: string, name: string) =>
  acme.receive(
    content,
    { ...{ kind: 'bank_statement', ext: 'sta', file_name: `${name}.sta` }, ...received },
    { books: { bank: {} } },
  );
const received = { currency: 'MYR', received_at: '2026-11-20T00:00:00.000Z' };

const current = () => acme.lines('select day(booked_on), amount::bigint, account from core.bank_line_now');

test('The lines of a day and account are those of the latest file that covers them', async () => {
  const line = fc.record({ day: fc.integer({ min: 3, max: 7 }), amount: fc.integer({ min: 1, max: 3 }) });
  const file = fc
    .record({
      from: fc.integer({ min: 2, max: 6 }),
      length: fc.integer({ min: 1, max: 4 }),
      lines: fc.array(line, { maxLength: 5 }),
      account: fc.constantFrom('5140', '6200'),
    })
    .map(({ from, length, lines, account }) => ({
      from,
      to: from + length,
      account,
      // a line on the first day, so that the date of the opening balance is a day of the statement
      lines: [{ day: from, amount: 9 }, ...lines.filter(({ day }) => day >= from && day <= from + length)],
    }));
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 4 }), async (files) => {
      for (const name of ['core.bank_line', 'core.bank_statement', 'raw.file_claim', 'raw.receipt'])
        await acme.execute(`delete from ${name}`);
      const expected = new Map<string, string[]>();
      for (const [at, one] of files.entries()) {
        const content = mt940(one);
        if (files.slice(0, at).some((other) => mt940(other) === content)) return;
        await load(content, `file-${at}`);
        for (let day = one.from; day <= one.to; day += 1) {
          const ofDay = one.lines.filter((entry) => entry.day === day);
          expected.set(
            `${day} ${one.account}`,
            ofDay.map(({ amount }) => `${day} ${amount} ${one.account}`),
          );
        }
      }
      expect((await current()).sort()).toEqual([...expected.values()].flat().sort());
      const [keys] = await acme.rows(
        'select count(*) - count(distinct bank_line_key) as repeated from core.bank_line_now',
      );
      expect(keys).toEqual({ repeated: 0n });
    }),
    { numRuns: 16, seed: 5 },
  );
});
