import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { importableNamed } from '../../src/commands/import.ts';
import { takeLock } from '../../src/company/run-lock.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { openIndex } from '../../src/landing/index-file.ts';
import { importFile } from '../../src/pipeline/import-file.ts';
import { derivedTables } from '../../src/warehouse/definitions.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { givenWorld, lastMonth, type Shop } from '../given/shop.ts';
import { explainBreak, monthWithBreak, reconciledMonth } from '../given/worlds.ts';

const { month, first, last } = lastMonth();
const reconciled = await givenWorld(reconciledMonth);
const broken = await givenWorld(monthWithBreak);
const whole = reconciled.copy();

const gates = z.array(
  z.looseObject({
    gate: z.string(),
    is_passed: z.boolean(),
    causes: z.array(z.looseObject({ causes: z.array(z.string()), days: z.array(z.string()), action: z.string() })),
  }),
);
const answer = z.object({ companies: z.array(z.object({ closed: z.boolean(), gates })).length(1) });

/** What `tieout close` answers: the gates that refuse the month, their causes, and those of the days that wait for a run. */
async function closed(shop: Shop, ...options: readonly string[]) {
  const { status, out, err } = await shop.tieout('--json', 'close', month, ...options);
  const [{ closed: isClosed, gates: all } = { closed: undefined, gates: [] }] = answer.parse(JSON.parse(out)).companies;
  const refusing = all.filter(({ is_passed: isPassed }) => !isPassed);
  expect(isClosed).toBe(refusing.length === 0);
  return {
    ...{ status, err },
    refused: refusing.map(({ gate }) => gate),
    causes: JSON.stringify(refusing),
    waiting: refusing.find(({ gate }) => gate === 'waiting')?.causes ?? [],
  };
}

/* A month that nothing keeps open, and for each gate a change that only this gate refuses. */

const isFirst = `business_date = date '${first}'`;
const setDecision = (second: boolean) => `insert into recon.decision by name
  select md5(break_id) as decision_id, break_id, reconciliation, item_key, 'explain' as decision, 'other' as reason_code, 'n' as note,
    'aida' as author, timestamptz '2026-11-03 08:00:00+08' as decided_at, [] as evidence, outcome, left_amount, right_amount, right_minus_left,
    [] as matched_with, ${second} as needs_second, 0 as receipt_id
  from recon.item where outcome = 'missing_right'`;
const makeBreak = `update recon.item set outcome = 'missing_right', reason_code = 'order_without_payment'
  where rowid = (select min(rowid) from recon.item where reconciliation = 'orders_to_statement' and currency = 'MYR' and ${isFirst})`;
const fillDecisions = (await derivedTables('recon')).map(({ name, query }) => `insert into ${name} ${query}`).join(';');
const brokenDay = `update recon.verdict set verdict = 'breaks' where currency = 'MYR' and ${isFirst}`;
const control = (name: string, state: string) =>
  `update recon.control set state = '${state}', is_decided = false, reason = 'changed', input = if('${state}' = 'not_made', 'orders', null)
   where control = '${name}' and ${isFirst}`;

/** The gates that a snapshot with these changes names. */
async function gatesAfter(...changes: string[]): Promise<string[]> {
  const copy = join(mkdtempSync(join(tmpdir(), 'tieout-gates-')), 'copy.duckdb');
  copyFileSync(whole.data.published, copy);
  const warehouse = await openWarehouse(copy);
  try {
    for (const change of changes) await warehouse.connection.run(change);
    const rows = await readRows(
      warehouse.connection,
      `select distinct gate from recon.close_gate(date '${first}', date '${last}' + 1) order by gate`,
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
  ] as const)('with %s is refused by the gates for it alone', async (_what, changes, expected) => {
    expect(await gatesAfter(...changes)).toEqual(expected);
  });
});

test('Each gate about the month as a whole refuses alone, and a month that all of them pass is closed', {
  timeout: 600_000,
}, async () => {
  const selftests = join(whole.folder, 'data');
  // no selftest of this version, or one that found a silent control
  rmSync(join(selftests, 'selftest.json'));
  expect(await closed(whole, '--no-run')).toMatchObject({ status: 4, refused: ['selftest'] });
  await givenSelftest(selftests, { silent: 2 });
  expect(await closed(whole, '--no-run')).toMatchObject({ status: 4, refused: ['selftest'] });
  await givenSelftest(selftests);

  // the ledger, where the configuration asks for it, and where its balance is another one
  const ledger = { file: 'ledger.csv', accounts: { gateway: '1150' } };
  whole.configure({
    books: { orders: { file: 'orders.csv' }, ledger },
    close: { requires_ledger: true, rebuild: true },
  });
  expect(await closed(whole)).toMatchObject({ status: 4, refused: ['ledger'] });
  const balances = await whole.answer(
    z.array(z.object({ currency: z.string(), balance: z.string() })),
    'sql',
    `select currency, sum(amount)::text as balance from statement('acme', date '${first}', date '${last}' + 1)
     where statement = 'gateway' and part = 'balance' group by currency`,
  );
  const writeLedger = (balanceOf: (balance: string) => string) => {
    const rows = balances.map(({ currency, balance }) => `1150,${currency},${last},${balanceOf(balance)}\n`);
    whole.write('ledger.csv', `Account,Currency,Date,Balance\n${rows.join('')}`);
  };
  writeLedger(() => '1.00');
  const differing = await closed(whole);
  expect(differing).toMatchObject({ status: 4, refused: ['ledger'] });
  expect(differing.causes).toContain('The statement differs from the ledger by MYR');
  writeLedger((balance) => balance.slice(0, -2));

  // kept data that was changed
  expect((await whole.tieout('run', '--from', first, '--to', last)).err).toBe('');
  const { receipts } = await openIndex(join(whole.data.landing, 'index.jsonl'));
  const { sha256 = '' } = receipts.find(({ kind }) => kind === 'turnover') ?? {};
  const folder = join(whole.data.landing, 'objects', sha256.slice(0, 2));
  const object = join(folder, readdirSync(folder).find((name) => name.startsWith(sha256)) ?? '');
  const bytes = readFileSync(object);
  writeFileSync(object, Buffer.concat([bytes.subarray(0, -1), Buffer.from(' ')]));
  const altered = await closed(whole, '--no-run');
  expect(altered.status).toBe(4);
  expect(altered.refused).toContain('evidence');
  writeFileSync(object, bytes);

  expect(await closed(whole)).toMatchObject({ status: 0, refused: [], causes: '[]' });
});

