import { expect, test } from 'vitest';
import { writeCompany } from '../../src/company/write-company.ts';
import { countedStatements } from '../given/counted-statements.ts';
import { givenReading, landed } from '../given/landed.ts';
import { givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules({ changes: { gateway: undefined } });

test('a statement stays a statement after its gateway left the configuration, and no day requires one', async () => {
  const statement = landed(
    'Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Description\npurchase,A1,10.00,1.00,paid,2026-11-02 10:00:00,,\n',
    { kind: 'statement', currency: 'MYR' },
  );
  expect(await acme.load(statement)).toMatchObject({ status: 'loaded', rows: 1 });
  expect(await acme.rows('select receipt_id from core.statement_receipt')).toHaveLength(1);
  const required =
    "select distinct input from recon.input_day(date '2026-11-02', date '2026-11-03') where state <> 'covered' order by 1";
  expect((await acme.derived(required)).map(({ input }) => input)).toEqual([
    'payout_accounts',
    'payout_movements',
    'payouts',
    'recipients',
  ]);
});

test('A configuration is written by the same statements, however many fees, waivers and terms it has', async () => {
  const company = (count: number) => ({
    name: 'acme',
    zone: 'Asia/Kuala_Lumpur',
    currencies: ['MYR'],
    reading: givenReading,
    fees: Array.from({ length: count }, (_, at) => ({
      method: `method_${at}`,
      flat: '1.00',
      percent: '0.00',
      minimum: '0.00',
    })),
    waivers: Array.from({ length: count }, () => ({
      control: 'bank_to_settlement',
      from: '2026-11-01',
      why: 'no bank yet',
      by: 'Aminah',
    })),
  });
  const statements = async (count: number) => {
    const { connection, counted } = countedStatements(acme.connection);
    await writeCompany(connection, company(count));
    return counted.count;
  };
  await acme.empty();
  expect(await statements(1)).toBe(5);
  expect(await statements(20)).toBe(5);
  expect(await acme.rows('select count(*) as n from core.waiver')).toEqual([{ n: 21n }]);
});
