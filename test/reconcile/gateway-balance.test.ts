import { expect, test } from 'vitest';
import { deriveWithin } from '../../src/warehouse/derive.ts';
import { landed } from '../given/landed.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Created On
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-03 09:00:00,,
`;
// no balance of a currency before its first payment; lost after the third day
const balances = {
  '2026-11-01T16:00:00Z': {},
  '2026-11-02T16:00:00Z': {},
  '2026-11-03T16:00:00Z': { MYR: { balance: 99_00 } },
  '2026-11-04T16:00:00Z': {},
};

const acme = givenRules({ hasPayout: false }, async (rules) => {
  await rules.receive(statement, { kind: 'statement', ...days('2026-11-02', '2026-11-04') });
  for (const [at, content] of Object.entries(balances)) {
    const facts = { kind: 'balance', window_from: at, window_to: at, received_at: '2026-11-05T00:10:00Z' };
    await rules.receive(JSON.stringify(content), facts);
  }
});

test('A currency that no answer had yet has a balance of zero; one that an answer lost has none', async () => {
  expect(
    await acme.lines(`select business_date, line_code, amount from recon.gateway_balance(date '2026-11-02', date '2026-11-05')
     where line_code in ('opening', 'closing', 'residual') order by business_date, line_no`),
  ).toEqual([
    ...['2026-11-02 opening 0.0000', '2026-11-02 closing 0.0000', '2026-11-02 residual 0.0000'],
    ...['2026-11-03 opening 0.0000', '2026-11-03 closing 99.0000', '2026-11-03 residual 0.0000'],
  ]);
});

test('A currency in which money had moved and that no answer names has no balance, and no difference', async () => {
  await acme.execute("delete from core.gateway_balance where currency = 'MYR'");
  await deriveWithin(acme.connection);
  const rows = await acme.rows(
    `select distinct business_date from recon.gateway_balance(date '2026-11-02', date '2026-11-05')`,
  );
  // nothing had moved before the end of the second day
  expect(rows).toEqual([{ business_date: '2026-11-02' }]);
});

test('A balance that was received before its instant proves nothing', async () => {
  await acme.execute("delete from core.gateway_balance where currency = 'MYR'");
  const day = { from: '2026-11-05T16:00:00Z', to: '2026-11-06T16:00:00Z' };
  const read = async (received_at: string) => {
    for (const [at, balance] of [
      [day.from, 99_00],
      [day.to, 99_00],
    ] as const) {
      const facts = { kind: 'balance', window_from: at, window_to: at, received_at };
      await acme.load(landed(JSON.stringify({ MYR: { balance } }), facts));
    }
    return acme.rows(`select distinct business_date from recon.gateway_balance(date '2026-11-06', date '2026-11-07')`);
  };
  expect(await read('2026-11-06T15:59:59Z')).toEqual([]);
  expect(await read('2026-11-06T16:00:00Z')).toEqual([{ business_date: '2026-11-06' }]);
});
