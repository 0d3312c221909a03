import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { readOwnFiles } from '../../src/warehouse/own-files.ts';
import { prepareWarehouse } from '../../src/warehouse/prepare-warehouse.ts';
import { example } from '../given/extending-examples.ts';
import { days, givenRules } from '../given/rules.ts';

const acme = givenRules({ hasPayout: false });
beforeAll(async () => {
  const lines = [
    'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To',
    'p1,purchase,INV-1,MYR,50.00,0.50,paid,2026-11-02 09:00:00,',
    'p2,purchase,INV-2,MYR,400.00,0.50,paid,2026-11-02 10:00:00,',
  ];
  await acme.receive(lines.join('\n'), { kind: 'statement', ...days('2026-11-02') });
});

/** Runs with the example of docs/extending.md, changed, or with another file in its place. */
async function runWith(change: (text: string) => string, text = example('reconciliations/large_payments.sql')) {
  const base = mkdtempSync(join(tmpdir(), 'tieout-own-'));
  mkdirSync(join(base, 'reconciliations'));
  writeFileSync(join(base, 'reconciliations', 'large_payments.sql'), change(text));
  await prepareWarehouse(acme.connection, { path: acme.warehouse.path, own: await readOwnFiles(base) });
  await registerReconciliations(acme.connection);
  await acme.judge(['large_payments'], '2026-11-02', '2026-11-03');
}

test('A reason of a custom reconciliation stays its text, also where it begins as a message of our rules does', async () => {
  const forged = '{"say":"matched_by_hand","with":{"partners":"x","author":"nobody","approved_by":null}}';
  await runWith((text) => text.replace(/case\n {6}when[^;]*? end as reason,/, `'${forged}' as reason,`));
  const rows = await acme.mart(
    `select distinct ltrim(reason) as reason from mart.item where reconciliation = 'large_payments'`,
  );
  expect(rows).toEqual([{ reason: forged }]);
});

const bridge = (lines: string) => `-- name: large_payments
-- title: Large payments
-- kind: control
-- left: Payments
-- right: Payments
-- grain: company, currency, business day
-- meaning: The totals differ.
-- action: Look.
-- order: 90
create macro recon.large_payments(period_start, period_end) as table (
  select 'MYR' as currency, period_start as business_date, 'all' as subject, 'amount' as measure, line_no,
    line_code, line_code as title, 0::decimal(38, 4) as amount, is_total, is_residual
  from (values ${lines}) as line(line_no, line_code, is_total, is_residual)
);`;
const complete = "(1, 'expected', true, false), (2, 'actual', true, false), (3, 'residual', false, true)";

test('What was received is in mart when a custom reconciliation reads it', async () => {
  await acme.execute('delete from mart.money_flow');
  const paid = "(select sum(amount) from mart.money_flow where step = 'paid')";
  await runWith(
    (text) => text,
    bridge(complete).replace('0::decimal(38, 4)', `(if(is_residual, 0, ${paid}))::decimal(38, 4)`),
  );
  // 50.00 + 400.00
  expect(
    await acme.rows(
      "select distinct amount from mart.bridge_line where reconciliation = 'large_payments' and is_total",
    ),
  ).toEqual([{ amount: '450.0000' }]);
});

// each of these would go unnoticed: an unlisted item, two items with one decision, a control that never fires
test.each<[string, (text: string) => string, RegExp, string?]>([
  [
    'an outcome that does not exist',
    (text) => text.replace("'control_breach' else", "'breach' else"),
    /The item \S+ has the outcome "breach", which does not exist/,
  ],
  [
    'a key that is used twice',
    (text) => text.replace('payment_key as item_key', "'one' as item_key"),
    /The item_key one is used 2 times/,
  ],
  [
    'a day outside the period',
    (text) => text.replace('    business_date,\n', '    business_date - 9 as business_date,\n'),
    /is of 2026-10-24, which is not a day of the run/,
  ],
  [
    'no reason',
    (text) => text.replace("else 'The payment is below the review limit.'", 'else null'),
    /NOT NULL constraint failed/,
  ],
  [
    'a bridge without an unexplained difference',
    (text) => text,
    /has 2 totals and 0 lines with is_residual/,
    bridge("(1, 'expected', true, false), (2, 'actual', true, false)"),
  ],
])('Rows with %s stop the run, with the file', async (_, change, message, text) => {
  await expect(runWith(change, text)).rejects.toMatchObject({
    code: 'OWN_RECONCILIATION_FAILED',
    message: expect.stringMatching(message),
    place: { file: expect.stringMatching(/large_payments\.sql$/) },
  });
});

test.each([
  ['a statement', "else 'The payment is below the review limit.'", 'else null'],
  ['a check of its rows', "'control_breach' else", "'breach' else"],
])('Own SQL of which %s fails leaves the connection in UTC', async (_, before, after) => {
  await expect(runWith((text) => text.replace(before, after))).rejects.toThrow();
  await expect(acme.reconcile('2026-11-02', '2026-11-03')).rejects.toMatchObject({ code: 'OWN_RECONCILIATION_FAILED' });
  expect(await acme.rows("select current_setting('TimeZone') as zone")).toEqual([{ zone: 'UTC' }]);
});
