import { appendFileSync, rmSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { instructionsFor } from '../../src/company/reading-instructions.ts';
import { readRows, textOf } from '../../src/warehouse/duckdb-values.ts';
import type { LandedFile, LoadOutcome } from '../../src/warehouse/load/landed-file.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipt.ts';
import { loadReceipts } from '../../src/warehouse/load/load-receipts.ts';
import { countedStatements } from '../given/counted-statements.ts';
import { givenPayoutTerms, givenReading, landed } from '../given/landed.ts';
import { charge, instruction, page, recipient } from '../given/payout-records.ts';
import { givenFreshRules } from '../given/rules.ts';

const loadOf = (file: LandedFile) => ({
  file,
  instructions: instructionsFor(file, { reading: givenReading }, () => []),
});

const company = { currencies: ['MYR', 'SGD'] };
const [oneByOne, together] = [givenFreshRules(company), givenFreshRules(company)];

/** Every row of every table with facts of files, as text, table by table. */
async function written(connection: DuckDBConnection): Promise<Record<string, string[]>> {
  const tables = await readRows(
    connection,
    `select distinct schema_name || '.' || table_name as name from duckdb_columns()
     where column_name = 'receipt_id' and table_oid in (select table_oid from duckdb_tables() where not temporary) order by name`,
  );
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const name = textOf(table, 'name');
    const rows = await readRows(connection, `select to_json(each)::text as row from ${name} as each order by row`);
    if (rows.length > 0) found[name] = rows.map((row) => textOf(row, 'row'));
  }
  return found;
}

const outcomeText = ({ opened: _, error, ...outcome }: LoadOutcome) =>
  JSON.stringify({ ...outcome, error: error?.code });

/** Loads files one by one in one warehouse and together in another, and expects the same of both. */
async function expectSame(files: readonly LandedFile[]) {
  const loads = files.map(loadOf);
  const alone: LoadOutcome[] = [];
  for (const { file, instructions } of loads) alone.push(await loadReceipt(oneByOne.connection, file, instructions));
  const outcomes = await loadReceipts(together.connection, loads);
  const [rows, rowsAlone] = [await written(together.connection), await written(oneByOne.connection)];
  for (const table of new Set([...Object.keys(rows), ...Object.keys(rowsAlone)]))
    expect(rows[table], table).toEqual(rowsAlone[table]);
  expect(outcomes.map(outcomeText)).toEqual(alone.map(outcomeText));
  return { outcomes, rows };
}

const day = { window_from: '2026-11-01T16:00:00.000Z', window_to: '2026-11-02T16:00:00.000Z' };
const side = (turnover: number) => ({ turnover, fee_sell: 10, count: { all: 1 } });
const turnover = (amount: number, more: object = {}) =>
  JSON.stringify({ incoming: side(amount), outgoing: side(0), ...more });
const landedTurnover = (content: string | Buffer, more: Partial<LandedFile> = {}) =>
  landed(content, { kind: 'turnover', currency: 'MYR', ...day, ...more });
const slice = (content: string, more: Partial<LandedFile> = {}) =>
  landed(content, { kind: 'turnover_slice', source: 'gateway', currency: 'MYR', ...day, ...more });
const list = (kind: string, results: object[], more: Partial<LandedFile> = {}) =>
  landed(page(results), { kind, source: 'payout', ...more });
const balance = (content: object) =>
  landed(JSON.stringify(content), { kind: 'balance', window_from: day.window_to, window_to: day.window_to });
const reading = (amount: number) => ({
  balance: amount,
  fee_sell: 0,
  reserved: 0,
  gross_balance: amount,
  pending_outgoing: 0,
  available_balance: amount,
});

