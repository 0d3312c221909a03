import { expect, test } from 'vitest';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { fillMart, fillMartWhereChanged } from '../../src/warehouse/fill-mart.ts';
import { sqlStatement } from '../../src/warehouse/sql-files.ts';
import { days, givenRules } from '../given/rules.ts';

const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To';
const receive = (day: string, ...lines: string[]) =>
  acme.receive([header, ...lines].join('\n'), { kind: 'statement', ...days(day) });
const items = () => acme.rows('select * from mart.item order by all');

const acme = givenRules({ hasPayout: false }, async () => {
  // a refunded payment with its refund, and a refund without a payment
  await receive(
    '2026-11-02',
    'p1,purchase,INV-1,MYR,50.00,0.50,refunded,2026-11-02 09:00:00,',
    'r1,refund,INV-1,MYR,50.00,0.00,success,2026-11-02 10:00:00,p1',
    'r2,refund,INV-9,MYR,70.00,0.00,success,2026-11-02 11:00:00,p9',
  );
  await acme.reconcile('2026-11-02', '2026-11-03');
});

test('Each relation of mart is a table, or a view that reads tables only', async () => {
  const tables = new Set(await acme.lines(`select schema_name || '.' || table_name from duckdb_tables()`));
  const views = await acme.rows(
    `select view_name as name, sql from duckdb_views() where schema_name = 'mart' order by view_name`,
  );
  const ofViews = views.filter(({ sql }) =>
    [
      ...String(sql)
        .replaceAll('"', '')
        .matchAll(/(?<!distinct )\b(?:from|join) \(*(\w+\.\w+)/gi),
    ].some(([, relation = '']) => !tables.has(relation)),
  );
  // a row for each payment, or one that few readers ask for: it is made when it is asked for
  const asked = [
    ...['bank_line', 'calendar', 'composition', 'dispute', 'fee_invoice', 'late_change', 'order_path', 'order_to_bank'],
    ...['payment_fee', 'payout_account', 'payout_ledger', 'unsettled_payment'],
  ];
  expect(ofViews.map(({ name }) => name)).toEqual(asked);
});

test('A second filling writes only items that may have changed: of judged days, open or decided', async () => {
  await fillMart(acme.connection);
  const before = await items();
  const isOpen = before.filter(({ is_open }) => is_open === true).length;
  expect([before.length > isOpen, isOpen > 0]).toEqual([true, true]);
  await acme.execute(await sqlStatement('mart', 'item_changed'));
  expect(await acme.rows('select break_id from recon.item_changed')).toHaveLength(isOpen);
  await fillMart(acme.connection);
  expect(await items()).toEqual(before);
});

test('mart.item is the same, filled after each run or once after all runs', async () => {
  await receive('2026-11-03', 'p9,purchase,INV-9,MYR,70.00,0.50,refunded,2026-11-03 09:00:00,');
  await acme.reconcile('2026-11-03', '2026-11-04');
  await fillMart(acme.connection);
  // the refund has its payment now
  await acme.reconcile('2026-11-02', '2026-11-03');
  await fillMart(acme.connection);
  const filled = await items();
  await acme.execute('delete from mart.item');
  await acme.execute('update recon.run set is_in_mart = false');
  await fillMart(acme.connection);
  expect(filled).toEqual(await items());
  expect(new Set(filled.map(({ business_date }) => business_date))).toEqual(new Set(['2026-11-02', '2026-11-03']));
});

test('After a change of reconciliations, items of days that are not judged again have the new titles', async () => {
  await acme.execute('delete from main.made_with where part = $part', { part: 'reconciliations' });
  await acme.execute("update mart.item set reconciliation_title = 'Of another version'");
  await registerReconciliations(acme.connection);
  await fillMartWhereChanged(acme.connection);
  expect((await items()).map((item) => item.reconciliation_title)).not.toContain('Of another version');
});
