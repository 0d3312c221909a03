import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { bridgeColumns, itemColumns, recordColumns } from '../../src/reconcile/contract.ts';
import { checkOwnReconciliations } from '../../src/reconcile/own-reconciliations.ts';
import { checkOwnReports } from '../../src/report/own-reports.ts';
import { readOwnFiles } from '../../src/warehouse/own-files.ts';
import { prepareWarehouse } from '../../src/warehouse/prepare-warehouse.ts';
import { example, extendingExamples, listedColumns } from '../given/extending-examples.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

const reconciliation = 'reconciliations/large_payments.sql';
const view = 'views/payments_by_method.sql';
const corruption = 'selftest/large_payment_added.sql';
const report = 'reports/methods.yaml';

/** Puts files into a folder and opens the warehouse with them; the error, or undefined. */
async function open(
  files: Readonly<Record<string, string>>,
): Promise<{ folder: string; error: TieoutError | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-own-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  try {
    await prepareWarehouse(acme.connection, { path: acme.warehouse.path, own: await readOwnFiles(folder) });
    await checkOwnReconciliations(acme.connection);
    await checkOwnReports(acme.connection, join(folder, 'reports'));
    return { folder, error: undefined };
  } catch (error) {
    if (error instanceof TieoutError) return { folder, error };
    throw error;
  }
}

const objects = async () =>
  (
    await acme.rows(`select 'own.' || view_name as name from duckdb_views() where schema_name = 'own'
       union all select distinct 'recon.' || function_name from duckdb_functions()
       where function_name in ('large_payments', 'match_same_tail') order by name`)
  ).map(({ name }) => name);

describe('The user’s own files', () => {
  test('create their objects, which are dropped with the file', async () => {
    expect(await open(extendingExamples)).toMatchObject({ error: undefined });
    expect(await objects()).toEqual(['own.payments_by_method', 'recon.large_payments', 'recon.match_same_tail']);
    expect(await open({ [view]: example(view) })).toMatchObject({ error: undefined });
    expect(await objects()).toEqual(['own.payments_by_method']);
    await prepareWarehouse(acme.connection, { path: acme.warehouse.path });
    expect(await objects()).toEqual(['own.payments_by_method']);
    await open({});
    expect(await objects()).toEqual([]);
  });

  test('may depend on each other; if several fail, the cause is named', async () => {
    const above =
      '-- grain: one day\n-- key: business_date\ncreate view own.above as select distinct business_date from own.payments_by_method;';
    expect(await open({ [view]: example(view), 'views/above.sql': above })).toMatchObject({ error: undefined });
    const { folder, error } = await open({
      [view]: example(view).replace('core.payment_now', 'core.nothing'),
      'views/above.sql': above,
    });
    expect(error?.place.file).toBe(join(folder, view));
  });

  test('have the columns that docs/extending.md lists', () => {
    expect(listedColumns('bridge').sort()).toEqual(Object.keys(bridgeColumns).sort());
    expect(listedColumns('record').sort()).toEqual(Object.keys(recordColumns).sort());
    expect(listedColumns('item').sort()).toEqual(Object.keys(itemColumns).sort());
  });
});

type Change = (text: string) => string;
const replacing =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, to);

