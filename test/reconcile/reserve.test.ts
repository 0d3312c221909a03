import { afterEach, beforeAll, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { days, givenRules } from '../given/rules.ts';

// 5 % of each payment is withheld for two days: 5.00 of 1 November, 2.50 of 2 November
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Withheld,Net Amount,Status,Paid On
p1,purchase,INV-1,MYR,100.00,1.00,5.00,94.00,paid,2026-11-01 09:00:00
p2,purchase,INV-2,MYR,50.00,0.50,2.50,47.00,paid,2026-11-02 10:00:00
`;
const acme = givenRules({ hasPayout: false });
beforeAll(async () => {
  await acme.execute(
    "insert into core.company_setting (connector, name, value) values ('gateway', 'reserve_days', '2')",
  );
  const received_at = '2026-11-05T00:10:00.000Z';
  await acme.receive(statement, { kind: 'statement', received_at, ...days('2026-11-01', '2026-11-04') });
});
afterEach(() => acme.execute("update core.company set currencies = ['MYR']"));
/** The unexplained difference of each day on which both balances are known, from what is reserved at the end of each day. */
async function residuals(reserved: readonly (number | null)[]) {
  for (const table of ['core.gateway_balance', "raw.receipt where kind = 'balance'"])
    await acme.execute(`delete from ${table}`);
  for (const [at, cents] of reserved.entries()) {
    const read = `2026-11-0${at + 1}T16:00:00Z`;
    const answer = { MYR: { balance: 0, ...(cents === null ? {} : { reserved: cents }) } };
    const facts = { kind: 'balance', window_from: read, window_to: read, received_at: '2026-11-05T00:10:00Z' };
    await acme.load(landed(JSON.stringify(answer), facts));
  }
  return acme.rows(`select business_date::text as day, amount from recon.reserve_roll_forward(date '2026-11-02', date '2026-11-05')
     where is_residual order by day`);
}

test('What is reserved rolls forward by what is withheld and what is due for release', async () => {
  expect(await residuals([500, 750, 250, 0])).toEqual([
    { day: '2026-11-02', amount: '0.0000' },
    { day: '2026-11-03', amount: '0.0000' },
    { day: '2026-11-04', amount: '0.0000' },
  ]);
  const reserved = 'business_date, withheld_amount, release_on, due_amount, outstanding_amount';
  expect(await acme.martLines(`select ${reserved} from mart.reserve order by business_date`)).toEqual([
    '2026-11-01 5.0000 2026-11-03 5.0000 0.0000',
    '2026-11-02 2.5000 2026-11-04 2.5000 0.0000',
  ]);
});

test('A changed term counts for payments from its day on: two days may be due together, or none', async () => {
  const changed = async (reserveDays: number, reserved: readonly number[]) => {
    await acme.execute(
      `insert into core.company_setting (connector, name, value, from_day)
       values ('gateway', 'reserve_days', $days, '2026-11-02')`,
      { days: String(reserveDays) },
    );
    const found = await residuals(reserved);
    await acme.execute('delete from core.company_setting where from_day is not null');
    return found.map(({ amount }) => amount);
  };
  // 5.00 of the 1st after two days and 2.50 of the 2nd after one: both on the 3rd
  expect(await changed(1, [500, 750, 0, 0])).toEqual(['0.0000', '0.0000', '0.0000']);
  // after three days: 2.50 on the 5th, and nothing on the 4th
  expect(await changed(3, [500, 750, 250, 250])).toEqual(['0.0000', '0.0000', '0.0000']);
  expect(await changed(3, [500, 750, 250, 0])).toEqual(['0.0000', '0.0000', '-2.5000']);
});

test('A currency that no answer had yet has no reserve: its control is made, and nothing is unexplained in it', async () => {
  await residuals([500, 750, 250, 0]);
  await acme.execute("update core.company set currencies = ['MYR', 'JPY']");
  const rows = await acme.rows(`select business_date::text as day, sum(abs(amount))::text as amounts
     from recon.reserve_roll_forward(date '2026-11-02', date '2026-11-05') where currency = 'JPY' group by day order by day`);
  expect(rows).toEqual(['2026-11-02', '2026-11-03', '2026-11-04'].map((day) => ({ day, amounts: '0.0000' })));
});

test('A reserve that is not released on its day, and one that the balance does not state, are not in balance', async () => {
  expect(await residuals([500, 750, 750, 500])).toEqual([
    { day: '2026-11-02', amount: '0.0000' },
    { day: '2026-11-03', amount: '5.0000' },
    { day: '2026-11-04', amount: '0.0000' },
  ]);
  expect(await residuals([500, null, 250, 0])).toEqual([{ day: '2026-11-04', amount: '0.0000' }]);
});