test('Answers that arrive together become what they become one by one', async () => {
  const account = { id: 1, currency: 'MYR', status: 'enabled', current_balance: 5, ...givenPayoutTerms };
  const { rows } = await expectSame([
    landed('{}', { kind: 'statement_intent', source: 'gateway' }),
    landedTurnover(turnover(1000)),
    landedTurnover(turnover(1000, { undocumented: 1 }), { currency: 'SGD' }),
    // names that the database has to take as they are, one cut within a character
    landedTurnover(turnover(1, { [`${'a'.repeat(59)}😀`]: 1, 'quote\'"\\': 2, 'nul\u0000': 3 })),
    // with a currency that does not exist, and without a total
    landedTurnover(turnover(1000), { currency: 'QQQ' }),
    landedTurnover('{"incoming": {}}'),
    balance({ MYR: reading(500), SGD: reading(1), QQQ: reading(2) }),
    balance({ MYR: { ...reading(500), gross_balance: 7 }, QQQ: reading(2) }),
    list('accounts', [account, { ...account, id: 2, currency: 'SGD' }, { ...account, id: 3, currency: 'QQQ' }]),
    list('accounts', [{ ...account, status: 'dreaming' }, { id: 'none' }]),
    // the second page has a later version of what the first has
    list('send_limits', [charge(1), charge(2)]),
    list('send_limits', [
      charge(2, { status: 'failed' }),
      charge(2, { status: 'pending' }),
      charge(3, { amount: 'x' }),
    ]),
    list('send_instructions', [instruction(1), instruction(2)]),
    list('send_instructions', [instruction(2, { state: 'failed' })]),
    list('bank_accounts', []),
    list('bank_accounts', [recipient(1)]),
    slice(turnover(1), { request_query: 'currency=MYR&payment_method=fpx&product=purchases' }),
    slice(turnover(1), { request_query: 'currency=MYR&payment_method=visa' }),
    slice(turnover(1), { currency: 'QQQ' }),
    landed('{"made": "by us"}', { kind: 'configuration', source: 'run' }),
    landed('{}', { kind: 'declared_span', source: 'files' }),
    landed('{"decision_id": 1}', { kind: 'decision', source: 'decision' }),
    landed('[]', { kind: 'requests', source: 'requests' }),
    landed('{}', { kind: 'run', source: 'run' }),
  ]);
  expect(Object.keys(rows)).toEqual(
    expect.arrayContaining(['core.turnover', 'core.turnover_slice', 'core.payout_movement', 'staging.rejected_row']),
  );
  expect(rows['core.turnover_slice']).toHaveLength(4);
});

test('One that is refused keeps no other from being loaded, and leaves nothing but its receipt', async () => {
  const gone = slice(turnover(2));
  const changed = slice(turnover(3));
  const files = [
    ...[slice(turnover(1)), slice('{"incoming":'), slice(turnover(4)), gone, changed],
    slice(turnover(5), { window_from: '0001-01-01T00:00:00.000Z' }),
    ...[slice(turnover(6)), slice('', { failure: { code: 'GATEWAY_FAILED', message: 'No answer.', remedy: '' } })],
    ...[landedTurnover(turnover(7)), landedTurnover(Buffer.from([0x7b, 0xff, 0x7d])), slice(turnover(8))],
  ];
  rmSync(gone.path);
  appendFileSync(changed.path, ' ');
  const { outcomes } = await expectSame(files);
  expect(outcomes.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...['loaded', 'ANSWER_NOT_JSON', 'loaded', 'LANDING_OBJECT_MISSING', 'LANDING_OBJECT_DAMAGED'],
    ...['RECEIPT_PERIOD_WRONG'],
    ...['loaded', 'GATEWAY_FAILED', 'loaded', 'ANSWER_NOT_JSON', 'loaded'],
  ]);
});

test('A file between answers is loaded between them', async () => {
  const lines = 'Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Description\n';
  const statement = (amount: string) =>
    landed(`${lines}purchase,A1,${amount},1.00,paid,2026-11-02 10:00:00,,\n`, {
      kind: 'statement',
      currency: 'MYR',
      ...day,
    });
  await expectSame([
    ...[landedTurnover(turnover(1000)), statement('10.00'), landedTurnover(turnover(1001)), slice(turnover(1))],
    ...[statement('10.00'), statement('11.00'), slice(turnover(2))],
  ]);
});

/** The number of statements that loading files takes, in a warehouse without any. */
async function statementsFor(files: readonly LandedFile[]): Promise<number> {
  await together.empty();
  await together.configure(company);
  const { connection, counted } = countedStatements(together.connection);
  const outcomes = await loadReceipts(connection, files.map(loadOf));
  expect(outcomes.map(({ status }) => status)).toEqual(files.map(() => 'loaded'));
  return counted.count;
}

test.each([
  ['parts of a turnover', 6, (at: number) => slice(turnover(at))],
  ['turnover answers', 7, (at: number) => landedTurnover(turnover(at))],
  ['balance readings', 8, (at: number) => balance({ MYR: reading(at) })],
])('However many %s arrive, loading them takes the same statements', async (_, statements, make) => {
  const made = (count: number) => Array.from({ length: count }, (_each, at) => make(at));
  expect(await statementsFor(made(2))).toBe(statements);
  expect(await statementsFor(made(40))).toBe(statements);
});
