import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCompany } from '../../src/company/write-company.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse, type Warehouse } from '../../src/warehouse/open.ts';
import { countedStatements } from '../given/counted-statements.ts';
import { readDerived } from '../given/derived.ts';
import { givenReading, landed, loadLanded } from '../given/landed.ts';

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await openWarehouse(':memory:', { threads: 1 });
});
afterAll(() => warehouse.close());

test('a statement stays a statement after its gateway left the configuration, and no day requires one', async () => {
  const secret = { env: 'TIEOUT_TEST_SECRET' };
  const company = {
    name: 'acme',
    zone: 'Asia/Kuala_Lumpur',
    currencies: ['MYR'],
    fees: [],
    waivers: [],
    reading: givenReading,
    payout: { base_url: 'https://payout.example/api', api_key: secret, api_secret: secret },
  };
  await writeCompany(warehouse.connection, company);
  const statement = landed(
    'Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Description\npurchase,A1,10.00,1.00,paid,2026-11-02 10:00:00,,\n',
    { kind: 'statement', currency: 'MYR' },
  );
  expect(await loadLanded(warehouse.connection, statement)).toMatchObject({ status: 'loaded', rows: 1 });
  expect(await readRows(warehouse.connection, 'select receipt_id from core.statement_receipt')).toHaveLength(1);
  const required =
    "select distinct input from recon.input_day('acme', date '2026-11-02', date '2026-11-03') where state <> 'covered' order by 1";
  expect((await readDerived(warehouse.connection, required)).map(({ input }) => input)).toEqual([
    'payout_accounts',
    'payout_movements',
    'payouts',
    'recipients',
  ]);
  await execute(warehouse.connection, 'delete from core.company_input');
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
    const { connection, counted } = countedStatements(warehouse.connection);
    await writeCompany(connection, company(count));
    return counted.count;
  };
  expect(await statements(1)).toBe(5);
  expect(await statements(20)).toBe(5);
  expect(await readRows(warehouse.connection, 'select count(*) as n from core.waiver')).toEqual([{ n: 21n }]);
});
