import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { tieout } from '../given/command.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';

/* A month that nothing keeps open, and for each gate a change that only this gate refuses. */

const last = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').with({ day: 1 }).subtract({ days: 1 });
const first = last.subtract({ days: 2 });
const month = last.toPlainYearMonth().toString();
let sandbox: RunningSandbox;
let given: ReturnType<typeof givenConfig>;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 17, days: 4, until: last.toString(), breaks: 'none', ordersPerDay: 6 });
  given = givenConfig(sandbox, { starts_on: first.toString(), books: { orders: { file: 'orders.csv' } } });
  writeFileSync(join(given.folder, 'orders.csv'), sandbox.files().orders);
  expect(await call('run', '--from', first.toString(), '--to', last.toString())).toMatchObject({ status: 0, err: '' });
});
afterAll(() => sandbox.close());

const call = (...args: string[]) => tieout(['-q', '-c', given.path, ...args], given.env);

const answer = z.object({
  companies: z
    .array(
      z.object({
        closed: z.boolean(),
        gates: z.array(z.looseObject({ gate: z.string(), is_passed: z.boolean(), causes: z.array(z.unknown()) })),
      }),
    )
    .length(1),
});

/** The gates that refuse the month, and whether it was closed. */
async function refusing(...options: string[]): Promise<{ status: number | null; refused: string[]; causes: string }> {
  const { status, out } = await call('--json', 'close', month, ...options);
  const [result] = answer.parse(JSON.parse(out)).companies;
  const refused = result?.gates.filter(({ is_passed: isPassed }) => !isPassed) ?? [];
  expect(result?.closed).toBe(refused.length === 0);
  return { status, refused: refused.map(({ gate }) => gate), causes: JSON.stringify(refused) };
}

const isFirst = `business_date = date '${first}'`;
const setDecision = (second: boolean) => `insert into recon.decision by name
  select md5(break_id) as decision_id, company, break_id, reconciliation, item_key, 'explain' as decision, 'other' as reason_code, 'n' as note,
    'aida' as author, timestamptz '2026-11-03 08:00:00+08' as decided_at, [] as evidence, outcome, left_amount, right_amount, right_minus_left,
    [] as matched_with, ${second} as needs_second, 0 as receipt_id
  from recon.item where outcome = 'missing_right'`;
const makeBreak = `update recon.item set outcome = 'missing_right', reason_code = 'order_without_payment'
  where rowid = (select min(rowid) from recon.item where reconciliation = 'orders_to_statement' and currency = 'MYR' and ${isFirst})`;
const fillDecisions = 'insert into recon.decision_state from derive.decision_state';
const brokenDay = `update recon.verdict set verdict = 'breaks' where currency = 'MYR' and ${isFirst}`;
const control = (name: string, state: string) =>
  `update recon.control set state = '${state}', is_decided = false, reason = 'changed', input = if('${state}' = 'not_made', 'orders', null)
   where control = '${name}' and ${isFirst}`;

/** The gates that a snapshot with these changes names. */
async function gatesAfter(...changes: string[]): Promise<string[]> {
  const copy = join(mkdtempSync(join(tmpdir(), 'tieout-gates-')), 'copy.duckdb');
  copyFileSync(givenData(given.folder).published, copy);
  const warehouse = await openWarehouse(copy);
  try {
    for (const change of changes) await warehouse.connection.run(change);
    const rows = await readRows(
      warehouse.connection,
      `select distinct gate from recon.close_gate('acme', date '${first}', date '${last}' + 1) order by gate`,
    );
    return rows.map(({ gate }) => String(gate));
  } finally {
    warehouse.close();
  }
}

describe('The snapshot of a month', () => {
  test.each([
    ['nothing', [], []],
    ['a day without a verdict', [`delete from recon.verdict where ${isFirst}`], ['days']],
    ['a day with breaks that nothing explains', [brokenDay], ['days']],
    [
      'a missing input',
      [
        control('orders_to_statement', 'not_made'),
        `update recon.input_state set state = 'missing' where input = 'orders' and ${isFirst}`,
        brokenDay,
      ],
      ['inputs'],
    ],
    [
      'a rejected row',
      [
        control('orders_to_statement', 'not_made'),
        `update recon.input_state set rejected_count = 1 where input = 'orders' and ${isFirst}`,
        brokenDay,
      ],
      ['rejected'],
    ],
    ['a control out of balance', [control('gateway_balance', 'out_of_balance'), brokenDay], ['controls']],
    ['a break', [makeBreak, control('orders_to_statement', 'out_of_balance'), brokenDay], ['items']],
    [
      'a break of a day before the month',
      [makeBreak, `update recon.item set business_date = date '${first}' - 40 where outcome = 'missing_right'`],
      ['items'],
    ],
    ['a decision that awaits a second person', [makeBreak, setDecision(true), fillDecisions, brokenDay], ['approvals']],
    ['a decided break', [makeBreak, setDecision(false), fillDecisions], []],
    [
      'an outstanding item',
      [makeBreak, `update recon.item set outcome = 'timing' where outcome = 'missing_right'`],
      [],
    ],
  ] as const)('with %s is refused by the gates for it alone', async (_what, changes, gates) => {
    expect(await gatesAfter(...changes)).toEqual(gates);
  });
});

