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
const pass = 'passes/match_same_tail.sql';
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

const objects = () =>
  acme.lines(
    `select 'own.' || view_name as name from duckdb_views() where schema_name = 'own'
     union all select distinct 'recon.' || function_name from duckdb_functions()
     where function_name in ('large_payments', 'match_same_tail') order by name`,
  );

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

  test.each([
    ['today() as a, t.today from t', 'today'],
    ["* from t join 'x.csv' on true where t.a > random()", 'x.csv random'],
    ['* from t, "x.parquet"', 'x.parquet'],
    ['* from t pivot (sum(a) for b in (1)) where localtime > a', 'localtime'],
    ['* from query_table(records)', ''],
    ["t.now, now_at, current_date_text from t where a is distinct from 'x.csv' and b = error('now()')", ''],
    ["* from own.t, range(3), unnest([1]), json_each('{}') -- now()", ''],
  ])('may use nothing of another time or place: select %s', async (selected, names) => {
    const statement = `'select ${selected.replaceAll("'", "''")}'`;
    expect(await acme.lines(`select string_agg(name, ' ') as name from core.sql_dependency(${statement})`)).toEqual([
      names,
    ]);
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

describe('A breach of the contract is rejected with file, line and remedy', () => {
  type Breach = [from: string | RegExp, to: string, code: string, message: RegExp, place?: object];
  const [head, contract, wrong] = ['RECONCILIATION_HEAD_WRONG', 'RECONCILIATION_CONTRACT_BROKEN', 'OWN_FILE_WRONG'];
  const ofReport = 'REPORT_DEFINITION_WRONG';
  const breaches: Record<string, Breach[]> = {
    [reconciliation]: [
      [
        '-- grain: one payment\n',
        '',
        head,
        /large_payments.sql is incomplete or wrong: grain is missing/,
        { key: 'grain' },
      ],
      ['-- kind: match', '-- kind: matching', head, /kind must be control or match/, { key: 'kind', line: 3 }],
      ['large_payments', 'other', head, /name is "other" and the file is large_payments.sql/, { line: 1 }],
      ['| control_breach |', '|', head, /a reason is `-- reason: code/, { key: 'reason', line: 10 }],
      [
        '| control_breach |',
        '| wrong |',
        contract,
        /above_review_limit has the outcome "wrong", which does not exist. Use one of: matched,/,
      ],
      ['    null::text as evidence,\n', '', contract, /columns of a match: it lacks evidence VARCHAR/],
      ['::decimal(38, 4) as left', '::double as left', contract, /left_amount should be DECIMAL\(38,4\) and is DOUBLE/],
      [
        '-- order: 90',
        '-- order: 90\n-- pass: no',
        wrong,
        /There is no pass named no\. Use one of: amount_in_window, /,
      ],
      [
        '(period_start, period_end)',
        '(day)',
        wrong,
        /does not begin with create or replace macro recon.large_payments\(period_start, period_end\) as table/,
        { line: 11 },
      ],
      ['and is_money_moved', 'and paid_at < now()', wrong, /`now` depends on the clock/, { line: 41 }],
      ['and is_money_moved', 'and paid_at < "Now" ()', wrong, /`now` depends on the clock/, { line: 41 }],
      ['and is_money_moved', 'and paid_at < current_timestamp', wrong, /`current_timestamp` depends/, { line: 41 }],
      ['and is_money_moved', "and paid_at < current_setting('x')", wrong, /`current_setting` depends/, { line: 41 }],
      ['from core.payment_now', `from "read_text"('payments.csv')`, wrong, /`read_text` depends on/, { line: 40 }],
      ['from core.payment_now', "from 'payments.csv'", wrong, /`payments.csv` depends on/, { line: 40 }],
      ['from core.payment_now', "from core.payment_now, 'payments.csv'", wrong, /`payments.csv` depends/, { line: 40 }],
      ['from core.payment_now', "from query_table('payments.csv')", wrong, /`query_table` depends on/, { line: 40 }],
      ['from core.payment_now', "from query('from payment')", wrong, /`query` depends on/, { line: 40 }],
      [/$/, 'drop table core.payment;', wrong, /it has 2 statements/],
      [
        ...(['-- order: 90', '-- order: 90\n-- former: send_limit_lifecycle', 'OWN_NAME_TAKEN'] as const),
        /The item ids of allocation_lifecycle are derived from the name send_limit_lifecycle/,
      ],
    ],
    [view]: [
      ['-- key:', '-- keys:', wrong, /its head has no line `-- key: …`/],
      ['business_date, method\n', 'business_date, colour\n', wrong, /its key names a column "colour"/],
      ['sum(amount)::decimal(38, 4)', 'avg(amount)', wrong, /the column amount is a DOUBLE; cast it to decimal/],
      [
        /select[^;]+;/,
        'select left_file_id from mart.item;',
        wrong,
        /column "left_file_id" not found .*; it is now "left_receipt_id"/,
      ],
      [
        /select[^;]+;/,
        'select q.bytes from mart.quarantine as q;',
        wrong,
        /column named "bytes"; it is now "byte_count"/,
      ],
      [
        /select[^;]+;/,
        "select now() as at;\ncomment on view own.payments_by_method is 'Now';",
        wrong,
        /`now` depends on the clock/,
        { line: 4 },
      ],
      ['own.payments', 'mart.payments', wrong, /does not begin with create or replace view own.payments_by_method as/],
    ],
    [corruption]: [
      ['large_payments |', 'small_payments |', wrong, /says that "small_payments" fires/],
      ['set amount', 'set colour', wrong, /colour/],
    ],
    [pass]: [
      [
        /digits := 4(.*)right\(r.reference, digits\)/s,
        'digits := cast(4 as integer)$1right(uuid()::text, digits)',
        wrong,
        /`uuid` depends on the clock/,
        { line: 12 },
      ],
    ],
    [report]: [
      [
        ...(['field: method,', 'field: colour,', ofReport] as const),
        /The view own.payments_by_method has no column "colour"/,
        { key: 'sections[0].columns[2].field' },
      ],
      ['own.payments_by_method', 'own.nothing', ofReport, /There is no view own.nothing/],
    ],
  };
  const cases = Object.entries(breaches).flatMap(([file, each]) => each.map((breach) => ({ file, breach })));

  test.each(cases)('$file: $breach', async ({ file, breach: [from, to, code, message, place = {}] }) => {
    const changed = example(file).replace(from, to);
    expect(changed).not.toBe(example(file));
    const { folder, error } = await open({ ...extendingExamples, [file]: changed });
    expect(error).toMatchObject({ code, message: expect.stringMatching(message), exitStatus: 2, place });
    expect(error?.place.file).toBe(join(folder, file));
  });

  test.each([
    ['orders_to_statement', ' is part of tieout (sql/reconcile/orders_to_statement.sql).'],
    ['item', ' is a table of tieout.'],
  ])('reconciliations/%s.sql is rejected because its name is taken', async (name, taken) => {
    expect(await errorOfName(name)).toMatchObject({ code: 'OWN_NAME_TAKEN', message: `recon.${name}${taken}` });
  });

  test('reconciliations/match_tail.sql is rejected because its name is that of a pass', async () => {
    const message = 'Names that begin with match_ belong to match passes.';
    expect(await errorOfName('match_tail')).toMatchObject({ code: 'OWN_NAME_TAKEN', message });
  });

  /** The error about a reconciliation of a name; its file is the place. */
  async function errorOfName(name: string) {
    const file = `reconciliations/${name}.sql`;
    const { folder, error } = await open({ [file]: example(reconciliation).replaceAll('large_payments', name) });
    expect(error).toMatchObject({ exitStatus: 2, place: { file: join(folder, file) } });
    return error;
  }

  test('a corruption cannot have a built-in name', async () => {
    const files = { [reconciliation]: example(reconciliation), 'selftest/order_dropped.sql': example(corruption) };
    const message = 'order_dropped is a corruption of tieout (sql/selftest/orders_to_statement.sql).';
    expect((await open(files)).error).toMatchObject({ code: 'OWN_NAME_TAKEN', message });
  });

  test('a report cannot have a built-in name', async () => {
    const daily = example(report).replace('name: methods', 'name: daily');
    const { error } = await open({ [view]: example(view), 'reports/daily.yaml': daily });
    expect(error).toMatchObject({ code: 'REPORT_NAME_TAKEN', exitStatus: 2 });
  });

  test('a companion needs its reconciliation', async () => {
    const message = expect.stringContaining('it belongs to gateway_balance.sql, which is not beside it');
    expect(await errorOfName('gateway_balance_item')).toMatchObject({ code: 'OWN_FILE_WRONG', message });
  });
});
