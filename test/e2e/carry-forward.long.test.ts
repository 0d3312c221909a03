import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { tieout } from '../given/command.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';

const last = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const [first, second] = [last.subtract({ days: 1 }).toString(), last.toString()];
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 8, days: 12, until: second, breaks: 'none', ordersPerDay: 15 });
});
afterAll(() => sandbox.close());

test('An open item is carried forward until it is received, then closes with date and reason', async () => {
  // without the payout service, whose list is asked for again in the hour after the day's end
  const { path, folder, env } = givenConfig(sandbox, { books: { orders: { file: 'orders.csv' } }, payout: undefined });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const lines = sandbox.files().orders.split('\r\n');
  const paid = lines.filter((line) => line.includes(`,${first}T`) && line.includes(',paid,'));
  const [late = '', never = ''] = paid;
  const write = (without: string[]) =>
    writeFileSync(join(folder, 'orders.csv'), lines.filter((line) => !without.includes(line)).join('\r\n'));
  const csv = (day: string, name: string) =>
    readFileSync(join(folder, 'data', 'reports', day, 'acme', `${name}.csv`), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1);

  write([late, never]);
  expect(await call('run', '--date', first)).toMatchObject({ status: 3, err: '' });
  expect(csv(first, 'unmatched').map((row) => row.slice(0, 200))).toHaveLength(2);

  write([never]);
  const run = await call('run', '--date', second);
  expect(run).toMatchObject({ status: 0, err: '' });
  expect(run.out).toMatch(/^Judged again: \d{1,2} [A-Z][a-z]{2} \d{4} \(open items\)\.$/m);
  expect(csv(second, 'unmatched')).toEqual([]);
  // in addition, payments that are not settled yet
  expect(csv(second, 'carried').filter((line) => !line.includes('Settlement outstanding'))).toHaveLength(1);
  const changes = csv(second, 'changes').filter((line) => line.includes(',orders_to_statement,'));
  expect(changes.filter((line) => line.includes(',opened,'))).toHaveLength(2);
  expect(changes.filter((line) => line.includes(',closed,'))).toHaveLength(1);
  expect(changes.join()).toMatch(/is paid in full\. Closed by the run of \d{1,2} [A-Z][a-z]{2} \d{4}\./);

  // an outstanding item shows its expected date, also on the page
  const page = readFileSync(join(folder, 'data', 'reports', second, 'acme', 'acme.html'), 'utf8');
  const timing = /<section><h2 id="timing">.*?<\/section>/s.exec(page)?.[0] ?? '';
  expect(
    [...timing.matchAll(/<th scope="col"[^>]*><button type="button">([^<]*)/g)].slice(-2).map(([, head]) => head),
  ).toEqual(['Expected by', 'Break from']);
  expect(timing).toMatch(
    /Settlement outstanding: \d+ of \d+ payments, [A-Z]{3} [\d.,]+; expected by \d{1,2} [A-Z][a-z]{2} \d{4}/,
  );

  // another run without new data changes nothing
  const marks = () => readFileSync(join(givenData(folder).landing, 'index.jsonl'), 'utf8').split('"kind":"run"').length;
  const before = [csv(second, 'carried'), marks()];
  expect(await call('run', '--date', second)).toMatchObject({ status: 0, err: '' });
  expect([csv(second, 'carried'), marks()]).toEqual(before);
  expect(JSON.parse((await call('run', '--date', second, '--json')).out)).toMatchObject({ judged: [] });
  const { out: days } = await call('sql', '--json', 'select business_date, because from mart.run_day order by all');
  expect(JSON.parse(days)).toEqual([
    { business_date: first, because: 'asked_for' },
    { business_date: first, because: 'open_item' },
    { business_date: second, because: 'asked_for' },
  ]);
  expect(await call('rebuild')).toMatchObject({ status: 0, err: '' });

  const warehouse = await openWarehouse(givenData(folder).warehouse);
  const broken = async () =>
    (await readRows(warehouse.connection, "from recon.continuity('acme')")).map(({ problem }) => problem);
  try {
    expect(await broken()).toEqual([]);
    const ids = await readRows(
      warehouse.connection,
      "select break_id from recon.break_life where closed_on is null and reconciliation = 'orders_to_statement'",
    );
    expect(ids).toHaveLength(1);
    const id = String(ids[0]?.break_id);
    await execute(warehouse.connection, 'update recon.break_life set amount = amount + 0.01 where break_id = $id', {
      id,
    });
    expect(await broken()).toEqual(['The amount of an open item changed without a record.']);
    await execute(warehouse.connection, "update recon.item set outcome = 'matched' where break_id = $id", { id });
    expect(await broken()).toEqual(['An open item agrees and was not closed.']);
    await execute(warehouse.connection, 'delete from recon.item where break_id = $id', { id });
    expect(await broken()).toEqual(['An open item is missing and was not closed.']);
  } finally {
    warehouse.close();
  }
});

test('A run marks the report of another day that it changes, and writes that of the latest day again', async () => {
  const { path, folder, env } = givenConfig(sandbox, { books: { orders: { file: 'orders.csv' } }, payout: undefined });
  const run = (day: string) => tieout(['-q', '-c', path, '--json', 'run', '--date', day], env);
  const lines = sandbox.files().orders.split('\r\n');
  const [late = '', never = ''] = lines.filter((line) => line.includes(`,${first}T`) && line.includes(',paid,'));
  const write = (without: string[]) =>
    writeFileSync(join(folder, 'orders.csv'), lines.filter((line) => !without.includes(line)).join('\r\n'));
  const report = (day: string, name: string) =>
    readFileSync(join(folder, 'data', 'reports', day, 'acme', name), 'utf8');
  const isSuperseded = (day: string) => JSON.parse(report(day, 'verdicts.json')).superseded !== undefined;
  const openOrders = (day: string) =>
    report(day, 'carried.csv')
      .split('\r\n')
      .filter((line) => line.includes('Orders to statement')).length;
  const written = ({ out }: { out: string }) =>
    JSON.parse(out).reports.map(({ folder: place }: { folder: string }) => place.split(/[\\/]/).at(-2));

  write([late, never]);
  expect(written(await run(first))).toEqual([first]);
  write([never]);
  expect(written(await run(second))).toEqual([second]);
  expect([isSuperseded(first), isSuperseded(second)]).toEqual([true, false]);
  expect(report(first, 'unmatched.csv').trim().split('\r\n')).toHaveLength(3);
  expect(report(first, 'acme.html')).toContain('<a href="../../index.html">All reports</a></span></p>');
  expect(openOrders(second)).toBe(1);

  write([]);
  expect(written(await run(first))).toEqual([first, second]);
  expect([isSuperseded(first), isSuperseded(second)]).toEqual([false, false]);
  expect(openOrders(second)).toBe(0);
  expect(readFileSync(join(folder, 'data', 'reports', 'index.html'), 'utf8')).not.toContain('Superseded');
});