test('Each gate about the month as a whole refuses alone, and a month that all of them pass is closed', {
  timeout: 600_000,
}, async () => {
  const data = join(given.folder, 'data');
  // no selftest of this version, or one that found a silent control
  expect(await refusing('--no-run')).toMatchObject({ status: 4, refused: ['selftest'] });
  await givenSelftest(data, { silent: 2 });
  expect(await refusing('--no-run')).toMatchObject({ status: 4, refused: ['selftest'] });
  await givenSelftest(data);

  // the ledger, where the configuration asks for it, and where its balance is another one
  const configured = readFileSync(given.path, 'utf8');
  const [company] = z.object({ companies: z.array(z.looseObject({})) }).parse(parse(configured)).companies;
  const ledger = { file: 'ledger.csv', accounts: { gateway: '1150' } };
  const orders = { file: 'orders.csv' };
  const companies = [{ ...company, books: { orders, ledger }, close: { requires_ledger: true, rebuild: true } }];
  writeFileSync(given.path, stringify({ ...z.looseObject({}).parse(parse(configured)), companies }));
  expect(await refusing()).toMatchObject({ status: 4, refused: ['ledger'] });
  const query = `select currency, sum(amount)::text as balance from statement('acme', date '${first}', date '${last}' + 1)
    where statement = 'gateway' and part = 'balance' group by currency`;
  const shown = z
    .array(z.object({ currency: z.string(), balance: z.string() }))
    .parse(JSON.parse((await call('--json', 'sql', query)).out));
  const write = (balanceOf: (balance: string) => string) => {
    const rows = shown.map(({ currency, balance }) => `1150,${currency},${last},${balanceOf(balance)}\n`);
    writeFileSync(join(given.folder, 'ledger.csv'), `Account,Currency,Date,Balance\n${rows.join('')}`);
  };
  write(() => '1.00');
  const differing = await refusing();
  expect(differing).toMatchObject({ status: 4, refused: ['ledger'] });
  expect(differing.causes).toContain('The statement differs from the ledger by MYR');
  write((balance) => balance.slice(0, -2));

  // kept data that was changed
  const { landing } = givenData(given.folder);
  const index = z
    .object({ kind: z.string(), sha256: z.string() })
    .array()
    .parse(
      readFileSync(join(landing, 'index.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((entry) => z.looseObject({ kind: z.unknown(), sha256: z.unknown() }).parse(JSON.parse(entry)))
        .filter(({ kind }) => kind === 'turnover'),
    );
  const { sha256 = '' } = index[0] ?? {};
  const folder = join(landing, 'objects', sha256.slice(0, 2));
  const object = join(
    folder,
    readdirSync(folder).find((name) => name.startsWith(sha256.slice(2)) || name.startsWith(sha256)) ?? '',
  );
  expect((await call('run', '--from', first.toString(), '--to', last.toString())).err).toBe('');
  const bytes = readFileSync(object);
  writeFileSync(object, Buffer.concat([bytes.subarray(0, -1), Buffer.from(' ')]));
  const altered = await refusing('--no-run');
  expect(altered.status).toBe(4);
  expect(altered.refused).toContain('evidence');
  writeFileSync(object, bytes);

  const done = await refusing();
  expect(done.causes).toBe('[]');
  expect(done).toMatchObject({ status: 0, refused: [] });
});

test('A month cannot be fetched again from a service that does not answer', async () => {
  const away = await startSandbox({ seed: 18, days: 3, until: last.toString(), breaks: 'none', ordersPerDay: 4 });
  const { path, folder, env } = givenConfig(away, { starts_on: first.toString() });
  const at = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  expect((await at('run', '--from', first.toString(), '--to', last.toString())).err).toBe('');
  await givenSelftest(join(folder, 'data'));
  await away.close();
  const { status, out } = await at('--json', 'close', month);
  expect(status).toBe(4);
  const [result] = answer.parse(JSON.parse(out)).companies;
  expect(result?.gates.filter(({ is_passed: isPassed }) => !isPassed).map(({ gate }) => gate)).toEqual(['fetched']);
  // what is reconciled can still be closed on purpose
  expect((await at('close', month, '--no-run')).status).toBe(0);
});