test('A month cannot be fetched again from a service that does not answer', async () => {
  const shop = reconciled.copy();
  await reconciled.sandbox.close();
  expect(await closed(shop)).toMatchObject({ status: 4, refused: ['fetched'] });
  // what is reconciled can still be closed on purpose, also while a report is written
  const report = await takeLock(shop.data.reportLock);
  expect((await shop.tieout('close', month, '--no-run')).status).toBe(0);
  await report.release();
});

/* A month whose days are reconciled is not closed while something that concerns them was not judged. */

const run = (shop: Shop) => shop.tieout('run', '--from', first, '--to', last);

test('A bank line that was received and not judged keeps a month open until a run', async () => {
  const shop = broken.copy();
  await explainBreak(shop);

  // the import was killed before it reconciled the days of the file; nothing was published
  const config = await loadConfig(shop.path, { environment: shop.env });
  await importFile({
    config,
    company: onlyCompany(config),
    importable: importableNamed('bank'),
    file: 'late.csv',
    path: shop.write('late.csv', `Date,Description,Reference,Amount,Currency\n${first},Unknown payer,X-9,+77.00,MYR\n`),
    currency: 'MYR',
    covers: null,
    progress: silentProgress,
  });
  const refused = await closed(shop, '--no-run');
  expect(refused).toMatchObject({ status: 4, err: '', refused: ['waiting'] });
  // whatever is open on the day may also be closed by what arrived, and is named first
  const [cause] = refused.waiting;
  expect(cause?.days).toContain(first);
  expect(cause?.causes.join()).toMatch(/^Changed since: (?:open items|a record arrived)\.$/);
  expect(cause?.action).toMatch(new RegExp(`run --from ${first} --to ${last}$`));
  const shown = await shop.tieout('close', month, '--no-run');
  expect(shown.out).toContain(`${month} is not closed.`);
  expect(shown.out).toMatch(/Nothing has arrived since: no[\s\S]*Changed since: (?:open items|a record arrived)\./);
  expect((await run(shop)).err).toBe('');
  expect((await closed(shop, '--no-run')).waiting).toEqual([]);
});

test('A decision that was taken back and not judged keeps a month open until a run', async () => {
  const shop = broken.copy();
  const id = await explainBreak(shop);
  const explanations = async () => {
    const form = z.object({ decisions: z.array(z.object({ decision_id: z.string(), decision: z.string() })) });
    const { decisions } = await shop.answer(form, 'breaks', id);
    return decisions.filter(({ decision }) => decision === 'explain').map(({ decision_id }) => decision_id);
  };
  const undo = (decision: string | undefined) => shop.tieout('decide', 'undo', decision ?? '', '--author', 'aida');

  // the decision is undone, and the process is killed before anything but landing has it
  const { landing } = shop.data;
  const data = join(landing, '..');
  const before = mkdtempSync(join(tmpdir(), 'tieout-before-'));
  cpSync(data, before, { recursive: true, preserveTimestamps: true });
  expect((await undo((await explanations())[0])).err).toBe('');
  rmSync(join(before, 'landing'), { recursive: true });
  renameSync(landing, join(before, 'landing'));
  rmSync(data, { recursive: true });
  cpSync(before, data, { recursive: true, preserveTimestamps: true });

  expect(await closed(shop, '--no-run')).toMatchObject({
    status: 4,
    err: '',
    refused: ['waiting'],
    waiting: [{ days: [last], causes: ['Changed since: items decided.'] }],
  });
  // a run of other days judges it too; the break is open again, and explained again
  expect((await shop.tieout('run', '--date', first)).err).toBe('');
  expect(await closed(shop, '--no-run')).toMatchObject({ status: 4, refused: ['days', 'items'] });
  await explainBreak(shop);
  expect(await closed(shop, '--no-run')).toMatchObject({ status: 0, refused: [] });

  // after the close, a decision that counts in the month is not taken back: the month has to be reopened first
  expect(await undo((await explanations()).at(-1))).toMatchObject({
    status: 1,
    out: expect.stringContaining('DECISION_SEALED'),
  });
  expect(await shop.tieout('close', month, '--no-run')).toMatchObject({ status: 0, err: '' });
});