describe('A breach of the contract is rejected with file, line and remedy', () => {
  test.each<[string, Change, object]>([
    [
      reconciliation,
      replacing('-- grain: one payment\n', ''),
      {
        code: 'RECONCILIATION_HEAD_WRONG',
        message: /large_payments.sql is incomplete or wrong: grain is missing/,
        key: 'grain',
      },
    ],
    [
      reconciliation,
      replacing('-- kind: match', '-- kind: matching'),
      { code: 'RECONCILIATION_HEAD_WRONG', message: /kind must be control or match/, key: 'kind', line: 3 },
    ],
    [
      reconciliation,
      replacing('-- name: large_payments', '-- name: other'),
      { code: 'RECONCILIATION_HEAD_WRONG', message: /name is "other" and the file is large_payments.sql/, line: 1 },
    ],
    [
      reconciliation,
      replacing('| control_breach |', '|'),
      { code: 'RECONCILIATION_HEAD_WRONG', message: /a reason is `-- reason: code/, key: 'reason', line: 10 },
    ],
    [
      reconciliation,
      replacing('| control_breach |', '| wrong |'),
      {
        code: 'RECONCILIATION_CONTRACT_BROKEN',
        message: /above_review_limit has the outcome "wrong", which does not exist. Use one of: matched,/,
      },
    ],
    [
      reconciliation,
      replacing('    null::text as evidence,\n', ''),
      {
        code: 'RECONCILIATION_CONTRACT_BROKEN',
        message: /columns of a match: it lacks evidence VARCHAR/,
      },
    ],
    [
      reconciliation,
      replacing('amount::decimal(38, 4) as left_amount', 'amount::double as left_amount'),
      { code: 'RECONCILIATION_CONTRACT_BROKEN', message: /left_amount should be DECIMAL\(38,4\) and is DOUBLE/ },
    ],
    [
      reconciliation,
      replacing('-- order: 90', '-- order: 90\n-- pass: nothing'),
      {
        code: 'OWN_FILE_WRONG',
        message: /There is no pass named nothing\. Use one of: amount_in_window, /,
      },
    ],
    [
      reconciliation,
      replacing('(period_start, period_end)', '(day)'),
      {
        code: 'OWN_FILE_WRONG',
        message:
          /does not begin with create or replace macro recon.large_payments\(period_start, period_end\) as table/,
        line: 11,
      },
    ],
    [
      reconciliation,
      replacing('and is_money_moved', 'and paid_at < now()'),
      { code: 'OWN_FILE_WRONG', message: /`now` depends on the clock/, line: 42 },
    ],
    [
      reconciliation,
      replacing('from core.payment_now', "from 'payments.csv'"),
      { code: 'OWN_FILE_WRONG', message: /`from a file` depends on/, line: 41 },
    ],
    [
      reconciliation,
      (text) => `${text}drop table core.payment;`,
      { code: 'OWN_FILE_WRONG', message: /it has 2 statements/ },
    ],
    [
      reconciliation,
      replacing('-- order: 90', '-- order: 90\n-- former: send_limit_lifecycle'),
      {
        code: 'OWN_NAME_TAKEN',
        message: /The item ids of allocation_lifecycle are derived from the name send_limit_lifecycle/,
      },
    ],
    [view, replacing('-- key:', '-- keys:'), { code: 'OWN_FILE_WRONG', message: /its head has no line `-- key: …`/ }],
    [
      view,
      replacing('business_date, method\n', 'business_date, colour\n'),
      { code: 'OWN_FILE_WRONG', message: /its key names a column "colour"/ },
    ],
    [
      view,
      replacing('sum(amount)::decimal(38, 4)', 'avg(amount)'),
      { code: 'OWN_FILE_WRONG', message: /the column amount is a DOUBLE; cast it to decimal/ },
    ],
    [
      view,
      replacing(/select[^;]+;/, 'select left_file_id from mart.item;'),
      { code: 'OWN_FILE_WRONG', message: /column "left_file_id" not found .*; it is now "left_receipt_id"/ },
    ],
    [
      view,
      replacing(/select[^;]+;/, 'select q.bytes from mart.quarantine as q;'),
      { code: 'OWN_FILE_WRONG', message: /column named "bytes"; it is now "byte_count"/ },
    ],
    [
      view,
      replacing('own.payments_by_method as', 'mart.payments_by_method as'),
      { code: 'OWN_FILE_WRONG', message: /does not begin with create or replace view own.payments_by_method as/ },
    ],
    [
      corruption,
      replacing('large_payments |', 'small_payments |'),
      { code: 'OWN_FILE_WRONG', message: /says that "small_payments" fires/ },
    ],
    [corruption, replacing('set amount', 'set colour'), { code: 'OWN_FILE_WRONG', message: /colour/ }],
    [
      report,
      replacing('field: method,', 'field: colour,'),
      {
        code: 'REPORT_DEFINITION_WRONG',
        message: /The view own.payments_by_method has no column "colour"/,
        key: 'sections[0].columns[2].field',
      },
    ],
    [
      report,
      replacing('own.payments_by_method', 'own.nothing'),
      { code: 'REPORT_DEFINITION_WRONG', message: /There is no view own.nothing/ },
    ],
  ])('%s, %o', async (file, change, { code, message, ...place }: { code?: string; message?: RegExp }) => {
    const { folder, error } = await open({ ...extendingExamples, [file]: change(example(file)) });
    expect(error).toMatchObject({ code, message: expect.stringMatching(message ?? ''), exitStatus: 2, place });
    expect(error?.place.file).toBe(join(folder, file));
  });

  test.each([
    [
      'reconciliations/orders_to_statement.sql',
      'recon.orders_to_statement is part of tieout (sql/reconcile/orders_to_statement.sql).',
    ],
    ['reconciliations/item.sql', 'recon.item is a table of tieout.'],
    ['reconciliations/match_tail.sql', 'Names that begin with match_ belong to match passes.'],
  ])('%s is rejected because its name is taken', async (file, message) => {
    const name = file.slice('reconciliations/'.length, -'.sql'.length);
    const text = example(reconciliation).replaceAll('large_payments', name);
    const { folder, error } = await open({ [file]: text });
    expect(error).toMatchObject({
      code: 'OWN_NAME_TAKEN',
      message,
      exitStatus: 2,
      place: { file: join(folder, file) },
    });
  });

  test('a corruption or report cannot have a built-in name, and a companion needs its reconciliation', async () => {
    const taken = await open({
      [reconciliation]: example(reconciliation),
      'selftest/order_dropped.sql': example(corruption),
    });
    expect(taken.error).toMatchObject({
      code: 'OWN_NAME_TAKEN',
      message: 'order_dropped is a corruption of tieout (sql/selftest/orders_to_statement.sql).',
    });
    const daily = await open({
      [view]: example(view),
      'reports/daily.yaml': example(report).replace('name: methods', 'name: daily'),
    });
    expect(daily.error).toMatchObject({ code: 'REPORT_NAME_TAKEN', exitStatus: 2 });
    const companion = await open({
      'reconciliations/gateway_balance_item.sql': example(reconciliation).replaceAll(
        'large_payments',
        'gateway_balance_item',
      ),
    });
    expect(companion.error).toMatchObject({
      code: 'OWN_FILE_WRONG',
      message: expect.stringContaining('it belongs to gateway_balance.sql, which is not beside it'),
    });
  });
});
